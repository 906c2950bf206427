#include "polhode/links/foxglove.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace foxglove_test {

namespace {

using namespace polhode;
using nlohmann::json;

TEST(Foxglove, WhatTheServerSays) {
    std::string text;
    write_foxglove_server_info(text, "polhode live", "17");
    EXPECT_EQ(json::parse(text), json::parse(R"({"op":"serverInfo","name":"polhode live",
        "capabilities":["time","clientPublish"],"supportedEncodings":["json"],"metadata":{},"sessionId":"17"})"));
    text.clear();
    write_foxglove_advertise(text);
    const json channels = json::parse(text)["channels"];
    ASSERT_EQ(channels.size(), 2u);
    EXPECT_EQ(channels[0]["id"], 1);
    EXPECT_EQ(channels[0]["topic"], "/tf");
    EXPECT_EQ(channels[0]["schemaName"], "foxglove.FrameTransform");
    const json reference = json::parse(std::ifstream(POLHODE_TEST_DATA "/links/foxglove-frame-transform.schema.json"));
    EXPECT_EQ(json::parse(channels[0]["schema"].get<std::string>()), reference);
    EXPECT_EQ(channels[1]["topic"], "/state");
    EXPECT_EQ(channels[1]["schemaEncoding"], "jsonschema");
    text.clear();
    write_foxglove_status(text, 1, "late");
    EXPECT_EQ(text, R"({"op":"status","level":1,"message":"late"})");
}

// The schema of /state names what a frame has, and nothing else.
TEST(Foxglove, TheSchemaOfTheStateFitsAFrame) {
    LiveFrame frame;
    frame.id = 3;
    frame.companions = 1;
    std::string text;
    write_frame_json(text, frame, {});
    const json schema = json::parse(foxglove_topics()[1].schema)["properties"], written = json::parse(text);
    for (const auto& [key, value] : written.items()) EXPECT_TRUE(schema.contains(key)) << key;
    for (const auto& [key, value] : schema.items()) EXPECT_TRUE(written.contains(key)) << key;
    for (const auto& [key, value] : written["compare"][0].items())
        EXPECT_TRUE(schema["compare"]["items"]["properties"].contains(key)) << key;
}

TEST(Foxglove, TransformDataAndTime) {
    std::string text;
    write_frame_transform(text, 1.25, {0.5, 0.1, 0.2, 0.3}, "body");
    EXPECT_EQ(json::parse(text), json::parse(R"({"timestamp":{"sec":1,"nsec":250000000},"parent_frame_id":"world",
        "child_frame_id":"body","translation":{"x":0,"y":0,"z":0},"rotation":{"x":0.1,"y":0.2,"z":0.3,"w":0.5}})"));
    std::string bytes;
    write_foxglove_data(bytes, 0x01020304, 0x1122334455667788, "{}");
    EXPECT_EQ(bytes, std::string("\x01\x04\x03\x02\x01\x88\x77\x66\x55\x44\x33\x22\x11{}", 15));
    bytes.clear();
    write_foxglove_time(bytes, 258);
    EXPECT_EQ(bytes, std::string("\x02\x02\x01\0\0\0\0\0\0", 9));
    EXPECT_EQ(nanoseconds_of(-1), 0u);
    EXPECT_EQ(nanoseconds_of(0.1), 100000000u);
    EXPECT_EQ(nanoseconds_of(1e300), 9000000000000000000u);
}

TEST(Foxglove, AViewerSubscribesAndPushes) {
    FoxgloveViewer viewer;
    EXPECT_FALSE(viewer.take_text(
        R"({"op":"subscribe","subscriptions":[{"id":0,"channelId":1},{"id":7,"channelId":2},{"id":8,"channelId":1}]})"));
    EXPECT_EQ(viewer.subscriptions(FoxgloveChannel::transform), (std::vector<std::uint32_t>{0, 8}));
    EXPECT_EQ(viewer.subscriptions(FoxgloveChannel::state), (std::vector<std::uint32_t>{7}));
    EXPECT_FALSE(viewer.take_text(R"({"op":"unsubscribe","subscriptionIds":[0,99]})"));
    EXPECT_EQ(viewer.subscriptions(FoxgloveChannel::transform), (std::vector<std::uint32_t>{8}));

    const std::string push = std::string("\x01\x05\0\0\0", 5) + R"({"op":"push","torque":[1,2,3],"seconds":0.1})";
    LiveCommand command;
    EXPECT_STREQ(viewer.take_binary(push, command).kind, "unknown channel");
    const std::string advertise =
        R"({"op":"advertise","channels":[{"id":5,"topic":"/push","encoding":"json","schemaName":""}]})";
    EXPECT_FALSE(viewer.take_text(advertise));
    EXPECT_FALSE(viewer.take_binary(push, command));
    EXPECT_EQ(command.vector[2], 3);
    EXPECT_FALSE(viewer.take_text(R"({"op":"unadvertise","channelIds":[5]})"));
    EXPECT_STREQ(viewer.take_binary(push, command).kind, "unknown channel");
}

TEST(Foxglove, BadViewersAreRefused) {
    struct Bad {
        const char *text, *kind;
    };
    FoxgloveViewer viewer;
    for (const Bad& bad :
         {Bad{"x", "not JSON"},
          {"{}", "no operation"},
          {R"({"op":1})", "no operation"},
          {R"({"op":"setParameters"})", "unknown operation"},
          {R"({"op":"subscribe"})", "not the protocol"},
          {R"({"op":"subscribe","subscriptions":[{"id":-1,"channelId":1}]})", "not the protocol"},
          {R"({"op":"subscribe","subscriptions":[{"id":1,"channelId":3}]})", "not the protocol"},
          {R"({"op":"subscribe","subscriptions":[{"id":1,"channelId":0}]})", "not the protocol"},
          {R"({"op":"subscribe","subscriptions":[{"id":4294967296,"channelId":1}]})", "not the protocol"},
          {R"({"op":"subscribe","subscriptions":[3]})", "not the protocol"},
          {R"({"op":"unsubscribe","subscriptionIds":["a"]})", "not the protocol"},
          {R"({"op":"advertise","channels":[{"id":1,"topic":"/p","encoding":"cdr"}]})", "not the protocol"}}) {
        const LinkFault fault = viewer.take_text(bad.text);
        ASSERT_TRUE(fault) << bad.text;
        EXPECT_STREQ(fault.kind, bad.kind) << bad.text << ": " << fault.message;
    }
    EXPECT_FALSE(viewer.take_text(R"({"op":"subscribe","subscriptions":[{"id":1,"channelId":1}]})"));
    EXPECT_STREQ(viewer.take_text(R"({"op":"subscribe","subscriptions":[{"id":1,"channelId":2}]})").kind, "twice");
    // Nobody may ask for ever more.
    const char* kind = nullptr;
    for (int i = 100; i < 200 && !kind; ++i)
        kind =
            viewer
                .take_text(R"({"op":"subscribe","subscriptions":[{"id":)" + std::to_string(i) + R"(,"channelId":1}]})")
                .kind;
    EXPECT_STREQ(kind, "too many");
    kind = nullptr;
    for (int i = 0; i < 200 && !kind; ++i)
        kind = viewer
                   .take_text(R"({"op":"advertise","channels":[{"id":)" + std::to_string(i) +
                              R"(,"topic":"/p","encoding":"json"}]})")
                   .kind;
    EXPECT_STREQ(kind, "too many");
    LiveCommand command;
    EXPECT_STREQ(viewer.take_binary("\x01", command).kind, "not the protocol");
    EXPECT_STREQ(viewer.take_binary("\x09\0\0\0\0{}", command).kind, "not the protocol");
}

}  // namespace

}  // namespace foxglove_test
