// Which pictures a sweep leaves, and that they are the same bytes however it was computed.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <regex>

#include "program.hpp"

namespace sweep_pictures_test {

using namespace polhode::test;

namespace {

const std::string sweeps = POLHODE_SOURCE_DIR "/scenarios/sweeps/";

bool there_is(const std::string& path) { return std::filesystem::exists(path); }
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

struct Drawn {
    const char *sweep, *settings, *picture;
    bool histograms;
};

class SweepPictures : public ::testing::TestWithParam<Drawn> {};

TEST_P(SweepPictures, AreTheSameHoweverComputed) {
    const Drawn& drawn = GetParam();
    const Folder scratch;
    const auto compute = [&](const std::string& name, std::vector<std::string> more) {
        std::vector<std::string> words{"sweep", sweeps + drawn.sweep, "--set", drawn.settings,
                                       "--out", scratch.file(name)};
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    };
    const Outcome one = compute("one", {"--backend", "scalar", "--threads", "1"});
    ASSERT_EQ(one.code, 0) << one.err;
    if (has(one.err, "not installed")) GTEST_SKIP() << "there is no gnuplot";
    ASSERT_EQ(compute("two", {"--threads", "2"}).code, 0);
    const std::string picture = std::string("/") + drawn.picture;
    const std::string text = read_text(scratch.file("one") + picture);
    EXPECT_TRUE(has(text, "</svg>")) << one.out << one.err;
    EXPECT_TRUE(text == read_text(scratch.file("two") + picture));
    EXPECT_TRUE(has(one.out, drawn.picture)) << "it is named among what was written\n" << one.out;
    EXPECT_EQ(there_is(scratch.file("one/histograms.svg")), drawn.histograms);
    for (const char* name : {"map.svg", "curves.svg", "scatter.svg"})
        EXPECT_EQ(there_is(scratch.file("one/") + name), std::string(name) == drawn.picture) << name;
}

INSTANTIATE_TEST_SUITE_P(All, SweepPictures,
                         ::testing::Values(Drawn{"heavy-top-map.toml", "vary[0].count=4", "map.svg", false},
                                           Drawn{"dzhanibekov.toml", "vary[1].count=9", "curves.svg", false},
                                           Drawn{"tip-off.toml", "sweep.runs=40", "scatter.svg", true}),
                         [](const auto& it) {
                             const std::string name(it.param.picture, std::strcspn(it.param.picture, "."));
                             return name == "scatter" ? name + "_Long" : name;
                         });

TEST(SweepPicturesWithoutRuns, AreFewerAndOneSentenceSaysWhy) {
    const Folder scratch;
    const Outcome o = run({"sweep", sweeps + "heavy-top-map.toml", "--set", "vary[0].count=4", "--set",
                           "keep.runs=false", "--out", scratch.file("out")});
    ASSERT_EQ(o.code, 0) << o.err;
    if (has(o.err, "not installed")) GTEST_SKIP() << "there is no gnuplot";
    EXPECT_FALSE(there_is(scratch.file("out/map.svg")));
    EXPECT_TRUE(there_is(scratch.file("out/histograms.svg")));
    EXPECT_TRUE(has(o.err, "no picture shows outcomes over what varies: keep.runs is false")) << o.err;
}

TEST(SweepPicturesOfAnEarlierSweep, DoNotStay) {
    const Folder scratch;
    const std::string out = scratch.file("out");
    const Outcome earlier = run({"sweep", sweeps + "heavy-top-map.toml", "--set", "vary[0].count=2", "--out", out});
    ASSERT_EQ(earlier.code, 0) << earlier.err;
    if (has(earlier.err, "not installed")) GTEST_SKIP() << "there is no gnuplot";
    ASSERT_TRUE(there_is(out + "/map.svg")) << earlier.err;
    const Outcome o = run({"sweep", sweeps + "first.toml", "--set", "sweep.runs=20", "--out", out, "--restart"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_FALSE(there_is(out + "/map.svg"));
    EXPECT_TRUE(there_is(out + "/scatter.svg"));
}

// The pictures of the manual are what the program draws, with the same version of gnuplot.
TEST(SweepPicturesOfTheManual, AreWhatIsDrawn_Long) {
    const Folder scratch;
    const auto compare = [&](const std::string& sweep, const std::string& picture, const std::string& shown) {
        const Outcome o = run({"sweep", sweeps + sweep, "--out", scratch.file(sweep)});
        ASSERT_EQ(o.code, 0) << o.err;
        if (has(o.err, "not installed")) GTEST_SKIP() << "there is no gnuplot";
        const auto text_of = [](const std::string& path) {
            // the version stands at the foot of the page
            return std::regex_replace(read_text(path), std::regex("Polhode [0-9.]+"), "Polhode");
        };
        const std::string now = text_of(scratch.file(sweep + "/" + picture)),
                          then = text_of(POLHODE_SOURCE_DIR "/docs/images/" + shown);
        const auto maker = [](const std::string& svg) {
            const std::size_t at = svg.find("<desc>");
            return at == std::string::npos ? std::string() : svg.substr(at, svg.find("</desc>", at) - at);
        };
        ASSERT_NE(maker(then), "");
        ASSERT_NE(maker(now), "") << o.err;
        // two versions of gnuplot do not draw the same lines
        if (maker(now) != maker(then)) GTEST_SKIP() << "another gnuplot: " << maker(now);
        EXPECT_TRUE(now == then) << "polhode sweep " << sweep << " draws another " << shown;
    };
    compare("heavy-top-map.toml", "map.svg", "sweep-map.svg");
    compare("analog-machines.toml", "scatter.svg", "sweep-scatter.svg");
}

}  // namespace

}  // namespace sweep_pictures_test
