// The files a finished sweep leaves in its folder, made from the journal in the order of the blocks, so that they
// are the same bytes however the sweep was computed: runs.h5, runs.csv, failures.csv, over-time.csv, histograms.csv,
// summary.json, summary.txt, and the pictures histograms.svg and over-time.svg. Each appears under its name only when
// it is complete, and never takes the place of a file that Polhode did not write (written_files.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "polhode/sweep/results/sweep_report.hpp"

namespace polhode {

struct Sweep;
class SweepJournal;

struct SweepFiles {
    std::vector<std::string> names;  // in the folder
    SweepStatistics statistics;
    std::string text;                // as in summary.txt
    std::vector<std::string> notes;  // what could not be done without harm: no gnuplot, no HDF5 in this build
};

struct SweepOutputOptions {
    bool pictures = true;
    int threads = 1;                         // their number changes the time and nothing else
    std::function<void(double)> progress{};  // part done, 0 to 1
    std::function<bool()> stop{};            // true: give up now, SweepStopped; nothing is lost
};

// How many blocks are held in memory while results are written.
std::uint64_t sweep_blocks_at_once(const Sweep& sweep);

struct SweepStopped : std::runtime_error {
    SweepStopped() : std::runtime_error("it was stopped while results were written") {}
};

// All blocks must be in the journal (std::logic_error). Throws OutputError when the disk is full: the journal is
// untouched, and calling it again writes the files; InputError where a block cannot be read.
SweepFiles write_sweep_results(const Sweep& sweep, const SweepJournal& journal, const std::string& folder,
                               const SweepOutputOptions& options = {});

}  // namespace polhode
