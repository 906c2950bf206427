// A sweep and a run with files, in the folder that is named: sweep FOLDER. (sweep, outputs)
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <polhode/library/outputs.hpp>
#include <polhode/library/sweep.hpp>

namespace {

const char* const scenario_text = R"(
[body]
inertia = [1, 2, 3]
[start]
rate = [0.1, 2, 0.1]
[method]
integrator = "rk4"
step = 0.02
[run]
duration = 1
sample = 0.1
)";

const char* const sweep_tables = R"(
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
)";

}  // namespace

int main(int, char** argv) {
    int faults = 0;
    const auto expect = [&](bool holds, const char* what) {
        if (!holds) std::printf("does not hold: %s\n", what);
        faults += holds ? 0 : 1;
    };
    const std::filesystem::path folder = argv[1];

    const auto sweep = polhode::SweepFile::from_text(std::string(scenario_text) + sweep_tables, "spins.toml");
    expect(sweep.runs() == 20 && sweep.seed() == 7 && sweep.inputs().at(0) == "spin", "what the sweep says");
    expect(sweep.outcomes().at(0).name == "last_rate" && sweep.warnings().empty(), "its outcome");
    const polhode::SweepRun one = sweep.run(3);
    expect(one.failure.empty() && one.inputs.at(0) > 1 && one.inputs.at(0) < 2, "one run");
    expect(!polhode::ScenarioFile::from_text(one.scenario).methods().empty(), "its scenario can be read");

    polhode::SweepSettings settings;
    settings.pictures = false;
    settings.threads = 1;
    const polhode::SweepReport report = sweep.carry_out((folder / "sweep").string(), settings);
    expect(report.complete && report.runs_done == 20 && report.runs_failed == 0, "all runs are there");
    expect(report.outcomes.at(0).name == "last_rate" && report.outcomes.at(0).count == 20, "statistics");
    expect(report.outcomes.at(0).lowest <= one.outcomes.at(0) && report.outcomes.at(0).highest >= one.outcomes.at(0),
           "run 3 is one of them");
    expect(std::filesystem::exists(folder / "sweep" / "runs.csv") && report.hash.size() > 10, "files are there");
    std::puts(report.table.c_str());
    try {
        sweep.carry_out((folder / "sweep").string(), settings);
        expect(false, "a finished sweep is not begun again");
    } catch (const polhode::InputError& e) {
        std::puts(e.what());
    }

    polhode::RunFiles files;
    files.trajectories = {{"csv", (folder / "rows.csv").string()}};
    files.folder = (folder / "run").string();
    files.against = "exact";
    const auto written = polhode::write_run(polhode::ScenarioFile::from_text(scenario_text), files);
    expect(written.failures.empty() && !written.interrupted && !written.json.empty(), "a run with files");
    expect(std::filesystem::exists(folder / "rows.csv") && std::filesystem::exists(folder / "run" / "summary.json"),
           "its files");
    std::puts(written.table.c_str());
    return faults == 0 ? 0 : 1;
}
