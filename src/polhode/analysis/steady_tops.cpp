// Steady motions of a heavy body about a fixed point. Of a symmetric top with moments I1, I1, I3, its weight's moment
// Mgl along the axis and L3 = I3 w3, which stays (Goldstein, Classical Mechanics, section 5.7):
//
//     upright:     the axis sways at (L3 +- sqrt(L3^2 - 4 I1 Mgl))/(2 I1); stable iff L3^2 > 4 I1 Mgl
//     hanging:     the same with -Mgl, always stable
//     precession:  I1 Om^2 cos th - L3 Om + Mgl = 0, slow and fast; always stable, nutation at
//                  nu^2 = Om^2 - 2 (Mgl/I1) cos th + (Mgl/(I1 Om))^2
//
// The axis of a symmetric top moves as that of one that does not spin with it but carries a wheel with the rest of L3:
// about this one the steady motions stand still in body axes, and eigenvalues come from the equations themselves.
// Any other heavy body: at rest, hanging and upright.
#include <cmath>

#include "polhode/analysis/equilibrium_kinds.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/closed_form/top_analysis.hpp"
#include "polhode/rotation/dcm.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

namespace {

class SteadyTops {
    using Stability = Equilibrium::Stability;

 public:
    SteadyTops(const Problem& problem, int axis, double Mgl) : problem_(problem), axis_(axis) {
        const Mat3<double>& I = problem.body->inertia;
        top_ = {I((axis + 1) % 3, (axis + 1) % 3), I(axis, axis), Mgl};
        L3_ = top_.I3 * problem.start.rate[axis];
    }

    Equilibria all() {
        Equilibria result;
        result.of = "steady motions of a top with this spin";
        result.attitudes = true;
        const double weight = std::fabs(top_.Mgl), up = top_.Mgl > 0 ? 1 : -1;
        Equilibrium upright = standing(up);
        upright.name = "upright";
        const double margin = L3_ * L3_ - 4 * top_.I1 * weight;
        if (std::fabs(margin) > 1e-12 * 4 * top_.I1 * weight)
            upright.stability = margin > 0 ? Stability::stable : Stability::unstable;
        upright.why = "sleeps from " + readable(std::sqrt(4 * top_.I1 * weight) / top_.I3) + " rad/s on";
        result.all.push_back(std::move(upright));
        Equilibrium hanging = standing(-up);
        hanging.name = "hanging";
        hanging.stability = Stability::stable;
        hanging.why = "least energy";
        result.all.push_back(std::move(hanging));
        precessions(result.all);
        return result;
    }

 private:
    // Tilted in the plane x, z of the world, by an angle whose cosine is given, turning about z with `precession`.
    Equilibrium at(double cosine, double precession, std::size_t zeros) {
        const double sine = std::sqrt(std::max(0.0, (1 - cosine) * (1 + cosine)));
        const double half_angle = 0.5 * std::atan2(sine, cosine);
        const Quaternion<double> seen{std::cos(half_angle), 0, std::sin(half_angle), 0};
        // the body's own axes from those along its axis (top_analysis.hpp)
        const Quaternion<double> q = compose(seen, conjugate(along_axis(Quaternion<double>{1, 0, 0, 0}, axis_)));
        const Vec3<double> z_B = to_body(q, Vec3<double>{0, 0, 1});
        Vec3<double> own{};
        own[axis_] = 1;
        Equilibrium e;
        e.q_NB = q;
        const double spin = L3_ / top_.I3 - precession * cosine;
        e.rate = precession * z_B + spin * own;
        // half of the axial moment is a wheel that has all that does not go round with the precession
        Problem carried = problem_;
        auto inside = std::make_shared<Inside>();
        Rotor wheel;
        wheel.axis = own;
        wheel.moment = 0.5 * top_.I3;
        wheel.speed = 2 * spin;
        inside->rotors.push_back(wheel);
        carried.inside = inside;
        carried.start.rate = precession * z_B;
        Linearisation linear(carried);
        const auto y = linear.numbers().start(q, carried.start.rate);
        take_eigenvalues(e, linear.eigenvalues_at(y, true, zeros + 1), false);
        return e;
    }
    // Turns about the axis change nothing.
    Equilibrium standing(double cosine) { return at(cosine, 0, 2); }

    void precessions(std::vector<Equilibrium>& all) {
        const Quaternion<double> q = normalise(start_quaternion(problem_));
        Vec3<double> own{};
        own[axis_] = 1;
        const double cosine = to_world(q, own)[2];
        if (!((1 - cosine) * (1 + cosine) > 1e-20)) return;
        const double a = top_.I1 * cosine, square = L3_ * L3_ - 4 * a * top_.Mgl;
        if (square < 0) return;
        // the larger in absolute value first, the other by the product, so that nothing cancels
        const double t = 0.5 * (L3_ + std::copysign(std::sqrt(square), L3_));
        const double slow = t == 0 ? 0 : top_.Mgl / t;
        if (slow != 0) add_precession(all, cosine, slow, "slow");
        if (std::fabs(a) > 1e-12 * top_.I1 && t != 0) add_precession(all, cosine, t / a, "fast");
    }
    void add_precession(std::vector<Equilibrium>& all, double cosine, double precession, const std::string& how) {
        Equilibrium e = at(cosine, precession, 4);
        e.name = how + " precession at " + readable(std::acos(cosine) * 57.29577951308232, 4) + " deg";
        e.stability = Stability::stable;
        e.why = readable(precession) + " rad/s about the vertical";
        all.push_back(std::move(e));
    }

    const Problem& problem_;
    int axis_;
    Top top_;
    double L3_;
};

// At rest, with the centre of mass along `side` times z.
Equilibrium heavy_rest(const Problem& problem, const Vec3<double>& moment, double side) {
    using Stability = Equilibrium::Stability;
    Vec3<double> c = moment / norm(moment);
    int least = 0;
    for (int i = 1; i < 3; ++i)
        if (std::fabs(c[i]) < std::fabs(c[least])) least = i;
    Vec3<double> other{};
    other[least] = 1;
    const Vec3<double> z = side * c;
    Vec3<double> x = cross(other, z);
    x = x / norm(x);
    const Vec3<double> y = cross(z, x);
    Mat3<double> R_NB;
    for (int i = 0; i < 3; ++i) R_NB(0, i) = x[i], R_NB(1, i) = y[i], R_NB(2, i) = z[i];
    Equilibrium e;
    e.q_NB = normalise(matrix_to_quaternion(R_NB));
    Linearisation linear(problem);
    // the turn about the vertical and its rate
    take_eigenvalues(e, linear.eigenvalues_at(linear.numbers().start(e.q_NB, {}), true, 2), false);
    e.name = side > 0 ? "upright, at rest" : "hanging, at rest";
    e.stability = side > 0 ? Stability::unstable : Stability::stable;
    e.why = side > 0 ? "most potential energy" : "least energy, but for turns about the vertical";
    return e;
}

}  // namespace

Equilibria steady_tops(const Problem& problem) {
    const WeightMoment weight = weight_moment(problem.torques);
    Equilibria result;
    if (!problem.inside->rotors.empty() || problem.inside->has_parts()) {
        result.none = "steady motions of heavy bodies with something inside are not looked for";
        return result;
    }
    const int axis = top_axis(*problem.body, weight.moment);
    if (axis >= 0) return SteadyTops(problem, axis, weight.moment[axis]).all();
    result.of = "rest of a heavy body";
    result.attitudes = true;
    for (const double side : {-1.0, 1.0}) result.all.push_back(heavy_rest(problem, weight.moment, side));
    return result;
}

}  // namespace polhode
