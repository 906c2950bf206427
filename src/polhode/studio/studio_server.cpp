#include "polhode/studio/studio_server.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "polhode/base/diagnostic.hpp"
#include "polhode/files/file_descriptor.hpp"

namespace polhode {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::size_t longest_head = 16 * 1024;
constexpr std::size_t piece = 64 * 1024;
constexpr std::size_t most_listed = 500;

std::string small_letters(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

bool is_token(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::strchr("!#$%&'*+-.^_`|~", c) != nullptr;
    });
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool may_be_served(const fs::path& path) {
    static const std::vector<std::string> kinds{".toml", ".csv", ".txt", ".tsv", ".dat", ".json", ".svg"};
    return std::find(kinds.begin(), kinds.end(), path.extension().string()) != kinds.end();
}

std::string kind_of(const std::string& name) {
    if (name.size() > 5 && name.compare(name.size() - 5, 5, ".json") == 0) return "application/json";
    return "text/plain; charset=utf-8";  // a picture as text too: nothing from the folder runs as a page
}

struct Connection {
    Descriptor socket;
    std::string in;
    std::string out;
    std::size_t sent = 0;
    std::shared_ptr<const std::string> body;  // sent after `out`, shared by all that want it
    std::size_t body_sent = 0;
    Descriptor file;  // or the rest of a file
    long long file_left = 0;
    bool answering = false, ending = false;
    Clock::time_point deadline;
};

}  // namespace

std::optional<std::string> HttpRequest::only(const std::string& name) const {
    std::optional<std::string> found;
    for (const auto& [key, value] : headers)
        if (key == name) {
            if (found) return std::nullopt;
            found = value;
        }
    return found.value_or("");
}

std::optional<HttpRequest> parse_http_request(std::string_view head) {
    HttpRequest request;
    const auto line_of = [&](std::string_view& line) {
        const auto end = head.find("\r\n");
        if (end == std::string_view::npos) return false;
        line = head.substr(0, end);
        head.remove_prefix(end + 2);
        return true;
    };
    std::string_view line;
    if (!line_of(line)) return std::nullopt;
    const auto first = line.find(' '), last = line.rfind(' ');
    if (first == std::string_view::npos || first == last) return std::nullopt;
    const std::string_view method = line.substr(0, first), target = line.substr(first + 1, last - first - 1),
                           version = line.substr(last + 1);
    if (!is_token(method) || target.empty() || target[0] != '/') return std::nullopt;
    if (version != "HTTP/1.1" && version != "HTTP/1.0") return std::nullopt;
    for (const char c : target)
        if (static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) >= 0x7f) return std::nullopt;
    request.method = method;
    request.target = target;
    while (line_of(line)) {
        if (line.empty()) return request;
        const auto colon = line.find(':');
        if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) return std::nullopt;
        std::string_view value = line.substr(colon + 1);
        while (!value.empty() && (value.front() == ' ' || value.front() == '\t')) value.remove_prefix(1);
        while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.remove_suffix(1);
        for (const char c : value)
            if (static_cast<unsigned char>(c) < ' ' && c != '\t') return std::nullopt;
        request.headers.emplace_back(small_letters(std::string(line.substr(0, colon))), std::string(value));
    }
    return std::nullopt;
}

std::optional<std::string> path_below(std::string_view encoded) {
    std::string path;
    for (std::size_t i = 0; i < encoded.size(); ++i) {
        char c = encoded[i];
        if (c == '%') {
            if (i + 2 >= encoded.size()) return std::nullopt;
            const int high = hex_digit(encoded[i + 1]), low = hex_digit(encoded[i + 2]);
            if (high < 0 || low < 0) return std::nullopt;
            c = static_cast<char>(16 * high + low);
            i += 2;
        }
        if (c == '\0' || c == '\\' || (c > 0 && c < ' ')) return std::nullopt;
        path += c;
    }
    // No part may be empty, hidden, or "..".
    for (std::size_t begin = 0; begin <= path.size();) {
        const auto slash = std::min(path.find('/', begin), path.size());
        if (slash == begin || path[begin] == '.') return std::nullopt;
        begin = slash + 1;
    }
    return path;
}

struct StudioServer::Impl {
    StudioServerOptions options;
    std::shared_ptr<const std::string> page;
    Descriptor listening;
    int port = 0;
    std::vector<std::string> hosts;
    std::vector<Connection> connections;

    explicit Impl(StudioServerOptions given) : options(std::move(given)) {
        page = std::make_shared<const std::string>(std::move(options.page));
        if (!options.folder.empty()) {
            std::error_code error;
            const fs::path folder = fs::canonical(options.folder, error);
            if (error || !fs::is_directory(folder, error))
                throw InputError({options.folder, 0, ""}, "this is not a folder that can be read");
            options.folder = folder.string();
        }
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_port = htons(static_cast<std::uint16_t>(options.port));
        if (::inet_pton(AF_INET, options.address.c_str(), &at.sin_addr) != 1)
            throw InputError({"--address", 0, ""},
                             fmt::format("'{}' is not an address such as 127.0.0.1", options.address));
        listening = Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
        const int yes = 1;
        if (listening) ::setsockopt(listening.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        if (!listening || ::bind(listening.get(), reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0 ||
            ::listen(listening.get(), 64) != 0)
            throw InputError(
                {options.port ? "--port" : "--address", 0, ""},
                fmt::format("cannot listen on {}:{}: {}", options.address, options.port, std::strerror(errno)));
        socklen_t length = sizeof at;
        ::getsockname(listening.get(), reinterpret_cast<sockaddr*>(&at), &length);
        port = ntohs(at.sin_port);
        for (std::string name : {std::string("127.0.0.1"), std::string("localhost"), options.address}) add_host(name);
        for (const std::string& name : options.hosts) add_host(name);
    }
    void add_host(const std::string& name) {
        hosts.push_back(fmt::format("{}:{}", small_letters(name), port));
        if (port == 80) hosts.push_back(small_letters(name));
    }
    bool ours(const std::string& host) const {
        return std::find(hosts.begin(), hosts.end(), small_letters(host)) != hosts.end();
    }

    void run(const std::function<bool()>& stop) {
        while (!stop()) {
            std::vector<pollfd> watched;
            const bool room = connections.size() < static_cast<std::size_t>(options.connections);
            watched.push_back({listening.get(), static_cast<short>(room ? POLLIN : 0), 0});
            for (const Connection& c : connections)
                watched.push_back({c.socket.get(), static_cast<short>(c.answering ? POLLOUT : POLLIN), 0});
            if (::poll(watched.data(), watched.size(), 200) < 0 && errno != EINTR) return;
            const auto now = Clock::now();
            for (std::size_t i = 0; i < connections.size(); ++i) {
                Connection& c = connections[i];
                if (watched[i + 1].revents & (POLLIN | POLLOUT | POLLHUP | POLLERR)) {
                    if (c.answering)
                        write(c);
                    else
                        read(c);
                }
                if (now > c.deadline && !c.ending) {
                    if (c.answering || c.in.empty())
                        c.ending = true;
                    else
                        refuse(c, 408, "the request took too long");
                }
            }
            connections.erase(
                std::remove_if(connections.begin(), connections.end(), [](const Connection& c) { return c.ending; }),
                connections.end());
            if (watched[0].revents & POLLIN) accept();
        }
    }

    Clock::time_point later() const {
        return Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.patience));
    }

    void accept() {
        while (connections.size() < static_cast<std::size_t>(options.connections)) {
            Descriptor socket(::accept4(listening.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
            if (!socket) return;
            Connection c;
            c.socket = std::move(socket);
            c.deadline = later();
            connections.push_back(std::move(c));
        }
    }

    void read(Connection& c) {
        char buffer[4096];
        const ssize_t got = ::recv(c.socket.get(), buffer, sizeof buffer, 0);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (got <= 0) {
            c.ending = true;
            return;
        }
        c.in.append(buffer, static_cast<std::size_t>(got));
        const auto end = c.in.find("\r\n\r\n");
        if (end == std::string::npos) {
            if (c.in.size() > longest_head) refuse(c, 431, "the request is too long");
            return;
        }
        if (end > longest_head) return refuse(c, 431, "the request is too long");
        const auto request = parse_http_request(std::string_view(c.in).substr(0, end + 4));
        if (!request) return refuse(c, 400, "this is not a request");
        answer(c, *request);
    }

    void answer(Connection& c, const HttpRequest& request) {
        const auto host = request.only("host"), origin = request.only("origin"), site = request.only("sec-fetch-site");
        if (!host || !ours(*host)) return refuse(c, 403, "this server answers to its own name only");
        if (!origin ||
            (!origin->empty() && !(origin->rfind("http://", 0) == 0 && ours(origin->substr(std::strlen("http://"))))))
            return refuse(c, 403, "this server answers to its own page only");
        const bool head = request.method == "HEAD";
        if (!head && request.method != "GET") return refuse(c, 405, "only GET and HEAD");
        const auto length = request.only("content-length");
        if (!length || (!length->empty() && *length != "0") || request.only("transfer-encoding") != "")
            return refuse(c, 400, "a request with content");
        const std::string target = request.target.substr(0, request.target.find_first_of("?#"));
        if (target == "/" || target == "/index.html") {
            begin(c, 200, "text/html; charset=utf-8", static_cast<long long>(page->size()), true);
            if (!head) c.body = page;
            return;
        }
        // A link from elsewhere may lead to the page, but only the page may ask for more.
        if (!site || *site == "cross-site" || *site == "same-site")
            return refuse(c, 403, "this server answers to its own page only");
        if (target == "/session") return send(c, 200, "application/json", session(), head);
        if (target.rfind("/file/", 0) == 0) return send_file(c, std::string_view(target).substr(6), head);
        refuse(c, 404, "there is nothing here");
    }

    bool listed(const std::string& name) const {
        return options.only.empty() || std::find(options.only.begin(), options.only.end(), name) != options.only.end();
    }

    // The path of a file that may be served, with every link followed; "" where there is none.
    std::string inside(const std::string& name) const {
        if (options.folder.empty() || !listed(name)) return "";
        std::error_code error;
        const fs::path path = fs::canonical(fs::path(options.folder) / name, error);
        const std::string root = options.folder == "/" ? "/" : options.folder + "/";
        if (error || path.string().rfind(root, 0) != 0 || !may_be_served(path)) return "";
        return fs::is_regular_file(path, error) ? path.string() : "";
    }

    std::string session() const {
        std::vector<std::string> files;
        std::error_code error;
        if (!options.folder.empty()) {
            fs::recursive_directory_iterator at(options.folder, fs::directory_options::skip_permission_denied, error),
                end;
            for (; !error && at != end && files.size() < most_listed; at.increment(error)) {
                const std::string name = at->path().filename().string();
                std::error_code ignored;
                if (name.empty() || name[0] == '.' || (at.depth() >= 3 && at->is_directory(ignored))) {
                    if (at->is_directory(ignored)) at.disable_recursion_pending();
                    continue;
                }
                const std::string kind = at->path().extension().string();
                if (kind != ".toml" && kind != ".csv") continue;
                const std::string below = fs::path(at->path()).lexically_relative(options.folder).generic_string();
                if (!inside(below).empty()) files.push_back(below);
            }
        }
        std::sort(files.begin(), files.end());
        const nlohmann::json json{{"name", options.first}, {"files", files}};
        return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }

    void send_file(Connection& c, std::string_view encoded, bool head) {
        const auto name = path_below(encoded);
        const std::string path = name ? inside(*name) : "";
        if (path.empty()) return refuse(c, 404, "there is no such file here");
        Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        struct stat about {};
        if (!file || ::fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode))
            return refuse(c, 404, "there is no such file here");
        if (about.st_size > options.largest_file)
            return refuse(c, 413, fmt::format("{} is larger than {} MB", *name, options.largest_file >> 20));
        begin(c, 200, kind_of(path), about.st_size, false);
        if (head) return;
        c.file = std::move(file);
        c.file_left = about.st_size;
    }

    void send(Connection& c, int status, const std::string& kind, const std::string& text, bool head) {
        begin(c, status, kind, static_cast<long long>(text.size()), false);
        if (!head) c.out += text;
    }
    void refuse(Connection& c, int status, const std::string& why) {
        send(c, status, "text/plain; charset=utf-8", why + "\n", false);
    }

    void begin(Connection& c, int status, const std::string& kind, long long length, bool is_page) {
        static const std::vector<std::pair<int, const char*>> words{
            {200, "OK"},        {400, "Bad Request"},        {403, "Forbidden"},
            {404, "Not Found"}, {405, "Method Not Allowed"}, {408, "Request Timeout"},
            {413, "Too Large"}, {431, "Header Too Large"}};
        const auto word = std::find_if(words.begin(), words.end(), [&](const auto& w) { return w.first == status; });
        c.out = fmt::format(
            "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n"
            "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
            "Cross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: DENY\r\n",
            status, word == words.end() ? "Status" : word->second, kind, length);
        c.out += is_page ? "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline' "
                           "'wasm-unsafe-eval' blob:; worker-src blob: data:; style-src 'unsafe-inline'; img-src data: "
                           "blob:; connect-src 'self' blob: data:; media-src blob:; base-uri 'none'; form-action "
                           "'none'; frame-ancestors 'none'\r\n"
                         : "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n";
        c.out += "\r\n";
        c.sent = 0;
        c.answering = true;
        c.deadline = later();
    }

    void write(Connection& c) {
        const auto push = [&](const char* data, std::size_t size) -> std::size_t {
            const ssize_t done = ::send(c.socket.get(), data, std::min(size, piece), MSG_NOSIGNAL);
            if (done > 0) {
                c.deadline = later();
                return static_cast<std::size_t>(done);
            }
            if (done < 0 && errno != EAGAIN && errno != EINTR) c.ending = true;
            return 0;
        };
        if (c.sent < c.out.size()) {
            c.sent += push(c.out.data() + c.sent, c.out.size() - c.sent);
            return;
        }
        if (c.body && c.body_sent < c.body->size()) {
            c.body_sent += push(c.body->data() + c.body_sent, c.body->size() - c.body_sent);
            return;
        }
        if (c.file_left > 0) {
            c.out.resize(piece);
            c.sent = 0;
            const ssize_t got =
                ::read(c.file.get(), c.out.data(), std::min(piece, static_cast<std::size_t>(c.file_left)));
            if (got <= 0) {
                c.ending = true;  // the file has become shorter meanwhile: the client sees that too little came
                return;
            }
            c.out.resize(static_cast<std::size_t>(got));
            c.file_left -= got;
            return;
        }
        ::shutdown(c.socket.get(), SHUT_WR);
        // What the client still sends is taken off its hands, so that it reads the answer before it hears of the end.
        char rest[4096];
        while (::recv(c.socket.get(), rest, sizeof rest, 0) > 0) {
        }
        c.ending = true;
    }
};

StudioServer::StudioServer(StudioServerOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
StudioServer::~StudioServer() = default;
int StudioServer::port() const { return impl_->port; }
std::string StudioServer::url() const { return fmt::format("http://{}:{}/", impl_->options.address, impl_->port); }
void StudioServer::run(const std::function<bool()>& stop) { impl_->run(stop); }

}  // namespace polhode
