// A file that is written from front to back and says at once when it cannot be: every error of the operating system
// becomes an OutputError. "-" is standard output; when its reader has gone away (polhode ... | head) writing ends
// quietly instead.
#pragma once

#include <string>
#include <string_view>

namespace polhode {

class OutputFile {
 public:
    OutputFile() = default;
    explicit OutputFile(const std::string& path) { open(path); }
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    // Creates or empties the file. Standard output keeps what it has. Opening "-" makes the process ignore SIGPIPE,
    // without which a reader that ends early would end the process before it could save anything else.
    void open(const std::string& path);
    bool is_open() const { return descriptor_ >= 0; }
    const std::string& name() const { return name_; }  // for messages: "standard output" for "-"

    // Writes all of `bytes` or throws. Where it fails half way in a regular file, the part is taken back, so that
    // the file ends where the last complete write() ended.
    void write(std::string_view bytes);
    // As many of them, from the front, as are taken without waiting for a reader; how many. A file takes all.
    std::size_t write_what_fits(std::string_view bytes);
    // Also reports what the system delayed until now (quota, network file systems).
    void close();

    // The reader of standard output has ended: nothing arrives any more, further writes do nothing.
    bool reader_gone() const { return reader_gone_; }

 private:
    int descriptor_ = -1;
    bool standard_output_ = false;
    bool reader_gone_ = false;
    // a pipe that says it is ready takes a page at least without waiting
    static constexpr std::size_t small_piece = 4096, all_of_it = static_cast<std::size_t>(-1);
    std::size_t most_at_once_ = all_of_it;
    bool wait_until_taken();  // false: it stands still, and the program shall end
    long long written_ = 0;
    std::string name_;
};

// The whole file at once, by way of a neighbour that replaces it only when complete.
void write_file(const std::string& path, std::string_view contents);

}  // namespace polhode
