#include "polhode/system/host/datagrams.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace polhode::system {

namespace {

const sockaddr* as_sockaddr(const std::string& endpoint) { return reinterpret_cast<const sockaddr*>(endpoint.data()); }

std::string host_in(const sockaddr* endpoint) {
    if (endpoint->sa_family == AF_INET) {
        in_addr host;
        std::memcpy(&host, reinterpret_cast<const char*>(endpoint) + offsetof(sockaddr_in, sin_addr), sizeof host);
        return {reinterpret_cast<const char*>(&host), sizeof host};
    }
    in6_addr host;
    std::memcpy(&host, reinterpret_cast<const char*>(endpoint) + offsetof(sockaddr_in6, sin6_addr), sizeof host);
    return {reinterpret_cast<const char*>(&host), sizeof host};
}

}  // namespace

std::optional<std::string> datagram_endpoint(const std::string& address, int port) {
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(static_cast<std::uint16_t>(port));
    if (::inet_pton(AF_INET, address.c_str(), &v4.sin_addr) == 1)
        return std::string(reinterpret_cast<const char*>(&v4), sizeof v4);
    sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(static_cast<std::uint16_t>(port));
    if (::inet_pton(AF_INET6, address.c_str(), &v6.sin6_addr) == 1)
        return std::string(reinterpret_cast<const char*>(&v6), sizeof v6);
    return std::nullopt;
}

std::string host_of(const std::string& endpoint) { return host_in(as_sockaddr(endpoint)); }

bool is_this_machine(const std::string& host) {
    if (host.size() == sizeof(in_addr)) return host[0] == 127;
    return host == std::string(15, '\0') + '\1';
}

Descriptor datagram_socket(const std::string& endpoint) {
    const int family = as_sockaddr(endpoint)->sa_family;
    return Descriptor(::socket(family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

bool hear_of_refusals(int socket, const std::string& endpoint) {
    const int yes = 1;
    if (as_sockaddr(endpoint)->sa_family == AF_INET)
        return ::setsockopt(socket, IPPROTO_IP, IP_RECVERR, &yes, sizeof yes) == 0;
    return ::setsockopt(socket, IPPROTO_IPV6, IPV6_RECVERR, &yes, sizeof yes) == 0;
}

bool listen_at(int socket, const std::string& endpoint) {
    return ::bind(socket, as_sockaddr(endpoint), static_cast<socklen_t>(endpoint.size())) == 0;
}

int port_of(int socket) {
    sockaddr_in6 bound{};
    socklen_t size = sizeof bound;
    if (::getsockname(socket, reinterpret_cast<sockaddr*>(&bound), &size) != 0) return 0;
    return ntohs(bound.sin6_port);  // stands at the same place in both families
}

Sending send_datagram(int socket, const std::string& endpoint, std::string_view bytes) {
    const ssize_t done = ::sendto(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL, as_sockaddr(endpoint),
                                  static_cast<socklen_t>(endpoint.size()));
    if (done >= 0) return Sending::done;
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS) return Sending::no_room;
    char ignored[256];
    while (::recv(socket, ignored, sizeof ignored, MSG_ERRQUEUE | MSG_DONTWAIT) >= 0) {
    }
    return Sending::refused;
}

std::optional<Received> receive_datagram(int socket, char* into, std::size_t room) {
    sockaddr_in6 sender{};
    socklen_t size = sizeof sender;
    const ssize_t got = ::recvfrom(socket, into, room, MSG_DONTWAIT, reinterpret_cast<sockaddr*>(&sender), &size);
    if (got < 0) return std::nullopt;
    return Received{static_cast<std::size_t>(got), host_in(reinterpret_cast<const sockaddr*>(&sender))};
}

}  // namespace polhode::system
