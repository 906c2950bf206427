// run --out and study --out over a folder that is not empty.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace results_folder_test {

using namespace polhode::test;

namespace {

const std::string compare = R"(title = "two"
[body]
inertia = [1.0, 2.0, 2.5]
[start]
rate = [0.1, 1.0, 0.2]
[method]
integrator = "rk4"
step = 0.1
[[compare]]
integrator = "heun"
step = 0.1
[run]
duration = 1.0
sample = 0.1
)";
const std::string one = R"(title = "one"
[body]
inertia = [1.0, 2.0, 2.5]
[start]
rate = [0.1, 1.0, 0.2]
[method]
integrator = "rk4"
step = 0.1
[run]
duration = 1.0
sample = 0.1
)";

std::vector<std::string> names_in(const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

TEST(ResultsFolder, ARunReplacesAnOlderOneAsAWhole) {
    const Folder scratch;
    const std::string out = scratch.file("out");
    ASSERT_EQ(run({"run", scratch.write("two.toml", compare), "--out", out, "--quiet"}).code, 0);
    EXPECT_TRUE(std::filesystem::exists(out + "/trajectory-heun.csv"));
    scratch.write("out/notes.txt", "mine");
    const Outcome o = run({"run", scratch.write("one.toml", one), "--out", out, "--quiet"});
    ASSERT_EQ(o.code, 0) << o.err;
    // what stands there is what the provenance says, and what is not Polhode's
    const auto provenance = nlohmann::json::parse(read_text(out + "/provenance.json"));
    std::vector<std::string> wanted{"notes.txt", "provenance.json"};
    for (const auto& file : provenance["outputs"]) wanted.push_back(file["file"]);
    std::sort(wanted.begin(), wanted.end());
    EXPECT_EQ(names_in(out), wanted);
    EXPECT_EQ(read_text(out + "/notes.txt"), "mine");
}

TEST(ResultsFolder, FilesOfOthersAreRefusedBeforeAnythingIsComputed) {
    const Folder scratch;
    const std::string out = scratch.file("out"), file = scratch.write("one.toml", one);
    std::filesystem::create_directory(out);
    scratch.write("out/summary.json", "mine");
    const Outcome o = run({"run", file, "--out", out, "--set", "run.duration=1e6", "--set", "run.sample=1"});
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find("out/summary.json: a result would get this name"), std::string::npos) << o.err;
    EXPECT_EQ(names_in(out), (std::vector<std::string>{"summary.json"}));
    EXPECT_EQ(read_text(out + "/summary.json"), "mine");
}

TEST(ResultsFolder, AScenarioThatCannotRunDestroysNothing) {
    const Folder scratch;
    const std::string out = scratch.file("out"), file = scratch.write("one.toml", one);
    ASSERT_EQ(run({"run", file, "--out", out, "--quiet"}).code, 0);
    const auto before = names_in(out);
    const std::string rows = read_text(out + "/trajectory.csv");
    EXPECT_EQ(run({"run", file, "--out", out, "--set", "method.step=-1"}).code, 2);
    EXPECT_EQ(names_in(out), before);
    EXPECT_EQ(read_text(out + "/trajectory.csv"), rows);
}

TEST(ResultsFolder, AKilledRunLeavesTheOlderResultsAndAFolderThatCanBeReplaced) {
    const Folder scratch;
    const std::string out = scratch.file("out"), file = scratch.write("one.toml", one);
    ASSERT_EQ(run({"run", file, "--out", out, "--quiet"}).code, 0);
    const auto before = names_in(out);
    Running program({"run", file, "--out", out, "--set", "run.duration=1e6", "--set", "run.sample=1"});
    EXPECT_TRUE(program.reaches([&] { return size_of(out + "/trajectory.part.csv") > 4000; }));
    ::kill(program.id(), SIGKILL);
    EXPECT_EQ(program.wait().code, 128 + SIGKILL);
    EXPECT_EQ(lines_of(read_text(out + "/trajectory.csv")).size(), 12u);
    EXPECT_EQ(run({"run", file, "--out", out, "--quiet"}).code, 0);
    EXPECT_EQ(names_in(out), before);
}

TEST(ResultsFolder, AStudyKnowsItsOwn) {
    const Folder scratch;
    const std::string out = scratch.file("out"), file = scratch.write("one.toml", one);
    const std::vector<std::string> study{"study", file, "--methods", "rk4", "--steps", "0.1,0.05",
                                         "--out", out,  "--repeats", "1",   "--quiet"};
    ASSERT_EQ(run(study).code, 0);
    const auto before = names_in(out);
    EXPECT_NE(std::find(before.begin(), before.end(), "provenance.json"), before.end());
    EXPECT_EQ(run(study).code, 0);
    EXPECT_EQ(names_in(out), before);
    std::vector<std::string> again = study;
    again.push_back("--resume");
    EXPECT_EQ(run(again).code, 0);
    scratch.write("out/study.json", "mine");
    const Outcome o = run(study);
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find("study.json: a result would get this name"), std::string::npos) << o.err;
    EXPECT_EQ(read_text(out + "/study.json"), "mine");
    // and neither command takes the other's folder
    EXPECT_EQ(run({"run", file, "--out", out, "--quiet"}).code, 2);
}

TEST(SpecialFiles, AreRefusedAtOnceWhereverAFileIsNamed) {
    const Folder scratch;
    ASSERT_EQ(mkfifo(scratch.file("pipe").c_str(), 0600), 0);
    const std::string file = scratch.write("one.toml", one);
    const std::string sweep = "[sweep]\nscenario = \"one.toml\"\n[[vary]]\nkind = \"file\"\nfile = \"pipe\"\n";
    const std::vector<std::vector<std::string>> words{
        {"run", "/dev/zero"},
        {"run", scratch.file("pipe")},
        {"check", scratch.file("pipe")},
        {"study", scratch.file("pipe")},
        {"study", "/dev/zero"},
        {"sweep", "/dev/zero", "--out", scratch.file("s")},
        {"sweep", scratch.write("sweep.toml", sweep), "--out", scratch.file("s")},
        {"analog", scratch.file("./pipe")},
        {"studio", scratch.file("pipe"), "--page", file},
        {"study", file, "--methods", "rk4", "--steps", "0.1", "--csv", "/dev/zero", "--resume"},
    };
    for (const auto& command : words) {
        const Outcome o = run(command);
        EXPECT_EQ(o.code, 2) << command[0] << " " << command[1] << ": " << o.err;
        EXPECT_TRUE(o.err.find("a pipe") != std::string::npos || o.err.find("a device") != std::string::npos) << o.err;
    }
    const Outcome piped = run({"run", "/dev/stdin", "--quiet", "--json"}, one);
    EXPECT_EQ(piped.code, 0) << piped.err;
}

}  // namespace results_folder_test
