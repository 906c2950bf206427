// Datagrams. Nobody has to be there when one is sent: a receiver that has not started yet refuses, and that is counted
// and not told. What comes in is taken from this machine only, unless another is named, and never answered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "polhode/library/error.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

// Where complaints about an address belong: the keys of a table, or an option and what stands in it.
struct UdpPlaces {
    Place whole, address, port, from;
    UdpPlaces(Place all, Place of_address, Place of_port, Place of_from)
        : whole(std::move(all)), address(std::move(of_address)), port(std::move(of_port)), from(std::move(of_from)) {}
    UdpPlaces(const std::string& where)  // NOLINT(google-explicit-constructor)
        : UdpPlaces({where, 0, ""}, {where, 0, "address"}, {where, 0, "port"}, {where, 0, "from"}) {}
    UdpPlaces(const char* where) : UdpPlaces(std::string(where)) {}  // NOLINT(google-explicit-constructor)
};

class UdpSender {
 public:
    struct Counts {
        std::uint64_t sent = 0;
        std::uint64_t refused = 0;  // the receiver's machine said that nobody listens, or the way is closed
        std::uint64_t skipped = 0;  // the system had no room for it
    };

    // An address of four numbers or of IPv6, or "localhost". Throws InputError where it is none.
    UdpSender(const std::string& address, int port, const UdpPlaces& places);

    // Never waits.
    void send(std::string_view bytes);
    const Counts& counts() const { return counts_; }

 private:
    Descriptor socket_;
    std::string address_;  // as the system has it: a sockaddr
    Counts counts_;
};

class UdpReceiver {
 public:
    struct Counts {
        std::uint64_t received = 0;
        std::uint64_t foreign = 0;  // from machines that were not named
    };

    // Binds at once; port 0: any that is free. `from`: addresses besides this machine's own from which is taken.
    // Throws InputError.
    UdpReceiver(const std::string& address, int port, const std::vector<std::string>& from, const UdpPlaces& places);

    int port() const;
    int descriptor() const { return socket_.get(); }  // for poll
    // The next datagram, valid until the next call; nothing where none is there. Never waits.
    std::optional<std::string_view> next();
    const Counts& counts() const { return counts_; }

 private:
    Descriptor socket_;
    std::vector<std::string> from_;  // hosts without ports, as the system has them
    std::string buffer_;
    Counts counts_;
};

}  // namespace polhode
