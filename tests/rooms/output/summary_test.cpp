#include "polhode/output/summary.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "polhode/base/terminal/display_width.hpp"
#include "support/output_support.hpp"

namespace polhode {
namespace summary_test {

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

    const std::string table = summary_table(s, 0, true);
    for (const char* what : {"Steady turn", "At t = 1 s", "0.877583, 0, 0, 0.479426", "57.2958, 0, 0", "1e-06", "2e-06",
                             "quaternion, rk4, step 0.01 s", "10 ms", "1 µs", "10 000"})
        EXPECT_NE(table.find(what), std::string::npos) << what << "\n" << table;
    EXPECT_EQ(table.find("--all"), std::string::npos) << "there is nothing more";
}

// The lines of one section of a table, without its title.
std::vector<std::string> section(const std::string& table, const std::string& title) {
    std::vector<std::string> out;
    bool inside = false;
    for (const std::string& line : test::lines(table)) {
        if (inside && line.rfind("  ", 0) != 0) break;
        if (inside) out.push_back(line);
        if (line.rfind(title, 0) == 0) inside = true;
    }
    return out;
}

// Three measures of each kind, and where the rest is.
TEST(Summary, ThreeMeasuresOfAKind) {
    Scenario scenario = test::steady_scenario();
    scenario.methods.push_back(scenario.methods[0]);
    scenario.methods[1].name = "second";
    Comparison comparison;
    for (const Method& m : scenario.methods) {
        comparison.begin(m.name);
        for (int i = 0; i <= 10; ++i) comparison.row(test::turning(0.1 * i, 1));
    }
    Summary s = summarise(scenario, {ran(scenario.methods[0], 1), ran(scenario.methods[1], 1)}, comparison);
    s.measures.emplace();
    s.measures->against = "the truth";
    MethodMeasures measured;
    for (int i = 0; i < measure_count(); ++i) {
        MeasureSummary one;
        one.id = static_cast<MeasureId>(i);
        measured.measures.push_back(one);
    }
    measured.rows = 11;
    s.measures->methods = {measured, measured};
    const std::string few = summary_table(s), all = summary_table(s, 0, true);
    for (const char* title : {"How constant", "Cost", "Difference from first", "Against the truth"}) {
        EXPECT_EQ(section(few, title).size(), 3u) << title << "\n" << few;
        EXPECT_GT(section(all, title).size(), 3u) << title << "\n" << all;
    }
    EXPECT_EQ(section(all, "Against the truth").size(), static_cast<std::size_t>(measure_count()));
    EXPECT_NE(section(few, "Against the truth")[0].find("geodesic"), std::string::npos);
    EXPECT_NE(few.find("more measures with --all"), std::string::npos);
    // a program always gets everything
    const nlohmann::json j = nlohmann::json::parse(summary_json(s));
    for (const Entry& measure : measure_entries())
        EXPECT_TRUE(j["measures"]["methods"][0][measure.name].contains("largest")) << measure.name;
    // how many rows were compared does not get lost behind the measure "rows"
    EXPECT_EQ(j["measures"]["methods"][0]["rows_compared"], 11);
    for (const char* key : {"energy_drift_J", "steps_accepted", "smallest_step_s", "time_per_step_ns"})
        EXPECT_TRUE(j["methods"][0].contains(key)) << key;
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
    EXPECT_NE(summary_table(s, 0, true).find("40 000"), std::string::npos) << summary_table(s, 0, true);
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

Summary free_body(const Vec3<double>& moments, const Vec3<double>& rate, double duration = 20) {
    Scenario scenario = test::steady_scenario();
    scenario.problem.body->inertia = Mat3<double>::diagonal(moments);
    scenario.problem.body->principal_moments = moments;
    scenario.problem.start.rate = rate;
    scenario.run.duration = duration;
    return summarise(scenario, {ran(scenario.methods[0], 1)}, Comparison());
}

// A tennis racket thrown flat: the numbers of tests/data/free-analysis.json.
TEST(Summary, AFreeBodyIsAnswered) {
    const Summary s = free_body({0.001375, 0.015625, 0.0165}, {0, 12, 0.05});
    const nlohmann::json f = nlohmann::json::parse(summary_json(s))["free"];
    EXPECT_EQ(f["kind"], "polhode");
    EXPECT_EQ(f["axis"], 3);
    EXPECT_EQ(f["axis_moment"], "largest");
    EXPECT_EQ(f["axis_in_body"], nlohmann::json({0.0, 0.0, 1.0}));
    EXPECT_NEAR(f["polhode_period_s"].get<double>(), 3.06195710652378846, 1e-13);
    EXPECT_NEAR(f["wobble_min_deg"].get<double>(), 4.09152561403605603, 1e-12);
    EXPECT_NEAR(f["wobble_max_deg"].get<double>(), 89.7479001970181007, 1e-12);
    EXPECT_NEAR(6.283185307179586 / f["precession_mean_rad_s"].get<double>(), 0.450122370091898576, 1e-14);
    EXPECT_NEAR(f["middle_axis_to_momentum_min_deg"].get<double>(), 0.252099802981899303, 1e-14);
    EXPECT_NEAR(f["flips"]["every_s"].get<double>(), 3.06195710652378846 / 2, 1e-13);
    EXPECT_NEAR(f["flips"]["first_s"].get<double>(), 0.765489276630947115, 1e-13);
    EXPECT_EQ(f["flips"]["in_run"], 13);  // 0.765 + 12 * 1.531 = 19.137
    const double L2 = std::pow(0.015625 * 12, 2) + std::pow(0.0165 * 0.05, 2);
    const double twice_T = 0.015625 * 144 + 0.0165 * 0.0025;
    EXPECT_NEAR(f["separatrix_distance"].get<double>(), twice_T * 0.015625 / L2 - 1, 1e-15);
    const std::string table = summary_table(s);
    for (const char* what : {"Free body", "z, the largest moment", "3.06196", "4.09153 … 89.7479", "13.9588",
                             "every 1.53098 s, first at 0.765489 s; 13 in 20 s", "-1.027e-06 (pure spin -0.05303"})
        EXPECT_NE(table.find(what), std::string::npos) << what << "\n" << table;
    for (const int width : {60, 80, 100})
        for (const std::string& line : test::lines(summary_table(s, width)))
            EXPECT_LE(display_width(line), 100) << line;
}

TEST(Summary, EveryKindOfFreeMotionHasItsWords) {
    // Ganapathi 2005, experiment 2
    const Summary cone = free_body({2, 2, 8}, {1, 0, 1});
    const std::string table = summary_table(cone);
    for (const char* what : {"z, the largest moment and symmetry", "coning angle", "14.0362", "4.12311", "nutation in"})
        EXPECT_NE(table.find(what), std::string::npos) << what << "\n" << table;
    EXPECT_EQ(table.find("separatrix"), std::string::npos);
    EXPECT_NEAR(nlohmann::json::parse(summary_json(cone))["free"]["body_nutation_rate_rad_s"].get<double>(), 3, 1e-15);

    EXPECT_NE(summary_table(free_body({2, 4, 5}, {0, 3, 0})).find("steady turn about y, the middle moment"),
              std::string::npos);
    // sqrt(2 * 1/(2 * 5)) * 3: 1/1.34 s
    EXPECT_NE(summary_table(free_body({2, 4, 5}, {0, 3, 0})).find("grows e-fold in 745"), std::string::npos)
        << summary_table(free_body({2, 4, 5}, {0, 3, 0}));
    EXPECT_NE(summary_table(free_body({3, 3, 3}, {1, 2, 3})).find("three equal moments"), std::string::npos);
    EXPECT_EQ(summary_table(free_body({3, 2, 1}, {0, 0, 0})).find("Free body"), std::string::npos);
    const Summary separatrix = free_body({1, 2, 2.25}, {0.75, 0.3, -1});
    EXPECT_NE(summary_table(separatrix).find("separatrix: ends in a turn about y"), std::string::npos);
    EXPECT_EQ(nlohmann::json::parse(summary_json(separatrix))["free"]["separatrix_distance"], 0);
    // far from the middle axis nothing turns over
    EXPECT_EQ(summary_table(free_body({1.5, 2, 3.25}, {0.25, -0.5, 1})).find("turns over"), std::string::npos);
}

TEST(Summary, ABodyInOtherAxesNamesItsPrincipalAxes) {
    Scenario scenario = test::steady_scenario();
    const double c = std::cos(0.4), d = std::sin(0.4);
    const Mat3<double> R{{{c, -d, 0}, {d, c, 0}, {0, 0, 1}}};
    BodyModel& body = *scenario.problem.body;
    body.diagonal = false;
    body.principal_moments = {2, 4, 8};
    body.principal_axes = R;
    body.inertia = R * Mat3<double>::diagonal({2, 4, 8}) * R.transposed();
    scenario.problem.start.rate = R * Vec3<double>{0.1, 0, 1};
    const Summary s = summarise(scenario, {ran(scenario.methods[0], 1)}, Comparison());
    EXPECT_NE(summary_table(s).find("principal axis 3, the largest moment"), std::string::npos) << summary_table(s);
    // what the search for the axes leaves of a zero must not make a steady turn a tumble
    scenario.problem.start.rate = R * Vec3<double>{0, 1, 0};
    const Summary steady = summarise(scenario, {ran(scenario.methods[0], 1)}, Comparison());
    EXPECT_EQ(nlohmann::json::parse(summary_json(steady))["free"]["kind"], "steady");
}

// A drift relative to a momentum of zero would be infinite.
TEST(Summary, FromRestTheDriftIsNotRelative) {
    Scenario scenario = test::steady_scenario();
    scenario.problem.torques.push_back({"gravity", torque::Gravity<double>{1, {0.1, 0, 0.2}, 9.8}});
    MethodSummary m = ran(scenario.methods[0], 0);
    m.record.largest_Lz_change = 3e-17;
    const std::string table = summary_table(summarise(scenario, {m}, Comparison()));
    EXPECT_EQ(table.find("inf"), std::string::npos) << table;
    EXPECT_NE(table.find("vertical momentum drift, kg m²/s"), std::string::npos) << table;
}

// What acts on the body makes it another motion.
TEST(Summary, ADrivenBodyIsNotCalledFree) {
    Scenario scenario = test::steady_scenario();
    scenario.problem.torques.push_back({"constant", torque::Constant<double>{{1, 0, 0}}});
    const Summary s = summarise(scenario, {ran(scenario.methods[0], 1)}, Comparison());
    EXPECT_FALSE(nlohmann::json::parse(summary_json(s)).contains("free"));
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

}  // namespace summary_test
}  // namespace polhode
