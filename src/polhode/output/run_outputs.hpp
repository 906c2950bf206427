// Everything that a run leaves behind, in one place: the command line hands rows in, and the files asked for come out.
//
//     RunOutputs outputs(scenario, request);
//     for (const Method& method : scenario.methods) {
//         outputs.begin(method);
//         simulate(..., {.row = [&](const Row& r) { outputs.row(r); }, ...}, statistics);   // also when it throws:
//         outputs.end(statistics, failure);
//     }
//     outputs.finish();
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "polhode/measure/run_measures.hpp"
#include "polhode/output/summary.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

// --csv FILE, --hdf5 FILE, --write FORMAT=FILE
struct TrajectoryRequest {
    std::string format;  // its name in the registry
    std::string path;    // "-": standard output
};

struct OutputRequest {
    std::vector<TrajectoryRequest> trajectories;
    // --out: trajectory (CSV, HDF5), summary.json, overview.svg, polhode.svg, scenario.toml, provenance.json
    std::string folder;
    std::string plot;                       // --plot: a picture, .svg, .png or .pdf
    bool all_panels = false;                // --all: in pictures also panels on which there are only rounding errors
    MeasureRequest measures;                // --against, --measures, --cycle
    std::vector<std::string> columns;       // --columns: of these, behind the others of every trajectory
    std::string loads;                      // --loads: forces and torques of every row
    bool equilibria = false;                // --equilibria: each steady motion in the table
    bool lyapunov = false;                  // --lyapunov: how fast neighbouring motions part
    std::vector<std::string> command_line;  // for the provenance file
};

class RunOutputs {
 public:
    // With several methods a file holds the first, and FILE-NAME the others; in the folder each has its name. Refuses
    // at once what could not be written after hours of computing: unknown format or kind of picture (InputError), a
    // folder that cannot be made (OutputError).
    RunOutputs(const Scenario& scenario, OutputRequest request);
    ~RunOutputs();
    RunOutputs(const RunOutputs&) = delete;
    RunOutputs& operator=(const RunOutputs&) = delete;

    void begin(const Method& method);  // the next of scenario.methods
    void row(const Row& row);          // throws OutputError
    // The method has ended; `failure` says why if it broke down.
    void end(const Statistics& statistics, const std::string& failure = "");
    bool rows_on_standard_output() const;
    // Standard output has lost its reader and nothing else was asked for: the run may stop, quietly.
    bool reader_gone() const;

    // Writes what is made from the whole run: summary, pictures, scenario, provenance. A missing gnuplot becomes a
    // warning. Throws OutputError.
    void finish();

    const Summary& summary() const;                    // after finish()
    const std::vector<std::string>& files() const;     // written, in order, as the user would name them
    const std::vector<std::string>& warnings() const;  // "no picture: ..."

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace polhode
