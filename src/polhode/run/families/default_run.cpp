// integrator = "default": picks a method by itself and says how right its result is.
#include <algorithm>
#include <cmath>

#include "polhode/inside/inside_path.hpp"
#include "polhode/method/method_parameters.hpp"
#include "polhode/problem/analysis/formula_blame.hpp"
#include "polhode/rotation/rotation.hpp"
#include "polhode/run/arithmetic_kind.hpp"
#include "polhode/run/families/quick_default.hpp"
#include "polhode/run/integrator_family.hpp"
#include "polhode/truth/taylor_path.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

namespace {

// What a scout saw, and whether it got to the end.
struct Scouted {
    std::vector<Quaternion<double>> places;
    bool whole = true, failed = false, corner_met = false;
};

// Where a run without rows leads: its attitude at some places on the way, because two runs may meet again at the end
// though they were apart before.
Scouted scout(const Problem& problem, const Method& method, const ResolvedMethod& m, const RunSpan& span,
              const RunObserver& observer, double part_begin, double part_end, long& evaluations) {
    constexpr double places = 32;
    Scouted found;
    RunObserver quiet;
    quiet.row = [&](const Row& r) { found.places.push_back(r.q_NB); };
    quiet.stop = observer.stop;
    if (observer.progress)
        quiet.progress = [&](double t) { observer.progress(part_begin * span.duration + (part_end - part_begin) * t); };
    RunSpan whole = span;
    whole.sample = span.duration / places;
    whole.times.reset();
    Statistics own;
    try {
        carry_out({problem, method, m, whole, quiet, own});
        found.whole = !own.interrupted;
    } catch (const ComputationFailed&) {
        found.whole = false;
        found.failed = true;
    }
    found.corner_met = own.corner_met;
    evaluations += own.evaluations;
    return found;
}

// Over the first eighth of the places, and over all of them.
struct Distance {
    double early = 0, most = 0;
};
Distance largest_distance(const Scouted& a, const Scouted& b) {
    Distance apart;
    const std::size_t count = std::min(a.places.size(), b.places.size());
    for (std::size_t i = 0; i < count; ++i) {
        const double d = angle_between(a.places[i], b.places[i]);
        apart.most = std::max(apart.most, d);
        if (8 * i <= count) apart.early = apart.most;
    }
    return apart;
}
// What the scouts share and do not show, the rounding of the start, as the motion has made it grow.
double shared_rounding(const Distance& apart) {
    constexpr double unit = 4e-16;
    return unit * std::pow(std::max(1.0, apart.most / std::max(apart.early, unit)), 8.0 / 7);
}

// What "default" takes where there is no closed form: the method that keeps the rows, and a coarser one beside it.
struct Pair {
    ResolvedMethod fine, coarse;
    std::string name;
};
Pair pair_for(const Problem& problem, const Method& method, const RunSpan& span, const ResolvedMethod& m,
              bool series = true) {
    Pair p{m, m, "dop853"};
    // plates of a rigid body: a series for every stretch between two that are edge-on costs ten times as much
    if (series && method.attitude == "quaternion" && no_taylor_series(problem, span.duration).empty() &&
        !with_empty_inside(problem)) {
        p.fine.integrator = p.coarse.integrator = "taylor";
        p.fine.stepping = p.coarse.stepping = ResolvedMethod::Stepping::adaptive;
        p.fine.step = p.coarse.step = 0;
        p.fine.order = 20, p.fine.tolerance = 1e-16;
        p.coarse.order = 16, p.coarse.tolerance = 1e-15;
        p.name = "Taylor series, order 20";
    } else {
        // the finer of two tolerances a factor of ten apart, both lowered until they agree
        p.fine.tolerance = std::clamp(method.tolerance.value_or(1e-10) * 1e-3, 3e-15, 1e-7);
    }
    return p;
}

const char* const cut_before_rows =
    "interrupted while two runs without rows looked for the error of the one with them, the first 60 % of the way: "
    "hardly a "
    "row is there; integrator = \"dop853\" with a tolerance writes rows at once";

// integrator = "default": the closed form where there is one, Taylor series where the torque has one, dop853 otherwise.
// `tolerance` is the attitude error of the result. Two scouts that step differently show by their distance how far
// truncation and rounding have grown; the run that keeps the rows is at least as fine as the finer scout. Where a scout
// fails, the run fails there too, and keeps its rows up to that place.
void run_default(const Problem& problem, const Method& method, const RunSpan& span, const RunObserver& observer,
                 Statistics& statistics, ResolvedMethod m) {
    if (problem.rates && problem.rates->measured) {
        // what was read is integrated; "exact" and "reference" know the motion that was measured
        Problem read = problem;
        read.rates->measured.reset();
        return run_default(read, method, span, observer, statistics, m);
    }
    std::string why;
    if (method.attitude == "quaternion" && method.arithmetic == "double" && exact_truth(problem, why)) {
        m.integrator = "exact";
        return carry_out({problem, method, m, span, observer, statistics});
    }
    if (method.arithmetic != "double") return carry_out({problem, method, m, span, observer, statistics});
    if (!problem.inside && run_quick_default(problem, method, m, span, observer, statistics)) return;
    statistics = Statistics{};
    const double asked = method.tolerance.value_or(1e-10);
    Pair pair = pair_for(problem, method, span, m);
    bool series = pair.fine.integrator == "taylor";
    statistics.chosen = pair.name;
    long scouting = 0;
    double estimate = -1;
    bool cut = false;  // by the user, before there were rows
    for (;;) {
        if (!series) pair.coarse.tolerance = std::min(10 * pair.fine.tolerance, 1e-3);
        const Scouted a = scout(problem, method, pair.coarse, span, observer, 0, 0.3, scouting);
        if (a.failed && series) {
            // a series may leave the range of numbers on the way to a value that is within it: cosh(1000)^-1
            pair = pair_for(problem, method, span, m, false);
            series = false;
            continue;
        }
        cut = !a.whole && !a.failed;
        if (!a.whole) break;
        const Scouted b = scout(problem, method, pair.fine, span, observer, 0.3, 0.6, scouting);
        cut = !b.whole && !b.failed;
        if (!b.whole) break;
        if (a.corner_met || b.corner_met) {
            // two runs that meet a switch each in its own way say nothing of their error
            pair.fine.tolerance = std::min(pair.fine.tolerance, 1e-13);
            break;
        }
        // The distance is mostly the coarser one's error; taken whole it leaves a margin for the finer one. What both
        // share, the rounding of data and of the last digits, adds a floor.
        const Distance apart = largest_distance(a, b);
        estimate = apart.most + 4e-16;
        // where the accuracy was asked for, what they may share counts too, the more the more the motion makes of it
        // (rotors and events bring numbers of their own whose rounding both share)
        if (series && (method.tolerance || problem.inside)) {
            const double factor = apart.most > 300 * apart.early ? 10 : polynomial_torques(problem) ? 4 : 2;
            estimate = factor * estimate + shared_rounding(apart);
        }
        if (estimate <= asked || series || pair.fine.tolerance <= 3e-15) break;
        pair.fine.tolerance = std::max(3e-15, pair.fine.tolerance * 1e-2);
    }
    // double does not have the digits for this motion; two words do
    const bool two_words = series && estimate > asked;
    if (two_words) pair.fine.integrator = "reference";
    RunObserver rest = observer;
    if (observer.progress) rest.progress = [&](double t) { observer.progress(0.6 * span.duration + 0.4 * t); };
    const auto note_scouting = [&] {
        statistics.evaluations += scouting;
        if (cut) statistics.notes.push_back(cut_before_rows);
        if (two_words) return;
        statistics.estimated_error = statistics.corner_met ? -1 : estimate;
        statistics.chosen = pair.name;
        if (statistics.corner_met)
            statistics.notes.push_back("not estimated: the formula switches where the state says so (" +
                                       switching_formulas(problem, span.duration) + ")");
    };
    try {
        carry_out({problem, method, pair.fine, span, rest, statistics});
    } catch (const ComputationFailed&) {
        note_scouting();
        throw;
    }
    note_scouting();
}

IntegratorTraits default_traits(const std::string&) {
    IntegratorTraits t;
    t.steps = IntegratorTraits::Steps::own;
    t.every_attitude = t.rate_forms = true;
    t.not_compensated = "keeps the low-order bits where it steps; leave it out";
    return t;
}

// What is left where there is neither a closed form nor a series (black boxes, other attitudes and arithmetics): order
// 8 with error control, held on the constraint.
void resolve_default(const Problem&, const Method& method, const RunSpan&, ResolvedMethod& m) {
    m.stepping = ResolvedMethod::Stepping::adaptive;
    const double finest = 10 * arithmetic_named(method.arithmetic).epsilon;
    m.tolerance = std::max(finest, method.tolerance ? 1e-3 * *method.tolerance : 3e-15);
    if (m.tolerance > 1e-6) m.tolerance = 1e-6;
    if (method.constraint == "none") m.constraint = ResolvedMethod::Constraint::normalise;
    m.compensated = method.arithmetic == "double";
    if (method.step) m.step = *method.step;
}

void run_by_default(const RunJob& job) {
    ResolvedMethod rest = job.resolved;
    rest.integrator = "dop853";
    run_default(job.problem, job.method, job.span, job.observer, job.statistics, rest);
}

}  // namespace

IntegratorFamily default_family() {
    const Entry entry{"integrator",
                      "default",
                      "picks a good method by itself; needs neither step nor tolerance",
                      {largest_step_parameter()},
                      "",
                      ""};
    return {{entry}, default_traits, resolve_default, run_by_default};
}

}  // namespace polhode
