#include "polhode/net/visitor_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace polhode {

void VisitorCheck::answer_to(const std::string& address, int port, const std::vector<std::string>& further_names) {
    std::vector<std::string> names{"127.0.0.1", "localhost", address};
    names.insert(names.end(), further_names.begin(), further_names.end());
    for (const std::string& name : names) {
        hosts_.push_back(fmt::format("{}:{}", small_letters(name), port));
        if (port == 80) hosts_.push_back(small_letters(name));
    }
}

bool VisitorCheck::ours(const std::string& host) const {
    return std::find(hosts_.begin(), hosts_.end(), small_letters(host)) != hosts_.end();
}

bool VisitorCheck::own_host(const HttpRequest& request) const {
    const auto host = request.only("host");
    return host && ours(*host);
}

bool VisitorCheck::welcome_origin(const HttpRequest& request, const std::vector<std::string>& named) const {
    constexpr std::string_view scheme = "http://";
    const auto origin = request.only("origin");
    if (!origin) return false;
    if (origin->empty()) return true;
    if (std::find(named.begin(), named.end(), *origin) != named.end()) return true;
    return origin->rfind(scheme, 0) == 0 && ours(origin->substr(scheme.size()));
}

bool VisitorCheck::from_another_site(const HttpRequest& request) {
    const auto site = request.only("sec-fetch-site");
    return !site || *site == "cross-site" || *site == "same-site";
}

std::optional<HttpAnswer> VisitorCheck::refusal_of_socket(const HttpRequest& request,
                                                          const std::vector<std::string>& named) const {
    if (!own_host(request)) return http_refusal(403, "this server answers to its own name only");
    if (!welcome_origin(request, named)) return http_refusal(403, "this server answers to its own page only");
    const auto origin = request.only("origin");
    const bool was_named = origin && std::find(named.begin(), named.end(), *origin) != named.end();
    if (from_another_site(request) && !was_named) return http_refusal(403, "this server answers to its own page only");
    return std::nullopt;
}

}  // namespace polhode
