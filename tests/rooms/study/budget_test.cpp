#include "polhode/study/budget.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "polhode/measure/comparison.hpp"
#include "polhode/scenario/scenario_writer.hpp"
#include "polhode/study/study_file.hpp"
#include "support/reference_support.hpp"

namespace budget_test {

using namespace polhode;

namespace {

Scenario gyroscope() {
    return read_scenario_file(POLHODE_SOURCE_DIR "/scenarios/gyroscope-cusp.toml", {"run.duration=0.5"});
}

BudgetRequest request(double budget, const std::vector<std::string>& words) {
    BudgetRequest r;
    r.budget = budget;
    for (const std::string& w : words) r.methods.push_back(method_of_word(w, "test"));
    r.repeats = 1;
    return r;
}

// The largest on the way, against a truth that is asked at the very rows.
double error_of(const Scenario& s, const Method& method) {
    std::string why;
    const auto truth = truth_for(s.problem, s.run.duration, why);
    RunSpan span = s.run;
    span.sample = span.duration / 240;
    if (method.step && !method.tolerance)
        span.sample = std::max(1.0, std::round(span.sample / *method.step)) * *method.step;
    double largest = 0;
    for (const auto& row : reference::run(s.problem, method, span).rows)
        largest = std::max(largest, geodesic_angle(truth->at(row.t).q_NB, row.q_NB));
    return largest;
}

}  // namespace

// What is answered, run by itself: the error is within half the budget, and with three times the step it is not, so
// that little was given away.
TEST(Budget, AnswersKeepHalfTheBudgetAndHardlyMore_Long) {
    const Scenario s = gyroscope();
    const BudgetAnswer answer = find_cheapest(s, request(1e-6, {"rk4", "merson", "dop853", "taylor:8", "exact"}));
    ASSERT_EQ(answer.candidates.size(), 8u) << "merson, dop853 and taylor with a fixed step and with a tolerance";
    for (const BudgetCandidate& c : answer.candidates) {
        ASSERT_TRUE(c.meets) << c.method.integrator << ": " << c.remark;
        const double error = error_of(s, c.method);
        EXPECT_LE(error, 0.5e-6) << c.method.integrator;
        EXPECT_NEAR(error, c.trial.error, 1e-12) << c.method.integrator << ": the very run that was judged";
        EXPECT_EQ(c.proof.errors.size(), c.confirmed ? 12u : 4u)
            << "this start and three others; eight more for winners";
        EXPECT_LE(c.proof.largest_error(), 0.5e-6);
        if (!c.fixed_step) continue;
        Method coarser = c.method;
        coarser.step = 3 * *c.method.step;
        EXPECT_GT(error_of(s, coarser), 0.5e-6) << c.method.integrator;
    }
}

// The asymmetric heavy body of the benchmark. A step of 0.094 s meets the end of this very run to 1e-6 and lies outside
// what adams-moulton of order 10 bears: over twice the time it errs 10000 times as much.
TEST(Budget, DoesNotRecommendTheEdgeOfInstability_Long) {
    const Scenario s = read_scenario(R"(
[body]
inertia = [1.0, 2.0, 2.5]
[start]
attitude = { axis = [1.0, 0.0, 0.0], angle_deg = 57.29577951308232 }
rate = [0.5, 0.7, 0.9]
[[torque]]
kind = "gravity"
mass = 0.5
at = [0.04, 0.06, 0.2]
g = 10.0
[run]
duration = 50.0
sample = 50.0
)",
                                     "heavy.toml");
    const BudgetAnswer answer = find_cheapest(s, request(1e-6, {"adams-moulton:10"}));
    ASSERT_TRUE(answer.by_cpu);
    const BudgetCandidate& c = answer.candidates[*answer.by_cpu];
    EXPECT_LE(*c.method.step, 0.065) << "0.0656 s is the edge";
    ASSERT_FALSE(c.refused.empty()) << "longer steps keep the margin on this run, and are refused";
    EXPECT_FALSE(c.refused.front().why.empty());
    EXPECT_LE(c.proof.neighbour_error, 10 * std::max(c.proof.errors.front(), 1e-9));
    ASSERT_TRUE(c.proof.growth.has_value());
    EXPECT_LE(*c.proof.growth, 2);
    const std::string text = budget_text(s, answer);
    EXPECT_NE(text.find("and refused"), std::string::npos) << text;
    EXPECT_NE(text.find("this start and 3 others"), std::string::npos) << text;
    EXPECT_NE(text.find("over 100 s"), std::string::npos) << text;
    const auto json = nlohmann::json::parse(budget_json(s, answer));
    EXPECT_EQ(json.at("tried").at("longest_duration_s"), 100.0);
    EXPECT_EQ(json.at("tried").at("other_starts").size(), 3u);
    EXPECT_FALSE(json.at("candidates")[0].at("refused").empty());
}

// A loop that has come to rest long before the end: judged there, steps of 6 s by euler's method are right.
TEST(Budget, ControlIsJudgedOnTheWay_Long) {
    const Scenario s = read_scenario(R"(
[body]
inertia = [1.0, 2.0, 2.5]
[start]
attitude = { axis = [1.0, 2.0, 0.5], angle_deg = 60 }
rate = [0.02, -0.01, 0.03]
[[torque]]
kind = "formula"
value = ["-0.04*qx*qw - 0.4*wx", "-0.08*qy*qw - 0.8*wy", "-0.1*qz*qw - 1.0*wz"]
[run]
duration = 300.0
sample = 1.0
)",
                                     "pd.toml");
    BudgetRequest r = request(1e-6, {"adams-bashforth:4", "rk4"});
    EXPECT_TRUE(r.largest) << "unless asked otherwise";
    const BudgetAnswer answer = find_cheapest(s, r);
    for (const BudgetCandidate& c : answer.candidates) {
        ASSERT_TRUE(c.meets) << c.method.integrator << ": " << c.remark;
        EXPECT_LE(error_of(s, c.method), 0.5e-6) << c.method.integrator;
        EXPECT_LT(*c.method.step, 1.0) << c.method.integrator;
        // two digits
        const double scale = std::pow(10, std::floor(std::log10(*c.method.step)) - 1);
        EXPECT_NEAR(*c.method.step / scale, std::round(*c.method.step / scale), 1e-9);
    }
    r.largest = false;
    EXPECT_EQ(nlohmann::json::parse(budget_json(s, find_cheapest(s, r))).at("at"), "end");
}

TEST(Budget, NamesTheCheapest_Long) {
    const Scenario s = gyroscope();
    const BudgetAnswer answer =
        find_cheapest(s, request(1e-6, {"rk4", "dop853", "rotation-vector", "taylor:12", "euler"}));
    ASSERT_TRUE(answer.by_flops && answer.plain_by_flops && answer.by_cpu && answer.plain_by_cpu);
    // flops are counted, so this answer is the same everywhere
    const BudgetCandidate& best = answer.candidates[*answer.by_flops];
    for (const BudgetCandidate& c : answer.candidates)
        if (c.meets && c.flops) {
            EXPECT_LE(*best.flops, *c.flops) << c.method.integrator;
        }
    const BudgetCandidate& plain = answer.candidates[*answer.plain_by_flops];
    EXPECT_TRUE(plain.fixed_step && plain.method.step && !plain.method.tolerance);
    EXPECT_NE(plain.method.integrator, "rotation-vector") << "it needs sines";
    for (const BudgetCandidate& c : answer.candidates)
        if (c.method.integrator == "rotation-vector") {
            EXPECT_FALSE(c.plain());
        }

    const std::string text = budget_text(s, answer);
    EXPECT_NE(text.find("the cheapest is"), std::string::npos) << text;
    EXPECT_NE(text.find("[method]\nintegrator = "), std::string::npos) << text;
    EXPECT_LT(text.find("With a fixed step and without transcendental functions it is"), text.size()) << text;
    const auto json = nlohmann::json::parse(budget_json(s, answer));
    EXPECT_EQ(json.at("candidates").size(), answer.candidates.size());
    EXPECT_TRUE(json.at("cheapest").at("by_flops").at("meets_budget").get<bool>());
}

TEST(Budget, LinesCanBePasted_Long) {
    const Scenario s = gyroscope();
    const BudgetAnswer answer = find_cheapest(s, request(1e-5, {"taylor:10"}));
    for (const BudgetCandidate& c : answer.candidates) {
        // the scenario's own sample need not be a multiple of the step
        const std::string text =
            s.text.substr(0, s.text.find("[run]")) + method_table_text(c.method) + "[run]\nduration = 0.5\n";
        const Scenario pasted = read_scenario(text, "pasted.toml");
        EXPECT_LE(error_of(pasted, pasted.methods.front()), 1e-5) << text;
        EXPECT_EQ(pasted.methods.front().integrator_values.integer("order"), 10);
    }
}

TEST(Budget, LargestErrorOnTheWay_Long) {
    const Scenario s = gyroscope();
    const BudgetRequest r = request(1e-7, {"rk4", "dop853"});
    const BudgetAnswer answer = find_cheapest(s, r);
    for (const BudgetCandidate& c : answer.candidates) {
        ASSERT_TRUE(c.meets) << c.method.integrator << c.remark;
        EXPECT_LE(error_of(s, c.method), 1e-7) << c.method.integrator;
    }
}

TEST(Budget, SaysWhenItCannotBeMet_Long) {
    const Scenario s = gyroscope();
    const BudgetAnswer answer = find_cheapest(s, request(1e-15, {"rk4"}));
    ASSERT_EQ(answer.candidates.size(), 1u);
    EXPECT_FALSE(answer.candidates[0].meets);
    EXPECT_FALSE(answer.candidates[0].remark.empty());
    EXPECT_FALSE(answer.by_cpu.has_value());
    EXPECT_NE(budget_text(s, answer).find("No method reaches"), std::string::npos);
    EXPECT_THROW(find_cheapest(s, request(1e-6, {"magnus:4"})), InputError) << "it does not take bodies";
}

}  // namespace budget_test
