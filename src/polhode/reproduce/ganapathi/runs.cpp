// Ganapathi 2005: every run that the page needs.
#include <memory>

#include "polhode/reproduce/ganapathi/ganapathi.hpp"

namespace polhode::ganapathi {

std::shared_ptr<const GanapathiRuns> ask_runs(Laboratory& lab) {
    auto all = std::make_shared<GanapathiRuns>();
    GanapathiRuns& r = *all;
    const Experiment symmetric{.scenario = "reproduce/ganapathi-symmetric"};
    const auto of_step = [](double dt) {
        return std::vector{setting("method.step", dt), setting("run.sample", dt), setting("run.duration", 300 * dt)};
    };
    r.symmetric = lab.sweep(symmetric, r.steps, of_step);
    Experiment world = symmetric;
    world.settings = {"method.attitude.rate_form=\"world\""};
    r.symmetric_world = lab.sweep(world, r.steps, of_step);
    r.spiral = lab.run(symmetric);
    const std::string asymmetric = "reproduce/ganapathi-asymmetric";
    r.middle = lab.run({.scenario = asymmetric, .settings = {}, .seconds = 0.05});
    r.largest = lab.run({.scenario = asymmetric, .settings = {"start.rate=[0, 1, 0.1]"}, .seconds = 0.05});
    r.physical_middle = lab.run(
        {.scenario = asymmetric, .settings = {"body.inertia=[2, 4, 5]", "start.rate=[0, 1, 0.1]"}, .seconds = 0.05});
    r.physical_smallest = lab.run(
        {.scenario = asymmetric, .settings = {"body.inertia=[2, 4, 5]", "start.rate=[1, 0.1, 0.1]"}, .seconds = 0.05});
    const std::string rockets = "reproduce/ganapathi-rockets";
    r.rockets = lab.run({.scenario = rockets, .settings = {}, .seconds = 0.3});
    r.rockets_coarse = lab.run({.scenario = rockets, .settings = {"method.step=0.02"}, .seconds = 0.3});
    r.no_half = lab.run({.scenario = "reproduce/ganapathi-no-half", .settings = {}, .against = ""});
    r.ellipsoid = lab.run({.scenario = "reproduce/ganapathi-ellipsoid"});
    // A hundred periods, by a method that knows nothing of periods.
    const double period = free_motion({2, 8, 4}, {0, 0.1, 1}).polhode_period;
    const auto with = [](std::vector<std::string> more) {
        Experiment e{.scenario = "ganapathi-figure-4",
                     .settings = {"method.integrator=\"dop853\"", "method.tolerance=1e-14"},
                     .against = "",
                     .seconds = 0.3};
        for (std::string& s : more) e.settings.push_back(std::move(s));
        return e;
    };
    const std::string tumbling = "start.rate=[0, 0.1, 1]";
    r.returns = lab.run(with({tumbling, setting("run.duration", 100 * period), setting("run.sample", period)}));
    r.near_a = lab.run(with({tumbling, "run.duration=1600", "run.sample=5"}));
    r.near_b = lab.run(with({"run.duration=1600", "run.sample=5", "start.rate=[0, 0.100001, 1]"}));
    const Experiment order{.scenario = "reproduce/ganapathi-torque-order"};
    const std::vector<double> halves{0.08, 0.04, 0.02, 0.01, 0.005};
    r.staged = lab.sweep(order, "method.step", halves);
    Experiment held = order;
    held.settings = {"method.integrator=\"rotation-vector\"", "method.rate=\"two-sample\""};
    r.held = lab.sweep(held, "method.step", halves);
    return all;
}

}  // namespace polhode::ganapathi
