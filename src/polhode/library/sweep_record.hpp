// Which files in the folder of a campaign Polhode wrote: journal.files, with a line for each, "SHA-256 bytes time
// name". The line is on the disk before the file gets its name, so that whatever has the name of a result and is in no
// line is somebody else's, also after a kill at any moment. A file is known by its length and the time of its last
// change; only where that time is another (the folder was copied) is it read. Where there are no lines, those of
// provenance.json serve.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace polhode {

class SweepRecord {
 public:
    // Reads what is there.
    explicit SweepRecord(std::string folder);

    static const char* file_name() { return "journal.files"; }
    // False: the file that has the name of the record is something else.
    bool readable() const { return readable_; }
    // Whether the file of this name in the folder ("runs.csv", "trajectories/run-3.csv") is one that Polhode wrote, as
    // it wrote it.
    bool knows(const std::string& name) const;

    // provenance.json is about to be removed: what only it says is recorded. Throws OutputError.
    void take_over_provenance();
    // The complete file `part` gets its name, and takes the place of one that Polhode wrote. Saves it to the disk
    // before. Throws OutputError, also where the name is that of a file that Polhode did not write.
    void put_in_place(const std::string& part, const std::string& name);
    // The SHA-256 of a file that has not been changed since it was recorded; "" where that is not known.
    std::string sum_of(const std::string& name) const;

 private:
    struct Line {
        std::uint64_t bytes = 0;
        std::int64_t changed_ns = -1;  // -1: not known, by provenance.json
        std::string sha256;
    };
    std::string path(const std::string& name) const;
    void read_lines();
    void read_provenance();
    static std::string text_of(const Line& line, const std::string& name);
    void append(const std::string& lines);

    std::string folder_;
    std::map<std::string, std::vector<Line>> lines_;
    bool readable_ = true, ours_ = false;  // ours: provenance.json says that a campaign wrote it
};

// What is said of a file that Polhode did not write and that has the name of one that it would write.
inline constexpr const char* not_polhodes_file =
    "a result would get this name, and the file that has it is not one that Polhode wrote, or was changed since; move "
    "it away, or choose another folder";

}  // namespace polhode
