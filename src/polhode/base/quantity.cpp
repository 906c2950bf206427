#include "polhode/base/quantity.hpp"

#include <cmath>
#include <map>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/parse_number.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/base/unit.hpp"

namespace polhode {

namespace {

// "rad/s, deg/s, rpm or Hz"
std::string ways_to_say(const Unit& unit, std::string_view own) {
    std::vector<std::string> units = units_of(unit.dimension);
    if (units.empty()) units.emplace_back(own);
    std::string text;
    for (std::size_t i = 0; i < units.size(); ++i)
        text += (i == 0 ? "" : i + 1 == units.size() ? " or " : ", ") + units[i];
    return text;
}

std::string kind_of(const Unit& unit, std::string_view own) {
    const std::string name = dimension_name(unit.dimension);
    return name.empty() ? "a quantity in " + std::string(own) : name;
}

// Where the number ends and the unit begins: at the first blank, or at the first letter that is no exponent.
std::size_t end_of_number(std::string_view text) {
    std::size_t i = 0;
    const auto digit = [&](std::size_t k) { return k < text.size() && text[k] >= '0' && text[k] <= '9'; };
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    while (digit(i) || (i < text.size() && text[i] == '.')) ++i;
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        const std::size_t sign = i + 1 < text.size() && (text[i + 1] == '-' || text[i + 1] == '+') ? 1 : 0;
        if (digit(i + 1 + sign))
            for (i += 1 + sign; digit(i);) ++i;
    }
    return i;
}

std::string_view without_blanks(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

// What others call a unit that has another name here; "" for any other word.
std::string known_as(const std::string& name) {
    static const std::map<std::string, std::string> others{
        {"sec", "s"},     {"second", "s"}, {"seconds", "s"}, {"minute", "min"}, {"minutes", "min"}, {"hour", "h"},
        {"hours", "h"},   {"day", "d"},    {"days", "d"},    {"degree", "deg"}, {"degrees", "deg"}, {"RPM", "rpm"},
        {"hz", "Hz"},     {"Nm", "N m"},   {"mNm", "mN m"},  {"Nms", "N m s"},  {"kgm", "kg m"},    {"inch", "in"},
        {"inches", "in"}, {"feet", "ft"},  {"foot", "ft"},   {"gram", "g"},     {"grams", "g"},     {"lbs", "lb"},
        {"gauss", "G"},   {"tesla", "T"},  {"dps", "deg/s"}, {"dph", "deg/h"},  {"revs", "rev"},    {"turns", "rev"},
    };
    const auto found = others.find(name);
    return found == others.end() ? "" : found->second;
}

std::string complaint_about_unit(std::string_view text, const UnknownUnit& unknown, const Unit& wanted,
                                 std::string_view unit) {
    const std::string allowed = kind_of(wanted, unit) + " can be given in " + ways_to_say(wanted, unit);
    if (unknown.name.empty())
        return "'" + without_control_characters(text) + "' is no unit; units are names with powers, as in kg m^2/s; " +
               allowed;
    const std::string other = known_as(unknown.name);
    const std::string near = other.empty() ? nearest_name(unknown.name, unit_names()) : other;
    return "unknown unit '" + unknown.name + "'; " + allowed + (near.empty() ? "" : ". Did you mean '" + near + "'?");
}

std::string complaint_about_dimension(std::string_view said, const Unit& given, const Unit& wanted,
                                      std::string_view unit) {
    const std::string own = dimension_name(given.dimension), other = kind_of(wanted, unit);
    return std::string(said) +
           (own.empty() ? " is not the unit of " + other : " is the unit of " + own + ", not of " + other) +
           ", which can be given in " + ways_to_say(wanted, unit);
}

}  // namespace

bool has_quantities(std::string_view unit) { return parse_unit(unit).has_value(); }

std::string quantity_example(std::string_view unit) {
    const std::optional<Unit> wanted = parse_unit(unit);
    if (!wanted) return "";
    const std::vector<std::string> units = units_of(wanted->dimension);
    for (const std::string& other : units)
        if (other != unit) return "\"20 " + other + "\"";
    return "\"20 " + std::string(unit) + "\"";
}

Quantity read_quantity(std::string_view text, std::string_view unit) {
    Quantity r;
    const std::optional<Unit> wanted = parse_unit(unit);
    if (!wanted) return r;
    text = without_blanks(text);
    const std::size_t end = end_of_number(text);
    const std::string_view number = text.substr(0, end), said = without_blanks(text.substr(end));
    const std::optional<double> as_written = parse_number(number);
    if (!as_written || said.empty()) return r;
    r.written = true;
    UnknownUnit unknown;
    const std::optional<Unit> given = parse_unit(said, &unknown);
    if (!given) {
        r.problem = complaint_about_unit(said, unknown, *wanted, unit);
    } else if (given->dimension != wanted->dimension) {
        r.problem = complaint_about_dimension(said, *given, *wanted, unit);
    } else {
        r.number = converted(number, *given, *wanted);
        if (!std::isfinite(r.number)) r.problem = "this is beyond the range of numbers";
    }
    return r;
}

}  // namespace polhode
