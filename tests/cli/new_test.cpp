#include <gtest/gtest.h>

#include <filesystem>

#include "polhode/library/gallery.hpp"
#include "program.hpp"

using namespace polhode::test;

TEST(New, ListsEveryScenarioWithItsTitle) {
    const Outcome o = run({"new"});
    ASSERT_EQ(o.code, 0);
    int files = 0;
    for (const auto& file : std::filesystem::directory_iterator(POLHODE_SOURCE_DIR "/scenarios")) {
        if (file.path().extension() != ".toml") continue;
        ++files;
        const std::string name = file.path().stem();
        EXPECT_NE(("\n" + o.out).find("\n" + name + " "), std::string::npos) << name;
        const auto* found = polhode::find_in_gallery(name);
        ASSERT_NE(found, nullptr) << name;
        EXPECT_FALSE(found->title.empty()) << name << " has no line title = \"...\"";
        EXPECT_EQ(found->text, read_text(file.path())) << name;
    }
    EXPECT_GT(files, 0);
}

TEST(New, PrintsTheFileByteForByte) {
    const Outcome o = run({"new", "gyroscope-cusp"});
    ASSERT_EQ(o.code, 0);
    EXPECT_EQ(o.out, read_text(POLHODE_SOURCE_DIR "/scenarios/gyroscope-cusp.toml"));
}

TEST(New, WhatIsPrintedRuns) {
    const Scratch scratch;
    const std::string mine = scratch.write("mine.toml", run({"new", "gyroscope-cusp"}).out);
    const Outcome o = run({"run", mine, "--set", "run.duration=0.1"});
    EXPECT_EQ(o.code, 0) << o.err;
}

TEST(New, UnknownNameGetsTheNearest) {
    const Outcome o = run({"new", "gyroscope-cups"});
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find("did you mean 'gyroscope-cusp'?"), std::string::npos) << o.err;
}

TEST(Gallery, EveryScenarioPassesItsCheck) {
    for (const auto& scenario : polhode::gallery()) {
        const Outcome o = run({"check", std::string(POLHODE_SOURCE_DIR "/scenarios/") + scenario.name + ".toml"});
        EXPECT_EQ(o.code, 0) << scenario.name << ": " << o.err;
        EXPECT_NE(o.out.find("ok"), std::string::npos);
    }
}
