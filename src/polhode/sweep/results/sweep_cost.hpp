// What a sweep would do and what it would cost, before anything is done.
#pragma once

#include <cstdint>
#include <string>

#include "polhode/sweep/results/sweep_carry_out.hpp"

namespace polhode {

struct SweepCost {
    std::string how;         // "8 SIMD lanes (AVX-512)"
    std::string why_scalar;  // what keeps it from going in SIMD lanes; "" where nothing does or nobody wants it
    int threads = 1, ranks = 1;
    std::uint64_t timed_runs = 0;  // 0: even one takes too long to be timed
    double seconds_a_run = 0;      // on one thread
    double seconds = 0;            // for what is left, with the writing of results
    std::string standing;          // what stands in the folder already; "" where nothing does
    double journal_bytes = 0, result_bytes = 0, memory_bytes = 0;
    std::uint64_t runs_left = 0;  // of its part of the sweep; where it is resumed, those not in the journal
};

// A few runs are timed for it. Throws InputError.
SweepCost sweep_cost(const Sweep& sweep, const SweepOptions& wanted, SweepRanks& ranks);

std::string sweep_cost_text(const Sweep& sweep, const SweepOptions& wanted, const SweepCost& plan);
// {"title", "sweep": file, "settings", "runs", "seed", "blocks", "block", "inputs": [{"names", "kind", "keys"}],
// "outcomes": [names], "how", "not_side_by_side": why or null, "threads", "ranks", "timed_runs", "seconds_a_run",
// "seconds", "runs_left", "journal_bytes", "result_bytes", "memory_bytes", "folder", "standing": what is in it already,
// or null}
std::string sweep_cost_json(const Sweep& sweep, const SweepOptions& wanted, const SweepCost& plan);

// "spin", or "wx0, wy0, wz0" where a table varies several numbers with names of their own.
std::string sweep_input_names(const SweepInput& input);
// "normal -> start.rate[2]"
std::string sweep_input_kind(const SweepInput& input);

}  // namespace polhode
