#include "polhode/exchange/ccsds/adm_words.hpp"

#include <algorithm>

#include "polhode/calendar/time_system.hpp"
#include "polhode/exchange/text_lines.hpp"
#include "polhode/input/toml_text.hpp"

namespace polhode {

std::string capitals_of(const std::string& text) {
    std::string capitals;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '_';
        if (blank && !capitals.empty() && capitals.back() == '_') continue;
        capitals += blank ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return capitals;
}

void AdmBlock::add(const AdmStatement& s, const std::vector<std::string>& known) {
    if (s.kind != AdmStatement::Kind::pair)
        throw InputError(s.place, "'" + escaped_for_message(s.value) + "' stands among the keywords of " + name_);
    if (std::find(known.begin(), known.end(), s.key) == known.end() && s.key.rfind("USER_DEFINED_", 0) != 0) {
        const std::string near = nearest_name(s.key, known);
        throw InputError(
            s.place, "this keyword is not one of " + name_ + (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
    if (!pairs_.emplace(s.key, s).second) throw InputError(s.place, "it stands twice in " + name_);
}

const AdmStatement& AdmBlock::at(const std::string& key) const {
    const auto found = pairs_.find(key);
    if (found == pairs_.end()) throw InputError({place_.file, place_.line, key}, "the keyword is missing in " + name_);
    return found->second;
}

std::string AdmBlock::word(const std::string& key) const { return capitals_of(at(key).value); }

double AdmBlock::number(const std::string& key) const { return finite_number(at(key).value, at(key).place); }

double AdmBlock::number(const std::string& key, const std::string& unit) const {
    const AdmStatement& s = at(key);
    if (!s.unit.empty() && s.unit != unit)
        throw InputError(s.place,
                         "the unit is [" + escaped_for_message(s.unit) + "], and [" + unit + "] is the one it has");
    return number(key);
}

void AdmBlock::refuse(const std::string& key, const std::string& why) const { throw InputError(at(key).place, why); }

int adm_version(const AdmStatement& first, const std::string& message, const std::vector<int>& known) {
    const std::string keyword = "CCSDS_" + capitals_of(message) + "_VERS";
    if (first.kind != AdmStatement::Kind::pair || first.key != keyword)
        throw InputError(first.place, "this is no " + capitals_of(message) + ": it does not begin with " + keyword);
    for (const int version : known)
        if (first.value == std::to_string(version) + ".0") return version;
    std::vector<std::string> names;
    for (const int version : known) names.push_back(std::to_string(version) + ".0");
    throw InputError(first.place, "version '" + escaped_for_message(first.value) + "'; known: " + listed(names));
}

Instant adm_instant(const std::string& text, const Place& place) {
    std::string why;
    const auto instant = parse_instant(text, why);
    if (!instant)
        throw InputError(
            place, "expected a date such as 2000-01-01T12:00:00.0, read '" + escaped_for_message(text) + "': " + why);
    return *instant;
}

std::string adm_time_system(const AdmBlock& block) {
    const auto known = time_system_named(block.text("TIME_SYSTEM"));
    if (known) return *known;
    const std::string near = nearest_name(capitals_of(block.text("TIME_SYSTEM")), time_systems());
    block.refuse("TIME_SYSTEM", "'" + escaped_for_message(block.text("TIME_SYSTEM")) +
                                    "' is not a time system; known: " + listed(time_systems()) +
                                    (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

Attoseconds adm_span(const Instant& from, const Instant& to, const std::string& system, const Place& place) {
    std::string why;
    const auto span = span_between(from, to, system, why);
    if (!span) throw InputError(place, "this is no time of " + system + ": " + why);
    return *span;
}

// CCSDS 504.0-B-2 annex B3 (SANA registry of spacecraft body reference frames)
bool is_body_frame(const std::string& name) {
    const std::string capitals = capitals_of(name);
    for (const char* front : {"SC_BODY", "INSTRUMENT", "STARTRACKER", "ACTUATOR", "SENSOR", "ACC", "AST", "CSS", "DSS",
                              "ESA", "GYRO", "IMU", "ISA", "MTA", "RW", "SA", "TAM"}) {
        const std::string_view f = front;
        if (capitals.compare(0, f.size(), f) == 0 && (capitals.size() == f.size() || capitals[f.size()] == '_'))
            return true;
    }
    return false;
}

bool b_is_body(const std::string& a, const std::string& b, const ImportRequest& request, const Place& place) {
    if (!request.body_frame.empty()) {
        const std::string wanted = capitals_of(request.body_frame);
        if (capitals_of(b) == wanted) return true;
        if (capitals_of(a) == wanted) return false;
        throw InputError(place, "neither '" + escaped_for_message(a) + "' nor '" + escaped_for_message(b) +
                                    "' is the body frame '" + escaped_for_message(request.body_frame) + "'");
    }
    const bool a_body = is_body_frame(a), b_body = is_body_frame(b);
    if (a_body != b_body) return b_body;
    throw InputError(place, "which of the frames '" + escaped_for_message(a) + "' and '" + escaped_for_message(b) +
                                "' is fixed to the body? The names do not say it: --body-frame NAME");
}

}  // namespace polhode
