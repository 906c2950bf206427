// Torques along an orbit that series meet with care: plates, whose force has a corner where one is edge-on, and the
// gravity gradient on moments that change. Against inside-torques.json (tests/data/make_inside_torques.py: extrapolated
// midpoint rule at 48 digits), two words to 1e-28, all other methods to their own digits.
#include <gtest/gtest.h>

#include "polhode/scenario/scenario.hpp"
#include "support/inside_support.hpp"
#include "support/reference_support.hpp"

namespace outside_torques_test {

using namespace polhode;
using namespace polhode::test;
using reference::Result;
using reference::run_text;

namespace {

const char* const plates = R"([body]
inertia = [2.0, 3.0, 4.0]
[start]
attitude = { quaternion = [0.5, 0.5, -0.5, 0.5] }
rate = [0.02, -0.035, 0.05]
[orbit]
semi_major_axis = 6.878e6
eccentricity = 0.02
mean_anomaly = 0.4
inclination = 0.9
node = 0.3
perigee = 0.7
epoch = "2026-03-20T14:46:00"
[[torque]]
kind = "drag"
area = 0.5
normal = [0.6, 0.8, 0.0]
centre = [-0.125, 0.25, 0.0625]
density = 2e-11
height = 450000.0
scale_height = 60000.0
[[torque]]
kind = "solar"
area = 2.0
normal = [0.0, -0.6, 0.8]
centre = [0.5, -0.25, 0.125]
both_sides = true
mirrored = 0.375
scattered = 0.25
shadow = false
[run]
duration = 240.0
sample = 60.0
)";

std::string gradient(const std::string& body, const std::string& more) {
    return body + "[start]\nattitude = { quaternion = [0.5, -0.5, 0.5, 0.5] }\nrate = [0.03, -0.02, 0.04]\n" + more +
           "[orbit]\nrate = 0.0625\neccentricity = 0.125\nmean_anomaly = 0.25\ninclination = 0.5\nnode = 0.75\n"
           "perigee = -0.25\n[[torque]]\nkind = \"gravity-gradient\"\n[run]\nduration = 60.0\nsample = 20.0\n";
}
const std::string swing = gradient(
    "[body]\n[body.changing_inertia]\nmoments = [\"2 + 0.5*sin(0.25*t)\", \"3\", \"2.5 - 0.25*cos(0.5*t)\"]\n", "");
const std::string mass = gradient("[body]\ninertia = [1.0, 2.0, 2.5]\nmass = 4.0\n",
                                  "[[moving_mass]]\nkind = \"free\"\nmass = 0.5\n"
                                  "position = [\"0.5*cos(0.25*t)\", \"0.25*sin(0.25*t)\", \"0.125 + 0.015625*t\"]\n");

const nlohmann::json& expected(const char* name) {
    static const nlohmann::json all = inside_data("inside-torques.json");
    return all.at(name);
}

// How far the motion in one arithmetic is from the table: attitude, and rate in rad/s.
template <class T>
double distance(const std::string& text, const char* name, const typename InsideSeries<T>::Settings& settings) {
    Problem problem = read_scenario(text, "s").problem;
    if (const auto own = with_empty_inside(problem)) problem = *own;
    double worst = 0;
    const nlohmann::json& samples = expected(name).at("samples");
    InsidePath<T> path(problem, samples.back().at("t"), settings);
    for (const nlohmann::json& sample : samples) {
        const double t = sample.at("t");
        const auto y = path.at(t, [](double) {});
        const auto w = path.numbers().rate(T(t), y);
        const auto look = [&](const T& got, const std::string& text_of) {
            const exact::Two off = exact::Two(got) - two_words(text_of);
            worst = std::max(worst, std::fabs(off.hi + off.lo));
        };
        for (std::size_t i = 0; i < 4; ++i) look(y[static_cast<int>(i)], sample.at("q")[i]);
        for (std::size_t i = 0; i < 3; ++i) look(w[static_cast<int>(i)], sample.at("omega")[i]);
    }
    return worst;
}

double last_distance(const Result& r, const char* name) {
    const nlohmann::json& sample = expected(name).at("samples").back();
    const auto at = [&](const char* key, std::size_t i) { return std::stod(sample.at(key)[i].get<std::string>()); };
    double worst = 0;
    const auto q = r.last().q_NB.params();
    for (std::size_t i = 0; i < 4; ++i) worst = std::max(worst, std::fabs(q[static_cast<int>(i)] - at("q", i)));
    for (std::size_t i = 0; i < 3; ++i)
        worst = std::max(worst, std::fabs(r.last().w_NB_B[static_cast<int>(i)] - at("omega", i)));
    return worst;
}

void expect_methods(const std::string& text, const char* name) {
    for (const auto& [method, within] :
         {std::pair("[method]\nintegrator = \"default\"\n", 1e-10),
          {"[method]\nintegrator = \"reference\"\n", 4e-16},
          {"[method]\nintegrator = \"taylor\"\ntolerance = 3e-15\n", 1e-13},
          {"[method]\nintegrator = \"taylor\"\norder = 12\nstep = 1.0\n", 1e-10},
          {"[method]\nintegrator = \"dop853\"\ntolerance = 1e-13\n", 1e-11},
          {"[method]\nintegrator = \"rk4\"\nstep = 0.05\n", 1e-7}})  // steps over the corners of plates
        EXPECT_LE(last_distance(run_text(text + method), name), within) << name << ": " << method;
}

}  // namespace

TEST(OutsideTorques, PlatesToTheDigitsOfTwoWords_Long) {
    EXPECT_LE(distance<exact::Two>(plates, "plates", {28, 1e-31, 0, 0}), 1e-28);
    EXPECT_LE(distance<double>(plates, "plates", {20, 1e-16, 0, 0}), 1e-14);
}
TEST(OutsideTorques, GradientOnMomentsThatChange_Long) {
    EXPECT_LE(distance<exact::Two>(swing, "swing", {28, 1e-31, 0, 0}), 1e-28);
    EXPECT_LE(distance<exact::Two>(mass, "mass", {28, 1e-31, 0, 0}), 1e-28);
}
TEST(OutsideTorques, EveryMethod_Long) {
    expect_methods(plates, "plates");
    expect_methods(swing, "swing");
    expect_methods(mass, "mass");
}

// A rotor beside plates goes the same way; with rk4 the steps end where a plate is edge-on, and the order stays 4.
TEST(OutsideTorques, PlatesBesideARotor_Long) {
    const std::string text =
        std::string(plates) + "[[rotor]]\nkind = \"free\"\naxis = [0.0, 0.0, 1.0]\nmoment = 0.25\nspeed = 0.5\n";
    const Result truth = run_text(text + "[method]\nintegrator = \"reference\"\n");
    const auto off = [&](const char* step) {
        const Result r = run_text(text + "[method]\nintegrator = \"rk4\"\nstep = " + step + "\n");
        return norm(r.last().w_NB_B - truth.last().w_NB_B);
    };
    const double coarse = off("1.0"), fine = off("0.5");
    EXPECT_LT(coarse, 1e-6);
    EXPECT_NEAR(std::log2(coarse / fine), 4.0, 0.4);
}

// A plate that stays edge-on, but for rounding, does not turn to and fro.
TEST(OutsideTorques, APlateThatStaysEdgeOn) {
    const std::string still =
        "[body]\ninertia = [1.0, 2.0, 2.5]\n[start]\nframe = \"orbit\"\nrate = [0.0, 0.0, 0.0]\n[orbit]\n"
        "semi_major_axis = 6.8e6\n[[torque]]\nkind = \"drag\"\narea = 0.5\nnormal = [0.0, 0.0, 1.0]\n"
        "centre = [0.5, 0.25, 0.0]\ndensity = 1e-14\nair = \"still\"\nboth_sides = true\n"
        "[run]\nduration = 1000.0\nsample = 100.0\n";
    for (const char* integrator : {"taylor\"\ntolerance = 3e-15", "reference\""}) {
        const Result r = run_text(still + "[method]\nintegrator = \"" + integrator + "\n");
        EXPECT_LT(r.statistics.accepted, 400) << integrator;
    }
}

}  // namespace outside_torques_test
