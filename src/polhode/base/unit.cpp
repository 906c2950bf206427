#include "polhode/base/unit.hpp"

#include <algorithm>
#include <charconv>

#include "polhode/base/parse_number.hpp"

namespace polhode {

namespace {

using Words = exact::TwoWords<double>;

constexpr std::size_t power_of_time = 2;  // its place in a Dimension

// Powers as they are written; Dimension holds halves.
struct Powers {
    int length = 0, mass = 0, time = 0, angle = 0, current = 0, voltage = 0;
    constexpr Dimension halves() const { return {2 * length, 2 * mass, 2 * time, 2 * angle, 2 * current, 2 * voltage}; }
};

namespace dim {
constexpr Powers length{.length = 1}, mass{.mass = 1}, time{.time = 1}, angle{.angle = 1}, rate{.time = -1, .angle = 1},
    force{.length = 1, .mass = 1, .time = -2}, field{.mass = 1, .time = -2, .current = -1}, current{.current = 1},
    voltage{.voltage = 1};
}  // namespace dim

struct NamedUnit {
    const char* name;
    Powers powers;
    double above, below;
    int ten, pi;
};

// BIPM, The International System of Units, 9th edition (2019), and NIST SP 811 (2008), appendix B: the inch, pound and
// standard gravity 9.80665 m/s^2 are exact. lbf = lb g0, slug = lbf s^2/ft.
constexpr NamedUnit named_units[] = {
    {"rad", dim::angle, 1, 1, 0, 0},
    {"mrad", dim::angle, 1, 1, -3, 0},
    {"urad", dim::angle, 1, 1, -6, 0},
    {"deg", dim::angle, 1, 180, 0, 1},
    {"arcmin", dim::angle, 1, 10800, 0, 1},
    {"arcsec", dim::angle, 1, 648000, 0, 1},
    {"rev", dim::angle, 2, 1, 0, 1},
    {"turn", dim::angle, 2, 1, 0, 1},
    {"rpm", dim::rate, 1, 30, 0, 1},
    {"Hz", dim::rate, 2, 1, 0, 1},
    {"s", dim::time, 1, 1, 0, 0},
    {"ms", dim::time, 1, 1, -3, 0},
    {"us", dim::time, 1, 1, -6, 0},
    {"min", dim::time, 60, 1, 0, 0},
    {"h", dim::time, 3600, 1, 0, 0},
    {"d", dim::time, 86400, 1, 0, 0},
    {"m", dim::length, 1, 1, 0, 0},
    {"cm", dim::length, 1, 1, -2, 0},
    {"mm", dim::length, 1, 1, -3, 0},
    {"km", dim::length, 1, 1, 3, 0},
    {"in", dim::length, 254, 1, -4, 0},
    {"ft", dim::length, 3048, 1, -4, 0},
    {"kg", dim::mass, 1, 1, 0, 0},
    {"g", dim::mass, 1, 1, -3, 0},
    {"lb", dim::mass, 45359237, 1, -8, 0},
    {"oz", dim::mass, 45359237, 16, -8, 0},
    {"slug", dim::mass, 44482216152605, 3048, -9, 0},
    {"N", dim::force, 1, 1, 0, 0},
    {"mN", dim::force, 1, 1, -3, 0},
    {"uN", dim::force, 1, 1, -6, 0},
    {"kN", dim::force, 1, 1, 3, 0},
    {"lbf", dim::force, 44482216152605, 1, -13, 0},
    {"ozf", dim::force, 44482216152605, 16, -13, 0},
    {"kgf", dim::force, 980665, 1, -5, 0},
    {"dyn", dim::force, 1, 1, -5, 0},
    {"T", dim::field, 1, 1, 0, 0},
    {"mT", dim::field, 1, 1, -3, 0},
    {"uT", dim::field, 1, 1, -6, 0},
    {"nT", dim::field, 1, 1, -9, 0},
    {"G", dim::field, 1, 1, -4, 0},
    {"A", dim::current, 1, 1, 0, 0},
    {"mA", dim::current, 1, 1, -3, 0},
    {"V", dim::voltage, 1, 1, 0, 0},
    {"mV", dim::voltage, 1, 1, -3, 0},
};

struct NamedDimension {
    const char* name;
    Powers powers;
    std::vector<std::string> units;
};
const std::vector<NamedDimension>& named_dimensions() {
    static const std::vector<NamedDimension> all = {
        {"an angle", dim::angle, {"rad", "deg", "arcsec", "rev"}},
        {"a rate", dim::rate, {"rad/s", "deg/s", "deg/h", "rpm", "Hz"}},
        {"a time", dim::time, {"s", "ms", "min", "h"}},
        {"a length", dim::length, {"m", "cm", "mm", "in", "ft"}},
        {"a mass", dim::mass, {"kg", "g", "lb", "oz", "slug"}},
        {"a force", dim::force, {"N", "mN", "lbf", "ozf", "kgf"}},
        {"a torque", {.length = 2, .mass = 1, .time = -2}, {"N m", "mN m", "lbf in", "ozf in", "dyn cm"}},
        {"a moment of inertia", {.length = 2, .mass = 1}, {"kg m^2", "g cm^2", "kg mm^2", "lb in^2", "lbf in s^2"}},
        {"an angular momentum", {.length = 2, .mass = 1, .time = -1}, {"N m s", "kg m^2/s", "lbf ft s"}},
        {"a magnetic field", dim::field, {"T", "uT", "nT", "G"}},
        {"a magnetic moment", {.length = 2, .current = 1}, {"A m^2"}},
        {"an acceleration", {.length = 1, .time = -2}, {"m/s^2", "ft/s^2"}},
        {"a speed", {.length = 1, .time = -1}, {"m/s", "km/h", "ft/s"}},
        {"a number per time", {.time = -1}, {"1/s", "1/min"}},
        {"a damping", {.length = 2, .mass = 1, .time = -1, .angle = -1}, {"N m s/rad", "lbf in s/rad"}},
        {"a voltage", dim::voltage, {"V", "mV"}},
    };
    return all;
}

const NamedUnit* find_unit(std::string_view name) {
    const auto found = std::find_if(std::begin(named_units), std::end(named_units),
                                    [&](const NamedUnit& u) { return name == u.name; });
    return found == std::end(named_units) ? nullptr : found;
}

void multiply(Unit& unit, const NamedUnit& by, int power) {
    const Dimension halves = by.powers.halves();
    for (std::size_t i = 0; i < halves.size(); ++i) unit.dimension[i] += power * halves[i];
    unit.ten += power * by.ten;
    unit.pi += power * by.pi;
    for (int k = 0; k < (power < 0 ? -power : power); ++k) {
        unit.above = unit.above * (power < 0 ? by.below : by.above);
        unit.below = unit.below * (power < 0 ? by.above : by.below);
    }
}

// The root of a time or, in a density, of a frequency, where Hz counts events and not turns.
bool multiply_root(Unit& unit, std::string_view name, int sign) {
    const bool frequency = name == "Hz";
    if (name != "s" && name != "h" && !frequency) return false;
    unit.dimension[power_of_time] += frequency ? -sign : sign;
    if (name == "h") (sign < 0 ? unit.below : unit.above) = (sign < 0 ? unit.below : unit.above) * 60.0;
    return true;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// One pass over the text of a unit
class UnitReader {
 public:
    explicit UnitReader(std::string_view text) : rest_(text) {}

    std::optional<Unit> read(std::string& unknown) {
        // the old "pound inch second squared" means pounds of force; the only place where lb does
        if (rest_ == "lb in s^2") rest_ = "lbf in s^2";
        Unit unit;
        skip_blanks();
        if (rest_.substr(0, 2) == "1/") rest_.remove_prefix(1);
        int factors = 0;
        for (skip_blanks(); !rest_.empty(); skip_blanks(), ++factors)
            if (factors == most_factors || !read_factor(unit, unknown)) return std::nullopt;
        if (factors == 0) return std::nullopt;
        return unit;
    }

 private:
    // more than any quantity has, and few enough that no power leaves its range
    static constexpr int most_factors = 8;

    void skip_blanks() {
        while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
    }
    std::string_view take_letters() {
        std::size_t n = 0;
        while (n < rest_.size() && is_letter(rest_[n])) ++n;
        const std::string_view word = rest_.substr(0, n);
        rest_.remove_prefix(n);
        return word;
    }
    bool read_factor(Unit& unit, std::string& unknown) {
        const bool divides = rest_[0] == '/';
        if (divides) rest_.remove_prefix(1);
        skip_blanks();
        const std::string_view name = take_letters();
        if (name.empty()) return false;
        if (name == "sqrt") return read_root(unit, divides ? -1 : 1);
        const NamedUnit* const found = find_unit(name);
        if (!found) {
            unknown = name;
            return false;
        }
        int power = 1;
        if (!rest_.empty() && rest_[0] == '^') {
            const bool negative = rest_.size() > 1 && rest_[1] == '-';
            const std::size_t at = negative ? 2 : 1;
            if (rest_.size() <= at || rest_[at] < '1' || rest_[at] > '9') return false;
            power = (negative ? -1 : 1) * (rest_[at] - '0');
            rest_.remove_prefix(at + 1);
        }
        // "m2" and "kg5" are no powers
        if (!rest_.empty() && rest_[0] != ' ' && rest_[0] != '/') return false;
        multiply(unit, *found, divides ? -power : power);
        return true;
    }
    bool read_root(Unit& unit, int sign) {
        if (rest_.empty() || rest_[0] != '(') return false;
        rest_.remove_prefix(1);
        const std::string_view name = take_letters();
        if (rest_.empty() || rest_[0] != ')') return false;
        rest_.remove_prefix(1);
        return multiply_root(unit, name, sign);
    }

    std::string_view rest_;
};

Words times_ten_to(const Words& x, int n) {
    Words p(1.0);
    for (int k = 0; k < (n < 0 ? -n : n); ++k) p = p * 10.0;
    return n < 0 ? x / p : x * p;
}

// A decimal number as a whole number and a power of ten, which two words hold exactly up to 31 digits
struct Decimal {
    Words digits{};
    int ten = 0;
    bool negative = false, exact = true;
    std::string text{};  // the digits alone
};
Decimal decimal_of(std::string_view number) {
    Decimal r;
    const std::size_t e = number.find_first_of("eE");
    bool after_point = false;
    for (const char c : number.substr(0, e)) {
        if (c == '-') r.negative = true;
        if (c == '.') after_point = true;
        if (c < '0' || c > '9') continue;
        r.digits = r.digits * 10.0 + (c - '0');
        r.text += c;
        if (after_point) --r.ten;
    }
    const std::size_t leading = std::min(r.text.find_first_not_of('0'), r.text.size());
    r.exact = r.text.size() - leading <= 30;
    if (e != std::string_view::npos) {
        std::string_view power = number.substr(e + 1);
        if (!power.empty() && power[0] == '+') power.remove_prefix(1);
        int value = 0;
        r.exact = r.exact && std::from_chars(power.data(), power.data() + power.size(), value).ec == std::errc() &&
                  value > -10000 && value < 10000;
        if (r.exact) r.ten += value;
    }
    return r;
}

}  // namespace

std::optional<Unit> parse_unit(std::string_view text, UnknownUnit* unknown) {
    UnknownUnit none;
    return UnitReader(text).read((unknown ? *unknown : none).name);
}

const std::vector<std::string>& unit_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const NamedUnit& u : named_units) all.emplace_back(u.name);
        return all;
    }();
    return names;
}

std::string dimension_name(const Dimension& dimension) {
    for (const NamedDimension& d : named_dimensions())
        if (d.powers.halves() == dimension) return d.name;
    return "";
}

std::vector<std::string> units_of(const Dimension& dimension) {
    for (const NamedDimension& d : named_dimensions())
        if (d.powers.halves() == dimension) return d.units;
    return {};
}

double converted(std::string_view digits, const Unit& from, const Unit& to) {
    const Words above = from.above * to.below, below = from.below * to.above;
    const int ten = from.ten - to.ten, pi = from.pi - to.pi;
    const double as_written = parse_number(digits).value_or(0.0);
    if (pi != 0) {
        Words factor = times_ten_to(above / below, ten);
        const Words circle = exact::pi_in_two_words<double>();
        for (int k = 0; k < pi; ++k) factor = factor * circle;
        for (int k = 0; k > pi; --k) factor = factor / circle;
        return as_written * factor.value();
    }
    const bool decimal = above == below;
    if (decimal && ten == 0) return as_written;
    const Decimal number = decimal_of(digits);
    const int shift = number.ten + ten;
    if (decimal && number.exact)
        return parse_number((number.negative ? "-" : "") + number.text + "e" + std::to_string(shift)).value_or(0.0);
    // beyond this a power of ten leaves the range of double; nothing that turns is of such a size
    if (!number.exact || shift < -200 || shift > 200)
        return times_ten_to(Words(as_written) * above / below, ten).value();
    const double size = times_ten_to(number.digits * above / below, shift).value();
    return number.negative ? -size : size;
}

}  // namespace polhode
