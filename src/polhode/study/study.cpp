#include "polhode/study/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

#include "polhode/base/full_precision.hpp"
#include "polhode/files/sha256.hpp"
#include "polhode/measure/trial.hpp"
#include "polhode/measure/truth_table.hpp"
#include "polhode/output/summary.hpp"
#include "polhode/scenario/method_line.hpp"

namespace polhode {

namespace {

constexpr double rows_of_a_run = 200;

// The rows at which a point is judged: the end alone, or about 200.
RunSpan span_of(const Study& study, const Scenario& scenario, const Method& method) {
    RunSpan span = scenario.run;
    span.sample = span.duration;
    if (!study.largest) return span;
    const bool fixed = method.step && !method.tolerance && !method.integrator_values.has("e_max");
    if (fixed)
        span.sample = std::max(1.0, std::ceil(span.duration / *method.step / rows_of_a_run)) * *method.step;
    else
        span.sample = span.duration / rows_of_a_run;
    span.sample = std::min(span.sample, span.duration);
    return span;
}

std::string key_of(const Study& study, const StudyPoint& point) {
    const StudyProblem& problem = study.problems[point.problem];
    const Method method = study.methods[point.method].at(point.value);
    Sha256 hash;
    const auto add = [&](const std::string& text) { hash.add(text + '\n'); };
    add(problem.scenario.text);
    for (const std::string& setting : problem.scenario.settings) add(setting);
    add(method_line(method));
    add(method.step ? full_precision(*method.step) : "");
    add(method.tolerance ? full_precision(*method.tolerance) : "");
    add(measure_entry(study.measure).name);
    add(study.largest ? "max" : "end");
    add(study.against);
    return hash.hex().substr(0, 16);
}

// Above it an error says that the motion was missed altogether, below it that it is rounding: neither tells the order.
constexpr double saturated = 0.1, rounding = 1e-11;

double slope(double error_a, double error_b, double work_a, double work_b) {
    return std::log(error_a / error_b) / std::log(work_b / work_a);
}

}  // namespace

Method StudyMethod::at(std::size_t value) const {
    Method m = method;
    if (varied == Varied::step) m.step = values.at(value);
    if (varied == Varied::tolerance) m.tolerance = values.at(value);
    return m;
}

std::vector<StudyPoint> points_of(const Study& study) {
    std::vector<StudyPoint> points;
    for (std::size_t p = 0; p < study.problems.size(); ++p)
        for (std::size_t m = 0; m < study.methods.size(); ++m)
            for (std::size_t v = 0; v < study.methods[m].size(); ++v) {
                StudyPoint point;
                point.problem = p;
                point.method = m;
                point.value = v;
                point.key = key_of(study, point);
                points.push_back(point);
            }
    return points;
}

void check_study(const Study& study) {
    for (const StudyMethod& m : study.methods) {
        std::exception_ptr first;
        bool runs = false;
        for (const StudyProblem& p : study.problems)
            for (std::size_t v = 0; v < m.size(); ++v) try {
                    Method method = m.at(v);
                    RunSpan span = span_of(study, p.scenario, method);
                    check_method(p.scenario.problem, method, span);
                    runs = true;
                } catch (const InputError&) {
                    if (!first) first = std::current_exception();
                }
        if (!runs && first) std::rethrow_exception(first);
    }
}

void find_orders(const Study& study, StudyResult& result) {
    result.curves.resize(0);
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        const StudyPoint& p = result.points[i];
        if (result.curves.empty() || result.curves.back().problem != p.problem ||
            result.curves.back().method != p.method) {
            StudyCurve curve;
            curve.problem = p.problem;
            curve.method = p.method;
            result.curves.push_back(curve);
        }
        result.curves.back().points.push_back(i);
    }
    for (StudyCurve& curve : result.curves) {
        const StudyMethod& m = study.methods[curve.method];
        // Work is the number of steps in a unit of time where the step is fixed, else the evaluations.
        const auto work = [&](const StudyPoint& p) {
            return m.varied == StudyMethod::Varied::step ? 1 / m.values[p.value] : static_cast<double>(p.evaluations);
        };
        std::vector<double> orders, sound;
        const StudyPoint* before = nullptr;
        for (const std::size_t i : curve.points) {
            StudyPoint& p = result.points[i];
            p.order.reset();
            if (!p.done || !p.failure.empty() || !(p.error > 0)) {
                before = nullptr;
                continue;
            }
            if (before && work(p) != work(*before)) {
                p.order = slope(before->error, p.error, work(*before), work(p));
                orders.push_back(*p.order);
                const double low = std::min(p.error, before->error), high = std::max(p.error, before->error);
                if (low > rounding && high < saturated) sound.push_back(*p.order);
            }
            before = &p;
        }
        // The middle one of the sound slopes: a single odd point does not move it.
        if (!sound.empty()) {
            std::nth_element(sound.begin(), sound.begin() + static_cast<long>(sound.size() / 2), sound.end());
            curve.order = sound[sound.size() / 2];
        }
    }
}

StudyResult run_study(const Study& study, const std::vector<StudyPoint>& finished, const StudyWatch& watch) {
    StudyResult result;
    result.points = points_of(study);
    std::map<std::string, const StudyPoint*> known;
    for (const StudyPoint& p : finished)
        if (p.done) known[p.key] = &p;

    std::vector<std::size_t> to_do;
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        StudyPoint& p = result.points[i];
        if (const auto found = known.find(p.key); found != known.end()) {
            const StudyPoint old = *found->second;
            const StudyPoint own = p;
            p = old;
            p.problem = own.problem;
            p.method = own.method;
            p.value = own.value;
        } else {
            to_do.push_back(i);
        }
    }

    // What several points share is made by the first that needs it.
    struct Shared {
        std::once_flag once;
        std::unique_ptr<TruthTable> truth;
        std::string failure;
    };
    std::vector<Shared> truths(study.problems.size());
    struct Counted {
        std::once_flag once;
        MethodCost cost;
    };
    std::vector<Counted> costs(study.problems.size() * study.methods.size());

    const auto truth_of = [&](std::size_t problem) -> Shared& {
        Shared& shared = truths[problem];
        std::call_once(shared.once, [&] {
            const Scenario& scenario = study.problems[problem].scenario;
            std::vector<double> samples;
            if (study.largest)
                for (const std::size_t i : to_do)
                    if (result.points[i].problem == problem)
                        samples.push_back(
                            span_of(study, scenario, study.methods[result.points[i].method].at(result.points[i].value))
                                .sample);
            std::sort(samples.begin(), samples.end());
            samples.erase(std::unique(samples.begin(), samples.end()), samples.end());
            try {
                shared.truth =
                    std::make_unique<TruthTable>(scenario.problem, scenario.run.duration, samples, study.against);
            } catch (const InputError& e) {
                shared.failure = e.what();
            } catch (const ComputationFailed& e) {
                shared.failure = std::string("there is no truth to compare with: ") + e.what();
            }
        });
        return shared;
    };
    const auto cost_of = [&](const StudyPoint& p) -> const MethodCost& {
        Counted& counted = costs[p.problem * study.methods.size() + p.method];
        std::call_once(counted.once, [&] {
            const Scenario& scenario = study.problems[p.problem].scenario;
            // the steps of a curve all cost the same; the first value that can run is counted
            for (std::size_t v = 0; v < study.methods[p.method].size() && !counted.cost.known; ++v) try {
                    counted.cost = method_cost(scenario.problem, study.methods[p.method].at(v), scenario.run);
                } catch (const InputError&) {
                    continue;
                }
        });
        return counted.cost;
    };
    const auto compute = [&](StudyPoint& p) {
        const Scenario& scenario = study.problems[p.problem].scenario;
        const Method method = study.methods[p.method].at(p.value);
        const Shared& shared = truth_of(p.problem);
        if (!shared.truth) {
            p.failure = shared.failure;
            p.done = true;
            return;
        }
        try {
            TrialRequest request;
            request.measure = study.measure;
            request.largest = study.largest;
            request.repeats = study.repeats;
            request.stop = watch.stop;
            const TruthAt truth = [&](double t) { return shared.truth->at(t); };
            const Trial trial = run_trial(scenario.problem, method, span_of(study, scenario, method), truth, request);
            if (trial.stopped) return;
            p.error = trial.error;
            p.evaluations = trial.evaluations;
            p.accepted = trial.accepted;
            p.rejected = trial.rejected;
            p.cpu_seconds = trial.cpu_seconds;
            p.failure = trial.failure;
            if (const MethodCost& cost = cost_of(p); cost.known)
                p.flops = cost.flops_per_step * static_cast<double>(trial.steps());
        } catch (const InputError& e) {
            p.failure = e.what();
        }
        p.done = true;
    };

    std::mutex one_at_a_time;
    std::exception_ptr fault;
    std::atomic<std::size_t> next{0};
    std::atomic<bool> over{false};
    std::size_t done = result.points.size() - to_do.size();
    const auto work = [&] {
        for (;;) {
            if (over || (watch.stop && watch.stop())) return;
            const std::size_t i = next++;
            if (i >= to_do.size()) return;
            StudyPoint& p = result.points[to_do[i]];
            try {
                compute(p);
                const std::lock_guard<std::mutex> lock(one_at_a_time);
                if (!p.done) continue;
                ++done;
                if (watch.point) watch.point(p);
                if (watch.progress) watch.progress(done, result.points.size());
            } catch (...) {
                const std::lock_guard<std::mutex> lock(one_at_a_time);
                if (!fault) fault = std::current_exception();
                over = true;
            }
        }
    };
    const std::size_t wanted =
        study.threads > 0 ? static_cast<std::size_t>(study.threads) : std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < std::min(wanted, to_do.size()); ++i) threads.emplace_back(work);
    work();
    for (std::thread& t : threads) t.join();
    if (fault) std::rethrow_exception(fault);

    for (const StudyPoint& p : result.points) result.interrupted = result.interrupted || !p.done;
    find_orders(study, result);
    if (!result.interrupted)
        for (StudyCurve& curve : result.curves) curve.cost = cost_of(result.points[curve.points.front()]);
    for (std::size_t i = 0; i < truths.size(); ++i) {
        result.truths.push_back(truths[i].truth ? truths[i].truth->description() : "");
        if (truths[i].truth && !truths[i].truth->warning().empty())
            result.warnings.push_back(study.problems[i].name + ": " + truths[i].truth->warning());
    }
    return result;
}

}  // namespace polhode
