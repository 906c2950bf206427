// Runs side by side: the bits of ordinary runs, for every torque, method and width.
#include <gtest/gtest.h>

#include <string>

#include "polhode/sweep/compute/sweep_ensemble.hpp"
#include "polhode/sweep/journal/sweep_block.hpp"
#include "rooms/sweep/compute/one_arithmetic.hpp"

namespace polhode {
namespace sweep_lanes_test {

using namespace one_arithmetic;

TEST(SweepCompute, LanesGiveTheBitsOfOrdinaryRuns) {
    for (const char* constraint : {"none", "normalise", "normalise-binomial"})
        expect_one_arithmetic(
            tumbling + method("integrator = \"rk4\"\nstep = 0.05\nconstraint = \"" + std::string(constraint) + "\""));
    for (const char* order : {"8", "12", "16", "20"})
        expect_one_arithmetic(tumbling + method("integrator = \"taylor\"\nstep = 0.15\norder = " + std::string(order)));
    expect_one_arithmetic(tumbling + method("integrator = \"taylor\"\nstep = 0.1\norder = 8\nproject = false"));
    expect_one_arithmetic(tumbling + method("integrator = \"exact\""));
    expect_one_arithmetic(tumbling + method("integrator = \"default\""));
}

// A rate that follows from attitude or inertia is another one in each run: those runs are read one by one.
TEST(SweepCompute, StartsThatFollowFromOtherNumbers) {
    for (const std::string rate : {"rate_world", "momentum", "momentum_world"}) {
        const std::string text = "[body]\ninertia = [1.0, 1.5, 2.0]\n[start]\n" + rate + R"( = [0.1, 1.0, 0.2]
[run]
duration = 1.0
[sweep]
runs = 20
[[vary]]
key = "start.attitude"
kind = "random-attitude"
[[vary]]
key = "body.inertia[0]"
kind = "uniform"
low = 0.8
high = 1.2
)" + method("integrator = \"rk4\"\nstep = 0.05");
        std::string why;
        EXPECT_EQ(SweepEnsemble::make(read_sweep(text, "test.toml"), why), nullptr);
        EXPECT_NE(why.find("follows from other numbers"), std::string::npos) << why;
    }
}

TEST(SweepCompute, RowsOnTheWayAsWell) {
    expect_one_arithmetic(tumbling + method("integrator = \"rk4\"\nstep = 0.05") + outcomes_on_the_way);
    expect_one_arithmetic(tumbling + method("integrator = \"taylor\"\norder = 12\nstep = 0.125") + outcomes_on_the_way);
    // rows between steps, by dense output
    expect_one_arithmetic(tumbling + method("integrator = \"taylor\"\norder = 8\nstep = 0.1") + outcomes_on_the_way);
    expect_one_arithmetic(tumbling + method("integrator = \"exact\"") + outcomes_on_the_way);
}

// Body axes that are not principal axes, and the gravity gradient, in its world or going round.
const std::string leaning = thrown("[[1.4, 0.1, -0.2], [0.1, 1.7, 0.05], [-0.2, 0.05, 2.0]]");
std::string gradient(const std::string& more) {
    return "[[torque]]\nkind = \"gravity-gradient\"\norbit_rate = 0.7\ntowards = [0.3, -0.4, 1.2]\n" + more +
           "[[vary]]\nkey = \"torque[0].orbit_rate\"\nkind = \"uniform\"\nlow = 0.1\nhigh = 1.5\n";
}
// Steps that no row between start and end is a multiple of.
std::string without_rows(std::string text) { return text.erase(text.find("sample = 0.25\n"), 14); }
constexpr const char* orbit = "orbit_normal = [1.2, 0.0, -0.3]\n";

TEST(SweepCompute, ProductsOfInertia) {
    const std::string rk4 = method("integrator = \"rk4\"\nstep = 0.05");
    for (const char* constraint : {"none", "normalise", "normalise-binomial"})
        expect_one_arithmetic(
            leaning + method("integrator = \"rk4\"\nstep = 0.05\nconstraint = \"" + std::string(constraint) + "\""));
    expect_one_arithmetic(leaning + rk4 + outcomes_on_the_way);
    expect_one_arithmetic(leaning + method("integrator = \"exact\"") + outcomes_on_the_way);
    expect_one_arithmetic(leaning + method("integrator = \"default\""));
    // with torques, a last step that is shorter, and steps of their own
    expect_one_arithmetic(leaning + "[[torque]]\nkind = \"damping\"\ncoefficients = [0.1, 0.2, 0.05]\n" +
                          method("integrator = \"rk4\"\nstep = 0.05") + outcomes_on_the_way);
    expect_one_arithmetic(without_rows(leaning) + method("integrator = \"rk4\"\nstep = 0.03\n") +
                          "[[vary]]\nkey = \"method.step\"\nkind = \"uniform\"\nlow = 0.01\nhigh = 0.1\n");
    // the tensor itself may vary
    expect_one_arithmetic(leaning +
                          "[[vary]]\nkey = \"body.inertia[0][0]\"\nkind = \"uniform\"\nlow = 1.2\nhigh = 1.6\n" + rk4 +
                          outcomes_on_the_way);
}

TEST(SweepCompute, TheGravityGradient_Long) {
    for (const std::string& more : {std::string(), std::string(orbit)})
        for (const std::string& body : {tumbling, leaning}) {
            expect_one_arithmetic(body + gradient(more) + method("integrator = \"rk4\"\nstep = 0.05") +
                                  outcomes_on_the_way);
            expect_one_arithmetic(without_rows(body) + gradient(more) + method("integrator = \"rk4\"\nstep = 0.03"));
        }
    expect_one_arithmetic(without_rows(tumbling) + gradient(orbit) + method("integrator = \"rk4\"\nstep = 0.03\n") +
                          "[[vary]]\nkey = \"method.step\"\nkind = \"uniform\"\nlow = 0.01\nhigh = 0.1\n");
}

const std::string measured = R"(
[[outcome]]
name = "off"
take = "measure"
measure = "geodesic"
[[outcome]]
name = "most"
take = "measure"
measure = "energy"
at = "largest"
[[outcome]]
name = "tilt"
of = "tilt"
take = "largest"
)";

TEST(SweepCompute, MeasuresAgainstTheTruth_Long) {
    expect_one_arithmetic(tumbling + method("integrator = \"rk4\"\nstep = 0.05") + measured);
    expect_one_arithmetic(leaning + method("integrator = \"rk4\"\nstep = 0.05") + measured);
    expect_one_arithmetic(tumbling + method("integrator = \"taylor\"\norder = 8\nstep = 0.25") + measured);
    // against a reference, since there is no closed form
    expect_one_arithmetic(tumbling + gradient("") + method("integrator = \"rk4\"\nstep = 0.05") + measured);
    // a truth that not every run has: the body turns through more than it can count
    expect_one_arithmetic(tumbling +
                          "[[vary]]\nkey = \"torque[0].value[0]\"\nkind = \"choice\"\nvalues = [0.0, 1e40]\n" +
                          "[[torque]]\nkind = \"constant\"\nvalue = [0.0, 0.0, 0.0]\n" +
                          method("integrator = \"rk4\"\nstep = 0.05") + measured);
}

// Labels go nowhere; of texts that go somewhere one scenario is read for each choice.
TEST(SweepCompute, TextsAreReadOnce) {
    const std::string labels = "[[vary]]\nname = \"who\"\nkind = \"choice\"\nvalues = [\"one\", \"two\", \"three\"]\n",
                      frames =
                          "[[torque]]\nkind = \"constant\"\nvalue = [0.01, -0.02, 0.03]\n"
                          "[[vary]]\nkey = \"torque[0].value[1]\"\nkind = \"uniform\"\nlow = 0\nhigh = 1\n",
                      tables =
                          "[[vary]]\nkey = \"start.attitude\"\nkind = \"list\"\nvalues = [{ axis = [1, 0, 0], "
                          "angle_deg = 30 }, { quaternion = [0.6, 0.8, 0, 0] }, { euler = \"zyx\", angles_deg = "
                          "[1, 2, 3] }]\n";
    const std::string rk4 = method("integrator = \"rk4\"\nstep = 0.05");
    const std::string still = tumbling.substr(0, tumbling.find("[[vary]]")) +
                              tumbling.substr(tumbling.find("[[vary]]", tumbling.find("[[vary]]") + 1));
    const auto direct = [](const std::string& text) {
        std::string why;
        const Sweep sweep = read_sweep(text, "test.toml");
        const auto ensemble = SweepEnsemble::make(sweep, why);
        EXPECT_TRUE(ensemble) << why;
        return ensemble && ensemble->direct();
    };
    expect_one_arithmetic(tumbling + labels + rk4 + outcomes_on_the_way);
    EXPECT_TRUE(direct(tumbling + labels + rk4)) << "nothing is read";
    expect_one_arithmetic(tumbling + frames + rk4 + outcomes_on_the_way);
    expect_one_arithmetic(still + tables + labels + rk4 + outcomes_on_the_way);
    EXPECT_FALSE(direct(still + tables + rk4));
    // one of them makes no scenario, one another kind of body
    expect_one_arithmetic(still + rk4 + frames +
                          "[[vary]]\nkey = \"torque[0].frame\"\nkind = \"choice\"\nvalues = [\"body\", \"world\"]\n");
}

TEST(SweepCompute, TorquesOfEveryKind) {
    expect_one_arithmetic(tumbling + torques_of_every_kind + method("integrator = \"rk4\"\nstep = 0.05") +
                          outcomes_on_the_way);
}

TEST(SweepCompute, TaylorSeriesOfHeavyBodies_Long) {
    const std::string heavy = tumbling + own_weight;
    for (const char* order : {"8", "12", "16", "20"})
        expect_one_arithmetic(heavy + method("integrator = \"taylor\"\nstep = 0.15\norder = " + std::string(order)));
    for (const char* care : {"project = false", "invariants = \"energy\"", "invariants = \"vertical\""})
        expect_one_arithmetic(heavy + method("integrator = \"taylor\"\nstep = 0.1\norder = 8\n" + std::string(care)));
    // rows on steps and between them
    expect_one_arithmetic(heavy + method("integrator = \"taylor\"\norder = 16\nstep = 0.125") + outcomes_on_the_way);
    expect_one_arithmetic(heavy + method("integrator = \"taylor\"\norder = 8\nstep = 0.1") + outcomes_on_the_way);
}

TEST(SweepCompute, TaylorSeriesOfTopsAndOthers_Long) {
    for (const char* order : {"8", "16"}) {
        const std::string taylor = method("integrator = \"taylor\"\nstep = 0.06\norder = " + std::string(order));
        expect_one_arithmetic(tops + taylor);
        expect_one_arithmetic(tops + taylor + outcomes_on_the_way);
        // the zeros at the start too, with their signs
        expect_one_arithmetic(tops + taylor + "[[outcome]]\nname = \"first\"\nof = \"wx\"\ntake = \"start\"\n");
    }
    const Sweep sweep = read_sweep(tops + method("integrator = \"taylor\"\nstep = 0.06\norder = 8"), "test.toml");
    SweepComputer::Options options;
    options.backend = SweepBackend::simd;
    const SweepComputer computer(sweep, options);
    std::size_t no_body = 0, diverged = 0;
    for (std::uint64_t b = 0; b < sweep.blocks(); ++b)
        for (const auto& failure : SweepBlock::decoded(computer.compute(b)).failures) {
            no_body += failure.reason.find("no body has these moments") != std::string::npos;
            diverged += failure.reason.find("no longer finite") != std::string::npos;
        }
    EXPECT_EQ(no_body, 32u);
    EXPECT_EQ(diverged, 32u);
}

TEST(SweepCompute, TaylorSeriesUnderTorquesOfEveryKind_Long) {
    for (const char* order : {"8", "16"}) {
        const std::string taylor = method("integrator = \"taylor\"\nstep = 0.1\norder = " + std::string(order));
        expect_one_arithmetic(tumbling + torques_of_every_kind + taylor + outcomes_on_the_way);
    }
    const std::string taylor = method("integrator = \"taylor\"\nstep = 0.1\norder = 12");
    const std::string world = "[[torque]]\nkind = \"constant\"\nframe = \"world\"\nvalue = [0.0, 0.0, 0.0]\n";
    const std::string body = "[[torque]]\nkind = \"constant\"\nvalue = [0.0, 0.2, 0.0]\n";
    const std::string damping = "[[torque]]\nkind = \"damping\"\ncoefficients = [0.1, 0.0, 0.2]\n";
    const std::string rockets = "[[torque]]\nkind = \"rockets\"\nk = -0.7\n";
    // none of these acts in a part of the runs: they are free bodies then, or heavy ones
    const auto now_and_then = [](const char* key) {
        return "[[vary]]\nkey = \"" + std::string(key) + "\"\nkind = \"choice\"\nvalues = [0.0, 0.3, -0.1]\n";
    };
    for (const std::string& torques :
         {damping, rockets, rockets + damping, body + now_and_then("torque[0].value[1]"),
          world + now_and_then("torque[0].value[2]"), world + now_and_then("torque[0].value[0]"),
          rockets + world + now_and_then("torque[1].value[2]"), rockets + now_and_then("torque[0].k"),
          body + rockets + now_and_then("torque[0].value[1]"), damping + now_and_then("torque[0].coefficients[0]")})
        expect_one_arithmetic(tumbling + torques + taylor + outcomes_on_the_way);
}

TEST(SweepCompute, StepsOfTheirOwn_Long) {
    const std::string step = R"(
[[vary]]
key = "method.step"
kind = "log-uniform"
low = 0.01
high = 0.5
)";
    // any step goes where no time between rows is given
    std::string free_rows = tumbling;
    free_rows.replace(free_rows.find("sample = 0.25\n"), 14, "");
    expect_one_arithmetic(free_rows + method("integrator = \"rk4\"\nstep = 0.05") + step);
    expect_one_arithmetic(free_rows + method("integrator = \"taylor\"\norder = 8\nstep = 0.05") + step);
    expect_one_arithmetic(free_rows + own_weight + method("integrator = \"taylor\"\norder = 16\nstep = 0.05") + step);
    expect_one_arithmetic(free_rows + torques_of_every_kind +
                          method("integrator = \"taylor\"\norder = 8\nstep = 0.05") + step);
    // and some of these do not where one is: those runs fail, whichever way they are computed
    const std::string some = R"(
[[vary]]
key = "method.step"
kind = "choice"
values = [0.05, 0.125, 0.03]
)";
    expect_one_arithmetic(tumbling + method("integrator = \"rk4\"\nstep = 0.05") + some);
}

// Keys that are no column of an ensemble: the scenario of each run is read, the rest is the same.
TEST(SweepCompute, ScenariosThatHaveToBeRead) {
    const std::string text = R"(
[body]
parts = [{ shape = "box", mass = 1.0, size = [0.1, 0.2, 0.3] }]
[start]
attitude = { euler = "zyx", angles_deg = [10, 20, 30] }
rate = [0.1, 1.0, 0.2]
[method]
integrator = "rk4"
step = 0.05
[run]
duration = 2.0
[sweep]
runs = 40
[[vary]]
key = "start.attitude.angles_deg[1]"
kind = "grid"
from = -80
to = 80
count = 8
[[vary]]
key = "body.parts[0].size[0]"
kind = "list"
values = [0.1, 0.15, 0.18, 0.2, 0.25]
)";
    const Sweep sweep = read_sweep(text, "test.toml");
    std::string why;
    const auto ensemble = SweepEnsemble::make(sweep, why);
    ASSERT_TRUE(ensemble) << why;
    EXPECT_FALSE(ensemble->direct());
    expect_one_arithmetic(text);
}

}  // namespace sweep_lanes_test
}  // namespace polhode
