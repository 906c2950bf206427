#include "polhode/net/udp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "polhode/base/diagnostic.hpp"
#include "polhode/system/host/datagrams.hpp"

namespace polhode {

namespace {

constexpr std::size_t largest_datagram = 65536;
constexpr int most_foreign = 256;  // passed over in one call

// An address and a port as the system has them.
std::string udp_endpoint(const std::string& address, int port, const Place& of_address, const Place& of_port) {
    if (port < 0 || port > 65535) throw InputError(of_port, fmt::format("{} is not a port; allowed: 0 to 65535", port));
    const std::string name = address == "localhost" ? "127.0.0.1" : address;
    if (auto endpoint = system::datagram_endpoint(name, port)) return *endpoint;
    throw InputError(of_address, fmt::format("'{}' is not an address such as 127.0.0.1 or ::1", address));
}

Descriptor udp_socket(const std::string& endpoint, const Place& whole) {
    Descriptor made = system::datagram_socket(endpoint);
    if (!made) throw InputError(whole, fmt::format("no socket: {}", std::strerror(errno)));
    return made;
}

}  // namespace

UdpSender::UdpSender(const std::string& address, int port, const UdpPlaces& places)
    : address_(udp_endpoint(address, port, places.address, places.port)) {
    if (port == 0) throw InputError(places.port, "0 is no port to send to; allowed: 1 to 65535");
    socket_ = udp_socket(address_, places.whole);
    system::hear_of_refusals(socket_.get(), address_);
}

void UdpSender::send(std::string_view bytes) {
    // The first attempt may only bring the answer to an earlier datagram.
    for (int attempt = 0; attempt < 2; ++attempt) {
        switch (system::send_datagram(socket_.get(), address_, bytes)) {
            case system::Sending::done:
                ++counts_.sent;
                return;
            case system::Sending::no_room:
                ++counts_.skipped;
                return;
            case system::Sending::refused:
                ++counts_.refused;
        }
    }
}

UdpReceiver::UdpReceiver(const std::string& address, int port, const std::vector<std::string>& from,
                         const UdpPlaces& places) {
    const std::string endpoint = udp_endpoint(address, port, places.address, places.port);
    for (const std::string& name : from)
        from_.push_back(system::host_of(udp_endpoint(name, 0, places.from, places.port)));
    socket_ = udp_socket(endpoint, places.whole);
    if (!system::listen_at(socket_.get(), endpoint))
        throw InputError(places.port,
                         fmt::format("cannot listen on {}:{} (UDP): {}", address, port, std::strerror(errno)));
    buffer_.resize(largest_datagram);
}

int UdpReceiver::port() const { return system::port_of(socket_.get()); }

std::optional<std::string_view> UdpReceiver::next() {
    // A flood from elsewhere must not keep the caller here.
    for (int foreign = 0; foreign < most_foreign; ++foreign) {
        const auto got = system::receive_datagram(socket_.get(), buffer_.data(), buffer_.size());
        if (!got) return std::nullopt;
        if (system::is_this_machine(got->host) || std::find(from_.begin(), from_.end(), got->host) != from_.end()) {
            ++counts_.received;
            return std::string_view(buffer_.data(), got->bytes);
        }
        ++counts_.foreign;
    }
    return std::nullopt;
}

}  // namespace polhode
