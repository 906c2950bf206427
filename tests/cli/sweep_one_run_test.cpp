// One run of a sweep by itself: `polhode sweep --run`.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sweep_example.hpp"

namespace sweep_one_run_test {

using namespace polhode::test;

// A run alone is that of the sweep, and so is the scenario that it writes, to the last bit.
TEST(Sweep, OneRunAloneAndItsScenarioAlone) {
    const Folder scratch;
    scratch.write("s.toml", scenario);
    const std::string beside = scratch.write(
        "beside.toml", "[sweep]\nscenario = \"s.toml\"\n" + tables.substr(std::string("[sweep]\n").size()));
    for (const std::string& file : {scratch.write("c.toml", sweep), beside}) {
        const std::string out = file + ".out";
        ASSERT_EQ(run({"sweep", file, "--out", out, "--quiet"}).code, 0);
        for (const std::string run_number : {"0", "17", "199"}) {
            const Outcome o = run({"sweep", file, "--run", run_number, "--csv", scratch.file("alone.csv"), "--scenario",
                                   scratch.file("alone.toml"), "--json"});
            ASSERT_EQ(o.code, 0) << o.err;
            const auto json = nlohmann::json::parse(o.out);
            const auto line = line_of_run(out + "/runs.csv", std::stoul(run_number));
            std::size_t compared = 0;
            for (const char* part : {"inputs", "outcomes"})
                for (const auto& [name, value] : json.at(part).items()) {
                    ASSERT_TRUE(line.count(name)) << name;
                    if (value.is_null()) {
                        EXPECT_EQ(line.at(name), "") << name;
                    } else {
                        EXPECT_EQ(value.get<double>(), std::strtod(line.at(name).c_str(), nullptr)) << name;
                    }
                    ++compared;
                }
            EXPECT_EQ(compared, line.size() - 2);

            const Outcome scenario_alone =
                run({"run", scratch.file("alone.toml"), "--quiet", "--csv", scratch.file("scenario.csv")});
            ASSERT_EQ(scenario_alone.code, 0) << scenario_alone.err << read_text(scratch.file("alone.toml"));
            EXPECT_EQ(json.at("scenario"), read_text(scratch.file("alone.toml")));
            const std::string trajectory = read_text(scratch.file("alone.csv"));
            EXPECT_EQ(lines_of(trajectory).size(), 22u);
            EXPECT_TRUE(trajectory == read_text(scratch.file("scenario.csv"))) << run_number;
            if (run_number != "199") {
                EXPECT_TRUE(trajectory == read_text(out + "/trajectories/run-" + run_number + ".csv"));
            }
        }
    }
    const Outcome rows = run({"sweep", beside, "--run", "3", "--csv", "-", "--quiet"});
    EXPECT_EQ(rows.code, 0);
    EXPECT_EQ(lines_of(rows.out).size(), 22u);
    const Outcome text = run({"sweep", beside, "--run", "3"});
    for (const char* word : {"spin", "tilt_end", "--scenario FILE"})
        EXPECT_TRUE(has(text.out, word)) << word << "\n" << text.out;
}

TEST(Sweep, ScenarioOfARunToStandardOutput) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep);
    ASSERT_EQ(run({"sweep", file, "--run", "3", "--scenario", scratch.file("s.toml"), "--quiet"}).code, 0);
    const Outcome o = run({"sweep", file, "--run", "3", "--scenario", "-"}, "", scratch.path());
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.out, read_text(scratch.file("s.toml")));
    EXPECT_TRUE(has(o.err, "tilt_end")) << o.err;
    EXPECT_FALSE(std::filesystem::exists(scratch.file("-")));
}

TEST(Sweep, OneRunInWords) {
    const Folder scratch;
    const std::string file = scratch.write("c.toml", sweep + R"([[vary]]
name = "how"
kind = "choice"
values = ["softly", "hard"]
[[outcome]]
name = "never"
take = "first-time"
of = "rate"
above = 100.0
)");
    const Outcome o = run({"sweep", file, "--run", "3"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_TRUE(has(o.out, "\n  never                    none\n")) << o.out;
    for (const std::string& line : lines_of(o.out))
        EXPECT_TRUE(line.empty() || line.back() != ' ') << "'" << line << "'";
    const auto json = nlohmann::json::parse(run({"sweep", file, "--run", "3", "--json"}).out);
    const std::string how = json.at("inputs").at("how");
    EXPECT_TRUE(how == "softly" || how == "hard") << how;
    EXPECT_TRUE(has(o.out, "  " + how + "\n")) << o.out;
}

}  // namespace sweep_one_run_test
