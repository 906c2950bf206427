#include "polhode/inside/contact_guards.hpp"

#include <cmath>

#include "polhode/base/shortest.hpp"
#include "polhode/inside/contact_law.hpp"

namespace polhode {

namespace {

// A body whose horizontal rate is this part of sqrt(g/size) stands still: a dry moment has no direction there.
constexpr double slowest = 1e-6;

}  // namespace

ContactForces contact_forces(const InsideNumbers<double>& numbers, const StateVector<double>& y,
                             const StateVector<double>& slope) {
    const ContactNumbers<double>& c = *numbers.contact();
    const Vec3<double> w = numbers.rate(0.0, y), dw = numbers.inverse() * numbers.momentum(slope);
    const Touch<double> at = numbers.touch(y, w);
    if (!c.given().slides()) {
        const Vec3<double> F = rolling_force(c, at, w, dw);
        return {dot(F, at.up), norm(at.along(F))};
    }
    const double m = c.mass();
    return {m * (c.g() + height_acceleration(at, w, dw)), m * std::hypot(slope[c.velocity()], slope[c.velocity() + 1])};
}

void contact_guards(const InsideNumbers<double>& numbers, const StateVector<double>& y,
                    const StateVector<double>& slope, std::vector<double>& guards) {
    const Contact& given = numbers.contact()->given();
    const Vec3<double> w = numbers.rate(0.0, y);
    const Touch<double> at = numbers.touch(y, w);
    guards.clear();
    if (given.is_disk()) guards.push_back(std::hypot(at.up[0], at.up[1]) - std::sin(given.smallest_angle));
    guards.push_back(contact_forces(numbers, y, slope).normal);
    if (given.loss == Contact::Loss::horizontal)
        guards.push_back(norm(at.along(w)) - slowest * std::sqrt(given.g / given.size()));
    if (given.loss == Contact::Loss::contour)
        guards.push_back(std::fabs(rim_rate(at, w)) - slowest * std::sqrt(given.g / given.size()));
}

std::vector<std::string> contact_endings(const Contact& contact) {
    std::vector<std::string> endings;
    if (contact.is_disk())
        endings.push_back("the disk lies flat, to " + shortest(contact.smallest_angle) + " rad (smallest_angle),");
    endings.emplace_back("the body lifts off");
    if (contact.loss == Contact::Loss::horizontal) endings.emplace_back("the body has come to rest but for spin");
    if (contact.loss == Contact::Loss::contour) endings.emplace_back("the contact point stands still on the rim");
    return endings;
}

}  // namespace polhode
