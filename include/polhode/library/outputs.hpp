// A whole run with its files: what `polhode run` does, for all methods of a scenario. Each file appears as it would by
// the command line, with the same bytes but for what tells of time and command in provenance.json.
//
//     polhode::RunFiles files;
//     files.folder = "results";
//     files.trajectories = {{"csv", "rows.csv"}};
//     const polhode::WrittenRun done = polhode::write_run(scenario, files);
//     std::puts(done.table.c_str());
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "polhode/library/scenario.hpp"

namespace polhode {

// A trajectory to be written.
struct TrajectoryFile {
    std::string format;  // its name in the registry (kind "format"): "csv", "hdf5"
    std::string path;    // "-" is standard output
};

// What is to be written; whatever is empty is left out. With several methods a trajectory's file holds the first, and
// FILE-NAME the others; in a folder each method has its name.
struct RunFiles {
    std::vector<TrajectoryFile> trajectories;
    std::string folder;             // trajectory, summary.json, pictures, scenario.toml and provenance.json
    std::string plot;               // a picture: .svg, .png or .pdf
    std::string against;            // measures every method against "exact", "reference" or a method of the scenario
    std::string measures;           // the measures of every row as CSV; needs `against`
    std::optional<double> cycle{};  // s: length of a cycle, for errors per cycle; left out: from the problem
    std::vector<std::string> command_line;  // for provenance.json: what the caller was asked to do
    std::function<bool()> stop{};           // asked now and then; true: end here, and save what there is
};

// What came of it.
struct WrittenRun {
    std::vector<std::string> files;     // that were written, in order
    std::vector<std::string> warnings;  // "no picture: ..."
    std::vector<std::string> failures;  // "METHOD: why it broke down"; its rows before that are in the files
    bool interrupted = false;           // RunFiles::stop said so
    std::string table;                  // the summary for people
    std::string json;                   // the same for programs, as in summary.json
};

// Throws InputError, before anything is computed, for what could not be written afterwards, and OutputError. A scenario
// with_torque() has no folder, because scenario.toml could not say what was computed.
WrittenRun write_run(const ScenarioFile& scenario, const RunFiles& files);

}  // namespace polhode
