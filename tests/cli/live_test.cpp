#include <signal.h>
#include <sys/stat.h>

#include "live_runs.hpp"

namespace live_test {

using namespace polhode::test;
using namespace polhode::test::flown;

namespace {

// In steps so short that several are made at one wake-up.
std::string in_short_steps(std::string text) {
    const std::string step = "step = 0.002";
    for (std::size_t at = 0; (at = text.find(step, at)) != std::string::npos;)
        text.replace(at, step.size(), "step = 0.0005");
    return text;
}

}  // namespace

TEST(Live, ARecordGivesTheSameBytesByRunAndByReplayAtAnySpeed) {
    const Folder folder;
    const Datagrams other;
    const int port = free_port();
    Running live({"live", folder.write("s.toml", in_short_steps(at_port(by_datagram, port))), "--for", "0.6",
                  "--record", folder.file("flight.toml"), "--csv", folder.file("live.csv"), "--to",
                  "json:127.0.0.1:" + std::to_string(other.port())});
    ASSERT_TRUE(other.receive("hello"));
    for (int i = 0; other.receive(5000).value_or(nlohmann::json{{"op", "end"}})["op"] == "frame" || i < 3; ++i)
        other.send(port, i % 3 == 0
                             ? R"({"op":"push","torque":[0.1,0.7,-0.3],"frame":"world","seconds":0.031})"
                             : R"({"op":"stick","axes":[0.)" + std::to_string(i % 10) + ",-0.5,1],\"buttons\":[]}");
    const Outcome o = live.wait();
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_NE(o.out.find("lateness: p50"), std::string::npos) << o.out;
    EXPECT_NE(o.out.find("woken every 8 steps (4 ms)"), std::string::npos) << o.out;
    const auto table = lines_of(contents(folder.file("flight.csv")));
    EXPECT_GT(table.size(), 5u) << "stimuli took effect";
    expect_record_gives(folder, folder.file("flight.toml"), folder.file("live.csv"));
    EXPECT_EQ(contents(folder.file("run-coarse.csv")), contents(folder.file("live-coarse.csv")));
    // all beside each other: the slowest waits for six seconds. Unlimited was above.
    const std::vector<std::vector<std::string>> speeds{
        {"--speed", "0.1"}, {"--speed", "1"}, {"--speed", "1", "--wake", "0"}, {"--speed", "10"}, {"--speed", "1e300"}};
    std::vector<std::unique_ptr<Running>> replays;
    const auto rows_of = [&](std::size_t i) { return folder.file("again" + std::to_string(i) + ".csv"); };
    for (std::size_t i = 0; i < speeds.size(); ++i) {
        std::vector<std::string> line{"live",     "--replay", folder.file("flight.toml"), "--csv",
                                      rows_of(i), "--json",   rows_of(i) + ".json",       "--quiet"};
        line.insert(line.end(), speeds[i].begin(), speeds[i].end());
        replays.push_back(std::make_unique<Running>(line));
    }
    const std::vector<std::uint64_t> groups{1, 8, 1, 80, 1 << 20};
    for (std::size_t i = 0; i < speeds.size(); ++i) {
        const Outcome again = replays[i]->wait();
        ASSERT_EQ(again.code, 0) << again.err;
        EXPECT_EQ(contents(rows_of(i)), contents(folder.file("live.csv"))) << "speed " << speeds[i][1];
        const auto report = nlohmann::json::parse(contents(rows_of(i) + ".json"));
        EXPECT_EQ(report["steps_per_wake"], groups[i]) << "speed " << speeds[i][1];
    }
}

TEST(Live, StoppedByTheSystemItSlipsAndTheMotionDoesNotNotice) {
    const Folder folder;
    const Datagrams other;
    Running live({"live", folder.write("s.toml", in_short_steps(body)), "--for", "0.8", "--csv",
                  folder.file("live.csv"), "--json", folder.file("report.json"), "--quiet", "--to",
                  "json:127.0.0.1:" + std::to_string(other.port())});
    ASSERT_TRUE(other.receive("frame"));
    kill(live.id(), SIGSTOP);
    std::this_thread::sleep_for(std::chrono::seconds(1));
    kill(live.id(), SIGCONT);
    const Outcome o = live.wait();
    ASSERT_EQ(o.code, 0) << o.err;
    const auto report = nlohmann::json::parse(contents(folder.file("report.json")));
    EXPECT_GE(report["slips"], 1);
    EXPECT_GT(report["seconds_lost"], 0.2);
    EXPECT_EQ(report["steps"], 1600);
    ASSERT_EQ(run({"live", folder.file("s.toml"), "--for", "0.8", "--clock", "none", "--csv", folder.file("free.csv"),
                   "--quiet"})
                  .code,
              0);
    EXPECT_EQ(contents(folder.file("live.csv")), contents(folder.file("free.csv")));
}

// By lines, as fast as they can be written: whoever writes them waits, and no answer is lost.
// Standard output that nobody reads holds up neither the record nor what comes in.
TEST(Live, WhatWasFlownBeforeAKillReplays) {
    const Folder folder;
    const Datagrams other;
    const int port = free_port();
    Running live({"live", folder.write("s.toml", at_port(by_datagram, port)), "--record", folder.file("flight.toml"),
                  "--csv", folder.file("live.csv"), "--quiet", "--to",
                  "json:127.0.0.1:" + std::to_string(other.port())});
    double reached = 0;
    while (reached < 0.5) {
        const auto frame = other.receive("frame");
        ASSERT_TRUE(frame);
        reached = (*frame)["t"];
        other.send(port, R"({"op":"push","torque":[0.1,0.7,-0.3],"frame":"body","seconds":0.03})");
    }
    // on a busy machine the thread that writes may be late: it is waited for
    ASSERT_TRUE(live.reaches([&] {
        const std::string text = contents(folder.file("flight.toml"));
        const std::size_t at = text.find("duration = ");
        return at != std::string::npos && std::stod(text.substr(at + 11)) >= 0.4;
    }));
    kill(live.id(), SIGKILL);
    live.wait();
    const Outcome o = run({"run", folder.file("flight.toml"), "--csv", folder.file("run.csv"), "--quiet"});
    ASSERT_EQ(o.code, 0) << o.err;
    const Outcome again = run({"live", "--replay", folder.file("flight.toml"), "--clock", "none", "--csv",
                               folder.file("again.csv"), "--quiet"});
    ASSERT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(contents(folder.file("run.csv")), contents(folder.file("again.csv")));
    EXPECT_GE(lines_of(contents(folder.file("run.csv"))).size(), 41u);
}

TEST(Live, AStickThatVanishesIsAtRestAndMayComeBack) {
    const Folder folder;
    const Datagrams other;
    // a pipe gives the same records as the kernel's device
    const std::string device = folder.file("js0");
    ASSERT_EQ(mkfifo(device.c_str(), 0600), 0);
    Running live(
        {"live",
         folder.write("s.toml",
                      body + "[[input]]\nkind = \"joystick\"\ntorque = [0.5, 0.5, 0.5]\ndevice = \"" + device + "\"\n"),
         "--record", folder.file("flight"), "--csv", folder.file("live.csv"), "--to",
         "json:127.0.0.1:" + std::to_string(other.port())});
    const auto reaches = [&](int input) {
        for (;;) {
            const auto frame = other.receive("frame");
            if (!frame) return false;
            if ((*frame)["input"] >= input) return true;
        }
    };
    for (int round = 0; round < 2; ++round) {
        const int stick = open(device.c_str(), O_WRONLY | O_CLOEXEC);  // waits until somebody reads
        ASSERT_GE(stick, 0);
        // time u32, value i16, type 2 (an axis), number: Linux, joystick-api.rst
        const char full[8] = {0, 0, 0, 0, static_cast<char>(0xff), 0x7f, 2, 1};
        ASSERT_EQ(write(stick, full, sizeof full), 8);
        ASSERT_TRUE(reaches(2 * round + 1));
        close(stick);
        ASSERT_TRUE(reaches(2 * round + 2)) << "at rest again";
    }
    kill(live.id(), SIGINT);
    const Outcome o = live.wait();
    EXPECT_EQ(o.code, 3);
    EXPECT_NE(o.err.find("is gone; its axes are at rest"), std::string::npos) << o.err;
    const auto rows = lines_of(contents(folder.file("flight.csv")));
    // head, before, start, and twice on and off; the first may act from the start
    ASSERT_GE(rows.size(), 6u);
    const auto ends_with = [](const std::string& row, const std::string& end) {
        return row.size() > end.size() && row.compare(row.size() - end.size(), end.size(), end) == 0;
    };
    EXPECT_TRUE(ends_with(rows[rows.size() - 2], ",0,0.5,0,0,0,0")) << rows[rows.size() - 2];
    EXPECT_TRUE(ends_with(rows.back(), ",0,0,0,0,0,0")) << rows.back();
    expect_record_gives(folder, folder.file("flight.toml"), folder.file("live.csv"));
}

// By lines on standard input, in lockstep: the step at which each is set is known.
TEST(Live, WhatIsSetOnTheWayIsRecordedAndRepeated) {
    const Folder folder;
    const std::string heavy = body +
                              "[[torque]]\nkind = \"gravity\"\nmass = 2.0\nat = [0.0, 0.0, 0.1]\n[[torque]]\nkind = "
                              "\"formula\"\nvalue = [\"c*sin(9*t)\", \"0\", \"-c*wz\"]\n[constants]\nc = 0.2\n";
    const std::string commands = R"({"op":"step","n":100}
{"op":"set","key":"torque[0].g","value":1.62}
{"op":"set","key":"torque[1].frame","value":"world"}
{"op":"step","n":57}
{"op":"set","key":"constants.c","value":0.5}
{"op":"set","key":"torque[0].gg","value":1}
{"op":"set","key":"method.step","value":1}
not a command
{"op":"step","n":343})";
    const Outcome o = run({"live", folder.write("s.toml", heavy), "--clock", "external", "--for", "1", "--from", "-",
                           "--record", folder.file("flight.toml"), "--csv", folder.file("live.csv")},
                          commands);
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_NE(o.err.find("torque[0].gg: unknown key"), std::string::npos) << o.err;
    EXPECT_NE(o.err.find("'method.step' cannot change on the way"), std::string::npos) << o.err;
    EXPECT_NE(o.err.find("standard input: "), std::string::npos) << o.err;
    const std::string record = contents(folder.file("flight.toml"));
    EXPECT_NE(record.find("[[change]]  # before step 100\nt = 0.2\nkey = \"torque[0].g\"\nvalue = 1.62\n"),
              std::string::npos)
        << record;
    EXPECT_NE(record.find("# before step 157\n"), std::string::npos) << record;
    expect_record_gives(folder, folder.file("flight.toml"), folder.file("live.csv"));
}

TEST(Live, GraysMachineWithAConstantStickIsARunWithThatRate) {
    const std::string gray = R"([start]
attitude = { euler = "zyx", angles_deg = [30.0, 0.0, 0.0] }
[method]
attitude = "dcm-gray"
integrator = "rk4"
constraint = "gray-2"
arithmetic = { kind = "fixed-point", fraction_bits = 23, scale = 0.5 }
step = 0.05
[run]
duration = 10.0
sample = 0.5
[rates]
kind = "constant"
value = )";
    const Folder folder;
    // the stick is held from the first step on
    folder.write("stick.csv", "t,x,y,z\n0,0.3,-0.6,0.1\n100,0,0,0\n");
    const std::string flown =
        folder.write("flown.toml", gray + "[0.0, 0.0, 0.0]\n[[input]]\nkind = \"file\"\nfile = \"stick.csv\"\n");
    const std::string given = folder.write("given.toml", gray + "[0.3, -0.6, 0.1]\n");
    const Outcome live = run({"live", flown, "--speed", "50", "--for", "10", "--csv", "-", "--quiet"});
    const Outcome plain = run({"run", given, "--csv", "-", "--quiet"});
    ASSERT_EQ(live.code, 0) << live.err;
    ASSERT_EQ(plain.code, 0) << plain.err;
    EXPECT_EQ(live.out, plain.out);
    // and by itself a run leaves the stick alone, and says so
    const Outcome at_rest = run({"run", flown});
    EXPECT_NE(at_rest.err.find("inputs are at rest"), std::string::npos) << at_rest.err;
}

// The same with dynamics: Gray's cosines under a torque, by a table on the clock of the wall, and by a stick in
// lockstep.
TEST(Live, GraysCosinesWithAConstantStickAreARunWithThatTorque) {
    const std::string gray = R"([body]
inertia = [1.0, 1.3, 0.7]
[start]
attitude = { euler = "zyx", angles_deg = [30.0, 0.0, 0.0] }
rate = [0.3, -0.2, 0.4]
[method]
attitude = "dcm-gray"
integrator = "rk4"
constraint = "gray-2"
step = 0.01
[run]
duration = 10.0
sample = 0.5
)";
    const Folder folder;
    folder.write("stick.csv", "t,x,y,z\n0,0.15,-0.3,0.05\n100,0,0,0\n");
    const std::string by_file = folder.write("file.toml", gray + "[[input]]\nkind = \"file\"\nfile = \"stick.csv\"\n");
    const std::string by_stick = folder.write(
        "stick.toml", gray + "[[input]]\nkind = \"keyboard\"\ntorque = [0.3, 0.6, 0.2]\ndead_zone = 0.0\n");
    const Outcome plain =
        run({"run", folder.write("given.toml", gray + "[[torque]]\nkind = \"constant\"\nvalue = [0.15, -0.3, 0.05]\n"),
             "--csv", "-", "--quiet"});
    ASSERT_EQ(plain.code, 0) << plain.err;
    ASSERT_EQ(lines_of(plain.out).size(), 22u);
    const Outcome table = run({"live", by_file, "--speed", "50", "--for", "10", "--csv", "-", "--quiet"});
    ASSERT_EQ(table.code, 0) << table.err;
    EXPECT_EQ(table.out, plain.out);
    const Outcome stick =
        run({"live", by_stick, "--clock", "external", "--for", "10", "--from", "-", "--csv", "-", "--quiet"},
            "{\"op\":\"stick\",\"axes\":[0.5,-0.5,0.25],\"buttons\":[]}\n{\"op\":\"step\",\"n\":1000}\n");
    ASSERT_EQ(stick.code, 0) << stick.err;
    EXPECT_EQ(stick.out, plain.out);
}

TEST(Live, FramesOnStandardOutputAreLinesOfJson) {
    const Folder folder;
    const Outcome o = run({"live", folder.write("s.toml", body), "--for", "0.1", "--to", "-", "--quiet"});
    ASSERT_EQ(o.code, 0) << o.err;
    const auto lines = lines_of(o.out);
    ASSERT_GE(lines.size(), 3u);
    EXPECT_EQ(nlohmann::json::parse(lines.front())["op"], "hello");
    EXPECT_EQ(nlohmann::json::parse(lines[1])["op"], "frame");
    EXPECT_EQ(nlohmann::json::parse(lines[1])["compare"][0]["name"], "coarse");
    EXPECT_EQ(nlohmann::json::parse(lines.back())["op"], "end");
}

TEST(Live, SaysWhatItDoesNotTake) {
    const Folder folder;
    const auto refused = [&](std::vector<std::string> words, const std::string& part) {
        words.insert(words.begin(), "live");
        const Outcome o = run(words);
        EXPECT_EQ(o.code, 2) << o.err;
        EXPECT_NE(o.err.find(part), std::string::npos) << o.err;
    };
    const std::string file = folder.write("s.toml", body);
    refused({}, "name a scenario");
    refused({file, "--to", "jsno:127.0.0.1:5500"}, "did you mean 'json'");
    refused({file, "--to", "json:127.0.0.1"}, "expected a port");
    for (const char* speed : {"-1", "nan", "inf"}) refused({file, "--speed", speed}, "expected a number >= 0");
    refused({file, "--wake", "-0.001"}, "expected a number of seconds >= 0");
    refused({file, "--to", "json:nowhere:5500"}, "nowhere");
    refused({file, "--set", "method.integrator=default"}, "fixed `step`");
    refused({file, "--record", folder.file("no/such/folder.toml")}, "cannot write");
    refused({file, "--record", file}, "is the scenario itself");
    refused({file, "--record", ""}, "expected the name of a file");
    refused({file, "--csv", file}, "is the scenario itself");
    refused({file, "--csv", "-", "--json", "-"}, "rows or the report");
    refused({file, "--clock", "wal"}, "did you mean 'wall'?");
    refused({file, "--to", "json"}, "expected a port");
    refused({file, "--to", "mcap:"}, "expected the name of a file");
    EXPECT_EQ(run({"run", file, "--csv", file}).code, 2);
    EXPECT_EQ(read_text(file), body);
    refused({file, "--replay", file}, "leave the other out");
    refused({folder.write("in.toml", by_datagram + "prot = 5\n")}, "Did you mean 'port'");
    refused({folder.write("rows.toml", body + "[[input]]\nkind = \"file\"\nfile = \"f\"\ntorque = [1, 1, 1]\n")},
            "[[input]] with kind = ");
}

}  // namespace live_test
