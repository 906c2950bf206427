// Where bytes of a log come from while it is being written: standard input, a file, a UDP port, a serial port.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "polhode/net/udp.hpp"
#include "polhode/system/file.hpp"

namespace polhode::estimate {

class ByteSource {
 public:
    // "-", "udp:PORT", "udp:ADDRESS:PORT", "serial:DEVICE", "serial:DEVICE:BAUD" or a path. Throws InputError naming
    // `where`.
    ByteSource(const std::string& what, const std::string& where);

    bool live() const { return live_; }  // nobody knows when it began to speak, and it may never end
    int port() const { return udp_ ? udp_->port() : 0; }

    enum class Came { bytes, datagram, nothing, end };
    // Waits at most so long, or for ever where it is negative. `bytes` is valid until the next call. Throws InputError
    // where a file cannot be read on; a live source has ended then.
    Came next(std::string_view& bytes, int milliseconds);

 private:
    std::string name_;
    Descriptor own_;
    int descriptor_ = -1;
    std::optional<UdpReceiver> udp_;
    bool live_ = false;
    std::string buffer_;
};

}  // namespace polhode::estimate
