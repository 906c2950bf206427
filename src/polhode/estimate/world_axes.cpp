#include "polhode/estimate/world_axes.hpp"

#include <cmath>

namespace polhode::estimate {

const std::vector<std::string>& world_names() {
    static const std::vector<std::string> names{"ENU", "NED", "NWU"};
    return names;
}
const std::vector<std::string>& body_axes_names() {
    static const std::vector<std::string> names{"FLU", "FRD"};
    return names;
}

Quaternion<double> world_from_enu(const std::string& name) {
    const double s = std::sqrt(0.5);
    if (name == "NED") return {0, s, s, 0};   // x and y change places, z turns over; its own inverse
    if (name == "NWU") return {s, 0, 0, -s};  // North, West, Up = (y, -x, z)
    return {};
}

Quaternion<double> body_turn(const std::string& from, const std::string& to) {
    if (from == to) return {};
    return {0, 1, 0, 0};
}

}  // namespace polhode::estimate
