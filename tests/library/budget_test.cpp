#include "polhode/library/budget.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "polhode/library/comparison.hpp"
#include "polhode/library/study_file.hpp"
#include "reference_support.hpp"

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

double error_of(const Scenario& s, const Method& method) {
    std::string why;
    const auto truth = exact_truth(s.problem, why);
    RunSpan span = s.run;
    span.sample = span.duration;
    const auto result = reference::run(s.problem, method, span);
    return geodesic_angle(truth->at(span.duration).q_NB, result.last().q_NB);
}

}  // namespace

// What is answered, run by itself: the error is within the budget, and a step a third longer is not, so that nothing
// was given away.
TEST(Budget, AnswersMeetTheBudgetAndHardlyMore) {
    const Scenario s = gyroscope();
    const BudgetAnswer answer = find_cheapest(s, request(1e-6, {"rk4", "merson", "dop853", "taylor:8", "exact"}));
    ASSERT_EQ(answer.candidates.size(), 8u) << "merson, dop853 and taylor with a fixed step and with a tolerance";
    for (const BudgetCandidate& c : answer.candidates) {
        ASSERT_TRUE(c.meets) << c.method.integrator << ": " << c.remark;
        const double error = error_of(s, c.method);
        EXPECT_LE(error, 1e-6) << c.method.integrator;
        EXPECT_EQ(error, c.trial.error) << c.method.integrator << ": the very run that was judged";
        if (!c.fixed_step) continue;
        Method coarser = c.method;
        coarser.step = s.run.duration / std::floor(s.run.duration / *c.method.step / 1.34);
        EXPECT_GT(error_of(s, coarser), 1e-6) << c.method.integrator;
    }
}

TEST(Budget, NamesTheCheapest) {
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

TEST(Budget, LinesCanBePasted) {
    const Scenario s = gyroscope();
    const BudgetAnswer answer = find_cheapest(s, request(1e-5, {"taylor:10"}));
    for (const BudgetCandidate& c : answer.candidates) {
        // the scenario's own sample need not be a multiple of the step
        const std::string text =
            s.text.substr(0, s.text.find("[run]")) + method_lines(c.method) + "[run]\nduration = 0.5\n";
        const Scenario pasted = read_scenario(text, "pasted.toml");
        EXPECT_LE(error_of(pasted, pasted.methods.front()), 1e-5) << text;
        EXPECT_EQ(pasted.methods.front().integrator_values.integer("order"), 10);
    }
}

TEST(Budget, LargestErrorOnTheWay) {
    const Scenario s = gyroscope();
    BudgetRequest r = request(1e-7, {"rk4", "dop853"});
    r.largest = true;
    const BudgetAnswer answer = find_cheapest(s, r);
    for (const BudgetCandidate& c : answer.candidates) {
        ASSERT_TRUE(c.meets) << c.method.integrator << c.remark;
        EXPECT_LE(error_of(s, c.method), 1e-7) << c.method.integrator;
    }
}

TEST(Budget, SaysWhenItCannotBeMet) {
    const Scenario s = gyroscope();
    const BudgetAnswer answer = find_cheapest(s, request(1e-15, {"rk4"}));
    ASSERT_EQ(answer.candidates.size(), 1u);
    EXPECT_FALSE(answer.candidates[0].meets);
    EXPECT_FALSE(answer.candidates[0].remark.empty());
    EXPECT_FALSE(answer.by_cpu.has_value());
    EXPECT_NE(budget_text(s, answer).find("No method reaches"), std::string::npos);
    EXPECT_THROW(find_cheapest(s, request(1e-6, {"magnus:4"})), InputError) << "it does not take bodies";
}
