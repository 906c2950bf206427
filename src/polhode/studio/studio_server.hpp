// Serves the studio's page, and files of one folder, to browsers on this machine: GET and HEAD only, over loopback
// (http_server.hpp). It starts nothing and writes nothing, so a page that is closed stops no run.
//
// What it does not trust: the name under which it is called (a foreign Host is refused, so a name that somebody points
// at 127.0.0.1 reaches nothing), the page that calls (a foreign Origin is refused), the path (nothing outside the
// folder, no hidden files, no links that lead out), the length and the speed of what is sent.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "polhode/net/http_server.hpp"
#include "polhode/net/visitor_check.hpp"

namespace polhode {

// "/file/a%20b.csv" -> "a b.csv": a path below the folder, or nothing where it is damaged or could lead out of it.
std::optional<std::string> path_below(std::string_view encoded);

struct StudioServerOptions {
    std::string page;               // HTML
    std::string folder;             // files are served from here; "": none
    std::vector<std::string> only;  // where not empty: these files of the folder and no others
    std::string first;              // the file that the page opens
    std::string address = "127.0.0.1";
    int port = 0;                    // 0: any that is free
    std::vector<std::string> hosts;  // further names under which it may be called
    double patience = 10;            // s for a client to send its request, and for each part of the answer to be taken
    int connections = 64;            // at a time
    long long largest_file = 64LL << 20;
    std::string live;                    // where a running body speaks, a path of this server; "": there is none
    const char* port_option = "--port";  // that a complaint about the port names
};

class StudioServer {
 public:
    // Binds at once. Throws InputError where the folder or the address cannot be used.
    explicit StudioServer(StudioServerOptions options);
    ~StudioServer();
    StudioServer(const StudioServer&) = delete;
    StudioServer& operator=(const StudioServer&) = delete;

    int port() const;
    std::string url() const;
    // Before it runs: for WebSockets on this server. The function is asked before anything else is judged, and judges
    // its visitors itself; where it has no answer, the studio has.
    HttpServer& http();
    using Sockets = std::function<std::optional<HttpAnswer>(const HttpRequest&, const VisitorCheck&)>;
    void set_sockets(Sockets sockets);
    // Answers until `stop` says so; it is asked a few times a second.
    void run(const std::function<bool()>& stop);

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace polhode
