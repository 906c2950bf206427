// The program has no library of its own: the bar is compiled here once more.
#include "../../apps/polhode/progress_bar.cpp"

#include <gtest/gtest.h>

#include <vector>

namespace polhode::app {

namespace progress_bar_test {

TEST(ProgressBar, TheLineFitsIntoTheTerminal) {
    EXPECT_EQ(ProgressBar::line("rk4", 0.4, 8, 0, "", 60), "rk4  [############------------------]  40 %   12 s left");
    for (int width = 20; width < 130; ++width)
        EXPECT_LE(ProgressBar::line("runs", 0.25, 100, 0.1, "312000 runs/s", width).size(), std::size_t(width));
    EXPECT_EQ(ProgressBar::line("rk4", 0, 8).find("left"), std::string::npos) << "nothing tells when it ends";
}

TEST(ProgressBar, ALogGetsALineAfterTenSecondsAndThenEverMoreSeldom) {
    std::vector<double> at;
    for (double t = ProgressBar::next_log_line(0); t < 4000; t = ProgressBar::next_log_line(t)) at.push_back(t);
    EXPECT_EQ(at, (std::vector<double>{10, 20, 40, 80, 160, 320, 640, 1240, 1840, 2440, 3040, 3640}));
}

TEST(ProgressBar, ALineInALogSaysWhatHowFarSinceWhenAndHowLong) {
    EXPECT_EQ(ProgressBar::log_line("runs", 0.25, 80, 80, 0, "312 runs/s"),
              "polhode: runs: 25 % after 80 s, 312 runs/s, 4 min 00 s left");
    // what was there before does not count for the speed
    EXPECT_EQ(ProgressBar::log_line("runs", 0.75, 90, 10, 0.5), "polhode: runs: 75 % after 90 s, 10 s left");
    EXPECT_EQ(ProgressBar::log_line("gray     ", 0, 10, 0), "polhode: gray: 0 % after 10 s");
}

TEST(ProgressBar, EndsAtOnceAndSaysNothingOfWhatIsShort) {
    testing::internal::CaptureStderr();
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 100; ++i) {
        ProgressBar bar("runs", 1, true);
        bar.at(0.5);
        bar.go_on_with("results", 1);
        bar.at(0.1, "soon");
    }
    // a hundred that waited for their next line would take 100 s on a terminal and 1000 s in a log
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace progress_bar_test

}  // namespace polhode::app
