// The Lagrange top's closed solution against two independent integrations of 34 digits: the reference file and the hard
// cases (tests/data/make_exact_hard_cases.py); against itself in quadruple precision at large times; and by its laws.
#include "core/exact/exact_support.hpp"

namespace boost::multiprecision {
// What the core asks of a number type and Boost spells otherwise.
template <class B, expression_template_option E>
bool is_finite(const number<B, E>& x) {
    return (isfinite)(x);
}
}  // namespace boost::multiprecision

#include "polhode/exact/lagrange_top.hpp"

namespace {

using namespace exact_support;
using polhode::cast;
using polhode::Quaternion;
using polhode::Vec3;
using polhode::exact::LagrangeTop;
using polhode::exact::State;
using polhode::exact::TopMotion;
using Top = LagrangeTop<double>;

constexpr double pi = 3.141592653589793;

struct Dice {
    unsigned long long state;
    double operator()(double a, double b) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return a + (b - a) * static_cast<double>(state >> 11) * 0x1p-53;
    }
};

double distance(const Quaternion<double>& a, const Quaternion<double>& b) {
    return 2 * std::hypot(std::hypot(a.w - b.w, a.x - b.x), std::hypot(a.y - b.y, a.z - b.z));
}
double tilt(const Quaternion<double>& q) { return 2 * std::atan2(std::hypot(q.x, q.y), std::hypot(q.w, q.z)); }

void expect_promised(const std::vector<Sample>& samples) {
    double worst = 0;
    for (const Sample& s : samples) {
        if (Top::symmetry_axis(s.inertia, s.weight) < 0) continue;
        const State<double> got = Top(s.inertia, s.weight, s.q0, s.w0).state_at(s.t);
        const double error = attitude_error(got.q_NB, s.exact);
        EXPECT_LE(error, promised(s.condition)) << s.name << " t = " << s.t;
        // the attitude enters the rate of change of w: relative error as for the attitude, where w itself is not small
        EXPECT_LE(rate_error(got.w_NB_B, s.exact), promised(s.condition) + 2e-15) << s.name << " t = " << s.t;
        worst = std::max(worst, error / promised(s.condition));
    }
    testing::Test::RecordProperty("worst_share_of_promise", std::to_string(worst));
    EXPECT_GT(worst, 0) << "nothing was compared";
}

TEST(LagrangeTop, ReferenceSamples) { expect_promised(samples_of_json("exact-heavy-top.json")); }
TEST(LagrangeTop, HardCases) { expect_promised(hard_cases("top")); }

TEST(LagrangeTop, LargeTimesLoseNothing) {
    using Quad =
        boost::multiprecision::number<boost::multiprecision::cpp_bin_float<113, boost::multiprecision::digit_base_2>,
                                      boost::multiprecision::et_off>;
    Dice dice{1788};
    double worst = 0;
    for (int n = 0; n < 40; ++n) {
        const double I1 = dice(0.3, 2), P = dice(-3, 3), t = std::pow(10.0, dice(0, 9));
        const Vec3<double> I{I1, I1, I1 * dice(0.05, 1.95)}, c{0, 0, P}, w{dice(-2, 2), dice(-2, 2), dice(-4, 4)};
        const Quaternion<double> q{dice(-1, 1), dice(-1, 1), dice(-1, 1), dice(-1, 1)};
        const State<double> got = Top(I, c, q, w).state_at(t);
        const State<Quad> exact =
            LagrangeTop<Quad>(cast<Quad>(I), cast<Quad>(c), cast<Quad>(q), cast<Quad>(w)).state_at(Quad(t));
        Reference r;
        for (int i = 0; i < 4; ++i) r.q[i] = Precise(exact.q_NB.params()[i]);
        for (int i = 0; i < 3; ++i) r.w[i] = Precise(exact.w_NB_B[i]);
        const double error = attitude_error(got.q_NB, r);
        EXPECT_LE(error, 5e-15) << "t = " << t;  // about ten roundings in the phases, more where the axis passes a pole
        EXPECT_LE(rate_error(got.w_NB_B, r), 1e-14) << "t = " << t;
        worst = std::max(worst, error);
    }
    RecordProperty("worst_rad", std::to_string(worst * 1e16) + "e-16");
}

// q' = q (0, w)/2 and I w' = (I w) x w + gamma x c, by central differences; energy, L_z and spin as constants.
TEST(LagrangeTop, SatisfiesItsEquations) {
    Dice dice{71};
    const double h = 1e-5;
    for (int n = 0; n < 60; ++n) {
        const int axis = n % 3;
        Vec3<double> I{1.0, 1.0, 1.0}, c{};
        I[axis] = dice(0.1, 1.9);
        c[axis] = dice(-2, 2);
        const Vec3<double> w{dice(-1, 1), dice(-1, 1), dice(-1, 1)};
        const Top top(I, c, {dice(-1, 1), dice(-1, 1), dice(-1, 1), dice(-1, 1)}, w);
        const double t = dice(0, 20);
        const State<double> a = top.state_at(t - h), b = top.state_at(t), d = top.state_at(t + h), s = top.state_at(0);
        const auto dq = derivative(b.q_NB, b.w_NB_B);
        for (int i = 0; i < 4; ++i)
            EXPECT_NEAR((d.q_NB.params()[i] - a.q_NB.params()[i]) / (2 * h), dq[i], 1e-8);  // h^2 and 1e-16/h
        const Vec3<double> up{0, 0, 1}, torque = cross(to_body(b.q_NB, up), c);
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            const double expected = ((I[j] - I[k]) * b.w_NB_B[j] * b.w_NB_B[k] + torque[i]) / I[i];
            EXPECT_NEAR((d.w_NB_B[i] - a.w_NB_B[i]) / (2 * h), expected, 1e-7);
        }
        const auto energy = [&](const State<double>& x) {
            const Vec3<double> v = x.w_NB_B;
            return 0.5 * (I[0] * v[0] * v[0] + I[1] * v[1] * v[1] + I[2] * v[2] * v[2]) + dot(c, to_body(x.q_NB, up));
        };
        const auto vertical = [&](const State<double>& x) {
            const Vec3<double> v = x.w_NB_B;
            return to_world(x.q_NB, Vec3<double>{I[0] * v[0], I[1] * v[1], I[2] * v[2]})[2];
        };
        EXPECT_NEAR(energy(b), energy(s), 1e-14);
        EXPECT_NEAR(vertical(b), vertical(s), 1e-14);
        EXPECT_NEAR(b.w_NB_B[axis], w[axis], 1e-15);
    }
}

TEST(LagrangeTop, RestartOnTheWay) {
    Dice dice{72};
    for (int n = 0; n < 60; ++n) {
        const Vec3<double> I{1.0, 1.0, dice(0.1, 1.9)}, c{0, 0, dice(-2, 2)}, w{dice(-1, 1), dice(-1, 1), dice(-3, 3)};
        const Top top(I, c, {dice(-1, 1), dice(-1, 1), dice(-1, 1), dice(-1, 1)}, w);
        const State<double> half = top.state_at(2.3), end = top.state_at(6.9);
        EXPECT_LE(distance(end.q_NB, Top(I, c, half.q_NB, half.w_NB_B).state_at(6.9 - 2.3).q_NB),
                  1e-13);  // condition < 500
    }
}

// A renumbering of the body axes renumbers the answer: the symmetry axis may be any of the three.
TEST(LagrangeTop, AnySymmetryAxis) {
    const double I1 = 1.2, I3 = 0.8, P = 1.5;
    const Vec3<double> w{-0.3, 0.1, 6.0};
    const Quaternion<double> q{0.9, 0.0, 0.4, 0.1};
    const State<double> s = Top({I1, I1, I3}, {0, 0, P}, q, w).state_at(5.0);
    // new axes (x, y, z) = old (z, x, y): the new body frame in the old one is the rotation (1, 1, 1, 1)/2 or its
    // inverse
    const Quaternion<double> forth{0.5, 0.5, 0.5, 0.5}, back{0.5, -0.5, -0.5, -0.5};
    const State<double> x = Top({I3, I1, I1}, {P, 0, 0}, q * back, {w[2], w[0], w[1]}).state_at(5.0);
    EXPECT_LE(distance(x.q_NB * forth, s.q_NB), 2e-15);
    const State<double> y = Top({I1, I3, I1}, {0, P, 0}, q * forth, {w[1], w[2], w[0]}).state_at(5.0);
    EXPECT_LE(distance(y.q_NB * back, s.q_NB), 2e-15);
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(x.w_NB_B[(i + 1) % 3], s.w_NB_B[i], 1e-14);
        EXPECT_NEAR(y.w_NB_B[(i + 2) % 3], s.w_NB_B[i], 1e-14);
    }
}

// A sphere with its centre of mass anywhere: the same as the sphere turned so that it lies on an axis.
TEST(LagrangeTop, SphereWithCentreOfMassAnywhere) {
    for (const Vec3<double>& c :
         {Vec3<double>{0.3, -0.4, 1.2}, Vec3<double>{0.3, -0.4, -1.2}, Vec3<double>{1.0, 1.0, 0.0}}) {
        ASSERT_EQ(Top::symmetry_axis({2.0, 2.0, 2.0}, c), 3);
        const Top top({2.0, 2.0, 2.0}, c, {0.9, 0.1, 0.4, 0.1}, {-0.3, 0.5, 2.0});
        const double h = 1e-5, t = 3.0;
        const State<double> a = top.state_at(t - h), b = top.state_at(t), d = top.state_at(t + h);
        const auto dq = derivative(b.q_NB, b.w_NB_B);
        for (int i = 0; i < 4; ++i) EXPECT_NEAR((d.q_NB.params()[i] - a.q_NB.params()[i]) / (2 * h), dq[i], 1e-8);
        const Vec3<double> torque = cross(to_body(b.q_NB, Vec3<double>{0, 0, 1}), c);
        for (int i = 0; i < 3; ++i) EXPECT_NEAR((d.w_NB_B[i] - a.w_NB_B[i]) / (2 * h), torque[i] / 2.0, 1e-8);
        const State<double> start = top.state_at(0);
        EXPECT_LE(distance(start.q_NB, normalise(Quaternion<double>{0.9, 0.1, 0.4, 0.1})), 2e-15);
    }
}

TEST(LagrangeTop, WhereThereIsAClosedForm) {
    EXPECT_EQ(Top::symmetry_axis({1, 1, 2}, {0, 0, 3}), 2);
    EXPECT_EQ(Top::symmetry_axis({2, 1, 1}, {-3, 0, 0}), 0);
    EXPECT_EQ(Top::symmetry_axis({1, 2, 1}, {0, 3, 0}), 1);
    EXPECT_EQ(Top::symmetry_axis({1, 2, 1}, {0, 0, 3}), -1);
    EXPECT_EQ(Top::symmetry_axis({1, 1, 2}, {0, 1e-30, 3}), -1);
    EXPECT_EQ(Top::symmetry_axis({1, 1.5, 2}, {0, 0, 3}), -1);
    EXPECT_EQ(Top::symmetry_axis({1, 1, 1}, {0, 3, 0}), 1);
}

// Nutation period, limits of the tilt and mean precession, read off the motion itself.
TEST(LagrangeTop, PeriodTiltAndMeanPrecession) {
    struct Case {
        double P;
        Quaternion<double> q;
        Vec3<double> w;
        TopMotion motion;
    };
    const Case cases[] = {{1.0, {0.9, 0.2, 0.4, 0.1}, {0.5, -0.3, 8.0}, TopMotion::loop},
                          {1.0, {0.9, 0.2, 0.4, 0.1}, {0.5, 2.0, 1.0}, TopMotion::wave},
                          {1.0, {0.9, 0.2, 0.4, 0.1}, {0.0, 0.0, 6.0}, TopMotion::cusp},
                          {-1.0, {0.9, 0.2, 0.4, 0.1}, {0.5, -0.3, 3.0}, TopMotion::wave},
                          {1.0, {0.9, 0.02, 0.04, 0.1}, {0.0, 0.1, 1.0}, TopMotion::wave}};
    for (const Case& c : cases) {
        const Top top({1.0, 1.0, 0.5}, {0, 0, c.P}, c.q, c.w);
        EXPECT_EQ(top.motion(), c.motion) << c.w[0] << " " << c.w[1] << " " << c.w[2];
        const double T = top.nutation_period();
        const int steps = 4000;
        double smallest = 10, largest = 0, turned = 0, before = 0, ahead = 0, back = 0;
        for (int n = 0; n <= 2 * steps; ++n) {
            const State<double> s = top.state_at(T * n / steps);
            Vec3<double> axis = to_world(s.q_NB, Vec3<double>{0, 0, c.P < 0 ? -1.0 : 1.0});
            const double angle = c.P < 0 ? pi - tilt(s.q_NB) : tilt(s.q_NB), azimuth = std::atan2(axis[1], axis[0]);
            smallest = std::min(smallest, angle);
            largest = std::max(largest, angle);
            const double turn = n > 0 ? std::remainder(azimuth - before, 2 * pi) : 0;
            turned += turn;
            (turn > 0 ? ahead : back) += std::abs(turn);
            before = azimuth;
        }
        EXPECT_EQ(c.motion == TopMotion::loop, std::min(ahead, back) > 1e-9) << ahead << " " << back;
        EXPECT_NEAR(smallest, top.smallest_tilt(), 1e-5);  // the samples miss the turning points by up to T/8000
        EXPECT_NEAR(largest, top.largest_tilt(), 1e-5);
        EXPECT_NEAR(turned / (2 * T), top.mean_precession(), 1e-12);
        const State<double> s = top.state_at(0.3), later = top.state_at(0.3 + T);
        EXPECT_NEAR(tilt(s.q_NB), tilt(later.q_NB), 2e-15);
        EXPECT_GT(std::abs(tilt(top.state_at(0.3 + T / 2).q_NB) - tilt(s.q_NB)), 1e-4) << "half the period must not do";
    }
}

// A plane pendulum passes through the vertical, where precession jumps by half a turn: that is not counted, although
// the distance to the pole is a difference that rounding would not leave at zero.
TEST(LagrangeTop, PlanePendulumDoesNotPrecess) {
    for (int n = 0; n < 40; ++n) {
        const Top top({1.0, 1.0, 0.5}, {0, 0, 1.0}, {0.6, 0.8, 0.0, 0.0}, {0.1 * n - 1.95, 0, 0});
        EXPECT_EQ(top.motion(), TopMotion::pendulum);
        EXPECT_EQ(top.mean_precession(), 0.0) << n;
    }
}

TEST(LagrangeTop, KindsWithoutNutation) {
    const Vec3<double> I{1.0, 1.0, 0.5}, c{0, 0, 1.0};
    const Quaternion<double> up{0.6, 0, 0, -0.8}, down{0, 0.6, -0.8, 0}, flat{0.5, 0.5, 0.5, 0.5};
    EXPECT_EQ(Top(I, c, up, {0, 0, 6.0}).motion(), TopMotion::sleeping);
    EXPECT_EQ(Top(I, c, down, {0, 0, 6.0}).motion(), TopMotion::hanging);
    EXPECT_EQ(Top(I, {0, 0, -1.0}, up, {0, 0, 6.0}).motion(), TopMotion::hanging);
    EXPECT_EQ(Top(I, {}, up, {0, 0, 6.0}).motion(), TopMotion::weightless);
    const Top steady(I, c, flat, {0, 0.5, 4.0});
    EXPECT_EQ(steady.motion(), TopMotion::steady);
    EXPECT_EQ(steady.nutation_amplitude(), 0.0);
    EXPECT_NEAR(steady.mean_precession(), 0.5, 1e-15);  // P/(I3 w3)
    EXPECT_NEAR(steady.smallest_tilt(), pi / 2, 1e-15);
    EXPECT_EQ(Top(I, c, {0.6, 0.8, 0, 0}, {0.5, 0, 0}).motion(), TopMotion::pendulum);
    const Top creeping({1.0, 1.0, 0.75}, {0, 0, 0.78125}, flat, {-1.0, 0.75, 1.0});
    EXPECT_EQ(creeping.motion(), TopMotion::asymptotic);
    EXPECT_TRUE(std::isinf(creeping.nutation_period()));
    EXPECT_NEAR(tilt(creeping.state_at(60.0).q_NB), 0.0, 1e-13);  // and stays there
    EXPECT_NEAR(tilt(creeping.state_at(1e4).q_NB), 0.0, 1e-13);
    // small plane swings: the pendulum's period 2 pi sqrt(I1/P), twice the nutation's
    const Top swing(I, {0, 0, 4.0}, {0.0, 1.0, 0.0, 0.0}, {1e-4, 0, 0});
    EXPECT_NEAR(swing.nutation_period(), pi / 2, 1e-8);
}

// An upright top without spin falls like theta = w/mu sinh(mu t), mu^2 = P/I1, from however small a push; and one of
// any size is where quadruple precision says.
TEST(LagrangeTop, SizesMayLieFarApart_Long) {
    const Vec3<double> I{1.0, 1.0, 0.5}, c{0, 0, 4.0};
    const Top pushed(I, c, {}, {1e-300, 0, 0});
    // two roundings of mu t, up to 600, and ten more
    for (double t : {1.0, 100.0, 300.0})
        EXPECT_NEAR(tilt(pushed.state_at(t).q_NB) / (1e-300 / 2 * std::sinh(2 * t)), 1, 2.2e-16 * (10 + 4 * t)) << t;
    EXPECT_EQ(pushed.motion(), TopMotion::pendulum);

    using Quad =
        boost::multiprecision::number<boost::multiprecision::cpp_bin_float<113, boost::multiprecision::digit_base_2>,
                                      boost::multiprecision::et_off>;
    double worst = 0;
    for (double small : {5e-324, 1e-300, 1e-200, 1e-160, 1e-120, 1e-60})
        for (const Quaternion<double>& q : {Quaternion<double>{}, Quaternion<double>{1.0, small, 0, 0},
                                            Quaternion<double>{0, 1, small, 0}, Quaternion<double>{0.8, 0.6, small, 0}})
            for (const Vec3<double>& w :
                 {Vec3<double>{small, 0, 0.5}, Vec3<double>{0.3, small, small}, Vec3<double>{0, small, 9.0}})
                for (double unit : {1.0, 0x1p400, 0x1p-400})
                    for (double t : {0.0, 1.0, 50.0, 700.0}) {
                        // a unit of time and one of mass
                        const Vec3<double> m = 1.5 * I, p = 1.5 * unit * unit * c, rate = unit * w;
                        const State<double> got = Top(m, p, q, rate).state_at(t / unit);
                        const State<Quad> exact =
                            LagrangeTop<Quad>(cast<Quad>(m), cast<Quad>(p), cast<Quad>(q), cast<Quad>(rate))
                                .state_at(Quad(t / unit));
                        Reference r;
                        for (int i = 0; i < 4; ++i) r.q[i] = Precise(exact.q_NB.params()[i]);
                        for (int i = 0; i < 3; ++i) r.w[i] = Precise(exact.w_NB_B[i]);
                        const double error = attitude_error(got.q_NB, r);
                        // as promised for a condition of ten times the angle turned through
                        ASSERT_LE(error, promised(20 * (1 + t)))
                            << "small " << small << " q " << q.w << " " << q.x << " " << q.y << " w " << w[0] << " "
                            << w[1] << " " << w[2] << " unit " << unit << " t " << t;
                        worst = std::max(worst, error);
                    }
    RecordProperty("worst_rad", std::to_string(worst * 1e16) + "e-16");
    EXPECT_TRUE(std::isnan(Top(I, c, {0.8, 0.6, 0, 0}, {0, 0, 3.0}).state_at(1e17).q_NB.w));
}

TEST(LagrangeTop, FollowsTheSameMotionInFloat) {
    const Vec3<double> I{1.0, 1.0, 0.5}, c{0, 0, 1.0}, w{0.5, -0.25, 8.0};
    const Quaternion<double> q{0.875, 0.25, 0.375, 0.125};
    const State<double> exact = Top(I, c, q, w).state_at(1000.0);
    const State<float> got =
        LagrangeTop<float>(cast<float>(I), cast<float>(c), cast<float>(q), cast<float>(w)).state_at(1000.0f);
    // the inputs are the same numbers in float: only the roundings of one evaluation in float (6e-8)
    EXPECT_LE(distance(exact.q_NB, cast<double>(got.q_NB)), 2e-6);
}

// What is no number goes in and comes out; nothing loops or traps.
TEST(LagrangeTop, NotANumberStaysOne) {
    const double nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
    const Quaternion<double> q{0.9, 0.2, 0.4, 0.1};
    EXPECT_TRUE(std::isnan(Top({1, 1, 0.5}, {0, 0, 1}, q, {0.5, -0.3, 8.0}).state_at(nan).q_NB.w));
    EXPECT_TRUE(std::isnan(Top({1, 1, 0.5}, {0, 0, 1}, q, {0.5, infinite, 8.0}).state_at(1.0).q_NB.w));
    EXPECT_TRUE(std::isnan(Top({1, 1, 0.5}, {0, 0, 1}, q, {0.5, -0.3, nan}).state_at(1.0).q_NB.w));
}

}  // namespace
