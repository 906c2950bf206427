// Rank 0 at work: blocks are handed out to the threads of this process and to the other ranks, and what they gave is
// taken in. Part of SweepRanks.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "polhode/sweep/journal/rank_protocol.hpp"
#include "polhode/sweep/journal/sweep_messages.hpp"
#include "polhode/sweep/journal/sweep_ranks.hpp"
#include "polhode/sweep/journal/sweep_workers.hpp"

namespace polhode {

class BlockServer {
 public:
    // The other ranks.
    struct Others {
        SweepMessages* messages;  // null on one rank
        int size;                 // of all ranks
        const std::string& identity;
        std::function<void()> tell_to_leave;
    };
    BlockServer(Others others, std::atomic<bool>& stopping, const BlockArrived& arrived, const ServeObserver& observer);

    // As SweepRanks::serve.
    ServedBlocks serve(const std::vector<SweepBlockRange>& missing, int threads, const ComputeBlock& compute);

 private:
    using Clock = std::chrono::steady_clock;

    // What rank 0 knows of another.
    struct Peer {
        int threads = 0;  // 0: has not said hello
        std::uint64_t outstanding = 0, returned = 0;
        Clock::time_point since;

        // How many blocks it should have in hand, of those that are left.
        std::uint64_t target(std::uint64_t left_to_give, int ranks, int all_threads) const;
    };

    void stop(const std::string& why);
    void tell_to_leave();
    void take_in(std::uint64_t block, const std::string& bytes);
    void grant(int rank);
    void hear(SweepMessages::Message& message);
    // Returns whether messages are under way.
    bool hear_others();
    // Tells the observer, asks it whether to stop, and returns whether nothing more is waited for.
    bool is_over();

    Others others_;
    std::atomic<bool>& stopping_;
    const BlockArrived& arrived_;
    const ServeObserver& observer_;
    std::optional<SweepWorkers> workers_;
    std::vector<Peer> peers_;
    ServedBlocks served_;
    std::uint64_t still_ = 0;  // blocks that have not arrived
    int all_threads_ = 0;
    rank_protocol::Backoff backoff_;
    Clock::time_point said_, stopped_at_;
};

}  // namespace polhode
