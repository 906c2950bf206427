// The folder of `--out DIR`, written as a whole: everything is made beside the older results under a name of its own
// (trajectory.part.csv), and takes their place when all of it is there. Until then nothing of them is touched; what was
// written by an older run and is not written by this one goes. Files of others are never overwritten or removed: where
// one has the name of a result, the folder is refused before anything is computed.
//
// What Polhode wrote is known by provenance.json, or by a record of the names while there is none (written_files.hpp),
// so that a kill at any moment leaves a folder that the next run can replace.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "polhode/files/written_files.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

struct ResultKind {
    RecordKind record;
    // Whether a file of this name is a result: "trajectory-rk4.csv".
    bool (*is_result)(const std::string& name);
};

class ResultFolder {
 public:
    // Makes the folder and those above it, and looks at what is in it. Throws InputError where a file of others has the
    // name of a result, and OutputError where the folder cannot be made or another process writes in it.
    ResultFolder(const std::string& directory, const ResultKind& kind);

    const std::string& directory() const { return directory_; }
    // Where a result is written until it is complete; it is put in place by `replace`.
    std::string part(const std::string& name);
    // The name that it will have there.
    std::string path(const std::string& name) const;
    // A part that came to nothing.
    void forget(const std::string& name);
    const std::vector<std::string>& names() const { return names_; }  // in the order of asking

    // The parts become the results, and the older ones go; `last` writes the file that says that all are there.
    void replace(const std::string& last_name, const std::function<void(const std::string& path)>& last);
    std::string sum_of(const std::string& name) const { return record_.sum_of(name); }

 private:
    void refuse_files_of_others() const;
    void remove_parts() const;

    std::string directory_;
    ResultKind kind_;
    Descriptor lock_;
    WrittenFiles record_;
    std::vector<std::string> names_;
};

// "out/trajectory.part.csv" for "out/trajectory.csv"
std::string part_name(const std::string& path);

}  // namespace polhode
