#include "polhode/links/own_json.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace own_json_test {

namespace {

using namespace polhode;
using nlohmann::json;

LiveFrame a_frame() {
    LiveFrame frame;
    frame.seq = 812;
    frame.step = 13533;
    frame.t = 13533 * 0.001;
    frame.q_NB = {0.1, -1.0 / 3, 1e-300, 5e-324};
    frame.w_NB_B = {1e22, -0.0, 123456789.123456789};
    frame.energy = 2.5;
    frame.L_N = {1, 2, 3};
    frame.wall_ns = 13533000041;
    frame.late_us = 41.5;
    frame.overruns = 3;
    frame.input = 7;
    return frame;
}

json written(const LiveFrame& frame, const std::vector<std::string>& names = {}) {
    std::string text;
    write_frame_json(text, frame, names);
    return json::parse(text);
}

TEST(OwnJson, AFrameKeepsEveryBit) {
    const LiveFrame frame = a_frame();
    const json read = written(frame);
    EXPECT_EQ(read["op"], "frame");
    EXPECT_EQ(read["seq"], 812);
    EXPECT_EQ(read["n"], 13533);
    EXPECT_EQ(read["t"].get<double>(), frame.t);
    EXPECT_EQ((read["q_NB"].get<std::array<double, 4>>()), frame.q_NB);
    EXPECT_EQ((read["w_NB_B"].get<std::array<double, 3>>()), frame.w_NB_B);
    EXPECT_EQ(read["wall_ns"].get<std::int64_t>(), 13533000041);
    EXPECT_EQ(read["late_us"], 41.5);
    EXPECT_FALSE(read.contains("id"));
    EXPECT_FALSE(read.contains("compare"));
}

RC_GTEST_PROP(OwnJson, NumbersKeepTheirBits, (double a, double b)) {
    LiveFrame frame;
    frame.t = a;
    frame.w_NB_B = {b, a, -b};
    const json read = written(frame);
    RC_ASSERT(read["t"].get<double>() == a);
    RC_ASSERT((read["w_NB_B"].get<std::array<double, 3>>() == frame.w_NB_B));
}

TEST(OwnJson, WhatIsNoNumberIsLeftOut) {
    LiveFrame frame = a_frame();
    frame.energy = std::numeric_limits<double>::quiet_NaN();
    frame.L_N[1] = std::numeric_limits<double>::infinity();
    const json read = written(frame);
    EXPECT_FALSE(read.contains("energy"));
    EXPECT_FALSE(read.contains("L_N"));
    EXPECT_TRUE(read.contains("w_NB_B"));
}

TEST(OwnJson, CompanionsAreNamed) {
    LiveFrame frame = a_frame();
    frame.id = 3;
    frame.companions = 2;
    frame.companion[0].angle = 0.25;
    frame.companion[1].failed = true;
    const json read = written(frame, {"a \"b\"\\\n", "\xff\xc3\xa9"});
    EXPECT_EQ(read["id"], 3);
    ASSERT_EQ(read["compare"].size(), 2u);
    EXPECT_EQ(read["compare"][0]["name"], "a \"b\"\\\n");
    EXPECT_EQ(read["compare"][0]["angle"], 0.25);
    EXPECT_EQ(read["compare"][0]["failed"], false);
    EXPECT_EQ(read["compare"][1]["name"], "?\xc3\xa9");
    EXPECT_EQ(read["compare"][1]["failed"], true);
}

TEST(OwnJson, AFrameUsesTheTextItHas) {
    std::string text;
    write_frame_json(text, a_frame(), {});
    const std::size_t room = text.capacity();
    text.clear();
    write_frame_json(text, a_frame(), {});
    EXPECT_EQ(text.capacity(), room);
}

TEST(OwnJson, HelloStatusAndEnd) {
    std::string text;
    write_hello_json(text, {"a top", 0.001, 0.5, {"push", "stick"}, {"gray-2"}});
    const json hello = json::parse(text);
    EXPECT_EQ(hello["version"], 1);
    EXPECT_EQ(hello["title"], "a top");
    EXPECT_EQ(hello["step"], 0.001);
    EXPECT_EQ(hello["speed"], 0.5);
    EXPECT_EQ(hello["inputs"], (json{"push", "stick"}));
    EXPECT_EQ(hello["compare"], (json{"gray-2"}));
    text.clear();
    write_status_json(text, "warning", "late");
    EXPECT_EQ(text, R"({"op":"status","level":"warning","text":"late"})");
    text.clear();
    write_end_json(text, "");
    EXPECT_EQ(text, R"({"op":"end","reason":""})");
}

LiveCommand command_of(const std::string& text) {
    LiveCommand command;
    const LinkFault fault = read_command_json(text, command);
    EXPECT_FALSE(fault) << text << ": " << fault.message;
    return command;
}

TEST(OwnJson, CommandsAreRead) {
    using Kind = LiveCommand::Kind;
    const LiveCommand push =
        command_of(R"({"op":"push","torque":[1,-2.5,3e-3],"frame":"world","seconds":0.05,"id":7})");
    EXPECT_EQ(push.kind, Kind::push);
    EXPECT_EQ(push.vector, (std::array<double, 3>{1, -2.5, 3e-3}));
    EXPECT_TRUE(push.world);
    EXPECT_EQ(push.seconds, 0.05);
    EXPECT_EQ(push.id, 7);
    const LiveCommand stick = command_of(R"({"buttons":[0,1,0,1],"op":"stick","axes":[-1,0.25,1]})");
    EXPECT_EQ(stick.kind, Kind::stick);
    EXPECT_EQ(stick.axis_count, 3u);
    EXPECT_EQ(stick.axes[1], 0.25);
    EXPECT_EQ(stick.buttons, 10u);
    EXPECT_EQ(command_of(R"({"op":"rate","w_NB_B":[0.1,0,0]})").vector[0], 0.1);
    EXPECT_EQ(command_of(R"({"op":"pause"})").kind, Kind::pause);
    EXPECT_EQ(command_of(R"( {"op":"resume"} )").kind, Kind::resume);
    EXPECT_EQ(command_of(R"({"op":"speed","value":0.5})").value, 0.5);
    EXPECT_EQ(command_of(R"({"op":"reset"})").kind, Kind::reset);
    const LiveCommand step = command_of(R"({"op":"step","n":10,"id":3})");
    EXPECT_EQ(step.count, 10u);
    EXPECT_EQ(step.id, 3);
    EXPECT_EQ(command_of(R"({"op":"step"})").count, 1u);
    const LiveCommand set = command_of(R"({"op":"set","key":"torque[0].g","value":1.62})");
    EXPECT_STREQ(set.key.data(), "torque[0].g");
    EXPECT_STREQ(set.text.data(), "1.62");
    const LiveCommand list = command_of("{\"op\":\"set\",\"key\":\"k\",\"value\":[\"sin(t)\",2,true]}");
    EXPECT_STREQ(list.text.data(), "[\"sin(t)\",2,true]");
}

struct Refused {
    const char* text;
    const char* kind;
    const char* words;
};

TEST(OwnJson, BadCommandsAreRefusedWithAReason) {
    for (const Refused& bad : {
             Refused{"", "not JSON", "not JSON"},
             {"[]", "not JSON", "not an object"},
             {"{\"op\":\"pause\"", "not JSON", "not JSON"},
             {"{\"op\":\"pause\"} x", "not JSON", "not JSON"},
             {"{\"op\":\"pause\",\"op\":\"reset\"}", "not JSON", "'op' stands twice"},
             {"{\"op\":\"\xff\"}", "not JSON", "UTF-8"},
             {"{\"op\":[[[1]]]}", "not JSON", "deeper"},
             {"{\"torque\":1}", "no operation", "\"op\""},
             {"{\"op\":5}", "no operation", "\"op\""},
             {"{\"op\":\"puhs\"}", "unknown operation", "did you mean 'push'?"},
             {"{\"op\":\"push\",\"torqe\":[1,2,3],\"seconds\":1}", "unknown key", "did you mean 'torque'?"},
             {"{\"op\":\"pause\",\"x\":1}", "unknown key", "none here"},
             {"{\"op\":\"push\",\"seconds\":1}", "missing key", "torque is missing"},
             {"{\"op\":\"push\",\"torque\":[1,2],\"seconds\":1}", "wrong value", "three numbers"},
             {"{\"op\":\"push\",\"torque\":[1,2,\"3\"],\"seconds\":1}", "wrong value", "three numbers"},
             {"{\"op\":\"push\",\"torque\":[1,2,1e999],\"seconds\":1}", "not JSON", "not JSON"},
             {"{\"op\":\"push\",\"torque\":[1,2,null],\"seconds\":1}", "wrong value", "three numbers"},
             {"{\"op\":\"push\",\"torque\":[1,2,3],\"seconds\":-1}", "wrong value", "seconds"},
             {"{\"op\":\"push\",\"torque\":[1,2,3],\"seconds\":1,\"frame\":\"wrld\"}", "wrong value", "\"world\""},
             {"{\"op\":\"push\",\"torque\":[1,2,3],\"seconds\":1,\"id\":1.5}", "wrong value", "whole"},
             {"{\"op\":\"stick\",\"axes\":[2]}", "wrong value", "-1 to 1"},
             {"{\"op\":\"stick\",\"axes\":[0,0,0,0,0,0,0,0,0]}", "wrong value", "up to 8"},
             {"{\"op\":\"stick\",\"axes\":[],\"buttons\":[2]}", "wrong value", "0 or 1"},
             {"{\"op\":\"speed\",\"value\":-1}", "wrong value", "paused"},
             {"{\"op\":\"step\",\"n\":0}", "wrong value", "from 1"},
             {"{\"op\":\"step\",\"n\":1e10}", "wrong value", "from 1"},
             {"{\"op\":\"set\",\"key\":\"\",\"value\":1}", "wrong value", "63 bytes"},
             {"{\"op\":\"set\",\"key\":\"a\\u0000b\",\"value\":1}", "wrong value", "63 bytes"},
         }) {
        LiveCommand command;
        command.seconds = 42;
        const LinkFault fault = read_command_json(bad.text, command);
        ASSERT_TRUE(fault) << bad.text;
        EXPECT_STREQ(fault.kind, bad.kind) << bad.text;
        EXPECT_NE(fault.message.find(bad.words), std::string::npos) << bad.text << ": " << fault.message;
        EXPECT_EQ(command.seconds, 42) << "changed by " << bad.text;
    }
    LiveCommand command;
    EXPECT_STREQ(read_command_json(std::string(longest_command + 1, ' '), command).kind, "not JSON");
    const std::string long_key = "{\"op\":\"set\",\"value\":1,\"key\":\"" + std::string(64, 'k') + "\"}";
    EXPECT_STREQ(read_command_json(long_key, command).kind, "wrong value");
}

}  // namespace

}  // namespace own_json_test
