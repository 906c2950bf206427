// Where a result came from: which program, which input, which command, and which bytes came out. Nothing in it depends
// on the machine's name or user.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace polhode {

class ResultFolder;
class WrittenFiles;

std::string compiler_description();  // "g++ 12.2.0, C++20, optimised, fma"
std::string utc_time_now();          // "2026-07-31T12:34:56Z"

// Made when the work begins, filled in as it goes, written when its results are there.
struct Provenance {
    std::vector<std::string> command_line;
    std::string scenario_file, scenario_text;  // "": there is no one scenario
    std::vector<std::string> settings;
    std::vector<std::string> input_files;  // further files that were read (tables)
    std::string started_utc = utc_time_now(), finished_utc;
    std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
    double wall_seconds = 0;
    std::string status = "complete";
    std::string directory;                  // of the output files
    std::vector<std::string> output_files;  // names in it
    std::vector<std::uint64_t> random_seeds{};
    // The SHA-256 of an output file where it is known already; "" where not.
    std::function<std::string(const std::string& name)> sum_of{};
};

inline constexpr const char* provenance_file = "provenance.json";

// Puts the results of the folder in place, and provenance.json beside them: which says that all are there. Throws
// OutputError.
void complete_with_provenance(ResultFolder& folder, Provenance provenance);
// The same where they are in place already: `names` in `directory`, as `record` knows them.
void write_provenance(WrittenFiles& record, const std::string& directory, const std::vector<std::string>& names,
                      Provenance provenance);

// One JSON object, with the SHA-256 of every file.
std::string provenance_json(const Provenance& provenance);

}  // namespace polhode
