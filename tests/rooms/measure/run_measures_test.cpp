#include "polhode/measure/run_measures.hpp"

#include <gtest/gtest.h>

#include "support/output_support.hpp"

namespace run_measures_test {

using namespace polhode;
using polhode::test::Folder;

namespace {

const std::string text = R"([rates]
kind = "benchmark"
b0_deg = 30.0
cycles_per_second = 1.0
[method]
name = "coarse"
integrator = "rk4"
step = 0.05
[[compare]]
name = "fine"
integrator = "dop853"
tolerance = 1e-13
[run]
duration = 2.0
sample = 0.1
)";

RunMeasureSummary measured(const Scenario& s, const MeasureRequest& request) {
    RunMeasures measures(s, request);
    for (const Method& m : s.methods) {
        measures.begin(m);
        Statistics statistics;
        simulate(s.problem, m, s.run, {.row = [&](const Row& r) { measures.row(r); }, .progress = {}, .stop = {}},
                 statistics);
        measures.end();
    }
    return measures.summary();
}

const MeasureSummary& of(const MethodMeasures& m, MeasureId id) {
    for (const MeasureSummary& s : m.measures)
        if (s.id == id) return s;
    throw std::runtime_error("not measured");
}

}  // namespace

// Plain quaternions with RK4, 20 steps a cycle: 3.16e-5 rad and a constraint error of 4.16e-6 each cycle.
TEST(RunMeasures, AgainstTheClosedForm) {
    const Scenario s = read_scenario(text, "s.toml");
    const RunMeasureSummary m = measured(s, {.against = "exact", .file = "", .cycle = {}});
    ASSERT_EQ(m.methods.size(), 2u);
    ASSERT_TRUE(m.cycle);
    EXPECT_NEAR(m.cycle->seconds, 1.0, 1e-14);
    const MeasureSummary& coarse = of(m.methods[0], MeasureId::geodesic);
    EXPECT_NEAR(*coarse.per_cycle, 3.16e-5, 1e-7);
    EXPECT_EQ(coarse.growth.kind, Growth::Kind::linear);
    EXPECT_NEAR(coarse.growth.coefficient, 3.16e-5, 1e-7);
    EXPECT_NEAR(*of(m.methods[0], MeasureId::constraint).per_cycle, 4.16e-6, 1e-8);
    EXPECT_LT(of(m.methods[1], MeasureId::geodesic).largest, 1e-11);
    EXPECT_EQ(m.methods[0].rows, 21);
}

TEST(RunMeasures, AgainstAMethodIsTheSameToThatMethodsError) {
    const Scenario s = read_scenario(text, "s.toml");
    const RunMeasureSummary exact = measured(s, {.against = "exact", .file = "", .cycle = {}}),
                            other = measured(s, {.against = "fine", .file = "", .cycle = 0.5});
    EXPECT_NEAR(of(other.methods[0], MeasureId::geodesic).final, of(exact.methods[0], MeasureId::geodesic).final,
                1e-11);
    EXPECT_LT(of(other.methods[1], MeasureId::geodesic).largest, 1e-15) << "itself";
    EXPECT_NEAR(*of(other.methods[0], MeasureId::geodesic).per_cycle,
                *of(exact.methods[0], MeasureId::geodesic).per_cycle / 2, 1e-9)
        << "half a second a cycle";
}

TEST(RunMeasures, SeriesAsCsv) {
    const Folder folder;
    const Scenario s = read_scenario(text, "s.toml");
    measured(s, {.against = "exact", .file = folder.file("m.csv"), .cycle = {}});
    const auto lines = test::lines(test::contents(folder.file("m.csv")));
    ASSERT_EQ(lines.size(), 1u + 2 * 21);
    EXPECT_EQ(lines[0].rfind("method,t,geodesic,axes,", 0), 0u) << lines[0];
    EXPECT_EQ(lines[1].rfind("coarse,0,", 0), 0u) << lines[1];
    EXPECT_EQ(lines[22].rfind("fine,0,", 0), 0u) << lines[22];
    EXPECT_NE(lines[0].find(",orthogonality,energy,momentum,world-axes,"), std::string::npos) << lines[0];
    EXPECT_NE(lines[1].find(",,,"), std::string::npos) << "given rates have neither energy nor momentum";
}

TEST(RunMeasures, RefusesWhatItCannotCompareWith) {
    const Scenario s = read_scenario(text, "s.toml");
    const auto complaint = [&](const MeasureRequest& r) {
        try {
            RunMeasures measures(s, r);
        } catch (const InputError& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    EXPECT_NE(complaint({.against = "fin", .file = "", .cycle = {}}).find("did you mean 'fine'?"), std::string::npos);
    EXPECT_NE(complaint({.against = "exact", .file = "", .cycle = -1.0}).find("--cycle"), std::string::npos);
}

}  // namespace run_measures_test
