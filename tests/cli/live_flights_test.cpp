// The flights of the gallery: recorded once (tests/data/live/make_flights), repeated here by run, by replay, and by the
// present scenario with the recorded hand, and held to what the scenarios promise.
#include <gtest/gtest.h>

#include <cmath>

#include "program.hpp"

namespace live_flights_test {

using namespace polhode::test;

namespace {

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

using Numbers = std::vector<double>;

std::vector<Numbers> rows_of(const std::string& csv) {
    std::vector<Numbers> rows;
    const auto lines = lines_of(csv);
    for (std::size_t i = 1; i < lines.size(); ++i) {
        Numbers row;
        std::istringstream fields(lines[i]);
        for (std::string field; std::getline(fields, field, ',');) row.push_back(std::stod(field));
        rows.push_back(row);
    }
    return rows;
}

double angle_between(const Numbers& a, const Numbers& b) {
    double same = 0, opposite = 0;
    for (std::size_t i = 1; i <= 4; ++i) {
        same += (a[i] - b[i]) * (a[i] - b[i]);
        opposite += (a[i] + b[i]) * (a[i] + b[i]);
    }
    return 2 * std::sqrt(std::min(same, opposite));  // small angles
}

// Flies `name` in all three ways and gives the rows of one method; "": the first.
std::vector<Numbers> flown(const Folder& folder, const std::string& name, const std::string& input,
                           const std::string& method = "") {
    const std::string data = std::string(POLHODE_TEST_DATA) + "/live/" + name + "-flight";
    const std::string ending = method.empty() ? ".csv" : "-" + method + ".csv";
    const Outcome by_run = run({"run", data + ".toml", "--csv", folder.file("run.csv"), "--quiet"});
    EXPECT_EQ(by_run.code, 0) << by_run.err;
    const Outcome replay =
        run({"live", "--replay", data + ".toml", "--speed", "200", "--csv", folder.file("replay.csv"), "--quiet"});
    EXPECT_EQ(replay.code, 0) << replay.err;
    EXPECT_EQ(bytes_of(folder.file("run" + ending)), bytes_of(folder.file("replay" + ending)));

    const std::vector<Numbers> rows = rows_of(bytes_of(folder.file("run" + ending)));
    if (rows.empty()) return rows;
    const std::string scenario = bytes_of(std::string(POLHODE_SOURCE_DIR) + "/scenarios/" + name + ".toml") +
                                 "\n[[input]]\nkind = \"file\"\nname = \"hand\"\nfile = \"" + data + ".csv\"\n" + input;
    const Outcome live = run({"live", folder.write("now.toml", scenario), "--clock", "none", "--for",
                              std::to_string(rows.back()[0]), "--csv", folder.file("live.csv"), "--quiet"});
    EXPECT_EQ(live.code, 0) << live.err;
    EXPECT_EQ(bytes_of(folder.file("live" + ending)), bytes_of(folder.file("run" + ending)));
    return rows;
}

}  // namespace

TEST(LiveFlights, TheTrainerPassesTheVerticalAndTheLimitedAnglesDoNotComeBack) {
    const Folder folder;
    const std::string hand = "columns = \"t, wx, wy, wz\"\n";
    const auto cosines = flown(folder, "trainer-1952", hand);
    const auto truth = flown(folder, "trainer-1952", hand, "truth");
    const auto angles = flown(folder, "trainer-1952", hand, "angles-limited-at-85");
    ASSERT_EQ(cosines.size(), 401u);
    ASSERT_EQ(truth.size(), 401u);
    ASSERT_EQ(angles.size(), 401u);
    constexpr std::size_t after_the_loop = 240;  // 12 s
    EXPECT_NEAR(angle_between(cosines[after_the_loop], truth[after_the_loop]), 1.3e-5, 1e-6);
    EXPECT_NEAR(angle_between(angles[after_the_loop], truth[after_the_loop]), 0.068, 1e-3);
}

TEST(LiveFlights, TheSatelliteIsBroughtToRest) {
    const Folder folder;
    const auto rows = flown(folder, "satellite-docking", "columns = \"t, bx, by, bz\"\n");
    ASSERT_EQ(rows.size(), 201u);
    const auto rate = [](const Numbers& row) { return std::hypot(row[5], row[6], row[7]); };
    EXPECT_NEAR(rows.front()[8], 1.4355, 1e-12);
    EXPECT_NEAR(std::hypot(rows.front()[9], rows.front()[10], rows.front()[11]), 18.6411, 5e-5);
    EXPECT_GT(rate(rows.front()), 0.15);
    EXPECT_LT(rate(rows.back()), 0.006);
}

TEST(LiveFlights, TheGyroscopeGoesSideways) {
    const Folder folder;
    const auto rows = flown(folder, "gyroscope-hand", "columns = \"t, nx, ny, nz\"\nframe = \"world\"\n");
    ASSERT_EQ(rows.size(), 301u);
    // the push about x is over: momentum, and with it the axle, has gone along x by M t
    const Numbers& row = rows[175];
    EXPECT_NEAR(row[9], 0.05, 1e-6);
    EXPECT_NEAR(row[10], 0, 1e-6);
    EXPECT_NEAR(std::atan2(row[9], row[11]), std::atan(0.25), 1e-6);
    // the axle itself, z of the body in the world, trembles about it
    const double w = row[1], x = row[2], y = row[3], z = row[4];
    EXPECT_NEAR(std::atan2(2 * (x * z + w * y), w * w - x * x - y * y + z * z), std::atan(0.25), 0.02);
}

}  // namespace live_flights_test
