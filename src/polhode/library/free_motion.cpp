#include "free_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "complete_elliptic.hpp"

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
    m.precession = m.momentum / I[one];
    m.spin = -body_rate;
    m.axis_to_momentum = angle_between(e, L);
    m.rate_to_momentum = angle_between(w, L);
    m.rate_to_axis = angle_between(w, e);
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
            m.kind = FreeKind::steady;
            m.axis = i;
            m.about_largest = i == hi;
            m.stable = i != mid || I[lo] == I[mid] || I[mid] == I[hi];
            return m;
        }
    if (I[lo] == I[mid] || I[mid] == I[hi]) {
        symmetric_motion(m, I, w_NB_B, I[lo] == I[mid] ? hi : lo);
        return m;
    }

    // Which axis: the sign of |L|^2 - 2 E I_mid, formed without the middle component (Whittaker, Analytical Dynamics,
    // section 69; the seed's polhode period formula for Ganapathi 2005).
    const double D = I[hi] * (I[hi] - I[mid]) * w[hi] * w[hi] - I[lo] * (I[mid] - I[lo]) * w[lo] * w[lo];
    const int c = D >= 0 ? hi : lo, a = D >= 0 ? lo : hi, b = mid;
    const double J1 = I[a], J2 = I[b], J3 = I[c];
    // Amplitudes of the momentum components: A1 cn, A2 sn, A3 dn (C. G. J. Jacobi 1850), all terms positive
    const double m1 = L[a], m2 = L[b], m3 = L[c];
    const double A1 = std::sqrt(m1 * m1 + m2 * m2 * (J1 * (J2 - J3)) / (J2 * (J1 - J3)));
    const double A2 = std::sqrt(m2 * m2 + m1 * m1 * (J2 * (J1 - J3)) / (J1 * (J2 - J3)));
    const double A3 = std::sqrt(m3 * m3 + m2 * m2 * (J3 * (J2 - J1)) / (J2 * (J3 - J1)));
    const double frequency = A3 * std::sqrt((J2 - J3) * (J1 - J3) / (J1 * J2)) / J3;
    const double kc = std::sqrt(std::abs(D) * J3 / std::abs(J3 - J2)) / A3;

    m.kind = D == 0 ? FreeKind::separatrix : FreeKind::polhode;
    m.stable = D != 0;
    m.axis = D == 0 ? mid : c;
    m.about_largest = D > 0;
    m.polhode_period = 4 * quarter_period(kc) / (frequency * scale);
    m.rate_max[a] = scale * A1 / J1;
    m.rate_max[b] = scale * A2 / J2;
    m.rate_min[a] = -m.rate_max[a];
    m.rate_min[b] = -m.rate_max[b];
    const double most = scale * A3 / J3, least = most * std::min(kc, 1.0);
    m.rate_min[c] = sign(w[c]) > 0 ? least : -most;
    m.rate_max[c] = sign(w[c]) > 0 ? most : -least;
    if (D == 0) {
        // One sweep only: neither outer component changes sign.
        for (int i : {a, c}) {
            const double size = scale * (i == a ? A1 / J1 : A3 / J3);
            m.rate_min[i] = w[i] < 0 ? -size : 0.0;
            m.rate_max[i] = w[i] < 0 ? 0.0 : size;
        }
    }
    return m;
}

}  // namespace polhode
