// Readings as they come: whatever they are written in and wherever they come from, a recorded stream gives the bits of
// the file; and what is estimated goes on to other programs.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <termios.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "polhode/estimate/log_file.hpp"
#include "support/imu_support.hpp"

namespace polhode::test {
namespace estimate_sources_test {

namespace {

const char* const turned = POLHODE_SOURCE_DIR "/scenarios/logs/turned.csv";
constexpr std::size_t rows_used = 120;  // what fits into a pipe in every form

std::vector<estimate::LogRow> some_rows() {
    std::vector<estimate::LogRow> rows = estimate::read_log(turned, {}).rows;
    rows.erase(rows.begin(), rows.begin() + 400);  // it turns there
    rows.resize(rows_used);
    for (std::size_t i = 1; i < rows.size(); i += 2) rows[i].has_magnetometer = false;
    return rows;
}

// One form of the same readings, in the pieces in which a sensor would say them.
struct Form {
    const char* name;
    std::vector<std::string> pieces;
    std::string whole() const {
        std::string all;
        for (const std::string& piece : pieces) all += piece;
        return all;
    }
};

std::vector<std::string> lines_with_ends(const std::string& text) {
    std::vector<std::string> all = lines_of(text);
    for (std::string& line : all) line += '\n';
    return all;
}

std::string columns(const std::vector<estimate::LogRow>& rows) {
    std::string text = "t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z\n";
    for (const estimate::LogRow& r : rows) {
        text += fmt::format("{}", r.t);
        for (const auto* v : {&r.gyro, &r.accelerometer, &r.magnetometer})
            for (int k = 0; k < 3; ++k)
                text += v == &r.magnetometer && !r.has_magnetometer ? std::string(",") : fmt::format(",{}", (*v)[k]);
        text += '\n';
    }
    return text;
}

std::vector<Form> forms() {
    const auto rows = some_rows();
    return {{"columns", lines_with_ends(columns(rows))},
            {"json", lines_with_ends(json_lines(rows))},
            {"mavlink", mavlink_packets(rows)},
            {"mcap", {ros_recording(rows).file(true)}}};
}

// By the same bytes in a file.
std::string rows_of_the_file(const Folder& folder, const Form& form) {
    const Outcome o = run({"estimate", folder.write("log", form.whole()), "--to", "-", "--quiet"});
    EXPECT_EQ(o.code, 0) << form.name << ": " << o.err;
    EXPECT_EQ(lines_of(o.out).size(), rows_used + 1) << form.name;
    return o.out;
}

sockaddr_in loopback(int port) {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(static_cast<std::uint16_t>(port));
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return at;
}

// A datagram socket of this machine.
class Socket {
 public:
    Socket() : number_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in own = loopback(0);
        if (::bind(number_, reinterpret_cast<sockaddr*>(&own), sizeof own) != 0) throw std::runtime_error("no port");
        socklen_t length = sizeof own;
        ::getsockname(number_, reinterpret_cast<sockaddr*>(&own), &length);
        port_ = ntohs(own.sin_port);
    }
    ~Socket() { ::close(number_); }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    int port() const { return port_; }
    void connect_to(int port) const {
        const sockaddr_in to = loopback(port);
        if (::connect(number_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0)
            throw std::runtime_error("no way");
    }
    // The system says at the next call that nobody listens.
    bool send(const std::string& text) const {
        return ::send(number_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
    }
    std::string receive() const {
        pollfd end{number_, POLLIN, 0};
        if (poll(&end, 1, 60000) != 1) return "";
        std::string room(65536, '\0');
        const ssize_t n = ::recv(number_, room.data(), room.size(), 0);
        return room.substr(0, n < 0 ? 0 : static_cast<std::size_t>(n));
    }

 private:
    int number_, port_ = 0;
};

}  // namespace

TEST(EstimateSources, StandardInputGivesTheBitsOfTheFile) {
    const Folder folder;
    for (const Form& form : forms()) {
        const std::string file = rows_of_the_file(folder, form);
        const Outcome piped = run({"estimate", "--from", "-", "--to", "-", "--quiet"}, form.whole());
        EXPECT_EQ(piped.code, 0) << piped.err;
        EXPECT_EQ(piped.out, file) << form.name;
    }
}

TEST(EstimateSources, DatagramsGiveTheBitsOfTheFile) {
    const Folder folder;
    for (const Form& form : forms()) {
        if (form.name == std::string("mcap")) continue;  // a file, and no message
        const int port = Socket().port();                // that was free a moment ago
        Running program(
            {"estimate", "--from", "udp:" + std::to_string(port), "--patience", "0.7", "--to", "-", "--quiet"});
        const Socket sensor;
        sensor.connect_to(port);
        // an empty line is nothing; twice without a refusal: somebody listens
        int heard = 0;
        ASSERT_TRUE(program.reaches([&] {
            heard = sensor.send("\n") ? heard + 1 : 0;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            return heard > 2;
        }));
        for (const std::string& piece : form.pieces) {
            ASSERT_TRUE(sensor.send(piece));
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
        const Outcome o = program.wait();
        EXPECT_EQ(o.code, 0) << o.err;
        EXPECT_EQ(o.out, rows_of_the_file(folder, form)) << form.name;
    }
}

TEST(EstimateSources, ASerialPortGivesTheBitsOfTheFile_Long) {
    const Folder folder;
    for (const Form& form : forms()) {
        const int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
        ASSERT_TRUE(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
        const std::string device = ptsname(master);
        const int line = open(device.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);  // so that it is there before the program
        ASSERT_GE(line, 0);
        Running program(
            {"estimate", "--from", "serial:" + device + ":230400", "--patience", "0.7", "--to", "-", "--quiet"});
        termios now{};
        ASSERT_TRUE(program.reaches([&] { return tcgetattr(line, &now) == 0 && (now.c_lflag & ICANON) == 0; }))
            << program.wait().err;
        EXPECT_EQ(cfgetispeed(&now), static_cast<speed_t>(B230400));
        // whoever begins to listen is in the middle of something
        std::string bytes = form.whole();
        const bool packets = form.name == std::string("mavlink");
        if (packets) bytes = form.pieces[0].substr(20) + bytes;
        for (std::size_t at = 0; at < bytes.size();) {
            const ssize_t n = write(master, bytes.data() + at, std::min<std::size_t>(bytes.size() - at, 700));
            ASSERT_GT(n, 0);
            at += static_cast<std::size_t>(n);
        }
        const Outcome o = program.wait();
        EXPECT_EQ(o.code, 0) << o.err;
        EXPECT_EQ(o.out, rows_of_the_file(folder, form)) << form.name;
        close(line);
        close(master);
    }
}

TEST(EstimateSources, WhatIsEstimatedGoesOnByTheLinksOfLive) {
    const Folder folder;
    const Socket viewer;
    const std::string log = folder.write("log.csv", columns(some_rows()));
    const Outcome o = run({"estimate", log, "--to", folder.file("rows.csv"), "--link",
                           "json:127.0.0.1:" + std::to_string(viewer.port()), "--link",
                           "mcap:" + folder.file("seen.mcap"), "--speed", "10"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_NE(o.out.find("link json to 127.0.0.1"), std::string::npos) << o.out;
    const auto rows = lines_of(read_text(folder.file("rows.csv")));
    ASSERT_EQ(rows.size(), rows_used + 1);
    EXPECT_EQ(nlohmann::json::parse(viewer.receive()).at("op"), "hello");
    int frames = 0;
    for (;; ++frames) {
        const auto message = nlohmann::json::parse(viewer.receive());
        if (message.at("op") == "end") break;
        // the numbers of the file's row
        std::istringstream cells(rows.at(message.at("n").get<std::size_t>()));
        std::string cell;
        std::getline(cells, cell, ',');
        for (std::size_t k = 0; k < 4 && std::getline(cells, cell, ','); ++k)
            EXPECT_EQ(message.at("q_NB")[k].get<double>(), std::strtod(cell.c_str(), nullptr)) << message;
        EXPECT_FALSE(message.contains("energy"));
    }
    EXPECT_GE(frames, 2);
    const Outcome seen = run({"import", folder.file("seen.mcap"), "--quiet"});
    EXPECT_EQ(seen.code, 0) << seen.err;
    EXPECT_GE(lines_of(seen.out).size(), 3u);
}

// The horizon of a ground station: the same heading whichever world was asked for.
TEST(EstimateSources, AFileThatIsInterruptedIsNotSaidToBeCutOff) {
    const Folder folder;
    const std::string to = folder.file("attitude.csv");
    Running program({"estimate", turned, "--link", "json:127.0.0.1:5599", "--speed", "0.1", "--to", to});
    EXPECT_TRUE(program.reaches([&] { return std::filesystem::exists(to); }));
    ASSERT_EQ(kill(program.id(), SIGINT), 0);
    const Outcome o = program.wait();
    EXPECT_EQ(o.code, 3) << o.err;
    EXPECT_NE(o.err.find("interrupted: "), std::string::npos) << o.err;
    EXPECT_EQ(o.err.find("cut off"), std::string::npos) << o.err;
}

TEST(EstimateSources, AircraftAreShownInTheirOwnWorld) {
    const Folder folder;
    std::string log = "t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z\n";
    for (int i = 0; i < 60; ++i)  // forward is East: the field's north lies to the left
        log += fmt::format("{},0.001,{},0,0,0,9.81,0,20,-40\n", 0.01 * i, 1e-4 * (i % 7));
    const std::string file = folder.write("log.csv", log);
    for (const char* world : {"ENU", "NED"}) {
        const Socket viewer;
        const Outcome o =
            run({"estimate", file, "--world", world, "--axes", world == std::string("NED") ? "FRD" : "FLU", "--link",
                 "flightgear-generic:127.0.0.1:" + std::to_string(viewer.port()), "--speed", "0"});
        ASSERT_EQ(o.code, 0) << o.err;
        double t = 0, roll = 0, pitch = 0, heading = 0;
        ASSERT_EQ(std::sscanf(viewer.receive().c_str(), "%lf,%lf,%lf,%lf", &t, &roll, &pitch, &heading), 4);
        EXPECT_NEAR(heading, 90, 1) << world;
        EXPECT_NEAR(roll, 0, 1) << world;
        EXPECT_NEAR(pitch, 0, 1) << world;
    }
}

TEST(EstimateSources, LinksAreRefusedInWords) {
    const auto refused = [](std::vector<std::string> words, const std::string& why) {
        words.insert(words.begin(), {"estimate", turned});
        const Outcome o = run(words);
        EXPECT_EQ(o.code, 2) << o.err;
        EXPECT_NE(o.err.find(why), std::string::npos) << o.err;
    };
    refused({"--link", "jsn:1"}, "did you mean 'json'?");
    refused({"--link", "-", "--to", "-"}, "standard output can hold frames or rows");
    refused({"--serve", "70000"}, "--serve");
    refused({"--speed", "-1", "--link", "-"}, "--speed");
}

TEST(EstimateSources, FramesOnStandardOutputWithTheReferenceBeside) {
    for (const char* estimator : {"filter", "smoother"}) {
        const Outcome o = run({"estimate", turned, "--estimator", estimator, "--link", "-", "--speed", "0"});
        ASSERT_EQ(o.code, 0) << o.err;
        const auto lines = lines_of(o.out);
        ASSERT_GE(lines.size(), 3u);
        const auto hello = nlohmann::json::parse(lines.front()), last = nlohmann::json::parse(lines[lines.size() - 2]);
        EXPECT_EQ(hello.at("compare"), nlohmann::json({"reference"}));
        EXPECT_NEAR(hello.at("step").get<double>(), 0.01, 1e-6);
        EXPECT_LT(last.at("compare")[0].at("angle").get<double>(), 0.2) << last;
        EXPECT_EQ(nlohmann::json::parse(lines.back()).at("op"), "end");
        EXPECT_NE(o.err.find("1000 rows"), std::string::npos) << "the summary is told elsewhere: " << o.err;
    }
}

}  // namespace estimate_sources_test
}  // namespace polhode::test
