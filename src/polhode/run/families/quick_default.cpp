#include "polhode/run/families/quick_default.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "polhode/base/diagnostic.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/problem/torque_facts.hpp"
#include "polhode/run/families/adams_trace.hpp"
#include "polhode/run/families/taylor_run.hpp"
#include "polhode/run/row_emitter.hpp"
#include "polhode/run/run_job.hpp"
#include "polhode/truth/taylor_path.hpp"

namespace polhode {

namespace {

constexpr long most_rows = 10000;
constexpr long places = 16, most_places = 64;  // at which the two runs are compared
constexpr int most_tries = 5;
constexpr double coarsest = 2e-4;              // tolerance: above it errors are not in proportion to it
constexpr double first_near_rounding = 1e-14;  // tolerance of dop853
constexpr double proportional = 0.05;          // rad: up to there errors are to each other as steps and tolerances say

enum class Kind { adams, taylor, dop853 };

class QuickDefault {
 public:
    QuickDefault(const Problem& problem, const Method& method, const ResolvedMethod& m, const RunSpan& span,
                 const RunObserver& observer, Statistics& statistics)
        : problem_(problem), method_(method), m_(m), span_(span), observer_(observer), out_(statistics) {
        asked_ = *method.tolerance;
        adams_.emplace(problem, span.duration);
        quickness_ = adams_->quickness();
        const long rows = std::lround(std::ceil(span.duration / span.sample * (1 - 1e-12)));
        between_ = rows < places ? (places + rows - 1) / rows : 1;
        every_ = std::max(1L, rows / most_places);
        fine_span_ = coarse_span_ = span;
        fine_span_.sample = std::min(span.sample, span.duration) / static_cast<double>(between_);
        coarse_span_.sample =
            std::min(span.sample * static_cast<double>(every_), span.duration) / static_cast<double>(between_);
        choose();
    }

    bool go() {
        if (kind_ == Kind::adams) {
            if (two_runs()) return true;
            coarser_.clear();
            take_series();
        }
        return two_runs();
    }

 private:
    // A coarser run and a finer one, or more; false where they do not come to what was asked for.
    bool two_runs() {
        coarser_.push_back({coarse_, run(coarse_, coarse_span_, 0, 0.4)});
        if (kind_ == Kind::adams)
            choose_steps(coarser_[0].kept);
        else
            choose_tolerance(coarser_[0].kept);
        // Near rounding a first try is seldom fine enough: it goes without what costs most, and is not handed out.
        bool scouting = coarse_.unguarded && fine_.tolerance <= first_near_rounding;
        for (int tries = 0; tries < most_tries; ++tries) {
            fine_.unguarded = scouting;
            Kept fine = run(fine_, fine_span_, 0.4, 1);
            if (coarser_.back().kept.corner_met || fine.corner_met) return false;
            if (fine.interrupted || coarser_.back().kept.interrupted) {
                // nobody waits for an estimate any more
                hand_out(fine, -1);
                return true;
            }
            if (fine.failed) {
                if (!refine(30 * asked_)) return false;
                continue;
            }
            const Judged j = judge(fine);
            // thousands of short steps round too often for a motion that makes much of it
            if (kind_ == Kind::adams && j.wild && 30 * j.rounding > asked_) return false;
            if (j.estimate() <= asked_ && !scouting) {
                hand_out(fine, j.estimate());
                return true;
            }
            if (std::exchange(scouting, false) && j.estimate() <= asked_) continue;
            // finer runs round no less
            if (j.rounding > asked_) return false;
            const ResolvedMethod was = fine_;
            if (!refine(j.likely)) return false;
            coarser_.push_back({was, thinned(std::move(fine))});
        }
        return false;
    }

    // Rows of Adams steps are still to be completed.
    struct Kept : AdamsTrace::Seen {
        bool failed = false, interrupted = false, corner_met = false;
    };

    struct Coarser {
        ResolvedMethod method;
        Kept kept;
    };

    void choose() {
        fine_ = coarse_ = m_;
        fine_.compensated = coarse_.compensated = asked_ < 1e-10;
        fine_.project = coarse_.project = false;
        fine_.constraint = coarse_.constraint = ResolvedMethod::Constraint::none;
        if (adams_->fits() && !adams_->fades() && asked_ >= least_of_adams()) {
            // Where rows are much closer than steps, series are quicker.
            const double likely = std::pow(asked_ / 5000, 0.1) / std::max(1e-300, quickness_);
            const double fits = fine_span_.sample / std::ceil(fine_span_.sample / likely);
            if (fits * quickness_ > 0.05 || 4 * likely <= fine_span_.sample) return take_adams();
        }
        take_series();
    }
    void take_series() {
        // down to 1e-4 a few long steps of dop853 cost less than a series with a direction that turns
        turning_ = asked_ < 1e-4 && polynomial_and_turning(problem_);
        kind_ = turning_ || polynomial_torques(problem_) ? Kind::taylor : Kind::dop853;
        for (ResolvedMethod* r : {&fine_, &coarse_}) {
            r->stepping = ResolvedMethod::Stepping::adaptive;
            r->integrator = kind_ == Kind::taylor ? "taylor" : "dop853";
            r->order = asked_ >= 1e-6 ? 12 : asked_ >= 1e-9 ? 16 : 20;
            r->step = 0;
        }
        if (kind_ == Kind::dop853) fine_.constraint = coarse_.constraint = ResolvedMethod::Constraint::normalise;
        // To bound a formula over a step costs ten times the step. What a coarser run steps over without, the finer one
        // finds, and they are apart; only along a switch that the state decides would it not come to an end.
        coarse_.unguarded = kind_ == Kind::dop853 && no_taylor_series(problem_, span_.duration).empty();
        // errors of long series follow the tolerance less closely
        margin_ = kind_ == Kind::taylor && fine_.order == 20 ? 16 : 8;
        coarse_.tolerance = coarsest;
        // A coarser run that is far off says as much as one that is near (the spread of what it says was the same for
        // tolerances 10^2 to 10^7 apart) and costs less. Its steps, one a radian, are a guess.
        const double steps = std::max(20.0, quickness_ * span_.duration), apart = fine_.order == 12 ? 1e5 : 1e6;
        coarse_.tolerance =
            std::min(coarsest, (kind_ == Kind::taylor ? apart : 1e5) * asked_ / (margin_ * usual_error() * steps));
    }
    // How large an error of the coarser run is, in its steps times its tolerance: nineteen of twenty bodies had less.
    // The estimates of dop853 are of a lower order than its errors, which come down faster.
    double usual_error() const {
        if (kind_ == Kind::taylor) return fine_.order == 12 ? 8 : 10;
        return 5 * std::pow(std::min(1.0, coarse_.tolerance / 1e-6), 0.15);
    }
    // The finer tolerance, such that the estimate is likely to be what was asked for. Near rounding a first try leaves
    // room for a second.
    void choose_tolerance(const Kept& coarse) {
        const double steps = static_cast<double>(std::max(4L, coarse.statistics.accepted));
        const double wanted = asked_ / (margin_ * usual_error() * steps);
        fine_.tolerance =
            std::max(kind_ == Kind::taylor ? 2e-16 : first_near_rounding, std::min(wanted, coarse_.tolerance / 100));
    }
    double least_tolerance() const { return kind_ == Kind::taylor ? 1e-16 : 3e-15; }
    // How many times larger the coarser run's error is: by the steps, and by the tolerances, whichever is less.
    double ratio_of_errors(const Coarser& c, const Kept& finer) const {
        if (kind_ == Kind::adams) return std::max(1.0, c.kept.mean_missed() / std::max(1e-300, finer.mean_missed()));
        const double coarse = static_cast<double>(c.kept.statistics.accepted),
                     fine = static_cast<double>(finer.statistics.accepted), steps = (fine - 0.5) / (coarse + 0.5);
        return std::max(1.0, std::min(c.method.tolerance / fine_.tolerance,
                                      std::pow(steps, kind_ == Kind::taylor ? fine_.order : 8)));
    }
    // Steps of a gradient's motion, which makes much of small errors, would round too often for less.
    double least_of_adams() const { return adams_->gradient() ? 1e-10 : 3e-13; }
    // The coarser run, of a low order, has long steps; the finer one an order that suits the accuracy.
    void take_adams() {
        kind_ = Kind::adams;
        for (ResolvedMethod* r : {&fine_, &coarse_}) {
            r->integrator = "adams-moulton";
            r->stepping = ResolvedMethod::Stepping::fixed;
        }
        coarse_.order = 8;
        fine_.order = asked_ >= 1e-5 ? 9 : asked_ >= 1e-7 ? 10 : 11;
        margin_ = adams_->gradient() ? 12 : 8;
        set_step(coarse_, coarse_span_, longest_step(coarse_.order));
    }
    // That is stable for every body.
    double longest_step(int order) const {
        constexpr double of_orders_from_8[] = {0.27, 0.19, 0.135, 0.095};
        return of_orders_from_8[order - 8] / quickness_;
    }
    // The finer step, by how far the coarser ones missed their prediction: a step corrects all but a part of that, in
    // proportion to its length, and what is left adds up on the way, and grows.
    void choose_steps(const Kept& coarse) {
        double grown = adams_->gradient() ? 3 : adams_->damped() ? 1 : 0.4;
        if (asked_ < 1e-10) grown *= 4;  // what rounding does needs its room too
        const double likely = grown * quickness_ * span_.duration * coarse.mean_missed();
        const double finer = coarse.failed ? 2 : std::pow(1.6 * margin_ * likely / asked_, 1.0 / (fine_.order + 1));
        set_step(fine_, fine_span_, std::min(longest_step(fine_.order), coarse_.step / std::clamp(finer, 1.2, 10.0)));
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

    // A finer run, when the error of the last one, with its margin, is likely to be so large. False where double would
    // not do.
    bool refine(double error) {
        const double needed = std::clamp(3 * error / asked_, 4.0, 1e5);
        if (kind_ == Kind::adams) {
            set_step(fine_, fine_span_, fine_.step / std::pow(std::min(1e4, needed), 1.0 / (fine_.order + 1)));
            return fine_.step * quickness_ > 0.008;
        }
        if (fine_.tolerance < 2 * least_tolerance()) return false;
        fine_.tolerance = std::max(least_tolerance(), fine_.tolerance / needed);
        return true;
    }

    Kept run(const ResolvedMethod& r, const RunSpan& span, double begin, double end) {
        Kept kept;
        RunObserver own;
        kept.rows.reserve(static_cast<std::size_t>(std::min(span.duration / span.sample, 1e4)) + 2);
        if (kind_ != Kind::adams) own.row = [&kept](const Row& row) { kept.rows.push_back(row); };
        own.stop = observer_.stop;
        if (observer_.progress)
            own.progress = [this, begin, end](double t) {
                observer_.progress(begin * span_.duration + (end - begin) * t);
            };
        try {
            const RunJob job{problem_, method_, r, span, own, kept.statistics};
            if (kind_ == Kind::adams)
                adams_->go(r, span.duration, own, kept);
            else if (turning_)
                run_taylor_turning(job);
            else
                carry_out(job);
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
    // Of two unit quaternions that are a turn by an angle apart: 2 sin(angle/4).
    static double chord(const Quaternion<double>& a, const Quaternion<double>& b) {
        const auto p = a.params(), q = b.params();
        return std::min(norm(p - q), norm(p + q));
    }
    struct Apart {
        double early = 0, most = 0;  // in the first part of the run, and in all of it
        double part = 0.125;
    };
    Apart distance(const Coarser& c, const Kept& fine) const {
        const Kept& coarse = c.kept;
        Apart apart;
        // what Adams steps set out with is nearly exact
        if (kind_ == Kind::adams)
            apart.part = std::clamp(2.0 * c.method.order / static_cast<double>(coarse.statistics.accepted), 0.125, 0.5);
        const double places_early = apart.part * static_cast<double>(coarse.rows.size() - 1);
        for (std::size_t i = 0; i < coarse.rows.size(); ++i) {
            const std::size_t there = std::min(i * static_cast<std::size_t>(every_), fine.rows.size() - 1);
            const double d = chord(coarse.rows[i].q_NB, fine.rows[there].q_NB);
            if (static_cast<double>(i) <= places_early || i == 1) apart.early = std::max(apart.early, d);
            apart.most = std::max(apart.most, d);
        }
        for (double* d : {&apart.early, &apart.most}) *d = 4 * std::asin(std::min(1.0, 0.5 * *d));
        return apart;
    }
    // Whether the motion makes much of small errors.
    static bool wild(const Apart& apart) { return apart.most > 300 * apart.early; }
    // What the error of a run may come from; `likely` is what the last coarser run says of it, for the next try.
    struct Judged {
        double truncation = 0, rounding = 0, likely = 0;
        bool wild = false;
        double estimate() const { return truncation + rounding; }
    };
    // What the coarser runs say of a finer one: the worst of it.
    Judged judge(const Kept& fine) const {
        Judged j;
        double nearest = 4;  // no two attitudes are further apart
        for (const Coarser& c : coarser_) {
            if (c.kept.failed) continue;
            const long steps = c.kept.statistics.accepted;
            Apart apart = distance(c, fine);
            // of few steps hardly one ends in the first eighth, and inside the first a polynomial is nearly exact
            if (kind_ != Kind::adams && steps < 24) apart.early = std::max(apart.early, 0.1 * c.method.tolerance);
            const double ratio = ratio_of_errors(c, fine), left = apart.most * part_left(ratio);
            nearest = std::min(nearest, apart.most);
            j.wild = j.wild || wild(apart);
            j.likely = apart.most > proportional ? std::max(10 * margin_ * apart.most / ratio, asked_) : left;
            j.truncation = std::max(j.truncation, left);
            j.rounding = std::max(j.rounding, rounding(fine.statistics.accepted, apart));
        }
        if (nearest > proportional) j.truncation = nearest;
        // the finer of two runs is nearer to the truth than to the other one, in doubt half as near
        if (j.estimate() > asked_) j.truncation = std::min(j.truncation, 2 * nearest);
        // a run that controls its steps does not claim to be better than they are
        if (kind_ != Kind::adams) j.truncation += fine_.tolerance;
        // nor does one whose steps are short because longer ones are not stable
        if (kind_ == Kind::adams) j.truncation = std::max(j.truncation, 0.02 * asked_);
        return j;
    }
    // How much of the distance may be the finer one's error. The margin is wider where one pair that is close has to
    // say it, because then they need not differ by truncation alone, and where a first guess was wrong.
    double part_left(double ratio) const {
        const double wider = coarser_.size() > 1 ? 1.5 : std::sqrt(std::max(1.0, 100 / ratio));
        return std::min(1.0, margin_ / ratio * wider);
    }
    // What rounding may have done: what it adds in an eighth of the run, times what the motion makes of it in the rest,
    // as it does with what the coarser run was off by after its first eighth. Series that keep their low-order bits
    // round the start and little else.
    double rounding(long steps, const Apart& apart) const {
        constexpr double unit = 4e-16;
        const double early = std::max(apart.early, unit),
                     growth = std::pow(std::max(1.0, apart.most / early), 1 / (1 - apart.part));
        const bool start_alone = fine_.compensated && kind_ == Kind::taylor;
        // a step is a rounded part of the time, the same in every one
        const double clock = kind_ == Kind::adams ? unit * quickness_ * span_.duration : 0;
        return unit * (start_alone ? 2 : 1 + std::sqrt(static_cast<double>(steps) / 8)) * growth + clock;
    }

    void hand_out(const Kept& fine, double estimate) {
        out_ = fine.statistics;
        out_.largest_defect = out_.energy_drift = out_.momentum_drift = 0;
        RowEmitter rows(span_, observer_, out_);
        std::optional<RowMaker> maker;
        if (kind_ == Kind::adams) maker.emplace(problem_);
        long row = 0;
        for (std::size_t i = 0; i < fine.rows.size(); ++i) {
            const bool last = i + 1 == fine.rows.size();
            if (i % static_cast<std::size_t>(between_) != 0 && !last) continue;
            Row r = fine.rows[i];
            if (!last) r.t = rows.row_time(row++);
            if (maker) adams_->complete(r, *maker);
            rows.emit(r);
        }
        out_.evaluations = evaluations_;
        out_.cpu_seconds = cpu_;
        out_.wall_seconds = wall_;
        out_.estimated_error = estimate;
        out_.chosen = kind_ == Kind::adams    ? "Adams-Moulton, order " + std::to_string(fine_.order)
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
    std::optional<AdamsTrace> adams_;
    bool turning_ = false;  // a gravity gradient that turns is among the torques of the series
    ResolvedMethod fine_, coarse_;
    std::vector<Coarser> coarser_;  // runs, the coarsest first
    double margin_ =
        8;  // of the estimate: on a few in a thousand bodies the error was more than that many times larger
    double asked_ = 0, quickness_ = 0;
    long between_ = 1, every_ = 1;  // fine rows for each row of the user; fine rows for each coarse one
    long evaluations_ = 0;
    double cpu_ = 0, wall_ = 0;
};

}  // namespace

bool run_quick_default(const Problem& problem, const Method& method, const ResolvedMethod& m, const RunSpan& span,
                       const RunObserver& observer, Statistics& statistics) {
    if (!method.tolerance || *method.tolerance > 1e-3 || !problem.dynamics() || method.attitude != "quaternion" ||
        method.arithmetic != "double" || method.step || m.largest_step > 0 || method.constraint != "none" ||
        span.times || span.duration / span.sample > most_rows)
        return false;
    // nearer to rounding the long series are worth what they cost
    if (*method.tolerance < 3e-13) return false;
    return QuickDefault(problem, method, m, span, observer, statistics).go();
}

}  // namespace polhode
