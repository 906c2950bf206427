#include "polhode/problem/eclipse.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

namespace {

// Places in a round, even in eccentric anomaly: between two of them there is one deepest place at most.
constexpr int places_in_round = 96;

double root_between(const PlanetShadow& shadow, double from, double to) {
    const bool dark = shadow.dark(from);
    for (int i = 0; i < 100; ++i) {
        const double middle = from + 0.5 * (to - from);
        if (!(from < middle && middle < to)) break;
        (shadow.dark(middle) == dark ? from : to) = middle;
    }
    return to;
}

double deepest_between(const PlanetShadow& shadow, double a, double b) {
    constexpr double part = 0.6180339887498949;
    for (int i = 0; i < 80; ++i) {
        const double c = b - part * (b - a), d = a + part * (b - a);
        if (shadow.depth(c) > shadow.depth(d))
            b = d;
        else
            a = c;
    }
    return 0.5 * (a + b);
}

}  // namespace

double PlanetShadow::depth(double t) const {
    const auto place = path.at(t);
    const Vec3<double> r = (path.elements().semi_major_axis * place.distance) * place.outward, s = sun(t);
    const double along = dot(r, s);
    // on the day side the distance from the terminator counts too, so that there is no jump
    return radius - norm(r - along * s) - std::max(0.0, along);
}

void PlanetShadow::crossings(double end, std::vector<double>& times) const {
    const auto& of = path.elements();
    const double step = two_pi<double>() / places_in_round;
    const auto time_of = [&](double E) {
        return (E - of.eccentricity * std::sin(E) - of.mean_anomaly) / of.mean_motion;
    };
    const double E = orbit::eccentric_anomaly(of.mean_anomaly, of.eccentricity);
    double last = 0, here = time_of(E + step), depth_last = depth(0), depth_here = depth(here);
    const auto add = [&](double t) {
        if (t > 0 && t < end) times.push_back(t);
    };
    for (long i = 1;; ++i) {
        if ((depth_last > 0) != (depth_here > 0)) add(root_between(*this, last, here));
        // a passage between places: in and out again
        if (depth_last <= 0 && depth_here <= 0) {
            const double next = time_of(E + static_cast<double>(i + 1) * step), depth_next = depth(next);
            if (depth_here >= depth_last && depth_here >= depth_next && depth_next <= 0) {
                const double deepest = deepest_between(*this, last, next);
                if (depth(deepest) > 0) {
                    add(root_between(*this, last, deepest));
                    add(root_between(*this, deepest, next));
                }
            }
        }
        if (here >= end) break;
        last = here, here = time_of(E + static_cast<double>(i + 1) * step);
        depth_last = depth_here, depth_here = depth(here);
    }
    std::sort(times.begin(), times.end());
}

}  // namespace polhode
