// Steady motions and their stability against closed forms: free bodies, gyrostats (with the number that topology asks
// for), Kelvin's slug, satellites in a circular orbit, tops.
#include "polhode/analysis/equilibria.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "polhode/analysis/equilibrium_kinds.hpp"
#include "polhode/analysis/libration.hpp"
#include "polhode/exact/gyrostat_equilibria.hpp"
#include "polhode/inside/gyrostat_form.hpp"
#include "polhode/scenario/scenario.hpp"

namespace equilibria_test {

using namespace polhode;
using Stability = Equilibrium::Stability;

Problem body(const Vec3<double>& moments, const Vec3<double>& rate) {
    Problem p;
    p.body.emplace();
    for (int i = 0; i < 3; ++i) p.body->inertia(i, i) = p.body->principal_moments[i] = moments[i];
    p.start.attitude.representation = "quaternion";
    p.start.attitude.params = {1, 0, 0, 0};
    p.start.rate = rate;
    return p;
}

Rotor wheel(Rotor::Kind kind, const Vec3<double>& axis, double moment, double speed) {
    Rotor r;
    r.kind = kind;
    r.name = "wheel";
    r.axis = axis;
    r.moment = moment;
    r.speed = speed;
    return r;
}

Problem with(Problem p, const std::vector<Rotor>& rotors) {
    auto inside = std::make_shared<Inside>();
    inside->rotors = rotors;
    p.inside = inside;
    return p;
}

const Equilibrium& named(const Equilibria& all, const std::string& name) {
    for (const Equilibrium& e : all.all)
        if (e.name == name) return e;
    static const Equilibrium none;
    ADD_FAILURE() << "no '" << name << "'";
    return none;
}

// A rotor along the axis of the largest moment: turned with it the body has (G - l)^2/(2 I3), against it (G + l)^2/(2
// I3), which is a minimum too, but not the least.
TEST(Equilibria, ALocalMinimumIsNotTheLeastEnergy) {
    const Equilibria all =
        equilibria_of(with(body({1, 2, 3}, {0.3, 0.2, 1.0}), {wheel(Rotor::Kind::held, {0, 0, 1}, 0.01, 30)}));
    EXPECT_EQ(named(all, "turn about z").why, "least energy");
    EXPECT_EQ(named(all, "turn about -z").why, "a local minimum of the energy");
    EXPECT_EQ(named(all, "turn about -z").stability, Stability::stable);
}

// A gyro whose gimbal stands is a rotor; states and controllers that only look change nothing.
TEST(Equilibria, OfAGyroThatStandsAndOfStatesThatLook) {
    const std::string start = "[start]\nrate = [0.1, 0.3, 0.2]\n[run]\nduration = 1.0\n";
    const std::string looks =
        "[[state]]\nname = \"seen\"\nderivative = \"wx - seen\"\n[[controller]]\nname = \"c\"\nperiod = 0.1\noutput = "
        "{ u = \"wy\" }\n";
    const std::string gyro =
        "[body]\ninertia = [2.0, 2.5, 3.0]\n[[cmg]]\nname = \"g\"\nkind = \"steered\"\ngimbal_axis = [0, 0, 1]\n"
        "spin_axis = [1, 0, 0]\nwheel_moment = 0.02\ntransverse_moment = 0.03\ngimbal_moment = 0.04\nspeed = 20\n"
        "angle = \"90 deg\"\ngimbal_rate = \"0\"\n";
    const std::string rotor =
        "[body]\ninertia = [2.03, 2.52, 3.04]\n[[rotor]]\nkind = \"held\"\naxis = [0, 1, 0]\nmoment = 0.02\nspeed = "
        "20\n";
    const Equilibria a = equilibria_of(read_scenario(gyro + looks + start, "a.toml").problem),
                     b = equilibria_of(read_scenario(rotor + start, "b.toml").problem);
    ASSERT_EQ(a.none, "");
    ASSERT_EQ(a.all.size(), b.all.size());
    for (std::size_t i = 0; i < a.all.size(); ++i) {
        EXPECT_EQ(a.all[i].why, b.all[i].why);
        for (int k = 0; k < 3; ++k) EXPECT_NEAR(a.all[i].rate[k], b.all[i].rate[k], 1e-13);
    }
}

// w sqrt((I2 - I1)(I3 - I2)/(I1 I3)) about the middle axis, and the same with other signs about the others.
TEST(Equilibria, OfAFreeBody) {
    const Vec3<double> I{1, 2, 2.5};
    const Equilibria all = equilibria_of(body(I, {0.125, 1.5, 0.5}));
    ASSERT_EQ(all.all.size(), 6u);
    EXPECT_EQ(all.number(Stability::stable), 4);
    const double G = std::hypot(0.125, 3.0, 1.25);
    for (int k = 0; k < 3; ++k)
        for (const std::string sign : {"", "-"}) {
            const Equilibrium& e = named(all, "turn about " + sign + std::string(1, static_cast<char>('x' + k)));
            const int a = (k + 1) % 3, b = (k + 2) % 3;
            const double w = G / I[k], square = w * w * (I[k] - I[a]) * (I[b] - I[k]) / (I[a] * I[b]);
            EXPECT_NEAR(e.rate[k], sign.empty() ? w : -w, 4e-16 * w);
            ASSERT_FALSE(e.eigenvalues.empty());
            EXPECT_EQ(e.stability, square > 0 ? Stability::unstable : Stability::stable);
            if (square > 0)
                EXPECT_NEAR(e.growth(), std::sqrt(square), 1e-14);
            else
                EXPECT_NEAR(e.frequencies().at(0), std::sqrt(-square), 1e-14);
        }
}

TEST(Equilibria, OfSymmetricBodies) {
    const Equilibria rod = equilibria_of(body({2, 2, 0.5}, {0.3, 0, 1}));
    EXPECT_EQ(rod.number(), 3);
    EXPECT_EQ(rod.number(Stability::stable), 2);
    EXPECT_EQ(rod.number(Stability::undecided), 1);  // one for the circle across
    const Equilibria ball = equilibria_of(body({2, 2, 2}, {0.3, 0, 1}));
    EXPECT_EQ(ball.number(), 1);
    EXPECT_EQ(ball.number(Stability::stable), 1);
    EXPECT_FALSE(equilibria_of(body({1, 2, 2.5}, {0, 0, 0})).none.empty());
}

// One rotor on a principal axis: the closed forms of exact/gyrostat_equilibria.hpp, and along the axis the frequency
// sqrt(al be/(A B)), al = (A - C) w3 - l, be = (B - C) w3 - l.
TEST(Equilibria, OfGyrostatsAgainstTheClosedForms) {
    std::mt19937_64 random(1899);
    std::uniform_real_distribution<double> u(0, 1);
    int six = 0;
    for (int n = 0; n < 400; ++n) {
        SCOPED_TRACE(n);
        const double a = 1 + u(random), b = 1 + u(random),
                     c = std::fabs(a - b) + (a + b - std::fabs(a - b)) * u(random);
        const Rotor r = wheel(n % 2 ? Rotor::Kind::held : Rotor::Kind::free, {0, 0, n % 3 ? 2.0 : -2.0}, 0.1 * c,
                              20 * (u(random) - 0.5));
        const Problem p = with(body({a, b, c}, {u(random), u(random) - 0.5, u(random)}), {r});
        std::string why;
        const auto form = GyrostatForm::of(p, why);
        ASSERT_TRUE(form) << why;
        const auto& g = form->form().body();
        Vec3<double> H{};
        for (int k = 0; k < 3; ++k) H[k] = g.moment[k].value() * p.start.rate[k] + g.inside[k].value();
        const exact::GyrostatEquilibria<double> expected(g, norm(H));
        const Equilibria got = equilibria_of(p);
        ASSERT_EQ(got.number(), expected.size());
        six += got.number() == 6;
        for (int i = 0; i < expected.size(); ++i) {
            double nearest = INFINITY;
            const Equilibrium* of = nullptr;
            for (const Equilibrium& e : got.all)
                if (const double off = norm(e.rate - expected[i].w_NB_B); off < nearest) nearest = off, of = &e;
            // 1 - x I is known to two roundings of a half, and about l/G where a wheel is weak; w is G/I, I from 0.1 on
            EXPECT_LT(nearest, 1e-14 * norm(H) * (1 + norm(H) / std::fabs(g.inside[2].value())));
            EXPECT_EQ(of->stability == Stability::stable, expected[i].stable);
            EXPECT_EQ(of->growth() > 0, !expected[i].stable);
            const Vec3<double>& w = expected[i].w_NB_B;
            if (std::hypot(w[0], w[1]) > 0) continue;
            const double A = g.moment[0].value(), B = g.moment[1].value(), l = g.inside[2].value();
            const double C = g.moment[2].value(), al = (A - C) * w[2] - l, be = (B - C) * w[2] - l;
            const std::complex<double> z = std::sqrt(std::complex<double>(-al * be / (A * B)));
            double off = INFINITY;
            for (const auto& own : of->eigenvalues) off = std::min(off, std::abs(own - z));
            EXPECT_LT(off, 1e-9 * std::abs(z) + 1e-12);
        }
    }
    EXPECT_GT(six, 20);
}

// Rotors in any direction: nothing is missing, for smallest + largest - saddles = 2 on a sphere (Poincare, Hopf).
TEST(Equilibria, OfRotorsInAnyDirection) {
    std::mt19937_64 random(1885);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> u(0, 1);
    int numbers[7] = {};
    for (int n = 0; n < 1000; ++n) {
        SCOPED_TRACE(n);
        const double a = 1 + u(random), b = 1 + u(random), c = 1 + u(random);
        const auto any = [&] { return Vec3<double>{normal(random), normal(random), normal(random)}; };
        const Problem p = with(body({a, b, c}, any()), {wheel(Rotor::Kind::held, any(), 0.05, 20 * u(random)),
                                                        wheel(Rotor::Kind::free, any(), 0.05, 20 * u(random))});
        const Equilibria all = equilibria_of(p);
        ASSERT_LE(all.number(), 6);
        ++numbers[all.number()];
        EXPECT_EQ(all.number(Stability::stable) - all.number(Stability::unstable), 2);
        const Problem whole = with_an_inside(p);
        Linearisation linear(whole);
        const SteadyCarrier carrier = steady_carrier(whole, linear.numbers());
        const double G = norm(linear.numbers().momentum(linear.numbers().start({1, 0, 0, 0}, p.start.rate)));
        for (const Equilibrium& e : all.all) {
            const auto y = steady_state(whole, linear.numbers(), carrier, e.q_NB, e.rate);
            // a root x of w = x H is good to its last bit, H near a pole to the distance from it
            EXPECT_LT(linear.unrest(y), 1e-9);
            EXPECT_NEAR(norm(linear.numbers().momentum(y)), G, 1e-9 * G);
            EXPECT_EQ(e.growth() > 0, e.stability == Stability::unstable);
        }
    }
    EXPECT_EQ(numbers[2] + numbers[4] + numbers[6], 1000);
    for (const int some : {2, 4, 6}) EXPECT_GT(numbers[some], 10) << some;
}

// Kelvin's slug, A, A, C with a wheel on the axis: slow eigenvalues to 20 digits, and the sign of the rule.
TEST(Equilibria, SlugsMakeTheMajorAxisStable) {
    struct Case {
        double A, C, Om, l;
        std::complex<double> slow;
        bool stable;
    };
    for (const Case& c : {Case{2, 3, 1, 0, {-0.02578664136963047202659, 0.46073553998055941851876}, true},
                          Case{3, 1.5, 2, 0, {0.02972944460699070424961, 0.93848629889813019106851}, false},
                          Case{3, 1.5, 2, 4, {-0.01286094238026230955517, 0.32140089573965319854427}, true},
                          Case{2, 3, 1, -1.5, {0.00849361299827744436419, 0.22524035883059836154289}, false}}) {
        // the wheel's moment counts for nothing where its speed is held
        Problem p = with(body({c.A, c.A, c.C}, {0, 0, c.Om}), {wheel(Rotor::Kind::held, {0, 0, 1}, 0.25, 4 * c.l)});
        auto inside = std::make_shared<Inside>(*p.inside);
        KelvinSlug slug;
        slug.name = "slug";
        slug.moment = 0.25;
        slug.viscosity = 0.5;
        inside->slugs.push_back(slug);
        p.inside = inside;
        const Equilibria all = equilibria_of(p);
        const Equilibrium& e = named(all, "turn about z");
        EXPECT_NEAR(e.rate[2], c.Om, 1e-15);
        double nearest = INFINITY;
        for (const auto& z : e.eigenvalues) nearest = std::min(nearest, std::abs(z - c.slow));
        EXPECT_LT(nearest, 2e-15) << c.A << " " << c.l;
        EXPECT_EQ(e.stability, c.stable ? Stability::stable : Stability::unstable);
        EXPECT_EQ(e.growth() > 0, !c.stable);
    }
}

Problem satellite(const Vec3<double>& moments, const std::string& more = "") {
    const auto text = [](double x) { return std::to_string(x); };
    return read_scenario(
               "[body]\ninertia = [" + text(moments[0]) + ", " + text(moments[1]) + ", " + text(moments[2]) +
                   "]\n[start]\nframe = \"orbit\"\nattitude = { quaternion = [1.0, 0.0, 0.0, 0.0] }\nrate = [0.0, 0.0, "
                   "0.0]\n[orbit]\nrate = 0.001\ninclination_deg = 40.0\n[[torque]]\nkind = "
                   "\"gravity-gradient\"\n" +
                   more + "[run]\nduration = 10.0\n",
               "s")
        .problem;
}

// Every one of the six ways against the small librations of that order of moments.
TEST(Equilibria, OfASatelliteInACircularOrbit) {
    for (const Vec3<double>& I : {Vec3<double>{2.5, 3, 1}, Vec3<double>{1, 1.2, 0.9}, Vec3<double>{1.0, 0.95, 0.1}}) {
        const Equilibria all = equilibria_of(satellite(I));
        EXPECT_EQ(all.number(), 24);
        EXPECT_EQ(all.number(Stability::stable), 4);
        int orders = 0;
        for (int along = 0; along < 3; ++along)
            for (int across = 0; across < 3; ++across) {
                if (across == along) continue;
                ++orders;
                const int down = 3 - along - across;
                const std::string name = std::string(1, static_cast<char>('x' + down)) + " vertical, " +
                                         std::string(1, static_cast<char>('x' + across)) + " across the orbit";
                SCOPED_TRACE(name);
                const Equilibrium& e = named(all, name);
                const Libration l = libration_of({I[along], I[across], I[down]}, 1);
                EXPECT_NEAR(e.growth() / 0.001, l.growth, 2e-7);
                EXPECT_EQ(e.stability, l.region == Libration::Region::lagrange     ? Stability::stable
                                       : l.region == Libration::Region::debra_delp ? Stability::undecided
                                                                                   : Stability::unstable);
                EXPECT_NEAR(std::fabs(e.rate[across]), 0.001, 1e-18);
                if (l.region == Libration::Region::unstable) continue;
                std::vector<double> expected = l.roll_yaw;
                expected.push_back(l.pitch.at(0));
                std::sort(expected.begin(), expected.end());
                const std::vector<double> got = e.frequencies();
                ASSERT_EQ(got.size(), 3u);
                for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(got[i] / 0.001, expected[i], 1e-12);
            }
        EXPECT_EQ(orders, 6);
    }
    // sqrt(3) n of a rod's pitch, and 2 n of its roll (Hughes 1986, section 9.2)
    const Equilibria rod = equilibria_of(satellite({1, 1.000001, 1e-6}));
    const auto swings = named(rod, "z vertical, y across the orbit").frequencies();
    ASSERT_EQ(swings.size(), 3u);
    EXPECT_NEAR(swings[1] / 0.001, std::sqrt(3), 1e-5);
    EXPECT_NEAR(swings[2] / 0.001, 2, 1e-5);
}

// DeBra and Delp's region: stable to first order, and lost with a slug.
TEST(Equilibria, LossesTakeTheGyroscopicRegionAway) {
    // kx = -0.05, kz = -0.6: Iy = 1
    const double Iz = (1 + 20) / (-0.6 + 20), Ix = (1 - Iz) / -0.05;
    const Equilibria dry = equilibria_of(satellite({Ix, 1, Iz}));
    const Equilibrium& held = named(dry, "z vertical, y across the orbit");
    EXPECT_EQ(held.stability, Stability::undecided);
    EXPECT_EQ(held.growth(), 0);
    EXPECT_EQ(held.frequencies().size(), 3u);
    const Equilibria wet = equilibria_of(satellite({Ix, 1, Iz}, "[[slug]]\nmoment = 0.001\nviscosity = 1e-6\n"));
    const Equilibrium& lost = named(wet, "z vertical, y across the orbit");
    EXPECT_EQ(lost.stability, Stability::unstable);
    EXPECT_GT(lost.growth(), 0);
    EXPECT_EQ(wet.number(Stability::stable), 4);
}

// A wheel across the orbit: W and with it the number of attitudes changes; on the group of turns, whose Euler number is
// 0, as many stationary points have an even index as an odd one.
TEST(Equilibria, OfASatelliteWithAWheel) {
    for (const double speed : {0.02, -0.4, 5.0}) {
        SCOPED_TRACE(speed);
        const Problem p = satellite({2.5, 3, 1},
                                    "[[rotor]]\nkind = \"held\"\naxis = [0.2, 1.0, 0.1]\nmoment = 0.01\n"
                                    "speed = " +
                                        std::to_string(speed) + "\n");
        const Equilibria all = equilibria_of(p);
        EXPECT_GE(all.number(), 8);
        EXPECT_LE(all.number(), 24);
        EXPECT_EQ(all.number() % 2, 0);
        Linearisation linear(p);
        const SteadyCarrier carrier = steady_carrier(p, linear.numbers());
        int even = 0, stable = 0;
        for (const Equilibrium& e : all.all) {
            const auto y = steady_state(p, linear.numbers(), carrier, e.q_NB, e.rate);
            EXPECT_LT(linear.unrest(y), 1e-12);
            // the product of all eigenvalues has the sign of det W'', (-1)^index
            int sign = 1;
            for (const auto& z : e.eigenvalues)
                if (z.imag() == 0 && z.real() < 0) sign = -sign;
            even += sign;
            stable += e.stability == Stability::stable;
        }
        EXPECT_EQ(even, 0);
        EXPECT_GE(stable, 2);  // W has a smallest value, and a half turn in the orbit about the wheel's axis another
    }
}

Problem top(double I1, double I3, double Mgl, double tilt, double spin) {
    Problem p = body({I1, I1, I3}, {0, 0, spin});
    p.start.attitude.params = {std::cos(tilt / 2), std::sin(tilt / 2), 0, 0};
    TorqueModel m;
    m.kind = "gravity";
    m.torque = torque::Gravity<double>{.mass = Mgl, .at = {0, 0, 1}, .g = 1};
    p.torques.push_back(m);
    return p;
}

TEST(Equilibria, OfATop) {
    const double I1 = 2, I3 = 1.5, Mgl = 3, limit = std::sqrt(4 * I1 * Mgl) / I3;
    for (const double spin : {1.001 * limit, 0.999 * limit, -3 * limit, 0.5}) {
        SCOPED_TRACE(spin);
        const double L3 = I3 * spin, square = L3 * L3 - 4 * I1 * Mgl;
        const Equilibria all = equilibria_of(top(I1, I3, Mgl, 1.1, spin));
        const Equilibrium& up = named(all, "upright");
        EXPECT_EQ(up.stability, square > 0 ? Stability::stable : Stability::unstable);
        if (square < 0) {
            EXPECT_NEAR(up.growth(), std::sqrt(-square) / (2 * I1), 1e-13);
        } else {
            const auto got = up.frequencies();
            ASSERT_EQ(got.size(), 2u);
            EXPECT_NEAR(got[0], (std::fabs(L3) - std::sqrt(square)) / (2 * I1), 1e-12);
            EXPECT_NEAR(got[1], (std::fabs(L3) + std::sqrt(square)) / (2 * I1), 1e-12);
        }
        const auto hanging = named(all, "hanging").frequencies();
        ASSERT_EQ(hanging.size(), 2u);
        const double root = std::sqrt(L3 * L3 + 4 * I1 * Mgl);
        EXPECT_NEAR(hanging[0], (root - std::fabs(L3)) / (2 * I1), 1e-13);
        EXPECT_NEAR(hanging[1], (root + std::fabs(L3)) / (2 * I1), 1e-13);
        const double cosine = std::cos(1.1), inner = L3 * L3 - 4 * I1 * Mgl * cosine;
        ASSERT_EQ(all.all.size(), inner > 0 ? 4u : 2u);
        for (std::size_t i = 2; i < all.all.size(); ++i) {
            const Equilibrium& e = all.all[i];
            // the precession: what turns z of the world about itself
            const double Om = (e.rate[0] * to_body(e.q_NB, Vec3<double>{0, 0, 1})[0]) /
                              std::pow(to_body(e.q_NB, Vec3<double>{0, 0, 1})[0], 2);
            EXPECT_NEAR(I1 * Om * Om * cosine - L3 * Om + Mgl, 0, 1e-13 * (Mgl + L3 * L3));
            EXPECT_NEAR(e.rate[2], spin, 1e-14 * std::fabs(spin));
            const double nu = std::sqrt(Om * Om - 2 * Mgl / I1 * cosine + std::pow(Mgl / (I1 * Om), 2));
            ASSERT_EQ(e.frequencies().size(), 1u);
            EXPECT_NEAR(e.frequencies()[0], nu, 1e-8 * nu);  // beside a fourfold zero
        }
    }
}

// A heavy body of three moments, hanging: sqrt(Mgl/I) about the two axes across.
TEST(Equilibria, OfAPendulum) {
    Problem p = top(1, 1, 4, 0.5, 0);
    for (int i = 0; i < 3; ++i) p.body->inertia(i, i) = p.body->principal_moments[i] = i + 1.0;
    const Equilibria all = equilibria_of(p);
    const auto swings = named(all, "hanging, at rest").frequencies();
    ASSERT_EQ(swings.size(), 2u);
    EXPECT_NEAR(swings[0], std::sqrt(2), 1e-14);
    EXPECT_NEAR(swings[1], 2, 1e-14);
    EXPECT_NEAR(named(all, "upright, at rest").growth(), 2, 1e-14);
}

TEST(Equilibria, SaysWhyThereAreNone) {
    Problem driven = with(body({1, 2, 2.5}, {0, 0, 1}), {wheel(Rotor::Kind::driven, {0, 0, 1}, 0.1, 0)});
    EXPECT_NE(equilibria_of(driven).none.find("wheel"), std::string::npos);
    EXPECT_FALSE(equilibria_of(Problem{}).none.empty());
}

// A uniform coin, a = 0.0375 m: small swings of two steady motions as seen in the full equations (8 digits), the other
// way round at the same tilt, and the rates from which it stands upright (Routh; g/(3a) for a uniform one).
TEST(Equilibria, ADiskThatRolls) {
    const auto coin = [](double b, double Om, double n) {
        char text[600];
        std::snprintf(
            text, sizeof text,
            "[body]\ninertia = [%.17g, %.17g, %.17g]\nmass = 2.0\n[start]\nattitude = { axis = [1.0, 0.0, 0.0], "
            "angle = %.17g }\nrate = [0.0, %.17g, %.17g]\n[contact]\nsurface = \"disk\"\nradius = 0.0375\n"
            "[run]\nduration = 1.0\n",
            0.5 * 0.0375 * 0.0375, 0.5 * 0.0375 * 0.0375, 0.0375 * 0.0375, b, Om * std::sin(b), n);
        return equilibria_of(read_scenario(text, "coin").problem);
    };
    const double g = 9.80665, a = 0.0375;
    const auto steady_n = [&](double b, double Om) {
        return (0.25 * Om * Om * std::sin(b) * std::cos(b) - g / a * std::cos(b)) / (1.5 * Om * std::sin(b));
    };
    EXPECT_NEAR(steady_n(1, 10), -10.29377, 1e-5);
    const struct { double b, Om, nu; } known[] = {{1, 10, 16.668020}, {0.6, 25, 26.922165}};
    for (const auto& one : known) {
        const Equilibria all = coin(one.b, one.Om, steady_n(one.b, one.Om));
        ASSERT_EQ(all.all.size(), 4u) << all.none;
        int found = 0;
        for (std::size_t i = 2; i < 4; ++i) {
            const double Om = all.all[i].rate[1] / std::sin(one.b);
            if (std::fabs(Om - one.Om) > 1e-9) continue;
            ++found;
            EXPECT_EQ(all.all[i].stability, Stability::stable);
            ASSERT_EQ(all.all[i].frequencies().size(), 1u);
            EXPECT_NEAR(all.all[i].frequencies()[0], one.nu, 2e-6);
        }
        EXPECT_EQ(found, 1);
    }
    const double stands = std::sqrt(g / (3 * a)), spins = std::sqrt(g / a / 1.25);
    for (const double part : {0.98, 1.02}) {
        const Equilibria all = coin(1.5707963267948966, part * spins, part * stands);
        ASSERT_EQ(all.all.size(), 2u);
        for (const Equilibrium& e : all.all)
            EXPECT_EQ(e.stability, part > 1 ? Stability::stable : Stability::unstable) << e.name;
    }
}

}  // namespace equilibria_test
