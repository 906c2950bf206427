#include "polhode/study/budget_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "polhode/base/readable.hpp"
#include "polhode/study/round_setting.hpp"

namespace polhode {

namespace {

namespace rules = budget_rules;

// The largest error is looked for on about as many rows.
constexpr double rows = 240;
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double finest_tolerance = 0.99e-14, coarsest_tolerance = 0.1;

double starting_rate(const Problem& problem) {
    if (problem.dynamics()) return norm(problem.start.rate);
    try {
        return norm(RatesFunction<double>(*problem.rates)(0.0));
    } catch (const std::exception&) {
        return 0;
    }
}

}  // namespace

double BudgetProof::largest_error() const {
    return errors.empty() ? 0 : *std::max_element(errors.begin(), errors.end());
}

bool needs_no_setting(const Method& m) { return m.integrator == "exact" || m.integrator == "reference"; }

double expected_order(const Method& m) {
    if (needs_no_setting(m)) return infinite;
    const Values& v = m.integrator_values;
    const Entry* entry = find_entry("integrator", m.integrator);
    for (const Parameter& p : entry->parameters)
        if (p.name == "order" && p.type == Type::integer && v.has("order")) return v.number("order");
    return std::strtod(entry->order.c_str(), nullptr);
}

void BudgetSearch::take(const BudgetCandidate& c) {
    constexpr double otherwise = 1000;
    method_ = c.method;
    fixed_step_ = c.fixed_step;
    const MethodCost cost = method_cost(scenario_.problem, method_, scenario_.run);
    flops_per_step_ = cost.known && cost.flops_per_step > 0 ? cost.flops_per_step : otherwise;
}

double BudgetSearch::most_steps(double duration) const {
    const double work =
        std::isfinite(best_flops_) ? std::max(rules::least_work, rules::far_dearer * best_flops_) : rules::most_work;
    return work / flops_per_step_ * duration / problems_.duration;
}

void BudgetSearch::run(BudgetCandidate& c) {
    take(c);
    const std::optional<double> coarsest = needs_no_setting(method_) ? 0.0 : largest_on_the_problem();
    const std::optional<double> found =
        coarsest && keeps_margin(*coarsest) ? largest_that_holds(*coarsest, c) : std::optional<double>{};
    if (found) return accept(c, *found);
    // the best one tried stands for it
    for (const auto& [setting, trial] : trials_)
        if (c.trial.evaluations == 0 || trial.error < c.trial.error) {
            c.trial = trial;
            c.method = with(setting);
        }
    if (trials_.empty()) c.trial.error = infinite;
    describe_failure(c);
}

void BudgetSearch::confirm(BudgetCandidate& c) {
    take(c);
    const double setting = needs_no_setting(method_) ? 0 : fixed_step_ ? *method_.step : *method_.tolerance;
    trials_[setting] = c.trial;
    const std::optional<double> found = largest_that_holds(setting, c);
    if (found) return *found == setting ? void(c.proof = proof_) : accept(c, *found);
    c.meets = false;
    describe_failure(c);
}

void BudgetSearch::time(BudgetCandidate& c) const {
    TrialRequest request = trial_request();
    // what takes long anyway is known well enough
    request.repeats = c.trial.cpu_seconds < 0.02 ? request_.repeats : 1;
    const double before = c.trial.error;
    const RunSpan span = span_of(c.method, problems_.duration);
    c.trial = run_trial(scenario_.problem, c.method, span,
                        problems_.all.front().truth->for_rows(span.duration, span.sample), request);
    if (c.trial.stopped) c.trial.error = before;
}

// A setting is a step or a tolerance; larger is cheaper.
Method BudgetSearch::with(double setting) const {
    Method m = method_;
    if (needs_no_setting(m)) return m;
    (fixed_step_ ? m.step : m.tolerance) = setting;
    return m;
}

double BudgetSearch::rounded(double setting) const {
    return fixed_step_ ? round_step(setting, scenario_.run.sample) : round_down_to_two_digits(setting);
}

RunSpan BudgetSearch::span_of(const Method& method, double duration) const {
    RunSpan span;
    span.duration = span.sample = duration;
    if (!request_.largest) return span;
    span.sample = problems_.duration / rows;
    if (method.step && !method.tolerance)
        span.sample = std::max(1.0, std::round(span.sample / *method.step)) * *method.step;
    span.sample = std::min(span.sample, duration);
    return span;
}

TrialRequest BudgetSearch::trial_request() const {
    TrialRequest r;
    r.measure = request_.measure;
    r.largest = request_.largest;
    r.stop = request_.stop;
    return r;
}

// Of the problem itself over its duration; infinite where it breaks down or takes far too long.
double BudgetSearch::error(double setting) {
    if (const auto known = trials_.find(setting); known != trials_.end()) return known->second.error;
    const Method method = with(setting);
    TrialRequest request = trial_request();
    request.timed = false;
    request.most_steps = most_steps(problems_.duration);
    const RunSpan span = span_of(method, problems_.duration);
    Trial trial;
    if (fixed_step_ && problems_.duration / setting > request.most_steps) {
        trial.stopped = stopped_ = true;
        trial.error = infinite;
        trials_[setting] = trial;
        return infinite;
    }
    try {
        trial = run_trial(scenario_.problem, method, span,
                          problems_.all.front().truth->for_rows(span.duration, span.sample), request);
    } catch (const InputError& e) {
        if (fixed_step_ || needs_no_setting(method)) throw;
        trial.failure = e.what();  // finer than the arithmetic resolves, coarser than makes sense
    }
    stopped_ = trial.stopped;
    failure_ = trial.failure;
    if (trial.stopped || !trial.failure.empty()) trial.error = infinite;
    trials_[setting] = trial;
    return trial.error;
}

// The largest setting that keeps the margin on the problem itself.
std::optional<double> BudgetSearch::largest_on_the_problem() {
    const double rate = starting_rate(scenario_.problem);
    const double coarsest = fixed_step_ ? rounded(problems_.duration) : coarsest_tolerance;
    const double stride = fixed_step_ ? 2 : 10;
    double start = fixed_step_ ? (rate > 0 ? 1.5 / rate : problems_.duration / 100) : 1e-3;
    // that of "default" is the error of the result already
    if (method_.integrator == "default") start = rules::margin * request_.budget;
    double pass = rounded(std::min(start, coarsest)), fail = 0;
    if (keeps_margin(pass)) {
        while (pass < coarsest && !asked_to_stop()) {
            const double coarser = rounded(std::min(coarsest, pass * stride));
            if (coarser <= pass) break;
            if (keeps_margin(coarser)) {
                pass = coarser;
            } else {
                fail = coarser;
                break;
            }
        }
    } else {
        const auto finer = finer_until_kept(pass, fail);
        if (!finer) return {};
        pass = *finer;
    }
    for (int i = 0; i < 6 && fail > 0 && !asked_to_stop(); ++i) {
        const double middle = rounded(std::sqrt(fail * pass));
        if (middle <= pass || middle >= fail) break;
        (keeps_margin(middle) ? pass : fail) = middle;
    }
    return pass;
}

std::optional<double> BudgetSearch::finer_until_kept(double setting, double& failed) {
    const double finest = fixed_step_ ? 1e-9 * problems_.duration : finest_tolerance;
    int without_gain = 0;
    double before = error(setting);
    while (!asked_to_stop() && !stopped_) {
        failed = setting;
        setting = rounded(setting / (fixed_step_ ? 2 : 10));
        if (setting < finest) return {};
        const double now = error(setting);
        if (keeps_margin(setting)) return setting;
        // twice the steps and no better, three times: it is rounding, or not a method for this problem
        without_gain = !fixed_step_ || now < 0.7 * before || before > 0.3 ? 0 : without_gain + 1;
        before = now;
        if (without_gain >= 3) return {};
    }
    return {};
}

// The error over the longest run, from one of the starts.
double BudgetSearch::longest_error(const BudgetProblem& problem, const Method& method) {
    TrialRequest request = trial_request();
    request.timed = false;
    // what was let through once is not given up for a start that takes a few steps more
    request.most_steps = 1.2 * most_steps(problems_.longest);
    const RunSpan span = span_of(method, problems_.longest);
    const Trial trial =
        run_trial(problem.problem, method, span, problem.truth->for_rows(span.duration, span.sample), request);
    stopped_ = trial.stopped;
    return trial.stopped || !trial.failure.empty() ? infinite : trial.error;
}

BudgetSearch::Refused BudgetSearch::too_wrong(const std::string& where, double error, double limit) const {
    if (stopped_) return {where + ": not pursued, far dearer than the best", 0};
    if (!std::isfinite(error)) return {where + " it breaks down", 0.5};
    // as much finer as its order says, and a little more
    const double order = fixed_step_ ? std::clamp(expected_order(method_), 1.0, 12.0) : 1.0;
    const double times = std::pow(0.8 * limit / error, 1 / order);
    return {fmt::format("{} it errs {}", where, readable(error, 2)), std::clamp(times, fixed_step_ ? 0.4 : 0.05, 0.93)};
}

// Over the longest run, from this start and from the others.
std::optional<BudgetSearch::Refused> BudgetSearch::refused_for_errors(const Method& method) {
    const std::string twice = problems_.longest > problems_.duration ? "over twice the time" : "over the same time";
    double sum = 0, squares = 0;
    for (std::size_t k = 0; k < problems_.all.size(); ++k) {
        const double e = longest_error(problems_.all[k], method);
        const double limit = rules::margin * request_.budget;
        if (!(e <= limit)) return too_wrong(k == 0 ? twice : twice + " from another start", e, limit);
        proof_.errors.push_back(e);
        // what is far below the budget may differ as it likes
        const double size = std::log(std::max(e, 1e-3 * request_.budget));
        sum += size;
        squares += size * size;
    }
    const auto n = static_cast<double>(problems_.all.size());
    if (n < 2) return {};
    const double deviation = std::sqrt(std::max(0.0, (squares - sum * sum / n) / (n - 1)));
    const double expected = std::exp(sum / n + rules::deviations * deviation);
    if (expected <= request_.budget) return {};
    Refused r = too_wrong("", expected, request_.budget);
    r.why = fmt::format("{} it errs {} to {}, so different from start to start that others must be expected to err {}",
                        twice, readable(*std::min_element(proof_.errors.begin(), proof_.errors.end()), 2),
                        readable(proof_.largest_error(), 2), readable(expected, 2));
    return r;
}

std::optional<BudgetSearch::Refused> BudgetSearch::refused_for_neighbours(const Method& method, double setting) {
    std::vector<double> factors{rules::neighbour};
    if (!fixed_step_) factors.push_back(rules::coarser_tolerance);
    const std::string unit = fixed_step_ ? "step" : "tolerance";
    if (fixed_step_) {
        proof_.growth = problems_.growth(method, rules::neighbour * setting);
        if (proof_.growth && *proof_.growth > rules::harmless_growth)
            return Refused{fmt::format("with a step of {} s it leaves the region of linear stability (a disturbance "
                                       "grows {} times)",
                                       readable(rules::neighbour * setting, 3), readable(*proof_.growth, 2)),
                           0.9};
    }
    for (const double factor : factors) {
        // no longer than the run, no coarser than there is
        const double coarser = std::min(factor * setting, fixed_step_ ? problems_.longest : coarsest_tolerance);
        const double e = longest_error(problems_.all.front(), with(coarser));
        if (e >= proof_.neighbour_error) {
            proof_.neighbour = coarser;
            proof_.neighbour_error = e;
        }
        if (stopped_) return too_wrong("with a neighbour", e, 0);
        // Below a thousandth of the budget it is rounding, or does no harm. An order so high that a step 1.1 times as
        // long is ten times worse by itself is allowed twice what the order explains.
        const double order = fixed_step_ ? expected_order(method_) : 0;
        const double times = std::max(rules::much_worse, 2 * std::pow(rules::neighbour, order + 1));
        const double own = proof_.errors.front();
        if (!(e <= times * std::max(own, 1e-3 * request_.budget)))
            return Refused{fmt::format("with a {} of {} it errs {}, {} times as much", unit, readable(coarser, 3),
                                       readable(e, 2), readable(e / std::max(own, 1e-300), 2)),
                           0.85};
    }
    return {};
}

std::optional<BudgetSearch::Refused> BudgetSearch::refused(const Method& method, double setting) {
    proof_ = {};
    try {
        if (auto r = refused_for_errors(method)) return r;
        if (!needs_no_setting(method_)) return refused_for_neighbours(method, setting);
    } catch (const InputError& e) {
        return Refused{std::string("from another start: ") + e.what(), 0};
    }
    return {};
}

// Whether the setting may be recommended; `times`: what to try in its place.
bool BudgetSearch::holds(double setting, BudgetCandidate& c, double& times) {
    if (!keeps_margin(setting)) {
        times = stopped_ ? 0 : 0.9;
        return false;
    }
    const auto no = refused(with(setting), setting);
    if (!no) return true;
    if (asked_to_stop()) return times = 0, false;
    c.refused.push_back({setting, no->why});
    times = needs_no_setting(method_) ? 0 : no->times;
    return false;
}

// From the largest setting that keeps the margin on the problem itself to finer ones, until one holds everywhere.
std::optional<double> BudgetSearch::largest_that_holds(double setting, BudgetCandidate& c) {
    constexpr int most_tried = 25;
    const double finest = fixed_step_ ? 1e-9 * problems_.duration : finest_tolerance;
    double failed = 0, times = 0;
    for (int tried = 0; !holds(setting, c, times); ++tried) {
        if (times == 0) return {};
        failed = setting;
        setting = rounded(times * setting);
        if (tried == most_tried || setting < finest || asked_to_stop()) return {};
    }
    // a long way down may have gone too far
    BudgetProof proof = proof_;
    for (int i = 0; i < 2 && failed > 1.3 * setting && !asked_to_stop(); ++i) {
        const double middle = rounded(std::sqrt(failed * setting));
        if (middle <= setting || middle >= failed) break;
        if (holds(middle, c, times)) {
            setting = middle;
            proof = proof_;
        } else {
            failed = middle;
        }
    }
    proof_ = proof;
    return setting;
}

void BudgetSearch::accept(BudgetCandidate& c, double setting) {
    c.method = with(setting);
    c.trial = trials_.at(setting);
    c.proof = proof_;
    c.meets = true;
    c.cost = method_cost(scenario_.problem, c.method, scenario_.run);
    c.flops.reset();
    if (c.cost.known) c.flops = c.cost.flops_per_step * static_cast<double>(c.trial.steps());
}

void BudgetSearch::describe_failure(BudgetCandidate& c) const {
    if (!c.refused.empty())
        c.remark = fmt::format("no {} holds; with {} {}", fixed_step_ ? "step" : "tolerance",
                               readable(c.refused.back().setting, 3), c.refused.back().why);
    else if (stopped_)
        c.remark =
            (std::isfinite(c.trial.error) ? "reached " + readable(c.trial.error, 2) + ", then " : std::string()) +
            fmt::format("not pursued: it would take more than {} steps, far dearer than the best",
                        readable(most_steps(problems_.duration), 2));
    else if (!failure_.empty() && !std::isfinite(c.trial.error))
        c.remark = failure_;
    else if (std::isfinite(c.trial.error))
        c.remark = "does not get below " + readable(c.trial.error, 2);
}

}  // namespace polhode
