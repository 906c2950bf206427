#include "polhode/scenario/scenario.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "polhode/base/shortest.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/rotation/rotation.hpp"

namespace scenario_test {

using namespace polhode;

namespace {

const std::string gyroscope = R"(title = "Gyroscope released at rest: cusps"
[body]
inertia = [5.76875e-4, 5.76875e-4, 9.375e-5]
[start]
attitude = { rotation_vector = [-1.0471975512, 0, 0] }
rate = [0.0, 0.0, 125.66370614]
[[torque]]
kind = "gravity"
mass = 0.3
at = [0, 0, 0.01]
g = 9.8
[method]
attitude = "quaternion"
integrator = "rk4"
constraint = "none"
arithmetic = "double"
step = 5e-4
[run]
duration = 20.0
sample = 0.01
)";

const std::string spin = R"([rates]
kind = "constant"
value = [0.1, 0.0, 0.2]
[run]
duration = 1
)";

using Settings = std::vector<std::string>;

Scenario read(const std::string& text, const Settings& settings = {}) {
    return read_scenario(text, "s.toml", settings, "no-such-folder/");
}

std::string complaint(const std::string& text, const Settings& settings = {}) {
    try {
        read(text, settings);
    } catch (const InputError& e) {
        return e.what();
    }
    return "accepted";
}

StartAttitude attitude(const std::string& table) {
    return read(gyroscope, {"start.attitude=" + table}).problem.start.attitude;
}
std::string attitude_complaint(const std::string& table) { return complaint(gyroscope, {"start.attitude=" + table}); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string without(const std::string& text, const std::string& part) {
    std::string rest = text;
    const std::size_t at = rest.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return rest.erase(at, part.size());
}

}  // namespace

// The same scenario in the units of a workshop: the same bits as in SI.
TEST(Scenario, UnitsAsStrings) {
    const Scenario si = read(gyroscope), said = read(R"([body]
inertia = ["5768.75 g cm^2", "576.875 kg mm^2", "9.375e-5 kg m^2"]
[start]
attitude = { rotation_vector = ["-1.0471975512 rad", "0 deg", 0] }
rate = ["0 rpm", 0, "125.66370614 rad/s"]
[[torque]]
kind = "gravity"
mass = "300 g"
at = [0, 0, "1 cm"]
g = "9.8 m/s^2"
[method]
integrator = "rk4"
step = "500 us"
[run]
duration = "20000 ms"
sample = "10 ms"
)");
    EXPECT_EQ(said.problem.body->inertia, si.problem.body->inertia);
    EXPECT_EQ(said.problem.start.attitude.params, si.problem.start.attitude.params);
    EXPECT_EQ(said.problem.start.rate, si.problem.start.rate);
    EXPECT_EQ(said.methods.front().step, si.methods.front().step);
    EXPECT_EQ(said.run.duration, si.run.duration);
    EXPECT_EQ(said.run.sample, si.run.sample);
    const Scenario set =
        read(gyroscope, {"method.step=500 us", "start.rate=['1 rpm', 0, '20 Hz']", "torque[0].g=1 ft/s^2"});
    EXPECT_EQ(set.methods.front().step, 5e-4);
    EXPECT_EQ(set.problem.start.rate, (Vec3<double>{0.10471975511965978, 0, 40 * std::numbers::pi}));
    EXPECT_TRUE(complaint(gyroscope, {"method.step=500 rpm"}).find("rpm is the unit of a rate, not of a time") !=
                std::string::npos);
}

// Whatever way the rate is given in, it is the same rate.
TEST(Scenario, StartRatesInEveryForm) {
    const std::string body =
        "[body]\ninertia = [[2, 0.5, 0], [0.5, 3, 0.25], [0, 0.25, 4]]\n[run]\nduration = 1\n[start]\n";
    const std::string turned = "attitude = { euler = 'zyx', angles = [0.5, -0.25, 1.0] }\n";
    const Vec3<double> w{0.3, -0.4, 0.9};
    const auto start = [&](const std::string& rate) { return read(body + turned + rate).problem.start; };
    const auto told = [](const std::string& key, const Vec3<double>& v) {
        return key + " = [" + shortest(v[0]) + ", " + shortest(v[1]) + ", " + shortest(v[2]) + "]\n";
    };
    const auto expect_w = [&](const std::string& text) {
        const Vec3<double> got = start(text).rate;
        for (int i = 0; i < 3; ++i) EXPECT_NEAR(got[i], w[i], 1e-15) << text;
    };
    const Quaternion<double> q = attitude_to_quaternion("euler-zyx", {0.5, -0.25, 1.0});
    const Vec3<double> H{2 * w[0] + 0.5 * w[1], 0.5 * w[0] + 3 * w[1] + 0.25 * w[2], 0.25 * w[1] + 4 * w[2]};
    expect_w(told("rate", w));
    expect_w(told("rate_world", to_world(q, w)));
    expect_w(told("momentum", H));
    expect_w(told("momentum_world", to_world(q, H)));
    // roll' = wx + tan(pitch) (wy sin(roll) + wz cos(roll)) and so on (Robinson 1958 eq. 190)
    const double s = std::sin(1.0), c = std::cos(1.0), across = w[1] * s + w[2] * c;
    const Vec3<double> angle_rates{across / std::cos(0.25), w[1] * c - w[2] * s, w[0] - std::tan(0.25) * across};
    expect_w(told("euler_rates", angle_rates));
    // one takes the place of another from the command line
    const Vec3<double> set = read(body + turned + told("momentum", H), {"start.rate=[1, 2, 3]"}).problem.start.rate;
    EXPECT_EQ(set, (Vec3<double>{1, 2, 3}));
}

TEST(Scenario, ReadsTheContractsExample) {
    const Scenario s = read(gyroscope);
    EXPECT_EQ(s.title, "Gyroscope released at rest: cusps");
    EXPECT_EQ(s.text, gyroscope);
    ASSERT_TRUE(s.problem.dynamics());
    EXPECT_EQ(s.problem.body->inertia, Mat3<double>::diagonal({5.76875e-4, 5.76875e-4, 9.375e-5}));
    ASSERT_EQ(s.problem.torques.size(), 1u);
    EXPECT_EQ(s.problem.torques[0].kind, "gravity");
    EXPECT_EQ(s.problem.start.attitude.representation, "rotation-vector");
    EXPECT_EQ(s.problem.start.attitude.params, (std::vector<double>{-1.0471975512, 0, 0}));
    EXPECT_EQ(s.problem.start.rate, (Vec3<double>{0, 0, 125.66370614}));
    ASSERT_EQ(s.methods.size(), 1u);
    EXPECT_EQ(s.methods[0].name, "rk4");
    EXPECT_EQ(s.methods[0].attitude, "quaternion");
    EXPECT_EQ(s.methods[0].step, 5e-4);
    EXPECT_FALSE(s.methods[0].tolerance);
    EXPECT_EQ(s.methods[0].at("step").line, 17);
    EXPECT_EQ(s.run.duration, 20);
    EXPECT_EQ(s.run.sample, 0.01);
    EXPECT_EQ(s.run.sample_place.line, 20);
    EXPECT_TRUE(s.warnings.empty());
}

TEST(Scenario, TheMethodMayBeLeftOut) {
    const Scenario s = read(spin);
    ASSERT_EQ(s.methods.size(), 1u);
    EXPECT_EQ(s.methods[0].integrator, "default");
    EXPECT_EQ(s.methods[0].attitude, "quaternion");
    EXPECT_EQ(s.methods[0].constraint, "none");
    EXPECT_FALSE(s.problem.dynamics());
    EXPECT_EQ(s.problem.start.attitude.params, (std::vector<double>{1, 0, 0, 0}));
    EXPECT_EQ(s.run.duration, 1) << "a whole number stands for a number";
}

TEST(Scenario, SeveralMethodsHaveNames) {
    const Scenario s =
        read(gyroscope + "[[compare]]\nintegrator = 'rk4'\nstep = 1e-3\n[[compare]]\nname = 'fine'\n[[compare]]\n");
    ASSERT_EQ(s.methods.size(), 4u);
    EXPECT_EQ(s.methods[0].name, "rk4");
    EXPECT_EQ(s.methods[1].name, "rk4-2");
    EXPECT_EQ(s.methods[2].name, "fine");
    EXPECT_EQ(s.methods[3].name, "default");
    EXPECT_TRUE(has(complaint(gyroscope + "[[compare]]\nname = 'a'\n[[compare]]\nname = 'a'\n"),
                    "s.toml:24: compare[1].name: the name \"a\" is used by another method"));
    EXPECT_TRUE(has(complaint(gyroscope + "[[compare]]\nname = '../a'\n"), "name of a file"));
    EXPECT_TRUE(has(complaint(gyroscope + "[[compare]]\nname = ''\n"), "name of a file"));
    EXPECT_TRUE(has(complaint(gyroscope + "[[compare]]\nintegrator = 'rk44'\n"), "s.toml:22: compare[0].integrator"));
}

TEST(Scenario, PartsOfAMethodHaveParameters) {
    const Scenario beside = read(gyroscope, {"method.integrator=adams-bashforth", "method.order=3"});
    EXPECT_EQ(beside.methods[0].integrator_values.integer("order"), 3);
    const Scenario inside = read(gyroscope, {"method.integrator={kind='adams-bashforth', order=2}"});
    EXPECT_EQ(inside.methods[0].integrator_values.integer("order"), 2);
    const Scenario neither = read(gyroscope, {"method.integrator=adams-bashforth"});
    EXPECT_FALSE(neither.methods[0].integrator_values.given("order"));
    EXPECT_EQ(neither.methods[0].integrator_values.integer("order"), 4);
    EXPECT_TRUE(has(complaint(gyroscope, {"method.integrator={kind='adams-bashforth', order=2}", "method.order=3"}),
                    "given twice"));
    EXPECT_TRUE(has(complaint(gyroscope, {"method.order=3"}), "integrator = \"adams-bashforth\""));
    EXPECT_EQ(read(gyroscope, {"method.constraint.kind=normalise"}).methods[0].constraint, "normalise");
    EXPECT_TRUE(has(complaint(gyroscope, {"method.constraint={kind='normalise', gain=1}"}),
                    "method.constraint.gain: unknown key"));
}

TEST(Scenario, StartInEveryRepresentation) {
    EXPECT_EQ(attitude("{quaternion=[0.5,0.5,-0.5,0.5]}").params, (std::vector<double>{0.5, 0.5, -0.5, 0.5}));
    // Bit for bit: not even the last digit of a length that is not exactly 1 is touched.
    EXPECT_EQ(attitude("{quaternion=[0.70710678,0,0,0.70710678]}").params,
              (std::vector<double>{0.70710678, 0, 0, 0.70710678}));
    EXPECT_EQ(attitude("{matrix=[[0,-1,0],[1,0,0],[0,0,1]]}").representation, "dcm");
    EXPECT_EQ(attitude("{dcm=[[0,-1,0],[1,0,0],[0,0,1]]}").params, (std::vector<double>{0, -1, 0, 1, 0, 0, 0, 0, 1}));
    EXPECT_EQ(attitude("{rotation_vector=[1,2,3]}").representation, "rotation-vector");
    EXPECT_EQ(attitude("{mrp=[0.1,0.2,0.3]}").params, (std::vector<double>{0.1, 0.2, 0.3}));
    EXPECT_EQ(attitude("{axis=[0,0,2],angle_deg=180}").representation, "axis-angle");
    EXPECT_EQ(attitude("{axis=[0,0,2],angle_deg=180}").params, (std::vector<double>{0, 0, 1, std::numbers::pi}));
    EXPECT_EQ(attitude("{axis=[0,1,0],angle=0.25}").params, (std::vector<double>{0, 1, 0, 0.25}));
    EXPECT_EQ(attitude("{euler='zxz',angles=[1,2,3]}").representation, "euler-zxz");
    EXPECT_EQ(attitude("{euler='zxz',angles_deg=[90,180,-45]}").params,
              (std::vector<double>{std::numbers::pi / 2, std::numbers::pi, -std::numbers::pi / 4}));
    EXPECT_EQ(attitude("{robinson=[0.5,-0.5,0.5,0.5]}").params, (std::vector<double>{0.5, 0.5, 0.5, -0.5}));
    EXPECT_EQ(attitude("{cayley_klein=[1,0,0,0,0,0,1,0]}").representation, "cayley-klein");
    EXPECT_EQ(attitude("{quaternion=[0,0,0,2],normalise=true}").params, (std::vector<double>{0, 0, 0, 1}));
    const StartAttitude nearly = attitude("{matrix=[[1,0,0],[0,1.01,0],[0,0,0.99]],normalise=true}");
    EXPECT_NEAR(nearly.params[4], 1, 1e-15);
    EXPECT_NEAR(nearly.params[8], 1, 1e-15);
}

TEST(Scenario, StartThatIsNoAttitude) {
    EXPECT_TRUE(has(attitude_complaint("{quaternion=[2,0,0,0]}"), "have length 2"));
    EXPECT_TRUE(has(attitude_complaint("{quaternion=[2,0,0,0]}"), "normalise = true"));
    EXPECT_TRUE(has(attitude_complaint("{quaternion=[0.7,0,0,0]}"), "have length 0.7"));
    EXPECT_TRUE(has(attitude_complaint("{quaternion=[0,0,0,0],normalise=true}"), "cannot be normalised"));
    EXPECT_TRUE(has(attitude_complaint("{quaternion=[1,0,0]}"), "expected 4 numbers (w, x, y, z)"));
    EXPECT_TRUE(has(attitude_complaint("{matrix=[[1,0,0],[0,1,0],[0,0,-1]]}"), "determinant is -1"));
    EXPECT_TRUE(has(attitude_complaint("{matrix=[[1,0,0],[0,1,0],[0,0,1.001]]}"), "not orthogonal unit vectors"));
    EXPECT_TRUE(has(attitude_complaint("{matrix=[1,1,1]}"), "three rows of three numbers"));
    EXPECT_TRUE(has(attitude_complaint("{axis=[0,0,0],angle=1}"), "no direction"));
    EXPECT_TRUE(has(attitude_complaint("{axis=[0,0,1]}"), "give angle in rad or angle_deg"));
    EXPECT_TRUE(has(attitude_complaint("{axis=[0,0,1],angle=1,angle_deg=1}"), "given twice"));
    EXPECT_TRUE(has(attitude_complaint("{euler='zzx',angles=[1,2,3]}"), "'zxz'"));
    EXPECT_TRUE(has(attitude_complaint("{cayley_klein=[1,0,0,0,0,0,1,0.1]}"), "unitary"));
    EXPECT_TRUE(has(attitude_complaint("{robinson=[1,1,0,0]}"), "length 1.41421356"));
    EXPECT_TRUE(has(attitude_complaint("{mrp=[0,0,0],quaternion=[1,0,0,0]}"), "given twice, as mrp and as quaternion"));
    EXPECT_TRUE(has(attitude_complaint("{}"), "give one of 'quaternion'"));
    EXPECT_TRUE(has(attitude_complaint("quaternion"), "expected a table"));
    EXPECT_TRUE(has(attitude_complaint("{quatrnion=[1,0,0,0]}"), "Did you mean 'quaternion'?"));
    EXPECT_TRUE(has(complaint(gyroscope, {"start.quaternion=[1,0,0,0]"}), "attitude = { quaternion = ... }"));
}

// Off its length but plainly meant: taken as it is, and its author hears of it.
TEST(Scenario, StartWithFewDigits) {
    const Scenario s = read(gyroscope, {"start.attitude={quaternion=[0.7071,0,0,0.7071]}"});
    EXPECT_EQ(s.problem.start.attitude.params, (std::vector<double>{0.7071, 0, 0, 0.7071}));
    ASSERT_EQ(s.warnings.size(), 1u);
    EXPECT_TRUE(has(s.warnings[0], "length 0.99999041")) << s.warnings[0];
    EXPECT_TRUE(read(gyroscope, {"start.attitude={quaternion=[0.6,0,0,0.8]}"}).warnings.empty());
}

TEST(Scenario, TheRateAtTheStart) {
    const std::string still = without(gyroscope, "rate = [0.0, 0.0, 125.66370614]\n");
    EXPECT_EQ(read(still).problem.start.rate, (Vec3<double>{0, 0, 0})) << "a torque will move it";
    EXPECT_EQ(read(still, {"start.rate_deg=[0,180,0]"}).problem.start.rate, (Vec3<double>{0, std::numbers::pi, 0}));
    // a setting takes the place of what the file says in other words; two settings do not
    EXPECT_EQ(read(gyroscope, {"start.rate_deg=[0,180,0]"}).problem.start.rate, (Vec3<double>{0, std::numbers::pi, 0}));
    EXPECT_TRUE(has(complaint(gyroscope, {"start.rate=[0,1,0]", "start.rate_deg=[0,180,0]"}), "given twice"));
    const std::string free = "[body]\ninertia = [1, 2, 2.5]\n[run]\nduration = 1\n";
    EXPECT_TRUE(has(complaint(free), "s.toml: start.rate: missing"));
    EXPECT_TRUE(has(complaint(spin, {"start.rate=[0,0,1]"}), "the rate is given by [rates]"));
    EXPECT_TRUE(has(complaint(spin, {"start.motion=cusp"}), "not to given [rates]"));
}

TEST(Scenario, MotionsOfATop) {
    const std::string top = without(without(gyroscope, "attitude = { rotation_vector = [-1.0471975512, 0, 0] }\n"),
                                    "rate = [0.0, 0.0, 125.66370614]\n");
    const Settings cusp{"start.motion=cusp", "start.spin_hz=20", "start.tilt_deg=60"};
    const Start start = read(top, cusp).problem.start;
    EXPECT_EQ(start.attitude.representation, "rotation-vector");
    EXPECT_DOUBLE_EQ(start.attitude.params[0], -std::numbers::pi / 3);
    EXPECT_DOUBLE_EQ(start.rate[2], 40 * std::numbers::pi);
    EXPECT_TRUE(
        has(complaint(top, {"start.motion=cups", "start.spin_hz=20", "start.tilt_deg=60"}), "Did you mean 'cusp'?"));
    EXPECT_TRUE(has(complaint(top, {"start.motion=cusp", "start.tilt_deg=60"}), "spin"));
    // a motion that is set takes the place of the file's attitude and rate, and not of those that are set too
    EXPECT_EQ(complaint(gyroscope, cusp), complaint(top, cusp));
    std::vector<std::string> both = cusp;
    both.push_back("start.rate=[0,0,1]");
    EXPECT_TRUE(has(complaint(gyroscope, both), "cannot stand together with motion"));
    // No real root: the message says what spin would do.
    EXPECT_TRUE(
        has(complaint(top, {"start.motion=circle-slow", "start.spin_hz=1", "start.tilt_deg=30"}), "least spin"));
}

TEST(Scenario, RatesThatBringTheirOwnStart) {
    const Settings coning{"rates={kind='coning', angle_deg=2, frequency_hz=1}"};
    const StartAttitude own = read(spin, coning).problem.start.attitude;
    EXPECT_NE(own.params, (std::vector<double>{1, 0, 0, 0}));
    const StartAttitude given = read(spin, {coning[0], "start.attitude={quaternion=[0,1,0,0]}"}).problem.start.attitude;
    EXPECT_EQ(given.params, (std::vector<double>{0, 1, 0, 0}));
}

TEST(Scenario, ContradictoryAndMissingTables) {
    EXPECT_TRUE(has(complaint(""), "s.toml: there is nothing in it"));
    EXPECT_TRUE(has(complaint("# nothing\n"), "[run]"));
    EXPECT_TRUE(has(complaint("[run]\nduration = 1\n"), "neither [body] nor [rates]"));
    EXPECT_TRUE(has(complaint(spin + "[body]\ninertia = [1, 1, 1]\n"), "exclude each other"));
    EXPECT_TRUE(has(complaint(spin + "[[torque]]\nkind = 'gravity'\n"), "[[torque]] needs a [body]"));
    EXPECT_TRUE(has(complaint(without(spin, "[run]\nduration = 1\n")), "s.toml: run: the table is missing"));
    EXPECT_TRUE(has(complaint(without(spin, "duration = 1\n")), "s.toml:4: run.duration: missing"));
    EXPECT_TRUE(has(complaint(without(spin, "kind = \"constant\"\n")), "s.toml:1: rates.kind: missing"));
    EXPECT_TRUE(has(complaint(spin + "[torque]\nkind = 'gravity'\n"), "write [[torque]]"));
    EXPECT_TRUE(has(complaint(spin + "[compare]\n"), "write [[compare]]"));
    EXPECT_TRUE(
        has(complaint("[[run]]\nduration = 1\n[[run]]\n" + spin.substr(0, spin.find("[run]"))), "write [run] once"));
    EXPECT_TRUE(has(complaint("body = 3\n" + spin), "body: expected one table [body], read the number 3"));
    EXPECT_TRUE(has(complaint(spin, {"torque=3"}), "expected tables [[torque]]"));
}

TEST(Scenario, UnknownKeysInEveryTable) {
    EXPECT_TRUE(has(complaint("titel = 'x'\n" + spin), "s.toml:1: titel: unknown key"));
    EXPECT_TRUE(has(complaint("titel = 'x'\n" + spin), "Did you mean 'title'?"));
    EXPECT_TRUE(has(complaint("duration = 1\n" + spin), "'duration' belongs in [run]"));
    EXPECT_EQ(complaint(spin + "durration = 2\n"),
              "s.toml:6: run.durration: unknown key; allowed here: duration, sample. Did you mean 'duration'?");
    const std::pair<const char*, const char*> slips[] = {
        {"body.inertai=1", "'inertia'"},
        {"start.atitude=1", "'attitude'"},
        {"torque[0].mas=1", "'mass'"},
        {"method.integratr=rk4", "'integrator'"},
        {"run.smaple=1", "'sample'"},
        {"rate=[0,0,1]", "'rate' belongs in"},
        {"method.sample=0.1", "belongs in [run]"},
        {"run.step=0.1", "belongs in [method]"},
        {"start.mass=1", "belongs in"},
        {"torque[0].coefficient=1", "kind = \"damping\""},
    };
    for (const auto& [setting, hint] : slips)
        EXPECT_TRUE(has(complaint(gyroscope, {setting}), hint)) << setting << " -> " << complaint(gyroscope, {setting});
}

TEST(Scenario, NumbersThatCannotBe) {
    for (const char* setting :
         {"run.duration=0", "run.duration=-1", "run.duration=inf", "run.duration=nan", "run.sample=0",
          "run.sample=-0.1", "run.sample=21", "method.step=0", "method.step=-1e-3", "method.step=nan",
          "method.tolerance=-1", "body.inertia=[1,2,1e300]", "body.inertia=[-1,1,1]", "body.inertia=[1,2,9]",
          "body.inertia=[1,2]", "start.rate=[0,0,inf]", "torque[0].mass=-1", "torque[0].g=nan"})
        EXPECT_TRUE(has(complaint(gyroscope, {setting}), std::string("--set ") + setting))
            << complaint(gyroscope, {setting});
}

TEST(Scenario, SettingsAreKept) {
    const Settings settings{"run.duration=1", "title=other", "method.step=1e-3"};
    const Scenario s = read(gyroscope, settings);
    EXPECT_EQ(s.settings, settings);
    EXPECT_EQ(s.run.duration, 1);
    EXPECT_EQ(s.title, "other");
    EXPECT_EQ(s.methods[0].step, 1e-3);
    EXPECT_EQ(read(gyroscope, {"method.step=1", "method.step=1e-3"}).methods[0].step, 1e-3) << "the last one holds";
}

TEST(Scenario, UnphysicalMomentsOnDemand) {
    const Scenario s = read(gyroscope, {"body.inertia=[2,2,8]", "body.unphysical=allow"});
    ASSERT_EQ(s.warnings.size(), 1u);
    EXPECT_TRUE(has(s.warnings[0], "8 > 2 + 2"));
}

TEST(Scenario, FilesThatCannotBeRead) {
    const auto file_complaint = [](const std::string& path) {
        try {
            read_scenario_file(path);
        } catch (const InputError& e) {
            return std::string(e.what());
        }
        return std::string("accepted");
    };
    EXPECT_TRUE(has(file_complaint("no-such-folder/x.toml"), "no-such-folder/x.toml: this file cannot be opened"));
    EXPECT_TRUE(has(file_complaint("/"), "directory"));
    // devices are not read at all
    EXPECT_TRUE(has(file_complaint("/dev/null"), "/dev/null: this file cannot be opened: it is a device"));
    EXPECT_TRUE(has(file_complaint("/dev/zero"), "it is a device"));
}

}  // namespace scenario_test
