#include <gtest/gtest.h>
#include <signal.h>

#include <nlohmann/json.hpp>

#include "program.hpp"

namespace study_test {

using namespace polhode::test;

namespace {

const std::string gyroscope = POLHODE_SOURCE_DIR "/scenarios/gyroscope-cusp.toml";

std::vector<std::string> quick(std::vector<std::string> words) {
    const std::vector<std::string> all{"study", gyroscope, "--set", "run.duration=0.2", "--repeats", "1"};
    words.insert(words.begin(), all.begin(), all.end());
    return words;
}

std::string without_times(const std::string& csv) {
    std::string text;
    for (const std::string& line : lines_of(csv)) {
        std::size_t begin = 0;
        for (int i = 0; i < 9; ++i) begin = line.find(',', begin) + 1;
        text += line.substr(0, begin) + line.substr(line.find(',', begin)) + "\n";
    }
    return text;
}

}  // namespace

TEST(Study, TableCsvAndJsonFromTheCommandLine) {
    const Folder scratch;
    const Outcome o = run(quick({"--methods", "rk4,dop853", "--steps", "0.002,0.001", "--tolerances", "1e-6:1e-10:2",
                                 "--out", scratch.file("out")}));
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_NE(o.out.find("rk4, order "), std::string::npos) << o.out;
    const auto lines = lines_of(read_text(scratch.file("out/study.csv")));
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_EQ(lines[0],
              "key,problem,method,step,tolerance,error,order,evaluations,flops,cpu_s,accepted,rejected,failure");
    EXPECT_NE(lines[1].find(",gyroscope-cusp,rk4,0.002"), std::string::npos) << lines[1];
    EXPECT_NE(lines[3].find(",gyroscope-cusp,dop853,,"), std::string::npos) << lines[3];
    const auto json = nlohmann::json::parse(read_text(scratch.file("out/study.json")));
    EXPECT_EQ(json.at("problems")[0].at("curves").size(), 2u);
}

TEST(Study, CsvOnStandardOutputAndJsonAlone) {
    const Outcome csv = run(quick({"--methods", "rk4", "--steps", "0.002", "--csv", "-", "--quiet"}));
    ASSERT_EQ(csv.code, 0) << csv.err;
    EXPECT_EQ(csv.err, "");
    EXPECT_EQ(lines_of(csv.out).size(), 2u);
    const Outcome json = run(quick({"--methods", "rk4", "--steps", "0.002", "--json"}));
    ASSERT_EQ(json.code, 0) << json.err;
    EXPECT_EQ(nlohmann::json::parse(json.out).at("status"), "complete");
}

TEST(Study, InterruptedAndResumed) {
    const Folder scratch;
    // two points that take milliseconds, and two that take minutes
    const std::string study =
        scratch.write("s.toml", "[[problem]]\nscenario = \"" + gyroscope +
                                    "\"\nset = [\"run.duration=2.0\"]\n[[method]]\nintegrator = \"rk4\"\n"
                                    "steps = [1e-3, 5e-4, 1e-9, 5e-10]\n[study]\nrepeats = 1\n");
    const std::string csv = scratch.file("s.csv");
    Running stopped({"study", study, "--csv", csv, "--threads", "1", "--quiet"});
    EXPECT_TRUE(stopped.reaches([&] { return lines_of(read_text(csv)).size() >= 3; }));
    kill(stopped.id(), SIGINT);
    const Outcome o = stopped.wait();
    EXPECT_EQ(o.code, 3);
    EXPECT_NE(o.err.find("--resume"), std::string::npos) << o.err;
    EXPECT_EQ(lines_of(read_text(csv)).size(), 3u) << "two points are kept";

    // killed in the middle of a row, and gone on
    std::ofstream(csv, std::ios::app) << "0123456789abcdef,gyro";
    const std::string shorter =
        scratch.write("s.toml", "[[problem]]\nscenario = \"" + gyroscope +
                                    "\"\nset = [\"run.duration=2.0\"]\n[[method]]\nintegrator = \"rk4\"\n"
                                    "steps = [1e-3, 5e-4, 2.5e-4]\n[study]\nrepeats = 1\n");
    const Outcome resumed = run({"study", shorter, "--csv", csv, "--resume", "--quiet"});
    EXPECT_EQ(resumed.code, 0) << resumed.err;
    const Outcome straight = run({"study", shorter, "--csv", scratch.file("straight.csv"), "--quiet"});
    EXPECT_EQ(straight.code, 0) << straight.err;
    EXPECT_EQ(without_times(read_text(csv)), without_times(read_text(scratch.file("straight.csv"))));
}

TEST(Study, BudgetGivesAnAnswerToPaste_Long) {
    const Outcome o = run(quick({"--budget", "1e-6", "--methods", "rk4,dop853,taylor:12"}));
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_NE(o.out.find("the cheapest is"), std::string::npos) << o.out;
    EXPECT_NE(o.out.find("[method]\nintegrator = "), std::string::npos) << o.out;
    const Outcome json = run(quick({"--budget", "1e-6", "--methods", "rk4,taylor:12", "--json"}));
    ASSERT_EQ(json.code, 0) << json.err;
    EXPECT_LE(nlohmann::json::parse(json.out).at("cheapest").at("by_cpu_time").at("error").get<double>(), 1e-6);
    const Outcome never = run(quick({"--budget", "1e-15", "--methods", "rk4"}));
    EXPECT_EQ(never.code, 3);
    EXPECT_NE(never.out.find("No method reaches"), std::string::npos);
}

TEST(Study, SlipsOnTheCommandLineAreToldWithTheNearestName) {
    const struct {
        std::vector<std::string> words;
        const char* says;
    } slips[] = {
        {quick({"--methods", "rk5"}), "Did you mean 'rk4'?"},
        {quick({"--methods", "rk4", "--steps", "0.01:0.001"}), "from:to:count"},
        {quick({"--methods", "rk4", "--steps", "-1"}), "> 0"},
        {quick({"--error", "geodesics"}), "did you mean 'geodesic'?"},
        {quick({"--at", "ende"}), "did you mean 'end'?"},
        {quick({"--against", "truht"}), "did you mean 'truth'?"},
        {quick({"--resume"}), "--csv FILE"},
        {quick({"--plot", "out.bmp"}), ".svg"},
        {quick({"--budget", "-1"}), "> 0"},
        {quick({"--budget", "1e-6", "--steps", "0.1"}), "leave out"},
        {{"study", "no-such-file.toml"}, "no-such-file.toml"},
        {{"study", POLHODE_SOURCE_DIR "/scenarios/studies/gyroscope.toml", "--methods", "rk4"}, "study file"},
    };
    for (const auto& slip : slips) {
        const Outcome o = run(slip.words);
        EXPECT_EQ(o.code, 2) << slip.says << "\n" << o.err;
        EXPECT_NE(o.err.find(slip.says), std::string::npos) << o.err;
        EXPECT_EQ(o.out, "");
    }
}

TEST(Run, AgainstTheTruthAddsMeasures) {
    const Folder scratch;
    const std::vector<std::string> words{
        "run",   gyroscope, "--set",      "method.integrator=rk4", "--set", "method.step=5e-4", "--against",
        "exact", "--json",  "--measures", scratch.file("m.csv")};
    const Outcome o = run(words);
    ASSERT_EQ(o.code, 0) << o.err;
    const auto measures = nlohmann::json::parse(o.out).at("measures");
    EXPECT_EQ(measures.at("methods")[0].at("geodesic").at("growth").at("kind"), "linear");
    EXPECT_GT(lines_of(read_text(scratch.file("m.csv"))).size(), 200u);
    const Outcome wrong = run({"run", gyroscope, "--measures", scratch.file("n.csv")});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_NE(wrong.err.find("--against"), std::string::npos) << wrong.err;
}

}  // namespace study_test
