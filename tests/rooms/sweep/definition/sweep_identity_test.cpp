#include "polhode/sweep/definition/sweep_identity.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "polhode/picture/gnuplot.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"

namespace polhode {
namespace sweep_identity_test {

const std::string scenario = R"(title = "a body"
[body]
inertia = [1.0, 2.0, 3.0]
[start]
rate = [1, 0.1, 0]
[method]
integrator = "rk4"
step = 0.01
[run]
duration = 2
)";
const std::string varied = R"([sweep]
runs = 10
seed = 3
block = 32
[[vary]]
key = "start.rate[0]"
kind = "uniform"
low = 1
high = 2
)";

class SweepIdentityTest : public ::testing::Test {
 protected:
    void write(const std::string& name, const std::string& text) { std::ofstream(temporary.file(name)) << text; }
    SweepIdentity of(const std::string& text, const std::vector<std::string>& settings = {}) {
        write("c.toml", text);
        return sweep_identity(read_sweep_file(temporary.file("c.toml"), settings));
    }
    TemporaryFolder temporary;
};

TEST_F(SweepIdentityTest, HowAFileIsWrittenDoesNotCount) {
    const SweepIdentity one = of(scenario + varied);
    EXPECT_EQ(difference_of(one, one), "");
    EXPECT_EQ(one, of("# a comment\n" + scenario + "\n\n" + varied + "# another\n"));
    EXPECT_EQ(one, of(varied.substr(0, varied.find("[[vary]]")) + varied.substr(varied.find("[[vary]]")) +
                          "[run]\nduration = 2.0\n[body]\ninertia = [1, 2, 3]\n[start]\nrate = [1.0, 0.1, 0.0]\n"
                          "[method]\nstep = 1e-2\nintegrator = \"rk4\"\n",
                      {"title=\"a body\""}));
    // how many runs there are, where the blocks are the same
    EXPECT_EQ(one, of(scenario + varied, {"sweep.runs=100"}));
    EXPECT_EQ(one, of(scenario + varied, {"sweep.block=32"}));
    // a setting is what it makes of the file
    EXPECT_EQ(one, of(scenario + varied, {"method.step=0.02", "method.step=0.01"}));
    std::string other = scenario;
    other.replace(other.find("0.01"), 4, "0.02");
    EXPECT_EQ(of(scenario + varied, {"method.step=0.02"}), of(other + varied));
}

// What results look like is made of the same journal.
TEST_F(SweepIdentityTest, WhatIsOnlyShownDoesNotCount) {
    const std::string outcome = "[[outcome]]\nname = \"w\"\nof = \"wx\"\n";
    const std::string text = scenario + varied + outcome;
    const SweepIdentity one = of(text);
    for (const char* setting :
         {"title=\"another\"", "sweep.title=\"another\"", "outcome[0].unit=\"rad/s\"", "outcome[0].summary=\"rate\"",
          "outcome[0].worst=\"low\"", "keep.percentiles=[10, 90]", "keep.bins=7", "keep.csv=false", "keep.inputs=false",
          "keep.worst_listed=2", "keep.trajectories.first=2"})
        EXPECT_EQ(difference_of(of(text, {setting}), one), "") << setting;
    for (const char* setting :
         {"outcome[0].of=\"wy\"", "keep.final_state=false", "keep.over_time=[\"tilt\"]", "keep.runs=false"})
        EXPECT_NE(difference_of(of(text, {setting}), one), "") << setting;
    // without the runs, which are the worst is decided block by block
    const SweepIdentity sums = of(text, {"keep.runs=false"});
    EXPECT_NE(difference_of(of(text, {"keep.runs=false", "outcome[0].worst=\"low\""}), sums), "");
    EXPECT_NE(difference_of(of(text, {"keep.runs=false", "keep.worst_listed=2"}), sums), "");
    EXPECT_EQ(difference_of(of(text, {"keep.runs=false", "keep.percentiles=[10, 90]"}), sums), "");
}

TEST_F(SweepIdentityTest, WhatDiffersIsNamed) {
    const SweepIdentity one = of(scenario + varied);
    const auto difference = [&](const std::vector<std::string>& settings) {
        return difference_of(of(scenario + varied, settings), one);
    };
    EXPECT_EQ(difference({"method.step=0.02"}), "method.step is 0.02 in place of 0.01");
    EXPECT_EQ(difference({"sweep.seed=9"}), "sweep.seed is 9 in place of 3");
    EXPECT_EQ(difference({"sweep.block=64"}), "sweep.block is 64 in place of 32");
    EXPECT_EQ(difference({"vary[0].high=3"}), "vary[0].high is 3 in place of 2");
    EXPECT_EQ(difference({"run.sample=1"}), "run.sample is 1 and was not given");
    EXPECT_EQ(difference_of(one, of(scenario + varied, {"run.sample=1"})), "run.sample was 1 and is not given");
    EXPECT_EQ(difference({"run.sample=1", "run.duration=3", "method.step=1", "sweep.seed=9", "vary[0].low=0"}),
              "method.step is 1 in place of 0.01; run.duration is 3 in place of 2; run.sample is 1 and was not given; "
              "and 2 more");
    // without the runs each block keeps the worst of its own, no more than there are in all
    const std::vector<std::string> sums{"keep.runs=false", "sweep.runs=3"}, more{"keep.runs=false", "sweep.runs=30"};
    EXPECT_EQ(difference_of(of(scenario + varied, more), of(scenario + varied, sums)),
              "number of worst runs that are kept is 5 in place of 3");
    EXPECT_EQ(of(scenario + varied, more), of(scenario + varied, {"keep.runs=false", "sweep.runs=31"}));
    EXPECT_EQ(of(scenario + varied, {"sweep.runs=3"}), one);
    // what is long stands there as a checksum
    const std::string many = "\n[[outcome]]\nname = \"x\"\nof = \"wx" + std::string(200, ' ') + "\"\n",
                      others = "\n[[outcome]]\nname = \"x\"\nof = \"wy" + std::string(200, ' ') + "\"\n";
    EXPECT_EQ(difference_of(of(scenario + varied + many), of(scenario + varied + others)), "outcome[0].of is another");
}

TEST_F(SweepIdentityTest, FilesCountByWhatIsInThem) {
    std::filesystem::create_directories(temporary.file("sub"));
    write("cases.csv", "start.rate[0]\n1\n2\n");
    write("sub/s.toml", scenario + "[[torque]]\nkind = \"table\"\nfile = \"t.csv\"\n");
    write("sub/t.csv", "t,x,y,z\n0,0,0,1\n20,0,0,1\n");
    const std::string text = "[sweep]\nscenario = \"sub/s.toml\"\n[[vary]]\nkind = \"file\"\nfile = \"cases.csv\"\n";
    const SweepIdentity one = of(text);
    const auto from = [&](const std::string& path) { return sweep_identity(read_sweep_file(path)); };
    EXPECT_EQ(sweep_files_read(read_sweep_file(temporary.file("c.toml"))),
              (std::vector<std::string>{temporary.file("cases.csv"), temporary.file("sub/t.csv")}));
    EXPECT_EQ(from(temporary.file("sub/../c.toml")), one);
    write("cases.csv", "start.rate[0]\n1\n3\n");
    EXPECT_EQ(difference_of(of(text), one), "the file cases.csv has changed");
    write("cases.csv", "start.rate[0]\n1\n2\n");
    write("sub/t.csv", "t,x,y,z\n0,0,0,1\n20,0,0,2\n");
    EXPECT_EQ(difference_of(of(text), one), "the file sub/t.csv has changed");
    write("sub/t.csv", "t,x,y,z\n0,0,0,1\n20,0,0,1\n");
    write("sub/s.toml", "# the same\n" + scenario + "[[torque]]\nkind = \"table\"\nfile = \"t.csv\"\n");
    EXPECT_EQ(of(text), one);
    EXPECT_EQ(difference_of(of(text, {"run.duration=1"}), one), "run.duration is 1 in place of 2");
}

}  // namespace sweep_identity_test
}  // namespace polhode
