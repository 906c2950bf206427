// What is said of a gyrostat before it is run: periods and moduli of the table of reference numbers; a wheel at rest
// against the six free bodies; and the turn about the momentum against the closed form itself.
#include "polhode/analysis/gyrostat_analysis.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "support/inside_support.hpp"

namespace gyrostat_analysis_test {

using namespace polhode;
using namespace polhode::test;

constexpr double pi = std::numbers::pi, degree = pi / 180;

double number(const nlohmann::json& j) { return std::stod(j.get<std::string>()); }

Problem with_rotor(Problem p, const Rotor& rotor) {
    auto inside = std::make_shared<Inside>();
    inside->rotors.push_back(rotor);
    p.inside = inside;
    return p;
}

TEST(GyrostatAnalysis, PeriodsAndModuliOfTheTable) {
    const nlohmann::json data = inside_data("inside-gyrostat.json");
    int periodic = 0;
    for (const nlohmann::json& c : data.at("cases")) {
        SCOPED_TRACE(c.at("name").get<std::string>());
        const Problem p = with_rotor(body_of(c), rotor_of(c.at("rotor"), "wheel"));
        const auto a = analyse_gyrostat(p);
        ASSERT_TRUE(a);
        if (!c.contains("period_of_omega")) {
            EXPECT_EQ(a->kind, exact::GyrostatMotion::symmetric);
            continue;
        }
        ++periodic;
        ASSERT_EQ(a->kind, exact::GyrostatMotion::periodic);
        const double T = number(c["period_of_omega"]), kc2 = number(c["modulus_complement_k1sq"]);
        // the near-symmetric body's moments differ by 1e-9 of themselves
        EXPECT_NEAR(a->period, T, (c["name"] == "gy-near-symmetric-1e-9" ? 1e-7 : 1e-13) * T);
        EXPECT_NEAR(a->complementary_parameter, kc2, 1e-13 * kc2 + 1e-22);
        // q after a period is q before, turned about the momentum
        std::string why;
        const auto form = GyrostatForm::of(p, why);
        const auto before = form->state_at(0), after = form->state_at(a->period);
        Vec3<double> H{};
        for (int k = 0; k < 3; ++k)
            H[k] = form->form().body().moment[k].value() * before.w_NB_B[k] + form->form().body().inside[k].value();
        const Quaternion<double> turn = conjugate(before.q_NB) * after.q_NB;
        const Vec3<double> v{turn.x, turn.y, turn.z};
        const double angle = 2 * std::atan2(dot(v, H) / norm(H), turn.w);
        const double whole = std::fabs(a->rotation_per_period) + 1;
        EXPECT_NEAR(std::remainder(a->rotation_per_period - angle, 2 * pi), 0, 1e-12 * whole);
        EXPECT_LE(a->wobble_min, a->wobble_max);
        EXPECT_LE(a->rate_to_momentum_min, a->rate_to_momentum_max);
        const double laps = a->precession * a->period - a->rotation_per_period;
        EXPECT_NEAR(std::fabs(laps), 2 * pi, 1e-12 * whole);
    }
    EXPECT_EQ(periodic, 13);
}

// A wheel that stands still in the body is no wheel.
TEST(GyrostatAnalysis, AWheelAtRestIsAFreeBody) {
    const nlohmann::json data = inside_data("free-analysis.json");
    for (nlohmann::json c : data.at("cases")) {
        SCOPED_TRACE(c.at("name").get<std::string>());
        c["q0"] = {1.0, 0.0, 0.0, 0.0};
        Rotor wheel;
        wheel.kind = Rotor::Kind::held;
        wheel.name = "wheel";
        wheel.axis = {0, 0, 1};
        wheel.moment = 1e-4;
        const auto a = analyse_gyrostat(with_rotor(body_of(c), wheel));
        ASSERT_TRUE(a);
        ASSERT_EQ(a->kind, exact::GyrostatMotion::periodic);
        EXPECT_EQ(a->axis + 1, c["circulation_axis"].get<int>());
        const auto near = [&](double value, const char* key, double tolerance, double unit = 1) {
            EXPECT_NEAR(value, number(c[key]) * unit, tolerance * (std::fabs(number(c[key]) * unit))) << key;
        };
        // as for the free body; a smallest or largest angle that is looked for has half of the digits at worst
        const double tolerance = c["name"] == "earth-like" ? 2e-11 : 2e-13;
        near(a->period, "polhode_period", tolerance);
        near(a->rotation_per_period, "rotation_about_L_per_period", tolerance);
        near(2 * pi / a->precession, "mean_precession_period", tolerance);
        near(a->wobble_min, "axis_to_L_min_deg", 2e-8, degree);
        near(a->wobble_max, "axis_to_L_max_deg", 2e-8, degree);
        near(a->rate_to_momentum_min, "omega_to_L_min_deg", 2e-8, degree);
        near(a->rate_to_momentum_max, "omega_to_L_max_deg", 2e-8, degree);
        near(a->unstable_to_momentum_min, "closest_to_middle_axis_deg", 2e-8, degree);
        for (std::size_t i = 0; i < a->flips.size(); ++i)
            EXPECT_NEAR(a->flips[i], number(c["middle_axis_sign_changes"][i]), 1e-12 * a->period);
        const std::string name = c["name"];
        EXPECT_EQ(a->flips.size(), name == "tennis-racket" || name == "book" || name == "lam-asteroid" ? 2u : 0u);
        if (!a->flips.empty()) {
            EXPECT_EQ(a->flips_within(10.1 * a->period), 20 + (a->flips[0] < 0.1 * a->period ? 1 : 0));
        }
    }
}

// A wheel makes the turn about the middle axis stable, or that about the largest unstable (inside.md, section 8: along
// the axis stable iff ((A-C) w - l)((B-C) w - l) > 0).
TEST(GyrostatAnalysis, SteadyTurnsAndTheirStability) {
    nlohmann::json c{{"inertia", {1.0, 2.5, 2.0}}, {"q0", {1.0, 0.0, 0.0, 0.0}}, {"omega0", {0.0, 0.0, 1.0}}};
    Rotor wheel;
    wheel.kind = Rotor::Kind::held;
    wheel.name = "wheel";
    wheel.axis = {0, 0, 1};
    wheel.moment = 0.5;
    for (const double speed : {0.0, 0.8, 1.2, 3.0}) {
        wheel.speed = speed;
        const auto a = analyse_gyrostat(with_rotor(body_of(c), wheel));
        ASSERT_TRUE(a);
        EXPECT_EQ(a->kind, exact::GyrostatMotion::permanent);
        const double l = 0.5 * speed, al = -1.0 - l, be = 0.5 - l;
        EXPECT_EQ(a->stable, al * be > 0) << speed;
        // w1'' = -al be/(A B) w1
        if (!a->stable) {
            EXPECT_NEAR(a->growth_rate, std::sqrt(-al * be / 2.5), 1e-15);
        }
    }
    c["omega0"] = {0.0, 0.0, 0.0};
    EXPECT_FALSE(analyse_gyrostat(with_rotor(body_of(c), wheel)));
}

// The same body in axes turned by no round angle: no closed form is looked for there.
Problem turned(const Problem& given, const Rotor& rotor) {
    const double c = std::cos(0.7), s = std::sin(0.7), d = std::cos(1.1), e = std::sin(1.1);
    const Mat3<double> about_z{{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}}, about_x{{{1, 0, 0}, {0, d, -e}, {0, e, d}}},
        R = about_x * about_z;
    Problem p = given;
    p.body->inertia = R * given.body->inertia * R.transposed();
    p.body->diagonal = false;
    p.start.rate = R * given.start.rate;
    Rotor wheel = rotor;
    wheel.axis = R * rotor.axis;
    return with_rotor(p, wheel);
}

// By the series of one round what the closed form says. Turned tensors carry roundings, which near the separatrix
// count.
TEST(GyrostatAnalysis, RoundsByTheirSeriesAreThoseOfTheClosedForm) {
    const nlohmann::json data = inside_data("inside-gyrostat.json");
    int periodic = 0;
    for (const nlohmann::json& c : data.at("cases")) {
        SCOPED_TRACE(c.at("name").get<std::string>());
        const Rotor rotor = rotor_of(c.at("rotor"), "wheel");
        const auto a = analyse_gyrostat(with_rotor(body_of(c), rotor)), b = analyse_gyrostat(turned(body_of(c), rotor));
        // what is left of moments that differ by 1e-9, when they have been turned, closes to 1e-7 or not at all
        if (c["name"] == "gy-near-symmetric-1e-9") continue;
        ASSERT_TRUE(a && b);
        EXPECT_TRUE(a->closed_form);
        EXPECT_FALSE(b->closed_form);
        if (a->kind != exact::GyrostatMotion::periodic || b->kind != exact::GyrostatMotion::periodic) continue;
        ++periodic;
        const double off = 1e-14 / std::max(a->separatrix_distance, 1e-14) + 1e-12;
        EXPECT_NEAR(b->period, a->period, off * a->period);
        EXPECT_NEAR(b->rotation_per_period, a->rotation_per_period, off * std::fabs(a->rotation_per_period));
        EXPECT_NEAR(b->precession, a->precession, off * std::fabs(a->precession));
        EXPECT_NEAR(b->separatrix_distance, a->separatrix_distance, 1e-12);
        EXPECT_NEAR(b->wobble_min, a->wobble_min, 1e-7);
        EXPECT_NEAR(b->wobble_max, a->wobble_max, 1e-7);
        EXPECT_NEAR(b->rate_to_momentum_max, a->rate_to_momentum_max, 1e-7);
        EXPECT_EQ(b->flips.size(), a->flips.size());
    }
    EXPECT_GE(periodic, 10);
}

// Between four stable turns and two that are not, both on the wheel's axis: the momentum goes round one of these two
// and a pair of the others, and round no stable one alone. Angles by another program's integration (SciPy, DOP853).
TEST(GyrostatAnalysis, RoundTwoStableTurnsAtOnce) {
    const nlohmann::json c{{"inertia", {2.934258, 2.180181, 2.432818}},
                           {"q0", {1.0, 0.0, 0.0, 0.0}},
                           {"omega0", {0.139907, 1.317157, -1.711262}}};
    Rotor wheel;
    wheel.kind = Rotor::Kind::held;
    wheel.name = "wheel";
    wheel.axis = {0, 0, 1};
    wheel.moment = 0.17446;
    wheel.speed = -1.767451;
    for (const auto& a :
         {analyse_gyrostat(with_rotor(body_of(c), wheel)), analyse_gyrostat(turned(body_of(c), wheel))}) {
        ASSERT_TRUE(a);
        EXPECT_NEAR(a->period, 31.0745, 1e-4);
        EXPECT_NEAR(a->wobble_min / degree, 32.392, 1e-3);
        EXPECT_NEAR(a->wobble_max / degree, 121.349, 1e-3);
        EXPECT_NEAR(a->precession, 2.12474, 1e-5);
        if (a->closed_form) {
            EXPECT_EQ(a->axis, 2);
        }
    }
}

// Two or three wheels along any axes, held and free: after a period the rate is what it was and the body has turned
// about the momentum by what was said; on the way the angles stay within what was said. By Taylor series of the motion.
TEST(GyrostatAnalysis, WheelsAlongAnyAxes) {
    std::mt19937_64 random(1899);
    std::uniform_real_distribution<double> any(-1, 1);
    int seen = 0;
    for (int i = 0; i < 60; ++i) {
        SCOPED_TRACE(i);
        nlohmann::json c{{"inertia", {2 + 0.5 * any(random), 2.5 + 0.5 * any(random), 3 + 0.5 * any(random)}},
                         {"q0", {1.0, 0.0, 0.0, 0.0}},
                         {"omega0", {any(random), any(random), any(random)}}};
        Problem p = body_of(c);
        auto inside = std::make_shared<Inside>();
        for (int k = 0; k < 2 + i % 2; ++k) {
            Rotor r;
            r.kind = random() % 2 ? Rotor::Kind::held : Rotor::Kind::free;
            r.name = "wheel" + std::to_string(k);
            r.axis = {any(random), any(random), any(random)};
            r.moment = 0.3;
            r.speed = 6 * any(random);
            inside->rotors.push_back(r);
        }
        p.inside = inside;
        const auto a = analyse_gyrostat(p);
        ASSERT_TRUE(a);
        ASSERT_EQ(a->kind, exact::GyrostatMotion::periodic);
        EXPECT_GT(a->period, 0);
        InsidePath<double> path(p, a->period, {20, 1e-16, 0, 0});
        const auto nothing = [](double) {};
        const auto before = path.at(0, nothing);
        const Vec3<double> H = InsideNumbers<double>::momentum(before);
        if (norm(a->centre) == 0) continue;
        ++seen;
        double low = 4, high = 0;
        for (int k = 0; k < 200; ++k) {
            const Vec3<double> m = InsideNumbers<double>::momentum(path.at(a->period * k / 200, nothing));
            const double angle = std::atan2(norm(cross(m, a->centre)), dot(m, a->centre));
            low = std::min(low, angle), high = std::max(high, angle);
        }
        EXPECT_NEAR(a->wobble_min, low, 2e-3);
        EXPECT_LE(a->wobble_min, low + 1e-12);
        EXPECT_NEAR(a->wobble_max, high, 2e-3);
        EXPECT_GE(a->wobble_max, high - 1e-12);
        const auto after = path.at(a->period, nothing);
        EXPECT_LT(norm(InsideNumbers<double>::momentum(after) - H), 1e-12 * norm(H));
        const Quaternion<double> turn =
            conjugate(InsideNumbers<double>::attitude(before)) * InsideNumbers<double>::attitude(after);
        const double angle = 2 * std::atan2(dot(Vec3<double>{turn.x, turn.y, turn.z}, H) / norm(H), turn.w);
        EXPECT_NEAR(std::remainder(a->rotation_per_period - angle, 2 * pi), 0,
                    1e-12 * (std::fabs(a->rotation_per_period) + 1));
        EXPECT_NEAR(std::fabs(a->precession * a->period - a->rotation_per_period), 2 * pi, 1e-11);
    }
    EXPECT_GE(seen, 55);
}

}  // namespace gyrostat_analysis_test
