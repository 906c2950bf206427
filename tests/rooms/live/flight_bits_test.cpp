// A flight has the bits of `polhode run` on its record, whatever the method.
#include "flights.hpp"

namespace flight_bits_test {

using namespace polhode;
using namespace flights;

namespace {

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
                    "integrator = \"splitting\"", "integrator = \"dop853\"", "integrator = \"merson\"",
                    "integrator = \"taylor\"", "integrator = \"taylor\"\norder = 8\narithmetic = \"float\""));

// What is set stands in the record, with the step and its time; a reset undoes it.
TEST(Flights, WhatIsSetIsRecordedAndUndoneByAReset) {
    const Scenario scenario = read_scenario(method("integrator = \"rk4\"") + body, "test.toml");
    const test::Folder folder;
    LiveRunner runner(scenario, {});
    FlightRecorder recorder(scenario, runner.body(), folder.file("flight.toml"));
    runner.set_recorder(&recorder);
    LiveSets sets(scenario, runner.body());
    const auto fly = [&](bool with) {
        for (int n = 0; n < 100; ++n) {
            if (with && n == 30) runner.set(sets.read("torque[0].g", "1.62"));
            EXPECT_TRUE(runner.step_once(true));
        }
        LiveFrame frame;
        runner.fill(frame);
        return frame.q_NB;
    };
    const auto heavy = fly(false);
    runner.reset();
    const auto light = fly(true);
    sets.reset();
    runner.reset();
    EXPECT_NE(light, heavy);
    EXPECT_EQ(fly(false), heavy);
    runner.finish();
    recorder.close();
    const std::string text = read_scenario_text(folder.file("flight-2.toml"));
    EXPECT_NE(text.find("[[change]]  # before step 30\nt = 0.09\nkey = \"torque[0].g\"\nvalue = 1.62\n"),
              std::string::npos)
        << text;
    EXPECT_EQ(read_scenario_text(folder.file("flight-3.toml")).find("change"), std::string::npos);
}

TEST(Flights, WhatCannotBeSetIsRefusedInWords) {
    const Scenario scenario = read_scenario(method("integrator = \"rk4\"") + body, "test.toml");
    LiveRunner runner(scenario, {});
    LiveSets sets(scenario, runner.body());
    const auto said = [&](const char* key, const char* value) {
        try {
            sets.read(key, value);
        } catch (const InputError& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    EXPECT_NE(said("torque[0].gg", "1").find("Did you mean 'g'?"), std::string::npos) << said("torque[0].gg", "1");
    EXPECT_NE(said("torque[5].g", "1").find("has 2 torques"), std::string::npos);
    EXPECT_NE(said("body.mass", "1").find("cannot change on the way"), std::string::npos);
    EXPECT_NE(said("constants.c", "1").find("there is no constant 'c'"), std::string::npos);
    EXPECT_NE(said("torque[0].g", "nan"), "");
    EXPECT_NE(said("torque[0].kind", "\"damping\"").find("stays of its kind"), std::string::npos);
    EXPECT_EQ(said("torque[0].g", "1.62"), "");
}

class OfRates : public testing::TestWithParam<const char*> {};
TEST_P(OfRates, BitsOfAFlightAreThoseOfItsRecord) { expect_same_bits(method(GetParam()) + rates); }
INSTANTIATE_TEST_SUITE_P(
    Flights, OfRates,
    testing::Values("integrator = \"rk4\"", "integrator = \"rotation-vector\"", "integrator = \"adams-bashforth\"",
                    "integrator = \"heun\"\nattitude = \"dcm-gray\"\nconstraint = \"gray-2\"\narithmetic = { kind = "
                    "\"fixed-point\", fraction_bits = 23 }",
                    "integrator = \"taylor\"\narithmetic = \"fixed-point\"\norder = 6", "integrator = \"taylor\"",
                    "integrator = \"rk4\"\narithmetic = \"analog\"\nattitude = \"quaternion\"",
                    "integrator = \"summed-vector\"", "integrator = \"rk4\"\nattitude = \"dcm-two-vector\""));

// Whatever stands in the registry with a fixed step, one thing at a time: either it is refused in words or it has the
// bits.
TEST(Flights, EverythingInTheRegistryThatIsSteppedHasTheBitsOfItsRecord_Long) {
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

// Thrice a third of a step is a step but for the last bit: the last rows of both methods stand at one time all the
// same.
TEST(Flights, EndsWhereAllMethodsHaveTheSameTime) {
    const test::Folder folder;
    const Scenario scenario = read_scenario(
        "[method]\nintegrator = \"dopri5\"\nstep = 0.001\n[[compare]]\nname = \"thirds\"\nintegrator = \"dopri5\"\n"
        "step = 0.0003333333333333333\n[body]\ninertia = [1.0, 1.3, 0.7]\n[start]\nrate = [0.3, -0.2, 4.0]\n[run]\n"
        "duration = 9.0\nsample = 0.003\n",
        "test.toml");
    ASSERT_NE(35 * 0.001, 105 * 0.0003333333333333333);
    for (const std::uint64_t steps : {34u, 35u, 36u}) {
        const std::string path = folder.file("flight-" + std::to_string(steps));
        const std::vector<Rows> rows = flown(scenario, steps, path);
        EXPECT_TRUE(rows == rows_by_run(read_scenario_file(path + ".toml"))) << steps;
        EXPECT_TRUE(rows == replayed(path + ".toml")) << steps;
    }
}

TEST(Flights, AResetBeginsAFlightOfItsOwn) {
    const test::Folder folder;
    const Scenario scenario = read_scenario(method("integrator = \"rk4\"") + body, "test.toml");
    LiveRunner runner(scenario, {});
    FlightRecorder recorder(scenario, runner.body(), folder.file("f.toml"));
    runner.set_recorder(&recorder);
    std::vector<Rows> flights(1);
    runner.body().set_row_sink([&](std::size_t, const Row& row) { flights.back().push_back(bits_of(row)); });
    // a last row that is due only because the flight ends comes before this
    runner.set_on_reset([&] {
        recorder.flush();
        flights.emplace_back();
    });
    Hand hand(false);
    for (int n = 0; n < 94; ++n) {
        hand.move(runner);
        ASSERT_TRUE(runner.step_once(false));
    }
    runner.reset();
    for (int n = 0; n < 60; ++n) {
        hand.move(runner);
        ASSERT_TRUE(runner.step_once(false));
    }
    runner.finish();
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
    EXPECT_NE(complaint(method("integrator = \"taylor\"\ntolerance = 1e-9") + body).find("in its own way"),
              std::string::npos);
    EXPECT_NE(complaint(method("integrator = \"rk4\"") + body +
                        "[[compare]]\nname = \"odd\"\nintegrator = \"rk4\"\nstep = 0.002\n")
                  .find("does not fit into 0.003 s"),
              std::string::npos);
}

}  // namespace flight_bits_test
