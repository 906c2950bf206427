#include "polhode/measure/method_properties.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "polhode/measure/method_cost.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/scenario/scenario.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

namespace {

// Rates near 1 rad/s everywhere, so that one ladder of steps serves all. Nothing about these bodies is special: three
// different moments, no axis along a principal one, a tilt between.
constexpr const char* free_body = R"(
[body]
inertia = [1.0, 2.0, 2.7]
[start]
attitude = { rotation_vector = [0.3, -0.2, 0.4] }
rate = [0.7, 0.8, -0.5]
[run]
duration = 12.0
sample = 12.0
)";
std::string heavy(const std::string& inertia, const std::string& centre_of_mass) {
    return R"(
[body]
inertia = )" +
           inertia + R"(
[start]
attitude = { rotation_vector = [0.9, -0.2, 0.4] }
rate = [0.5, -0.3, 1.1]
[[torque]]
kind = "gravity"
mass = 1.0
at = )" + centre_of_mass +
           R"(
g = 9.8
[run]
duration = 6.0
sample = 6.0
)";
}
constexpr const char* given_rate = R"(
[rates]
kind = "coning"
angle_deg = 35.0
frequency_hz = 0.15
[run]
duration = 12.0
sample = 12.0
)";

struct Outcome {
    bool ran = false;
    double error = 0;                                                               // rad, at the end
    double length = 0, energy = 0, size = 0, momentum = 0, vertical = 0, spin = 0;  // largest relative change
};

class MeasuredMotion {
 public:
    MeasuredMotion(const std::string& text, const std::string& integrator, const std::vector<std::string>& settings) {
        std::vector<std::string> all{"method.integrator=\"" + integrator + "\"", "method.step=0.01"};
        for (const std::string& s : settings) all.push_back("method." + s);
        scenario_ = read_scenario(text, "measured motion", all);
        std::string why;
        const auto truth = truth_for(scenario_.problem, scenario_.run.duration, why);
        end_ = truth->at(scenario_.run.duration);
    }

    Outcome with_steps(int steps, bool rows) const {
        Method method = scenario_.methods.front();
        RunSpan span = scenario_.run;
        method.step = span.duration / steps;
        span.sample = rows ? *method.step : span.duration;
        Outcome out;
        std::optional<Row> first;
        double energy0 = 0;
        Vec3<double> L0{};
        Statistics statistics;
        try {
            simulate(scenario_.problem, method, span,
                     {.row =
                          [&](const Row& row) {
                              if (!first) {
                                  first = row;
                                  energy0 = row.energy, L0 = row.L_N;
                              }
                              const double L = norm(L0) > 0 ? norm(L0) : 1, E = std::fabs(energy0) + 1;
                              grow(out.length, std::fabs(norm(row.q_NB.params()) - norm(first->q_NB.params())));
                              grow(out.energy, std::fabs(row.energy - energy0) / E);
                              grow(out.size, std::fabs(norm(row.L_N) - norm(L0)) / L);
                              grow(out.momentum, norm(row.L_N - L0) / L);
                              grow(out.vertical, std::fabs(row.L_N[2] - L0[2]) / L);
                              grow(out.spin, std::fabs(row.w_NB_B[2] - first->w_NB_B[2]));
                              out.error = angle_between(row.q_NB, end_.q_NB);
                          },
                      .progress = {},
                      .stop = {}},
                     statistics);
            out.ran = std::isfinite(out.error);
        } catch (const ComputationFailed&) {
        }
        return out;
    }

    // The fewest steps that still end less than a third of a radian off, on a ladder: what a method does not keep shows
    // there, since nothing is small. 0 where it never gets that far.
    int coarsest() const {
        int found = 0;
        for (double steps = 1600; steps >= 6; steps /= 1.3) {
            const Outcome out = with_steps(static_cast<int>(steps), false);
            if (!out.ran || out.error > 0.3) break;
            found = static_cast<int>(steps);
            if (out.error > 0.05) break;
        }
        return found;
    }

    // From the finest two steps of a ladder whose errors are still well above rounding.
    std::optional<double> order() const {
        std::optional<double> found;
        double before = 0;
        int last = 0;
        for (int steps = coarsest(); steps > 0 && steps < 4000; steps = steps * 7 / 5 + 1) {
            const Outcome out = with_steps(steps, false);
            if (!out.ran || out.error < 1e-11) break;
            if (before > 0 && before < 0.05) found = std::log(before / out.error) / std::log(double(steps) / last);
            before = out.error;
            last = steps;
        }
        return found;
    }

    MethodCost cost() const {
        Method method = scenario_.methods.front();
        method.step = scenario_.run.duration / 64;
        // long enough that the steps of a start, of methods that need one, are left out
        RunSpan longer = scenario_.run;
        longer.duration = 4 * longer.duration;
        const MethodCost cost = method_cost(scenario_.problem, method, longer);
        return cost.known ? cost : method_cost(scenario_.problem, method, scenario_.run);
    }

 private:
    static void grow(double& largest, double value) {
        if (!(value <= largest)) largest = value;
    }
    Scenario scenario_;
    TrueState end_;
};

// Rounding of some hundred steps stays below this; what a method does not keep changes by far more where the attitude
// is off by a tenth of a radian.
constexpr double kept_within = 1e-12;

}  // namespace

MethodProperties measure_properties(const std::string& integrator, const std::vector<std::string>& settings) {
    MethodProperties p;
    if (integrator == "default" || integrator == "exact" || integrator == "reference") return p;
    const auto try_on = [&](const std::string& text, const std::function<void(const MeasuredMotion&)>& measure) {
        try {
            measure(MeasuredMotion(text, integrator, settings));
        } catch (const InputError&) {
            // it does not take this kind of motion
        }
    };
    bool moves_bodies = false;
    try_on(free_body, [&](const MeasuredMotion& motion) {
        moves_bodies = true;
        const MethodCost cost = motion.cost();
        if (cost.known) p.flops_free = cost.flops_per_step, p.elementary = cost.elementary_per_step;
        const int coarse = motion.coarsest();
        if (coarse == 0) return;
        const Outcome out = motion.with_steps(coarse, true);
        if (out.length < kept_within) p.keeps.push_back("length of the quaternion");
        if (out.energy < kept_within) p.keeps.push_back("energy of a free body");
        if (out.momentum < kept_within)
            p.keeps.push_back("momentum of a free body");
        else if (out.size < kept_within)
            p.keeps.push_back("size of a free body's momentum");
        p.order = motion.order();
    });
    try_on(heavy("[1.0, 1.3, 1.7]", "[0.02, -0.01, 0.06]"), [&](const MeasuredMotion& motion) {
        const MethodCost cost = motion.cost();
        if (cost.known)
            p.flops_heavy = cost.flops_per_step, p.elementary = std::max(p.elementary, cost.elementary_per_step);
        const int coarse = motion.coarsest();
        if (coarse == 0) return;
        const Outcome out = motion.with_steps(coarse, true);
        if (out.energy < kept_within) p.keeps.push_back("energy of a heavy body");
        if (out.vertical < kept_within) p.keeps.push_back("vertical momentum of a heavy body");
        p.order_heavy = motion.order();
    });
    try_on(heavy("[1.5, 1.5, 1.0]", "[0, 0, 0.06]"), [&](const MeasuredMotion& motion) {
        const int coarse = motion.coarsest();
        if (coarse == 0) return;
        if (motion.with_steps(coarse, true).spin < kept_within) p.keeps.push_back("spin of a symmetric top");
        if (p.order || p.order_heavy) return;
        // a method for tops alone
        const MethodCost cost = motion.cost();
        if (cost.known) p.flops_heavy = cost.flops_per_step, p.elementary = cost.elementary_per_step;
        p.order_heavy = motion.order();
    });
    if (!moves_bodies)
        try_on(given_rate, [&](const MeasuredMotion& motion) {
            const MethodCost cost = motion.cost();
            if (cost.known) p.flops_free = cost.flops_per_step, p.elementary = cost.elementary_per_step;
            const int coarse = motion.coarsest();
            if (coarse == 0) return;
            if (motion.with_steps(coarse, true).length < kept_within) p.keeps.push_back("length of the quaternion");
            p.order = motion.order();
        });
    return p;
}

std::vector<std::string> orders_worth_measuring(const std::string& integrator) {
    if (integrator == "taylor" || integrator == "taylor-psi") return {"order=8", "order=16", "order=24"};
    if (integrator == "splitting" || integrator == "gauss") return {"order=2", "order=4", "order=6", "order=8"};
    if (integrator == "dmv") return {"order=2", "order=4", "order=6", "order=8", "order=10"};
    if (integrator == "adams-bashforth") return {"order=2", "order=3", "order=4"};
    // from order 10 on the steps that are stable leave hardly more than rounding: there is no order to be seen
    if (integrator == "adams-moulton") return {"order=4", "order=6", "order=8"};
    if (integrator == "crouch-grossman") return {"order=3", "order=4"};
    if (integrator == "magnus") return {"order=4", "order=6"};
    if (integrator == "buss") return {"order=1", "order=2"};
    if (integrator == "rotation-vector")
        return {"rate=\"start\"", "rate=\"end\"", "rate=\"average\"", "rate=\"midpoint\"", "rate=\"j-cycle\""};
    return {""};
}

std::string properties_line(const MethodProperties& p) {
    std::string text;
    if (p.order) text += fmt::format("order {:.1f}", *p.order);
    if (p.order_heavy && !(p.order && std::fabs(*p.order - *p.order_heavy) < 0.5))
        text += fmt::format("{}{:.1f} heavy", p.order ? " free, " : "order ", *p.order_heavy);
    const auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
    if (p.flops_free && p.flops_heavy)
        add(fmt::format("{:.0f} flops a step free, {:.0f} heavy", *p.flops_free, *p.flops_heavy));
    else if (p.flops_free)
        add(fmt::format("{:.0f} flops a step", *p.flops_free));
    if (p.flops_free || p.flops_heavy)
        text += p.elementary > 0 ? fmt::format(", {:.0f} calls of sin, cos or the like", std::ceil(p.elementary))
                                 : ", no sin, no cos";
    if (p.measured()) {
        std::string kept_list;
        for (const std::string& k : p.keeps) kept_list += (kept_list.empty() ? "" : ", ") + k;
        add("keeps " + (kept_list.empty() ? std::string("nothing") : kept_list));
    }
    return text;
}

}  // namespace polhode
