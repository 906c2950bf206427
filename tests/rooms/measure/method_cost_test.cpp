#include "polhode/measure/method_cost.hpp"

#include <gtest/gtest.h>

#include "polhode/scenario/scenario.hpp"
#include "polhode/study/study_file.hpp"

namespace method_cost_test {

using namespace polhode;

namespace {

const Scenario& gyroscope() {
    static const Scenario s = read_scenario_file(POLHODE_SOURCE_DIR "/scenarios/gyroscope-cusp.toml");
    return s;
}
const Scenario& free_body() {
    static const Scenario s = read_scenario(
        "[body]\ninertia = [1.0, 2.0, 3.0]\n[start]\nrate = [0.3, 0.4, 0.5]\n[run]\nduration = 100.0\n", "free.toml");
    return s;
}

MethodCost cost(const Scenario& s, const std::string& word, double step) {
    Method m = method_of_word(word, "test");
    m.step = step;
    return method_cost(s.problem, m, s.run);
}

}  // namespace

// The cost of a step by the usual counts for quaternion and rate (integrators' tables: free 321, heavy 421 for RK4,
// 426 and 551 for Merson, 1427 and 1727 for DOP853): ours may be a tenth higher, and lower down to 202 of 321, which is
// the least for an RK4 step of a free body (shared products, the weights 1 2 2 1 as sums).
TEST(MethodCost, IsOfTheKnownSize) {
    const struct {
        const char* word;
        double free, heavy;
        long evaluations;
    } known[] = {{"rk4", 321, 421, 4}, {"merson", 426, 551, 5}, {"dop853", 1427, 1727, 12}};
    for (const auto& k : known) {
        const MethodCost f = cost(free_body(), k.word, 0.05), h = cost(gyroscope(), k.word, 1e-4);
        ASSERT_TRUE(f.known && h.known) << k.word;
        EXPECT_GT(f.flops_per_step, 0.63 * k.free) << k.word;
        EXPECT_LT(f.flops_per_step, 1.10 * k.free) << k.word;
        EXPECT_GT(h.flops_per_step, 0.70 * k.heavy) << k.word;
        EXPECT_LT(h.flops_per_step, 1.10 * k.heavy) << k.word;
        EXPECT_GT(h.flops_per_step, f.flops_per_step) << "gravity costs something";
        EXPECT_DOUBLE_EQ(h.evaluations_per_step, static_cast<double>(k.evaluations)) << k.word;
        EXPECT_TRUE(f.without_elementary_functions() && h.without_elementary_functions()) << k.word;
    }
}

TEST(MethodCost, DoesNotDependOnTheStepNorOnTheLengthOfTheRun) {
    const MethodCost a = cost(gyroscope(), "rk4", 1e-4), b = cost(gyroscope(), "rk4", 1e-3);
    EXPECT_DOUBLE_EQ(a.flops_per_step, b.flops_per_step);
    EXPECT_EQ(a.flops_per_step, static_cast<double>(static_cast<long>(a.flops_per_step))) << "a whole number";
}

// Order n costs about n^2 products; a heavy body half as much again.
TEST(MethodCost, OfTaylorSeriesGrowsWithTheSquareOfTheOrder) {
    const MethodCost t8 = cost(free_body(), "taylor:8", 0.1), t16 = cost(free_body(), "taylor:16", 0.1);
    ASSERT_TRUE(t8.known && t16.known);
    EXPECT_GT(t16.flops_per_step / t8.flops_per_step, 2.5);
    EXPECT_LT(t16.flops_per_step / t8.flops_per_step, 4.5);
    EXPECT_GT(cost(gyroscope(), "taylor:8", 1e-3).flops_per_step, 1.2 * t8.flops_per_step);
    EXPECT_TRUE(t8.without_elementary_functions());
}

TEST(MethodCost, FindsTranscendentalFunctions) {
    const MethodCost turn = cost(gyroscope(), "rotation-vector", 1e-3);
    ASSERT_TRUE(turn.known);
    EXPECT_GE(turn.elementary_per_step, 2) << "a sine and a cosine";
    EXPECT_FALSE(turn.without_elementary_functions());
    const MethodCost splitting = cost(gyroscope(), "splitting:2", 1e-3);
    ASSERT_TRUE(splitting.known);
    EXPECT_GE(splitting.elementary_per_step, 2);
    const MethodCost moser = cost(free_body(), "dmv:8", 0.05);
    ASSERT_TRUE(moser.known);
    EXPECT_TRUE(moser.without_elementary_functions());
    // a torque may need them where the method does not
    const Scenario wave = read_scenario(
        "[body]\ninertia = [1.0, 2.0, 3.0]\n[start]\nrate = [0.3, 0.4, 0.5]\n[[torque]]\nkind = \"formula\"\n"
        "value = [\"sin(t)\", \"0\", \"0\"]\n[run]\nduration = 10.0\n",
        "wave.toml");
    EXPECT_FALSE(cost(wave, "rk4", 0.01).without_elementary_functions());
}

TEST(MethodCost, UnknownWhereNothingCanBeCounted) {
    Method dcm = method_of_word("rk4/dcm", "test");
    dcm.step = 1e-3;
    EXPECT_FALSE(method_cost(gyroscope().problem, dcm, gyroscope().run).known);
    EXPECT_FALSE(method_cost(gyroscope().problem, method_of_word("exact", "test"), gyroscope().run).known);
    EXPECT_THROW(method_cost(gyroscope().problem, method_of_word("rk4", "test"), gyroscope().run), InputError)
        << "it needs a step";
}

}  // namespace method_cost_test
