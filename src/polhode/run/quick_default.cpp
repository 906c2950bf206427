#include "polhode/run/quick_default.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "polhode/base/diagnostic.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/problem/torque_facts.hpp"
#include "polhode/run/row_emitter.hpp"
#include "polhode/run/run_job.hpp"
#include "polhode/truth/taylor_path.hpp"

namespace polhode {

namespace {

constexpr double margin = 5;
constexpr long most_rows = 10000;
constexpr long places = 8;  // at which the two runs are compared, at least
constexpr int most_tries = 5;

enum class Kind { adams, taylor, dop853 };

// Radians a second that the motion has or may come to: what a step is measured by.
double quickness(const Problem& problem) {
    const Vec3<double> moments = PrincipalFrame<double>(*problem.body).moments;
    double least = std::min({moments[0], moments[1], moments[2]}), pull = 0;
    for (const TorqueModel& t : problem.torques) {
        if (const auto* g = std::get_if<torque::Gravity<double>>(&t.torque))
            pull += g->mass * std::fabs(g->g) * norm(g->at);
        if (const auto* r = std::get_if<torque::Rockets<double>>(&t.torque)) pull += std::fabs(r->k);
    }
    const double rate = norm(problem.start.rate);
    return std::sqrt(rate * rate + pull / least);
}

class QuickDefault {
 public:
    QuickDefault(const Problem& problem, const Method& method, const ResolvedMethod& m, const RunSpan& span,
                 const RunObserver& observer, Statistics& statistics)
        : problem_(problem), method_(method), m_(m), span_(span), observer_(observer), out_(statistics) {
        asked_ = *method.tolerance;
        const long rows = std::lround(std::ceil(span.duration / span.sample * (1 - 1e-12)));
        between_ = rows < places ? (places + rows - 1) / rows : 1;
        every_ = rows < places ? 1 : rows / places;
        fine_span_ = coarse_span_ = span;
        fine_span_.sample = std::min(span.sample, span.duration) / static_cast<double>(between_);
        coarse_span_.sample =
            std::min(span.sample * static_cast<double>(every_), span.duration) / static_cast<double>(between_);
        choose();
    }

    bool go() {
        Kept coarse = run(coarse_, coarse_span_, 0, 0.4);
        for (int tries = 0; tries < most_tries; ++tries) {
            Kept fine = run(fine_, fine_span_, 0.4, 1);
            if (coarse.corner_met || fine.corner_met) return false;
            if (fine.interrupted || coarse.interrupted) {
                // nobody waits for an estimate any more
                hand_out(fine, -1);
                return true;
            }
            if (!fine.failed && !coarse.failed) {
                // and what each step may add by rounding
                const double rounding = 4e-16 * static_cast<double>(1 + fine.statistics.accepted);
                const double estimate = distance(coarse, fine) * std::min(1.0, margin / ratio_) + rounding;
                if (estimate <= asked_) {
                    hand_out(fine, estimate);
                    return true;
                }
                if (!refine(estimate)) return false;
            } else if (!refine(std::numeric_limits<double>::infinity())) {
                return false;
            }
            coarse = thinned(std::move(fine));
        }
        return false;
    }

 private:
    struct Kept {
        std::vector<Row> rows;
        Statistics statistics;
        bool failed = false, interrupted = false, corner_met = false;
    };

    void choose() {
        fine_ = coarse_ = m_;
        fine_.compensated = coarse_.compensated = false;
        fine_.project = coarse_.project = false;
        fine_.constraint = coarse_.constraint = ResolvedMethod::Constraint::none;
        const bool weight = std::all_of(problem_.torques.begin(), problem_.torques.end(),
                                        [](const TorqueModel& t) { return facts_of(t).weight.has_value(); });
        if (weight) {
            // error over 1000 (h times the quickness)^10 on the bodies that were tried: 1 and below, save for chaotic
            // ones; beyond 0.3 order 9 is not stable
            const double wanted = std::min(0.17, std::pow(asked_ / 5000, 0.1)) / std::max(1e-300, quickness(problem_));
            if (4 * wanted <= fine_span_.sample) return take_adams(wanted);
        }
        kind_ = polynomial_torques(problem_) ? Kind::taylor : Kind::dop853;
        for (ResolvedMethod* r : {&fine_, &coarse_}) {
            r->stepping = ResolvedMethod::Stepping::adaptive;
            r->integrator = kind_ == Kind::taylor ? "taylor" : "dop853";
            r->order = asked_ >= 1e-6 ? 12 : asked_ >= 1e-9 ? 16 : 20;
            r->step = 0;
        }
        if (kind_ == Kind::dop853) fine_.constraint = coarse_.constraint = ResolvedMethod::Constraint::normalise;
        // errors were 0.5 to 10 times the tolerance of a step, save for chaotic motions, and half that by dop853; above
        // 2e-4 they are no longer in proportion to it
        fine_.tolerance = asked_ / (kind_ == Kind::taylor ? 30 : 15);
        coarse_.tolerance = std::min(2e-4, 1000 * fine_.tolerance);
        ratio_ = coarse_.tolerance / fine_.tolerance;
    }
    void take_adams(double step) {
        kind_ = Kind::adams;
        constexpr double coarser = 1.7;
        for (ResolvedMethod* r : {&fine_, &coarse_}) {
            r->integrator = "adams-moulton";
            r->order = 9;
            r->stepping = ResolvedMethod::Stepping::fixed;
        }
        set_step(fine_, fine_span_, step);
        set_step(coarse_, coarse_span_, coarser * fine_.step);
        ratio_ = std::pow(coarse_.step / fine_.step, fine_.order + 1);
    }
    // A step of at most this length that leads from row to row.
    static void set_step(ResolvedMethod& r, const RunSpan& span, double wanted) {
        r.steps_per_sample = std::lround(std::ceil(span.sample / wanted));
        r.step = span.sample / static_cast<double>(r.steps_per_sample);
        const double ratio = span.duration / r.step, whole = std::round(ratio);
        const bool fits = std::fabs(ratio - whole) <= 1e-9 * whole;
        r.steps = static_cast<long>(fits ? whole : std::floor(ratio));
        r.last_step = fits ? 0 : span.duration - static_cast<double>(r.steps) * r.step;
    }

    // A finer run; the last one becomes the coarser of the two. False where double would not do.
    bool refine(double estimate) {
        coarse_ = fine_;
        const double needed = std::clamp(3 * estimate / asked_, 30.0, 1e6);
        if (kind_ == Kind::adams) {
            set_step(fine_, fine_span_, fine_.step / std::pow(needed, 1.0 / (fine_.order + 1)));
            ratio_ = std::pow(coarse_.step / fine_.step, fine_.order + 1);
            return fine_.step * quickness(problem_) > 0.03;
        }
        fine_.tolerance /= needed;
        ratio_ = needed;
        return fine_.tolerance >= 1e-15;
    }

    Kept run(const ResolvedMethod& r, const RunSpan& span, double begin, double end) {
        Kept kept;
        RunObserver own;
        own.row = [&kept](const Row& row) { kept.rows.push_back(row); };
        own.stop = observer_.stop;
        if (observer_.progress)
            own.progress = [this, begin, end](double t) {
                observer_.progress(begin * span_.duration + (end - begin) * t);
            };
        try {
            carry_out({problem_, method_, r, span, own, kept.statistics});
            kept.interrupted = kept.statistics.interrupted;
        } catch (const ComputationFailed&) {
            kept.failed = true;
        }
        kept.corner_met = kept.statistics.corner_met;
        evaluations_ += kept.statistics.evaluations;
        cpu_ += kept.statistics.cpu_seconds;
        wall_ += kept.statistics.wall_seconds;
        return kept;
    }

    // Only the rows that a coarser run would have given.
    Kept thinned(Kept fine) const {
        std::vector<Row> some;
        for (std::size_t i = 0; i < fine.rows.size(); ++i)
            if (i % static_cast<std::size_t>(every_) == 0 || i + 1 == fine.rows.size()) some.push_back(fine.rows[i]);
        fine.rows = std::move(some);
        return fine;
    }
    double distance(const Kept& coarse, const Kept& fine) const {
        double apart = 0;
        for (std::size_t i = 0; i < coarse.rows.size(); ++i) {
            const std::size_t there = std::min(i * static_cast<std::size_t>(every_), fine.rows.size() - 1);
            apart = std::max(apart, angle_between(coarse.rows[i].q_NB, fine.rows[there].q_NB));
        }
        return apart;
    }

    void hand_out(const Kept& fine, double estimate) {
        out_ = fine.statistics;
        out_.largest_defect = out_.energy_drift = out_.momentum_drift = 0;
        RowEmitter rows(span_, observer_, out_);
        long row = 0;
        for (std::size_t i = 0; i < fine.rows.size(); ++i) {
            const bool last = i + 1 == fine.rows.size();
            if (i % static_cast<std::size_t>(between_) != 0 && !last) continue;
            Row r = fine.rows[i];
            if (!last) r.t = rows.row_time(row++);
            rows.emit(r);
        }
        out_.evaluations = evaluations_;
        out_.cpu_seconds = cpu_;
        out_.wall_seconds = wall_;
        out_.estimated_error = estimate;
        out_.chosen = kind_ == Kind::adams    ? "Adams-Moulton, order 9"
                      : kind_ == Kind::taylor ? "Taylor series, order " + std::to_string(fine_.order)
                                              : "dop853";
    }

    const Problem& problem_;
    const Method& method_;
    ResolvedMethod m_;
    RunSpan span_, fine_span_, coarse_span_;
    const RunObserver& observer_;
    Statistics& out_;
    Kind kind_ = Kind::dop853;
    ResolvedMethod fine_, coarse_;
    double asked_ = 0, ratio_ = 1;
    long between_ = 1, every_ = 1;  // fine rows for each row of the user; fine rows for each coarse one
    long evaluations_ = 0;
    double cpu_ = 0, wall_ = 0;
};

}  // namespace

bool run_quick_default(const Problem& problem, const Method& method, const ResolvedMethod& m, const RunSpan& span,
                       const RunObserver& observer, Statistics& statistics) {
    if (!method.tolerance || *method.tolerance > 1e-3 || !problem.dynamics() || method.attitude != "quaternion" ||
        method.arithmetic != "double" || method.step || m.largest_step > 0 || method.constraint != "none" ||
        span.duration / span.sample > most_rows)
        return false;
    // nearer to rounding the long series are worth what they cost, save where they cost a hundred times as much
    if (*method.tolerance < (polynomial_torques(problem) ? 1e-11 : 1e-12)) return false;
    return QuickDefault(problem, method, m, span, observer, statistics).go();
}

}  // namespace polhode
