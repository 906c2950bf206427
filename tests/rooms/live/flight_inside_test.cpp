// Bodies with an inside fly too: wheels, controllers that look off the grid, events, masses that move, bodies on a
// table.
#include "flights.hpp"

namespace flight_inside_test {

using namespace polhode;
using namespace flights;

namespace {

struct Case {
    const char *scenario, *integrator, *step, *sample;
    Vec3<double> strength{1, 1, 1};  // of the hand, N m
};

std::vector<std::string> settings_of(const Case& c) {
    return {std::string("method.integrator=") + c.integrator, std::string("method.step=") + c.step,
            std::string("run.sample=") + c.sample};
}

Scenario scenario_of(const Case& c) {
    return read_scenario_file(std::string(POLHODE_SOURCE_DIR "/scenarios/") + c.scenario + ".toml", settings_of(c));
}

}  // namespace

class InsideBodies : public testing::TestWithParam<Case> {};
TEST_P(InsideBodies, BitsOfAFlightAreThoseOfItsRecord) {
    const Scenario scenario = scenario_of(GetParam());
    // one ends between two rows, one on a row, whose time may differ from n h in its last bit
    for (const std::uint64_t steps : {217u, 120u}) expect_same_bits(scenario, steps, GetParam().strength);
}
INSTANTIATE_TEST_SUITE_P(
    Flights, InsideBodies,
    testing::Values(Case{"control-pd-wheels", "rk4", "0.01", "0.1"}, Case{"control-pd-wheels", "taylor", "0.03", "0.3"},
                    Case{"control-pid", "rkmk4", "0.03", "0.3"}, Case{"control-sliding-mode", "rk4", "0.003", "0.03"},
                    Case{"control-b-dot", "rk4", "0.7", "7.0", {1e-4, 1e-4, 1e-4}},
                    Case{"reaction-wheels-slew", "cf4", "0.01", "0.1"}, Case{"cmg-slew", "rk4", "0.01", "0.1"},
                    Case{"dual-spin", "dopri5", "0.02", "0.2"}, Case{"flat-spin", "rk4", "0.01", "0.1"},
                    Case{"skater", "taylor", "0.003", "0.03"}, Case{"skater", "heun", "0.001", "0.01"},
                    Case{"dry-friction", "rk4", "0.01", "0.1", {0, 0, 1}},
                    Case{"rattleback", "rk4", "0.001", "0.01", {1e-6, 1e-6, 1e-6}},
                    Case{"rolling-wheel", "dop853", "0.001", "0.01", {1e-3, 1e-3, 1e-3}}),
    [](const auto& tested) {
        std::string name = std::string(tested.param.scenario) + "_" + tested.param.integrator;
        std::replace(name.begin(), name.end(), '-', '_');
        return name;
    });

// Events that act and an event that ends the flight: the record ends where the flight did.
TEST(InsideFlights, AnEventEndsTheFlightAndItsRecord) {
    const Scenario scenario = read_scenario(R"(
[body]
inertia = [1.0, 1.3, 0.7]
[start]
rate = [0.3, -0.2, 1.0]
[[rotor]]
kind = "driven"
name = "wheel"
axis = [0.0, 0.0, 1.0]
moment = 0.1
torque = "0.5"
torque_limit = 0.4
[[event]]
name = "fast"
when = "wheel - 0.3"
do = "mark"
[[event]]
name = "enough"
when = "wheel - 1.0"
do = "stop"
[method]
integrator = "rk4"
step = 0.003
[run]
duration = 9.0
sample = 0.03
)",
                                            "event.toml");
    const test::Folder folder;
    const std::string path = folder.file("flight.toml");
    const std::vector<Rows> rows = flown(scenario, 3000, path);
    ASSERT_LT(rows[0].size(), 290u) << "it was stopped";
    EXPECT_EQ(rows, rows_by_run(read_scenario_file(path)));
}

TEST(InsideFlights, StepsThatDoNotMeetInTheLastBitAreFlownButNotRecorded) {
    const Case odd{"skater", "rk4", "0.003", "0.03"};
    const std::string text = scenario_of(odd).text;
    const auto beside = [&](const char* step) {
        return read_scenario(text + "\n[[compare]]\nname = \"beside\"\nintegrator = \"rk4\"\nstep = " + step + "\n",
                             "skater.toml", settings_of(odd));
    };
    expect_same_bits(beside("0.0015"), 120);
    EXPECT_THROW(expect_same_bits(beside("0.001"), 120), InputError);
    LiveRunner runner(beside("0.001"), {});
    EXPECT_TRUE(runner.step_once(true));
}

// adams-moulton takes no torque from outside: it flies by itself, with the bits of a run.
TEST(Flights, AdamsMoultonFliesByItself) {
    const Scenario scenario = read_scenario(
        "[body]\ninertia = [1.0, 1.3, 0.7]\n[start]\nrate = [0.3, -0.2, 4.0]\n[method]\nintegrator = "
        "\"adams-moulton\"\nstep = 0.003\n[run]\nduration = 0.9\nsample = 0.03\n",
        "test.toml");
    LiveOptions options;
    options.clock = LiveOptions::Clock::none;
    options.duration = 0.9;
    LiveRunner runner(scenario, options);
    EXPECT_FALSE(runner.can_be_pushed());
    Rows rows;
    runner.body().set_row_sink([&](std::size_t, const Row& row) { rows.push_back(bits_of(row)); });
    EXPECT_EQ(runner.run({}), LiveRunner::End::complete);
    EXPECT_EQ(rows, rows_by_run(scenario).front());
}

}  // namespace flight_inside_test
