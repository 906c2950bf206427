// A scenario text through the library: read, planned, run, kept, failed. (version, error, scenario, plan, row, run)
#include <cmath>
#include <cstdio>
#include <polhode/library/error.hpp>
#include <polhode/library/plan.hpp>
#include <polhode/library/row.hpp>
#include <polhode/library/run.hpp>
#include <polhode/library/scenario.hpp>
#include <polhode/library/version.hpp>

namespace {

int faults = 0;

void expect(bool holds, const char* what) {
    if (holds) return;
    std::printf("does not hold: %s\n", what);
    ++faults;
}

const char* const quarter_turn = R"(
title = "A quarter turn"
[rates]
kind = "constant"
value = [0, 0, 1.5707963267948966]
[run]
duration = 1.0
)";

const char* const top = R"(
[body]
inertia = [1, 2, 3]
[start]
rate = [0.1, 0.2, 3]
[method]
name = "fine"
integrator = "rk4"
step = 0.01
[[compare]]
name = "cosines"
attitude = "dcm"
integrator = "rk4"
step = 0.01
[run]
duration = 1
sample = 0.1
)";

void rows() {
    const auto scenario = polhode::ScenarioFile::from_text(quarter_turn, "quarter-turn");
    expect(scenario.title() == "A quarter turn" && !scenario.dynamics(), "what the scenario says");
    polhode::Row last;
    polhode::RunObserver observer;
    observer.row = [&](const polhode::Row& row) { last = row; };
    const polhode::Statistics statistics = polhode::run(polhode::plan_run(scenario), observer);
    std::printf("t = %g, q_NB = (%.12f, %.12f, %.12f, %.12f)\n", last.t, last.q_NB.w, last.q_NB.x, last.q_NB.y,
                last.q_NB.z);
    expect(last.t == 1 && std::fabs(last.q_NB.w * last.q_NB.w - 0.5) < 1e-12, "a quarter turn");
    expect(statistics.end_time == 1, "the end is reached");
}

void plans() {
    const auto scenario = polhode::ScenarioFile::from_text(top, "top", {"run.duration=2"});
    expect(scenario.duration() == 2 && scenario.settings().size() == 1, "a setting");
    expect(scenario.with({"run.duration=0.5"}).duration() == 0.5, "a later setting");
    expect(scenario.methods().size() == 2 && scenario.file() == "top" && scenario.text() == top, "its methods");
    expect(scenario.warnings().empty(), "no warnings");
    const polhode::RunPlan plan = polhode::plan_run(scenario, "cosines");
    expect(plan.method() == "cosines" && plan.columns().state.size() == 9 && plan.sample() == 0.1, "its plan");
    expect(plan.duration() == 2 && plan.scenario().file() == "top" && !plan.description().empty(), "in words");
    const polhode::Recording all = polhode::record(plan);
    expect(all.rows.size() == 21 && all.failure.empty() && all.rows.back().state.size() == 9, "rows are kept");
    expect(all.statistics.energy_drift < 1e-6, "energy is kept");

    // a torque of our own, which turns the body the other way
    const auto pushed =
        scenario.with_torque("push", [](double, const polhode::Quaternion<double>&, const polhode::Vec3<double>&) {
            return polhode::Vec3<double>{0, 0, -1};
        });
    const auto slower = polhode::record(polhode::plan_run(pushed));
    expect(slower.rows.back().w_NB_B[2] < all.rows.back().w_NB_B[2] - 0.1, "a torque of our own acts");
}

void errors() {
    try {
        polhode::ScenarioFile::from_text("[run]\ndurration = 1\n", "broken.toml");
        expect(false, "a misspelt key is refused");
    } catch (const polhode::InputError& e) {
        expect(e.place.file == "broken.toml", "with its place");
        std::puts(e.what());
    }
    try {
        polhode::plan_run(polhode::ScenarioFile::from_text(top), "cosine");
        expect(false, "an unknown method is refused");
    } catch (const polhode::InputError& e) {
        expect(std::string(e.what()).find("did you mean 'cosines'") != std::string::npos, "with the nearest name");
    }
    const auto scenario = polhode::ScenarioFile::from_text(top);
    const auto absurd =
        scenario.with_torque("absurd", [](double t, const polhode::Quaternion<double>&, const polhode::Vec3<double>&) {
            return polhode::Vec3<double>{t < 0.5 ? 0.0 : std::nan(""), 0, 0};
        });
    long rows = 0;
    polhode::Statistics statistics;
    try {
        polhode::RunObserver observer;
        observer.row = [&](const polhode::Row&) { ++rows; };
        polhode::run(polhode::plan_run(absurd), observer, statistics);
        expect(false, "not a number ends a run");
    } catch (const polhode::ComputationFailed& e) {
        expect(e.time > 0.4 && e.time < 0.6 && rows == 5 + (e.time >= 0.5), "the rows before are there");
        std::puts(e.what());
    }
    const polhode::OutputError full("out.csv", "No space left on device", 3);
    expect(full.rows == 3 && full.file == "out.csv", "an OutputError of our own");
}

}  // namespace

int main() {
    std::printf("Polhode %s (%s)\n", polhode::version().c_str(), polhode::revision().c_str());
    expect(polhode::version().rfind("0.2.", 0) == 0, "version 0.2");
    rows();
    plans();
    errors();
    return faults == 0 ? 0 : 1;
}
