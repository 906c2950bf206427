#include "polhode/run/simulate.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <ctime>

#include "polhode/method/constraint_choice.hpp"
#include "polhode/problem/attitude.hpp"
#include "polhode/problem/formula_blame.hpp"
#include "polhode/problem/formula_fault.hpp"
#include "polhode/run/adams_run.hpp"
#include "polhode/run/analog_runs.hpp"
#include "polhode/run/direct_runs.hpp"
#include "polhode/run/engine.hpp"
#include "polhode/run/engine_counting.hpp"
#include "polhode/run/engine_instances.hpp"
#include "polhode/run/fixed_point_runs.hpp"
#include "polhode/run/geometric_runs.hpp"
#include "polhode/run/gray_runs.hpp"
#include "polhode/run/quick_default.hpp"
#include "polhode/run/readings_problem.hpp"
#include "polhode/run/summed_run.hpp"
#include "polhode/run/top_angles_run.hpp"
#include "polhode/truth/taylor_path.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

double thread_cpu_seconds() {
#if defined(__EMSCRIPTEN__)
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
#else
    timespec ts{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
    return static_cast<double>(ts.tv_sec) + 1e-9 * static_cast<double>(ts.tv_nsec);
#endif
}

namespace {

integrate::RateChoice rate_choice(const std::string& name) {
    using integrate::RateChoice;
    if (name == "start") return RateChoice::start;
    if (name == "end") return RateChoice::end;
    if (name == "average") return RateChoice::average;
    if (name == "j-cycle") return RateChoice::j_cycle;
    if (name == "increment") return RateChoice::increment;
    if (name == "two-sample") return RateChoice::two_sample;
    if (name == "increment-previous") return RateChoice::increment_previous;
    return RateChoice::midpoint;
}

// A quotient that is a whole number but for rounding: of the division itself (1e-9 relative), and never more than a
// thousandth of the divisor.
bool nearly_whole(double ratio, double& whole) {
    whole = std::round(ratio);
    return whole >= 1 && std::fabs(ratio - whole) <= std::min(1e-3, 1e-9 * std::max(1.0, whole));
}

void resolve_fixed_grid(const Method& method, ResolvedMethod& m, RunSpan& span) {
    const double h = m.step, ratio = span.duration / h;
    if (ratio > 4e15)
        throw InputError(method.at("step"), fmt::format("{:g} s is too small for a run of {:g} s: more steps than "
                                                        "can be counted",
                                                        h, span.duration));
    if (h > span.duration * (1 + 1e-9))
        throw InputError(method.at("step"),
                         fmt::format("{:g} s is longer than the run of {:g} s (run.duration)", h, span.duration));
    double whole = 0;
    if (nearly_whole(ratio, whole)) {
        m.steps = static_cast<long>(whole);
        m.last_step = 0;
    } else {
        m.steps = static_cast<long>(std::floor(ratio));
        m.last_step = span.duration - static_cast<double>(m.steps) * h;
    }
    if (span.sample == 0) {
        m.steps_per_sample = std::max(1L, static_cast<long>(std::round(ratio / 1000)));
        span.sample = static_cast<double>(m.steps_per_sample) * h;
        return;
    }
    double steps = 0;
    if (span.sample >= span.duration * (1 - 1e-12)) {
        m.steps_per_sample = m.steps + 1;  // only the end
    } else if (nearly_whole(span.sample / h, steps)) {
        m.steps_per_sample = static_cast<long>(steps);
    } else if (m.integrator == "taylor" || m.integrator == "dop853" || m.integrator == "dopri5") {
        m.dense_rows = true;
    } else {
        const double below = std::floor(span.sample / h), above = below + 1;
        throw InputError(
            span.sample_place,
            fmt::format("{:g} s is not a whole number of steps of {:g} s (method '{}'); {}{:g} s fits", span.sample, h,
                        method.name, below >= 1 ? fmt::format("{:g} or ", below * h) : "", above * h));
    }
}

void resolve_compensated(const Method& method, ResolvedMethod& m) {
    if (!method.compensated) return;
    const auto refuse = [&](const std::string& why) {
        throw InputError(method.at("compensated"), "compensated summation has no meaning here: " + why);
    };
    for (const char* name : {"exact", "reference", "summed-vector", "top-angles"})
        if (method.integrator == name)
            refuse(fmt::format("'{}' does not add up small steps of the attitude in double; leave it out", name));
    if (method.integrator == "default") refuse("'default' keeps the low-order bits where it steps; leave it out");
    if (method.attitude == "dcm-gray") refuse("Gray's procedure rounds as his machine did; use another attitude");
    if (method.arithmetic != "double" && method.arithmetic != "float" && method.arithmetic != counting_arithmetic)
        refuse(fmt::format("the words of '{}' arithmetic hold every digit they have; it is for double and float",
                           method.arithmetic));
    m.compensated = true;
}

ResolvedMethod resolve(const Problem& problem, const Method& method, RunSpan& span) {
    ResolvedMethod m;
    m.integrator = method.integrator;
    if (method.arithmetic == analog_arithmetic) analog_settings_of(problem, method);
    const double epsilon = method.arithmetic == "float" ? 1.2e-7 : 2.2e-16;
    const double finest = 10 * epsilon;
    if (method.constraint == "normalise") m.constraint = ResolvedMethod::Constraint::normalise;
    if (method.constraint == "normalise-binomial") m.constraint = ResolvedMethod::Constraint::binomial;

    const Values& v = method.integrator_values;
    const bool taylor = m.integrator == "taylor";
    const bool can_adapt =
        taylor || m.integrator == "dopri5" || m.integrator == "dop853" || m.integrator == "top-angles";
    if (taylor) {
        m.order = static_cast<int>(v.integer("order"));
        if (m.order < 4 || m.order > integrate::largest_taylor_order)
            v.refuse("order", fmt::format("{} is not a number from 4 to {}", m.order, integrate::largest_taylor_order));
        m.project = v.boolean("project");
        m.project_energy = v.text("invariants") != "vertical";
        m.project_vertical = v.text("invariants") != "energy";
        if (const std::string why = no_taylor_series(problem, span.duration); !why.empty())
            throw InputError(method.at("integrator"), "taylor: " + why + "; use \"dop853\" or \"default\"");
    }
    // Methods that hold quaternion and rate and nothing else
    const bool geometric = is_geometric(m.integrator);
    const bool quaternion_only = taylor || geometric || m.integrator == "exact" || m.integrator == "reference" ||
                                 m.integrator == "summed-vector" || m.integrator == "adams-moulton";
    if (quaternion_only && method.attitude != "quaternion")
        throw InputError(method.at("attitude"),
                         fmt::format("'{}' works on the quaternion, not on '{}'; leave attitude out", m.integrator,
                                     method.attitude));
    if (v.has("largest_step")) m.largest_step = v.number("largest_step");
    if (m.integrator == "default") {
        // run_default looks for the closed form and for Taylor series first; this is what is left for black boxes,
        // other attitudes and other arithmetics: order 8 with error control, held on the constraint.
        m.integrator = "dop853";
        m.stepping = ResolvedMethod::Stepping::adaptive;
        m.tolerance = std::max(finest, method.tolerance ? 1e-3 * *method.tolerance : 3e-15);
        if (m.tolerance > 1e-6) m.tolerance = 1e-6;
        if (method.constraint == "none") m.constraint = ResolvedMethod::Constraint::normalise;
        m.compensated = method.arithmetic == "double";
        if (method.step) m.step = *method.step;
    } else if (m.integrator == "exact" || m.integrator == "reference") {
        m.stepping = ResolvedMethod::Stepping::adaptive;
        std::string why;
        if (m.integrator == "exact" && !exact_truth(problem, why))
            throw InputError(method.at("integrator"), "exact: " + why +
                                                          "; use \"reference\" (32 digits), \"taylor\" or "
                                                          "\"default\"");
        if (m.integrator == "reference" && !truth_for(problem, span.duration, why))
            throw InputError(method.at("integrator"), "reference: " + why + "; use \"dop853\" with tolerance = 3e-15");
    } else if (can_adapt) {
        if (method.step && !method.tolerance) {
            m.step = *method.step;
        } else {
            m.stepping = ResolvedMethod::Stepping::adaptive;
            m.tolerance = method.tolerance.value_or(1e-10);
            if (m.tolerance < finest) {
                if (method.tolerance)
                    throw InputError(method.at("tolerance"),
                                     fmt::format("{:g} is below what {} arithmetic resolves; the smallest is {:g}",
                                                 m.tolerance, method.arithmetic, finest));
                m.tolerance = finest;
            }
            if (m.tolerance >= 1)
                throw InputError(
                    method.at("tolerance"),
                    fmt::format("{:g} is no accuracy at all; allowed: {:g} up to 0.1", m.tolerance, finest));
            if (method.step) m.step = *method.step;
        }
    } else if (m.integrator == "merson" && (v.has("e_max") || method.tolerance)) {
        m.stepping = ResolvedMethod::Stepping::halving;
        m.e_max = v.has("e_max") ? v.number("e_max") : *method.tolerance;
        m.e_min = v.has("e_min") ? v.number("e_min") : m.e_max;
        if (m.e_min > m.e_max) v.refuse("e_min", fmt::format("{:g} is larger than e_max = {:g}", m.e_min, m.e_max));
        m.step = method.step.value_or(span.duration / 64);
        if (m.largest_step > 0 && m.step > m.largest_step) m.step = m.largest_step;
    } else {
        if (method.tolerance)
            throw InputError(
                method.at("tolerance"),
                fmt::format("'{}' has a fixed step and cannot keep a tolerance; give `step`, or use dop853, "
                            "dopri5, merson or default",
                            m.integrator));
        if (!method.step)
            throw InputError(method.at("step"),
                             fmt::format("missing: '{}' has a fixed step, in seconds (for example step = {:g}); or use "
                                         "integrator = \"default\", which needs none",
                                         m.integrator, span.duration / 1000));
        m.step = *method.step;
    }
    if (geometric) {
        if (const std::string why = resolve_geometric(problem, v, m); !why.empty())
            throw InputError(method.at("integrator"), m.integrator + ": " + why);
        if (method.arithmetic != "double" && method.arithmetic != counting_arithmetic)
            throw InputError(method.at("arithmetic"), m.integrator + " computes in double");
    }
    if (m.integrator == "adams-bashforth") {
        m.order = static_cast<int>(v.integer("order"));
        if (m.order < 2 || m.order > 4) v.refuse("order", fmt::format("{} is not 2, 3 or 4", m.order));
    }
    if (m.integrator == "rotation-vector" || m.integrator == "summed-vector") {
        m.rate = rate_choice(v.text("rate"));
        if (v.has("solver") && v.text("solver") == "adaptive") m.rate.solver = integrate::RateSolver::adaptive;
        if (problem.dynamics() && m.rate.choice == integrate::RateChoice::increment_previous)
            v.refuse("rate", "'increment-previous' looks back over given rates; a body under torque has none");
        m.across_rows = v.text("rows") == "across";
        m.start_in_sum = v.has("start_vector") && v.text("start_vector") == "summed";
    }
    if (m.integrator == "top-angles")
        if (const std::string why = resolve_top_angles(problem, method, m); !why.empty())
            throw InputError(method.at("integrator"), "top-angles: " + why);
    if (m.integrator == "adams-moulton")
        if (const std::string why = resolve_adams(problem, v, m); !why.empty())
            throw InputError(method.at("integrator"), "adams-moulton: " + why);
    if ((m.integrator == "top-angles" || m.integrator == "summed-vector" || m.integrator == "adams-moulton") &&
        method.arithmetic != "double" && method.arithmetic != counting_arithmetic)
        throw InputError(method.at("arithmetic"), m.integrator + " computes in double");

    if (m.stepping == ResolvedMethod::Stepping::fixed)
        resolve_fixed_grid(method, m, span);
    else if (span.sample == 0)
        span.sample = span.duration / 1000;
    if (!problem.dynamics() && !problem.rates)
        throw InputError(method.place, "there is neither a body nor a rate to integrate");
    if (is_gray(method)) check_gray(problem, method, m);
    if (const Values& a = method.attitude_values; a.has("clamp_deg") && a.number("clamp_deg") >= 90)
        a.refuse("clamp_deg", "expected an angle below 90 degrees, where the singular place lies");
    if (method.arithmetic == fixed_point_arithmetic) check_fixed_point(problem, method, m);
    resolve_constraint(problem, method, span, m);
    resolve_attitude(method, m);
    resolve_compensated(method, m);
    return m;
}

}  // namespace

void check_method(const Problem& problem, Method& method, RunSpan& span) {
    const std::optional<Problem> read = outline_as_read(problem, method);
    resolve(read ? *read : problem, method, span);
}

ResolvedMethod resolved_method(const Problem& problem, const Method& method, RunSpan& span) {
    return resolve(problem, method, span);
}

Columns columns_of(const Problem& problem, const Method& method) {
    Columns c;
    c.dynamics = problem.dynamics();
    if (method.arithmetic == analog_arithmetic)
        c.state = analog_columns(problem, method);
    else if (method.attitude != "quaternion")
        c.state = column_names(method.attitude);
    return c;
}

namespace {

// One run with everything decided.
void run_resolved(const Problem& problem, const Method& method, const ResolvedMethod& m, const RunSpan& span,
                  const Watch& watch, Statistics& statistics) {
    if (m.across_rows && problem.rates) {
        Problem crossed = problem;
        crossed.rates = across_rows(*problem.rates);
        ResolvedMethod own = m;
        own.across_rows = false;
        return run_resolved(crossed, method, own, span, watch, statistics);
    }
    if (method.arithmetic == analog_arithmetic) return run_analog(problem, method, m, span, watch, statistics);
    if (method.arithmetic == fixed_point_arithmetic)
        return run_fixed_point(problem, method, m, span, watch, statistics);
    if (m.integrator == "exact" || m.integrator == "reference") {
        std::string why;
        const auto truth = m.integrator == "exact" ? exact_truth(problem, why)
                                                   : truth_for(problem, span.duration, why, m.largest_step);
        statistics.chosen = truth->description();
        run_truth(problem, *truth, span, watch, statistics);
        statistics.estimated_error = truth->error_bound(statistics.end_time);
        return;
    }
    if (m.integrator == "taylor" && method.arithmetic == counting_arithmetic)
        return run_taylor<Counting<double>>(problem, m, span, watch, statistics);
    if (m.integrator == "taylor")
        return method.arithmetic == "float" ? run_taylor<float>(problem, m, span, watch, statistics)
                                            : run_taylor<double>(problem, m, span, watch, statistics);
    if (m.integrator == "top-angles")
        return method.arithmetic == counting_arithmetic
                   ? run_top_angles<Counting<double>>(problem, method, m, span, watch, statistics)
                   : run_top_angles<double>(problem, method, m, span, watch, statistics);
    if (m.integrator == "adams-moulton")
        return method.arithmetic == counting_arithmetic
                   ? run_adams<Counting<double>>(problem, m, span, watch, statistics)
                   : run_adams<double>(problem, m, span, watch, statistics);
    if (m.integrator == "summed-vector")
        return method.arithmetic == counting_arithmetic
                   ? run_summed<Counting<double>>(problem, m, span, watch, statistics)
                   : run_summed<double>(problem, m, span, watch, statistics);
    if (is_geometric(m.integrator))
        return method.arithmetic == counting_arithmetic
                   ? run_geometric<Counting<double>>(problem, m, span, watch, statistics)
                   : run_geometric<double>(problem, m, span, watch, statistics);
    if (is_gray(method)) return run_gray(problem, method, m, span, watch, statistics);
    // A start in the method's own numbers is taken bit for bit; any other is converted once.
    const StartAttitude& a = problem.start.attitude;
    const std::vector<double> params =
        a.representation == method.attitude ? a.params : convert_attitude(a.representation, a.params, method.attitude);
    const engine::Job job{problem, method, m, span, watch, statistics, params};
    if (method.arithmetic == counting_arithmetic)
        engine::run_counting(job);
    else if (method.arithmetic == "float")
        engine::dispatch<float>(job);
    else
        engine::dispatch<double>(job);
}

// What a scout saw, and whether it got to the end.
struct Scouted {
    std::vector<Quaternion<double>> places;
    bool whole = true, failed = false, corner_met = false;
};

// Where a run without rows leads: its attitude at some places on the way, because two runs may meet again at the end
// though they were apart before.
Scouted scout(const Problem& problem, const Method& method, const ResolvedMethod& m, const RunSpan& span,
              const Watch& watch, double part_begin, double part_end, long& evaluations) {
    constexpr double places = 32;
    Scouted found;
    Watch quiet;
    quiet.row = [&](const Row& r) { found.places.push_back(r.q_NB); };
    quiet.stop = watch.stop;
    if (watch.progress)
        quiet.progress = [&](double t) { watch.progress(part_begin * span.duration + (part_end - part_begin) * t); };
    RunSpan whole = span;
    whole.sample = span.duration / places;
    Statistics own;
    try {
        run_resolved(problem, method, m, whole, quiet, own);
        found.whole = !own.interrupted;
    } catch (const ComputationFailed&) {
        found.whole = false;
        found.failed = true;
    }
    found.corner_met = own.corner_met;
    evaluations += own.evaluations;
    return found;
}

double largest_distance(const Scouted& a, const Scouted& b) {
    double apart = 0;
    for (std::size_t i = 0; i < std::min(a.places.size(), b.places.size()); ++i)
        apart = std::max(apart, angle_between(a.places[i], b.places[i]));
    return apart;
}

// What "default" takes where there is no closed form: the method that keeps the rows, and a coarser one beside it.
struct Pair {
    ResolvedMethod fine, coarse;
    std::string name;
};
Pair pair_for(const Problem& problem, const Method& method, const RunSpan& span, const ResolvedMethod& m,
              bool series = true) {
    Pair p{m, m, "dop853"};
    if (series && method.attitude == "quaternion" && no_taylor_series(problem, span.duration).empty()) {
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

// integrator = "default": the closed form where there is one, Taylor series where the torque has one, dop853 otherwise.
// `tolerance` is the attitude error of the result. Two scouts that step differently show by their distance how far
// truncation and rounding have grown; the run that keeps the rows is at least as fine as the finer scout. Where a scout
// fails, the run fails there too, and keeps its rows up to that place.
void run_default(const Problem& problem, const Method& method, const RunSpan& span, const Watch& watch,
                 Statistics& statistics, ResolvedMethod m) {
    if (problem.rates && problem.rates->measured) {
        // what was read is integrated; "exact" and "reference" know the motion that was measured
        Problem read = problem;
        read.rates->measured.reset();
        return run_default(read, method, span, watch, statistics, m);
    }
    std::string why;
    if (method.attitude == "quaternion" && method.arithmetic == "double" && exact_truth(problem, why)) {
        m.integrator = "exact";
        return run_resolved(problem, method, m, span, watch, statistics);
    }
    if (method.arithmetic != "double") return run_resolved(problem, method, m, span, watch, statistics);
    if (run_quick_default(problem, method, m, span, watch, statistics, run_resolved)) return;
    statistics = Statistics{};
    const double asked = method.tolerance.value_or(1e-10);
    Pair pair = pair_for(problem, method, span, m);
    bool series = pair.fine.integrator == "taylor";
    statistics.chosen = pair.name;
    long scouting = 0;
    double estimate = -1;
    for (;;) {
        if (!series) pair.coarse.tolerance = std::min(10 * pair.fine.tolerance, 1e-3);
        const Scouted a = scout(problem, method, pair.coarse, span, watch, 0, 0.3, scouting);
        if (a.failed && series) {
            // a series may leave the range of numbers on the way to a value that is within it: cosh(1000)^-1
            pair = pair_for(problem, method, span, m, false);
            series = false;
            continue;
        }
        if (!a.whole) break;
        const Scouted b = scout(problem, method, pair.fine, span, watch, 0.3, 0.6, scouting);
        if (!b.whole) break;
        if (a.corner_met || b.corner_met) {
            // two runs that meet a switch each in its own way say nothing of their error
            pair.fine.tolerance = std::min(pair.fine.tolerance, 1e-13);
            break;
        }
        // The distance is mostly the coarser one's error; taken whole it leaves a margin for the finer one. What both
        // share, the rounding of data and of the last digits, adds a floor.
        estimate = largest_distance(a, b) + 4e-16;
        if (estimate <= asked || series || pair.fine.tolerance <= 3e-15) break;
        pair.fine.tolerance = std::max(3e-15, pair.fine.tolerance * 1e-2);
    }
    // double does not have the digits for this motion; two words do
    const bool two_words = series && estimate > asked;
    if (two_words) pair.fine.integrator = "reference";
    Watch rest = watch;
    if (watch.progress) rest.progress = [&](double t) { watch.progress(0.6 * span.duration + 0.4 * t); };
    const auto note_scouting = [&] {
        statistics.evaluations += scouting;
        if (two_words) return;
        statistics.estimated_error = statistics.corner_met ? -1 : estimate;
        statistics.chosen = pair.name;
        if (statistics.corner_met)
            statistics.notes.push_back("not estimated: the formula switches where the state says so (" +
                                       switching_formulas(problem, span.duration) + ")");
    };
    try {
        run_resolved(problem, method, pair.fine, span, rest, statistics);
    } catch (const ComputationFailed&) {
        note_scouting();
        throw;
    }
    note_scouting();
}

// A failure with the formula that caused it, where there is one and the method did not know.
[[noreturn]] void fail_again(const Problem& problem, const ComputationFailed& e, const Row& last) {
    std::string cause = e.cause;
    if (cause.find("the formula '") == std::string::npos) {
        const std::string blamed = blamed_formula(problem, e.time, last.q_NB, last.w_NB_B);
        if (!blamed.empty()) cause = cause.substr(0, cause.find("; the motion diverged")) + "; " + blamed;
    }
    throw ComputationFailed(e.time, cause);
}

}  // namespace

void simulate(const Problem& problem, const Method& method, const RunSpan& given, const Watch& watch,
              Statistics& statistics) {
    if (const std::optional<Problem> read = problem_as_read(problem, method)) {
        Method own = method;
        own.input = "body";
        const BodyOfReadings body(problem, watch, statistics);
        return simulate(*read, own, given, body.watch(), statistics);
    }
    RunSpan span = given;
    const ResolvedMethod m = resolve(problem, method, span);
    statistics = Statistics{};
    forget_formula_fault();
    Row last;
    Watch remembering = watch;
    remembering.row = [&](const Row& row) {
        last = row;
        watch.row(row);
    };
    try {
        if (method.integrator == "default")
            run_default(problem, method, span, remembering, statistics, m);
        else
            run_resolved(problem, method, m, span, remembering, statistics);
    } catch (const ComputationFailed& e) {
        fail_again(problem, e, last);
    }
}

}  // namespace polhode
