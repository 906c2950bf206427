// A sweep: one scenario run many times with some of its keys varied (docs/sweep.md). A run is known by its number
// alone: what it varies depends on the seed and that number, never on threads, machines or the order of computing. A
// SweepFile is checked when it is made and does not change; copies are cheap and share it.
//
//     const auto sweep = polhode::SweepFile::read("scenarios/sweeps/dzhanibekov.toml", {"sweep.runs=100"});
//     const polhode::SweepRun one = sweep.run(17);
//     std::printf("%s = %.17g\n", sweep.outcomes()[0].name.c_str(), one.outcomes[0]);
//     const polhode::SweepReport report = sweep.carry_out("results");
//     std::puts(report.table.c_str());
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "polhode/library/error.hpp"

namespace polhode {

// A number that is kept of each run.
struct SweepColumn {
    std::string name, unit, summary;
};

// One run by itself.
struct SweepRun {
    std::vector<double> inputs;    // what was varied, in the order of SweepFile::inputs()
    std::vector<double> outcomes;  // in the order of SweepFile::outcomes(); not a number where it has none
    std::string failure;           // why it failed; "" where it did not
    std::string scenario;          // its scenario with every digit, for ScenarioFile::from_text()
};

// How a sweep is to be carried out. Nothing here changes a bit of the results.
struct SweepSettings {
    bool resume = false;                          // go on with what the folder holds already
    bool restart = false;                         // remove what the folder holds of this sweep
    std::string backend = "auto";                 // "auto", "scalar", "simd" or "gpu"
    int threads = 0;                              // 0: what this process may use
    bool pictures = true;                         // draw them, where gnuplot is there
    std::function<bool()> stop{};                 // asked from any thread; true: stop at once, what is finished is kept
    std::function<void(double runs)> progress{};  // how many are done, about ten times a second
    std::function<void(const std::string&)> message{};  // something for the user to read now
};

// The distribution of one outcome over the runs that have it.
struct OutcomeStatistics {
    std::string name, unit;
    std::uint64_t count = 0, missing = 0;  // runs with it, and without
    double mean = 0, deviation = 0;        // standard deviation of the sample
    double lowest = 0, highest = 0;
    std::uint64_t lowest_run = 0, highest_run = 0;  // the first that reached it
    struct Percentile {
        double percent = 0, value = 0;
    };
    std::vector<Percentile> percentiles;  // as the sweep asks for
};

// What came of it.
struct SweepReport {
    bool complete = false;           // all runs are there, and the results were written
    std::string why;                 // where it is not complete
    std::uint64_t runs_done = 0;     // in the folder's journal at the end
    std::uint64_t runs_failed = 0;   // of them
    std::vector<std::string> files;  // that were written, in the folder
    std::vector<OutcomeStatistics> outcomes;
    std::string table;  // the summary for people, as in summary.txt
    std::string hash;   // of the results: equal where every number is equal
};

class SweepFile {
 public:
    // `settings` reach the scenario and the tables of the sweep ("sweep.runs=100"). Throws InputError.
    static SweepFile read(const std::string& path, const std::vector<std::string>& settings = {});
    static SweepFile from_text(const std::string& text, const std::string& name = "sweep",
                               const std::vector<std::string>& settings = {}, const std::string& directory = "");

    const std::string& title() const;                  // "" where it has none
    std::uint64_t runs() const;                        // their numbers are 0 to runs() - 1
    std::uint64_t seed() const;                        // that everything random was drawn with
    const std::vector<std::string>& inputs() const;    // names of what varies
    const std::vector<SweepColumn>& outcomes() const;  // what is kept of each run
    const std::vector<std::string>& warnings() const;  // runs that are known to fail, ...

    // One run, computed the ordinary way. Its trajectory goes to the file `csv` where that is not "". Throws InputError
    // for a number that the sweep does not have, and OutputError.
    SweepRun run(std::uint64_t number, const std::string& csv = "") const;

    // All runs, into a folder: a journal that survives any interruption, and when none is missing the results. Only one
    // call at a time in a process. Throws InputError, where the folder holds something else too, and OutputError.
    SweepReport carry_out(const std::string& folder, const SweepSettings& settings = {}) const;

    // For the library itself: what is behind it.
    struct Impl;
    explicit SweepFile(std::shared_ptr<const Impl> impl);

 private:
    std::shared_ptr<const Impl> impl_;
};

}  // namespace polhode
