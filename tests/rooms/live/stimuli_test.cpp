#include "polhode/live/stimuli.hpp"

#include <gtest/gtest.h>

namespace stimuli_test {

using namespace polhode;

namespace {

const std::string front = R"([method]
integrator = "rk4"
step = 0.01
[run]
duration = 1.0
)";
const std::string body = front + "[body]\ninertia = [1.0, 2.0, 3.0]\n[start]\nrate = [0.0, 0.0, 1.0]\n";

LiveCommand push(double x, double seconds, bool world = false) {
    LiveCommand command;
    command.kind = LiveCommand::Kind::push;
    command.vector = {x, 0, 0};
    command.seconds = seconds;
    command.world = world;
    return command;
}

LiveCommand stick(int input, double a, double b = 0, double c = 0) {
    LiveCommand command;
    command.kind = LiveCommand::Kind::stick;
    command.input = input;
    command.axes = {a, b, c};
    command.axis_count = 3;
    return command;
}

std::string complaint(const std::string& text) {
    try {
        stimulus_inputs(read_scenario(text, "test.toml"), 0.01);
    } catch (const InputError& e) {
        return e.what();
    }
    return "";
}

}  // namespace

TEST(Stimuli, APushActsForItsSecondsInWholeStepsAndAtLeastOne) {
    Stimuli stimuli({}, {}, 0.01);
    EXPECT_EQ(stimuli.in_step(0).torque_B[0], 0);
    stimuli.take(push(2, 0.03), 1);
    stimuli.take(push(5, 0, true), 2);
    EXPECT_EQ(stimuli.in_step(1).torque_B[0], 2);
    EXPECT_EQ(stimuli.in_step(2).torque_N[0], 5);
    EXPECT_EQ(stimuli.in_step(2).torque_B[0], 2);
    EXPECT_EQ(stimuli.in_step(3).torque_N[0], 0);
    EXPECT_EQ(stimuli.in_step(3).torque_B[0], 2);
    EXPECT_EQ(stimuli.in_step(4), HeldStimulus{});
    EXPECT_EQ(stimuli.changes(), 3u);
}

TEST(Stimuli, PushesWithoutRoomAreRefused) {
    Stimuli stimuli({}, {}, 0.01);
    for (std::size_t i = 0; i < Stimuli::most_pushes; ++i) EXPECT_TRUE(stimuli.take(push(1, 0.01), 0));
    EXPECT_FALSE(stimuli.take(push(1, 0.01), 0));
    EXPECT_EQ(stimuli.in_step(0).torque_B[0], static_cast<double>(Stimuli::most_pushes));
    EXPECT_EQ(stimuli.in_step(1), HeldStimulus{});
    EXPECT_TRUE(stimuli.take(push(1, 0.01), 1));
}

TEST(Stimuli, SticksPushByTheirTables) {
    const Scenario scenario = read_scenario(body + R"([[input]]
kind = "joystick"
axes = [1, 0, 2]
torque = [2.0, 4.0, 8.0]
dead_zone = 0.0
[[input]]
kind = "gamepad"
axes = [0]
force = [3.0, 0.0, 0.0]
at = [0.0, 0.5, 0.0]
dead_zone = 0.5
)",
                                            "test.toml");
    Stimuli stimuli(stimulus_inputs(scenario, 0.01), {}, 0.01);
    stimuli.take(stick(0, 1, -0.5, 0.25), 0);
    EXPECT_EQ(stimuli.in_step(0).torque_B, (Vec3<double>{-1, 4, 2}));
    // from a page: not the stick of the kernel. A force of 3 N half a metre along y turns about -z; a dead zone of half
    // leaves half of three quarters
    stimuli.take(stick(-1, 0.75), 1);
    EXPECT_EQ(stimuli.in_step(1).torque_B, (Vec3<double>{-1, 4, 2 - 0.75}));
    stimuli.reset();
    EXPECT_EQ(stimuli.in_step(0), HeldStimulus{});
}

TEST(Stimuli, ARateHoldsUntilTheNext) {
    HeldStimulus rest;
    rest.rate_B = {0, 0, 1};
    Stimuli stimuli({}, rest, 0.01);
    EXPECT_EQ(stimuli.in_step(0).rate_B, rest.rate_B);
    LiveCommand command;
    command.kind = LiveCommand::Kind::rate;
    command.vector = {3, 2, 1};
    stimuli.take(command, 1);
    EXPECT_EQ(stimuli.in_step(100).rate_B, (Vec3<double>{3, 2, 1}));
    stimuli.reset();
    EXPECT_EQ(stimuli.in_step(0).rate_B, rest.rate_B);
}

TEST(Stimuli, TablesThatDoNotFitAreRefusedAtTheirKey) {
    const std::string rates = front + "[rates]\nkind = \"constant\"\nvalue = [0.0, 0.0, 1.0]\n";
    const std::string input = "[[input]]\nkind = \"keyboard\"\n";
    EXPECT_NE(complaint(body + input).find("input[0].torque: say what full deflection does: torque"),
              std::string::npos);
    EXPECT_NE(complaint(body + input + "rate = [1.0, 1.0, 1.0]\n").find("finds its rate by itself"), std::string::npos);
    EXPECT_NE(complaint(rates + input + "torque = [1.0, 1.0, 1.0]\n").find("the rate is given"), std::string::npos);
    EXPECT_NE(complaint(body + input + "force = [1.0, 1.0, 1.0]\n").find("say where it acts"), std::string::npos);
    EXPECT_NE(complaint(body + input + "torque = [1.0, 1.0, 1.0]\naxes = [0, 9]\n").find("9 is no axis"),
              std::string::npos);
    EXPECT_NE(complaint(body + input + "torque = [1.0, 1.0, 1.0]\ndead_zone = 1.0\n").find("below 1"),
              std::string::npos);
    EXPECT_NE(complaint(body + "[[input]]\nkind = \"joystik\"\n").find("Did you mean 'joystick'"), std::string::npos);
    EXPECT_NE(complaint(body + "[[link]]\nkind = \"json\"\nport = 70000\n").find("65535"), std::string::npos);
}

}  // namespace stimuli_test
