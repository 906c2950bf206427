// Sampled controllers against the closed form of a sampled PD law (tests/data/inside-events.json, 30 digits), with and
// without delay, by every family of methods; order of what happens at a sample; quantum, limit, memory.
#include <gtest/gtest.h>

#include <complex>

#include "polhode/base/diagnostic.hpp"
#include "polhode/inside/inside_path.hpp"
#include "support/inside_rows.hpp"
#include "support/inside_support.hpp"

namespace inside_control_test {

using namespace polhode;
using namespace polhode::test;

namespace {

std::string pd(const std::string& controller, const std::string& method, double kd = 2.0, const char* duration = "10.0",
               const char* sample = "10.0") {
    return "[constants]\nkp = 1.5\nkd = " + std::to_string(kd) + R"toml(
[body]
inertia = [2.0, 2.0, 2.0]
[[state]]
name = "th"
start = 1.0
derivative = "wx"
[[controller]]
name = "pd"
period = 0.25
output = { u = "-(kp*th + kd*wx)" }
)toml" + controller +
           R"toml(
[[torque]]
kind = "formula"
value = ["u", "0", "0"]
[method]
)toml" + method +
           "\n[run]\nduration = " + duration + "\nsample = " + sample + "\n";
}

const char* const all_methods[] = {"integrator = \"taylor\"\ntolerance = 3e-15",
                                   "integrator = \"dop853\"\ntolerance = 1e-13",
                                   "integrator = \"dopri5\"\ntolerance = 1e-13",
                                   "integrator = \"rk4\"\nstep = 0.1",
                                   "integrator = \"dop853\"\nstep = 0.3",
                                   "integrator = \"rkmk4\"\nstep = 0.25",
                                   "integrator = \"cf4\"\nstep = 0.1",
                                   "integrator = \"reference\"",
                                   "integrator = \"default\""};

double number(const nlohmann::json& data, const char* key) { return std::stod(data.at(key).get<std::string>()); }

}  // namespace

// The angle is a state, a polynomial of degree two between samples, so that every method gives it to rounding.
TEST(InsideControl, SampledPdIsTheClosedFormByEveryMethod_Long) {
    const nlohmann::json data = inside_data("inside-events.json").at("pd_hold");
    for (const char* method : all_methods) {
        SCOPED_TRACE(method);
        const InsideRows prompt = run_inside(pd("", method)), late = run_inside(pd("delay = 1", method));
        EXPECT_NEAR(prompt.value("th"), number(data, "angle"), 2e-15);
        EXPECT_NEAR(prompt.rows.back().w_NB_B[0], number(data, "rate"), 2e-15);
        EXPECT_NEAR(late.value("th"), number(data, "angle_one_sample_delay"), 2e-15);
        EXPECT_NEAR(late.rows.back().w_NB_B[0], number(data, "rate_one_sample_delay"), 2e-15);
        EXPECT_TRUE(prompt.noted("controller 'pd' took 41 samples"));
    }
}

TEST(InsideControl, TheReferenceHasTheDigitsOfTheTable) {
    const nlohmann::json data = inside_data("inside-events.json").at("pd_hold");
    for (const bool delayed : {false, true}) {
        const Scenario s =
            read_scenario(pd(delayed ? "delay_time = 0.25" : "", "integrator = \"reference\""), "inside");
        const Problem& problem = s.problem;
        InsidePath<exact::Two> path(problem, 10.0, {24, 1e-24, 0, 0});
        const StateVector<exact::Two> y = path.at(10.0, [](double) {});
        const auto off = [&](const exact::Two& got, const char* key) {
            const std::string name = std::string(key) + (delayed ? "_one_sample_delay" : "");
            const exact::Two difference = got - two_words(data.at(name).get<std::string>());
            return std::fabs(difference.hi + difference.lo);
        };
        EXPECT_LT(off(y[path.numbers().layout().state[0]], "angle"), 1e-28);
        EXPECT_LT(off(path.numbers().rate(exact::Two(10.0), y)[0], "rate"), 1e-28);
    }
}

// kd h < 2 I is one of the limits of stability: a thousandth above it the motion grows, below it dies out.
TEST(InsideControl, StabilityEndsWhereTheClosedFormSaysSo) {
    for (const double kd : {2 * 2.0 / 0.25 * 0.999, 2 * 2.0 / 0.25 * 1.001}) {
        // small, so that the attitude has little to do; the law is linear
        const InsideRows run =
            run_inside(pd("", "integrator = \"rk4\"\nstep = 0.25", kd, "1500.0", "1500.0"), {"state[0].start=1e-6"});
        const double size = std::hypot(run.value("th"), run.rows.back().w_NB_B[0]) / 1e-6;
        // eigenvalues of the map from one sample to the next (inside.md, section 4), kd as it was written
        const double k = std::stod(std::to_string(kd)), h = 0.25, I = 2, kp = 1.5;
        const double trace = 2 - kp * h * h / (2 * I) - k * h / I;
        const double det = (1 - kp * h * h / (2 * I)) * (1 - k * h / I) + kp * h / I * (h - k * h * h / (2 * I));
        const std::complex<double> root = std::sqrt(std::complex<double>(trace * trace / 4 - det));
        const double largest = std::max(std::abs(trace / 2 + root), std::abs(trace / 2 - root));
        if (k * h < 2 * I) {
            EXPECT_LT(largest, 1);
            EXPECT_LT(size, 1);
        } else {
            EXPECT_GT(largest, 1);
            EXPECT_GT(size, 1e3);
        }
    }
}

// Each number is what the rule says, computed here by hand: measure, then memory from the values before any is set,
// then outputs from the new memory; the outputs' own name is what was held until then.
TEST(InsideControl, OrderOfASample) {
    const InsideRows run = run_inside(R"toml(
[body]
inertia = [2.0, 2.0, 2.0]
[[state]]
name = "x"
derivative = 1
[[controller]]
period = 0.5
measure = { seen = "x" }
measure_quantum = 0.2
memory = { a = 1, b = 10 }
update = { a = "b + seen", b = "a" }
output = { u = "a + 100*b + 1000*u", v = "a" }
limit = { u = 1e5 }
quantum = { v = 4 }
[[controller]]
period = 0.5
output = { w = "v" }
[method]
integrator = "rk4"
step = 0.125
[run]
duration = 1.0
sample = 0.5
)toml");
    // t = 0: seen = 0, a = 10, b = 1, u = 110, v = 10 -> 12
    EXPECT_EQ(run.value("seen", 0), 0);
    EXPECT_EQ(run.value("a", 0), 10);
    EXPECT_EQ(run.value("b", 0), 1);
    EXPECT_EQ(run.value("u", 0), 110);
    EXPECT_EQ(run.value("v", 0), 12);
    EXPECT_EQ(run.value("w", 0), 12);
    // t = 0.5: seen = 0.5 -> 0.6 (a half goes up), a = 1 + 0.6, b = 10, u beyond its limit, v = 1.6 -> 0
    EXPECT_NEAR(run.value("seen", 1), 0.6, 1e-15);
    EXPECT_NEAR(run.value("a", 1), 1.6, 1e-15);
    EXPECT_EQ(run.value("b", 1), 10);
    EXPECT_EQ(run.value("u", 1), 1e5);
    EXPECT_EQ(run.value("v", 1), 0);
    EXPECT_EQ(run.value("w", 1), 0);
    // t = 1, at the end of the run, is a sample too
    EXPECT_NEAR(run.value("b", 2), 1.6, 1e-15);
}

// A sum of 0.1 is off by 1e-13 after a thousand; the 3000th sample is at 300 exactly, and a first one may wait.
TEST(InsideControl, SamplesAreCountedAndNotSummed) {
    const std::string text = R"toml(
[body]
inertia = [2.0, 2.0, 2.0]
[[controller]]
rate_hz = 10.0
first = 0.05
memory = { last = -1, count = 0 }
update = { last = "t", count = "count + 1" }
output = { u = "t" }
[method]
integrator = "rk4"
step = 1.0
[run]
duration = 300.0
sample = 300.0
)toml";
    const InsideRows late = run_inside(text), prompt = run_inside(text, {"controller[0].first=0"});
    EXPECT_EQ(late.value("count"), 3000);
    EXPECT_EQ(late.value("last"), 0.05 + 2999 / 10.0);
    EXPECT_EQ(prompt.value("count"), 3001);
    EXPECT_EQ(prompt.value("last"), 300);
    EXPECT_EQ(late.value("u", 0), 0);
}

// An event at the time of a sample acts first, and what the controller gives out may set off another at once.
TEST(InsideControl, EventsAndSamplesAtOneTime) {
    const InsideRows run = run_inside(R"toml(
[body]
inertia = [2.0, 2.0, 2.0]
[[state]]
name = "x"
derivative = 0
[[state]]
name = "seen"
derivative = 0
[[controller]]
period = 1.0
output = { u = "x" }
[[event]]
do = "set"
when = "(t >= 2) - 0.5"
set = { x = 5 }
[[event]]
do = "set"
when = "u - 3"
direction = "rising"
set = { seen = "t" }
[method]
integrator = "dop853"
[run]
duration = 2.5
sample = 2.5
)toml");
    EXPECT_EQ(run.value("u"), 5);
    EXPECT_EQ(run.value("seen"), 2);
}

// The motor of a wheel at the limit of its torque, commanded by a controller: the law is chosen at the sample.
TEST(InsideControl, LimitsOfAMotorFollowTheOutputs) {
    const InsideRows run = run_inside(R"toml(
[body]
inertia = [2.0, 2.0, 2.0]
[[controller]]
period = 1.0
output = { u = "if(t < 0.5, 0.1, if(t < 1.5, 3, -3))" }
[[rotor]]
kind = "driven"
axis = [1, 0, 0]
moment = 0.5
torque = "u"
torque_limit = 0.25
name = "wheel"
[method]
integrator = "taylor"
[run]
duration = 3.0
sample = 1.0
)toml");
    // momentum of the wheel: 0.1, then 0.25 and -0.25 a second; s = h (1/J + 1/(I - J)) with the whole at rest
    const double factor = 1 / 0.5 + 1 / 1.5;
    EXPECT_NEAR(run.value("wheel", 1), 0.1 * factor, 1e-15);
    EXPECT_NEAR(run.value("wheel", 2), 0.35 * factor, 1e-15);
    EXPECT_NEAR(run.value("wheel", 3), 0.1 * factor, 1e-15);
    EXPECT_TRUE(run.noted("torque limit"));
}

TEST(InsideControl, ANumberThatIsNotFiniteEndsTheRun) {
    EXPECT_THROW(
        run_inside(pd("memory = { m = 0 }\nupdate = { m = \"1/(t - 0.5)\" }", "integrator = \"rk4\"\nstep = 0.1")),
        ComputationFailed);
}

}  // namespace inside_control_test
