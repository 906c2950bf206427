// Rows at any times (RunSpan::times): by the method's own dense output, in the steps it would make anyway; refused
// where it has none.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "polhode/rotation/rotation.hpp"
#include "polhode/run/prepare.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {
namespace rows_at_times_test {

Scenario scenario_with(const std::string& method) {
    return read_scenario(
        "[body]\ninertia = [1.0, 2.0, 3.0]\n[start]\nrate = [0.1, 1.0, 0.2]\n[[torque]]\nkind = \"damping\"\n"
        "coefficient = 0.01\n[method]\n" +
            method + "\n[run]\nduration = 3.0\nsample = 0.5\n",
        "test", {}, "");
}

struct Result {
    std::vector<Row> rows;
    Statistics statistics;
};
Result run_at(const std::string& method, const std::vector<double>& times) {
    const Scenario s = scenario_with(method);
    RunSpan span = s.run;
    if (!times.empty()) span.times = std::make_shared<const std::vector<double>>(times);
    Result r;
    RunObserver observer;
    observer.row = [&](const Row& row) { r.rows.push_back(row); };
    simulate(prepare(s.problem, s.methods.front(), span), observer, r.statistics);
    return r;
}

TEST(RowsAtTimes, AreOnTheMotionAndInTheSameSteps) {
    const std::vector<double> times{0.1, 0.5, 0.50001, 1.7, 2.5, 2.999};
    const Result truth = run_at("integrator = \"reference\"", times);
    for (const char* method : {"integrator = \"dop853\"\ntolerance = 1e-12", "integrator = \"dopri5\"\nstep = 0.01",
                               "integrator = \"taylor\"\ntolerance = 1e-13", "integrator = \"default\""}) {
        const Result at = run_at(method, times), usual = run_at(method, {});
        ASSERT_EQ(at.rows.size(), times.size() + 2) << method;
        EXPECT_EQ(at.rows.front().t, 0);
        EXPECT_EQ(at.rows.back().t, 3);
        for (std::size_t i = 0; i < times.size(); ++i) {
            EXPECT_EQ(at.rows[i + 1].t, times[i]) << method;
            EXPECT_LT(angle_between(at.rows[i + 1].q_NB, truth.rows[i + 1].q_NB), 2e-11) << method;
            EXPECT_LT(norm(at.rows[i + 1].w_NB_B - truth.rows[i + 1].w_NB_B), 2e-11) << method;
        }
        EXPECT_EQ(at.statistics.accepted, usual.statistics.accepted) << method;
        EXPECT_LT(angle_between(at.rows.back().q_NB, usual.rows.back().q_NB), 1e-14) << method;
    }
}

TEST(RowsAtTimes, AreRefusedByMethodsWithoutDenseOutput) {
    for (const char* method : {"integrator = \"rk4\"\nstep = 0.01", "integrator = \"merson\"\ntolerance = 1e-9",
                               "integrator = \"gauss\"\nstep = 0.01", "integrator = \"adams-moulton\"\nstep = 0.01"})
        try {
            run_at(method, {0.5});
            FAIL() << method;
        } catch (const InputError& e) {
            EXPECT_NE(std::string(e.what()).find("dop853"), std::string::npos) << e.what();
        }
}

}  // namespace rows_at_times_test
}  // namespace polhode
