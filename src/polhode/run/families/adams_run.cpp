// Integrator "adams-moulton": predictor and corrector from the slopes of earlier steps, for free bodies and bodies
// under their weight. Nothing switches there, so one history lasts the whole run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "polhode/integrate/adams_moulton.hpp"
#include "polhode/run/arithmetic_kind.hpp"
#include "polhode/run/integrator_family.hpp"
#include "polhode/run/row_emitter.hpp"
#include "polhode/run/row_maker.hpp"
#include "polhode/truth/taylor_path.hpp"

namespace polhode {

namespace {

std::vector<Entry> adams_entries() {
    return {{"integrator",
             "adams-moulton",
             "predict, evaluate, correct, evaluate: two evaluations a step at any order; free bodies and weight only",
             {{"order", Type::integer, "1", "8", false, "of the predictor, 2 to 12; the corrector has one more"}},
             "2 to 12",
             "Hairer, Norsett, Wanner, Solving ODEs I, III.1"}};
}

// Why the method cannot run on the problem, "" if it can; fills in what its parameters mean.
std::string what_hinders(const Problem& problem, const Values& v, ResolvedMethod& m) {
    m.order = static_cast<int>(v.integer("order"));
    if (m.order < 2 || m.order > integrate::largest_adams_order)
        v.refuse("order", fmt::format("{} is not a number from 2 to {}", m.order, integrate::largest_adams_order));
    if (!problem.dynamics()) return "it moves bodies, not given rates; adams-bashforth, magnus and dop853 take rates";
    for (const TorqueModel& t : problem.torques)
        if (!facts_of(t).weight)
            return fmt::format(
                "it moves free bodies and bodies under their weight (torque \"gravity\" or \"rockets\"), not under "
                "\"{}\"; use \"adams-bashforth\", which takes every torque with a fixed step, or \"dop853\"",
                t.kind);
    return "";
}

// In principal axes without the spin of a symmetric body inside, in the user's axes outside.
template <class T>
class AdamsBody {
 public:
    AdamsBody(const Problem& problem, const ResolvedMethod& m, RowEmitter& rows)
        : rows_(rows), frame_(*problem.body), maker_(problem), order_(m.order) {
        weight_alone(problem, frame_, weight_);
        q_ = normalise(frame_.to_principal(cast<T>(maker_.start())));
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
        row.q_NB = cast<double>(frame_.from_principal(q));
        row.w_NB_B = cast<double>(frame_.from_principal(w));
        maker_.take_given_start(row);
        maker_.fill(row);
        // the first slopes once each, then two a step
        rows_.statistics().evaluations = step < order_ ? step + 1 : order_ + 2 * (step - order_ + 1);
        rows_.emit(row);
    }

 private:
    struct State {
        Quaternion<T> q;
        Vec3<T> w;
    };
    RowEmitter& rows_;
    PrincipalFrame<T> frame_;
    RowMaker maker_;
    int order_;
    Vec3<T> weight_{};
    integrate::SpinFree<T> spin_;
    std::optional<integrate::AdamsMoulton<T>> steps_;
    std::vector<State> first_;  // the states of the start, which lie before what the steps can be asked for
    Quaternion<T> q_;
    Vec3<T> w_;
};

template <class T>
void follow(const Problem& problem, const ResolvedMethod& m, const RunSpan& span, const RunObserver& observer,
            Statistics& statistics) {
    RowEmitter rows(span, observer, statistics);
    AdamsBody<T> body(problem, m, rows);
    timed(rows, [&] {
        body.emit(0, 0);
        body.start(m.step);
        // many steps at once keep the state in registers; now and then the run looks up
        StepGate* const gate = rows.gate();
        const long most_at_once = gate ? 1 : 64;
        for (long done = 0; done < m.steps;) {
            // nothing that changes can act here: a gate lets through or ends
            if (gate && gate->before_step(done) == StepGate::Answer::stop) {
                const double here = static_cast<double>(done) * m.step;
                if (done % m.steps_per_sample != 0) body.emit(here, done);
                return;
            }
            const long due = (done / m.steps_per_sample + 1) * m.steps_per_sample;
            const long next = std::min({due, done + most_at_once, m.steps});
            const double before = static_cast<double>(done) * m.step, now = static_cast<double>(next) * m.step;
            body.go_to(next);
            body.require_finite(before);
            rows.count_steps(m.step, next - done);
            const bool last = next == m.steps && m.last_step == 0;
            const bool stop = !last && rows.asked_to_stop(now, static_cast<int>(next - done));
            done = next;
            if (done == due || last || stop)
                body.emit(last ? span.duration : done == due ? rows.row_time(done / m.steps_per_sample) : now, done);
            if (gate && gate->looks()) rows.look([&] { body.emit(now, done); });
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
IntegratorTraits adams_traits(const std::string&) {
    IntegratorTraits t;
    t.double_alone = true;
    return t;
}

void resolve_adams(const Problem& problem, const Method& method, const RunSpan&, ResolvedMethod& m) {
    if (const std::string why = what_hinders(problem, method.integrator_values, m); !why.empty())
        throw InputError(method.at("integrator"), m.integrator + ": " + why);
}

void run_adams(const RunJob& job) {
    with_double_or_counting(job.method.arithmetic, [&](auto number) {
        follow<decltype(number)>(job.problem, job.resolved, job.span, job.observer, job.statistics);
    });
}

}  // namespace

IntegratorFamily adams_moulton_family() { return {adams_entries(), adams_traits, resolve_adams, run_adams}; }

}  // namespace polhode
