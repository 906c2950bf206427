#include "polhode/problem/analysis/reading_gaps.hpp"

#include <gtest/gtest.h>

#include "polhode/output/run_outputs.hpp"
#include "support/output_support.hpp"

namespace polhode {
namespace reading_gaps_test {

// Rows at n/100 s but for those from 0.50 to 0.59 s and the one at 1.20 s.
std::string readings(const std::string& header = "t,wx,wy,wz", bool whole = false) {
    std::string text = header + "\n";
    for (int n = 0; n <= 200; ++n)
        if (whole || ((n < 50 || n > 59) && n != 120)) text += std::to_string(n / 100.0) + ",0.1,0.2,0.3\n";
    return text;
}

Scenario scenario(const test::Folder& folder, const std::string& csv, const std::string& more = "") {
    std::ofstream(folder.file("r.csv")) << csv;
    return read_scenario("[rates]\nkind = \"file\"\nfile = \"r.csv\"\n" + more + "[run]\nduration = 1.9\n", "s.toml",
                         {}, folder.path());
}

TEST(ReadingGaps, AreCountedAndPlaced) {
    const Gaps gaps = gaps_in({0, 1, 2, 5, 6, 8, 9});
    EXPECT_EQ(gaps.count, 2u);
    EXPECT_EQ(gaps.largest, 3);
    EXPECT_EQ(gaps.at, 2);
    EXPECT_EQ(gaps.usual, 1);
    EXPECT_EQ(gaps_in({0, 1, 2.4, 3.4, 4.4}).count, 0u) << "a little late is no gap";
    EXPECT_EQ(gaps_in({0, 100}).count, 0u);
    EXPECT_FALSE(gaps_in({0, 1, 3, 4, 7, 8, 20, 21}).sampled);
}

TEST(ReadingGaps, AreToldAndTheErrorIsNotCalledKnown) {
    const test::Folder folder;
    const Scenario s = scenario(folder, readings());
    ASSERT_EQ(s.warnings.size(), 1u);
    EXPECT_NE(s.warnings[0].find("2 gaps in the readings"), std::string::npos) << s.warnings[0];
    EXPECT_NE(s.warnings[0].find("the longest 0.11 s from t = 0.49 s"), std::string::npos) << s.warnings[0];
    RunOutputs outputs(s, {});
    outputs.begin(s.methods[0]);
    Statistics statistics;
    simulate(s.problem, s.methods[0], s.run, {.row = [&](const Row& r) { outputs.row(r); }}, statistics);
    EXPECT_GE(statistics.estimated_error, 0);
    outputs.end(statistics);
    outputs.finish();
    const Statistics& told = outputs.summary().methods[0].statistics;
    EXPECT_LT(told.estimated_error, 0);
    ASSERT_FALSE(told.notes.empty());
    EXPECT_NE(told.notes.back().find("not estimated"), std::string::npos);
}

TEST(ReadingGaps, EvenReadingsHaveNone) {
    const test::Folder folder;
    EXPECT_TRUE(scenario(folder, readings("t,wx,wy,wz", true)).warnings.empty());
}

// The same motion whatever the clock of the file counts, to the last bit where the numbers are the same.
TEST(ReadingTimes, AreUnderstoodByName) {
    const test::Folder folder;
    const auto rows = [](const std::string& header, const std::string& offset, int unit) {
        std::string text = header + "\n";
        for (int n = 0; n <= 200; ++n)
            text += (offset.empty() ? std::to_string(n * unit) : offset + std::to_string(1000 + n) + "0000000") +
                    ",0.1,0.2,0.3\n";
        return text;
    };
    const auto times = [&](const std::string& csv, const std::string& more = "") {
        const Scenario s = scenario(folder, csv, more);
        return std::get<TableRates<double>>(s.problem.rates->rates).history().last();
    };
    EXPECT_EQ(times(rows("t_ms,wx,wy,wz", "", 10)), 2.0);
    EXPECT_EQ(times(rows("Time [us],gx,gy,gz", "", 10000)), 2.0);
    EXPECT_EQ(times(rows("TimeUS,gx,gy,gz", "", 10000)), 2.0);
    EXPECT_EQ(times(rows("timestamp,gx,gy,gz", "", 10), "time_unit = \"ms\"\n"), 2.0);
    EXPECT_EQ(times(rows("timestamp_ns,gx,gy,gz", "170000000", 0), "time_zero = \"first-row\"\n"), 2.0);
}

std::string complaint(const test::Folder& folder, const std::string& csv, const std::string& more = "") {
    try {
        scenario(folder, csv, more);
    } catch (const InputError& e) {
        return e.what();
    }
    return "";
}

TEST(ReadingTimes, WhatIsNotSaidIsAsked) {
    const test::Folder folder;
    EXPECT_NE(complaint(folder, "timestamp,wx,wy,wz\n0,1,2,3\n1,1,2,3\n2,1,2,3\n").find("time_unit = "),
              std::string::npos);
    EXPECT_NE(complaint(folder, "t_ms,wx,wy,wz\n0,1,2,3\n1,1,2,3\n", "time_unit = \"s\"\n").find("its name says 'ms'"),
              std::string::npos);
    EXPECT_NE(complaint(folder, "t,wx,wy,wz\n1700000000.0,1,2,3\n1700000002.5,1,2,3\n").find("time_zero = "),
              std::string::npos);
    EXPECT_NE(complaint(folder, "t,wx,wy,wz\n50.0,1,2,3\n52.5,1,2,3\n").find("time_zero = \"first-row\""),
              std::string::npos);
    EXPECT_NE(complaint(folder, "time_h,wx,wy,wz\n0,1,2,3\n1,1,2,3\n").find("not in 'h'"), std::string::npos);
}

}  // namespace reading_gaps_test
}  // namespace polhode
