#include "polhode/exchange/ccsds/adm_writing.hpp"

#include <cstdio>

#include "polhode/calendar/time_system.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/provenance.hpp"

namespace polhode {

std::string adm_number(double x, int digits) {
    if (x == 0) return "0.0";
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.*g", digits > 0 ? digits : adm_digits, x);
    std::string text = buffer;
    const std::size_t exponent = text.find('e');
    if (text.find('.') == std::string::npos) text.insert(exponent == std::string::npos ? text.size() : exponent, ".0");
    return text;
}

std::string adm_date(const Epoch& epoch, double t, const std::string& path) {
    std::string why = "a time is too far from the epoch";
    const bool near = t > -1e11 && t < 1e11;
    const auto instant = near ? instant_after(epoch.time, attoseconds_of(t), epoch.system, why) : std::nullopt;
    if (!instant) throw OutputError(path, "t = " + std::to_string(t) + " s has no date: " + why, 0);
    return instant_text(*instant, 9);
}

std::string adm_name(const std::string& text) {
    constexpr std::size_t longest = 200;
    std::string name;
    for (const char c : text) {
        const bool inside = (static_cast<unsigned char>(c) & 0xC0) == 0x80;  // of a character of several bytes
        if (!inside && name.size() < longest) name += c >= 0x20 && c <= 0x7e ? c : '?';
    }
    return name.find_first_not_of(' ') == std::string::npos ? "UNKNOWN" : name;
}

std::string adm_date_now() {
    std::string text = utc_time_now();
    if (!text.empty() && text.back() == 'Z') text.pop_back();
    return text;
}

std::string xml_text(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    return out;
}

}  // namespace polhode
