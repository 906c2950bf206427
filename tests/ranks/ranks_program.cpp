// Ranks without a sweep: blocks that are numbers, for what the real program cannot be made to do at will.
//   ranks_program FILE BLOCKS BYTES MICROSECONDS [WHAT RANK]
// FILE takes a line for each block that arrives ("block hash rank") and is continued where it is there. WHAT happens on
// rank RANK: input-error, failure, fault (an exception in the middle), early (an exception before work begins),
// other (another sweep was read), stop (a signal), slow (its blocks take ten times as long). With slow and meet the
// first block of each rank lasts until all have begun, so that none comes too late to get something to do.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "polhode/base/diagnostic.hpp"
#include "polhode/files/sha256.hpp"
#include "polhode/sweep/journal/sweep_ranks.hpp"

namespace {

volatile std::sig_atomic_t asked = 0;

using namespace polhode;

// Only a rank that is given nothing to do takes a minute.
void meet(const SweepRanks& ranks, const std::string& file) {
    const auto mark = [&](int rank) { return file + ".begun-" + std::to_string(rank); };
    std::ofstream(mark(ranks.rank())) << "x";
    const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    for (int r = 0; r < ranks.size(); ++r)
        while (!std::filesystem::exists(mark(r)) && std::chrono::steady_clock::now() < until)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

int sweep(SweepRanks& ranks, char** words, int count) {
    const std::string file = words[1], what = count > 5 ? words[5] : "";
    const auto blocks = std::strtoull(words[2], nullptr, 10);
    const auto size = std::strtoull(words[3], nullptr, 10);
    auto pause = std::chrono::microseconds(std::strtol(words[4], nullptr, 10));
    const bool here = count > 6 && ranks.rank() == std::atoi(words[6]);
    if (here && what == "early") throw InputError({"missing.toml", 0, ""}, "there is no such file");
    if (here && what == "slow") pause *= 10;
    const bool all_meet = what == "meet" || what == "slow";
    bool begun = false;
    std::atomic<int> computed = 0;
    const ComputeBlock compute = [&](std::uint64_t block) -> std::string {
        if (all_meet && !begun) meet(ranks, file);
        begun = true;
        for (auto waited = pause * 0; waited < pause; waited += std::chrono::microseconds(1000)) {
            if (ranks.stopping()) return "";
            std::this_thread::sleep_for(std::min(pause, std::chrono::microseconds(1000)));
        }
        if (here && ++computed == 5) {
            if (what == "input-error") throw InputError({"file.toml", 7, ""}, "is not there on this machine");
            if (what == "failure") throw ComputationFailed(1.25, "it went to infinity");
            if (what == "fault") throw std::logic_error("a fault");
            if (what == "stop") std::raise(SIGTERM);
        }
        std::string bytes(size, '\0');
        for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(block * 31 + i * 7);
        return std::to_string(block) + " " + std::to_string(ranks.rank()) + "\n" + bytes;
    };
    const std::string identity = here && what == "other" ? "another" : "numbers";
    const auto stop = [] { return asked != 0; };
    if (!ranks.first()) {
        ranks.work(identity, 1, compute, stop);
        return 0;
    }
    std::set<std::uint64_t> there;
    {
        std::ifstream in(file);
        std::uint64_t block = 0;
        std::string hash;
        int rank = 0;
        while (in >> block >> hash >> rank) there.insert(block);
    }
    std::vector<SweepBlockRange> missing;
    for (std::uint64_t b = 0; b < blocks; ++b)
        if (!there.count(b)) missing.push_back({b});
    std::ofstream out(file, std::ios::app);
    ServeObserver observer;
    observer.stop = stop;
    observer.stopping = [](const std::string& why) {
        std::fprintf(stderr, "stopping: %s; --resume continues\n", why.c_str());
    };
    const ServedBlocks served = ranks.serve(
        identity, missing, 1, compute,
        [&](std::uint64_t block, const std::string& bytes) {
            const std::size_t line = bytes.find('\n');
            const std::string rank = bytes.substr(bytes.find(' ') + 1, line - bytes.find(' ') - 1);
            if (bytes.substr(0, bytes.find(' ')) != std::to_string(block)) throw std::logic_error("a wrong block");
            out << block << " " << sha256(bytes.substr(line)) << " " << rank << std::endl;
        },
        observer);
    std::fprintf(stderr, "%s\n", served.complete ? "complete" : served.why.c_str());
    return served.complete ? 0 : 3;
}

}  // namespace

int main(int count, char** words) {
    if (count < 5) return 2;
    struct sigaction action = {};
    action.sa_handler = [](int) { asked = 1; };
    action.sa_flags = SA_RESTART;
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGINT, &action, nullptr);
    try {
        SweepRanks& ranks = SweepRanks::start();
        return ranks.together([&] { return sweep(ranks, words, count); });
    } catch (const InputError& e) {
        std::fprintf(stderr, "input: %s\n", e.what());
        return 2;
    } catch (const ComputationFailed& e) {
        std::fprintf(stderr, "failed: %s\n", e.what());
        return 3;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "fault: %s\n", e.what());
        return 1;
    }
}
