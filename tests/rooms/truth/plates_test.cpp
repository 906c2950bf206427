// Torques on plates along an orbit: the numbers of a single plate worked out by hand, the switch at the shadow's edge,
// and the shuttlecock of the gallery against its small swing.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "polhode/problem/problem.hpp"
#include "polhode/scenario/scenario.hpp"
#include "support/reference_support.hpp"

namespace polhode {
namespace plates_test {

using reference::Result;
using reference::run_text;

std::string satellite(const std::string& orbit, const std::string& torque, const std::string& duration = "1.0") {
    return "[body]\ninertia = [1.0, 1.0, 1.0]\n[start]\nrate = [0.0, 0.0, 0.0]\n[orbit]\nsemi_major_axis = 6.878e6\n" +
           orbit + "[[torque]]\n" + torque + "[run]\nduration = " + duration + "\nsample = " + duration + "\n";
}
Vec3<double> first_torque(const std::string& text) {
    const Problem p = read_scenario(text, "s").problem;
    TorqueSum<double> sum(p.torques);
    sum.segment(0, 1e-3);
    return sum(0.0, start_quaternion(p), Vec3<double>{});
}

// At t = 0 the body is on the world's x axis and goes along y with sqrt(gm/a), less the Earth's 7.292115e-5 a.
TEST(Plates, DragByHand) {
    const std::string plate =
        "kind = \"drag\"\narea = 0.5\nnormal = [0.0, 2.0, 0.0]\ncentre = [0.3, 0.0, 0.1]\ndensity = 1e-12\n"
        "coefficient = 2.0\n";
    const double v = std::sqrt(3.986004418e14 / 6.878e6), air = 7.292115e-5 * 6.878e6;
    const auto force = [&](double speed) { return -1e-12 * 2.0 * 0.5 * speed * speed / 2; };
    // (0.3, 0, 0.1) x (0, F, 0) = (-0.1 F, 0, 0.3 F)
    const Vec3<double> turning = first_torque(satellite("", plate));
    EXPECT_NEAR(turning[0], -0.1 * force(v - air), 1e-20);
    EXPECT_EQ(turning[1], 0);
    EXPECT_NEAR(turning[2], 0.3 * force(v - air), 1e-20);
    EXPECT_NEAR(first_torque(satellite("", plate + "air = \"still\"\n"))[2], 0.3 * force(v), 1e-20);
    // 499863 m up, 50 km above where the density holds, two scale heights
    const Vec3<double> thin = first_torque(satellite("", plate + "height = 449863.0\nscale_height = 25000.0\n"));
    EXPECT_NEAR(thin[2], turning[2] * std::exp(-2.0), 1e-20);
    // the velocity on an ellipse by vis viva, at the apogee along -y
    const Vec3<double> slow = first_torque(
        satellite("eccentricity = 0.05\ntrue_anomaly_deg = 180.0\n", plate + "air = \"still\"\nboth_sides = true\n"));
    const double at_apogee = std::sqrt(3.986004418e14 / 6.878e6 * 0.95 / 1.05);
    EXPECT_NEAR(slow[2], -0.3 * force(at_apogee), 1e-20);
}

// March 20 2026, 14:46: the Sun on the world's x axis to a hundredth of a degree, 0.9958 au away.
TEST(Plates, LightByHandAndNoneInTheShadow) {
    const std::string plate =
        "kind = \"solar\"\narea = 2.0\nnormal = [1.0, 0.0, 0.0]\ncentre = [0.0, 0.5, 0.0]\nmirrored = 0.4\n"
        "scattered = 0.3\n";
    const std::string day = "epoch = \"2026-03-20T14:46:00\"\n", night = day + "true_anomaly_deg = 180.0\n";
    const double au = 0.99595, p = 4.53980733565e-6 / (au * au);
    // F_x = -p S [(1 - 0.4) + 2 (0.4 + 0.1)], torque z = -0.5 F_x
    EXPECT_NEAR(first_torque(satellite(day, plate))[2], 0.5 * p * 2 * 1.6, 2e-9 * 1.6);
    EXPECT_EQ(norm(first_torque(satellite(night, plate))), 0);
    EXPECT_NEAR(first_torque(satellite(night, plate + "shadow = false\n"))[2], 0.5 * p * 2 * 1.6, 2e-9 * 1.6);
    // the other side sees nothing, unless it is as the front
    std::string back = plate;
    back.replace(back.find("[1.0"), 4, "[-1.0");
    EXPECT_EQ(norm(first_torque(satellite(day, back))), 0);
    EXPECT_GT(norm(first_torque(satellite(day, back + "both_sides = true\n"))), 0);
}

// A body that stands still and is lit turns faster by torque times time; in the shadow it keeps its rate. The steps end
// at the edge, so that every method gives what the lit time says.
TEST(Plates, StepsEndAtTheShadow) {
    const std::string text =
        satellite("epoch = \"2026-03-20T14:46:00\"\ntrue_anomaly_deg = 90.0\n",
                  "kind = \"solar\"\narea = 2e-6\nnormal = [1.0, 0.0, 0.0]\ncentre = [0.0, 0.5, 0.0]\n", "5000.0");
    const Problem p = read_scenario(text, "s").problem;
    const std::vector<double> times = switching_times(p, 5000);
    ASSERT_EQ(times.size(), 2u);
    const double lit = 5000 - (times[1] - times[0]);
    const double torque = first_torque(text)[2];
    double first = 0;
    for (const char* method : {"[method]\nintegrator = \"default\"\n", "[method]\nintegrator = \"rk4\"\nstep = 100.0\n",
                               "[method]\nintegrator = \"dop853\"\ntolerance = 1e-12\n"}) {
        const Result r = run_text(text + method);
        // the Sun goes away by 1.6e-5 of its distance meanwhile, which counts twice, and stands 0.06 degree further
        EXPECT_NEAR(r.last().w_NB_B[2], torque * lit, 4e-5 * torque * lit) << method;
        if (!(first > 0)) first = r.last().w_NB_B[2];
        EXPECT_NEAR(r.last().w_NB_B[2], first, 1e-12 * first) << method;
    }
}

TEST(Plates, TheShuttlecockSwings) {
    std::ifstream in(std::string(POLHODE_SOURCE_DIR) + "/scenarios/drag-cubesat.toml");
    std::stringstream text;
    text << in.rdbuf();
    const Scenario s = read_scenario(text.str(), "drag-cubesat", {"run.duration=700.0", "run.sample=2.0"});
    std::vector<double> angle, time;
    Statistics statistics;
    simulate(s.plans.front(),
             {.row =
                  [&](const Row& row) {
                      const Quaternion<double> q_LB = conjugate(s.problem.orbit->frame(row.t)) * row.q_NB;
                      angle.push_back(2 * std::atan2(q_LB.z, q_LB.w));
                      time.push_back(row.t);
                  }},
             statistics);
    // zeros of the tilt about the vertical, three swings of them; the mean of the wind's side comes from the first rows
    double mean = 0;
    for (const double a : angle) mean += a / static_cast<double>(angle.size());
    std::vector<double> zeros;
    for (std::size_t i = 1; i < angle.size(); ++i)
        if (angle[i - 1] > mean && angle[i] <= mean)
            zeros.push_back(time[i] - (time[i] - time[i - 1]) * (mean - angle[i]) / (angle[i - 1] - angle[i]));
    ASSERT_GE(zeros.size(), 3u);
    const double v = std::sqrt(3.986004418e14 / 6678137.0) - 7.292115e-5 * 6678137.0 * std::cos(51.6 * 0.0174533);
    const double stiffness = 2e-11 * 2.2 * 0.03 * v * v * (2 * 0.25 * 0.5 + 0.08 * 0.866025403784);
    const double period = 2 * 3.14159265358979 / std::sqrt(stiffness / 0.03);
    EXPECT_NEAR((zeros[2] - zeros[0]) / 2, period, 0.03 * period);
}

}  // namespace plates_test
}  // namespace polhode
