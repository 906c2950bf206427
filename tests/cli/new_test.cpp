#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "polhode/scenario/gallery.hpp"
#include "program.hpp"

namespace new_test {

using namespace polhode::test;

TEST(New, ListsEveryScenarioWithItsTitle) {
    const Outcome o = run({"new"});
    ASSERT_EQ(o.code, 0);
    int files = 0;
    for (const auto& file : std::filesystem::directory_iterator(POLHODE_SOURCE_DIR "/scenarios")) {
        if (file.path().extension() != ".toml") continue;
        ++files;
        const std::string name = file.path().stem();
        // indented: by subject
        EXPECT_NE(("\n" + o.out).find("\n  " + name + " "), std::string::npos) << name;
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
    const Folder scratch;
    const std::string mine = scratch.write("mine.toml", run({"new", "gyroscope-cusp"}).out);
    const Outcome o = run({"run", mine, "--set", "run.duration=0.1"});
    EXPECT_EQ(o.code, 0) << o.err;
}

TEST(New, UnknownNameGetsTheNearest) {
    const Outcome o = run({"new", "gyroscope-cups"});
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find("did you mean 'gyroscope-cusp'?"), std::string::npos) << o.err;
}

TEST(New, SweepsAndStudiesAreInTheGalleryToo) {
    const Outcome o = run({"new"});
    for (const std::string kind : {"sweeps", "studies"})
        for (const auto& file : std::filesystem::directory_iterator(POLHODE_SOURCE_DIR "/scenarios/" + kind)) {
            if (file.path().extension() != ".toml") continue;
            const std::string name = kind + "/" + file.path().stem().string();
            EXPECT_NE(o.out.find("\n  " + name), std::string::npos) << name;
            const auto* found = polhode::find_in_gallery(name);
            ASSERT_NE(found, nullptr) << name;
            EXPECT_FALSE(found->title.empty()) << name;
        }
}

TEST(New, EachStandsUnderOneSubject) {
    std::set<std::string> seen;
    for (const auto& subject : polhode::gallery_by_subject()) {
        EXPECT_NE(subject.title, "Others") << "a new scenario needs a subject, in gallery.cpp";
        EXPECT_FALSE(subject.scenarios.empty()) << subject.title;
        for (const auto* s : subject.scenarios) EXPECT_TRUE(seen.insert(s->name).second) << s->name;
    }
    EXPECT_EQ(seen.size(), polhode::gallery().size() + polhode::gallery_of_many_runs().size());
}

TEST(New, WritesWhatAFileReadsBesideIt) {
    const Folder scratch;
    for (const std::string name : {"studies/free-body", "sweeps/first", "sweeps/tip-off", "gyro-csv"}) {
        const std::string folder = scratch.file(name), file = name.substr(name.rfind('/') + 1) + ".toml";
        const Outcome o = run({"new", name, "--out", folder});
        ASSERT_EQ(o.code, 0) << o.err;
        const bool study = name.rfind("studies/", 0) == 0;
        const Outcome checked =
            study ? run({"study", folder + "/" + file, "--csv", "-", "--resume"}) : run({"check", folder + "/" + file});
        EXPECT_EQ(checked.code, study ? 2 : 0) << checked.err;
        if (study) {
            EXPECT_NE(checked.err.find("--resume"), std::string::npos) << "it was read: " << checked.err;
        }
        EXPECT_EQ(run({"new", name, "--out", folder}).code, 0) << "the same again harms nobody";
        scratch.write(name + "/" + file, "mine");
        EXPECT_EQ(run({"new", name, "--out", folder}).code, 2);
        EXPECT_EQ(read_text(folder + "/" + file), "mine");
    }
    EXPECT_NE(run({"new", "gyro-csv"}).err.find("gyro-csv.csv, which must stand beside it"), std::string::npos);
}

TEST(New, AnUnknownNameIsNotAnsweredByAllOfThem) {
    const Outcome o = run({"new", "gyroscope"});
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find("'gyroscope-cusp'"), std::string::npos) << o.err;
    EXPECT_LT(o.err.size(), 300u) << o.err;
    EXPECT_NE(run({"new", "zzz"}).err.find("`polhode new` lists them all"), std::string::npos);
}

TEST(Gallery, EveryScenarioPassesItsCheck_Long) {
    for (const auto& scenario : polhode::gallery()) {
        const Outcome o = run({"check", std::string(POLHODE_SOURCE_DIR "/scenarios/") + scenario.name + ".toml"});
        EXPECT_EQ(o.code, 0) << scenario.name << ": " << o.err;
        EXPECT_NE(o.out.find("ok"), std::string::npos);
    }
}

}  // namespace new_test
