#include "polhode/analysis/equilibria.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/analysis/circular_orbit.hpp"
#include "polhode/analysis/equilibrium_kinds.hpp"
#include "polhode/analysis/standing_parts.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/closed_form/top_analysis.hpp"

namespace polhode {

double Equilibrium::growth() const {
    double most = 0;
    for (const auto& z : eigenvalues) most = std::max(most, z.real());
    return most;
}

std::vector<double> Equilibrium::frequencies() const {
    std::vector<double> all;
    for (const auto& z : eigenvalues)
        if (z.imag() > 0) all.push_back(z.imag());
    std::sort(all.begin(), all.end());
    return all;
}

const char* name_of(Equilibrium::Stability stability) {
    switch (stability) {
        case Equilibrium::Stability::stable:
            return "stable";
        case Equilibrium::Stability::unstable:
            return "unstable";
        default:
            return "undecided";
    }
}

int Equilibria::number() const {
    int sum = 0;
    for (const Equilibrium& e : all) sum += e.alike;
    return sum;
}
int Equilibria::number(Equilibrium::Stability stability) const {
    int sum = 0;
    for (const Equilibrium& e : all) sum += e.stability == stability ? e.alike : 0;
    return sum;
}

std::string direction_in_body(const Vec3<double>& direction) {
    const Vec3<double> d = direction / norm(direction);
    for (int k = 0; k < 3; ++k)
        if (std::hypot(d[(k + 1) % 3], d[(k + 2) % 3]) < 1e-9)
            return (d[k] < 0 ? "-" : "") + std::string(1, static_cast<char>('x' + k));
    const auto part = [&](int k) { return readable(std::fabs(d[k]) < 1e-9 ? 0 : d[k], 4); };
    return "(" + part(0) + ", " + part(1) + ", " + part(2) + ")";
}

SteadyCarrier steady_carrier(const Problem& problem, const InsideNumbers<double>& numbers) {
    const Inside& inside = *problem.inside;
    SteadyCarrier c;
    c.whole = c.inertia = problem.body->inertia;
    c.loses = inside.energy_sink > 0 || !inside.slugs.empty();
    for (std::size_t k = 0; k < inside.rotors.size(); ++k) {
        const auto& r = numbers.rotors()[k];
        if (r.at < 0) {
            c.inside = madd(r.moment * r.speed, r.axis, c.inside);
        } else if (r.friction > 0) {
            c.loses = true;
        } else {
            c.inside = madd(r.moment * (r.speed + dot(r.axis, problem.start.rate)), r.axis, c.inside);
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) c.inertia(i, j) -= r.moment * r.axis[i] * r.axis[j];
            ++c.kept;
        }
    }
    for (const KelvinSlug& s : inside.slugs)
        for (int i = 0; i < 3; ++i) c.inertia(i, i) += s.moment;
    return c;
}

StateVector<double> steady_state(const Problem& problem, const InsideNumbers<double>& numbers,
                                 const SteadyCarrier& carrier, const Quaternion<double>& q, const Vec3<double>& w) {
    StateVector<double> y = numbers.start(normalise(q), problem.start.rate);
    const Vec3<double> H = carrier.inertia * w + carrier.inside;
    for (int i = 0; i < 3; ++i) y[InsideLayout::momentum + i] = H[i];
    for (const auto& r : numbers.rotors())
        if (r.at >= 0 && r.friction > 0) y[r.at] = r.moment * dot(r.axis, w);
    for (std::size_t k = 0; k < problem.inside->slugs.size(); ++k)
        for (int i = 0; i < 3; ++i) y[numbers.layout().slug[k] + i] = problem.inside->slugs[k].moment * w[i];
    return y;
}

std::string no_steady_motion(const Problem& problem) {
    const Inside& inside = *problem.inside;
    if (!inside.states.empty()) return "states and controllers that act on it, and dry friction, are not looked at";
    if (!inside.gyros.empty() || inside.is_moved())
        return "gyros whose gimbals turn and moving parts are not looked at";
    for (const Rotor& r : inside.rotors)
        if (r.kind == Rotor::Kind::driven) return "the motor of '" + r.name + "' drives it";
    for (const Event& e : inside.events)
        if (e.action == Event::Action::set || e.action == Event::Action::impulse) return "events change the motion";
    return "";
}

void take_eigenvalues(Equilibrium& e, std::vector<std::complex<double>> values, bool loses) {
    double size = 0;
    for (const auto& z : values) size = std::max(size, std::abs(z));
    // where nothing is lost they come as +-s, +-iw or in fours: parts of the tenth digit are roundings
    for (auto& z : values) {
        if (!loses && std::fabs(z.real()) < 1e-9 * size) z.real(0);
        if (std::fabs(z.imag()) < 1e-12 * size) z.imag(0);
    }
    e.eigenvalues = std::move(values);
}

Equilibria equilibria_of(const Problem& problem) {
    Equilibria nothing;
    if (!problem.dynamics()) {
        nothing.none = "the rate is given";
        return nothing;
    }
    const Problem whole = with_standing_parts(with_an_inside(problem));
    nothing.none = no_steady_motion(whole);
    if (!nothing.none.empty()) return nothing;
    if (whole.inside->contact) return steady_rolling(whole);
    if (whole.torques.empty() && whole.inside->torques.empty()) return steady_turns(whole);
    if (circular_frame(whole)) return orbit_rest(whole);
    const WeightMoment weight = weight_moment(whole.torques);
    if (weight.others.empty() && whole.inside->torques.empty() && norm(weight.moment) > 0) return steady_tops(whole);
    nothing.none =
        "steady motions are looked for of free bodies, of satellites under the gravity gradient of a circular "
        "orbit alone, and of heavy bodies";
    return nothing;
}

}  // namespace polhode
