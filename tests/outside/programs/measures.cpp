// How right a run is, and what there is to choose from. (truth, measure, registry, convert)
#include <cmath>
#include <cstdio>
#include <polhode/library/convert.hpp>
#include <polhode/library/measure.hpp>
#include <polhode/library/registry.hpp>
#include <polhode/library/truth.hpp>

int main() {
    int faults = 0;
    const auto expect = [&](bool holds, const char* what) {
        if (!holds) std::printf("does not hold: %s\n", what);
        faults += holds ? 0 : 1;
    };
    const auto scenario = polhode::ScenarioFile::from_text(R"(
[body]
inertia = [1, 2, 3]
[start]
rate = [0.1, 2, 0.1]
[method]
integrator = "rk4"
step = 0.01
[run]
duration = 5
)");

    polhode::TrueMotion truth = polhode::TrueMotion::of(scenario);
    polhode::TrueMotion reference = polhode::TrueMotion::of(scenario, "reference");
    const polhode::MotionState a = truth.at(5), b = reference.at(5);
    expect(truth.closed_form() && !reference.closed_form(), "a free body has a closed form");
    expect(std::fabs(a.q_NB.w - b.q_NB.w) < 1e-13 && std::fabs(a.w_NB_B[1] - b.w_NB_B[1]) < 1e-13, "both agree");
    expect(reference.error_bound(5) < 1e-12 && reference.caveat().empty(), "the reference knows its error");
    std::printf("%s; %s\n", truth.description().c_str(), reference.description().c_str());

    const polhode::Measures measures = polhode::measure(polhode::plan_run(scenario));
    expect(measures.rows > 100 && measures.failure.empty() && !measures.against.empty(), "rows were measured");
    bool geodesic = false;
    for (const polhode::MeasureResult& m : measures.results) {
        if (m.name != "geodesic") continue;
        geodesic = true;
        std::printf("%s: %.3g %s at the end\n", m.summary.c_str(), m.final, m.unit.c_str());
        expect(m.largest > 0 && m.largest < 1e-5, "rk4 is right to 1e-5 rad");
    }
    expect(geodesic, "the angle between both attitudes is a measure");

    bool rk4 = false;
    for (const polhode::RegistryEntry& e : polhode::registry_entries("integrator")) rk4 = rk4 || e.name == "rk4";
    expect(rk4, "rk4 is in the registry");
    bool step = false;
    for (const polhode::RegistryEntry& e : polhode::registry_entries())
        for (const polhode::RegistryParameter& p : e.parameters) step = step || (p.name == "step" && p.unit == "s");
    expect(step && polhode::registry_kinds().size() > 5, "the step has a unit");

    // the conventions of others: scalar last
    const auto last = polhode::attitude_as("quaternion-xyzw", "quaternion", {0.5, 0.1, 0.7, 0.5});
    expect(last.size() == 4 && last[3] == 0.5 && last[0] == 0.1, "scalar last");
    expect(polhode::attitude_names().size() > 15 && polhode::attitude_number_names("dcm").size() == 9, "names");
    try {
        polhode::attitude_as("dcm", "quaternion", {1, 0, 0});
        expect(false, "three numbers are no quaternion");
    } catch (const polhode::InputError& e) {
        std::puts(e.what());
    }
    return faults == 0 ? 0 : 1;
}
