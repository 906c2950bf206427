// The command line itself: help, versions, slips.
#include "program.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace program_test {

using namespace polhode::test;

TEST(Program, HelpOfEveryCommandHasExamples) {
    const Outcome all = run({"--help"});
    EXPECT_EQ(all.code, 0);
    for (const std::string command : {"run", "check", "list", "convert", "new", "cite", "completion"}) {
        EXPECT_NE(all.out.find("\n  " + command), std::string::npos) << command;
        const Outcome one = run({command, "--help"});
        EXPECT_EQ(one.code, 0);
        EXPECT_NE(one.out.find("polhode " + command), std::string::npos) << one.out;
        EXPECT_NE(one.out.find("Examples:"), std::string::npos) << one.out;
        EXPECT_EQ(one.err, "");
    }
}

TEST(Program, VersionIsOneLine) {
    const Outcome o = run({"--version"});
    EXPECT_EQ(o.code, 0);
    EXPECT_EQ(o.out.rfind("polhode 0.2.0 (", 0), 0u) << o.out;
    EXPECT_EQ(lines_of(o.out).size(), 1u);
}

TEST(Program, VersionSaysWhatIsInIt) {
    const std::string said = run({"--version"}).out;
#ifdef POLHODE_WITH_HDF5
    EXPECT_NE(said.find("HDF5"), std::string::npos) << said;
#else
    EXPECT_EQ(said.find("HDF5"), std::string::npos) << said;
#endif
    EXPECT_EQ(said.find("libraries linked in"), std::string::npos) << said;
}

// Man pages and the manual's page on the command line are made from this.
TEST(Program, HelpAsJsonHasEveryCommandAndOption_Long) {
    const Outcome o = run({"help", "--json"});
    EXPECT_EQ(o.code, 0);
    const auto line = nlohmann::json::parse(o.out);
    const std::string all = run({"--help"}).out;
    ASSERT_GE(line["commands"].size(), 15u);
    for (const auto& command : line["commands"]) {
        const std::string name = command["name"];
        EXPECT_NE(all.find("  " + name), std::string::npos) << name;
        const std::string help = run({name, "--help"}).out;
        EXPECT_EQ(nlohmann::json::parse(run({"help", name, "--json"}).out), command) << name;
        for (const auto& option : command["options"]) {
            const std::string last = option["names"].back();
            EXPECT_NE(help.find(last), std::string::npos) << name << " " << last;
            EXPECT_NE(help.find(option["value"].get<std::string>()), std::string::npos) << name << " " << last;
        }
        for (const auto& positional : command["positionals"])
            EXPECT_NE(help.find(positional["names"].back().get<std::string>()), std::string::npos) << name;
        EXPECT_NE(command["footer"].get<std::string>().find("Example"), std::string::npos) << name;
    }
    EXPECT_EQ(run({"help", "rnu", "--json"}).code, 2);
}

TEST(Program, WithoutCommandShowsHelpAndRefuses) {
    const Outcome o = run({});
    EXPECT_EQ(o.code, 2);
    EXPECT_EQ(o.out, "");
    EXPECT_NE(o.err.find("Examples:"), std::string::npos);
}

TEST(Program, NearestCommandIsNamed) {
    const Outcome o = run({"rnu", "x.toml"});
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find("'rnu' is not a command"), std::string::npos) << o.err;
    EXPECT_NE(o.err.find("did you mean 'run'?"), std::string::npos) << o.err;
    EXPECT_EQ(lines_of(o.err).size(), 1u);
}

TEST(Program, NearestOptionIsNamed) {
    const Outcome o = run({"run", "x.toml", "--polt", "x.svg"});
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find("'--polt' is not an option"), std::string::npos) << o.err;
    EXPECT_NE(o.err.find("did you mean '--plot'?"), std::string::npos) << o.err;
}

TEST(Program, MissingArgumentsAreNamed) {
    const Outcome o = run({"run"});
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find("SCENARIO"), std::string::npos) << o.err;
    EXPECT_NE(o.err.find("polhode run --help"), std::string::npos) << o.err;
    EXPECT_EQ(run({"run", "a.toml", "b.toml"}).code, 2);
    EXPECT_EQ(run({"completion", "tcsh"}).code, 2);
}

// One sentence for every number of every command: the option, what is allowed, what was read. An unprintable byte in it
// must not reach a terminal.
TEST(Program, WhatIsNoNumberIsNamedWithWhatIsAllowed) {
    struct Slip {
        std::vector<std::string> words;
        std::string option, allowed;
        std::vector<std::string> wrong;
    };
    const Slip slips[] = {
        {{"run", "x.toml"}, "--cycle", "a number of seconds > 0", {"abc", "0", "-1", "nan", "1e999", "0x10", "1,5"}},
        {{"study", "x.toml"}, "--threads", "a whole number from 1 to 4096", {"abc", "0", "-1", "1.5", "4097"}},
        {{"study", "x.toml"}, "--repeats", "a whole number from 1 to 1000", {"abc", "0", "1001"}},
        {{"study", "x.toml"}, "--budget", "a number > 0, the largest error allowed", {"abc", "0", "-1e-6", "inf"}},
        {{"sweep", "x.toml"}, "--threads", "a whole number from 1 to 4096", {"abc", "99999999999999999999"}},
        {{"stability"}, "--step", "a number of seconds > 0", {"abc", "0", "-0.1"}},
        {{"stability"}, "--rate", "a number of rad/s > 0", {"abc", "0", "3 rad/s"}},
        {{"stability"}, "--fraction", "a number between 0 and 1", {"abc", "0", "1", "50%"}},
        {{"reproduce"}, "--threads", "a whole number from 1 to 4096", {"abc", "0"}},
        {{"analog", "quaternion"}, "--machines", "a whole number from 1 to 100000000", {"abc", "0", "1e3"}},
        {{"analog", "quaternion"}, "--threads", "a whole number from 1 to 4096", {"abc", "-2", "0"}},
        {{"studio"}, "--port", "a whole number from 0 to 65535", {"abc", "65536", "-1"}},
    };
    for (const Slip& slip : slips)
        for (const std::string& wrong : slip.wrong) {
            std::vector<std::string> words = slip.words;
            words.push_back(slip.option + "=" + wrong);
            const Outcome o = run(words);
            EXPECT_EQ(o.code, 2) << words[0] << " " << words.back();
            EXPECT_EQ(o.out, "");
            EXPECT_EQ(o.err, "polhode: " + words[0] + ": " + slip.option + ": expected " + slip.allowed + ", read '" +
                                 wrong + "'; see 'polhode " + words[0] + " --help'\n");
        }
    EXPECT_EQ(run({"stability", "--fraction", "a\x1b[31m"}).err.find('\x1b'), std::string::npos);
}

TEST(Program, CommandsOfLaterWorkAreNotThere) { EXPECT_EQ(run({"bench"}).code, 2); }

TEST(Program, FullDiskIsReported) {
    for (const std::string command : {"list", "new", "cite"}) {
        const Outcome o = Running({command}, "", ".", "/dev/full").wait();
        EXPECT_EQ(o.code, 2) << command;
        EXPECT_NE(o.err.find("No space left"), std::string::npos) << o.err;
    }
}

TEST(Program, CompletionScriptsNameEveryCommand) {
    for (const std::string shell : {"bash", "zsh", "fish"}) {
        const Outcome o = run({"completion", shell});
        EXPECT_EQ(o.code, 0);
        for (const std::string word : {"run", "convert", "completion", "csv", "gyroscope-cusp", "euler-zyx", "torque"})
            EXPECT_NE(o.out.find(word), std::string::npos) << shell << " does not know " << word;
    }
}

}  // namespace program_test
