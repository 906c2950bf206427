#include "polhode/library/summary.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "output_support.hpp"
#include "polhode/library/text_table.hpp"

namespace polhode {
namespace {

MethodSummary ran(const Method& method, double rate, double energy_error = 0) {
    MethodSummary m;
    m.method = method;
    for (int i = 0; i <= 10; ++i) {
        Row row = test::turning(0.1 * i, rate);
        row.energy += energy_error * i / 10;
        m.record.row(row);
    }
    m.statistics.evaluations = 400;
    m.statistics.accepted = 100;
    m.statistics.smallest_step = m.statistics.largest_step = 0.01;
    m.statistics.cpu_seconds = 1e-4;
    m.statistics.end_time = 1;
    return m;
}

TEST(Summary, OneMethod) {
    const Scenario scenario = test::steady_scenario();
    const Summary s = summarise(scenario, {ran(scenario.methods[0], 1, 1e-6)}, Comparison());
    const nlohmann::json j = nlohmann::json::parse(summary_json(s));
    const nlohmann::json& m = j["methods"][0];
    EXPECT_EQ(j["title"], "Steady turn");
    EXPECT_EQ(j["problem"], "dynamics");
    EXPECT_EQ(m["name"], "first");
    EXPECT_EQ(m["integrator"], "rk4");
    EXPECT_EQ(m["status"], "complete");
    EXPECT_EQ(m["rows"], 11);
    EXPECT_EQ(m["step_s"], 0.01);
    EXPECT_TRUE(m["tolerance"].is_null());
    // subtracting energies near 1/2 leaves 1e-16
    EXPECT_NEAR(m["energy_drift_J"].get<double>(), 1e-6, 2e-16);
    EXPECT_NEAR(m["energy_drift_relative"].get<double>(), 2e-6, 4e-16);
    EXPECT_EQ(m["momentum_drift_kg_m2_s"], 0);
    EXPECT_NEAR(m["time_per_step_ns"].get<double>(), 1000, 1e-9);
    EXPECT_NEAR(m["times_faster_than_real_time"].get<double>(), 1e4, 1e-8);
    EXPECT_NEAR(m["final"]["euler_zyx_deg"][0].get<double>(), 57.29577951308232, 1e-13);
    EXPECT_EQ(m["final"]["q_NB"].size(), 4u);
    EXPECT_TRUE(j["conserved"]["momentum"]);
    EXPECT_FALSE(j.contains("top"));
    EXPECT_FALSE(j.contains("differences"));
    EXPECT_EQ(summary_json(s, -1).find('\n'), std::string::npos);

    const std::string table = summary_table(s);
    for (const char* what : {"Steady turn", "At t = 1 s", "0.877583, 0, 0, 0.479426", "57.2958, 0, 0", "1e-06", "2e-06",
                             "quaternion, rk4, step 0.01 s", "10 ms", "1 µs", "10 000"})
        EXPECT_NE(table.find(what), std::string::npos) << what << "\n" << table;
}

// TN D-5302's speed: cycles of motion in a second of computing; and evaluations per cycle.
TEST(Summary, CyclesOfMotion) {
    const Scenario scenario = test::steady_scenario();
    Summary s = summarise(scenario, {ran(scenario.methods[0], 1)}, Comparison());
    ASSERT_TRUE(s.cycle);  // one turn at 1 rad/s
    EXPECT_NEAR(s.cycle->seconds, 6.283185307179586, 1e-12);
    s.cycle = Cycle{0.25, "as given"};
    const nlohmann::json j = nlohmann::json::parse(summary_json(s));
    EXPECT_NEAR(j["methods"][0]["cycles_per_second"].get<double>(), 4e4, 1e-7);  // 4 cycles in 0.1 ms
    EXPECT_NEAR(j["methods"][0]["evaluations_per_cycle"].get<double>(), 100, 1e-12);
    EXPECT_EQ(j["cycle"]["seconds"], 0.25);
    EXPECT_NE(summary_table(s).find("40 000"), std::string::npos) << summary_table(s);
}

TEST(Summary, SeveralMethodsSideBySide) {
    Scenario scenario = test::steady_scenario();
    Method other = scenario.methods[0];
    other.name = "\x1b[31mred";
    scenario.methods.push_back(other);
    Comparison comparison;
    comparison.begin("first");
    for (int i = 0; i <= 10; ++i) comparison.row(test::turning(0.1 * i, 1));
    comparison.begin(other.name);
    for (int i = 0; i <= 10; ++i) comparison.row(test::turning(0.1 * i, 1.25));
    MethodSummary second = ran(other, 1.25);
    second.failure = "the computation failed at t = 1 s: cause";
    const Summary s = summarise(scenario, {ran(scenario.methods[0], 1), second}, comparison);

    const nlohmann::json j = nlohmann::json::parse(summary_json(s));
    EXPECT_EQ(j["differences"][0]["from"], "first");
    // two attitudes at 1 rad and 1.25 rad: a few roundings
    EXPECT_NEAR(j["differences"][0]["largest"]["geodesic_rad"].get<double>(), 0.25, 1e-15);
    EXPECT_NEAR(j["differences"][0]["final"]["rate_rad_s"].get<double>(), 0.25, 1e-15);
    EXPECT_EQ(j["methods"][1]["status"], "failed");
    EXPECT_EQ(j["methods"][1]["failure"], second.failure);

    for (const int width : {0, 60, 80, 120}) {
        const std::string table = summary_table(s, width);
        EXPECT_EQ(table.find('\x1b'), std::string::npos);
        EXPECT_NE(table.find("0.25; 0.25"), std::string::npos) << table;
        EXPECT_NE(table.find("failed"), std::string::npos);
        if (width == 0) continue;
        for (const std::string& line : test::lines(table)) EXPECT_LE(display_width(line), width) << line;
    }
}

TEST(Summary, AHeavyTopIsRecognised) {
    Scenario scenario = test::steady_scenario();
    scenario.problem.body->inertia = Mat3<double>::diagonal({5.76875e-4, 5.76875e-4, 9.375e-5});
    scenario.problem.torques.push_back({"gravity", torque::Gravity<double>{0.3, {0, 0, 0.01}, 9.8}});
    scenario.problem.start.attitude.params = {std::sqrt(0.75), -0.5, 0, 0};
    scenario.problem.start.rate = {0, 0, 125.66370614359172};
    const Summary s = summarise(scenario, {ran(scenario.methods[0], 1)}, Comparison());
    const nlohmann::json j = nlohmann::json::parse(summary_json(s));
    // GyroSoft 2015, table of section (d): printed digits
    EXPECT_EQ(j["top"]["kind"], "cusp");
    EXPECT_NEAR(j["top"]["tilt_max_deg"].get<double>(), 74.10095, 5e-6);
    EXPECT_NEAR(j["top"]["nutation_period_s"].get<double>(), 0.3360656, 5e-8);
    EXPECT_NEAR(j["top"]["mean_precession_rad_s"].get<double>(), 2.585937, 5e-7);
    EXPECT_FALSE(j["conserved"]["momentum"]);
    EXPECT_TRUE(j["conserved"]["momentum_about_z"]);
    const std::string table = summary_table(s);
    EXPECT_NE(table.find("cusp"), std::string::npos);
    EXPECT_NE(table.find("vertical momentum drift"), std::string::npos);
    EXPECT_NE(table.find("0.336066"), std::string::npos);
}

TEST(Summary, ARunThatGaveNothingStillHasOne) {
    const Scenario scenario = test::steady_scenario();
    MethodSummary nothing;
    nothing.method = scenario.methods[0];
    nothing.statistics.interrupted = true;
    const Summary s = summarise(scenario, {nothing}, Comparison());
    EXPECT_EQ(nlohmann::json::parse(summary_json(s))["methods"][0]["status"], "interrupted");
    EXPECT_NE(summary_table(s, 80).find("interrupted"), std::string::npos);
    EXPECT_NO_THROW(summary_table(summarise(scenario, {}, Comparison())));
}

}  // namespace
}  // namespace polhode
