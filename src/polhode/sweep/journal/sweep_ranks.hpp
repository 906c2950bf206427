// Who computes which block of a sweep: the threads of this process and, where the program was started several times
// over by mpirun or srun, those of the other ranks. Rank 0 hands out blocks and takes in what they gave; the others ask
// nobody else and write no files. What a block gives does not depend on any of this.
//
//   SweepRanks& ranks = SweepRanks::start();
//   return ranks.together([&]() -> int {
//       ... read the sweep: every rank does, and `identity` must come out the same on all of them ...
//       if (!ranks.first()) {
//           ranks.work(identity, threads, compute, stop);
//           return 0;
//       }
//       const ServedBlocks served = ranks.serve(identity, missing, threads, compute, arrived, observer);
//       ... not complete: say why, and that --resume continues; complete: write the final files ...
//   });
//
// On one rank all of this is a pool of threads, and MPI is not touched. Only the thread that called start() speaks MPI.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "polhode/sweep/journal/sweep_workers.hpp"

namespace polhode {

class SweepMessages;

// One block is there, or a part of one that was given up (SweepPart); called by the main thread of rank 0 alone, in the
// order in which they arrive.
using BlockArrived = std::function<void(std::uint64_t block, const std::string& bytes)>;

struct ServedBlocks {
    bool complete = false;
    int threads = 0;  // that worked here: no more than there are blocks, and than the system gives
    std::string why;  // where it is not: "it was stopped", "rank 3 on node7 cannot be reached: ..."
};

// All called by the main thread of rank 0.
struct ServeObserver {
    std::function<bool()> stop = {};  // asked many times a second
    // Called once, as soon as it is known that not everything will be done, before anybody is waited for: what has to
    // be said must be said here, because mpirun gives its ranks one second to leave.
    std::function<void(const std::string& why)> stopping = {};
    std::function<void()> idle = {};  // called about ten times a second
    // What was finished of a block before, for the rank that it is given to; "" where nothing was.
    std::function<std::string(std::uint64_t block)> begun = {};
    // Called where threads of this process are still at their blocks a fifth of a second after they were told to
    // stop, and there are no other ranks: nobody waits longer, so that this should end the process. They are waited for
    // where it returns.
    std::function<void()> left_behind = {};
};

class SweepRanks {
 public:
    // What the environment says about ranks. Where it speaks of more than one the plug-in for MPI is loaded; trouble
    // with that is kept for together(). POLHODE_RANKS=no makes every process a sweep of its own (srun with --shard).
    static SweepRanks& start();

    int rank() const { return rank_; }
    int size() const { return size_; }
    bool first() const { return rank_ == 0; }
    // Among the ranks of the same machine: which of its GPUs to take.
    int rank_here() const;

    // Threads that this rank may use without crowding out its neighbours: the processors that it is bound to, and no
    // more than its share of the machine.
    int threads_here() const;
    // "" or a sentence for the user of a rank that may use much less of its machine than it could.
    std::string advice() const;

    // Runs `action` on every rank and sees to it that they end together. Rank 0 returns what its action does, the
    // others 0. An exception on any rank ends all of them and comes out on rank 0, and only there.
    int together(const std::function<int()>& action);

    // Rank 0: computes and collects the missing blocks. Exceptions of `compute`, here and on other ranks, and of
    // `arrived` come out here.
    ServedBlocks serve(const std::string& identity, const std::vector<SweepBlockRange>& missing, int threads,
                       const ComputeBlock& compute, const BlockArrived& arrived, const ServeObserver& observer = {});
    // The others: compute what rank 0 hands out until it says that nothing is left.
    // `begun` hears what was finished of a block before it is to be computed.
    void work(const std::string& identity, int threads, const ComputeBlock& compute,
              const std::function<bool()>& stop = {},
              const std::function<void(std::uint64_t block, const std::string& part)>& begun = {});

    // Whether the sweep is being left early; asked by `compute` now and then in a block that takes long.
    bool stopping() const { return stopping_; }

    ~SweepRanks();
    SweepRanks(const SweepRanks&) = delete;
    SweepRanks& operator=(const SweepRanks&) = delete;

 private:
    SweepRanks();

    void tell_to_leave();
    void end_together(bool quietly);
    void end_as_told();

    int rank_ = 0, size_ = 1;
    std::atomic<bool> stopping_{false};
    bool told_to_leave_ = false, told_to_end_ = false;
    int abort_code_ = 0;   // not 0: some ranks did not leave; they are ended when this process ends
    std::string trouble_;  // why the ranks cannot work together
    std::unique_ptr<SweepMessages> messages_;
};

}  // namespace polhode
