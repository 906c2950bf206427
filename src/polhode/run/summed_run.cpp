#include "polhode/run/summed_run.hpp"

#include "polhode/arithmetic/counting.hpp"
#include "polhode/body/inertia.hpp"
#include "polhode/method/method_parameters.hpp"
#include "polhode/problem/attitude.hpp"
#include "polhode/run/fixed_grid.hpp"
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
class Motion {
 public:
    Motion(const Problem& problem, const ResolvedMethod& m, RowEmitter& rows)
        : problem_(problem), m_(m), rows_(rows), torques_(problem.torques), exact_torques_(problem.torques) {
        const StartAttitude& a = problem.start.attitude;
        start_ = attitude_to_quaternion(a.representation, a.params);
        const Quaternion<T> q0 = cast<T>(start_);
        if (m.start_in_sum)
            attitude_ = {Quaternion<T>{}, log_rotation(q0)};
        else
            attitude_ = {q0, {}};
        w_ = cast<T>(problem.start.rate);
        if (problem.dynamics())
            inertia_.emplace(TensorInertia<double>(problem.body->inertia).as<T>());
        else
            rates_.emplace(*problem.rates);
    }

    // ---- what the fixed grid asks of a motion ----
    void segment(double begin, double end) {
        torques_.segment(begin, end);
        exact_torques_.segment(begin, end);
        if (rates_) rates_->segment(begin, end);
    }
    void restart() {}
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
        row.q_NB = t == 0 ? start_ : cast<double>(attitude_.quaternion());
        row.w_NB_B = problem_.dynamics() ? cast<double>(w_) : cast<double>((*rates_)(static_cast<T>(t)));
        row.defect = defect(row.q_NB);
        if (problem_.dynamics()) {
            const Vec3<double> momentum = problem_.body->inertia * row.w_NB_B;
            row.energy = 0.5 * dot(row.w_NB_B, momentum) + exact_torques_.potential(row.q_NB);
            row.L_N = to_world(row.q_NB, momentum);
        }
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
    const Problem& problem_;
    const ResolvedMethod& m_;
    RowEmitter& rows_;
    TorqueSum<T> torques_;
    TorqueSum<double> exact_torques_;
    std::optional<RatesFunction<T>> rates_;
    std::optional<TensorInertia<T>> inertia_;
    Quaternion<double> start_;
    Summed<T> attitude_;
    Vec3<T> w_;
    long evaluations_ = 0;
};

}  // namespace

std::vector<Entry> summed_entries() {
    return {{"integrator",
             "summed-vector",
             "one exponential of the sum of all rotation vectors: rotations do not add, a lesson (GyroSoft eq. 14)",
             {{"rate",
               Type::choice,
               "",
               "\"start\"",
               false,
               "which rate stands for the step",
               {"start", "end", "average", "midpoint", "j-cycle", "increment", "two-sample", "increment-previous"}},
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

template <class T>
void run_summed(const Problem& problem, const ResolvedMethod& m, const RunSpan& span, const Watch& watch,
                Statistics& statistics) {
    RowEmitter rows(span, watch, statistics);
    Motion<T> motion(problem, m, rows);
    Switches switches(problem.dynamics() ? switching_times(problem.torques, span.duration)
                                         : switching_times(*problem.rates, span.duration),
                      span.duration);
    timed(rows, [&] {
        switches.enter(0, motion);
        motion.emit(0);
        run_fixed_grid(motion, m, rows, switches);
    });
}
template void run_summed<double>(const Problem&, const ResolvedMethod&, const RunSpan&, const Watch&, Statistics&);
template void run_summed<Counting<double>>(const Problem&, const ResolvedMethod&, const RunSpan&, const Watch&,
                                           Statistics&);

}  // namespace polhode
