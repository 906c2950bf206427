// Integrator "exponential-midpoint": the momentum by the midpoint rule, the attitude by one exponential of the rate in
// the middle. Second order; for free bodies.
#include "polhode/body/inertia.hpp"
#include "polhode/run/arithmetic_kind.hpp"
#include "polhode/run/fixed_grid.hpp"
#include "polhode/run/integrator_family.hpp"
#include "polhode/run/row_maker.hpp"

namespace polhode {

namespace {

class MidpointMotion {
 public:
    MidpointMotion(const Problem& problem, RowEmitter& rows)
        : rows_(rows),
          maker_(problem),
          inertia_(problem.body->inertia),
          q_(normalise(maker_.start())),
          w_(problem.start.rate) {}

    void segment(double begin, double end) { maker_.segment(begin, end); }
    void restart() {}
    void piece(double, double h, bool) {
        const Vec3<double> middle = madd(0.5 * h, inertia_.acceleration(w_), w_);
        w_ = madd(h, inertia_.acceleration(middle), w_);
        q_ = normalise(compose(q_, exp_rotation(h * middle)));
    }
    void settle(double t) const {
        if (!is_finite(w_)) throw ComputationFailed(t, "a number is no longer finite");
    }
    void emit(double t) {
        Row row;
        row.t = t;
        row.q_NB = q_;
        row.w_NB_B = w_;
        maker_.take_given_start(row);
        maker_.fill(row);
        rows_.emit(row);
    }

 private:
    RowEmitter& rows_;
    RowMaker maker_;
    TensorInertia<double> inertia_;
    Quaternion<double> q_;
    Vec3<double> w_;
};

IntegratorTraits midpoint_traits(const std::string&) {
    IntegratorTraits t;
    t.double_alone = true;
    return t;
}

void resolve_midpoint(const Problem& problem, const Method& method, const RunSpan&, ResolvedMethod&) {
    if (!problem.dynamics() || !problem.torques.empty())
        throw InputError(method.at("integrator"), "exponential-midpoint moves free bodies");
}

void run_midpoint(const RunJob& job) {
    RowEmitter rows(job.span, job.observer, job.statistics);
    MidpointMotion motion(job.problem, rows);
    run_on_grid(motion, {}, job.resolved, rows);
}

}  // namespace

IntegratorFamily exponential_midpoint_family() {
    const Entry entry{"integrator", "exponential-midpoint", "midpoint rule and one exponential a step", {}, "2", ""};
    return {{entry}, midpoint_traits, resolve_midpoint, run_midpoint};
}

}  // namespace polhode
