#include "polhode/study/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <mutex>

#include "polhode/base/full_precision.hpp"
#include "polhode/base/job_runner.hpp"
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
                    const Method method = m.at(v);
                    prepare(p.scenario.problem, method, span_of(study, p.scenario, method));
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

namespace {

// The points of a study that are not yet known, computed by several threads. What several of them share is made by the
// first that needs it.
class StudyRun {
 public:
    StudyRun(const Study& study, const std::vector<StudyPoint>& finished, const StudyObserver& observer)
        : study_(study),
          observer_(observer),
          truths_(study.problems.size()),
          costs_(study.problems.size() * study.methods.size()) {
        result_.points = points_of(study);
        take_over(finished);
    }

    StudyResult run() {
        std::size_t done = result_.points.size() - to_do_.size();
        JobOptions options;
        options.threads = study_.threads;
        options.stop = observer_.stop;
        options.done = [&](std::size_t i) {
            const StudyPoint& p = result_.points[to_do_[i]];
            if (!p.done) return;
            ++done;
            if (observer_.point) observer_.point(p);
            if (observer_.progress) observer_.progress(done, result_.points.size());
        };
        run_jobs(
            to_do_.size(), [&](std::size_t i, const auto&) { compute(result_.points[to_do_[i]]); }, options);
        sum_up();
        return std::move(result_);
    }

 private:
    struct SharedTruth {
        std::once_flag once;
        std::unique_ptr<TruthTable> table;
        std::string failure;  // why there is none
    };
    struct SharedCost {
        std::once_flag once;
        MethodCost cost;
    };

    // Points of an earlier run, by their keys; all others are to be done.
    void take_over(const std::vector<StudyPoint>& finished) {
        std::map<std::string, const StudyPoint*> known;
        for (const StudyPoint& p : finished)
            if (p.done) known[p.key] = &p;
        for (std::size_t i = 0; i < result_.points.size(); ++i) {
            StudyPoint& p = result_.points[i];
            if (const auto found = known.find(p.key); found != known.end()) {
                const StudyPoint own = p;
                p = *found->second;
                p.problem = own.problem;
                p.method = own.method;
                p.value = own.value;
            } else {
                to_do_.push_back(i);
            }
        }
    }

    // The distances between the rows at which the points of a problem are judged.
    std::vector<double> samples_of(std::size_t problem) const {
        std::vector<double> samples;
        if (!study_.largest) return samples;
        for (const std::size_t i : to_do_) {
            const StudyPoint& p = result_.points[i];
            if (p.problem != problem) continue;
            const Method method = study_.methods[p.method].at(p.value);
            samples.push_back(span_of(study_, study_.problems[problem].scenario, method).sample);
        }
        std::sort(samples.begin(), samples.end());
        samples.erase(std::unique(samples.begin(), samples.end()), samples.end());
        return samples;
    }

    const SharedTruth& truth_of(std::size_t problem) {
        SharedTruth& shared = truths_[problem];
        std::call_once(shared.once, [&] {
            const Scenario& scenario = study_.problems[problem].scenario;
            try {
                shared.table = std::make_unique<TruthTable>(scenario.problem, scenario.run.duration,
                                                            samples_of(problem), study_.against);
            } catch (const InputError& e) {
                shared.failure = e.what();
            } catch (const ComputationFailed& e) {
                shared.failure = std::string("there is no truth to compare with: ") + e.what();
            }
        });
        return shared;
    }

    const MethodCost& cost_of(const StudyPoint& p) {
        SharedCost& shared = costs_[p.problem * study_.methods.size() + p.method];
        std::call_once(shared.once, [&] {
            const Scenario& scenario = study_.problems[p.problem].scenario;
            // the steps of a curve all cost the same; the first value that can run is counted
            for (std::size_t v = 0; v < study_.methods[p.method].size() && !shared.cost.known; ++v) try {
                    shared.cost = method_cost(scenario.problem, study_.methods[p.method].at(v), scenario.run);
                } catch (const InputError&) {
                    continue;
                }
        });
        return shared.cost;
    }

    void compute(StudyPoint& p) {
        const Scenario& scenario = study_.problems[p.problem].scenario;
        const Method method = study_.methods[p.method].at(p.value);
        const SharedTruth& shared = truth_of(p.problem);
        if (!shared.table) {
            p.failure = shared.failure;
            p.done = true;
            return;
        }
        try {
            TrialRequest request;
            request.measure = study_.measure;
            request.largest = study_.largest;
            request.repeats = study_.repeats;
            request.stop = observer_.stop;
            const TruthAt truth = [&](double t) { return shared.table->at(t); };
            const Trial trial = run_trial(scenario.problem, method, span_of(study_, scenario, method), truth, request);
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
    }

    void sum_up() {
        for (const StudyPoint& p : result_.points) result_.interrupted = result_.interrupted || !p.done;
        find_orders(study_, result_);
        if (!result_.interrupted)
            for (StudyCurve& curve : result_.curves) curve.cost = cost_of(result_.points[curve.points.front()]);
        for (std::size_t i = 0; i < truths_.size(); ++i) {
            const TruthTable* const table = truths_[i].table.get();
            result_.truths.push_back(table ? table->description() : "");
            if (table && !table->warning().empty())
                result_.warnings.push_back(study_.problems[i].name + ": " + table->warning());
        }
    }

    const Study& study_;
    const StudyObserver& observer_;
    StudyResult result_;
    std::vector<std::size_t> to_do_;  // indices into result_.points
    std::vector<SharedTruth> truths_;
    std::vector<SharedCost> costs_;  // problem by problem, method by method
};

}  // namespace

StudyResult run_study(const Study& study, const std::vector<StudyPoint>& finished, const StudyObserver& observer) {
    return StudyRun(study, finished, observer).run();
}

}  // namespace polhode
