// A format of trajectories: what it is called, and what writes it, in one place. A new format is one file with a class
// and a function that describes it, and a line in catalogue/format_list.def; `polhode list format`, `polhode run
// --write` and the folder of --out read that list.
//
//     class TumFile : public TrajectoryWriter { ... };
//     OutputFormat tum_format() {
//         OutputFormat f;
//         f.entry = {"format", "tum", "time, position and attitude, one line a row"};
//         f.keeps = "attitude and time to the last bit";
//         f.ending = ".tum";
//         f.open = [](const std::string& path, const Trajectory&) { return std::make_unique<TumFile>(path); };
//         return f;
//     }
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "polhode/registry/registry.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

// One trajectory in one file. All may throw OutputError, which names the rows that are safe.
class TrajectoryWriter {
 public:
    virtual ~TrajectoryWriter() = default;
    virtual void row(const Row& row) = 0;
    // `status`: "complete", "interrupted", or "failed: " and why.
    virtual void close(const std::string& status) = 0;
    // Standard output has lost its reader: the run can end, quietly.
    virtual bool reader_gone() const { return false; }
};

// What a trajectory is of.
struct Trajectory {
    const Scenario& scenario;
    const Method& method;
    const Columns& columns;
    bool rates = true;  // rows hold rates; somebody else's may not
    int digits = 0;     // of numbers in formats that leave it open; 0: as the format has it
};

// What reads a format (exchange/imported.hpp).
class ByteSource;
struct ImportRequest;
class ImportGate;

struct OutputFormat {
    Entry entry;                   // of kind "format"
    std::string ending;            // of file names: ".csv"
    bool in_folder = false;        // every folder of --out holds one
    bool standard_output = false;  // "-" is a name for it
    // Of a number in the file, for the forecast of how much disk it takes.
    double usual_bytes = 8, least_bytes = 8;
    // Null where it is only read.
    std::unique_ptr<TrajectoryWriter> (*open)(const std::string& path, const Trajectory& trajectory) = nullptr;
    // Null where it is only written. Hands over what it finds, and throws InputError.
    void (*read)(ByteSource& source, const ImportRequest& request, ImportGate& gate) = nullptr;
    // From the first bytes of a file (at most 4096), where they can be of no other format; null: it must be named.
    bool (*recognises)(std::string_view front) = nullptr;
    bool single_state = false;     // a file holds one state, not a history
    bool wants_epoch = false;      // times in it are dates
    std::string keeps{}, loses{};  // for `polhode list format`; "" where there is nothing to say
};

// All there are in this program (catalogue/format_list.def), in the order in which they should be shown.
const std::vector<OutputFormat>& output_formats();

const OutputFormat* find_format(const std::string& name);  // null: there is none
std::vector<Entry> format_entries();
// Those that can be written.
std::vector<std::string> written_formats();

}  // namespace polhode
