#include "polhode/closed_form/free_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "polhode/closed_form/complete_elliptic.hpp"
#include "polhode/exact/free_body.hpp"

namespace polhode {

namespace {

double angle_between(const Vec3<double>& a, const Vec3<double>& b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

double sign(double a) { return a < 0 ? -1.0 : 1.0; }

void symmetric_motion(FreeMotion& m, const Vec3<double>& I, const Vec3<double>& w, int axis) {
    const int one = (axis + 1) % 3, two = (axis + 2) % 3;
    m.kind = FreeKind::symmetric;
    m.axis = axis;
    m.about_largest = I[axis] > I[one];
    const double body_rate = (I[axis] - I[one]) / I[one] * w[axis];  // Ganapathi 2005, section 4: Omega
    m.polhode_period = body_rate == 0 ? 0.0 : 2 * std::numbers::pi / std::abs(body_rate);
    const double across = std::hypot(w[one], w[two]);
    m.rate_min[axis] = m.rate_max[axis] = w[axis];
    if (body_rate != 0) {
        m.rate_max[one] = m.rate_max[two] = across;
        m.rate_min[one] = m.rate_min[two] = -across;
    }
    const Vec3<double> L{{I[0] * w[0], I[1] * w[1], I[2] * w[2]}};
    Vec3<double> e{};
    e[axis] = 1;
    m.precession = m.precession_min = m.precession_max = m.momentum / I[one];
    m.spin = -body_rate;
    m.axis_to_momentum = angle_between(e, L);
    m.rate_to_momentum = angle_between(w, L);
    m.rate_to_axis = angle_between(w, e);
    m.wobble_min = m.wobble_max = std::atan2(I[one] * across, std::abs(L[axis]));
    m.rate_to_momentum_min = m.rate_to_momentum_max = m.rate_to_momentum;
}

// Three different moments, J1, J2, J3 in the order of asymmetric_free_body.hpp: the momentum m goes round the third
// axis as A1 cn u, A2 sn u, A3 dn u (C. G. J. Jacobi 1850; Whittaker, Analytical Dynamics, section 69).
struct Amplitudes {
    double J1, J2, J3;
    double A1, A2, A3;
    double kc;         // complementary modulus
    double frequency;  // of u

    // All terms are positive: nothing cancels.
    Amplitudes(const Vec3<double>& J, const Vec3<double>& m, double complementary)
        : J1(J[0]),
          J2(J[1]),
          J3(J[2]),
          A1(std::hypot(m[0], m[1] * std::sqrt(J1 * (J2 - J3) / (J2 * (J1 - J3))))),
          A2(std::hypot(m[1], m[0] * std::sqrt(J2 * (J1 - J3) / (J1 * (J2 - J3))))),
          A3(std::hypot(m[2], m[1] * std::sqrt(J3 * (J2 - J1) / (J2 * (J3 - J1))))),
          kc(complementary),
          frequency(A3 * std::sqrt((J2 - J3) * (J1 - J3) / (J1 * J2)) / J3) {}

    // Between the momentum (across, along), with moments J and J3, and its rate: nothing cancels in the cross product.
    double rate_to_momentum(double across, double J, double along) const {
        return std::atan2(across * along * std::abs(J3 - J) / (J * J3), across * across / J + along * along / J3);
    }
};

// The precession of the third axis about the momentum is G (m1^2/J1 + m2^2/J2)/(m1^2 + m2^2) (Whittaker, section 69);
// its mean over a period is a complete integral of the third kind of positive terms.
double mean_precession(const Amplitudes& a, double G) {
    const double p = a.J2 * (a.J1 - a.J3) / (a.J1 * (a.J2 - a.J3));  // (A2/A1)^2
    return complete_integral(a.kc, p, G / a.J1, p * G / a.J2) / quarter_period(a.kc);
}

// From m2 = +-A2 sn u: the time until the momentum L along the axis `b` passes zero. Euler's equations in the given
// axes say which way it is going: L_b' = L_c L_d (1/I_d - 1/I_c) for b, c, d in a ring.
double next_sign_change(const Amplitudes& a, const Vec3<double>& I, const Vec3<double>& L, int b, double across) {
    const double s = std::abs(L[b]) / a.A2, c = std::abs(across) / a.A1, size = std::hypot(s, c);
    const double u = c == 0 ? quarter_period(a.kc) : exact::first_kind(s / size, c / size, a.kc * a.kc);
    const int next = (b + 1) % 3, last = (b + 2) % 3;
    const bool towards_zero = L[b] != 0 && sign(L[b]) * sign(L[next]) * sign(L[last]) * (I[next] - I[last]) < 0;
    return (towards_zero ? u : 2 * quarter_period(a.kc) - u) / a.frequency;
}

}  // namespace

const char* name_of(FreeKind kind) {
    switch (kind) {
        case FreeKind::sphere:
            return "sphere";
        case FreeKind::steady:
            return "steady";
        case FreeKind::symmetric:
            return "symmetric";
        case FreeKind::polhode:
            return "polhode";
        case FreeKind::separatrix:
            return "separatrix";
        case FreeKind::at_rest:
            return "at rest";
    }
    return "";
}

namespace {

void steady_motion(FreeMotion& m, const Vec3<double>& I, const Vec3<double>& w_NB_B, int axis, const int (&order)[3]) {
    const int lo = order[0], mid = order[1], hi = order[2];
    m.kind = FreeKind::steady;
    m.axis = axis;
    m.about_largest = I[axis] == I[hi];
    m.stable = axis != mid || I[lo] == I[mid] || I[mid] == I[hi];
    // Euler's equations linearised about the middle axis (Goldstein, Classical Mechanics, section 5.6)
    if (!m.stable)
        m.growth_rate =
            std::abs(w_NB_B[axis]) * std::sqrt((I[mid] - I[lo]) / I[lo]) * std::sqrt((I[hi] - I[mid]) / I[hi]);
}

// Three different moments; `order` from the smallest to the largest. w and L in units in which the fastest rate is 1.
void asymmetric_motion(FreeMotion& m, const Vec3<double>& I, const Vec3<double>& w_NB_B, const int (&order)[3],
                       double scale, const Vec3<double>& w, const Vec3<double>& L) {
    const int lo = order[0], mid = order[1], hi = order[2];
    // Which axis: the sign of |L|^2 - 2 E I_mid, formed in two words without the middle component
    // (exact/free_body.hpp).
    const exact::FreeBody<double> body(I, {}, w_NB_B);
    const bool separatrix = body.motion() == exact::FreeMotion::separatrix;
    const bool largest = separatrix || body.motion() == exact::FreeMotion::about_largest;
    const int c = largest ? hi : lo, a = largest ? lo : hi, b = mid;
    const double kc2 = separatrix ? 0.0 : body.complementary_parameter();
    const Amplitudes A({I[a], I[b], I[c]}, {L[a], L[b], L[c]}, std::sqrt(kc2));

    m.kind = separatrix ? FreeKind::separatrix : FreeKind::polhode;
    m.stable = !separatrix;
    m.axis = separatrix ? mid : c;
    m.about_largest = largest && !separatrix;
    m.polhode_period = 4 * quarter_period(A.kc) / (A.frequency * scale);
    m.complementary_parameter = kc2;
    m.separatrix_distance = (I[c] > I[b] ? -1 : 1) * kc2 * A.A3 * A.A3 * std::abs(I[c] - I[b]) / I[c] / dot(L, L);
    m.pure_spin_distance = separatrix ? 0.0 : (I[b] - I[c]) / I[c];
    m.first_sign_change = next_sign_change(A, I, L, b, L[a]) / scale;
    m.rate_max[a] = scale * A.A1 / A.J1;
    m.rate_max[b] = scale * A.A2 / A.J2;
    m.rate_min[a] = -m.rate_max[a];
    m.rate_min[b] = -m.rate_max[b];
    const double most = scale * A.A3 / A.J3, least = most * std::min(A.kc, 1.0);
    m.rate_min[c] = sign(w[c]) > 0 ? least : -most;
    m.rate_max[c] = sign(w[c]) > 0 ? most : -least;
    if (separatrix) {
        // One sweep only: neither outer component changes sign.
        for (int i : {a, c}) {
            const double size = scale * (i == a ? A.A1 / A.J1 : A.A3 / A.J3);
            m.rate_min[i] = w[i] < 0 ? -size : 0.0;
            m.rate_max[i] = w[i] < 0 ? 0.0 : size;
        }
        m.precession = m.momentum / I[b];  // what it tends to
        return;
    }
    // At u = 0 the momentum is (A1, 0, A3), at u = K (0, A2, k' A3); the angles are largest and smallest there.
    const double first = std::atan2(A.A1, A.A3), second = std::atan2(A.A2, A.kc * A.A3);
    m.wobble_min = std::min(first, second);
    m.wobble_max = std::max(first, second);
    m.middle_to_momentum_min = std::atan2(A.kc * A.A3, A.A2);
    const double rate_first = A.rate_to_momentum(A.A1, A.J1, A.A3),
                 rate_second = A.rate_to_momentum(A.A2, A.J2, A.kc * A.A3);
    m.rate_to_momentum_min = std::min(rate_first, rate_second);
    m.rate_to_momentum_max = std::max(rate_first, rate_second);
    m.precession = mean_precession(A, m.momentum);
    m.rotation_per_period = m.precession * m.polhode_period + (largest ? -2 : 2) * std::numbers::pi;
    m.precession_min = m.momentum / std::max(I[a], I[b]);
    m.precession_max = m.momentum / std::min(I[a], I[b]);
}

}  // namespace

FreeMotion free_motion(const Vec3<double>& I, const Vec3<double>& w_NB_B) {
    FreeMotion m;
    // Rates are scaled to about 1 so that their squares neither overflow nor vanish.
    const double scale = std::max({std::abs(w_NB_B[0]), std::abs(w_NB_B[1]), std::abs(w_NB_B[2])});
    if (scale == 0) return m;
    const Vec3<double> w = w_NB_B / scale;
    const Vec3<double> L{{I[0] * w[0], I[1] * w[1], I[2] * w[2]}};
    m.momentum = scale * norm(L);
    m.energy = 0.5 * scale * scale * dot(L, w);
    m.rate_min = m.rate_max = w_NB_B;

    int order[3] = {0, 1, 2};
    std::sort(order, order + 3, [&](int i, int j) { return I[i] < I[j]; });
    const int lo = order[0], mid = order[1], hi = order[2];
    if (I[lo] == I[hi]) {
        m.kind = FreeKind::sphere;
        return m;
    }
    for (int i = 0; i < 3; ++i)
        if (w[(i + 1) % 3] == 0 && w[(i + 2) % 3] == 0) {
            steady_motion(m, I, w_NB_B, i, order);
            return m;
        }
    if (I[lo] == I[mid] || I[mid] == I[hi]) {
        symmetric_motion(m, I, w_NB_B, I[lo] == I[mid] ? hi : lo);
        return m;
    }
    asymmetric_motion(m, I, w_NB_B, order, scale, w, L);
    return m;
}

const char* axis_moment_name(const FreeMotion& m) {
    if (m.axis < 0) return "";
    return !m.stable ? "middle" : m.about_largest ? "largest" : "smallest";
}

bool FreeMotion::flips() const {
    return kind == FreeKind::polhode && complementary_parameter < 0.5 && middle_to_momentum_min < std::numbers::pi / 6;
}

double FreeMotion::sign_changes_within(double duration) const {
    if (!(first_sign_change > 0) || !(first_sign_change <= duration)) return 0;
    return 1 + (std::isfinite(polhode_period) ? std::floor((duration - first_sign_change) / (polhode_period / 2)) : 0);
}

}  // namespace polhode
