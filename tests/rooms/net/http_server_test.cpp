#include "polhode/net/http_server.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "polhode/base/diagnostic.hpp"

namespace http_server_test {

namespace {

using namespace polhode;

// What a server on this port answers to these bytes.
std::string answer_of(int port, const std::string& bytes) {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(static_cast<std::uint16_t>(port));
    ::inet_pton(AF_INET, "127.0.0.1", &at.sin_addr);
    EXPECT_EQ(::connect(fd, reinterpret_cast<sockaddr*>(&at), sizeof at), 0);
    (void)::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    std::string all;
    char buffer[4096];
    for (ssize_t got; (got = ::recv(fd, buffer, sizeof buffer, 0)) > 0;)
        all.append(buffer, static_cast<std::size_t>(got));
    ::close(fd);
    return all;
}

// Content goes out in pieces: none, one, and sizes about the ends of pieces. HEAD gets the length alone.
TEST(HttpServer, SendsContentOfEverySize) {
    HttpServer server({}, [](const HttpRequest& request) {
        HttpAnswer answer;
        answer.text = std::make_shared<const std::string>(std::stoul(request.target.substr(1)), 'x');
        return answer;
    });
    std::atomic<bool> over{false};
    std::thread running([&] { server.run([&] { return over.load(); }); });
    for (const std::size_t size : {0, 1, 65535, 65536, 65537, 131072, 200000}) {
        const std::string length = std::to_string(size);
        for (const std::string method : {"GET", "HEAD"}) {
            const std::string all = answer_of(server.port(), method + " /" + length + " HTTP/1.1\r\n\r\n");
            const std::size_t end = all.find("\r\n\r\n");
            EXPECT_NE(end, std::string::npos);
            EXPECT_NE(all.find("Content-Length: " + length + "\r\n"), std::string::npos) << all.substr(0, end);
            EXPECT_EQ(all.size() - end - 4, method == "GET" ? size : 0) << length;
        }
    }
    over = true;
    running.join();
}

TEST(HttpServer, APortThatIsTakenIsToldByTheOptionThatNamesIt) {
    const HttpServer first({}, {});
    HttpServerOptions options;
    options.port = first.port();
    options.port_option = "--serve";
    try {
        const HttpServer second(options, {});
        FAIL() << "two at one port";
    } catch (const InputError& e) {
        const std::string at = "--serve: cannot listen on 127.0.0.1:" + std::to_string(first.port());
        EXPECT_EQ(std::string(e.what()).find(at), 0u) << e.what();
    }
}

TEST(HttpRequest, IsReadStrictly) {
    const auto request = parse_http_request("GET /a?b HTTP/1.1\r\nHost: x\r\nA-b:  c d \r\n\r\n");
    ASSERT_TRUE(request);
    EXPECT_EQ(request->target, "/a?b");
    EXPECT_EQ(request->only("a-b"), "c d");
    EXPECT_EQ(request->only("none"), "");
    for (const char* bad :
         {"", "GET\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/2\r\n\r\n", "GET x HTTP/1.1\r\n\r\n",
          "G T / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/1.1\r\n folded: x\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: x\r\n", "GET /\x01 HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost : x\r\n\r\n"})
        EXPECT_FALSE(parse_http_request(bad)) << bad;
}

}  // namespace

}  // namespace http_server_test
