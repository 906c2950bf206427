#include "polhode/output/run_outputs.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "polhode/files/output_error.hpp"
#include "polhode/files/sha256.hpp"
#include "polhode/output/output_format.hpp"
#include "support/output_support.hpp"

namespace polhode {
namespace run_outputs_test {

void run(RunOutputs& outputs, const Scenario& scenario) {
    double rate = 1;
    for (const Method& m : scenario.methods) {
        outputs.begin(m);
        for (int i = 0; i <= 10; ++i) outputs.row(test::turning(0.1 * i, rate));
        Statistics statistics;
        statistics.end_time = 1;
        statistics.accepted = 100;
        outputs.end(statistics);
        rate += 0.1;
    }
    outputs.finish();
}

Scenario two_methods() {
    Scenario s = test::steady_scenario();
    s.methods.push_back(s.methods[0]);
    s.methods[1].name = "second one";
    return s;
}

TEST(RunOutputs, AFolderExplainsItself) {
    const test::Folder folder;
    Scenario scenario = test::steady_scenario();
    scenario.settings = {"method.step=0.01"};
    OutputRequest request;
    request.folder = folder.file("out");
    request.command_line = {"polhode", "run", "steady.toml"};
    RunOutputs outputs(scenario, request);
    run(outputs, scenario);

    EXPECT_EQ(test::lines(test::contents(folder.file("out/trajectory.csv"))).size(), 12u);
    EXPECT_EQ(test::contents(folder.file("out/scenario.toml")),
              "# steady.toml as run with --set method.step=0.01\n\n" + scenario.text + "\n[method]\nstep = 0.01\n");
    const nlohmann::json summary = nlohmann::json::parse(test::contents(folder.file("out/summary.json")));
    EXPECT_EQ(summary["methods"][0]["rows"], 11);
    const nlohmann::json provenance = nlohmann::json::parse(test::contents(folder.file("out/provenance.json")));
    EXPECT_EQ(provenance["command_line"][1], "run");
    EXPECT_EQ(provenance["status"], "complete");
    // every file but the provenance itself is listed with the hash of what is there
    std::size_t listed = 0;
    for (const auto& file : provenance["outputs"]) {
        EXPECT_EQ(file["sha256"], sha256_of_file(folder.file("out/" + file["file"].get<std::string>())));
        ++listed;
    }
    std::size_t there = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.file("out"))) ++there;
    EXPECT_EQ(there, listed + 1);
    EXPECT_EQ(outputs.files().size(), there);
    for (const OutputFormat& format : output_formats())
        EXPECT_EQ(std::filesystem::exists(folder.file("out/trajectory" + format.ending)), format.in_folder);
}

TEST(RunOutputs, EachMethodHasItsFile) {
    const test::Folder folder;
    const Scenario scenario = two_methods();
    OutputRequest request;
    request.folder = folder.file("out");
    request.trajectories = {{"csv", folder.file("rows.csv")}};
    RunOutputs outputs(scenario, request);
    run(outputs, scenario);
    for (const char* name : {"out/trajectory-first.csv", "out/trajectory-second-one.csv", "rows.csv",
                             "rows-second-one.csv", "out/differences.csv"})
        EXPECT_EQ(test::lines(test::contents(folder.file(name))).size(), 12u) << name;
    EXPECT_EQ(test::contents(folder.file("rows.csv")), test::contents(folder.file("out/trajectory-first.csv")));
    EXPECT_EQ(outputs.summary().differences.size(), 1u);
}

TEST(RunOutputs, FormatsAreTakenByName) {
    const test::Folder folder;
    const Scenario scenario = test::steady_scenario();
    OutputRequest request;
    request.trajectories = {{"csv", folder.file("a.csv")}, {"csv", folder.file("b.csv")}};
    RunOutputs outputs(scenario, request);
    run(outputs, scenario);
    EXPECT_EQ(test::contents(folder.file("a.csv")), test::contents(folder.file("b.csv")));
    EXPECT_EQ(outputs.files(), (std::vector<std::string>{folder.file("a.csv"), folder.file("b.csv")}));

    const auto refused = [&](const std::vector<TrajectoryRequest>& trajectories) -> std::string {
        OutputRequest bad;
        bad.trajectories = trajectories;
        try {
            RunOutputs(scenario, bad);
        } catch (const InputError& e) {
            return e.what();
        }
        return "";
    };
    EXPECT_NE(refused({{"csw", "a.csv"}}).find("did you mean 'csv'?"), std::string::npos);
    EXPECT_NE(refused({{"csv", "-"}, {"csv", "-"}}).find("one trajectory"), std::string::npos);
    if (find_format("hdf5")) {
        EXPECT_NE(refused({{"hdf5", "-"}}).find("needs a file"), std::string::npos);
    }
}

TEST(RunOutputs, RefusesBeforeTheWorkIsDone) {
    const test::Folder folder;
    const Scenario scenario = test::steady_scenario();
    OutputRequest request;
    request.plot = "a.jpeg";
    EXPECT_THROW(RunOutputs(scenario, request), InputError);
    request.plot = "";
    std::ofstream(folder.file("file")) << "x";
    request.folder = folder.file("file");
    EXPECT_THROW(RunOutputs(scenario, request), OutputError);
}

TEST(RunOutputs, AFailureIsKeptWithWhatCameBeforeIt) {
    const test::Folder folder;
    const Scenario scenario = test::steady_scenario();
    OutputRequest request;
    request.folder = folder.path();
    RunOutputs outputs(scenario, request);
    outputs.begin(scenario.methods[0]);
    outputs.row(test::turning(0));
    outputs.end(Statistics{}, "the computation failed at t = 0.5 s: not a number");
    outputs.finish();
    EXPECT_EQ(test::lines(test::contents(folder.file("trajectory.csv"))).size(), 2u);
    EXPECT_EQ(nlohmann::json::parse(test::contents(folder.file("summary.json")))["methods"][0]["status"], "failed");
    EXPECT_EQ(nlohmann::json::parse(test::contents(folder.file("provenance.json")))["status"], "failed");
}

TEST(RunOutputs, WithoutGnuplotTheRestIsThere) {
    const test::Folder folder;
    const int code = test::with_small_disk(1 << 26, [&] {
        setenv("PATH", folder.path().c_str(), 1);
        const Scenario scenario = test::steady_scenario();
        OutputRequest request;
        request.folder = folder.file("out");
        request.plot = folder.file("a.png");
        RunOutputs outputs(scenario, request);
        run(outputs, scenario);
        return outputs.warnings().size() == 2 ? 7 : 8;
    });
    EXPECT_EQ(code, 7);
    EXPECT_TRUE(std::filesystem::exists(folder.file("out/provenance.json")));
    EXPECT_FALSE(std::filesystem::exists(folder.file("out/overview.svg")));
    EXPECT_FALSE(std::filesystem::exists(folder.file("a.png")));
}

}  // namespace run_outputs_test
}  // namespace polhode
