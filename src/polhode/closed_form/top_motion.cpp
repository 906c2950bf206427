#include "polhode/closed_form/top_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "polhode/closed_form/complete_elliptic.hpp"

namespace polhode {

namespace {

// Relative size below which a condition that distinguishes two kinds counts as met exactly: starts are typed with about
// ten digits, and a loop or wave of that size cannot be told from a cusp or a circle.
constexpr double same = 1e-9;

// Everything the cubic of Lagrange's top needs, with cos(tilt) = u carried as distances from both poles so that nothing
// is lost near them: y = 1 - u, z = 1 + u. Weight moment positive.
struct TopStart {
    double a, beta;     // I3 w3/I1, 2 Mgl/I1
    double y, z, u;     // at the start
    double n, v;        // b - a u = precession times sin^2(tilt); du/dt
    double transverse;  // w1^2 + w2^2
    double b_minus_a, b_plus_a;
};

struct Turning {
    // index 0: u1 (largest tilt), 1: u2 (smallest tilt), 2: u3 (>= 1, not reached); x = u - u(start)
    double x[3], y[3], z[3];
    double u3_minus_u2, u3_minus_u1;
};

// Roots of t^2 - B t - H with H >= 0: larger in size first, no cancellation.
std::pair<double, double> roots_of_opposite_sign(double B, double H) {
    const double root = std::sqrt(B * B + 4 * H);
    const double larger = 0.5 * (B + std::copysign(root, B));
    return {larger, larger == 0 ? 0.0 : -H / larger};
}

// Newton's method on c3 t^3 + c2 t^2 + c1 t + c0 from a start right of its largest root, c3 > 0: the iterates decrease
// until rounding stops them.
double largest_root(double c3, double c2, double c1, double c0, double start) {
    double t = start;
    for (int i = 0; i < 200; ++i) {
        const double value = ((c3 * t + c2) * t + c1) * t + c0;
        const double slope = (3 * c3 * t + 2 * c2) * t + c1;
        if (!(slope > 0) || !(value > 0)) break;
        const double next = t - value / slope;
        if (!(next < t)) break;
        t = next;
    }
    return t;
}

// Turning points of u'^2 = (1-u^2)(alpha - beta u) - (b - a u)^2 (Whittaker, Analytical Dynamics, section 71; Goldstein
// 5-62), as polynomial in the distance from where the top is; about the upper pole where u2 and u3 lie close together.
Turning turning_points(const TopStart& s) {
    Turning r{};
    const double c0 = s.v * s.v;
    const double c1 = 2 * s.n * s.a - s.beta * s.y * s.z - 2 * s.u * s.transverse;
    const double c2 = 2 * s.u * s.beta - s.transverse - s.a * s.a;
    const double bound =
        2 * std::max({std::abs(c2) / s.beta, std::sqrt(std::abs(c1) / s.beta), std::cbrt(c0 / s.beta)});
    const double x3 = largest_root(s.beta, c2, c1, c0, bound);
    const double H = x3 == 0 ? 0.0 : c0 / (s.beta * x3);
    const double B = x3 == 0 ? 0.0 : (c1 / s.beta + H) / x3;
    const auto [first, second] = roots_of_opposite_sign(B, H);
    r.x[0] = std::min(first, second);
    r.x[1] = std::max(first, second);
    r.x[2] = x3;
    for (int i = 0; i < 3; ++i) r.y[i] = s.y - r.x[i];
    const double pole_product = s.b_minus_a * s.b_minus_a / s.beta;  // y1 y2 (-y3)

    if (x3 - r.x[1] >= r.x[1] - r.x[0]) {
        double& y2 = r.y[1];
        double& y3 = r.y[2];
        if (std::min(y2, -y3) < s.y / 2 && r.y[0] > 0) {
            if (y2 <= -y3 && y3 < 0)
                y2 = pole_product / (r.y[0] * -y3);
            else if (y2 > 0)
                y3 = -pole_product / (r.y[0] * y2);
        }
        r.u3_minus_u2 = x3 - r.x[1];
    } else {
        const double e = s.transverse - s.beta * s.y;
        const double d2 = -(2 * s.beta - e - s.a * s.a), d1 = -(2 * e - 2 * s.a * s.b_minus_a);
        const double y1 = largest_root(s.beta, d2, d1, s.b_minus_a * s.b_minus_a, 2.0);
        const double H1 = pole_product / y1, B1 = (H1 + d1 / s.beta) / y1;
        const auto [one, other] = roots_of_opposite_sign(B1, H1);
        r.y[0] = y1;
        r.y[1] = std::max(one, other);
        r.y[2] = std::min(one, other);
        for (int i = 0; i < 3; ++i) r.x[i] = s.y - r.y[i];
        // A start at a turning point has c0 = 0 and keeps its place exactly.
        int near = std::abs(r.x[0]) < std::abs(r.x[1]) ? 0 : 1;
        r.x[near] = r.x[1 - near] * r.x[2] == 0 ? 0.0 : -c0 / (s.beta * r.x[1 - near] * r.x[2]);
        if (std::abs(r.x[near]) < s.y / 2) r.y[near] = s.y - r.x[near];
        r.u3_minus_u2 = r.y[1] - r.y[2];
    }
    // Rounding may carry a turning point past a pole by less than its own accuracy.
    r.y[1] = std::max(r.y[1], 0.0);
    for (int i = 0; i < 3; ++i) r.z[i] = s.z + r.x[i];
    if (r.z[0] < s.z / 2) r.z[0] = s.b_plus_a * s.b_plus_a / (s.beta * r.z[1] * r.z[2]);
    r.u3_minus_u1 = r.x[2] - r.x[0];
    return r;
}

// b - a u at a turning point, from the start or from the nearer pole
double n_at(const TopStart& s, const Turning& t, int i) {
    if (t.y[i] < s.y / 2) return s.b_minus_a + s.a * t.y[i];
    if (t.z[i] < s.z / 2) return s.b_plus_a - s.a * t.z[i];
    return s.n - s.a * t.x[i];
}

// Precession rate (b - a u)/(1 - u^2) (Goldstein 5-57), continued to the poles
double precession(const TopStart& s, double n, double y, double z) {
    if (y == 0) return s.a / z;
    if (z == 0) return -s.a / y;
    return n / (y * z);
}

TopKind kind_of(const TopStart& s, const Turning& t) {
    if (s.a == 0) {
        if (s.b_minus_a == 0) return TopKind::pendulum;
    } else if ((s.b_minus_a == 0 && t.y[1] == 0) || (s.b_plus_a == 0 && t.z[0] == 0)) {
        return TopKind::through_vertical;
    }

    // Steady: thetadot = 0 and phidot a root of I1 phidot^2 cos(tilt) - L3 phidot + Mgl = 0 (GyroSoft eq. 22)
    const double sine_squared = s.y * s.z;
    const double phi = s.n / sine_squared;
    const double terms[3] = {s.u * phi * phi, -s.a * phi, s.beta / 2};
    const double largest = std::max({std::abs(terms[0]), std::abs(terms[1]), terms[2]});
    if (std::abs(terms[0] + terms[1] + terms[2]) <= same * largest && std::abs(s.v) <= same * std::abs(s.n))
        return TopKind::circle;
    if (s.a == 0) return TopKind::spherical_pendulum;

    // Release rule for any start: the precession changes sign exactly when |LZ/L3| < 1 and
    // I1 (w1^2+w2^2)/2 > Mgl (LZ/L3 - cos(tilt)); equality is a cusp (reference notes on GyroSoft 2015, "Release
    // rule").
    if ((s.b_minus_a < 0) != (s.b_plus_a < 0)) {  // |b| < |a|, also where the two are equal but for rounding
        const double need = s.beta * s.n / s.a;
        if (std::abs(s.transverse - need) <= same * std::max(s.transverse, std::abs(need))) return TopKind::cusp;
        if (s.transverse > need) return TopKind::loop;
    }
    return TopKind::wave;
}

}  // namespace

const char* name_of(TopKind kind) {
    switch (kind) {
        case TopKind::cusp:
            return "cusp";
        case TopKind::loop:
            return "loop";
        case TopKind::wave:
            return "wave";
        case TopKind::circle:
            return "circle";
        case TopKind::sleeping:
            return "sleeping";
        case TopKind::pendulum:
            return "pendulum";
        case TopKind::spherical_pendulum:
            return "spherical pendulum";
        case TopKind::through_vertical:
            return "through the vertical";
        case TopKind::free:
            return "free";
    }
    return "";
}

double sleeping_limit(const Top& top) { return top.Mgl > 0 ? 2 * std::sqrt(top.I1 * top.Mgl) / top.I3 : 0.0; }

namespace {

// With the centre of mass on body z: one below the fixed point is the same top seen along -z.
TopStart start_of_top(const Top& top, const Vec3<double>& w, const Vec3<double>& gamma, double up, double down,
                      double L_axis) {
    const bool mirrored = top.Mgl < 0;
    TopStart s{};
    s.a = (mirrored ? -1 : 1) * L_axis / top.I1;
    s.beta = 2 * std::abs(top.Mgl) / top.I1;
    s.y = mirrored ? up : down;
    s.z = mirrored ? down : up;
    s.u = (s.z - s.y) / 2;
    s.n = w[0] * gamma[0] + w[1] * gamma[1];
    s.v = (mirrored ? -1 : 1) * (gamma[0] * w[1] - gamma[1] * w[0]);
    s.transverse = w[0] * w[0] + w[1] * w[1];
    s.b_minus_a = s.n - s.a * s.y;
    s.b_plus_a = s.n + s.a * s.z;
    return s;
}

double tilt_of(double y, double z, bool mirrored) {
    return mirrored ? 2 * std::atan2(std::sqrt(z), std::sqrt(y)) : 2 * std::atan2(std::sqrt(y), std::sqrt(z));
}

// Small disturbances turn as exp(i r t) with r^2 - a r + beta/2 = 0 upright, -beta/2 hanging (linear stability): the
// tilt varies with the difference of the two rates.
void sleeping_motion(TopMotion& m, const TopStart& s, bool mirrored) {
    m.kind = TopKind::sleeping;
    m.tilt_min = m.tilt_max = tilt_of(s.y, s.z, mirrored);
    const double discriminant = s.a * s.a + (s.y == 0 ? -2 : 2) * s.beta;
    m.stable = discriminant > 0;
    m.nutation_period = m.stable ? 2 * std::numbers::pi / std::sqrt(discriminant) : 0.0;
}

void tilt_and_precession_ranges(TopMotion& m, const TopStart& s, const Turning& t, bool mirrored) {
    const double rate1 = precession(s, n_at(s, t, 0), t.y[0], t.z[0]),
                 rate2 = precession(s, n_at(s, t, 1), t.y[1], t.z[1]);
    m.tilt_min = tilt_of(t.y[1], t.z[1], mirrored);
    m.tilt_max = tilt_of(t.y[0], t.z[0], mirrored);
    m.precession_at_tilt_min = rate2;
    m.precession_at_tilt_max = rate1;
    if (mirrored) {
        std::swap(m.tilt_min, m.tilt_max);
        std::swap(m.precession_at_tilt_min, m.precession_at_tilt_max);
    }
    m.precession_min = std::min(rate1, rate2);
    m.precession_max = std::max(rate1, rate2);
    // Between the ends the precession has an extreme where a u^2 - 2 b u + a = 0, if that lies on the way.
    const double beyond = s.b_minus_a * s.b_plus_a;  // b^2 - a^2
    if (beyond > 0) {
        const double b = 0.5 * (s.b_minus_a + s.b_plus_a);
        const double sum = b + std::copysign(std::sqrt(beyond), b);
        const double x = s.a / sum - s.u;
        if (x > t.x[0] && x < t.x[1]) {
            m.precession_min = std::min(m.precession_min, sum / 2);
            m.precession_max = std::max(m.precession_max, sum / 2);
        }
    }
}

// u = u1 cn^2 + u2 sn^2 with argument p t, p = sqrt(beta (u3-u1))/2 and k'^2 = (u3-u2)/(u3-u1): half a nutation is K.
void period_and_mean_precession(TopMotion& m, const TopStart& s, const Turning& t) {
    const double n1 = n_at(s, t, 0), n2 = n_at(s, t, 1);
    const double kc = std::sqrt(t.u3_minus_u2 / t.u3_minus_u1);
    const double quarter = quarter_period(kc);
    m.nutation_period = 4 * quarter / std::sqrt(s.beta * t.u3_minus_u1);
    // Mean of n/(yz) = n/(2y) + n/(2z), with n, y, z linear in u: each half is one of Bulirsch's integrals, and for
    // waves and cusps no two terms of opposite sign meet.
    const auto mean_over = [&](double at_u1, double at_u2, double at_pole) {
        if (at_u1 == 0 || at_u2 == 0) return at_pole;  // n is proportional to the distance from that pole
        return complete_integral(kc, at_u2 / at_u1, n1 / at_u1, n2 / at_u1) / quarter;
    };
    if (!std::isfinite(quarter))
        // asymptotic to the upper turning point, where all the time is spent
        m.mean_precession = precession(s, n2, t.y[1], t.z[1]);
    else
        m.mean_precession = (mean_over(t.y[0], t.y[1], s.a) + mean_over(t.z[0], t.z[1], -s.a)) / 2;
}

}  // namespace

TopMotion top_motion(const Top& top, const Quaternion<double>& q_NB, const Vec3<double>& w_NB_B) {
    const Quaternion<double> q = normalise(q_NB);
    const double up = 2 * (q.w * q.w + q.z * q.z), down = 2 * (q.x * q.x + q.y * q.y);
    const Vec3<double> gamma{{2 * (q.x * q.z - q.w * q.y), 2 * (q.w * q.x + q.y * q.z), (up - down) / 2}};  // z in B
    const Vec3<double>& w = w_NB_B;

    TopMotion m;
    m.L_axis = top.I3 * w[2];
    m.L_vertical = top.I1 * (w[0] * gamma[0] + w[1] * gamma[1]) + m.L_axis * gamma[2];
    m.energy = (top.I1 * (w[0] * w[0] + w[1] * w[1]) + top.I3 * w[2] * w[2]) / 2 + top.Mgl * gamma[2];
    if (top.Mgl == 0) {
        m.kind = TopKind::free;
        return m;
    }
    const bool mirrored = top.Mgl < 0;
    const TopStart s = start_of_top(top, w, gamma, up, down, m.L_axis);
    if ((s.y == 0 || s.z == 0) && s.transverse == 0) {
        sleeping_motion(m, s, mirrored);
        return m;
    }
    Turning t = turning_points(s);
    m.kind = kind_of(s, t);
    if (m.kind == TopKind::circle) {
        for (int i = 0; i < 2; ++i) {
            t.x[i] = 0;
            t.y[i] = s.y;
            t.z[i] = s.z;
        }
        t.u3_minus_u1 = t.u3_minus_u2 = t.x[2];
    }
    tilt_and_precession_ranges(m, s, t, mirrored);
    period_and_mean_precession(m, s, t);
    return m;
}

}  // namespace polhode
