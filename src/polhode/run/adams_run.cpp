#include "polhode/run/adams_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "polhode/integrate/adams_moulton.hpp"
#include "polhode/problem/attitude.hpp"
#include "polhode/run/row_emitter.hpp"
#include "polhode/truth/taylor_path.hpp"

namespace polhode {

std::vector<Entry> adams_entries() {
    return {{"integrator",
             "adams-moulton",
             "predict, evaluate, correct, evaluate: two evaluations a step at any order; free bodies and weight only",
             {{"order", Type::integer, "1", "8", false, "of the predictor, 2 to 12; the corrector has one more"}},
             "2 to 12",
             "Hairer, Norsett, Wanner, Solving ODEs I, III.1"}};
}

std::string resolve_adams(const Problem& problem, const Values& v, ResolvedMethod& m) {
    m.order = static_cast<int>(v.integer("order"));
    if (m.order < 2 || m.order > integrate::largest_adams_order)
        v.refuse("order", fmt::format("{} is not a number from 2 to {}", m.order, integrate::largest_adams_order));
    if (!problem.dynamics()) return "it moves bodies, not given rates; adams-bashforth, magnus and dop853 take rates";
    for (const TorqueModel& t : problem.torques)
        if (t.kind != "gravity" && t.kind != "rockets")
            return fmt::format(
                "it moves free bodies and bodies under their weight (torque \"gravity\" or \"rockets\"), not under "
                "\"{}\"; use \"adams-bashforth\", which takes every torque with a fixed step, or \"dop853\"",
                t.kind);
    return "";
}

namespace {

// In principal axes without the spin of a symmetric body inside, in the user's axes outside.
template <class T>
class AdamsBody {
 public:
    AdamsBody(const Problem& problem, const ResolvedMethod& m, RowEmitter& rows)
        : problem_(problem), rows_(rows), frame_(*problem.body), potential_(problem.torques), order_(m.order) {
        weight_alone(problem, frame_, weight_);
        const StartAttitude& a = problem.start.attitude;
        given_ = attitude_to_quaternion(a.representation, a.params);
        q_ = normalise(frame_.to_principal(cast<T>(given_)));
        w_ = frame_.to_principal(cast<T>(problem.start.rate));
        spin_.take_out(frame_.moments, weight_, w_);
        steps_.emplace(frame_.moments, weight_, order_);
        steps_->set_rotor(spin_.rotor());
        steps_->set_compensated(m.compensated);
    }

    void start(double h) {
        first_.push_back({q_, w_});
        steps_->start(q_, w_, static_cast<T>(h), [this](int, const Quaternion<T>& q, const Vec3<T>& w) {
            first_.push_back({q, w});
        });
    }
    void go_to(long step) {
        if (step < order_) {
            q_ = first_[static_cast<std::size_t>(step)].q;
            w_ = first_[static_cast<std::size_t>(step)].w;
        } else {
            steps_->go_to(step);
            q_ = steps_->attitude();
            w_ = steps_->rate();
        }
    }
    // A step of another length, which the history does not fit: by Taylor series, in two halves as at the start.
    void other_step(double h) {
        integrate::PolynomialTorque<T> torque;
        if (!(weight_ == Vec3<T>{})) torque.add_weight(weight_);
        integrate::TaylorBody<T> series(frame_.moments, torque, order_ + 2);
        series.set_rotor(spin_.rotor());
        for (int part = 0; part < 2; ++part) {
            series.expand(q_, w_, static_cast<T>(0.5 * h));
            q_ = normalise(series.attitude_at(T(1)));
            w_ = series.rate_at(T(1));
        }
    }
    void require_finite(double t) const {
        if (!is_finite(q_.params()) || !is_finite(w_))
            throw ComputationFailed(t, "a number is no longer finite; the motion diverged (step too large)");
    }
    void emit(double t, long step) {
        Row row;
        row.t = t;
        Quaternion<T> q = q_;
        Vec3<T> w = w_;
        spin_.put_back(t, q, w);
        const bool as_given = t == 0 && std::fabs(defect(given_)) < 1e-14;
        row.q_NB = as_given ? given_ : cast<double>(frame_.from_principal(q));
        row.w_NB_B = t == 0 ? problem_.start.rate : cast<double>(frame_.from_principal(w));
        const Vec3<double> momentum = problem_.body->inertia * row.w_NB_B;
        row.energy = 0.5 * dot(row.w_NB_B, momentum) + potential_.potential(row.q_NB);
        row.L_N = to_world(row.q_NB, momentum);
        row.defect = defect(row.q_NB);
        // the first slopes once each, then two a step
        rows_.statistics().evaluations = step < order_ ? step + 1 : order_ + 2 * (step - order_ + 1);
        rows_.emit(row);
    }

 private:
    struct State {
        Quaternion<T> q;
        Vec3<T> w;
    };
    const Problem& problem_;
    RowEmitter& rows_;
    PrincipalFrame<T> frame_;
    TorqueSum<double> potential_;
    int order_;
    Vec3<T> weight_{};
    integrate::SpinFree<T> spin_;
    std::optional<integrate::AdamsMoulton<T>> steps_;
    std::vector<State> first_;  // the states of the start, which lie before what the steps can be asked for
    Quaternion<double> given_;
    Quaternion<T> q_;
    Vec3<T> w_;
};

}  // namespace

template <class T>
void run_adams(const Problem& problem, const ResolvedMethod& m, const RunSpan& span, const Watch& watch,
               Statistics& statistics) {
    RowEmitter rows(span, watch, statistics);
    AdamsBody<T> body(problem, m, rows);
    timed(rows, [&] {
        body.emit(0, 0);
        body.start(m.step);
        // many steps at once keep the state in registers; now and then the run looks up
        constexpr long most_at_once = 64;
        for (long done = 0; done < m.steps;) {
            const long due = (done / m.steps_per_sample + 1) * m.steps_per_sample;
            const long next = std::min({due, done + most_at_once, m.steps});
            const double before = static_cast<double>(done) * m.step, now = static_cast<double>(next) * m.step;
            body.go_to(next);
            body.require_finite(before);
            bool stop = false;
            for (; done < next; ++done) {
                rows.count_step(m.step);
                if (done + 1 < m.steps || m.last_step > 0) stop = rows.asked_to_stop(now) || stop;
            }
            const bool last = done == m.steps && m.last_step == 0;
            if (done == due || last || stop)
                body.emit(last ? span.duration : done == due ? rows.row_time(done / m.steps_per_sample) : now, done);
            if (stop) return;
        }
        if (m.last_step > 0) {
            body.other_step(m.last_step);
            body.require_finite(static_cast<double>(m.steps) * m.step);
            rows.count_step(m.last_step);
            body.emit(span.duration, m.steps);
        }
    });
}
template void run_adams<double>(const Problem&, const ResolvedMethod&, const RunSpan&, const Watch&, Statistics&);
template void run_adams<Counting<double>>(const Problem&, const ResolvedMethod&, const RunSpan&, const Watch&,
                                          Statistics&);

}  // namespace polhode
