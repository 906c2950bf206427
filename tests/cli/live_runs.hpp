// A body that is flown by the program while a test speaks to it, and its record.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "program.hpp"

namespace polhode::test::flown {

inline const std::string body = R"(title = "A body in the hand"
[body]
inertia = [1.0, 1.3, 0.7]
[start]
rate = [0.3, -0.2, 4.0]
[method]
integrator = "adams-bashforth"
step = 0.002
[[compare]]
name = "coarse"
integrator = "heun"
step = 0.002
[run]
duration = 1.0
sample = 0.01
)";
inline const std::string by_datagram = body + "[[input]]\nkind = \"udp\"\nname = \"hand\"\ntorque = [0.5, 0.5, 0.5]\n";

inline std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// A datagram socket on this machine at a port that the system chose.
class Datagrams {
 public:
    Datagrams() : socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in own = loopback(0);
        if (::bind(socket_, reinterpret_cast<sockaddr*>(&own), sizeof own) != 0) throw std::runtime_error("no port");
        socklen_t length = sizeof own;
        ::getsockname(socket_, reinterpret_cast<sockaddr*>(&own), &length);
        port_ = ntohs(own.sin_port);
    }
    ~Datagrams() { ::close(socket_); }
    Datagrams(const Datagrams&) = delete;
    Datagrams& operator=(const Datagrams&) = delete;

    int port() const { return port_; }
    void send(int port, const std::string& text) const {
        const sockaddr_in to = loopback(port);
        ::sendto(socket_, text.data(), text.size(), 0, reinterpret_cast<const sockaddr*>(&to), sizeof to);
    }
    // Nothing within a minute: something hangs.
    std::optional<nlohmann::json> receive(int milliseconds = 60000) const {
        pollfd end{socket_, POLLIN, 0};
        if (poll(&end, 1, milliseconds) != 1) return {};
        std::string room(65536, '\0');
        const ssize_t n = ::recv(socket_, room.data(), room.size(), 0);
        if (n < 0) return {};
        return nlohmann::json::parse(room.substr(0, static_cast<std::size_t>(n)));
    }
    // The next message of a kind.
    std::optional<nlohmann::json> receive(const std::string& op) const {
        for (;;) {
            auto message = receive();
            if (!message || (*message)["op"] == op) return message;
        }
    }

 private:
    static sockaddr_in loopback(int port) {
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_port = htons(static_cast<std::uint16_t>(port));
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return at;
    }
    int socket_, port_ = 0;
};

// A free port for an [[input]] that must be known beforehand: the system chose it a moment ago.
inline int free_port() { return Datagrams().port(); }

inline std::string at_port(const std::string& text, int port) { return text + "port = " + std::to_string(port) + "\n"; }

inline void expect_record_gives(const Folder& folder, const std::string& record, const std::string& csv) {
    const std::string rows = contents(csv);
    ASSERT_GT(rows.size(), 200u);
    const Outcome by_run = run({"run", record, "--csv", folder.file("run.csv"), "--quiet"});
    ASSERT_EQ(by_run.code, 0) << by_run.err;
    EXPECT_EQ(contents(folder.file("run.csv")), rows);
    const Outcome again =
        run({"live", "--replay", record, "--clock", "none", "--csv", folder.file("again.csv"), "--quiet"});
    ASSERT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(contents(folder.file("again.csv")), rows);
}

}  // namespace polhode::test::flown
