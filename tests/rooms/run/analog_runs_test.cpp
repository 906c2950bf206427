// arithmetic = "analog" as an ordinary run, from a scenario's text.
#include "polhode/run/machines/analog_runs.hpp"

#include "support/analog_support.hpp"

namespace analog_runs_test {

namespace {

using namespace analog_test;
using reference::digits;
using reference::run_text;

std::string list_of(const std::vector<double>& numbers) {
    std::string text = "[";
    for (double x : numbers) text += (text.size() > 1 ? ", " : "") + digits(x);
    return text + "]";
}

std::string scenario(const std::string& attitude, const std::string& machine, const std::string& rate,
                     double duration = 1, const std::string& step = "0.1") {
    return "[rates]\nkind = \"constant\"\nvalue = " + rate + "\n[method]\nattitude = \"" + attitude +
           "\"\nintegrator = \"rk4\"\nstep = " + step + "\narithmetic = { kind = \"analog\"" +
           (machine.empty() ? "" : ", " + machine) + " }\n[run]\nduration = " + digits(duration) +
           "\nsample = " + digits(duration) + "\n";
}

// robinson_emulator_cases.csv through the scenario file: final volts to 1e-6 V
TEST(AnalogRuns, DeterministicCases_Long) {
    for (const EmulatorCase& c : emulator_cases()) {
        std::string mode = c.error_mode;
        for (char& letter : mode)
            if (letter == '_') letter = '-';
        std::string machine = "error = \"" + mode + "\", volts_per_unit = " + digits(c.S) +
                              ", full_scale_rate = " + list_of({c.full_scale[0], c.full_scale[1], c.full_scale[2]});
        if (c.quaternion)
            machine += ", K = " + digits(c.K) + ", C = " + digits(c.C);
        else
            machine += ", k1 = " + digits(c.K1) + ", C1 = " + digits(c.C1) + ", k2 = " + digits(c.K2) +
                       ", C2 = " + digits(c.C2);
        if (!c.eps.empty()) machine += ", errors = " + list_of(c.eps);
        if (!c.gains.empty()) machine += ", gains = " + list_of(c.gains);
        if (!c.offsets.empty()) machine += ", offsets = " + list_of(c.offsets);
        const reference::Result r = run_text(scenario(c.quaternion ? "quaternion" : "dcm-two-vector", machine,
                                                      list_of({c.PQR[0], c.PQR[1], c.PQR[2]}), c.T, "0.01"));
        const std::vector<double>& state = r.last().state;
        for (std::size_t i = 0; i < c.final_volts.size(); ++i)
            EXPECT_NEAR(state[i], c.final_volts[i], 1e-6) << c.name << " " << i;
        for (std::size_t i = 0; i < c.readout.size(); ++i)
            EXPECT_NEAR(state[(c.quaternion ? 5u : 9u) + i], c.readout[i], 2e-6) << c.name << " reading " << i;
        const Vec3<double> drift = analog_drift(r.last().q_NB);
        for (int i = 0; i < 3; ++i) EXPECT_NEAR(drift[i], c.drift[static_cast<std::size_t>(i)], 1e-7) << c.name;
    }
}

TEST(AnalogRuns, ColumnsAreTheVoltages) {
    const Scenario q = read_scenario(scenario("quaternion", "error = \"none\"", "[0.5, 0, 0]", 1, "0.01"), "test.toml");
    EXPECT_EQ(columns_of(q.problem, q.methods[0]).state,
              (std::vector<std::string>{"E1",           "E2",      "E3",      "E4",      "phi", "v11", "v12",
                                        "v13",          "v21",     "v22",     "v23",     "v31", "v32", "v33",
                                        "length_error", "drift_x", "drift_y", "drift_z", "P",   "Q",   "R"}));
    const reference::Result r = reference::run(q);
    const reference::KeptRow& last = r.last();
    ASSERT_EQ(last.state.size(), 21u);
    // e1 = cos(0.25), e4 = sin(0.25); P turns about x
    EXPECT_NEAR(last.state[0], 50 * std::cos(0.25), 1e-6);
    EXPECT_NEAR(last.state[3], 50 * std::sin(0.25), 1e-6);
    EXPECT_NEAR(last.q_NB.x, std::sin(0.25), 1e-8);
    EXPECT_NEAR(last.state[10], 50 * std::sin(0.5), 1e-5);   // a23
    EXPECT_NEAR(last.state[12], -50 * std::sin(0.5), 1e-5);  // a32
    EXPECT_EQ(last.w_NB_B[0], 0.5);
    // nothing is wrong with this machine: no error of length, no drift, the slopes show the rate
    for (std::size_t i : {14u, 15u, 16u, 17u, 19u, 20u}) EXPECT_NEAR(last.state[i], 0, 1e-10) << i;
    EXPECT_NEAR(last.state[18], 0.5, 1e-10);

    const Scenario c = read_scenario(scenario("dcm-two-vector", "error = \"none\"", "[0.5, 0, 0]"), "test.toml");
    const auto names = columns_of(c.problem, c.methods[0]).state;
    EXPECT_EQ(names.size(), 22u);
    EXPECT_EQ(names[0], "A11");
    EXPECT_EQ(names[8], "i_dot_j");
    const reference::Result d = reference::run(c);
    EXPECT_LT(reference::angle(reference::wide(d.last().q_NB), reference::wide(last.q_NB)), 1e-6);
}

// Amplifiers short by a thousandth turn the machine too slowly: P is 0.999 of the rate, and the drift is what is
// missing.
TEST(AnalogRuns, DriftAndRateAreRead) {
    const reference::Result r =
        run_text(scenario("quaternion", "error = \"none\", gain_error = 1e-3", "[0.5, 0, 0]", 10));
    const std::vector<double>& state = r.last().state;
    // 1e-6: steps of 0.1 s leave 3e-7 of the length, and what is shown goes with its square
    EXPECT_NEAR(state[18], 0.5 * 0.999, 1e-6);
    EXPECT_NEAR(state[15], -1e-3 * 0.5 * 10, 1e-6);
    EXPECT_NEAR(state[16], 0, 1e-9);
    // where the rate is not constant there is no drift to read, but all else
    const Scenario switched = read_scenario(
        "[rates]\nkind = \"formula\"\nvalue = [\"0.1*t\", \"0\", \"0\"]\n[method]\nintegrator = \"rk4\"\nstep = 0.1\n"
        "arithmetic = { kind = \"analog\", error = \"none\" }\n[run]\nduration = 1\n",
        "test.toml");
    const auto names = columns_of(switched.problem, switched.methods[0]).state;
    EXPECT_EQ(names.size(), 18u);
    EXPECT_EQ(names.back(), "R");
    const reference::Result turned = reference::run(switched);
    ASSERT_EQ(turned.last().state.size(), names.size());
    EXPECT_NEAR(turned.last().state[15], 0.1, 1e-8);  // P
}

// The same seed is the same machine; another seed another; and the machine of a Monte Carlo is found again by its seed.
TEST(AnalogRuns, ASeedIsAMachine) {
    const auto last = [](const std::string& machine) {
        return run_text(scenario("quaternion", machine, "[0.5, 0, 0]", 20)).last().q_NB;
    };
    EXPECT_EQ(last("seed = 3").x, last("seed = 3").x);
    EXPECT_NE(last("seed = 3").x, last("seed = 4").x);
    EXPECT_EQ(last("").x, last("seed = 1, error = \"correlated-knots\", sigma = 0.053, knots = 45").x);
    EXPECT_NE(last("seed = 3").x, last("seed = 3, knots = 44").x);
}

TEST(AnalogRuns, StartsAnywhere) {
    const std::string start = "[start]\nattitude = { euler = \"zyx\", angles_deg = [30, 20, 10] }\n";
    for (const char* attitude : {"quaternion", "dcm-two-vector"}) {
        const reference::Result r = run_text(start + scenario(attitude, "error = \"none\"", "[0, 0, 0]"));
        // robinson_conversions.csv: psi 30, theta 20, phi 10
        const double A[9] = {0.813797681349374,  0.469846310392954,  -0.342020143325669,
                             -0.440969610529882, 0.882564119259385,  0.163175911166535,
                             0.378522306369792,  0.0180283112362973, 0.925416578398323};
        const std::size_t readings = attitude == std::string("quaternion") ? 5 : 9;
        for (std::size_t i = 0; i < 9; ++i)
            EXPECT_NEAR(r.rows[0].state[readings + i], 50 * A[i], 1e-12) << attitude << i;
    }
}

// Readings to 10 mV, as they were taken
TEST(AnalogRuns, ReadingsCanBeRounded) {
    const reference::Result r = run_text(scenario("quaternion", "read_to = 0.01", "[0.3, 0.2, -0.1]"));
    for (std::size_t i = 5; i < 14; ++i) {
        const double hundredths = r.last().state[i] * 100;
        EXPECT_NEAR(hundredths, std::round(hundredths), 1e-9);
    }
    EXPECT_NE(r.last().state[0] * 100, std::round(r.last().state[0] * 100));
}

// A start of length 0.9 with C = 10 puts 190 V on the correction signal.
TEST(AnalogRuns, OverloadIsReportedClippedOrFatal) {
    const auto text = [](const std::string& how) {
        return "[start]\nattitude = { quaternion = [0.95, 0, 0, 0] }\n" +
               scenario("quaternion", "error = \"none\", C = 20, overload = \"" + how + "\"", "[0, 0, 0]", 1, "0.01");
    };
    const reference::Result reported = run_text(text("report"));
    ASSERT_EQ(reported.statistics.notes.size(), 1u);
    EXPECT_NE(reported.statistics.notes[0].find("PHI beyond 100 V from t = 0 s, largest 195 V"), std::string::npos)
        << reported.statistics.notes[0];
    const reference::Result clipped = run_text(text("clip"));
    ASSERT_EQ(clipped.statistics.notes.size(), 1u);
    EXPECT_NE(clipped.statistics.notes[0].find("held at 100 V"), std::string::npos);
    // held back, the length comes in more slowly
    EXPECT_LT(clipped.last().q_NB.w, reported.last().q_NB.w - 1e-5);
    try {
        run_text(text("fail"));
        ADD_FAILURE() << "an overload was not seen";
    } catch (const ComputationFailed& e) {
        EXPECT_EQ(e.time, 0);
        EXPECT_NE(std::string(e.what()).find("PHI"), std::string::npos) << e.what();
    }
    EXPECT_TRUE(run_text(scenario("quaternion", "", "[1, 0, 0]")).statistics.notes.empty());
    // a rate beyond full scale overloads its input
    const auto fast = run_text(scenario("quaternion", "", "[1.5, 0, 0]")).statistics.notes;
    ASSERT_EQ(fast.size(), 1u);
    EXPECT_NE(fast[0].find("overload: P beyond 100 V"), std::string::npos) << fast[0];
}

void expect_refused(const std::string& text, const std::string& words) {
    try {
        Scenario s = read_scenario(text, "test.toml");
        prepare(s.problem, s.methods[0], s.run);
        ADD_FAILURE() << "not refused: " << words;
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
}

TEST(AnalogRuns, RefusesWhatItHasNoCircuitFor) {
    const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
        text.replace(text.find(from), from.size(), to);
        return text;
    };
    const std::string good = scenario("quaternion", "", "[0.5, 0, 0]");
    expect_refused(replaced(good, "\"quaternion\"", "\"mrp\""), "has circuits for \"quaternion\"");
    expect_refused(replaced(good, "rk4", "dop853"), "emulated with integrator = \"rk4\"");
    expect_refused(replaced(good, "step =", "constraint = \"normalise\"\nstep ="), "leave constraint out and set K");
    expect_refused(scenario("quaternion", "errors = [1, 2]", "[0, 0, 0]"), "45 for each of 26");
    expect_refused(scenario("quaternion", "error = \"correlated-gain\", errors = [1, 2]", "[0, 0, 0]"),
                   "expected 26 numbers");
    expect_refused(scenario("dcm-two-vector", "gains = [1, 1, 1, 1]", "[0, 0, 0]"), "for A11, A21, A31, A12");
    expect_refused(scenario("quaternion", "knots = 1", "[0, 0, 0]"), "from 2 to 10000");
    expect_refused(scenario("quaternion", "full_scale_rate = [1, 0, 1]", "[0, 0, 0]"), "greater than 0");
    expect_refused(scenario("quaternion", "volts_per_unit = 150", "[0, 0, 0]"), "beyond full scale");
    expect_refused(scenario("quaternion", "lag = 0.0012", "[0, 0, 0]"), "needs a step below 0.00334 s");
    expect_refused("[body]\ninertia = [1, 2, 3]\n[start]\nrate = [1, 0, 0]\n" + good.substr(good.find("[method]")),
                   "give [rates]");
}

}  // namespace

}  // namespace analog_runs_test
