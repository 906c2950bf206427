// Messages between the ranks of a sweep, of bytes, sent and received without waiting for anybody.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/parts/mpi/mpi_part.hpp"

namespace polhode {

// A peer or the network is gone: no fault of anybody's files or of ours.
struct Unreachable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class SweepMessages {
 public:
    explicit SweepMessages(const MpiPart& part) : mpi(part) {}

    struct Message {
        int from = 0, tag = 0;
        std::string bytes;
    };

    void send(int to, int tag, std::string bytes) {
        if (static_cast<std::int64_t>(bytes.size()) > mpi.largest)
            throw InputError({}, "a block gave " + std::to_string(bytes.size()) +
                                     " bytes, more than MPI can send at once; make the blocks smaller (sweep.block)");
        sent_.push_back({to, std::move(bytes), nullptr});
        Sending& s = sent_.back();
        const int error = mpi.send(s.bytes.data(), static_cast<std::int64_t>(s.bytes.size()), to, tag, &s.handle);
        if (error) {
            sent_.pop_back();
            unreachable(to, error);
        }
    }

    // Whether messages are on their way, in either direction, and want to be looked after soon.
    bool under_way() {
        for (auto s = sent_.begin(); s != sent_.end();) {
            int done = 0;
            if (const int error = mpi.finished(s->handle, &done)) {
                const int to = s->to;
                sent_.erase(s);
                unreachable(to, error);
            }
            s = done ? sent_.erase(s) : std::next(s);
        }
        return !sent_.empty() || receiving_;
    }

    // The next message, if one is here to its end.
    std::optional<Message> receive() {
        if (!receiving_) {
            int there = 0;
            std::int64_t size = 0;
            if (const int error = mpi.probe(&there, &incoming_.from, &incoming_.tag, &size)) unreachable(-1, error);
            if (!there) return std::nullopt;
            incoming_.bytes.resize(static_cast<std::size_t>(size));
            if (const int error = mpi.receive(incoming_.bytes.data(), size, incoming_.from, incoming_.tag, &receiving_))
                unreachable(incoming_.from, error);
        }
        // A long message comes in pieces, and each of them wants to be asked for. One whose sender has died never ends,
        // so that this must not wait for it.
        const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
        int done = 0, error = 0;
        do {
            error = mpi.finished(receiving_, &done);
        } while (!error && !done && std::chrono::steady_clock::now() < until);
        if (error || done) receiving_ = nullptr;
        if (error) unreachable(incoming_.from, error);
        if (!done) return std::nullopt;
        return std::exchange(incoming_, {});
    }

    std::string who(int rank) const {
        const auto i = static_cast<std::size_t>(rank);
        return "rank " + std::to_string(rank) + (i < hosts.size() && !hosts[i].empty() ? " on " + hosts[i] : "");
    }

    const MpiPart& mpi;
    std::vector<std::string> hosts;

 private:
    struct Sending {
        int to;
        std::string bytes;
        void* handle;
    };

    [[noreturn]] void unreachable(int rank, int error) {
        char text[512] = "";
        mpi.explain(error, text, sizeof text);
        throw Unreachable((rank < 0 ? std::string("the other ranks") : who(rank)) + " cannot be reached: " + text);
    }

    std::list<Sending> sent_;  // a list: what is being sent must stay where it is
    Message incoming_;
    void* receiving_ = nullptr;
};

}  // namespace polhode
