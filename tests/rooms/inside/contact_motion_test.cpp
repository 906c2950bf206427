// What is known of bodies on a table: integrals, steady motions and their small oscillations, and motions that others
// have published.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/contact_support.hpp"

namespace contact_motion_test {

using namespace polhode;
using namespace polhode::test;

namespace {

constexpr double g = 9.80665, a = 0.0375, m = 0.5, A = m * a * a / 4, C = m * a * a / 2;

// Times of the marks called `name`, from the notes.
std::vector<double> marks(const InsideRows& run, const std::string& name) {
    std::vector<double> times;
    const std::string before = "event '" + name + "' at t = ";
    for (const std::string& note : run.statistics.notes)
        if (note.compare(0, before.size(), before) == 0) times.push_back(std::stod(note.substr(before.size())));
    return times;
}
double end_time(const InsideRows& run) { return run.rows.back().t; }
double tilt(const Row& row) {
    const Mat3<double> R = InsideNumbers<double>::matrix(row.q_NB);
    return std::atan2(std::hypot(R(2, 0), R(2, 1)), R(2, 2));
}

// A uniform coin whose axis leans by b, rate in (horizontal tangent, up the slope, axis).
std::string coin(double b, double slope_rate, double precession, double n, const std::string& more) {
    return fmt::format(
               "[body]\ninertia = [{0}, {0}, {1}]\nmass = {2}\n[start]\nattitude = {{ axis = [1.0, 0.0, 0.0], angle = "
               "{3} }}\nrate = [{4}, {5}, {6}]\n[contact]\nsurface = \"disk\"\nradius = {7}\n",
               A, C, m, b, slope_rate, precession * std::sin(b), n, a) +
           more;
}
// n of the steady motion: the first equation of the disk in docs/contact.md with b'' = 0.
double steady_axial_rate(double b, double Om) {
    return (A * Om * Om * std::sin(b) - m * g * a) * std::cos(b) / ((C + m * a * a) * Om * std::sin(b));
}

const std::string ball = R"(
[body]
inertia = [0.0125, 0.0125, 0.0125]
mass = 2.0
[start]
attitude = { quaternion = [0.75, -0.25, 0.5, 0.375], normalise = true }
rate = [1.0, -2.0, 3.0]
[contact]
surface = "sphere"
radius = 0.125
)";
const std::string short_run =
    "[method]\nintegrator = \"taylor\"\ntolerance = 3e-15\n[run]\nduration = 3.0\nsample = 0.25\n";

const std::string tippe_top = R"(
[body]
inertia = [2.9942857142857147e-06, 2.9942857142857147e-06, 3.2e-06]
mass = 0.02
[start]
attitude = { axis = [1.0, 0.0, 0.0], angle = 0.1 }
rate = [0.0, 0.0, 155.0]
[contact]
surface = "sphere"
radius = 0.02
centre_of_mass = [0.0, 0.0, -0.006]
g = 9.82
)";

const std::string rattleback = R"(
[body]
inertia = [[2e-4, -2e-5, 0.0], [-2e-5, 1.6e-3, 0.0], [0.0, 0.0, 1.7e-3]]
mass = 1.0
[start]
attitude = { quaternion = [1.0, 0.004363323129985824, 0.004363323129985824, 0.0], normalise = true }
rate = [0.0, 0.0, -5.0]
[contact]
surface = "ellipsoid"
semi_axes = [0.2, 0.03, 0.02]
centre_of_mass = [0.0, 0.0, -0.01]
g = 9.81
[method]
integrator = "dop853"
tolerance = 1e-12
[run]
duration = 20.0
sample = 0.01
)";

// Jellett (I w).r and Routh w3 sqrt(I1 I3 + m I3 (e - R u)^2 + m R^2 I1 (1 - u^2)) of the tippe top, e below the
// centre.
struct Integrals {
    double jellett, routh;
};
Integrals integrals(const Row& row) {
    const double I1 = 2.9942857142857147e-06, I3 = 3.2e-06, R = 0.02, e = 0.006, mass = 0.02;
    const Mat3<double> matrix = InsideNumbers<double>::matrix(row.q_NB);
    const Vec3<double> ga = matrix.row(2), w = row.w_NB_B, r{-R * ga[0], -R * ga[1], -R * ga[2] + e};
    const double u = ga[2];
    return {I1 * w[0] * r[0] + I1 * w[1] * r[1] + I3 * w[2] * r[2],
            w[2] * std::sqrt(I1 * I3 + mass * I3 * (e - R * u) * (e - R * u) + mass * R * R * I1 * (1 - u * u))};
}
// How far each goes from its first value, relative.
Integrals change(const InsideRows& run) {
    const Integrals first = integrals(run.rows.front());
    Integrals worst{0, 0};
    for (const Row& row : run.rows) {
        const Integrals now = integrals(row);
        worst.jellett = std::max(worst.jellett, std::fabs(now.jellett / first.jellett - 1));
        worst.routh = std::max(worst.routh, std::fabs(now.routh / first.routh - 1));
    }
    return worst;
}

// Times at which the spin, averaged over half a second so that the rattling goes out, changes its sign.
std::vector<double> reversals(const InsideRows& run) {
    constexpr std::size_t window = 50;
    std::vector<double> times;
    double sum = 0, before = 0;
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
        sum += run.rows[i].w_NB_B[2] - (i >= window ? run.rows[i - window].w_NB_B[2] : 0);
        if (i < window) continue;
        if (before * sum < 0) times.push_back(run.rows[i - window / 2].t);
        before = sum;
    }
    return times;
}

}  // namespace

TEST(ContactMotion, HomogeneousBallKeepsItsRateAndNeedsNoFriction) {
    const InsideRows run = run_inside(ball + short_run);
    const Vec3<double> L = run.rows.front().L_N;
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
        EXPECT_LT(norm(run.rows[i].L_N - L), 1e-14 * norm(L));
        EXPECT_NEAR(run.value("normal", static_cast<long>(i)), 2 * g, 1e-13);
        EXPECT_NEAR(run.value("friction", static_cast<long>(i)), 0, 1e-13);
        EXPECT_NEAR(run.value("z", static_cast<long>(i)), 0.125, 1e-15);
    }
}

// R [I w + m R^2 (w - (ga.w) ga)] is constant for any moments (Chaplygin 1903)
TEST(ContactMotion, ChaplyginsBall) {
    const InsideRows run = run_inside(ball + short_run, {"body.inertia=[0.0125, 0.01, 0.015]"});
    const auto about_contact = [](const Row& row) {
        const Mat3<double> R = InsideNumbers<double>::matrix(row.q_NB);
        const Vec3<double> w = R * row.w_NB_B, flat{w[0], w[1], 0};
        return row.L_N + (2 * 0.125 * 0.125) * flat;
    };
    const Vec3<double> first = about_contact(run.rows.front());
    double turned = 0;
    for (const Row& row : run.rows) {
        EXPECT_LT(norm(about_contact(row) - first), 2e-14 * norm(first));
        turned = std::max(turned, norm(row.L_N - run.rows.front().L_N));
    }
    EXPECT_GT(turned, 1e-3 * norm(first));  // L about the centre of mass is not
}

TEST(ContactMotion, JellettWithAnyFrictionRouthWhileItRolls) {
    const std::string method =
        "[method]\nintegrator = \"dop853\"\ntolerance = 1e-13\n[run]\nduration = 1.0\nsample = 0.05\n";
    const Integrals rolling = change(run_inside(tippe_top + method, {"start.rate=[3.0, 2.0, 40.0]"}));
    EXPECT_LT(rolling.jellett, 2e-12);
    EXPECT_LT(rolling.routh, 2e-12);
    for (const char* friction : {"contact.friction=0.3", "contact.friction=3.0"}) {
        const InsideRows run = run_inside(tippe_top + "law = \"viscous\"\nfriction = 0.0\n" + method,
                                          {friction, "start.rate=[3.0, 2.0, 80.0]"});
        const Integrals sliding = change(run);
        EXPECT_LT(sliding.jellett, 2e-12) << friction;
        EXPECT_GT(sliding.routh, 1e-3) << friction;
        // what friction took is what energy lost
        EXPECT_LT(run.value("work"), 0);
        EXPECT_NEAR(run.rows.back().energy - run.value("work"), run.rows.front().energy, 1e-12);
    }
}

// The contact point of a ball that slides with viscous friction comes to rest as exp(-(7/2) mu g t) (I = 2/5 m R^2).
TEST(ContactMotion, BallThatSlidesComesToRoll) {
    const InsideRows run = run_inside(ball + "law = \"viscous\"\nfriction = 0.2\nvelocity = [1.0, -0.5]\n" + short_run,
                                      {"start.rate=[0.0, 0.0, 0.0]"});
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
        const double t = run.rows[i].t, left = std::exp(-3.5 * 0.2 * g * t);
        EXPECT_NEAR(run.value("vx", static_cast<long>(i)), 5. / 7 + 2. / 7 * left, 2e-14) << t;
        EXPECT_NEAR(run.value("vy", static_cast<long>(i)), -0.5 * (5. / 7 + 2. / 7 * left), 2e-14) << t;
        EXPECT_NEAR(run.value("normal", static_cast<long>(i)), 2 * g, 1e-12);
    }
}

TEST(ContactMotion, SmallOscillationsOfARollingCoin) {
    const struct { double b, Om, nu; } cases[] = {{1, 10, 16.668020}, {0.6, 25, 26.922165}};
    for (const auto& c : cases) {
        const double n = steady_axial_rate(c.b, c.Om);
        if (c.b == 1) {
            EXPECT_NEAR(n, -10.29377, 5e-6);
        }
        const std::string text =
            coin(c.b, 0, c.Om, n,
                 "[method]\nintegrator = \"taylor\"\ntolerance = 3e-15\n[run]\nduration = 3.0\nsample = 0.1\n");
        for (const Row& row : run_inside(text).rows) EXPECT_NEAR(tilt(row), c.b, 1e-13);
        // a push of 1e-4 rad/s: the frequency is off by its square
        const InsideRows run = run_inside(coin(
            c.b, 1e-4, c.Om, n,
            fmt::format("[[event]]\nname = \"steady\"\ndo = \"mark\"\nwhen = \"r33 - {}\"\ndirection = \"falling\"\n"
                        "[method]\nintegrator = \"taylor\"\ntolerance = 3e-15\n[run]\nduration = 3.0\nsample = 0.5\n",
                        std::cos(c.b))));
        const std::vector<double> times = marks(run, "steady");
        ASSERT_GE(times.size(), 6u);
        EXPECT_NEAR(2 * pi<double>() * static_cast<double>(times.size() - 1) / (times.back() - times.front()), c.nu,
                    2e-6);
    }
}

// n^2 > g/(3a), at 2 % on either side. Below it a push grows as exp(t sqrt(4 g/(5 a) 0.02)), 2 per second.
TEST(ContactMotion, AnUprightCoinStandsByItsRolling) {
    const auto largest_lean = [](double factor) {
        const double n = std::sqrt(factor * g / (3 * a));
        const InsideRows run = run_inside(
            coin(pi<double>() / 2, 1e-6, 0, n,
                 "[method]\nintegrator = \"taylor\"\ntolerance = 3e-15\n[run]\nduration = 4.0\nsample = 0.01\n"));
        double most = 0;
        for (const Row& row : run.rows) most = std::max(most, std::fabs(tilt(row) - pi<double>() / 2));
        return most;
    };
    EXPECT_LT(largest_lean(1.02), 1e-6);
    EXPECT_GT(largest_lean(0.98), 1e-4);
}

// Losses of a coin that lies ever flatter (Moffatt 2000, Leine 2009), from b = 0.1 with its centre of mass at rest,
// Om^2 sin b = 4 g/a. The laws hold to first order in b and where b changes little in a turn: corrections are of the
// order of b^2 = 1e-2 in what is lost, so that the times must agree to 1 %.
TEST(ContactMotion, EulersDiskByContourFriction) {
    const double b0 = 0.1, t_f = 8, M = std::pow(b0, 1.5) * m * a * std::sqrt(a * g) / (2 * t_f);
    const InsideRows run = run_inside(
        coin(b0, 0, std::sqrt(4 * g / (a * std::sin(b0))), 0,
             fmt::format("rolling_loss = \"contour\"\nloss_moment = {}\nsmallest_angle = 0.005\n"
                         "[[event]]\nname = \"half\"\ndo = \"mark\"\nwhen = \"r33 - {}\"\ndirection = \"rising\"\n"
                         "[[event]]\nname = \"fifth\"\ndo = \"mark\"\nwhen = \"r33 - {}\"\ndirection = \"rising\"\n"
                         "[method]\nintegrator = \"dop853\"\ntolerance = 1e-9\n[run]\nduration = 9.0\nsample = 0.5\n",
                         M, std::cos(0.05), std::cos(0.02))));
    const auto law = [&](double b) { return t_f * (1 - std::pow(b / b0, 1.5)); };
    ASSERT_GE(marks(run, "half").size(), 1u);
    ASSERT_GE(marks(run, "fifth").size(), 1u);
    EXPECT_NEAR(marks(run, "half").front(), law(0.05), 0.01 * t_f);
    EXPECT_NEAR(marks(run, "fifth").front(), law(0.02), 0.01 * t_f);
    EXPECT_TRUE(run.noted("the disk lies flat, to 0.005 rad"));
    EXPECT_NEAR(end_time(run), law(0.005), 0.01 * t_f);
    EXPECT_NEAR(run.rows.back().energy - run.value("work"), run.rows.front().energy, 1e-7 * run.rows.front().energy);
}

TEST(ContactMotion, EulersDiskByRollingFriction) {
    // (3/2) m g a b' = -M Om b, Om^2 b = 4 g/a: sqrt(b) falls evenly
    const double b0 = 0.1, t_f = 8, M = 1.5 * m * g * a * std::sqrt(b0) / (std::sqrt(g / a) * t_f);
    const InsideRows run = run_inside(
        coin(b0, 0, std::sqrt(4 * g / (a * std::sin(b0))), 0,
             fmt::format("rolling_loss = \"horizontal\"\nloss_moment = {}\nsmallest_angle = 0.01\n"
                         "[method]\nintegrator = \"dop853\"\ntolerance = 1e-9\n[run]\nduration = 9.0\nsample = 0.5\n",
                         M)));
    EXPECT_TRUE(run.noted("the disk lies flat, to 0.01 rad"));
    EXPECT_NEAR(end_time(run), t_f * (1 - std::sqrt(0.01 / b0)), 0.01 * t_f);
    for (const Row& row : run.rows) EXPECT_NEAR(std::sqrt(tilt(row) / b0), 1 - row.t / t_f, 0.02) << row.t;
}

TEST(ContactMotion, RattlebackTurnsRoundAndAgain_Long) {
    const InsideRows run = run_inside(rattleback);
    const std::vector<double> times = reversals(run);
    ASSERT_EQ(times.size(), 2u);
    EXPECT_NEAR(times[0], 2.8, 0.1);
    EXPECT_NEAR(times[1], 17.4, 0.1);
    const Row& tenth = run.rows[1000];
    EXPECT_NEAR(dot(InsideNumbers<double>::matrix(tenth.q_NB).row(2), tenth.w_NB_B), 4.63,
                0.005);  // about the vertical
    double most = 0;
    for (const Row& row : run.rows) {
        most = std::max(most, tilt(row));
        EXPECT_NEAR(row.energy, run.rows.front().energy, 1e-9);
    }
    EXPECT_NEAR(most * 180 / pi<double>(), 23.0, 0.1);
    const std::vector<double> other = reversals(run_inside(rattleback, {"start.rate=[0.0, 0.0, 5.0]"}));
    ASSERT_GE(other.size(), 1u);
    EXPECT_NEAR(other.front(), 11.5, 0.15);
}

TEST(ContactMotion, RattlebackInAir_Long) {
    const std::string air =
        rattleback + "[[torque]]\nkind = \"formula\"\nvalue = [\"-1e-4*wx\", \"-1e-4*wy\", \"-1e-4*wz\"]\n";
    const InsideRows run = run_inside(air);
    ASSERT_EQ(reversals(run).size(), 1u);
    EXPECT_NEAR(reversals(run).front(), 2.5, 0.1);
    EXPECT_NEAR(run.rows.back().w_NB_B[2], 1.53, 0.01);
    EXPECT_TRUE(reversals(run_inside(air, {"start.rate=[0.0, 0.0, 5.0]"})).empty());
}

TEST(ContactMotion, TippeTopTurnsOver_Long) {
    const std::string sliding = tippe_top + R"toml(law = "viscous"
friction = 0.3
[[event]]
name = "lies"
do = "mark"
when = "r33"
direction = "falling"
[[event]]
name = "over"
do = "mark"
when = "r33 + cos(10*pi/180)"
direction = "falling"
[method]
integrator = "dop853"
tolerance = 1e-12
[run]
duration = 8.0
sample = 0.1
)toml";
    const InsideRows run = run_inside(sliding);
    ASSERT_EQ(marks(run, "lies").size(), 1u);
    ASSERT_EQ(marks(run, "over").size(), 1u);
    EXPECT_NEAR(marks(run, "lies").front(), 5.07, 0.005);
    EXPECT_NEAR(marks(run, "over").front(), 5.92, 0.005);
    EXPECT_LT(change(run).jellett, 1e-11);
    // lambda^2 > m g R^3 I3 al (1 + al)^2/(1 + al - I1/I3), at the start lambda = R I3 w3 (1 - al): w3 > 59.05
    const auto angle_at_the_end = [&](double w3) {
        return tilt(run_inside(sliding, {fmt::format("start.rate=[0.0, 0.0, {}]", w3)}).rows.back()) * 180 /
               pi<double>();
    };
    EXPECT_NEAR(angle_at_the_end(0.9 * 59.05), 89, 1);
    EXPECT_NEAR(angle_at_the_end(1.1 * 59.05), 121, 1);
}

// A wheel whose centre of mass lies off its middle by e pulls itself off the table at the top of its turn: with the
// rim's speed so high that the middle goes evenly, N = m (g - e w^2 cos) falls to 0.
TEST(ContactMotion, AnUnbalancedWheelLiftsOff) {
    const std::string wheel = R"(
[body]
inertia = [0.005, 0.005, 0.01]
mass = 1.0
[start]
attitude = { axis = [1.0, 0.0, 0.0], angle_deg = 90.0 }
rate = [0.0, 0.0, 30.0]
[contact]
surface = "disk"
radius = 0.1
centre_of_mass = [0.0, -0.05, 0.0]
[method]
integrator = "taylor"
tolerance = 3e-15
[run]
duration = 5.0
sample = 0.1
)";
    const InsideRows run = run_inside(wheel);
    EXPECT_TRUE(run.noted("the body lifts off at t = "));
    EXPECT_NEAR(run.value("normal"), 0, 1e-9);
    EXPECT_LT(end_time(run), 0.5);
    for (std::size_t i = 0; i + 1 < run.rows.size(); ++i) EXPECT_GT(run.value("normal", static_cast<long>(i)), 0);
    EXPECT_FALSE(run_inside(wheel, {"start.rate=[0.0, 0.0, 5.0]"}).noted("lifts off"));
}

// Dry friction mu brakes the contact point of a ball evenly, by (7/2) mu g, until it rolls with 5/7 of its velocity at
// t = 2 v/(7 mu g) (Euler 1758); a spin about the horizontal adds to the velocity of the contact point, w x r.
TEST(ContactMotion, BallWithDryFrictionRollsFromItsTimeOn) {
    const std::string dry = "law = \"coulomb\"\nfriction = 0.2\nvelocity = [1.0, 0.0]\n";
    for (const char* method : {"integrator = \"taylor\"", "integrator = \"dop853\"\ntolerance = 1e-10",
                               "integrator = \"dopri5\"\ntolerance = 1e-10", "integrator = \"default\""}) {
        SCOPED_TRACE(method);
        const std::string text = ball + dry + "[method]\n" + method + "\n[run]\nduration = 0.5\nsample = 0.05\n";
        const InsideRows run = run_inside(text, {"start.rate=[0.0, 0.0, 0.0]"});
        const double rolls = 2 / (7 * 0.2 * g);
        for (std::size_t i = 0; i < run.rows.size(); ++i) {
            const double t = run.rows[i].t;
            EXPECT_NEAR(run.value("vx", static_cast<long>(i)), t < rolls ? 1 - 0.2 * g * t : 5. / 7, 1e-10) << t;
            EXPECT_NEAR(run.value("friction", static_cast<long>(i)), t < rolls ? 0.2 * 2 * g : 0, 1e-9) << t;
        }
        EXPECT_NEAR(run.value("x"), (1 - 25. / 49) / (2 * 0.2 * g) + 5. / 7 * (0.5 - rolls), 1e-10);
        EXPECT_TRUE(run.noted("began to slide: 0, to stick: 1"));
        // w x r = R (-w_y, w_x): the contact point slides with (0.5, 0.25), of which the ball loses 2/7
        const InsideRows curve =
            run_inside(text, {"start.attitude={quaternion=[1.0, 0.0, 0.0, 0.0]}", "start.rate=[2.0, 4.0, 2.0]"});
        EXPECT_NEAR(curve.value("vx"), 1 - 2. / 7 * 0.5, 1e-9);
        EXPECT_NEAR(curve.value("vy"), -2. / 7 * 0.25, 1e-9);
    }
}

// A wheel with its centre of mass off the middle, which the table holds for a while and lets go: whatever the method,
// the friction stays within the cone, and energy less its work is kept but for what sliding begins with.
TEST(ContactMotion, DryFrictionSticksAndSlips_Long) {
    const std::string wheel = R"(
[body]
inertia = [0.005, 0.005, 0.01]
mass = 1.0
[start]
attitude = { axis = [1.0, 0.0, 0.0], angle_deg = 90.0 }
rate = [0.0, 0.0, 12.0]
[contact]
surface = "disk"
radius = 0.1
centre_of_mass = [0.0, -0.05, 0.0]
law = "coulomb"
friction = 0.15
velocity = [-0.6, 0.0]
[run]
duration = 3.0
sample = 0.02
)";
    const InsideRows first = run_inside(wheel + "[method]\nintegrator = \"dop853\"\ntolerance = 1e-11\n"),
                     second = run_inside(wheel + "[method]\nintegrator = \"dopri5\"\ntolerance = 1e-10\n");
    int held = 0, slides = 0;
    ASSERT_EQ(first.rows.size(), second.rows.size());
    for (std::size_t i = 0; i < first.rows.size(); ++i) {
        const long row = static_cast<long>(i);
        const double part = first.value("friction", row) / (0.15 * first.value("normal", row));
        EXPECT_LT(part, 1 + 1e-9);
        ++(part < 1 - 1e-9 ? held : slides);
        EXPECT_NEAR(first.rows[i].energy - first.value("work", row), first.rows.front().energy, 1e-6);
        EXPECT_NEAR(first.value("x", row), second.value("x", row), 1e-6);
    }
    EXPECT_GT(held, 20);
    EXPECT_GT(slides, 20);
    EXPECT_TRUE(first.noted("began to slide: 4, to stick: 5"));
}

TEST(ContactMotion, FormulasSeePlaceAndVelocity) {
    const InsideRows run = run_inside(ball + R"toml(
[[state]]
name = "way"
derivative = "sqrt(vx^2 + vy^2)"
[[event]]
do = "stop"
when = "way - 0.25"
)toml" + short_run);
    EXPECT_NEAR(std::hypot(run.value("x"), run.value("y")), 0.25, 1e-14);
    EXPECT_TRUE(run.noted("stopped at t = "));
}

TEST(ContactMotion, GalleryShowsWhatItSays_Long) {
    const auto shipped = [](const std::string& name, std::vector<std::string> settings = {}) {
        settings.insert(settings.end(), {"method.integrator=\"dop853\"", "method.tolerance=1e-10"});
        return run_inside(read_scenario_text(POLHODE_SOURCE_DIR "/scenarios/" + name + ".toml"), settings);
    };
    const InsideRows coin_stops = shipped("eulers-disk");
    EXPECT_TRUE(coin_stops.noted("the disk lies flat, to 0.005 rad"));
    EXPECT_NEAR(end_time(coin_stops), 9.1, 0.1);
    const InsideRows top = shipped("tippe-top");
    ASSERT_EQ(marks(top, "turned over").size(), 1u);
    EXPECT_NEAR(marks(top, "on its side").front(), 5.07, 0.005);
    EXPECT_NEAR(marks(top, "turned over").front(), 5.92, 0.005);
    EXPECT_LT(tilt(shipped("tippe-top", {"start.rate=[0.0, 0.0, 50.0]"}).rows.back()), 1.6);
    const InsideRows fast = shipped("rolling-wheel"), slow = shipped("rolling-wheel", {"start.rate=[0.05, 0.0, 2.5]"});
    double aside = 0, lowest_fast = 1, lowest_slow = 1;
    for (std::size_t i = 0; i < fast.rows.size(); ++i) {
        const long row = static_cast<long>(i);
        aside = std::max(aside, -fast.value("y", row));
        lowest_fast = std::min(lowest_fast, fast.value("z", row));
        lowest_slow = std::min(lowest_slow, slow.value("z", row));
    }
    EXPECT_NEAR(aside, 0.23, 0.005);
    EXPECT_GT(lowest_fast, 0.2999);
    EXPECT_LT(lowest_slow, 0.26);
    EXPECT_NEAR(slow.value("z", 200), 0.3, 1e-6);  // at 4 s
    EXPECT_EQ(reversals(shipped("rattleback")).size(), 2u);
}

}  // namespace contact_motion_test
