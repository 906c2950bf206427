#include "polhode/studio/studio_server.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "polhode/base/diagnostic.hpp"
#include "support/folder.hpp"

namespace studio_server_test {

namespace {

namespace fs = std::filesystem;
using namespace polhode;

// What is served, and what lies beside it and is not.
class Site {
 public:
    Site() {
        fs::create_directories(folder.file("served/inner"));
        folder.write("secret.toml", "secret");
        folder.write("served/a b.toml", "title = \"a\"\n");
        folder.write("served/inner/rows.csv", "t,qw\n0,1\n");
        folder.write("served/inner/summary.json", "{}");
        folder.write("served/inner/provenance.json", "{}");
        folder.write("served/.hidden.toml", "hidden");
        folder.write("served/program.html", "<script>");
        fs::create_symlink(folder.file("secret.toml"), folder.file("served/out.toml"));
        fs::create_directory_symlink("/etc", folder.file("served/etc"));
    }
    std::string served() const { return folder.file("served"); }
    test::Folder folder;
};

class Running {
 public:
    enum class When { now, later };
    explicit Running(StudioServerOptions options, When when = When::now) : server(std::move(options)) {
        if (when == When::now) start();
    }
    ~Running() {
        over = true;
        if (thread.joinable()) thread.join();
    }
    // Clients may connect before; they are answered from here on.
    void start() {
        thread = std::thread([this] { server.run([this] { return over.load(); }); });
    }
    std::string host() const { return "127.0.0.1:" + std::to_string(server.port()); }

    int connected() const {
        const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_port = htons(static_cast<std::uint16_t>(server.port()));
        ::inet_pton(AF_INET, "127.0.0.1", &at.sin_addr);
        EXPECT_EQ(::connect(fd, reinterpret_cast<sockaddr*>(&at), sizeof at), 0);
        return fd;
    }
    // Sends bytes as they are.
    int sent(const std::string& bytes) const {
        const int fd = connected();
        (void)::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        return fd;
    }
    // Sends bytes as they are and reads until the end.
    std::string raw(const std::string& bytes) const { return read_to_the_end(sent(bytes)); }
    static std::string read_to_the_end(int fd) {
        std::string all;
        char buffer[4096];
        for (ssize_t got; (got = ::recv(fd, buffer, sizeof buffer, 0)) > 0;)
            all.append(buffer, static_cast<std::size_t>(got));
        ::close(fd);
        return all;
    }
    std::string get(const std::string& target, const std::string& more = "", const std::string& method = "GET") const {
        return raw(method + " " + target + " HTTP/1.1\r\nHost: " + host() + "\r\n" + more + "\r\n");
    }
    int status(const std::string& target, const std::string& more = "", const std::string& method = "GET") const {
        return status_of(get(target, more, method));
    }
    static int status_of(const std::string& answer) { return answer.size() < 12 ? 0 : std::stoi(answer.substr(9, 3)); }

    StudioServer server;
    std::atomic<bool> over{false};
    std::thread thread;
};

StudioServerOptions serving(const Site& site) {
    StudioServerOptions options;
    options.page = "<!doctype html><p>page</p>";
    options.folder = site.served();
    options.first = "a b.toml";
    return options;
}

TEST(StudioServer, ServesThePageTheListAndFilesOfTheFolder) {
    const Site site;
    const Running running(serving(site));
    const std::string page = running.get("/");
    EXPECT_EQ(Running::status_of(page), 200);
    EXPECT_NE(page.find("<p>page</p>"), std::string::npos);
    EXPECT_NE(page.find("frame-ancestors 'none'"), std::string::npos);
    const std::string session = running.get("/session");
    EXPECT_NE(session.find(R"({"files":["a b.toml","inner/rows.csv","inner/summary.json"],"name":"a b.toml"})"),
              std::string::npos)
        << session;
    EXPECT_NE(running.get("/file/a%20b.toml").find("title = \"a\""), std::string::npos);
    EXPECT_NE(running.get("/file/inner/rows.csv").find("t,qw"), std::string::npos);
    const std::string head = running.get("/", "", "HEAD");
    EXPECT_EQ(Running::status_of(head), 200);
    EXPECT_EQ(head.find("page</p>"), std::string::npos);
    EXPECT_EQ(running.status("/nowhere"), 404);
    EXPECT_EQ(running.status("/", "", "POST"), 405);
}

TEST(StudioServer, ListensOnLoopbackUnlessTold) {
    const Site site;
    const Running running(serving(site));
    EXPECT_EQ(running.server.url(), "http://127.0.0.1:" + std::to_string(running.server.port()) + "/");
}

TEST(StudioServer, RefusesForeignHostsAndOrigins) {
    const Site site;
    const Running running(serving(site));
    const auto with = [&](const std::string& headers) {
        return Running::status_of(running.raw("GET /session HTTP/1.1\r\n" + headers + "\r\n"));
    };
    const std::string port = ":" + std::to_string(running.server.port());
    EXPECT_EQ(with("Host: 127.0.0.1" + port + "\r\n"), 200);
    EXPECT_EQ(with("Host: LOCALHOST" + port + "\r\n"), 200);
    EXPECT_EQ(with("Host: evil.example" + port + "\r\n"), 403);
    EXPECT_EQ(with("Host: 127.0.0.1.evil.example" + port + "\r\n"), 403);
    EXPECT_EQ(with("Host: 127.0.0.1\r\n"), 403) << "another port is another server";
    EXPECT_EQ(with(""), 403);
    EXPECT_EQ(with("Host: 127.0.0.1" + port + "\r\nHost: evil.example\r\n"), 403);
    const std::string host = "Host: 127.0.0.1" + port + "\r\n";
    EXPECT_EQ(with(host + "Origin: http://127.0.0.1" + port + "\r\n"), 200);
    EXPECT_EQ(with(host + "Origin: http://evil.example\r\n"), 403);
    EXPECT_EQ(with(host + "Origin: null\r\n"), 403);
    EXPECT_EQ(with(host + "Origin: https://127.0.0.1" + port + "\r\n"), 403);
    EXPECT_EQ(with(host + "Sec-Fetch-Site: cross-site\r\n"), 403);
    EXPECT_EQ(with(host + "Sec-Fetch-Site: same-origin\r\n"), 200);
}

TEST(StudioServer, NoPathLeavesTheFolder) {
    const Site site;
    const Running running(serving(site));
    for (const std::string path : {"../secret.toml",
                                   "%2e%2e/secret.toml",
                                   "..%2fsecret.toml",
                                   "inner/../../secret.toml",
                                   "/etc/passwd",
                                   "%2fetc%2fpasswd",
                                   "..\\secret.toml",
                                   "..%5csecret.toml",
                                   "out.toml",
                                   "etc/passwd",
                                   "etc/fstab.txt",
                                   ".hidden.toml",
                                   "program.html",
                                   "inner",
                                   "",
                                   "a%00b.toml",
                                   "a%zz.toml",
                                   "%",
                                   "inner//rows.csv",
                                   "./a%20b.toml"}) {
        const std::string answer = running.get("/file/" + path);
        EXPECT_TRUE(Running::status_of(answer) == 404 || Running::status_of(answer) == 400) << path << "\n" << answer;
        EXPECT_EQ(answer.find("secret\n"), std::string::npos);
        EXPECT_EQ(answer.find("root:"), std::string::npos);
    }
}

TEST(StudioServer, ServesOnlyWhatItWasTold) {
    const Site site;
    StudioServerOptions options = serving(site);
    options.only = {"a b.toml"};
    const Running running(std::move(options));
    EXPECT_EQ(running.status("/file/a%20b.toml"), 200);
    EXPECT_EQ(running.status("/file/inner/rows.csv"), 404);
    EXPECT_EQ(running.get("/session").find("rows.csv"), std::string::npos);
}

TEST(StudioServer, LimitsSizes) {
    const Site site;
    site.folder.write("served/large.csv", std::string(5000, 'x'));
    StudioServerOptions options = serving(site);
    options.largest_file = 4000;
    const Running running(std::move(options));
    EXPECT_EQ(running.status("/file/large.csv"), 413);
    EXPECT_EQ(running.status("/", "X: " + std::string(20000, 'x') + "\r\n"), 431);
    EXPECT_EQ(running.status("/" + std::string(20000, 'x')), 431);
    EXPECT_EQ(running.status("/", "Content-Length: 5\r\n"), 400);
}

TEST(StudioServer, SendsLargeFilesWhole) {
    const Site site;
    std::string text;
    for (int i = 0; i < 100000; ++i) text += std::to_string(i) + ",0,0,0\n";
    site.folder.write("served/large.csv", text);
    const Running running(serving(site));
    const std::string answer = running.get("/file/large.csv");
    EXPECT_EQ(answer.substr(answer.find("\r\n\r\n") + 4), text);
}

TEST(StudioServer, SlowClientsAreLetGoAndOthersServed) {
    const Site site;
    StudioServerOptions options = serving(site);
    options.patience = 0.5;
    options.connections = 8;
    // Everything is sent before the server looks at its clock for the first time.
    Running running(std::move(options), Running::When::later);
    std::vector<int> slow;
    for (int i = 0; i < 8; ++i) slow.push_back(running.sent("GET / HT"));
    const int quick = running.sent("GET / HTTP/1.1\r\nHost: " + running.host() + "\r\n\r\n");
    running.start();
    // All places are taken, and free again when the patience is over.
    EXPECT_EQ(Running::status_of(Running::read_to_the_end(quick)), 200);
    for (const int fd : slow) EXPECT_EQ(Running::status_of(Running::read_to_the_end(fd)), 408);
}

TEST(StudioServer, SurvivesGarbageAndSuddenEnds) {
    const Site site;
    const Running running(serving(site));
    std::mt19937 random(7);
    const std::string good = "GET /file/a%20b.toml HTTP/1.1\r\nHost: " + running.host() + "\r\nOrigin: x\r\n\r\n";
    for (int i = 0; i < 300; ++i) {
        std::string bytes = good;
        const int kind = i % 3;
        if (kind == 0) {
            bytes.assign(random() % 400, ' ');
            for (char& c : bytes) c = static_cast<char>(random());
            bytes += "\r\n\r\n";
        } else {
            for (int k = 0; k < 3; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
            bytes += "\r\n\r\n";
        }
        if (kind == 2) {
            const int fd = running.connected();
            (void)::send(fd, bytes.data(), random() % bytes.size(), MSG_NOSIGNAL);
            const linger at_once{1, 0};
            ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
            ::close(fd);
        } else {
            const int status = Running::status_of(running.raw(bytes));
            EXPECT_TRUE(status == 400 || status == 403 || status == 404 || status == 405 || status == 200) << status;
        }
    }
    EXPECT_EQ(running.status("/"), 200);
}

// Where a body runs, the page is told; who judges its sockets is asked first, and opens nothing else.
TEST(StudioServer, ARunningBodyBesideThePage) {
    const Site site;
    StudioServerOptions options = serving(site);
    options.live = "/live";
    Running running(std::move(options), Running::When::later);
    const auto hub = running.server.http().new_hub({}, {});
    running.server.set_sockets(
        [&](const HttpRequest& request, const VisitorCheck& visitors) -> std::optional<HttpAnswer> {
            if (request.target != "/live") return std::nullopt;
            if (auto refusal = visitors.refusal_of_socket(request, {"https://viewer.example"})) return refusal;
            HttpAnswer granted;
            granted.socket = hub;
            return granted;
        });
    running.start();
    EXPECT_NE(running.get("/session").find(R"("live":"/live")"), std::string::npos);
    const std::string viewer = "Origin: https://viewer.example\r\n";
    const std::string upgrade =
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    const int fd = running.sent("GET /live HTTP/1.1\r\nHost: " + running.host() + "\r\n" + viewer + upgrade + "\r\n");
    char answer[12] = {};
    EXPECT_EQ(::recv(fd, answer, sizeof answer, MSG_WAITALL), 12);
    EXPECT_EQ(std::string(answer, 12), "HTTP/1.1 101");
    ::close(fd);
    EXPECT_EQ(running.status("/live", "Origin: https://other.example\r\n" + upgrade), 403);
    EXPECT_EQ(running.status("/session", viewer), 403) << "named for the socket, not for the files";
    EXPECT_EQ(running.status("/file/a%20b.toml", viewer + upgrade), 403);
    EXPECT_EQ(running.status("/live"), 426);
}

TEST(StudioServer, SaysWhatItCannotUse) {
    StudioServerOptions options;
    options.folder = "/nowhere/at/all";
    EXPECT_THROW(StudioServer server(options), InputError);
    options.folder = "";
    options.address = "somewhere";
    EXPECT_THROW(StudioServer server(options), InputError);
}

}  // namespace

}  // namespace studio_server_test
