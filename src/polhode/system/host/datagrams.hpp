// Datagrams as the system has them. An endpoint is an address with a port, and a host the address alone, both in the
// system's own bytes. Where a function says that it failed, errno says why.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "polhode/system/file.hpp"

namespace polhode::system {

// Of four numbers, or of IPv6; nothing where it is neither.
std::optional<std::string> datagram_endpoint(const std::string& address, int port);
std::string host_of(const std::string& endpoint);
bool is_this_machine(const std::string& host);

// For the endpoint's family. Never waits.
Descriptor datagram_socket(const std::string& endpoint);
// A socket that is not connected hears of refusals only when it asks to.
bool hear_of_refusals(int socket, const std::string& endpoint);
bool listen_at(int socket, const std::string& endpoint);
int port_of(int socket);  // 0 where it has none

enum class Sending { done, no_room, refused };
// Refused: the first attempt may only bring the answer to an earlier datagram.
Sending send_datagram(int socket, const std::string& endpoint, std::string_view bytes);

struct Received {
    std::size_t bytes = 0;
    std::string host{};
};
// Nothing where none is there.
std::optional<Received> receive_datagram(int socket, char* into, std::size_t room);

}  // namespace polhode::system
