#include "polhode/measure/measure.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numbers>

#include "polhode/closed_form/cycle.hpp"
#include "support/reference_support.hpp"

namespace measure_test {

using namespace polhode;

namespace {

constexpr double half_turn = std::numbers::pi;

double value(const Measured& m, MeasureId id) { return m[static_cast<std::size_t>(id)]; }

Quaternion<double> turn(const Vec3<double>& axis, double angle) {
    const Vec3<double> u = (std::sin(angle / 2) / norm(axis)) * axis;
    return {std::cos(angle / 2), u[0], u[1], u[2]};
}

Problem free_body() {
    return read_scenario("[body]\ninertia = [1.0, 2.0, 3.0]\n[start]\nrate = [0.1, 0.2, 0.3]\n[run]\nduration = 1.0\n",
                         "free.toml")
        .problem;
}

Row row_of(const Quaternion<double>& q, const Vec3<double>& w) {
    Row row;
    row.q_NB = q;
    row.w_NB_B = w;
    row.defect = defect(q);
    return row;
}

}  // namespace

TEST(Measure, EachNameIsInTheRegistryWithItsUnit) {
    EXPECT_EQ(measure_entries().size(), static_cast<std::size_t>(measure_count()));
    for (const Entry& e : measure_entries()) {
        EXPECT_NE(find_entry("measure", e.name), nullptr) << e.name;
        EXPECT_FALSE(e.unit.empty()) << e.name;
        EXPECT_EQ(measure_entry(*measure_named(e.name)).name, e.name);
    }
    EXPECT_FALSE(measure_named("geodesics").has_value());
}

// A rotation by a known angle about a known axis: every angle by hand.
TEST(Measure, AnglesOfAKnownRotation) {
    const Measurer measure(free_body(), "quaternion");
    const Quaternion<double> truth = turn({1, -2, 0.5}, 0.8);
    const double angle = 1e-3;
    // the error turns about body z, the rate lies along (1,0,1)
    const Quaternion<double> computed = truth * turn({0, 0, 1}, angle);
    const Measured m = measure(row_of(computed, {1, 0, 1}), {truth, {1, 0, 1}});
    // 1e-16: rounding of unit quaternions; the angles themselves are exact
    EXPECT_NEAR(value(m, MeasureId::geodesic), angle, 4e-16);
    EXPECT_NEAR(value(m, MeasureId::axes), angle, 4e-16);
    EXPECT_NEAR(value(m, MeasureId::axes_unfolded), angle, 4e-16);
    EXPECT_NEAR(value(m, MeasureId::axis_z), 0, 4e-16);
    // (1,1,1) stands at atan(sqrt 2) from z: the chord is sin of that times the angle
    EXPECT_NEAR(value(m, MeasureId::axis_111), 2 * std::asin(std::sqrt(2.0 / 3) * std::sin(angle / 2)), 4e-16);
    EXPECT_NEAR(value(m, MeasureId::phase), angle / std::sqrt(2.0), 4e-16) << "half of it is along the rate";
    EXPECT_NEAR(value(m, MeasureId::cross_track), angle / std::sqrt(2.0), 4e-16);
    EXPECT_EQ(value(m, MeasureId::rate), 0);
}

TEST(Measure, PhaseHasASign) {
    const Measurer measure(free_body(), "quaternion");
    const Quaternion<double> truth{1, 0, 0, 0};
    EXPECT_GT(value(measure(row_of(turn({0, 0, 1}, 0.1), {0, 0, 2}), {truth, {0, 0, 2}}), MeasureId::phase), 0);
    EXPECT_LT(value(measure(row_of(turn({0, 0, 1}, -0.1), {0, 0, 2}), {truth, {0, 0, 2}}), MeasureId::phase), 0);
    EXPECT_LT(value(measure(row_of(turn({0, 0, 1}, 0.1), {0, 0, -2}), {truth, {0, 0, -2}}), MeasureId::phase), 0);
    const Measured at_rest = measure(row_of(turn({0, 0, 1}, 0.1), {0, 0, 0}), {truth, {0, 0, 0}});
    EXPECT_EQ(value(at_rest, MeasureId::phase), 0);
    EXPECT_NEAR(value(at_rest, MeasureId::cross_track), 0.1, 4e-16);
}

// TN D-5302 uses the computed axes as they come: for a quaternion of length sqrt(1 - eps) the measure is
// asin((1 - eps) sin delta), and it folds beyond 90 deg (erratum E6).
TEST(Measure, TheReportsMeasureKeepsLengthAndFolds) {
    const Measurer measure(free_body(), "quaternion");
    const Quaternion<double> truth{1, 0, 0, 0};
    const double eps = 0.02, delta = 0.3, s = std::sqrt(1 - eps);
    const Quaternion<double> q = turn({0, 0, 1}, delta);
    const Quaternion<double> shorter{s * q.w, s * q.x, s * q.y, s * q.z};
    const Measured m = measure(row_of(shorter, {0, 0, 1}), {truth, {0, 0, 1}});
    EXPECT_NEAR(value(m, MeasureId::axes), std::asin((1 - eps) * std::sin(delta)), 4e-16);
    EXPECT_NEAR(value(m, MeasureId::axes_unfolded), delta, 4e-16);
    EXPECT_NEAR(value(m, MeasureId::geodesic), delta, 4e-16);
    EXPECT_NEAR(value(m, MeasureId::constraint), eps, 4e-16);
    EXPECT_NEAR(value(m, MeasureId::orthogonality), 1 - (1 - eps) * (1 - eps), 4e-16);
    const Measured half = measure(row_of(turn({0, 0, 1}, 2.5), {0, 0, 1}), {truth, {0, 0, 1}});
    EXPECT_NEAR(value(half, MeasureId::axes), half_turn - 2.5, 4e-16);
    EXPECT_NEAR(value(half, MeasureId::axes_unfolded), 2.5, 4e-16);
}

TEST(Measure, MatrixIsTakenFromTheMethodsOwnNumbers) {
    const Measurer measure(free_body(), "dcm");
    Row row = row_of({1, 0, 0, 0}, {0, 0, 1});
    // columns: body axes in the world; the first leans by 0.01 towards the second
    const double numbers[9] = {1, 0, 0, 0.01, 1, 0, 0, 0, 1};
    row.state = numbers;
    const Measured m = measure(row, {{1, 0, 0, 0}, {0, 0, 1}});
    EXPECT_NEAR(value(m, MeasureId::orthogonality), 0.01, 1e-16);
    EXPECT_NEAR(value(m, MeasureId::axes), std::asin(0.01), 1e-16);
    EXPECT_NEAR(value(m, MeasureId::axes_unfolded), std::atan(0.01), 1e-16);
    // row by row R_NB, as the trajectory's columns a11 .. a33: the transpose would be off by twice the angle
    const double c = std::cos(0.5), sine = std::sin(0.5), turned[9] = {c, -sine, 0, sine, c, 0, 0, 0, 1};
    row.state = turned;
    EXPECT_LT(value(measure(row, {turn({0, 0, 1}, 0.5), {0, 0, 1}}), MeasureId::axes), 1e-15);
}

TEST(Measure, EnergyAndMomentumAgainstTheTruth) {
    const Problem problem = free_body();
    const Measurer measure(problem, "quaternion");
    const Quaternion<double> truth = turn({1, 1, 0}, 0.4);
    const Vec3<double> w{0.1, 0.2, 0.3};
    Row row = row_of(truth, w);
    row.energy = 0.5 * (0.01 + 2 * 0.04 + 3 * 0.09) + 1e-6;
    row.L_N = to_world(truth, {0.1, 0.4, 0.9}) + Vec3<double>{0, 3e-7, 4e-7};
    const Measured m = measure(row, {truth, w});
    EXPECT_NEAR(value(m, MeasureId::energy), 1e-6, 1e-15);
    EXPECT_NEAR(value(m, MeasureId::momentum), 5e-7, 1e-15);
    const Problem given =
        read_scenario("[rates]\nkind = \"constant\"\nvalue = [0, 0, 1]\n[run]\nduration = 1.0\n", "r").problem;
    EXPECT_TRUE(std::isnan(value(Measurer(given, "quaternion")(row, {truth, w}), MeasureId::energy)));
}

// The parts of the rotation error are a right-angled triangle, and no axis can be further off than the whole.
RC_GTEST_PROP(Measure, PartsAndWholes, ()) {
    const auto number = [] { return static_cast<double>(*rc::gen::inRange(-1000, 1001)) / 1000; };
    const Measurer measure(free_body(), "quaternion");
    const auto attitude = [&] { return turn({number() + 1.5, number(), number()}, 3 * number()); };
    const Quaternion<double> truth = attitude(), computed = attitude();
    const Vec3<double> w{number(), number(), number()};
    const Measured m = measure(row_of(computed, w), {truth, w});
    const double whole = value(m, MeasureId::geodesic);
    RC_ASSERT(std::fabs(std::hypot(value(m, MeasureId::phase), value(m, MeasureId::cross_track)) - whole) < 1e-14);
    for (const MeasureId id : {MeasureId::axes_unfolded, MeasureId::axis_111, MeasureId::axis_z})
        RC_ASSERT(value(m, id) <= whole + 1e-14);
    // q and -q are one attitude
    const Measured same = measure(row_of(-computed, w), {truth, w});
    RC_ASSERT(std::fabs(value(same, MeasureId::geodesic) - whole) < 1e-15);
}

TEST(MeasureSeries, FinalLargestPerCycleAndGrowth) {
    MeasureSeries series;
    for (int i = 0; i <= 100; ++i) {
        Measured m;
        m.fill(std::nan(""));
        m[static_cast<std::size_t>(MeasureId::geodesic)] = 2e-6 * i;
        m[static_cast<std::size_t>(MeasureId::phase)] = i == 40 ? -5.0 : 1.0;
        series.add(0.1 * i, m);
    }
    const auto all = series.summary(2.5);
    ASSERT_EQ(all.size(), 2u) << "what was never a number is left out";
    EXPECT_EQ(all[0].id, MeasureId::geodesic);
    EXPECT_DOUBLE_EQ(all[0].final, 2e-4);
    EXPECT_DOUBLE_EQ(all[0].largest_time, 10);
    EXPECT_NEAR(*all[0].per_cycle, 5e-5, 1e-18);
    EXPECT_EQ(all[0].growth.kind, Growth::Kind::linear);
    EXPECT_NEAR(all[0].growth.coefficient, 2e-5, 1e-18);
    EXPECT_EQ(all[1].largest, -5.0) << "by size, with its sign";
    EXPECT_DOUBLE_EQ(all[1].largest_time, 4);
    EXPECT_FALSE(series.summary(std::nullopt)[0].per_cycle.has_value());
}

// The errors of TN D-5302, figure 5, first cycle: attitude 1.2445e-7 rad, constraint 4.0741e-9 at 80 steps.
TEST(Measure, OfTheReportsOwnExperiment) {
    const Scenario s = read_scenario(
        "[rates]\nkind = \"benchmark\"\nb0_deg = 30.0\ncycles_per_second = 1.0\n[method]\nintegrator = \"rk4\"\n"
        "step = 0.0125\n[run]\nduration = 1.0\n",
        "benchmark.toml");
    std::string why;
    const auto truth = exact_truth(s.problem, why);
    ASSERT_TRUE(truth) << why;
    const Measurer measure(s.problem, "quaternion");
    const auto result = reference::run(s);
    const auto& last = result.rows.back();
    const Measured m = measure(row_of(last.q_NB, last.w_NB_B), truth->at(1.0));
    // five digits are known
    EXPECT_NEAR(value(m, MeasureId::axes), 1.2445e-7, 1e-11);
    EXPECT_NEAR(value(m, MeasureId::constraint), 4.0741e-9, 1e-13);
    EXPECT_NEAR(value(m, MeasureId::phase), -1.2445e-7, 1e-11) << "RK4 lags";
    EXPECT_NEAR(cycle_of(s.problem)->seconds, 1.0, 1e-15);
}

TEST(Cycle, OfEachKindOfMotion) {
    const auto seconds = [](const std::string& file) {
        return cycle_of(read_scenario_file(std::string(POLHODE_SOURCE_DIR "/scenarios/") + file).problem);
    };
    const auto top = seconds("gyroscope-cusp.toml");
    ASSERT_TRUE(top);
    EXPECT_NEAR(top->seconds, 0.3360656, 1e-7) << "as the scenario says";
    EXPECT_EQ(top->what, "nutation");
    const auto free = seconds("wingnut.toml");
    ASSERT_TRUE(free);
    EXPECT_EQ(free->what, "polhode");
    const auto cone = seconds("coning.toml");
    ASSERT_TRUE(cone);
    EXPECT_EQ(cone->what, "cone");
    const auto at = [](const std::string& rate) {
        return cycle_of(
            read_scenario("[rates]\nkind = \"constant\"\nvalue = " + rate + "\n[run]\nduration = 1.0\n", "r").problem);
    };
    EXPECT_NEAR(at("[0, 3, 4]")->seconds, 2 * half_turn / 5, 1e-15);
    EXPECT_FALSE(at("[0, 0, 0]").has_value());
}

}  // namespace measure_test
