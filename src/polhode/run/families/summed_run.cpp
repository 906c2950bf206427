// Integrator "summed-vector": one exponential of the sum of all rotation vectors since the start, GyroSoft 2015 eq. 14.
//
// Rotations do not add: exp(a) exp(b) is exp(a + b) only where a and b have one axis. The error is of the size of half
// the area between the path of the sum and its chord, whatever the step. A lesson, not a method.
#include "polhode/arithmetic/counting.hpp"
#include "polhode/body/inertia.hpp"
#include "polhode/method/method_parameters.hpp"
#include "polhode/run/arithmetic_kind.hpp"
#include "polhode/run/fixed_grid.hpp"
#include "polhode/run/forced_motion.hpp"
#include "polhode/run/integrator_family.hpp"
#include "polhode/run/rate_rule.hpp"
#include "polhode/run/row_emitter.hpp"

namespace polhode {

namespace {

// An attitude that is a start and a sum of rotation vectors.
template <class T>
struct Summed {
    using scalar = T;
    Quaternion<T> start;  // stands before the exponential of the sum; identity where the start is in the sum
    Vec3<T> sum{};

    Quaternion<T> quaternion() const { return compose(start, exp_rotation(sum)); }
};
// Found in place of the product of rotations.
template <class T>
Summed<T> turned(const Summed<T>& attitude, const Vec3<T>& phi) {
    return {attitude.start, attitude.sum + phi};
}

template <class T>
class Motion : public ForcedMotion<T> {
 public:
    Motion(const Problem& problem, const ResolvedMethod& m, RowEmitter& rows)
        : ForcedMotion<T>(problem), problem_(problem), m_(m), rows_(rows) {
        const Quaternion<T> q0 = cast<T>(maker_.start());
        if (m.start_in_sum)
            attitude_ = {Quaternion<T>{}, log_rotation(q0)};
        else
            attitude_ = {q0, {}};
        w_ = cast<T>(problem.start.rate);
        if (problem.dynamics()) inertia_.emplace(TensorInertia<double>(problem.body->inertia).as<T>());
    }

    // ---- what the fixed grid asks of a motion ----
    void piece(double begin, double length, bool) {
        const T t = static_cast<T>(begin), h = static_cast<T>(length);
        if (problem_.dynamics()) {
            integrate::rotation_vector_step(*this, t, attitude_, w_, h, m_.rate);
        } else {
            const auto rate = [this](T at) {
                ++evaluations_;
                return (*rates_)(at);
            };
            attitude_ = turned(attitude_, integrate::rotation_of_step(rate, t, h, m_.rate));
        }
    }
    void settle(double t) const {
        if (!is_finite(attitude_.sum) || !is_finite(w_)) throw ComputationFailed(t, "a number is no longer finite");
    }
    void emit(double t) {
        Row row;
        row.t = t;
        row.q_NB = t == 0 ? maker_.start() : cast<double>(attitude_.quaternion());
        row.w_NB_B = problem_.dynamics() ? cast<double>(w_) : cast<double>((*rates_)(static_cast<T>(t)));
        maker_.fill(row);
        rows_.statistics().evaluations = evaluations_;
        rows_.emit(row);
    }

    // ---- what a step under torque asks of a body ----
    Vec3<T> torque(T t, const Summed<T>& attitude, const Vec3<T>& w) {
        ++evaluations_;
        return torques_(t, attitude.quaternion(), w);
    }
    Vec3<T> acceleration(const Vec3<T>& w, const Vec3<T>& torque) const { return inertia_->acceleration(w, torque); }

 private:
    using ForcedMotion<T>::torques_, ForcedMotion<T>::maker_, ForcedMotion<T>::rates_;
    const Problem& problem_;
    const ResolvedMethod& m_;
    RowEmitter& rows_;
    std::optional<TensorInertia<T>> inertia_;
    Summed<T> attitude_;
    Vec3<T> w_;
    long evaluations_ = 0;
};

std::vector<Entry> summed_entries() {
    return {{"integrator",
             "summed-vector",
             "one exponential of the sum of all rotation vectors: rotations do not add, a lesson (GyroSoft eq. 14)",
             {{"rate", Type::choice, "", "\"start\"", false, "which rate stands for the step", rate_choice_names()},
              {"start_vector",
               Type::choice,
               "",
               "\"apart\"",
               false,
               "the start attitude stands before the exponential, or its rotation vector is in the sum as printed",
               {"apart", "summed"}},
              rows_parameter()},
             "0",
             "GyroSoft 2015 eq. 14"}};
}

IntegratorTraits summed_traits(const std::string&) {
    IntegratorTraits t;
    t.double_alone = true;
    t.not_compensated = "does not add up small steps of the attitude in double; leave it out";
    return t;
}

void run_summed(const RunJob& job) {
    with_double_or_counting(job.method.arithmetic, [&](auto number) {
        RowEmitter rows(job.span, job.observer, job.statistics);
        Motion<decltype(number)> motion(job.problem, job.resolved, rows);
        const double end = job.span.duration;
        run_on_grid(motion,
                    job.problem.dynamics() ? switching_times(job.problem.torques, end)
                                           : switching_times(*job.problem.rates, end),
                    job.resolved, rows);
    });
}

}  // namespace

IntegratorFamily summed_vector_family() {
    return {summed_entries(), summed_traits, resolve_rate_rule, with_rows_crossed<run_summed>};
}

}  // namespace polhode
