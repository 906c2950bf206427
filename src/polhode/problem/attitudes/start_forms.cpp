// What the forms of a start's attitude have in common.
#include <cmath>
#include <cstdio>
#include <numbers>

#include "polhode/problem/attitudes/attitude_kind.hpp"

namespace polhode {

namespace {

// A start is taken as it is, so a quaternion need not have length 1: an integrator may be studied off its constraint.
// Outside these lengths it is more likely a mistake (degrees, a forgotten factor sqrt 2) than an attitude.
constexpr double shortest_quaternion = 0.75, longest_quaternion = 1.35;

}  // namespace

std::string short_number(double x) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.9g", x);
    return buffer;
}

double radians(double degrees) { return degrees / 180.0 * std::numbers::pi; }

std::vector<double> list_of(const Vec3<double>& v) { return {v[0], v[1], v[2]}; }

std::vector<double> start_numbers(const StartTable& table, std::size_t count, const std::string& meaning) {
    const std::string& key = table.given.name;
    const std::vector<double>& n = table.values.numbers(key);
    if (n.size() != count)
        table.values.refuse(
            key, "expected " + std::to_string(count) + " numbers " + meaning + ", read " + table.given.described());
    return n;
}

std::vector<double> start_unit(const StartTable& table, std::vector<double> q) {
    const std::string& key = table.given.name;
    const double length = norm(Vec<double, 4>{q[0], q[1], q[2], q[3]});
    if (table.normalise) {
        if (!(length > 0) || !std::isfinite(length))
            table.values.refuse(key, "cannot be normalised: its length is " + short_number(length));
        for (double& x : q) x /= length;
    } else if (!(shortest_quaternion < length && length < longest_quaternion)) {
        table.values.refuse(key, "an attitude has length 1, these numbers have length " + short_number(length) +
                                     "; put normalise = true beside them to have them normalised");
    }
    return q;
}

void require_one_unit(const Values& values, const std::string& key, const std::string& key_deg) {
    if (values.has(key) && values.has(key_deg))
        values.refuse(key_deg, "given twice, as " + key + " (rad) and " + key_deg + "; leave one of them out");
    if (!values.has(key) && !values.has(key_deg))
        values.refuse(key_deg, "missing; give " + key + " in rad or " + key_deg + " in degrees");
}

double one_angle(const Values& values, const std::string& key, const std::string& key_deg) {
    require_one_unit(values, key, key_deg);
    return values.has(key) ? values.number(key) : radians(values.number(key_deg));
}

}  // namespace polhode
