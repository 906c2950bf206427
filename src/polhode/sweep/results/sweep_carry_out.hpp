// Carries a sweep out: blocks that are not in the journal yet are computed by the threads of all ranks and appended
// to it; when none is missing, the results are written.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "polhode/files/provenance.hpp"
#include "polhode/sweep/compute/sweep_compute.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/journal/sweep_journal.hpp"
#include "polhode/sweep/results/sweep_outputs.hpp"

namespace polhode {

class SweepRanks;

struct SweepOptions {
    std::string folder;
    SweepJournal::Begin begin = SweepJournal::Begin::fresh;
    SweepShard shard{};
    SweepBackend backend = SweepBackend::automatic;
    int lanes = 0;
    int threads = 0;  // 0: what this rank may use
    bool pictures = true;
    bool any_revision = false;  // goes on with a journal of another revision whose arithmetic gives the same bits
    std::function<bool()> stop = {};
    // What is done, of runs, with a part of one for each that is on its way; called about ten times a second.
    std::function<void(double done)> progress = {};
    // While results are written: the part that is done, 0 to 1.
    std::function<void(double part)> writing = {};
    Provenance provenance{};  // the command line, and when it began; the rest is filled in
    // Something for the user to read now.
    std::function<void(const std::string&)> say = {};
    // Called where threads do not answer after they were told to stop, and all has been said: should end the process.
    std::function<void()> leave = {};
};

struct SweepResult {
    bool complete = false;                         // all blocks of the shard (or sweep) are there
    bool results = false;                          // and the results were written
    bool others_wrote_them = false;                // they are there: another shard was quicker
    std::string why;                               // where it is not complete
    std::uint64_t runs_before = 0, runs_done = 0;  // in the journal at the beginning and at the end
    double seconds = 0;                            // of computing
    double gpu_seconds = 0;                        // for which GPUs of this rank worked
    int threads = 1;
    std::string how;         // "8 SIMD lanes (AVX-512)"
    std::string why_scalar;  // what kept it from going in SIMD lanes
    SweepFiles files;
};

// On ranks other than the first it only computes. Throws InputError and OutputError.
SweepResult carry_out(const Sweep& sweep, SweepRanks& ranks, const SweepOptions& wanted);

// The results once more, from the journal alone: nothing is computed but the trajectories that are asked for. Throws
// InputError where the journal does not hold what they are made of, and OutputError.
SweepResult summarise(const Sweep& sweep, const SweepOptions& wanted);

// One run by itself: its inputs and its outcomes; the trajectory goes to `csv` where that is not "".
struct SweepSingleRun {
    std::vector<double> inputs, outcomes;
    std::string failure;
    std::string scenario;      // TOML that `polhode run` takes wherever it stands, with every digit
    bool csv_written = false;  // false: it failed before its first row
    bool stopped = false;      // before its end: there are no outcomes, and the trajectory has the rows before
};
SweepSingleRun run_alone(const Sweep& sweep, std::uint64_t run, const std::string& csv,
                         const std::function<bool()>& stop = {});

}  // namespace polhode
