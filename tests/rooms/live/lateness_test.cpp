#include "polhode/live/lateness.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace lateness_test {

using namespace polhode;

TEST(Lateness, PercentilesAreNotBelowTheTruthAndAtMostASixteenthAbove) {
    Lateness late;
    for (int i = 1; i <= 10000; ++i) late.add(i);
    for (const double share : {0.5, 0.99, 0.999}) {
        EXPECT_GE(late.percentile(share), share * 10000);
        EXPECT_LE(late.percentile(share), share * 10000 * (1 + 1.0 / 16));
    }
    EXPECT_EQ(late.largest(), 10000);
    EXPECT_EQ(late.count(), 10000u);
}

TEST(Lateness, OctavesArePowersOfTwoFromOneMicrosecond) {
    Lateness late;
    for (const double us : {0.0, 0.99, 1.0, 1.99, 2.0, 1024.0, 2047.0, 2048.0, 1e30}) late.add(us);
    EXPECT_EQ(late.in_octave(0), 2u);   // below 1
    EXPECT_EQ(late.in_octave(1), 2u);   // 1 to 2
    EXPECT_EQ(late.in_octave(2), 1u);   // 2 to 4
    EXPECT_EQ(late.in_octave(11), 2u);  // 1024 to 2048
    EXPECT_EQ(late.in_octave(12), 1u);
    EXPECT_EQ(late.in_octave(Lateness::octaves - 1), 1u);
}

TEST(Lateness, TheReportIsJson) {
    LiveReport report;
    report.steps = 3;
    report.seconds_lost = 0.1;
    report.lateness.add(3);
    report.lateness.add(700);
    const auto json = nlohmann::json::parse(live_report_json(report));
    EXPECT_EQ(json["steps"], 3);
    EXPECT_EQ(json["seconds_lost"], 0.1);
    EXPECT_EQ(json["lateness_us"]["largest"], 700);
    EXPECT_EQ(json["lateness_us"]["histogram"].size(), 2u);
    EXPECT_EQ(json["lateness_us"]["histogram"][0]["below_us"], 4);
    EXPECT_NE(live_report_text(report).find("p99.9"), std::string::npos);
}

}  // namespace lateness_test
