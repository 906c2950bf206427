// The folder of `--out DIR`: made when missing, with its own files overwritten and everything else in it left alone.
#pragma once

#include <string>
#include <vector>

namespace polhode {

class OutputFolder {
 public:
    // Makes the folder and those above it. Throws OutputError: a file in its place, no permission, ...
    explicit OutputFolder(std::string directory);

    const std::string& directory() const { return directory_; }
    // Full path of one of its files, which is remembered as written by this run.
    std::string file(const std::string& name);
    const std::vector<std::string>& files() const { return files_; }  // names, in the order of asking

 private:
    std::string directory_;
    std::vector<std::string> files_;
};

// A method's name as part of a file name: letters, digits, '.', '-', '_' stay, everything else becomes '-'.
std::string file_safe(const std::string& name);

// "out.csv" for one method; with several "out-NAME.csv" for each, so that none overwrites another. `names` are those
// of all methods in order; names that look alike as file names get a number.
std::string file_of_method(const std::string& path, const std::vector<std::string>& names, std::size_t which);

}  // namespace polhode
