// The other side of a connection, byte by byte: for tests of servers. Waits at most some seconds for what never comes.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace polhode::test {

class SocketClient {
 public:
    explicit SocketClient(int port, int receive_buffer = 0) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
        if (receive_buffer) ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_port = htons(static_cast<std::uint16_t>(port));
        ::inet_pton(AF_INET, "127.0.0.1", &at.sin_addr);
        EXPECT_EQ(::connect(fd_, reinterpret_cast<sockaddr*>(&at), sizeof at), 0);
    }
    SocketClient(const SocketClient&) = delete;
    SocketClient& operator=(const SocketClient&) = delete;
    ~SocketClient() { ::close(fd_); }

    void send(std::string_view bytes) { (void)::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL); }
    // Up to and with `mark`; everything that came where it does not come.
    std::string read_to(std::string_view mark) {
        std::string all;
        while (all.size() < mark.size() || all.compare(all.size() - mark.size(), mark.size(), mark) != 0) {
            const std::string byte = read(1);
            if (byte.empty()) break;
            all += byte;
        }
        return all;
    }
    // So many bytes, or fewer where the connection ends.
    std::string read(std::size_t size) {
        std::string all;
        while (all.size() < size) {
            pollfd waiting{fd_, POLLIN, 0};
            if (::poll(&waiting, 1, longest_wait) <= 0) break;
            char buffer[4096];
            const ssize_t got = ::recv(fd_, buffer, std::min(sizeof buffer, size - all.size()), 0);
            if (got <= 0) break;
            all.append(buffer, static_cast<std::size_t>(got));
        }
        return all;
    }
    std::string read_to_the_end() { return read(std::size_t{1} << 30); }

 private:
    static constexpr int longest_wait = 20000;  // ms
    int fd_;
};

struct WebSocketFrame {
    int opcode = -1;  // 1 text, 2 binary, 8 close, 9 ping, 10 pong; -1: the connection ended
    std::string bytes;
    int close_code() const {
        if (opcode != 8 || bytes.size() < 2) return 0;
        return static_cast<unsigned char>(bytes[0]) << 8 | static_cast<unsigned char>(bytes[1]);
    }
};

// A WebSocket by hand (RFC 6455).
class WebSocketClient : public SocketClient {
 public:
    using SocketClient::SocketClient;

    // The answer's head
    std::string ask(const std::string& host, const std::string& headers = "", const std::string& path = "/live") {
        send("GET " + path + " HTTP/1.1\r\nHost: " + host +
             "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
             headers + "\r\n");
        return read_to("\r\n\r\n");
    }
    // Masked with zeros, which changes nothing.
    void say(std::string_view bytes, int opcode = 1) {
        std::string frame(1, static_cast<char>(0x80 | opcode));
        if (bytes.size() < 126) {
            frame += static_cast<char>(0x80 | bytes.size());
        } else {
            frame += static_cast<char>(0x80 | 126);
            frame += static_cast<char>(bytes.size() >> 8);
            frame += static_cast<char>(bytes.size());
        }
        send(frame + std::string(4, '\0') + std::string(bytes));
    }
    WebSocketFrame hear() {
        const std::string head = read(2);
        if (head.size() < 2) return {};
        std::size_t size = static_cast<unsigned char>(head[1]);
        EXPECT_LT(size, 128u) << "a server does not mask";
        const std::size_t more = size == 126 ? 2 : size == 127 ? 8 : 0;
        if (more > 0) {
            size = 0;
            for (const char c : read(more)) size = size << 8 | static_cast<unsigned char>(c);
        }
        return {head[0] & 0x0f, read(size)};
    }
};

}  // namespace polhode::test
