// Other programs, waiting, datagrams, clocks: each does what its header says.
#include "polhode/system/host/process.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <thread>

#include "polhode/system/clock.hpp"
#include "polhode/system/host/datagrams.hpp"
#include "polhode/system/host/waiting.hpp"
#include "polhode/system/loading.hpp"
#include "polhode/system/program_file.hpp"
#include "support/folder.hpp"

namespace process_test {

using namespace polhode;

int code_of(const system::StartedProgram& program) {
    for (;;) {
        const system::EndedProgram seen = system::look_after(program.number);
        if (seen.ended) return seen.code;
        if (seen.error != 0) return -seen.error;
        std::this_thread::yield();
    }
}

TEST(SystemProcess, ExitCodesAndComplaintsComeBack) {
    const test::Folder folder;
    const std::string messages = folder.file("messages");
    EXPECT_EQ(code_of(system::start_program({"true"}, messages)), 0);
    EXPECT_EQ(code_of(system::start_program({"sh", "-c", "echo lost; echo a word >&2; exit 7"}, messages)), 7);
    std::stringstream said;
    said << std::ifstream(messages).rdbuf();
    EXPECT_EQ(said.str(), "a word\n");
    EXPECT_EQ(system::start_program({"no-such-program-anywhere"}, messages).error, ENOENT);
    EXPECT_EQ(system::look_after(system::process_number()).error, ECHILD);
}

TEST(SystemProcess, WhatIsKilledHasEnded) {
    const test::Folder folder;
    const system::StartedProgram sleeper = system::start_program({"sleep", "1000"}, folder.file("messages"));
    ASSERT_EQ(sleeper.error, 0);
    EXPECT_FALSE(system::look_after(sleeper.number).ended);
    system::kill_program(sleeper.number);
    EXPECT_EQ(system::look_after(sleeper.number).error, ECHILD);  // nobody is left to look after
}

TEST(SystemProcess, TheMachineIsKnown) {
    EXPECT_GE(system::processors(), 1);
    EXPECT_GE(system::processors_allowed(), 1);
    EXPECT_FALSE(system::machine_name().empty());
    EXPECT_NE(system::program_file().find("tests"), std::string::npos);
    EXPECT_TRUE(system::can_load_libraries());
    EXPECT_FALSE(system::load_library("/no/such/library.so").reason.empty());
}

TEST(SystemWaiting, ABellWakesUntilItIsSilenced) {
    system::Bell bell;
    system::Waiting waiting;
    waiting.add(bell.descriptor());
    std::thread other([&] { bell.ring(); });
    waiting.wait(600000);  // would be ten minutes without it
    other.join();
    bell.ring();
    bell.silence();
    waiting.wait(0);
    EXPECT_EQ(system::wait_until_writable(bell.descriptor(), 0), system::Readiness::ready);
}

TEST(SystemDatagrams, SentAndReceivedOnThisMachine) {
    for (const char* address : {"127.0.0.1", "::1"}) {
        const auto endpoint = system::datagram_endpoint(address, 0);
        ASSERT_TRUE(endpoint);
        EXPECT_TRUE(system::is_this_machine(system::host_of(*endpoint)));
        const Descriptor receiver = system::datagram_socket(*endpoint);
        if (!receiver || !system::listen_at(receiver.get(), *endpoint)) continue;  // a machine without IPv6
        const int port = system::port_of(receiver.get());
        ASSERT_GT(port, 0);
        char room[16];
        EXPECT_FALSE(system::receive_datagram(receiver.get(), room, sizeof room));
        const auto there = system::datagram_endpoint(address, port);
        const Descriptor sender = system::datagram_socket(*there);
        EXPECT_EQ(system::send_datagram(sender.get(), *there, "turn"), system::Sending::done);
        system::Waiting waiting;
        waiting.add(receiver.get());
        waiting.wait(600000);
        const auto got = system::receive_datagram(receiver.get(), room, sizeof room);
        ASSERT_TRUE(got);
        EXPECT_EQ(std::string(room, got->bytes), "turn");
        EXPECT_TRUE(system::is_this_machine(got->host));
    }
    EXPECT_FALSE(system::datagram_endpoint("polhode", 1));
    EXPECT_FALSE(system::is_this_machine(system::host_of(*system::datagram_endpoint("192.0.2.1", 1))));
}

TEST(SystemClock, NeverBackwardsAndNeverEarly) {
    const std::int64_t before = system::steady_nanoseconds(), until = before + 1000000;
    while (system::steady_nanoseconds() < until) system::sleep_until(until);
    system::sleep_for(1000);
    EXPECT_GE(system::steady_nanoseconds(), until + 1000);
    const double own = system::thread_seconds();
    EXPECT_GE(system::thread_seconds(), own);
    const std::tm moon = system::utc_of(-14182940);  // 1969-07-20 20:17:40
    EXPECT_EQ(moon.tm_year, 69);
    EXPECT_EQ(moon.tm_mon, 6);
    EXPECT_EQ(moon.tm_mday, 20);
    EXPECT_EQ(moon.tm_hour, 20);
}

}  // namespace process_test
