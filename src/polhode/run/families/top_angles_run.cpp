// Integrator "top-angles": the heavy symmetric top by the equations of its Euler angles, GyroSoft's method B.
//
// GyroSoft's program took psidot at the start for the spin constant w3 = psidot + phidot cos(theta). The key
// spin_constant = "psidot" does the same, so that its figures 10 to 12 can be drawn again: the angles then follow the
// wrong constant, while the rate of a row keeps w_z = w3, as that program handed it to method C.
#include <cmath>

#include "polhode/arithmetic/counting.hpp"
#include "polhode/closed_form/top_analysis.hpp"
#include "polhode/dynamics/top_angles.hpp"
#include "polhode/integrate/continuous.hpp"
#include "polhode/method/method_parameters.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/run/arithmetic_kind.hpp"
#include "polhode/run/fixed_grid.hpp"
#include "polhode/run/integrator_family.hpp"
#include "polhode/run/row_emitter.hpp"
#include "polhode/run/row_maker.hpp"

namespace polhode {

namespace {

const char* const vertical =
    "the axis stands upright, where the angles phi and psi turn about one line and their equations divide by zero; an "
    "attitude without singular places (quaternion) passes here";

template <class T>
class Angles {
 public:
    using State = typename TopAngles<T>::State;

    Angles(const Problem& problem, const Method& method, const ResolvedMethod& m, RowEmitter& rows)
        : problem_(problem), rows_(rows), maker_(problem), m_(m), with_angles_(method.attitude != "quaternion") {
        const WeightMoment weight = weight_moment(problem.torques);
        axis_ = top_axis(*problem.body, weight.moment);
        const int across = (axis_ + 1) % 3;
        const StartAttitude& a = problem.start.attitude;
        const Vec3<double> w = along_axis(problem.start.rate, axis_);
        // Angles that were given are taken as they are: a negative theta is as good as a positive one.
        std::vector<double> angles = a.params;
        if (a.representation != "euler-zxz" || axis_ != 2) {
            const Quaternion<double> q = along_axis(maker_.start(), axis_);
            angles = quaternion_to_attitude("euler-zxz", q);
        }
        double sine, cosine;
        sincos(angles[1], sine, cosine);
        if (!(std::fabs(sine) > 1e-9)) throw ComputationFailed(0, vertical);
        y_ = TopAngles<T>::state({T(angles[0]), T(angles[1]), T(angles[2])}, {T(w[0]), T(w[1]), T(w[2])});
        w3_ = w[2];
        const double psidot = w3_ - static_cast<double>(y_[1]) * cosine;
        top_ = {T(problem.body->inertia(across, across)), T(problem.body->inertia(axis_, axis_)),
                T(weight.moment[axis_]), T(m.spin_from_psidot ? psidot : w3_)};
    }

    // ---- what the fixed grid asks of a motion ----
    void segment(double, double) {}
    void restart() {}
    void piece(double t, double h, bool) {
        evaluations_ += 4;
        y_ = integrate::runge_kutta_step<integrate::Rk4>(top_, T(t), y_, T(h));
    }
    void settle(double t) const { require_sound(t, y_); }
    void emit(double t) { emit(t, y_); }

    void adaptive() {
        using namespace integrate;
        AdaptivePair<DormandPrince853, T, 5> pair;
        const auto f = [this](T t, const State& y) {
            ++evaluations_;
            return top_(t, y);
        };
        // Angles against 1, their rates against the rate of the body.
        const double scale = norm(problem_.start.rate);
        const auto size = [&](const State& e, const State&, const State&) {
            const T angle = max(abs(e[0]), max(abs(e[2]), abs(e[4]))), rate = max(abs(e[1]), abs(e[3])) / T(scale);
            return max(angle, rate) / T(m_.tolerance);
        };
        const double duration = rows_.span().duration;
        double t = 0;
        pair.k[0] = f(T(0), y_);
        double h =
            m_.step > 0 ? m_.step : static_cast<double>(starting_step(f, T(0), y_, pair.k[0], 8, T(duration), size));
        for (long row = 1; t < duration;) {
            if (m_.largest_step > 0) h = std::min(h, m_.largest_step);
            const bool last = h >= (duration - t) * (1 - 1e-10);
            const double tried = last ? duration - t : h;
            if (!(t + tried > t) || tried < 1e-14 * t) throw ComputationFailed(t, vertical);
            const T error = pair.trial(f, T(t), y_, T(tried), size);
            if (!(error <= T(1)) || !is_finite(pair.y1)) {
                ++rows_.statistics().rejected;
                const bool known = is_finite(error) && is_finite(pair.y1);
                const T factor = known ? max(T(0.2), T(0.9) * pair.step_factor(error)) : T(0.2);
                h = tried * static_cast<double>(factor);
                continue;
            }
            const double end = last ? duration : t + tried;
            if (rows_.row_time(row) < end) pair.prepare(f);
            for (; rows_.row_time(row) < end; ++row)
                emit(rows_.row_time(row), pair.at(T((rows_.row_time(row) - t) / tried)));
            y_ = pair.y1;
            require_sound(t, y_);
            t = end;
            rows_.count_step(tried);
            if (rows_.row_time(row) == t) {
                emit(t, y_);
                ++row;
            }
            pair.k[0] = f(T(t), y_);
            const T factor = error > T(0) ? min(T(6), max(T(0.33), T(0.9) * pair.step_factor(error))) : T(6);
            h = tried * static_cast<double>(factor);
            if (rows_.asked_to_stop(t)) {
                if (t > rows_.statistics().end_time) emit(t, y_);
                return;
            }
        }
    }

 private:
    void require_sound(double t, const State& y) const {
        if (!is_finite(y)) throw ComputationFailed(t, vertical);
        for (int i = 0; i < 5; ++i)
            if (abs(y[i]) > T(1e12)) throw ComputationFailed(t, vertical);
    }
    void emit(double t, const State& y) {
        Row row;
        row.t = t;
        const Vec3<T> angles = TopAngles<T>::angles(y), across = TopAngles<T>::transverse_rate(y);
        for (int i = 0; i < 3; ++i) numbers_[i] = static_cast<double>(angles[i]);
        const Quaternion<double> q = attitude_to_quaternion("euler-zxz", {numbers_[0], numbers_[1], numbers_[2]});
        row.q_NB = axis_ == 2 ? q : q * conjugate(along_axis(Quaternion<double>{}, axis_));
        const Vec3<double> w{static_cast<double>(across[0]), static_cast<double>(across[1]), w3_};
        for (int i = 0; i < 3; ++i) row.w_NB_B[(axis_ + 1 + i) % 3] = w[i];
        maker_.take_given_start(row);
        maker_.fill(row);
        if (with_angles_) row.state = std::span<const double>(numbers_, 3);
        rows_.statistics().evaluations = evaluations_;
        rows_.emit(row);
    }

    const Problem& problem_;
    RowEmitter& rows_;
    RowMaker maker_;
    const ResolvedMethod& m_;
    bool with_angles_;
    int axis_ = 2;
    TopAngles<T> top_{};
    State y_;
    double w3_ = 0;
    double numbers_[3] = {};
    long evaluations_ = 0;
};

std::vector<Entry> top_angles_entries() {
    return {{"integrator",
             "top-angles",
             "heavy symmetric tops by the equations of their Euler angles zxz (GyroSoft method B): dop853 with "
             "tolerance, rk4 with step alone",
             {{"spin_constant",
               Type::choice,
               "",
               "\"rate\"",
               false,
               "what stands for w3: the rate about the axis, or psidot at the start, GyroSoft's mistake",
               {"rate", "psidot"}},
              largest_step_parameter()},
             "8(5,3)",
             "GyroSoft 2015, method B, eq. 23-25; Goldstein, Classical Mechanics, 5.7"}};
}

// Why the method cannot run on the problem, "" if it can; fills in what its parameters mean.
std::string what_hinders(const Problem& problem, const Method& method, ResolvedMethod& m) {
    m.spin_from_psidot = method.integrator_values.text("spin_constant") == "psidot";
    if (!problem.dynamics()) return "it moves a top under its weight, not given rates";
    const WeightMoment weight = weight_moment(problem.torques);
    if (!weight.others.empty()) return "it knows the weight of a top and no torque '" + weight.others.front() + "'";
    const int axis = problem.body->diagonal ? top_axis(*problem.body, weight.moment) : -1;
    if (axis < 0) return "it needs a body with two equal moments and its weight on the symmetry axis, a body axis";
    if (method.attitude != "quaternion" && (method.attitude != "euler-zxz" || axis != 2))
        return "its angles are euler-zxz about a symmetry axis along body z; leave attitude out to have the quaternion";
    return "";
}

IntegratorTraits top_angles_traits(const std::string&) {
    IntegratorTraits t;
    t.steps = IntegratorTraits::Steps::fixed_or_adaptive;
    t.every_attitude = true;  // it says itself which angles it takes
    t.double_alone = true;
    t.not_compensated = "does not add up small steps of the attitude in double; leave it out";
    return t;
}

void resolve_top_angles(const Problem& problem, const Method& method, const RunSpan&, ResolvedMethod& m) {
    if (const std::string why = what_hinders(problem, method, m); !why.empty())
        throw InputError(method.at("integrator"), m.integrator + ": " + why);
}

// RK4 with a fixed step, or Dormand-Prince 8(5,3) with a tolerance.
void run_top_angles(const RunJob& job) {
    with_double_or_counting(job.method.arithmetic, [&](auto number) {
        RowEmitter rows(job.span, job.observer, job.statistics);
        timed(rows, [&] {
            Angles<decltype(number)> motion(job.problem, job.method, job.resolved, rows);
            motion.emit(0);
            if (job.resolved.stepping == ResolvedMethod::Stepping::adaptive) return motion.adaptive();
            Switches none({}, job.span.duration);
            run_fixed_grid(motion, job.resolved, rows, none);
        });
    });
}

}  // namespace

IntegratorFamily top_angles_family() {
    return {top_angles_entries(), top_angles_traits, resolve_top_angles, run_top_angles};
}

}  // namespace polhode
