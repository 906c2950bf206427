// Datagrams. Nobody has to be there when one is sent: a receiver that has not started yet refuses, and that is counted
// and not told. What comes in is taken from this machine only, unless another is named, and never answered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "polhode/system/file.hpp"

namespace polhode {

class UdpSender {
 public:
    struct Counts {
        std::uint64_t sent = 0;
        std::uint64_t refused = 0;  // the receiver's machine said that nobody listens, or the way is closed
        std::uint64_t skipped = 0;  // the system had no room for it
    };

    // An address of four numbers or of IPv6, or "localhost". Throws InputError naming `where` (a table, an option)
    // where it is none.
    UdpSender(const std::string& address, int port, const std::string& where);

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
    // Throws InputError naming `where`.
    UdpReceiver(const std::string& address, int port, const std::vector<std::string>& from, const std::string& where);

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
