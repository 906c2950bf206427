// The gyrostat's closed solution against the reference file of 34 digits, at its special cases (permanent rotations,
// separatrices, sizes that lie far apart) and by its laws.
#include "polhode/exact/gyrostat.hpp"

#include "core/exact/exact_support.hpp"
#include "core/exact/gyrostat_support.hpp"
#include "polhode/exact/gyrostat_equilibria.hpp"

namespace gyrostat_test {

using namespace exact_support;
using polhode::Quaternion;
using polhode::Vec3;
using polhode::exact::FreeBody;
using polhode::exact::GyrostatBody;
using polhode::exact::GyrostatEquilibria;
using polhode::exact::GyrostatMotion;
using polhode::exact::State;
using Gyrostat = polhode::exact::Gyrostat<double>;
using gyrostat_support::Given;
using gyrostat_support::TaylorGyrostat;
using gyrostat_support::Two;

const Quaternion<double> some_q{0.4, -0.5, 0.6, 0.3};

struct Case {
    nlohmann::json json;
    Given given{};

    explicit Case(const nlohmann::json& c) : json(c) {
        const auto& rotor = c["rotor"];
        double sign = 1;
        for (int k = 0; k < 3; ++k) {
            given.inertia[k] = c["inertia"][k];
            given.w[k] = c["omega0"][k];
            const double along = rotor["axis"][k];
            if (along == 0) continue;
            given.axis = k;
            sign = along;
        }
        for (int k = 0; k < 4; ++k) given.q[k] = c["q0"][k];
        given.rotor_moment = rotor["moment"];
        given.speed = sign * rotor["speed"].get<double>();
        given.free = rotor["kind"] == "free";
    }
    Gyrostat gyrostat() const {
        const Given& g = given;
        return Gyrostat(g.body(), {g.q[0], g.q[1], g.q[2], g.q[3]}, {g.w[0], g.w[1], g.w[2]});
    }
};
std::vector<Case> reference_cases() {
    std::vector<Case> all;
    const nlohmann::json file = read_json("inside-gyrostat.json");
    for (const auto& c : file["cases"]) all.emplace_back(c);
    return all;
}
double number(const nlohmann::json& text) { return std::stod(text.get<std::string>()); }

TEST(Gyrostat, ReferenceSamples) {
    double worst = 0;
    int samples = 0;
    for (const Case& c : reference_cases()) {
        const Gyrostat gyrostat = c.gyrostat();
        for (const auto& s : c.json["samples"]) {
            const std::string told = c.json["name"].get<std::string>() + " t = " + s["t"].dump();
            Reference r;
            for (int i = 0; i < 4; ++i) r.q[i] = Precise(s["q"][i].get<std::string>());
            for (int i = 0; i < 3; ++i) r.w[i] = Precise(s["omega"][i].get<std::string>());
            const double t = s["t"], bound = 1.1e-16 * number(s["attitude_condition"]) + 2e-16;
            const State<double> got = gyrostat.state_at(t);
            const double error = attitude_error(got.q_NB, r);
            EXPECT_LE(error, 1.6 * bound) << told;
            EXPECT_LE(rate_error(got.w_NB_B, r), 1.6 * (1.1e-16 * number(s["omega_condition"]) + 2e-16)) << told;
            if (c.given.free && s.contains("rotor_angle")) {
                const double sign = c.json["rotor"]["axis"][c.given.axis].get<double>();
                const double angle = sign * number(s["rotor_angle"]);
                EXPECT_NEAR(gyrostat.free_rotor_angle(c.given.speed, t), angle, 4e-16 * (1 + std::abs(angle))) << told;
            }
            worst = std::max(worst, error / bound);
            ++samples;
        }
    }
    EXPECT_EQ(samples, 48);
    RecordProperty("worst_share_of_bound", std::to_string(worst));
}

TEST(Gyrostat, PeriodAndModulusOfTheReference) {
    for (const Case& c : reference_cases()) {
        if (!c.json.contains("period_of_omega")) continue;
        const Gyrostat gyrostat = c.gyrostat();
        const double period = number(c.json["period_of_omega"]);
        EXPECT_NEAR(gyrostat.period(), period, 3e-16 * period) << c.json["name"];
        EXPECT_EQ(gyrostat.motion(), GyrostatMotion::periodic);
        const double kc2 = number(c.json["modulus_complement_k1sq"]);
        EXPECT_NEAR(gyrostat.complementary_parameter(), kc2, 3e-16 * kc2) << c.json["name"];
        // after it the rate is what it was
        const State<double> later = gyrostat.state_at(gyrostat.period());
        for (int k = 0; k < 3; ++k) EXPECT_NEAR(later.w_NB_B[k], c.given.w[k], 2e-14) << c.json["name"];
    }
}

// Without anything inside it is a free body, whichever axis is named and however its moments are ordered.
TEST(Gyrostat, NothingInsideIsAFreeBody) {
    for (const Vec3<double>& I :
         {Vec3<double>{1, 2, 2.5}, Vec3<double>{2.5, 1, 2}, Vec3<double>{1, 1, 2}, Vec3<double>{2, 1, 1}})
        for (const Vec3<double>& w : {Vec3<double>{0.3, -0.4, 0.9}, Vec3<double>{0.9, 0.4, -0.1}})
            for (int axis = 0; axis < 3; ++axis) {
                GyrostatBody<double> body(I);
                body.axis = axis;
                const State<double> got = Gyrostat(body, some_q, w).state_at(17.0);
                const State<double> free = FreeBody<double>(I, some_q, w).state_at(17.0);
                for (int i = 0; i < 4; ++i) EXPECT_NEAR(got.q_NB.params()[i], free.q_NB.params()[i], 5e-15);
                for (int i = 0; i < 3; ++i) EXPECT_NEAR(got.w_NB_B[i], free.w_NB_B[i], 5e-15);
            }
}

// h = 0 exactly, across the axis of a symmetric carrier: the turn about the rotor's axis is a sine.
TEST(Gyrostat, TurnAboutAnAxisOfASymmetricBody) {
    Given g;
    g.inertia[0] = 1.5, g.inertia[1] = 2, g.inertia[2] = 2.25;
    g.rotor_moment = 0.25, g.speed = -0.5, g.free = true;  // Ie = (1.5, 2, 2)
    g.w[0] = 0.75, g.w[1] = -0.25, g.w[2] = 0.5;
    g.t = 7;
    const Gyrostat gyrostat(g.body(), {}, {g.w[0], g.w[1], g.w[2]});
    EXPECT_EQ(gyrostat.motion(), GyrostatMotion::symmetric);
    EXPECT_NEAR(gyrostat.axial_turn(g.t), TaylorGyrostat<Two>(g).turn.hi, 1e-15);
}

TEST(Gyrostat, SphereWithMomentumInsideAlongAnyAxis) {
    GyrostatBody<double> body({2, 2, 2});
    body.add_held(0, 0.5, 1.5).add_held(1, 0.5, -1).add_held(2, 0.25, 3);
    ASSERT_TRUE(body.has_closed_form());
    const Vec3<double> w{0.3, -0.4, 0.9};
    const Gyrostat gyrostat(body, some_q, w);
    // q' = q (0, w)/2 and 2 w' = l x w, by central differences
    const double t = 3.3, h = 1e-5;
    const State<double> a = gyrostat.state_at(t - h), b = gyrostat.state_at(t), c = gyrostat.state_at(t + h);
    const auto dq = derivative(b.q_NB, b.w_NB_B);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR((c.q_NB.params()[i] - a.q_NB.params()[i]) / (2 * h), dq[i], 2e-10);
    const Vec3<double> dw = cross({0.75, -0.5, 0.75}, b.w_NB_B);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(2 * (c.w_NB_B[i] - a.w_NB_B[i]) / (2 * h), dw[i], 2e-10);
}

TEST(Gyrostat, PermanentRotationsStay) {
    GyrostatBody<double> body({3, 1.5, 2});
    body.add_held(2, 0.5, 1);
    // along the axis (here unstable), w2 = 0 with w3 = l/(A-C), w1 = 0 with w3 = l/(B-C), and at rest
    for (const Vec3<double>& w :
         {Vec3<double>{0, 0, 0.75}, Vec3<double>{0.25, 0, 0.5}, Vec3<double>{0, 0.5, -1}, Vec3<double>{0, 0, 0}}) {
        const Gyrostat gyrostat(body, some_q, w);
        EXPECT_EQ(gyrostat.motion(), GyrostatMotion::permanent);
        EXPECT_EQ(gyrostat.period(), 0);
        EXPECT_EQ(gyrostat.state_at(1e6).w_NB_B, w);
        EXPECT_NEAR(gyrostat.axial_turn(1e6), 1e6 * w[2], 1e-9);
    }
}

// Exactly on separatrices, in small binary fractions: through an equilibrium on the axis (E and G of (0, 0, W) with
// w2 = 0: A w1^2 = C y (2W - y), y = W - w3 = 2 al/(A-C)), through one in a plane (q2 has a double root:
// C al^2 = B (C-A)(A-B) w2^2), and through both poles of the middle axis of a free body, whichever axis is named.
TEST(Gyrostat, OnASeparatrix) {
    struct Start {
        Vec3<double> I, w;
        double moment, speed;
        int axis;
    };
    const Start starts[] = {
        {{2, 1.25, 1}, {1, 0, -0.5}, 0.5, 1, 2},    {{2, 1.25, 1}, {1, 0, 0.5}, 0.5, -1, 2},
        {{1, 2, 1.25}, {-0.5, 1, 0}, 0.5, 1, 0},    {{1.25, 1, 2}, {0, -0.5, 1}, 0.5, 1, 1},
        {{3, 1.5, 4}, {0.5, 1, -0.5}, 0.25, -1, 2}, {{3, 1.5, 4}, {-0.25, 1, -0.5}, 0.25, -1, 2},
        {{2, 3, 6}, {0.75, 0.5, 0.25}, 0.5, 0, 0},  {{2, 3, 6}, {0.75, 0.5, 0.25}, 0.5, 0, 1},
        {{2, 3, 6}, {0.75, 0.5, -0.25}, 0.5, 0, 2},
    };
    int asymptotic = 0;
    for (const Start& s : starts) {
        Given g;
        for (int k = 0; k < 3; ++k) g.inertia[k] = s.I[k], g.w[k] = s.w[k];
        g.rotor_moment = s.moment, g.speed = s.speed, g.axis = s.axis;
        const Gyrostat gyrostat(g.body(), {}, s.w);
        EXPECT_LE(gyrostat.complementary_parameter(), 1e-30) << s.I[0] << " axis " << s.axis;
        asymptotic += gyrostat.motion() == GyrostatMotion::asymptotic;
        for (const double t : {0.5, 3.0, 11.0, 20.0}) {
            g.t = t;
            const double condition = gyrostat_support::attitude_condition(g);
            EXPECT_LE(gyrostat_support::attitude_distance(gyrostat.state_at(t).q_NB, TaylorGyrostat<Two>(g).q),
                      1.1e-15 * condition + 2e-15)
                << s.I[0] << " axis " << s.axis << " t " << t;
        }
        // it creeps towards an equilibrium: the rate no longer changes
        const Vec3<double> late = gyrostat.state_at(60.0).w_NB_B, later = gyrostat.state_at(61.0).w_NB_B;
        EXPECT_LE(norm(later - late), 1e-5) << s.I[0] << " axis " << s.axis;
        EXPECT_TRUE(std::isfinite(gyrostat.axial_turn(60.0)));
        EXPECT_TRUE(std::isfinite(gyrostat.mean_precession()));
        if (gyrostat.motion() != GyrostatMotion::asymptotic) continue;
        EXPECT_NEAR(std::abs(gyrostat.mean_precession()), norm(later), 1e-5);
        EXPECT_TRUE(std::isinf(gyrostat.period()));
    }
    EXPECT_EQ(asymptotic, 9);
}

// Rates whose squares leave the range of double: next to an unstable axis they decide when it turns over.
TEST(Gyrostat, SizesMayLieFarApart) {
    GyrostatBody<double> body({3, 1.5, 2});
    body.add_held(2, 0.5, 0.25);
    // lam^2 = -(al be)/(A B) about the axis: al = (A-C) w3 - l, be = (B-C) w3 - l (linear theory, Hughes 1986, 6.5)
    const double al = 1 - 0.125, be = -0.5 - 0.125, lam = std::sqrt(-al * be / (3 * 1.5));
    for (const double small : {1e-80, 1e-200, 1e-300}) {
        const Gyrostat gyrostat(body, {}, {small, 0, 1});
        for (const double t : {1.0, 100.0, 400.0}) {
            const double grown = small * std::cosh(lam * t);
            if (grown > 1e-9) continue;
            EXPECT_NEAR(gyrostat.state_at(t).w_NB_B[0] / grown, 1, 2.2e-16 * (20 + 4 * lam * t)) << small << " " << t;
        }
        EXPECT_TRUE(std::isfinite(gyrostat.period()));
        // half way round it is far from the axis
        const State<double> far = gyrostat.state_at(0.5 * gyrostat.period());
        EXPECT_GT(std::hypot(far.w_NB_B[0], far.w_NB_B[1]), 0.1) << small;
    }
}

// Towards an equilibrium on the axis that is about to lose its stability, three roots meet: al = 0 there, and the
// motion creeps up like 1/t^2. Moments (3, 1.5, 4): w2 = 4/3 y, w1^2 = -y (12 W + 10 y)/4.5, y = w3 - W, l = -W.
TEST(Gyrostat, ThreeRootsThatMeet) {
    Given g;
    g.inertia[0] = 3, g.inertia[1] = 1.5, g.inertia[2] = 4;
    g.rotor_moment = 0.75, g.axis = 2;
    for (const double side : {1.0, -1.0})
        for (const double w1 : {0.5, -0.5}) {
            g.speed = -side, g.w[0] = w1, g.w[1] = 1, g.w[2] = 0;
            const Gyrostat gyrostat(g.body(), {}, {g.w[0], g.w[1], g.w[2]});
            EXPECT_EQ(gyrostat.motion(), GyrostatMotion::asymptotic);
            for (const double t : {0.5, 5.0, 50.0, 200.0}) {
                g.t = t;
                const State<double> got = gyrostat.state_at(t);
                const TaylorGyrostat<Two> truth(g);
                const double condition = gyrostat_support::attitude_condition(g);
                EXPECT_LE(gyrostat_support::attitude_distance(got.q_NB, truth.q), 1.1e-15 * condition + 2e-15)
                    << side << " " << w1 << " " << t << " " << condition;
                EXPECT_NEAR(got.w_NB_B[2], truth.rate(2).hi, 1e-15 * condition) << t;
                EXPECT_NEAR(gyrostat.axial_turn(t), truth.turn.hi, 1e-15 * condition) << t;
            }
        }
}

TEST(Gyrostat, UnitsDoNotMatter) {
    const auto state = [](double mass, double rate) {
        GyrostatBody<double> body({3 * mass, 1.5 * mass, 2 * mass});
        body.add_held(2, 0.5 * mass, 0.75 * rate);
        return Gyrostat(body, some_q, {0.3 * rate, -0.4 * rate, 0.9 * rate}).state_at(7.0 / rate);
    };
    EXPECT_EQ(state(1, 1).q_NB, state(0x1p300, 1).q_NB);
    EXPECT_EQ(state(1, 1).q_NB, state(0x1p-100, 0x1p-200).q_NB);
}

// Every root pattern with small whole numbers, where coefficients vanish exactly: no NaN comes out anywhere.
TEST(Gyrostat, NoStartGivesNoNumber) {
    const double values[] = {-1, 0, 0.5, 1};
    int asymptotic = 0, permanent = 0;
    for (const Vec3<double>& I : {Vec3<double>{1, 2, 3}, Vec3<double>{3, 1, 2}, Vec3<double>{2, 3, 1},
                                  Vec3<double>{2, 2, 1}, Vec3<double>{2, 1, 2}, Vec3<double>{2, 2, 2}})
        for (const double speed : {-4.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0})
            for (const double w1 : values)
                for (const double w2 : values)
                    for (const double w3 : values)
                        for (const double t : {0.0, 1.0, -3.0, 300.0}) {
                            GyrostatBody<double> body(I);
                            body.add_held(2, 1, speed);
                            const Gyrostat gyrostat(body, some_q, {w1, w2, w3});
                            const State<double> s = gyrostat.state_at(t);
                            ASSERT_TRUE(is_finite(s.w_NB_B) && is_finite(s.q_NB.params()))
                                << I[0] << I[1] << I[2] << " l " << speed << " w " << w1 << " " << w2 << " " << w3;
                            ASSERT_TRUE(std::isfinite(gyrostat.axial_turn(t)));
                            ASSERT_FALSE(std::isnan(gyrostat.period()));
                            // energy and momentum are kept
                            double e0 = 0, e = 0, G0 = 0, G = 0;
                            const double w[3] = {w1, w2, w3};
                            for (int k = 0; k < 3; ++k) {
                                const double l = k == 2 ? speed : 0;
                                e0 += I[k] * w[k] * w[k], e += I[k] * s.w_NB_B[k] * s.w_NB_B[k];
                                G0 += std::pow(I[k] * w[k] + l, 2), G += std::pow(I[k] * s.w_NB_B[k] + l, 2);
                            }
                            ASSERT_NEAR(e, e0, 2e-14) << I[0] << I[1] << I[2] << " l " << speed << " w " << w1 << " "
                                                      << w2 << " " << w3 << " t " << t;
                            ASSERT_NEAR(G, G0, 3e-14);
                            asymptotic += gyrostat.motion() == GyrostatMotion::asymptotic;
                            permanent += gyrostat.motion() == GyrostatMotion::permanent;
                        }
    EXPECT_GT(permanent, 10);
    RecordProperty("asymptotic", asymptotic);
}

TEST(Gyrostat, FollowsTheSameMotionInFloat) {
    polhode::exact::GyrostatBody<float> body({3, 1.5f, 2});
    body.add_held(2, 0.5f, 0.75f);
    GyrostatBody<double> exact({3, 1.5, 2});
    exact.add_held(2, 0.5, 0.75);
    const auto got = polhode::exact::Gyrostat<float>(body, {}, {0.25f, -0.5f, 1.0f}).state_at(100.0f);
    const State<double> truth = Gyrostat(exact, {}, {0.25, -0.5, 1.0}).state_at(100.0);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(static_cast<double>(got.q_NB.params()[i]), truth.q_NB.params()[i], 1e-6);
}

TEST(Gyrostat, NotANumberStaysOneAndReachEnds) {
    GyrostatBody<double> body({3, 1.5, 2});
    body.add_held(2, 0.5, 0.75);
    const Gyrostat gyrostat(body, {}, {0.3, -0.4, 0.9});
    EXPECT_TRUE(gyrostat.is_within_reach(1e15));
    EXPECT_TRUE(std::isfinite(gyrostat.state_at(1e15).q_NB.w));
    EXPECT_TRUE(std::isnan(gyrostat.state_at(1e17).q_NB.w));
    EXPECT_TRUE(std::isnan(gyrostat.state_at(std::nan("")).q_NB.w));
    EXPECT_TRUE(std::isnan(Gyrostat(body, {}, {std::nan(""), -0.4, 0.9}).state_at(1.0).q_NB.w));
    EXPECT_FALSE(GyrostatBody<double>({3, 1.5, 2}).add_held(2, 0.5, 1).add_held(1, 0.5, 1).has_closed_form());
    EXPECT_FALSE(GyrostatBody<double>({3, 1.5, 0.25}).add_free(2, 0.5, 1, 0).has_closed_form());
}

// Without anything inside: what the summary says of free bodies, by the closed form in long arithmetic.
TEST(Gyrostat, AnglesAndPrecessionOfFreeBodies) {
    const nlohmann::json file = read_json("free-analysis.json");
    for (const auto& c : file["cases"]) {
        GyrostatBody<double> body({c["inertia"][0], c["inertia"][1], c["inertia"][2]});
        body.axis = c["circulation_axis"].get<int>() - 1;
        const Vec3<double> w{c["omega0"][0], c["omega0"][1], c["omega0"][2]};
        const Gyrostat gyrostat(body, {}, w);
        const double period = number(c["polhode_period"]), degree = std::acos(-1.0) / 180;
        EXPECT_NEAR(gyrostat.period(), period, 4e-16 * period) << c["name"];
        const double mean = number(c["precession_of_axis_per_period"]) / period;
        EXPECT_NEAR(gyrostat.mean_precession(), mean, 4e-15 * std::abs(mean)) << c["name"];
        // of the axis, or of its other end where that is nearer
        const bool away = gyrostat.smallest_axis_angle() > std::acos(0.0);
        const double least =
            away ? 180 - gyrostat.largest_axis_angle() / degree : gyrostat.smallest_axis_angle() / degree;
        const double most =
            away ? 180 - gyrostat.smallest_axis_angle() / degree : gyrostat.largest_axis_angle() / degree;
        EXPECT_NEAR(least, number(c["axis_to_L_min_deg"]), 4e-14) << c["name"];
        EXPECT_NEAR(most, number(c["axis_to_L_max_deg"]), 4e-14) << c["name"];
    }
}

// After a period the rate is what it was, and the axis has gone round the momentum by the mean precession.
TEST(Gyrostat, MeanPrecessionIsWhatAPeriodShows) {
    for (const Case& c : reference_cases()) {
        const Gyrostat gyrostat = c.gyrostat();
        if (gyrostat.motion() == GyrostatMotion::permanent || !(gyrostat.period() < 1000)) continue;
        const int axis = c.given.axis;
        Vec3<double> L{}, start{}, end{};
        for (int k = 0; k < 3; ++k) L[k] = number(c.json["momentum_world"][k]);
        start[axis] = end[axis] = 1;
        start = to_world(gyrostat.state_at(0).q_NB, start);
        end = to_world(gyrostat.state_at(gyrostat.period()).q_NB, end);
        L = L / norm(L);
        if (norm(cross(start, L)) < 1e-6) continue;  // no azimuth to speak of
        const double turn = std::atan2(dot(L, cross(start, end)), dot(start, end) - dot(start, L) * dot(end, L));
        EXPECT_NEAR(std::remainder(gyrostat.mean_precession() * gyrostat.period() - turn, 2 * std::acos(-1.0)), 0,
                    5e-13)
            << c.json["name"];
        EXPECT_GE(std::acos(dot(start, L)), gyrostat.smallest_axis_angle() - 1e-14);
        EXPECT_LE(std::acos(dot(start, L)), gyrostat.largest_axis_angle() + 1e-14);
    }
}

// The two ways to sn, cn, dn next to k = 1 agree as far as the usual one goes: a rounding counts K times there.
TEST(JacobiNearSeparatrix, AgreesWithTheRecursion) {
    for (const double kc : {1e-2, 1e-3, 1e-5, 1e-9, 1e-20, 1e-60}) {
        const Two one[1] = {Two(1.0)};
        const double unit_factor[1] = {1.0};
        const Two K = polhode::exact::complete_integrals<double, Two, 1>(Two(kc), one, unit_factor, unit_factor).K;
        const polhode::exact::JacobiFunctions<double> usual(kc, K);
        polhode::exact::JacobiNearSeparatrix<double> near;
        near.set_modulus(kc, kc * kc, K);
        for (double share = -1; share <= 1; share += 0.0625) {
            const auto a = usual(K * share), b = near(K * share);
            const double close = 4e-16 * (4 + K.hi);
            EXPECT_NEAR(a.sn, b.sn, close * std::abs(a.sn)) << kc << " " << share;
            EXPECT_NEAR(a.cn, b.cn, close * std::abs(a.cn)) << kc << " " << share;
            EXPECT_NEAR(a.dn, b.dn, close * a.dn) << kc << " " << share;
            EXPECT_NEAR(b.sn * b.sn + b.cn * b.cn, 1, 1e-15);
        }
    }
}

// Each relative equilibrium turns evenly, has the momentum asked for, and is stable exactly when a start next to it
// stays there.
TEST(GyrostatEquilibria, TurnEvenlyAndStayIfStable) {
    int unstable = 0, in_plane = 0;
    for (const Vec3<double>& I : {Vec3<double>{1, 2, 3}, Vec3<double>{3, 1, 2}, Vec3<double>{2, 3, 1}})
        for (const double l : {-3.0, -0.4, 0.0, 0.3, 1.7}) {
            GyrostatBody<double> body(I);
            body.add_held(2, 1, l);
            const double G = 1.25;
            const GyrostatEquilibria<double> all(body, G);
            for (int n = 0; n < all.size(); ++n) {
                const Vec3<double> w = all[n].w_NB_B;
                const Vec3<double> H{I[0] * w[0], I[1] * w[1], I[2] * w[2] + l};
                EXPECT_NEAR(norm(H), G, 1e-15);
                EXPECT_NEAR(norm(cross(H, w)), 0, 1e-15);
                in_plane += w[0] != 0 || w[1] != 0;
                double farthest = 0;
                const Gyrostat next(body, {}, w + Vec3<double>{1e-5, 1.3e-5, -0.7e-5});
                for (double t = 0; t < 300; t += 0.5) farthest = std::max(farthest, norm(next.state_at(t).w_NB_B - w));
                EXPECT_EQ(all[n].stable, farthest < 1e-3) << I[0] << I[1] << I[2] << " l " << l << " number " << n;
                if (all[n].stable) continue;
                ++unstable;
                EXPECT_EQ(all.distance_from_separatrix(all[n].energy), 0);
            }
        }
    EXPECT_GT(unstable, 5);
    EXPECT_GT(in_plane, 5);
}

}  // namespace gyrostat_test
