#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "program.hpp"

namespace reproduce_test {

using namespace polhode::test;

namespace {

// "&lt;" and its like as they were
std::string unescaped(std::string text) {
    const std::pair<const char*, const char*> entities[] = {
        {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}};
    for (const auto& [entity, character] : entities)
        for (std::size_t i = 0; (i = text.find(entity, i)) != std::string::npos; ++i)
            text.replace(i, std::string(entity).size(), character);
    return text;
}

// The blocks of commands on a page, line by line.
std::vector<std::vector<std::string>> command_blocks(const std::string& html) {
    std::vector<std::vector<std::string>> blocks;
    const std::string open = "<pre class=\"commands\"><code>", close = "</code></pre>";
    for (std::size_t i = 0; (i = html.find(open, i)) != std::string::npos;) {
        i += open.size();
        blocks.push_back(lines_of(unescaped(html.substr(i, html.find(close, i) - i))));
    }
    return blocks;
}

}  // namespace

TEST(Reproduce, OneDocumentWithItsPagesDataAndVerdicts_Long) {
    const Folder scratch;
    const Outcome o = run({"reproduce", "ganapathi", "--out", scratch.file("report"), "--threads", "2"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.err, "");
    EXPECT_NE(o.out.find("does not hold"), std::string::npos) << o.out;
    EXPECT_NE(o.out.find("index.html"), std::string::npos) << o.out;
    EXPECT_NE(read_text(scratch.file("report/index.html")).find("ganapathi.html"), std::string::npos);
    EXPECT_NE(read_text(scratch.file("report/ganapathi.html")).find("<svg"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(scratch.file("report/nasa.html")));
    const auto json = nlohmann::json::parse(read_text(scratch.file("report/verdicts.json")));
    EXPECT_EQ(json.at("status"), "complete");
    for (const auto& v : json.at("verdicts")) EXPECT_EQ(v.at("document"), "ganapathi");
    const auto provenance = nlohmann::json::parse(read_text(scratch.file("report/provenance.json")));
    EXPECT_EQ(provenance.at("status"), "complete");
    EXPECT_EQ(provenance.at("command_line").at(1), "reproduce");
    std::set<std::string> outputs;
    for (const auto& file : provenance.at("outputs")) {
        outputs.insert(file.at("file").get<std::string>());
        EXPECT_EQ(file.at("sha256").get<std::string>().size(), 64u) << file;
    }
    EXPECT_TRUE(outputs.count("ganapathi.html") && outputs.count("verdicts.json") && outputs.count("index.html"));
}

TEST(Reproduce, CommandsOnThePagesRunInTheFolderOfTheReport_Long) {
    const Folder scratch;
    // A report that somebody else has just made will do (tools/golden).
    const char* made = std::getenv("POLHODE_REPORT");
    const std::string report = made ? made : scratch.file("report");
    if (!made) {
        ASSERT_EQ(run({"reproduce", "--out", report, "--quiet"}).code, 0);
    }
    std::filesystem::create_directory(scratch.file("bin"));
    std::filesystem::create_symlink(Running::program(), scratch.file("bin/polhode"));
    int tried = 0;
    for (const auto& entry : std::filesystem::directory_iterator(report)) {
        if (entry.path().extension() != ".html") continue;
        for (const auto& block : command_blocks(read_text(entry.path().string()))) {
            ASSERT_FALSE(block.empty());
            // the first and the last of each block: the others differ in a number
            for (const std::string& command : {block.front(), block.back()}) {
                const std::string line = "cd " + report + " && PATH=" + scratch.file("bin") + ":$PATH && set -e && { " +
                                         command + "; } >" + scratch.file("said") + " 2>&1";
                // What these two commands of Gray's page show is a breakdown: three equations alone, and words that
                // overflow without correction
                const bool breaks_down =
                    command.find("equations") != std::string::npos ||
                    command.find("integrator=euler --set method.constraint=none") != std::string::npos;
                EXPECT_EQ(std::system(("bash -c '" +
                                       [&] {
                                           std::string quoted;
                                           for (const char c : line)
                                               quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
                                           return quoted;
                                       }() +
                                       "'")
                                          .c_str()),
                          breaks_down ? 3 << 8 : 0)
                    << entry.path() << ": " << command << "\n"
                    << read_text(scratch.file("said"));
                ++tried;
                if (block.size() == 1) break;
            }
        }
    }
    EXPECT_GT(tried, 40);
}

TEST(Reproduce, WhatIsRefused_Long) {
    const Folder scratch;
    const Outcome unknown = run({"reproduce", "nassa", "--out", scratch.file("r")});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_NE(unknown.err.find("did you mean 'nasa'"), std::string::npos) << unknown.err;
    EXPECT_FALSE(std::filesystem::exists(scratch.file("r")));
    EXPECT_EQ(run({"reproduce", "nasa", "--out", scratch.file("r"), "--threads", "0"}).code, 2);
    scratch.write("file", "x");
    const Outcome in_the_way = run({"reproduce", "nasa", "--out", scratch.file("file")});
    EXPECT_EQ(in_the_way.code, 2);
    EXPECT_NE(in_the_way.err.find("cannot write"), std::string::npos) << in_the_way.err;
    std::filesystem::create_directories(scratch.file("taken/index.html/x"));
    const Outcome taken = run({"reproduce", "nasa", "--out", scratch.file("taken")});
    EXPECT_EQ(taken.code, 2);
    EXPECT_NE(taken.err.find("index.html"), std::string::npos) << taken.err;
}

TEST(Reproduce, FullSaysHowLongItWillTake_Long) {
    const Folder scratch;
    const Outcome o = run({"reproduce", "ganapathi", "--full", "--threads", "2", "--out", scratch.file("r")});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_NE(o.err.find("about "), std::string::npos) << o.err;
    EXPECT_NE(o.err.find("2 threads"), std::string::npos) << o.err;
}

TEST(Reproduce, InterruptedKeepsWhatIsWritten_Long) {
    const Folder scratch;
    Running running({"reproduce", "--out", scratch.file("r"), "--threads", "1"});
    EXPECT_TRUE(running.reaches([&] { return std::filesystem::exists(scratch.file("r/index.html")); }));
    kill(running.id(), SIGINT);
    const Outcome o = running.wait();
    EXPECT_EQ(o.code, 3) << o.err;
    EXPECT_NE(o.err.find("interrupted"), std::string::npos) << o.err;
    const auto json = nlohmann::json::parse(read_text(scratch.file("r/verdicts.json")));
    EXPECT_EQ(json.at("status"), "interrupted");
    EXPECT_NE(read_text(scratch.file("r/index.html")).find("Not computed"), std::string::npos);
}

}  // namespace reproduce_test
