// A sweep: one scenario run many times with some of its keys varied (polhode sweep). What its file says, read and
// checked (sweep_file.hpp); nothing here runs.
//
// Each run is known by its number 0, 1, 2, ... alone: what it varies depends on (seed, run) and on nothing else, so
// that order, threads, ranks, machines and interruptions cannot be seen in the results. Runs are computed in blocks of
// `block` neighbours; a block is what is journalled, sent between ranks and summed up by itself (sweep_journal.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "polhode/input/expression.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/measure/measure.hpp"
#include "polhode/scenario/scenario.hpp"
#include "polhode/sweep/inputs/sweep_grouping.hpp"
#include "polhode/sweep/inputs/sweep_inputs.hpp"

namespace polhode {

// A number that is kept of each run ([[outcome]]).
struct SweepOutcome {
    enum class Take {
        final,       // of the last row
        start,       // of the first row
        largest,     // over the rows
        smallest,    //
        mean,        // over the rows, trapezoidal in time
        range,       // largest less smallest
        first_time,  // s, when `of` first falls below (or rises above) the level: see `level`, `above`, `stays`
        count,       // how often `of` crosses the level, either way
        settling,    // s, from when on `of` stays within `level` of its way from the start to `target`
        overshoot,   // how far `of` goes beyond `target`, as a part of that way
        measure,     // a measure of the registry against the truth (`measure`, `largest_measure`)
    };
    std::string name, unit, summary;
    Take take = Take::final;
    Expression of;       // over sweep_formula_names()
    double level = 0;    // first_time, count, settling
    double target = 0;   // settling, overshoot
    bool above = false;  // first_time: rises above the level in place of falling below it
    bool stays = false;  // first_time: and stays there to the end (time to settle)
    std::optional<MeasureId> measure;
    bool largest_measure = false;  // the largest over the rows in place of the last
    bool worst_is_low = false;     // which end of it is the worst
    bool of_final_state = false;   // one of the seven numbers that keep.final_state adds
    Place place;

    // A run that did not fail and does not have it is one in which it never happens: later than any time.
    bool can_be_never() const { return take == Take::first_time || take == Take::settling; }
};

// The variables a formula of an outcome may use, in this order, before the names of the inputs:
// t, qw qx qy qz, wx wy wz, energy, Lx Ly Lz, tilt (angle from the world's z axis to the body's, rad), turned (angle of
// the whole rotation since the start, 0 to pi, rad), rate (|w|), defect.
const std::vector<std::string>& sweep_row_variables();

// A number of the method's own in each row (a column of the trajectory behind the rate) that formulas may use.
struct SweepOwnColumn {
    std::string name;
    std::size_t place = 0;  // in Row::state
};

struct SweepKeep {
    bool runs = true;         // a line for each run; without it only what can be summed up (a billion runs fit then)
    bool csv = true;          // runs.csv beside runs.h5
    bool inputs = true;       // the varied numbers beside the outcomes
    bool final_state = true;  // q and w of the last row as outcomes of their own
    // Percentiles over time: of these quantities (names and formulas as in an outcome) at every sample of the run.
    struct OverTime {
        std::string name;
        Expression of;
    };
    std::vector<OverTime> over_time;
    std::vector<double> percentiles{1, 5, 25, 50, 75, 95, 99};  // everywhere where percentiles are given
    // Whole trajectories as CSV, computed again at the end.
    std::uint64_t first = 0, worst = 0;
    std::string worst_of;                // an outcome
    std::vector<std::uint64_t> named{};  // runs, rising
    bool has_trajectories() const { return first > 0 || worst > 0 || !named.empty(); }
    int worst_listed = 5;  // in the summary, for each outcome
    int bins = 40;         // of histograms
};

struct Sweep {
    std::string file, text;
    std::string directory;              // from where names of files in the scenario count
    std::string scenario_file;          // where the scenario stands: `file`, or the one that [sweep] names
    std::string scenario_text;          // what stands there
    std::vector<std::string> settings;  // the --set arguments applied
    std::string title;
    TomlNode tree;  // the scenario with every varied key in it: SweepInputs::apply() changes copies of it
    // The scenario of run `base_run`, read: of run 0, or of another whose numbers make a scenario. Where none was
    // found, of the file's own numbers, and base_run is 0.
    Scenario base;
    std::uint64_t base_run = 0;
    SweepInputs inputs;
    std::vector<SweepOwnColumn> own_columns;
    std::vector<SweepOutcome> outcomes;  // with those of the final state behind them where they are kept
    SweepKeep keep;
    std::vector<SweepGrouping> groups;  // of runs, each of which has statistics of its own
    std::uint64_t runs = 0, seed = 0;
    bool own_noise = true;  // each run has noise of its own; false: all have what the scenario's seeds draw
    // Runs in a block; the last may have fewer. A property of the sweep, never of the machine.
    std::uint64_t block = 1024;
    std::vector<std::string> warnings{};  // runs that are known to fail: "sweep.toml:17: method.step: missing ..."
    std::string fingerprint;  // SHA-256 of everything that decides the results: texts, settings, files that they name

    std::uint64_t blocks() const { return (runs + block - 1) / block; }
    std::uint64_t block_first(std::uint64_t b) const { return b * block; }
    std::uint64_t block_count(std::uint64_t b) const { return std::min(block, runs - b * block); }
};

}  // namespace polhode
