// The free body's closed solution against two independent integrations of 34 digits: the reference file and the hard
// cases (tests/data/make_exact_hard_cases.py); against itself in quadruple precision at large times; and by its laws.
#include "core/exact/exact_support.hpp"

namespace boost::multiprecision {
// What the core asks of a number type and Boost spells otherwise.
template <class B, expression_template_option E>
bool is_finite(const number<B, E>& x) {
    return (isfinite)(x);
}
}  // namespace boost::multiprecision

#include "polhode/exact/free_body.hpp"

namespace {

using namespace exact_support;
using polhode::cast;
using polhode::Quaternion;
using polhode::Vec3;
using polhode::exact::FreeBody;
using polhode::exact::FreeMotion;
using polhode::exact::State;
using Body = FreeBody<double>;

// Numbers between a and b that are the same on every machine.
struct Dice {
    unsigned long long state;
    double operator()(double a, double b) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return a + (b - a) * static_cast<double>(state >> 11) * 0x1p-53;
    }
};

double distance(const State<double>& a, const State<double>& b) {
    return 2 * std::hypot(std::hypot(a.q_NB.w - b.q_NB.w, a.q_NB.x - b.q_NB.x),
                          std::hypot(a.q_NB.y - b.q_NB.y, a.q_NB.z - b.q_NB.z));
}

void expect_promised(const std::vector<Sample>& samples) {
    double worst = 0, worst_momentum = 0;
    for (const Sample& s : samples) {
        const State<double> got = Body(s.inertia, s.q0, s.w0).state_at(s.t);
        const double error = attitude_error(got.q_NB, s.exact);
        EXPECT_LE(error, promised(s.condition)) << s.name << " t = " << s.t;
        // the rate turns with the body: relative error as for the attitude
        EXPECT_LE(rate_error(got.w_NB_B, s.exact), promised(s.condition)) << s.name << " t = " << s.t;
        const double momentum = momentum_error(s.inertia, s.q0, s.w0, got);
        EXPECT_LE(momentum, promised_momentum) << s.name << " t = " << s.t;
        worst = std::max(worst, error / promised(s.condition));
        worst_momentum = std::max(worst_momentum, momentum);
    }
    testing::Test::RecordProperty("worst_share_of_promise", std::to_string(worst));
    testing::Test::RecordProperty("worst_momentum", std::to_string(worst_momentum * 1e16) + "e-16");
    EXPECT_GT(worst, 0) << "nothing was compared";
}

TEST(FreeBody, ReferenceSamples) { expect_promised(samples_of_json("exact-free-body.json")); }
TEST(FreeBody, HardCases) { expect_promised(hard_cases("free")); }

// What multiplies t is held in two words, so that even at 1e9 rad only the roundings of one evaluation remain.
TEST(FreeBody, LargeTimesLoseNothing) {
    using Quad =
        boost::multiprecision::number<boost::multiprecision::cpp_bin_float<113, boost::multiprecision::digit_base_2>,
                                      boost::multiprecision::et_off>;
    Dice dice{1758};
    double worst = 0;
    for (int n = 0; n < 40; ++n) {
        const Vec3<double> I{dice(0.2, 2), dice(0.2, 2), dice(0.2, 2)}, w{dice(-2, 2), dice(-2, 2), dice(-2, 2)};
        const Quaternion<double> q{dice(-1, 1), dice(-1, 1), dice(-1, 1), dice(-1, 1)};
        const double t = std::pow(10.0, dice(0, 9));
        const State<double> got = Body(I, q, w).state_at(t);
        const State<Quad> exact = FreeBody<Quad>(cast<Quad>(I), cast<Quad>(q), cast<Quad>(w)).state_at(Quad(t));
        Reference r;
        for (int i = 0; i < 4; ++i) r.q[i] = Precise(exact.q_NB.params()[i]);
        for (int i = 0; i < 3; ++i) r.w[i] = Precise(exact.w_NB_B[i]);
        const double error = attitude_error(got.q_NB, r);
        EXPECT_LE(error, 3e-15) << "t = " << t;  // 1e-15 of attitude and three times as much near a flip
        EXPECT_LE(rate_error(got.w_NB_B, r), 3e-15) << "t = " << t;
        EXPECT_LE(momentum_error(I, q, w, got), promised_momentum);
        worst = std::max(worst, error);
    }
    RecordProperty("worst_rad", std::to_string(worst * 1e16) + "e-16");
}

// q and w are each rounded once: 2 x 1.1e-16 for four components of q up to 1, 1.1e-16 for w, in the worst
// case 3.4e-16. Without the last correction of the momentum's length the worst of these is above it.
TEST(FreeBody, WorldMomentumToTheRoundingOfItsParts) {
    Dice dice{1834};
    double worst = 0;
    for (int n = 0; n < 3000; ++n) {
        const Vec3<double> I{dice(0.2, 2), dice(0.2, 2), dice(0.2, 2)}, w{dice(-2, 2), dice(-2, 2), dice(-2, 2)};
        const Quaternion<double> q{dice(-1, 1), dice(-1, 1), dice(-1, 1), dice(-1, 1)};
        worst = std::max(worst, momentum_error(I, q, w, Body(I, q, w).state_at(dice(0, 1000))));
    }
    RecordProperty("worst", std::to_string(worst * 1e16) + "e-16");
    EXPECT_LE(worst, 3.4e-16);
}

// One law for every order of the moments, every octant of the rate and both sides of the separatrix: starting again
// from a state on the way leads to the same end, and the world's momentum stays.
TEST(FreeBody, RestartInEveryOrderAndOctant) {
    const double m[6][3] = {{1, 2, 2.5}, {1, 2.5, 2}, {2, 1, 2.5}, {2, 2.5, 1}, {2.5, 1, 2}, {2.5, 2, 1}};
    int major = 0, minor = 0;
    for (const auto& I : m)
        for (int octant = 0; octant < 8; ++octant)
            for (double tilt : {0.3, 1.2}) {
                const Vec3<double> moments{I[0], I[1], I[2]};
                const Vec3<double> w{(octant & 1 ? -1 : 1) * 0.8, (octant & 2 ? -1 : 1) * 0.5 * tilt,
                                     (octant & 4 ? -1 : 1) * 0.7 / tilt};
                const Body body(moments, {0.4, -0.5, 0.6, 0.3}, w);
                (body.motion() == FreeMotion::about_largest ? major : minor) += 1;
                const State<double> half = body.state_at(3.3), end = body.state_at(8.9);
                const State<double> again = Body(moments, half.q_NB, half.w_NB_B).state_at(8.9 - 3.3);
                EXPECT_LE(distance(end, again),
                          1e-14);  // condition about 10 rad times the rounding of the half-way state
                EXPECT_LE(momentum_error(moments, {0.4, -0.5, 0.6, 0.3}, w, end), promised_momentum);
            }
    EXPECT_GT(major, 10);
    EXPECT_GT(minor, 10);
}

// q' = q (0, w)/2 and I w' = (I w) x w, by central differences of the solution itself.
TEST(FreeBody, SatisfiesItsEquations) {
    Dice dice{69};
    const double h = 1e-5;
    for (int n = 0; n < 50; ++n) {
        const Vec3<double> I{dice(0.3, 2), dice(0.3, 2), dice(0.3, 2)}, w{dice(-1, 1), dice(-1, 1), dice(-1, 1)};
        const Body body(I, {0.4, -0.5, 0.6, 0.3}, w);
        const double t = dice(0, 20);
        const State<double> a = body.state_at(t - h), b = body.state_at(t), c = body.state_at(t + h);
        const auto dq = derivative(b.q_NB, b.w_NB_B);
        for (int i = 0; i < 4; ++i)
            EXPECT_NEAR((c.q_NB.params()[i] - a.q_NB.params()[i]) / (2 * h), dq[i], 2e-9);  // h^2 and 1e-16/h
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            EXPECT_NEAR((c.w_NB_B[i] - a.w_NB_B[i]) / (2 * h), (I[j] - I[k]) / I[i] * b.w_NB_B[j] * b.w_NB_B[k], 2e-8);
        }
    }
}

TEST(FreeBody, RateRepeatsAfterThePolhodePeriod) {
    for (const Vec3<double>& w :
         {Vec3<double>{0.3, -0.4, 0.9}, Vec3<double>{-1.1, 0.2, 0.3}, Vec3<double>{1e-3, 1, 2e-3}}) {
        const Body body({1.0, 2.0, 2.5}, {}, w);
        const double T = body.polhode_period();
        const State<double> s = body.state_at(0.7), later = body.state_at(0.7 + T),
                            halfway = body.state_at(0.7 + 0.5 * T);
        double moved = 0;
        for (int i = 0; i < 3; ++i) {
            EXPECT_NEAR(s.w_NB_B[i], later.w_NB_B[i], 1e-14);  // T and 0.7 + T are rounded
            moved += std::abs(s.w_NB_B[i] - halfway.w_NB_B[i]);
        }
        EXPECT_GT(moved, 1e-3) << "half the period must not do";
    }
    const Body symmetric({1.0, 1.0, 1.5}, {}, {0.3, -0.4, 0.9});
    const State<double> later = symmetric.state_at(symmetric.polhode_period());
    EXPECT_NEAR(later.w_NB_B[0], 0.3, 1e-15);
    EXPECT_NEAR(later.w_NB_B[1], -0.4, 1e-15);
    EXPECT_NEAR(symmetric.polhode_period(), 2 * 3.141592653589793 / (0.9 * 0.5), 1e-14);
}

// The herpolhode: the angle of w about the momentum in the world, followed over whole periods.
TEST(FreeBody, HerpolhodeMeanRate) {
    for (const Vec3<double>& w : {Vec3<double>{0.3, -0.4, 0.9}, Vec3<double>{-1.1, 0.2, 0.3}}) {
        const Vec3<double> I{1.0, 2.0, 2.5};
        const Body body(I, {}, w);
        const int periods = 3, steps = 3000;
        Vec3<double> L{I[0] * w[0], I[1] * w[1], I[2] * w[2]};
        const double G = norm(L);
        L = L / G;
        Vec3<double> before{};
        double turned = 0;
        for (int n = 0; n <= steps; ++n) {
            const State<double> s = body.state_at(body.polhode_period() * periods * n / steps);
            const Vec3<double> w_N = to_world(s.q_NB, s.w_NB_B), flat = w_N - dot(w_N, L) * L;
            if (n > 0) turned += std::atan2(dot(cross(before, flat), L), dot(before, flat));
            before = flat;
        }
        EXPECT_NEAR(turned / (periods * body.polhode_period()), body.herpolhode_mean_rate(), 1e-12);
    }
    EXPECT_NEAR(Body({1.0, 1.0, 1.5}, {}, {3.0, 0.0, 4.0 / 1.5}).herpolhode_mean_rate(), 5.0, 1e-15);
}

TEST(FreeBody, KindOfMotion) {
    const Vec3<double> I{1.0, 2.0, 2.25};
    EXPECT_EQ(Body(I, {}, {0.0, 0.0, 0.0}).motion(), FreeMotion::rest);
    EXPECT_EQ(Body(I, {}, {0.0, 2.0, 0.0}).motion(), FreeMotion::fixed_axis);
    EXPECT_EQ(Body(I, {}, {0.0, 2.0, 0.0}).circulation_axis(), 1);
    EXPECT_EQ(Body({2.0, 2.0, 2.0}, {}, {1.0, 2.0, 0.0}).motion(), FreeMotion::fixed_axis);
    EXPECT_EQ(Body({2.0, 1.0, 2.0}, {}, {1.0, 2.0, 0.0}).motion(), FreeMotion::symmetric);
    EXPECT_EQ(Body({2.0, 1.0, 2.0}, {}, {1.0, 2.0, 0.0}).circulation_axis(), 1);
    EXPECT_EQ(Body(I, {}, {0.1, 0.1, 1.0}).motion(), FreeMotion::about_largest);
    EXPECT_EQ(Body(I, {}, {0.1, 0.1, 1.0}).circulation_axis(), 2);
    EXPECT_EQ(Body(I, {}, {1.0, 0.1, 0.1}).motion(), FreeMotion::about_smallest);
    EXPECT_EQ(Body(I, {}, {1.0, 0.1, 0.1}).circulation_axis(), 0);
    EXPECT_EQ(Body(I, {}, {0.75, 0.5, 1.0}).motion(), FreeMotion::separatrix);
    EXPECT_TRUE(std::isinf(Body(I, {}, {0.75, 0.5, 1.0}).polhode_period()));
    // nearest neighbours of the separatrix
    EXPECT_EQ(Body(I, {}, {0.75, 0.5, 1.0 + 0x1p-52}).motion(), FreeMotion::about_largest);
    EXPECT_EQ(Body(I, {}, {0.75, 0.5, 1.0 - 0x1p-53}).motion(), FreeMotion::about_smallest);
}

// Neither the unit of mass nor a start quaternion of another length changes the motion.
TEST(FreeBody, OnlyRatiosMatter) {
    const State<double> s = Body({1.0, 2.0, 2.5}, {0.8, 0.1, -0.3, 0.5}, {0.3, -0.4, 0.9}).state_at(7.0);
    const State<double> heavy =
        Body({0x1p300, 0x1p301, 2.5 * 0x1p300}, {0.8, 0.1, -0.3, 0.5}, {0.3, -0.4, 0.9}).state_at(7.0);
    EXPECT_EQ(s.q_NB, heavy.q_NB);
    EXPECT_EQ(s.w_NB_B, heavy.w_NB_B);
    const double f = 0x1p-500;
    const State<double> shorter =
        Body({1.0, 2.0, 2.5}, {0.8 * f, 0.1 * f, -0.3 * f, 0.5 * f}, {0.3, -0.4, 0.9}).state_at(7.0);
    EXPECT_EQ(s.q_NB, shorter.q_NB);
    // a rate of any size: time in its unit
    const State<double> slow =
        Body({1.0, 2.0, 2.5}, {0.8, 0.1, -0.3, 0.5}, {0.3 * f, -0.4 * f, 0.9 * f}).state_at(7.0 / f);
    EXPECT_EQ(s.q_NB, slow.q_NB);
}

// Sizes that lie so far apart that squares leave the range of double: a body close to an axis, one of its components
// zero, both, on the separatrix and next to it, at rates and times of any size. Where nothing is wrong with the middle
// axis such a component is invisible; on it, it decides when the body turns over.
TEST(FreeBody, SizesMayLieFarApart_Long) {
    using Quad =
        boost::multiprecision::number<boost::multiprecision::cpp_bin_float<113, boost::multiprecision::digit_base_2>,
                                      boost::multiprecision::et_off>;
    const double sizes[] = {0.0, 5e-324, 1e-310, 1e-300, 1e-200, 1e-160, 1e-150, 1e-80, 1e-40};
    const Vec3<double> bodies[] = {
        {1.0, 2.0, 2.5}, {2.5, 1.0, 2.0}, {1.0, 1.0 + 0x1p-52, 1.0 + 0x1p-51}, {3e-30, 1e-30, 4e-30}};
    double worst = 0;
    int turned_over = 0;
    for (const Vec3<double>& I : bodies)
        for (int axis = 0; axis < 3; ++axis)
            for (double a : sizes)
                for (double b : {0.0, 0.75 * a, 1e-300})
                    for (double fast : {1.0, 1e150, 1e-160}) {
                        Vec3<double> w{};
                        w[axis] = 1.25 * fast;
                        w[(axis + 1) % 3] = a * fast;
                        w[(axis + 2) % 3] = -b * fast;
                        for (double angle : {0.0, 1e-170, 3.0, 950.0, 1e4}) {
                            const Quaternion<double> q{0.4, -0.5, 0.6, 0.3};
                            const double t = angle / fast;
                            const State<double> got = Body(I, q, w).state_at(t);
                            const State<Quad> exact =
                                FreeBody<Quad>(cast<Quad>(I), cast<Quad>(q), cast<Quad>(w)).state_at(Quad(t));
                            Reference r;
                            for (int i = 0; i < 4; ++i) r.q[i] = Precise(exact.q_NB.params()[i]);
                            for (int i = 0; i < 3; ++i) r.w[i] = Precise(exact.w_NB_B[i]);
                            // 1e4 rad and, on the middle axis, some 700 e-foldings of what is rounded once
                            const double error = attitude_error(got.q_NB, r);
                            ASSERT_LE(error, 3e-15 + 1e-15 * std::min(angle, 1e3))
                                << "moments " << I[0] << " " << I[1] << " " << I[2] << ", rate " << w[0] << " " << w[1]
                                << " " << w[2] << ", t " << t;
                            ASSERT_LE(rate_error(got.w_NB_B, r), 3e-15 + 1e-15 * std::min(angle, 1e3));
                            worst = std::max(worst, error);
                            turned_over += got.w_NB_B[axis] < 0;
                        }
                    }
    RecordProperty("worst_rad", std::to_string(worst * 1e16) + "e-16");
    EXPECT_GT(turned_over, 10);
}

// Next to the middle axis the two other rates grow like the hyperbolic functions of lam t, lam^2 = w2^2
// (J2-J1)(J3-J2)/(J1 J3) (Goldstein, Classical Mechanics, section 5-6): far below the square root of the smallest
// number.
TEST(FreeBody, TheSmallestRateGrowsOnTheMiddleAxis) {
    const Vec3<double> I{1.0, 2.0, 3.0};
    const Body body(I, {}, {0.0, 1.0, 1e-300});
    const double lam = 1 / std::sqrt(3.0);
    for (double t : {1.0, 100.0, 800.0}) {
        const State<double> s = body.state_at(t);
        // two roundings of lam t, which is up to 460, and ten more
        const double close = 2.2e-16 * (10 + 2 * lam * t);
        EXPECT_NEAR(s.w_NB_B[2] / (1e-300 * std::cosh(lam * t)), 1, close) << t;
        // J1 w1' = (J2-J3) w2 w3
        EXPECT_NEAR(s.w_NB_B[0] / (-1e-300 / lam * std::sinh(lam * t)), 1, close) << t;
    }
    EXPECT_EQ(body.motion(), FreeMotion::about_largest);
    EXPECT_EQ(body.circulation_axis(), 2);
    // half a period later it turns the other way about the same axis
    const State<double> start = body.state_at(0), over = body.state_at(0.5 * body.polhode_period());
    EXPECT_NEAR(start.w_NB_B[1], 1, 1e-15);
    EXPECT_NEAR(over.w_NB_B[1], -1, 1e-13);
}

// Beyond 10^15 rad no two numbers say where the body is: nothing is given rather than something.
TEST(FreeBody, NothingIsGivenBeyondReach) {
    for (const Vec3<double>& I :
         {Vec3<double>{1.0, 2.0, 2.5}, Vec3<double>{1.0, 1.0, 2.0}, Vec3<double>{1.0, 1.0, 1.0}})
        for (const Vec3<double>& w : {Vec3<double>{0.3, -0.4, 0.9}, Vec3<double>{0.0, 1.0, 1e-300}}) {
            const Body body(I, {}, w);
            EXPECT_TRUE(body.is_within_reach(1e15));
            EXPECT_TRUE(std::isfinite(body.state_at(1e15).q_NB.w));
            EXPECT_FALSE(body.is_within_reach(1e17));
            EXPECT_TRUE(std::isnan(body.state_at(1e17).q_NB.w));
            EXPECT_TRUE(std::isnan(Body(I, {}, 1e200 * w).state_at(1e12).q_NB.w));
        }
    EXPECT_TRUE(std::isfinite(Body({1.0, 2.0, 2.5}, {}, {0, 0, 0}).state_at(1e300).q_NB.w));
}

TEST(FreeBody, FollowsTheSameMotionInFloat) {
    for (const Vec3<double>& w : {Vec3<double>{0.25, -0.5, 1.0}, Vec3<double>{1.5, 0.25, -0.125}}) {
        const Vec3<double> I{1.5, 2.0, 3.25};
        const State<double> exact = Body(I, {1.0, 0.0, 0.0, 0.0}, w).state_at(1000.0);
        const State<float> got = FreeBody<float>(cast<float>(I), {}, cast<float>(w)).state_at(1000.0f);
        // inputs are the same numbers in float: only the roundings of one evaluation in float (6e-8)
        EXPECT_LE(distance(exact, {cast<double>(got.q_NB), cast<double>(got.w_NB_B)}), 1e-6);
    }
}

// What is no number goes in and comes out; nothing loops or traps.
TEST(FreeBody, NotANumberStaysOne) {
    const double nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(std::isnan(Body({1.0, 2.0, 2.5}, {}, {0.3, -0.4, 0.9}).state_at(nan).q_NB.w));
    EXPECT_TRUE(std::isnan(Body({1.0, 2.0, 2.5}, {}, {0.3, -0.4, 0.9}).state_at(infinite).q_NB.w));
    EXPECT_TRUE(std::isnan(Body({1.0, 2.0, 2.5}, {}, {infinite, -0.4, 0.9}).state_at(1.0).q_NB.w));
    EXPECT_TRUE(std::isnan(Body({1.0, nan, 2.5}, {}, {0.3, -0.4, 0.9}).state_at(1.0).q_NB.w));
}

}  // namespace
