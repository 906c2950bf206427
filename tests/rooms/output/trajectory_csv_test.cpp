#include "polhode/output/trajectory_csv.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "polhode/files/output_error.hpp"
#include "support/output_support.hpp"

namespace polhode {
namespace trajectory_csv_test {

std::vector<double> numbers(const std::string& line) {
    std::vector<double> all;
    const char* at = line.c_str();
    while (*at) {
        char* end;
        all.push_back(std::strtod(at, &end));
        at = *end == ',' ? end + 1 : end;
    }
    return all;
}

TEST(TrajectoryCsv, Header) {
    Columns columns;
    EXPECT_EQ(TrajectoryCsv::header(columns), "t,qw,qx,qy,qz,wx,wy,wz,energy,Lx,Ly,Lz");
    columns.dynamics = false;
    EXPECT_EQ(TrajectoryCsv::header(columns), "t,qw,qx,qy,qz,wx,wy,wz");
    columns.state = {"A", "B", "C"};
    EXPECT_EQ(TrajectoryCsv::header(columns), "t,qw,qx,qy,qz,wx,wy,wz,A,B,C");
}

TEST(TrajectoryCsv, GivesBackTheSameBits) {
    const test::Folder folder;
    Columns columns;
    columns.state = {"A", "B"};
    const double state[] = {1.0 / 3, -2e-300};
    Row row;
    row.t = 0.1 + 0.2;
    row.q_NB = {1 / 3.0, -0.0, 1e-17, 0.7};
    row.w_NB_B = {1e10 / 7, -3.25, 5e-324};
    row.energy = -1.0 / 7;
    row.L_N = {1.1, 2.2, -3.3};
    row.state = state;
    {
        TrajectoryCsv csv(folder.file("a.csv"), columns);
        csv.row(row);
        csv.row(test::turning(1));  // a row without the state still fills its columns
        csv.close();
        EXPECT_EQ(csv.rows(), 2);
    }
    const std::vector<std::string> lines = test::lines(test::contents(folder.file("a.csv")));
    ASSERT_EQ(lines.size(), 3u);
    const std::vector<double> expected{row.t,  1 / 3.0,  -0.0, 1e-17, 0.7,  1e10 / 7, -3.25,
                                       5e-324, -1.0 / 7, 1.1,  2.2,   -3.3, 1.0 / 3,  -2e-300};
    EXPECT_EQ(numbers(lines[1]), expected);
    EXPECT_EQ(lines[1].substr(0, 20), "0.30000000000000004,");
    EXPECT_EQ(numbers(lines[2]).size(), expected.size());
}

TEST(TrajectoryCsv, NamesTheRowsThatAreSafeWhenTheDiskIsFull) {
    const test::Folder folder;
    const std::string path = folder.file("a.csv");
    const std::string report = folder.file("report");
    const int code = test::with_small_disk(200'000, [&] {
        TrajectoryCsv csv(path, Columns{});
        try {
            for (int i = 0; i < 10'000; ++i) csv.row(test::turning(i * 0.001));
            csv.close();
        } catch (const OutputError& e) {
            std::ofstream(report) << e.rows;
            return 7;
        }
        return 0;
    });
    ASSERT_EQ(code, 7);
    const std::string text = test::contents(path);
    ASSERT_FALSE(text.empty());
    EXPECT_EQ(text.back(), '\n');
    EXPECT_EQ(std::to_string(test::lines(text).size() - 1), test::contents(report));
    EXPECT_GT(test::lines(text).size(), 500u);
}

TEST(TrajectoryCsv, AFullDeviceIsReported) {
    TrajectoryCsv csv("/dev/full", Columns{});
    csv.row(test::turning(0));
    try {
        csv.close();
        FAIL() << "nothing was said";
    } catch (const OutputError& e) {
        EXPECT_STREQ(e.what(), "cannot write /dev/full: No space left on device (no row was saved)");
    }
}

TEST(TrajectoryCsv, WhatIsOnDiskAlwaysEndsWithARow) {
    const test::Folder folder;
    TrajectoryCsv csv(folder.file("a.csv"), Columns{});
    for (int i = 0; i < 5000; ++i) {
        csv.row(test::turning(i * 0.01));
        if (i % 500 != 0) continue;
        const std::string text = test::contents(folder.file("a.csv"));
        if (!text.empty()) {
            ASSERT_EQ(text.back(), '\n') << i;
        }
    }
    EXPECT_GT(test::contents(folder.file("a.csv")).size(), 100'000u);
}

}  // namespace trajectory_csv_test
}  // namespace polhode
