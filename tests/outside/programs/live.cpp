// A body in somebody else's loop: a simulator of something larger asks for ten steps at a time, pushes while it wants
// to, and leaves a record that a run repeats.
#include <cstdio>
#include <polhode/library/live.hpp>
#include <polhode/library/run.hpp>
#include <string>

int main(int argc, char** argv) {
    const std::string folder = argc > 1 ? argv[1] : ".";
    const auto scenario = polhode::ScenarioFile::from_text(R"(
[body]
inertia = [1.0, 1.2, 0.8]
[start]
rate = [0.0, 0.1, 3.0]
[method]
integrator = "rk4"
step = 0.001
[run]
duration = 10.0
sample = 0.1
)");
    polhode::LiveLoop loop(scenario);
    loop.record(folder + "/flight.toml");
    loop.on_stimulus([](std::uint64_t, double t) {
        polhode::LiveStimulus hand;
        if (t < 0.5) hand.torque_B = {0.2, 0, 0};
        return hand;
    });
    // the other loop
    for (int tick = 0; tick < 100; ++tick)
        if (!loop.step(10)) return 1;
    loop.finish();
    const polhode::LiveState here = loop.state();
    std::printf("after %g s: q_NB = %.17g %.17g %.17g %.17g\n", here.t, here.q_NB.w, here.q_NB.x, here.q_NB.y,
                here.q_NB.z);

    const auto flight = polhode::ScenarioFile::read(folder + "/flight.toml");
    const polhode::Quaternion<double> again = polhode::record(polhode::plan_run(flight)).rows.back().q_NB;
    const bool same =
        again.w == here.q_NB.w && again.x == here.q_NB.x && again.y == here.q_NB.y && again.z == here.q_NB.z;
    std::puts(same ? "the record gives the same bits" : "the record differs");
    return same ? 0 : 1;
}
