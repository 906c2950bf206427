#include "polhode/library/sweep.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "polhode/library/outputs.hpp"
#include "polhode/library/run.hpp"
#include "rooms/face/face_text.hpp"
#include "support/folder.hpp"

namespace polhode {
namespace sweep_test {

using namespace face_test;
namespace fs = std::filesystem;

const std::string spins = tumbling.substr(0, tumbling.find("[[compare]]")) + R"([run]
duration = 0.5
sample = 0.1
[sweep]
runs = 20
seed = 7
[[vary]]
name = "spin"
key = "start.rate[1]"
kind = "uniform"
low = 1
high = 2
[[outcome]]
name = "last_rate"
take = "final"
of = "rate"
unit = "rad/s"
)";

SweepSettings quietly() {
    SweepSettings settings;
    settings.pictures = false;
    settings.threads = 1;
    return settings;
}

TEST(FaceSweep, ARunAloneIsThatOfItsScenario) {
    const SweepFile sweep = SweepFile::from_text(spins, "spins.toml");
    EXPECT_EQ(sweep.runs(), 20u);
    EXPECT_EQ(sweep.seed(), 7u);
    EXPECT_EQ(sweep.inputs(), std::vector<std::string>{"spin"});
    EXPECT_EQ(sweep.outcomes().at(0).unit, "rad/s");
    const SweepRun one = sweep.run(3);
    const Recording again = record(plan_run(ScenarioFile::from_text(one.scenario)));
    const Vec3<double>& w = again.rows.back().w_NB_B;
    EXPECT_EQ(one.outcomes.at(0), norm(w));
    EXPECT_EQ(again.rows.front().w_NB_B[1], one.inputs.at(0));
    EXPECT_NE(refusal([&] { sweep.run(20); }), "");
}

TEST(FaceSweep, AllRunsIntoAFolder) {
    const test::Folder folder;
    const SweepFile sweep = SweepFile::from_text(spins, "spins.toml");
    const SweepReport report = sweep.carry_out(folder.file("out"), quietly());
    EXPECT_TRUE(report.complete) << report.why;
    EXPECT_EQ(report.runs_done, 20u);
    EXPECT_EQ(report.runs_failed, 0u);
    ASSERT_EQ(report.outcomes.size(), sweep.outcomes().size());
    EXPECT_EQ(report.outcomes[0].name, "last_rate");
    const OutcomeStatistics& o = report.outcomes[0];
    EXPECT_EQ(o.count, 20u);
    double lowest = INFINITY, sum = 0;
    for (std::uint64_t n = 0; n < 20; ++n) {
        const double x = sweep.run(n).outcomes.at(0);
        lowest = std::min(lowest, x);
        sum += x;
    }
    EXPECT_EQ(o.lowest, lowest);
    EXPECT_NEAR(o.mean, sum / 20, 1e-14);
    EXPECT_EQ(sweep.run(o.lowest_run).outcomes.at(0), lowest);
    for (const std::string& file : report.files) EXPECT_TRUE(fs::exists(folder.file("out/" + file))) << file;

    EXPECT_NE(refusal([&] { sweep.carry_out(folder.file("out"), quietly()); }), "") << "it is finished already";
    SweepSettings both = quietly();
    both.resume = both.restart = true;
    EXPECT_TRUE(says(refusal([&] { sweep.carry_out(folder.file("out"), both); }), "say one of them"));
    SweepSettings again = quietly();
    again.restart = true;
    EXPECT_EQ(sweep.carry_out(folder.file("out"), again).hash, report.hash);
}

TEST(FaceOutputs, FilesOfARun) {
    const test::Folder folder;
    const ScenarioFile scenario = ScenarioFile::from_text(tumbling);
    RunFiles files;
    files.trajectories = {{"csv", folder.file("rows.csv")}};
    files.folder = folder.file("run");
    files.against = "exact";
    const WrittenRun written = write_run(scenario, files);
    EXPECT_TRUE(written.failures.empty());
    EXPECT_TRUE(says(written.table, "geodesic") || says(written.json, "geodesic"));
    for (const char* name :
         {"rows.csv", "rows-cosines.csv", "run/summary.json", "run/scenario.toml", "run/provenance.json"})
        EXPECT_TRUE(fs::exists(folder.file(name))) << name;

    RunFiles unknown;
    unknown.trajectories = {{"cvs", folder.file("x")}};
    EXPECT_NE(refusal([&] { write_run(scenario, unknown); }), "");
    const auto nothing = [](double, const Quaternion<double>&, const Vec3<double>&) { return Vec3<double>{}; };
    EXPECT_TRUE(
        says(refusal([&] { write_run(scenario.with_torque("push", nothing), files); }), "'push' is a function"));
}

}  // namespace sweep_test
}  // namespace polhode
