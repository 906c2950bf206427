#include "polhode/studio/studio_server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "polhode/base/diagnostic.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_listed = 500;

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

const char* const page_policy =
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob: data:; "
    "style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self' blob: data:; media-src blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

}  // namespace

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
    HttpServer server;
    VisitorCheck visitors;
    Sockets sockets;

    explicit Impl(StudioServerOptions given)
        : options(with_whole_path(std::move(given))),
          page(std::make_shared<const std::string>(std::move(options.page))),
          server({options.address, options.port, options.patience, options.connections, options.port_option},
                 [this](const HttpRequest& request) { return answer(request); }) {
        visitors.answer_to(options.address, server.port(), options.hosts);
    }
    static StudioServerOptions with_whole_path(StudioServerOptions options) {
        if (options.folder.empty()) return options;
        std::error_code error;
        const fs::path folder = fs::canonical(options.folder, error);
        if (error || !fs::is_directory(folder, error))
            throw InputError({options.folder, 0, ""}, "this is not a folder that can be read");
        options.folder = folder.string();
        return options;
    }

    HttpAnswer answer(const HttpRequest& request) const {
        if (sockets)
            if (auto theirs = sockets(request, visitors)) return std::move(*theirs);
        if (!visitors.own_host(request)) return http_refusal(403, "this server answers to its own name only");
        if (!visitors.welcome_origin(request)) return http_refusal(403, "this server answers to its own page only");
        if (request.method != "GET" && request.method != "HEAD") return http_refusal(405, "only GET and HEAD");
        const auto length = request.only("content-length");
        if (!length || (!length->empty() && *length != "0") || request.only("transfer-encoding") != "")
            return http_refusal(400, "a request with content");
        const std::string target = request.target.substr(0, request.target.find_first_of("?#"));
        if (target == "/" || target == "/index.html")
            return {.kind = "text/html; charset=utf-8", .text = page, .security_policy = page_policy};
        // A link from elsewhere may lead to the page, but only the page may ask for more.
        if (VisitorCheck::from_another_site(request))
            return http_refusal(403, "this server answers to its own page only");
        if (target == "/session")
            return {.kind = "application/json", .text = std::make_shared<const std::string>(session())};
        if (target.rfind("/file/", 0) == 0) return file(std::string_view(target).substr(6));
        return http_refusal(404, "there is nothing here");
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
                // What a sweep or a study leaves is opened by its summary.
                const bool results = name == "summary.json" || name == "study.json";
                if (kind != ".toml" && kind != ".csv" && !results) continue;
                const std::string below = fs::path(at->path()).lexically_relative(options.folder).generic_string();
                if (!inside(below).empty()) files.push_back(below);
            }
        }
        std::sort(files.begin(), files.end());
        nlohmann::json json{{"name", options.first}, {"files", files}};
        if (!options.live.empty()) json["live"] = options.live;
        return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }

    HttpAnswer file(std::string_view encoded) const {
        const auto name = path_below(encoded);
        const std::string path = name ? inside(*name) : "";
        if (path.empty()) return http_refusal(404, "there is no such file here");
        Descriptor opened_file = opened(path, open_for::reading | open_for::no_link | open_for::no_waiting);
        const auto about = opened_file ? system::facts_of(opened_file.get()) : std::nullopt;
        if (!about || about->kind != system::FileKind::plain) return http_refusal(404, "there is no such file here");
        const auto length = static_cast<long long>(about->bytes);
        if (length > options.largest_file)
            return http_refusal(413, fmt::format("{} is larger than {} MB", *name, options.largest_file >> 20));
        return {.kind = kind_of(path), .file = std::move(opened_file), .length = length};
    }
};

StudioServer::StudioServer(StudioServerOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
StudioServer::~StudioServer() = default;
int StudioServer::port() const { return impl_->server.port(); }
std::string StudioServer::url() const { return fmt::format("http://{}:{}/", impl_->options.address, port()); }
HttpServer& StudioServer::http() { return impl_->server; }
void StudioServer::set_sockets(Sockets sockets) { impl_->sockets = std::move(sockets); }
void StudioServer::run(const std::function<bool()>& stop) { impl_->server.run(stop); }

}  // namespace polhode
