// What ranks say to each other, and how long they wait.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "polhode/base/byte_stream.hpp"
#include "polhode/base/version.hpp"

namespace polhode::rank_protocol {

// The kind of a message.
enum Tag {
    hello = 1,  // to rank 0: threads, identity, host
    blocks,     // from rank 0: what to compute
    result,     // to rank 0: bytes, block
    left,       // to rank 0: no more results will come
    trouble,    // to rank 0: an exception, or a signal
    leave,      // from rank 0: no more blocks will come, and what was not begun is not wanted
    end,        // from rank 0: all is written
    bye,        // to rank 0: the last message of a rank
};

// Takes the number off the end of a message, which is long.
inline std::uint64_t number_behind(std::string& bytes) {
    if (bytes.size() < 8) throw std::runtime_error("a message between ranks is too short");
    const std::uint64_t number = ByteReader(std::string_view(bytes).substr(bytes.size() - 8)).u64();
    bytes.resize(bytes.size() - 8);
    return number;
}

// How long a loop that has nothing to do waits until it looks at MPI again: MPI itself can only wait by keeping a
// processor busy.
class Backoff {
 public:
    void busy() { delay_ = shortest; }
    std::chrono::steady_clock::duration next(bool under_way) {
        const auto now = delay_;
        delay_ = std::min(2 * delay_, under_way ? longest_under_way : longest);
        return now;
    }

 private:
    static constexpr std::chrono::microseconds shortest{50}, longest_under_way{100}, longest{5000};
    std::chrono::microseconds delay_ = shortest;
};

// Ranks must be of one program and have read one sweep.
inline std::string full_identity(const std::string& identity) { return version() + " " + revision() + " " + identity; }

}  // namespace polhode::rank_protocol
