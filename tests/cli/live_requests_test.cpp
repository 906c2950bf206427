// Requests, floods and rubbish from outside.
#include <signal.h>

#include "live_runs.hpp"

namespace live_requests_test {

using namespace polhode::test;
using namespace polhode::test::flown;

TEST(Live, LockstepMakesExactlyTheStepsThatWereAskedFor) {
    const Folder folder;
    const Datagrams other;
    const int port = free_port();
    Running live({"live", folder.write("s.toml", at_port(by_datagram, port)), "--clock", "external", "--record",
                  folder.file("flight"), "--csv", folder.file("live.csv"), "--quiet", "--to",
                  "json:127.0.0.1:" + std::to_string(other.port())});
    ASSERT_TRUE(other.receive("hello"));
    for (int i = 1; i <= 1000; ++i) {
        if (i % 50 == 1) other.send(port, R"({"op":"push","torque":[0.1,0,0.2],"frame":"body","seconds":0.02})");
        other.send(port, R"({"op":"step","n":7,"id":)" + std::to_string(i) + "}");
        auto frame = other.receive("frame");
        if (i == 1 && frame && frame->value("id", -1) == -1)
            frame = other.receive("frame");  // before: that of the start
        ASSERT_TRUE(frame) << i;
        ASSERT_EQ((*frame)["id"], i);
        ASSERT_EQ((*frame)["n"], 7 * i);
        ASSERT_EQ((*frame)["t"], 7 * i * 0.002);
    }
    // whoever asked is gone: it waits
    EXPECT_FALSE(other.receive(300));
    kill(live.id(), SIGINT);
    EXPECT_EQ(live.wait().code, 3);
    expect_record_gives(folder, folder.file("flight.toml"), folder.file("live.csv"));
}

TEST(Live, EveryRequestOfAFloodIsAnswered) {
    const Folder folder;
    constexpr int requests = 2500;
    std::string lines;
    for (int i = 0; i < requests; ++i) lines += R"({"op":"step","id":)" + std::to_string(i) + "}\n";
    const Outcome o = run({"live", folder.write("s.toml", body), "--clock", "external", "--for", "5", "--from", "-",
                           "--to", "-", "--quiet"},
                          lines);
    ASSERT_EQ(o.code, 0) << o.err;
    int answered = 0;
    for (const std::string& line : lines_of(o.out)) {
        const auto frame = nlohmann::json::parse(line);
        if (!frame.contains("id")) continue;
        ASSERT_EQ(frame["id"], answered);
        ASSERT_EQ(frame["n"], ++answered);
    }
    EXPECT_EQ(answered, requests);
}

TEST(Live, AReaderThatDoesNotReadHoldsUpNothing) {
    const Folder folder;
    const int port = free_port();
    std::string wide = by_datagram;  // many methods: frames that soon fill a pipe
    for (char c = 'a'; c < 'g'; ++c)
        wide.insert(wide.find("[run]"),
                    "[[compare]]\nname = \"" + std::string(40, c) + "\"\nintegrator = \"heun\"\nstep = 0.002\n");
    Running live({"live", folder.write("s.toml", at_port(wide, port)), "--record", folder.file("flight"), "--csv",
                  folder.file("live.csv"), "--to", "-", "--quiet"});
    const auto flown = [&] {
        const std::string text = contents(folder.file("flight.toml"));
        const std::size_t at = text.find("\nduration = ");
        return at == std::string::npos ? 0 : std::stod(text.substr(at + 12));
    };
    ASSERT_TRUE(live.reaches([&] { return flown() > 0.8; }));
    const std::size_t before = contents(folder.file("flight.csv")).size();
    const Datagrams hand;
    ASSERT_TRUE(live.reaches([&] {
        hand.send(port, R"({"op":"push","torque":[0.1,0,0.2],"seconds":0.02})");
        return contents(folder.file("flight.csv")).size() > before;
    }));
    kill(live.id(), SIGINT);
    EXPECT_EQ(live.wait().code, 3);
    expect_record_gives(folder, folder.file("flight.toml"), folder.file("live.csv"));
}

TEST(Live, ADeviceThatNeverEndsHoldsUpNothing) {
    const Folder folder;
    const Outcome o = run({"live",
                           folder.write("s.toml", body + "[[input]]\nkind = \"joystick\"\ntorque = [1, 1, 1]\n"
                                                         "device = \"/dev/zero\"\n"),
                           "--for", "0.1"});
    EXPECT_EQ(o.code, 0) << o.err;
}

TEST(Live, AnExternalClockThatIsSilentEndsTheRunWhereThatWasAskedFor) {
    const Folder folder;
    const Outcome o = run({"live", folder.write("s.toml", body), "--clock", "external", "--timeout", "0.05"});
    EXPECT_EQ(o.code, 3);
    EXPECT_NE(o.err.find("no request for 0.05 s"), std::string::npos) << o.err;
}

TEST(Live, RubbishIsCountedToldOnceAndChangesNoBit) {
    const Folder folder;
    const Datagrams other;
    const int port = free_port();
    Running live({"live", folder.write("s.toml", at_port(by_datagram, port)), "--for", "0.8", "--csv",
                  folder.file("live.csv"), "--to", "json:127.0.0.1:" + std::to_string(other.port())});
    ASSERT_TRUE(other.receive("hello"));
    for (int i = 0; i < 5000; ++i) other.send(port, i % 2 ? "{\"op\":\"pusch\"}" : std::string("\x01\xff rubbish", 10));
    const Outcome o = live.wait();
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_NE(o.out.find("not understood"), std::string::npos) << o.out;
    std::size_t told = 0;
    for (std::size_t at = 0; (at = o.err.find("warning: input 'hand'", at)) != std::string::npos; ++at) ++told;
    EXPECT_GE(told, 1u);
    EXPECT_LE(told, 3u) << o.err;
    ASSERT_EQ(run({"live", folder.file("s.toml"), "--for", "0.8", "--clock", "none", "--csv", folder.file("free.csv"),
                   "--quiet"})
                  .code,
              0);
    EXPECT_EQ(contents(folder.file("live.csv")), contents(folder.file("free.csv")));
}

// Everything is opened before an earlier flight of the same name is lost.
TEST(Live, AFlightThatCannotBeginLeavesTheRecordBeforeIt) {
    const Folder folder;
    const Datagrams other;
    const std::string file = folder.write("s.toml", at_port(by_datagram, other.port()));
    const std::string record = folder.write("flight.toml", "an earlier one"), rows = folder.write("rows.csv", "of it");
    const Outcome o = run({"live", file, "--record", record, "--csv", rows});
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find("s.toml:20: input[0].port: cannot listen on 127.0.0.1:" + std::to_string(other.port())),
              std::string::npos)
        << o.err;
    EXPECT_EQ(contents(record), "an earlier one");
    EXPECT_EQ(contents(rows), "of it");
}

TEST(Live, WhatHasNoMeaningIsToldOnce) {
    const Folder folder;
    const Datagrams other;
    const int port = free_port();
    Running live({"live", folder.write("s.toml", at_port(by_datagram, port)), "--for", "0.5", "--to",
                  "json:127.0.0.1:" + std::to_string(other.port())});
    ASSERT_TRUE(other.receive("frame"));
    for (int i = 0; i < 10; ++i) other.send(port, R"({"op":"step","n":10,"id":3})");
    const auto status = other.receive("status");
    ASSERT_TRUE(status);
    EXPECT_NE((*status)["text"].get<std::string>().find("no meaning here"), std::string::npos);
    const Outcome o = live.wait();
    EXPECT_EQ(o.code, 0);
    EXPECT_NE(o.out.find("without meaning here: 10"), std::string::npos) << o.out;
}

}  // namespace live_requests_test
