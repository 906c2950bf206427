// A flight has the bits of `polhode run` on its record, whatever the method.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <random>

#include "polhode/live/flight_recorder.hpp"
#include "polhode/live/live_runner.hpp"
#include "polhode/run/prepare.hpp"
#include "support/folder.hpp"

namespace flight_bits_test {

using namespace polhode;

namespace {

// Every number of a row by its bits.
std::string bits_of(const Row& row) {
    std::vector<double> all{row.t,         row.q_NB.w, row.q_NB.x, row.q_NB.y, row.q_NB.z, row.w_NB_B[0], row.w_NB_B[1],
                            row.w_NB_B[2], row.energy, row.L_N[0], row.L_N[1], row.L_N[2], row.defect};
    all.insert(all.end(), row.state.begin(), row.state.end());
    std::string bytes(all.size() * sizeof(double), '\0');
    std::memcpy(bytes.data(), all.data(), bytes.size());
    return bytes;
}
using Rows = std::vector<std::string>;

std::vector<Rows> rows_by_run(const Scenario& scenario) {
    std::vector<Rows> all;
    for (const Plan& plan : scenario.plans) {
        Rows rows;
        Statistics statistics;
        RunObserver observer;
        observer.row = [&](const Row& row) { rows.push_back(bits_of(row)); };
        try {
            simulate(plan, observer, statistics);
        } catch (const ComputationFailed&) {
            rows.emplace_back("failed");
        }
        all.push_back(std::move(rows));
    }
    return all;
}

// Steps of a hand that trembles: pushes and rates at odd steps, in both frames, some of them twice the same.
class Hand {
 public:
    explicit Hand(bool rates) : rates_(rates) {}
    void move(LiveRunner& runner) {
        if (std::uniform_int_distribution<int>(0, 9)(random_) > 1) return;
        std::uniform_real_distribution<double> any(-1, 1);
        LiveCommand command;
        command.kind = rates_ ? LiveCommand::Kind::rate : LiveCommand::Kind::push;
        command.vector = {any(random_), any(random_), any(random_)};
        command.world = any(random_) > 0;
        command.seconds = 0.02 * (1 + any(random_));
        EXPECT_TRUE(runner.take(command));
    }

 private:
    bool rates_;
    std::mt19937 random_{1952};
};

// Flies it by hand for `steps`, and gives the rows of all methods; the record goes to `path`.
std::vector<Rows> flown(const Scenario& scenario, std::uint64_t steps, const std::string& path) {
    LiveOptions options;
    options.clock = LiveOptions::Clock::none;
    LiveRunner runner(scenario, options);
    FlightRecorder recorder(scenario, runner.body(), path);
    runner.set_recorder(&recorder);
    std::vector<Rows> rows(scenario.methods.size());
    runner.body().set_row_sink([&](std::size_t i, const Row& row) { rows[i].push_back(bits_of(row)); });
    Hand hand(runner.body().takes_rate());
    for (std::uint64_t n = 0; n < steps; ++n) {
        hand.move(runner);
        if (!runner.step_once(n % 7 == 0)) break;
    }
    runner.body().finish();
    recorder.close();
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!runner.body().run(i).failure().empty()) rows[i].emplace_back("failed");
    return rows;
}

std::vector<Rows> replayed(const std::string& path) {
    const Scenario scenario = read_scenario_file(path);
    LiveOptions options;
    options.clock = LiveOptions::Clock::none;
    options.replay = true;
    options.duration = scenario.run.duration;
    LiveRunner runner(scenario, options);
    std::vector<Rows> rows(scenario.methods.size());
    runner.body().set_row_sink([&](std::size_t i, const Row& row) { rows[i].push_back(bits_of(row)); });
    EXPECT_EQ(runner.run({}), LiveRunner::End::complete);
    return rows;
}

void expect_same_bits(const std::string& text, std::uint64_t steps = 333) {
    const test::Folder folder;
    const Scenario scenario = read_scenario(text, "test.toml");
    const std::string path = folder.file("flight.toml");
    const std::vector<Rows> rows = flown(scenario, steps, path);
    const std::vector<Rows> run = rows_by_run(read_scenario_file(path));
    const std::vector<Rows> again = replayed(path);
    ASSERT_EQ(rows.size(), run.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ASSERT_GT(rows[i].size(), 10u);
        EXPECT_EQ(rows[i], run[i]) << "method " << i << " by run\n" << text;
        EXPECT_EQ(rows[i], again[i]) << "method " << i << " by replay\n" << text;
    }
}

const std::string body = R"(
[body]
inertia = [1.0, 1.3, 0.7]
mass = 2.0
centre = [0.0, 0.0, 0.1]
[start]
attitude = { quaternion = [0.9, 0.1, 0.3, 0.2], normalise = true }
rate = [0.3, -0.2, 4.0]
[[torque]]
kind = "gravity"
[[torque]]
kind = "thruster"
force = [0.4, 0.0, 0.0]
at = [0.0, 1.0, 0.5]
start = 0.1
stop = 0.1505
[run]
duration = 9.0
sample = 0.03
)";
const std::string rates = R"(
[rates]
kind = "constant"
value = [0.2, 0.1, 0.3]
[run]
duration = 9.0
sample = 0.03
)";

std::string method(const std::string& keys) { return "[method]\nstep = 0.003\n" + keys + "\n"; }

}  // namespace

class OfBodies : public testing::TestWithParam<const char*> {};
TEST_P(OfBodies, BitsOfAFlightAreThoseOfItsRecord) { expect_same_bits(method(GetParam()) + body); }
INSTANTIATE_TEST_SUITE_P(
    Flights, OfBodies,
    testing::Values("integrator = \"rk4\"", "integrator = \"rk4\"\nattitude = \"dcm\"",
                    "integrator = \"rk4\"\nattitude = \"euler-zyx\"", "integrator = \"rk4\"\nattitude = \"mrp\"",
                    "integrator = \"rk4\"\nattitude = \"dcm-gray\"\nconstraint = \"gray-2\"",
                    "integrator = \"rk4\"\narithmetic = \"float\"", "integrator = \"rk4\"\ncompensated = true",
                    "integrator = \"adams-bashforth\"", "integrator = \"adams-bashforth\"\nattitude = \"dcm\"",
                    "integrator = \"heun\"\nconstraint = \"normalise\"", "integrator = \"rotation-vector\"",
                    "integrator = \"rotation-vector\"\nrate = \"midpoint\"\ncompensated = true",
                    "integrator = \"splitting\"", "integrator = \"dop853\"", "integrator = \"merson\""));

class OfRates : public testing::TestWithParam<const char*> {};
TEST_P(OfRates, BitsOfAFlightAreThoseOfItsRecord) { expect_same_bits(method(GetParam()) + rates); }
INSTANTIATE_TEST_SUITE_P(
    Flights, OfRates,
    testing::Values("integrator = \"rk4\"", "integrator = \"rotation-vector\"", "integrator = \"adams-bashforth\"",
                    "integrator = \"heun\"\nattitude = \"dcm-gray\"\nconstraint = \"gray-2\"\narithmetic = { kind = "
                    "\"fixed-point\", fraction_bits = 23 }",
                    "integrator = \"taylor\"\narithmetic = \"fixed-point\"\norder = 6",
                    "integrator = \"rk4\"\narithmetic = \"analog\"\nattitude = \"quaternion\"",
                    "integrator = \"summed-vector\"", "integrator = \"rk4\"\nattitude = \"dcm-two-vector\""));

// Whatever stands in the registry with a fixed step, one thing at a time: either it is refused in words or it has the
// bits.
TEST(Flights, EverythingInTheRegistryThatIsSteppedHasTheBitsOfItsRecord) {
    std::vector<std::string> methods;
    for (const std::string& name : names_of("integrator")) methods.push_back("integrator = \"" + name + "\"");
    for (const std::string& name : names_of("attitude"))
        methods.push_back("integrator = \"rk4\"\nattitude = \"" + name + "\"");
    for (const std::string& name : names_of("constraint"))
        for (const char* attitude : {"quaternion", "dcm", "dcm-gray"})
            methods.push_back(std::string("integrator = \"heun\"\nattitude = \"") + attitude + "\"\nconstraint = \"" +
                              name + "\"");
    for (const std::string& name : names_of("arithmetic"))
        methods.push_back("integrator = \"rk4\"\narithmetic = \"" + name + "\"");
    int stepped = 0;
    for (const std::string& keys : methods)
        for (const std::string& problem : {body, rates}) {
            const std::string text = method(keys) + problem;
            try {
                LiveRunner runner(read_scenario(text, "test.toml"), {});
                if (!runner.can_be_pushed()) continue;
                // one that breaks down under this hand (a gimbal lock, a word that overflows) has no flight to repeat
                Hand hand(runner.body().takes_rate());
                bool flies = true;
                for (int n = 0; n < 120 && flies; ++n) {
                    hand.move(runner);
                    flies = runner.step_once(false);
                }
                if (!flies) continue;
            } catch (const InputError&) {
                continue;
            }
            expect_same_bits(text, 120);
            ++stepped;
        }
    EXPECT_GT(stepped, 60);
}

TEST(Flights, MethodsFlyTogetherEachWithWordsOfItsOwn) {
    const auto words = [](int bits) {
        return "integrator = \"euler\"\nattitude = \"dcm-gray\"\nconstraint = \"gray-2\"\narithmetic = { kind = "
               "\"fixed-point\", fraction_bits = " +
               std::to_string(bits) + " }\n";
    };
    expect_same_bits("[method]\nstep = 0.006\n" + words(23) + "[[compare]]\nstep = 0.006\nname = \"fine\"\n" +
                     words(39) + "[[compare]]\nname = \"truth\"\nstep = 0.003\nintegrator = \"rotation-vector\"\n" +
                     rates);
}

TEST(Flights, EndsBetweenRowsAndBeforeTheFirst) {
    expect_same_bits(method("integrator = \"adams-bashforth\"") + body, 111);
    const test::Folder folder;
    const Scenario scenario = read_scenario(method("integrator = \"rk4\"") + body, "test.toml");
    const std::string path = folder.file("short");
    const std::vector<Rows> rows = flown(scenario, 3, path);
    EXPECT_EQ(rows, rows_by_run(read_scenario_file(path + ".toml")));
    EXPECT_EQ(rows[0].size(), 2u);
}

TEST(Flights, AResetBeginsAFlightOfItsOwn) {
    const test::Folder folder;
    const Scenario scenario = read_scenario(method("integrator = \"rk4\"") + body, "test.toml");
    LiveRunner runner(scenario, {});
    FlightRecorder recorder(scenario, runner.body(), folder.file("f.toml"));
    runner.set_recorder(&recorder);
    std::vector<Rows> flights(1);
    runner.body().set_row_sink([&](std::size_t, const Row& row) { flights.back().push_back(bits_of(row)); });
    runner.set_on_reset([&] { recorder.flush(); });
    Hand hand(false);
    for (int n = 0; n < 90; ++n) {
        hand.move(runner);
        ASSERT_TRUE(runner.step_once(false));
    }
    runner.body().finish();
    flights.emplace_back();
    runner.reset();
    for (int n = 0; n < 60; ++n) {
        hand.move(runner);
        ASSERT_TRUE(runner.step_once(false));
    }
    runner.body().finish();
    recorder.close();
    ASSERT_EQ(recorder.files(), (std::vector<std::string>{folder.file("f.toml"), folder.file("f.csv"),
                                                          folder.file("f-2.toml"), folder.file("f-2.csv")}));
    EXPECT_EQ(rows_by_run(read_scenario_file(folder.file("f.toml"))).front(), flights[0]);
    EXPECT_EQ(rows_by_run(read_scenario_file(folder.file("f-2.toml"))).front(), flights[1]);
}

TEST(Flights, TablesOfTheScenarioAreRepeatedAndCubicOnesNotRecorded) {
    const std::string table =
        "[[torque]]\nkind = \"table\"\ntimes = [0.0, 0.3, 0.6, 0.9, 2.0]\nx = [0.0, 0.1, -0.2, 0.3, 0.0]\ny = [0.0, "
        "0.0, "
        "0.1, 0.0, 0.0]\nz = [0.1, 0.1, 0.0, 0.1, 0.1]\noutside = \"hold\"\ninterpolation = ";
    expect_same_bits(method("integrator = \"rk4\"") + body + table + "\"linear\"\n");
    expect_same_bits(method("integrator = \"adams-bashforth\"") + body + table + "\"hold\"\n");
    EXPECT_THROW(expect_same_bits(method("integrator = \"rk4\"") + body + table + "\"cubic\"\n"), InputError);
}

TEST(Flights, WhatIsNotSteppedIsRefusedInWords) {
    const auto complaint = [](const std::string& text) -> std::string {
        try {
            const LiveRunner runner(read_scenario(text, "test.toml"), {});
        } catch (const InputError& e) {
            return e.what();
        }
        return "";
    };
    EXPECT_NE(complaint("[method]\nintegrator = \"dop853\"\ntolerance = 1e-9\n" + body).find("fixed `step`"),
              std::string::npos);
    EXPECT_NE(complaint(body).find("'default' goes through time in its own way"), std::string::npos);
    EXPECT_NE(complaint(method("integrator = \"taylor\"") + body).find("in its own way"), std::string::npos);
    EXPECT_NE(complaint(method("integrator = \"rk4\"") + body +
                        "[[compare]]\nname = \"odd\"\nintegrator = \"rk4\"\nstep = 0.002\n")
                  .find("does not fit into 0.003 s"),
              std::string::npos);
}

}  // namespace flight_bits_test
