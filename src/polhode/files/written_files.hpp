// Which files in a folder of results Polhode wrote: journal.files for a sweep, with a line for each, "SHA-256 bytes
// time name". The line is on the disk before the file gets its name, so that whatever has the name of a result and is
// in no line is somebody else's, also after a kill at any moment. A file is known by its length and the time of its
// last change; only where that time is another (the folder was copied) is it read. Where there are no lines, those of
// provenance.json serve.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace polhode {

// Whose results a folder holds.
struct RecordKind {
    const char* file_name;    // of the record
    const char* title;        // its first line
    const char* command;      // that a provenance.json of this kind names: "sweep"
    bool survives_power_cut;  // everything is on the disk before it counts: results that took days
};
inline constexpr RecordKind sweep_record{"journal.files", "POLHODE SWEEP FILES\n", "sweep", true};

class WrittenFiles {
 public:
    // Reads what is there.
    explicit WrittenFiles(std::string folder, const RecordKind& kind = sweep_record);

    static const char* file_name() { return sweep_record.file_name; }
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
    // Every name that is in the record or in provenance.json, whether a file of that name is still there or not.
    std::vector<std::string> names() const;
    // Whether there is a record, or a provenance.json of this kind.
    bool begun() const { return ours_ || there_; }
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
    bool must_end_at_once(std::uint64_t bytes) const;
    static std::string text_of(const Line& line, const std::string& name);
    void append(const std::string& lines);

    std::string folder_;
    RecordKind kind_;
    std::map<std::string, std::vector<Line>> lines_;
    mutable std::map<std::string, Line> read_through_;  // files whose sum was computed and is known
    bool readable_ = true, ours_ = false;               // ours: provenance.json says that such a command wrote it
    bool there_ = false;
};

// In place of the SHA-256 of a large file that was finished when the program had to end at once: its length must do.
inline const std::string sum_not_computed(64, '0');

// What is said of a file that Polhode did not write and that has the name of one that it would write.
inline constexpr const char* not_polhodes_file =
    "a result would get this name, and the file that has it is not one that Polhode wrote, or was changed since; move "
    "it away, or choose another folder";

}  // namespace polhode
