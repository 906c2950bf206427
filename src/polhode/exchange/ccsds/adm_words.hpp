// What all attitude messages share: keywords with their values, versions, dates, frames.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "polhode/calendar/instant.hpp"
#include "polhode/exchange/ccsds/adm_statements.hpp"
#include "polhode/exchange/imported.hpp"

namespace polhode {

// The pairs of one block. Each may stand once.
class AdmBlock {
 public:
    AdmBlock() = default;
    AdmBlock(std::string name, Place place) : name_(std::move(name)), place_(std::move(place)) {}

    // Refuses keywords that are not among `known`, with the nearest, and those that stand twice.
    void add(const AdmStatement& statement, const std::vector<std::string>& known);
    bool has(const std::string& key) const { return pairs_.count(key) != 0; }
    bool empty() const { return pairs_.empty(); }
    const AdmStatement& at(const std::string& key) const;  // refuses where it is missing
    const std::string& text(const std::string& key) const { return at(key).value; }
    // In capitals, blanks for underscores gone: values are compared without either.
    std::string word(const std::string& key) const;
    double number(const std::string& key) const;
    // Degrees and the like: `unit` is the one allowed, or none.
    double number(const std::string& key, const std::string& unit) const;
    const Place& place() const { return place_; }
    [[noreturn]] void refuse(const std::string& key, const std::string& why) const;

 private:
    std::string name_;
    Place place_;
    std::map<std::string, AdmStatement> pairs_;
};

// "CCSDS_AEM_VERS = 2.0" as 2; refuses other messages and versions that are not among `known`.
int adm_version(const AdmStatement& first, const std::string& message, const std::vector<int>& known);

Instant adm_instant(const std::string& text, const Place& place);
std::string adm_time_system(const AdmBlock& block);
// From one date to another, s; refuses what the time system does not know.
Attoseconds adm_span(const Instant& from, const Instant& to, const std::string& system, const Place& place);

std::string capitals_of(const std::string& text);
// "SC_BODY_1", "STARTRACKER_2", ...: axes that are fixed to the spacecraft.
bool is_body_frame(const std::string& name);
// True where frame B is the body, false where A is. Both or neither: by the request, or asked for.
bool b_is_body(const std::string& a, const std::string& b, const ImportRequest& request, const Place& place);

}  // namespace polhode
