#include "budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <thread>

#include "parse_number.hpp"
#include "study_file.hpp"
#include "summary.hpp"
#include "text_table.hpp"
#include "toml_text.hpp"
#include "version.hpp"

namespace polhode {

namespace {

// The largest error is looked for on these rows; a number with many divisors lets most numbers of steps meet them.
constexpr long rows = 240, fewest_rows = 24;

constexpr double infinite = std::numeric_limits<double>::infinity();

double starting_rate(const Problem& problem) {
    if (problem.dynamics()) return norm(problem.start.rate);
    try {
        return norm(RatesFunction<double>(*problem.rates)(0.0));
    } catch (const std::exception&) {
        return 0;
    }
}

bool needs_no_setting(const Method& m) { return m.integrator == "exact" || m.integrator == "reference"; }

// As the registry knows it; only for the order of the search.
double expected_order(const Method& m) {
    if (needs_no_setting(m)) return infinite;
    const Values& v = m.integrator_values;
    const Entry* entry = find_entry("integrator", m.integrator);
    for (const Parameter& p : entry->parameters)
        if (p.name == "order" && p.type == Type::integer && v.has("order")) return v.number("order");
    return std::strtod(entry->order.c_str(), nullptr);
}

// One candidate and the search for its largest step or tolerance.
class Search {
 public:
    Search(const Scenario& scenario, const BudgetRequest& request, const TruthTable& truth,
           std::atomic<double>& best_cpu)
        : scenario_(scenario), request_(request), truth_(truth), best_cpu_(best_cpu) {}

    void run(BudgetCandidate& c) {
        if (needs_no_setting(c.method)) {
            consider(c, c.method);
            if (!c.meets) describe_failure(c);
        } else if (c.fixed_step) {
            fixed(c);
        } else {
            adaptive(c);
        }
    }

    // The time of what was found, with nothing else running.
    void time(BudgetCandidate& c) {
        TrialRequest request = trial_request();
        // what takes long anyway is known well enough
        request.repeats = c.trial.cpu_seconds < 0.02 ? request_.repeats : 1;
        const double before = c.trial.error;
        c.trial = run_trial(scenario_.problem, c.method, span_of(c.method), truth_, request);
        if (c.trial.stopped) c.trial.error = before;
    }

 private:
    TrialRequest trial_request() const {
        TrialRequest r;
        r.measure = request_.measure;
        r.largest = request_.largest;
        r.stop = request_.stop;
        return r;
    }
    RunSpan span_of(const Method& method) const {
        RunSpan span = scenario_.run;
        span.sample = span.duration;
        if (!request_.largest) return span;
        long count = rows;
        if (method.step && !method.tolerance) count = std::gcd(rows, std::lround(span.duration / *method.step));
        span.sample = span.duration / static_cast<double>(count);
        return span;
    }

    // Runs one setting; remembers it if it is the first or a cheaper one that meets the budget. Gives the error.
    double consider(BudgetCandidate& c, const Method& method) {
        TrialRequest request = trial_request();
        const double best = best_cpu_;
        request.cpu_limit_seconds = std::isfinite(best) ? std::max(0.1, 40 * best) : 5;
        const Trial trial = run_trial(scenario_.problem, method, span_of(method), truth_, request);
        stopped_ = trial.stopped;
        failure_ = trial.failure;
        const double error = trial.stopped || !trial.failure.empty() ? infinite : trial.error;
        const bool meets = error <= request_.budget;
        if (meets) {
            for (double now = best_cpu_;
                 trial.cpu_seconds < now && !best_cpu_.compare_exchange_weak(now, trial.cpu_seconds);) {
            }
        }
        if (meets ? !c.meets || trial.evaluations <= c.trial.evaluations
                  : !c.meets && (!tried_ || error < c.trial.error)) {
            c.method = method;
            c.trial = trial;
            if (error == infinite) c.trial.error = infinite;
            c.meets = meets;
        }
        tried_ = true;
        return error;
    }

    void describe_failure(BudgetCandidate& c) const {
        if (stopped_)
            c.remark =
                (std::isfinite(c.trial.error) ? "reached " + readable(c.trial.error, 2) + ", then " : std::string()) +
                "given up: far dearer than the best";
        else if (!failure_.empty() && !std::isfinite(c.trial.error))
            c.remark = failure_;
        else if (std::isfinite(c.trial.error))
            c.remark = "does not get below " + readable(c.trial.error, 2);
    }

    // A number of steps at which rows can be compared.
    long fitting(double n) const {
        const long whole = std::max(1L, static_cast<long>(std::ceil(n)));
        if (!request_.largest) return whole;
        if (whole < fewest_rows) {
            long up = whole;
            while (rows % up != 0) ++up;
            return up;
        }
        return (whole + fewest_rows - 1) / fewest_rows * fewest_rows;
    }
    Method with_steps(const Method& method, long n) const {
        Method m = method;
        m.step = scenario_.run.duration / static_cast<double>(n);
        return m;
    }
    bool asked_to_stop() const { return request_.stop && request_.stop(); }

    void fixed(BudgetCandidate& c) {
        const Method start = c.method;
        const double turn = scenario_.run.duration * starting_rate(scenario_.problem);
        long n = fitting(turn > 0 ? turn / 1.5 : 100);
        double error = consider(c, with_steps(start, n));
        long pass = 0, fail = 0;
        if (error <= request_.budget) {
            // already: fewer steps until it fails
            for (pass = n; pass > 1;) {
                const long fewer = fitting(static_cast<double>(pass) / 2);
                if (fewer >= pass || asked_to_stop()) break;
                if (consider(c, with_steps(start, fewer)) <= request_.budget) {
                    pass = fewer;
                } else {
                    fail = fewer;
                    break;
                }
            }
        } else {
            int without_gain = 0;
            double before = error;
            while (!asked_to_stop()) {
                fail = n;
                n = fitting(static_cast<double>(n) * 2);
                error = consider(c, with_steps(start, n));
                if (error <= request_.budget) {
                    pass = n;
                    break;
                }
                if (stopped_ || static_cast<double>(n) > 1e9) break;
                // twice the steps and no better, three times: it is rounding, or not a method for this problem
                without_gain = error < 0.7 * before || before > 0.3 ? 0 : without_gain + 1;
                before = error;
                if (without_gain >= 3) break;
            }
        }
        if (pass == 0) return describe_failure(c);
        for (int i = 0; i < 6 && fail > 0 && !asked_to_stop(); ++i) {
            const long middle = fitting(std::sqrt(static_cast<double>(fail) * static_cast<double>(pass)));
            if (middle <= fail || middle >= pass) break;
            if (consider(c, with_steps(start, middle)) <= request_.budget)
                pass = middle;
            else
                fail = middle;
        }
    }

    static Method with_tolerance(const Method& method, double exponent) {
        Method m = method;
        // two digits are enough, and what is printed is what was run
        m.tolerance = parse_number(fmt::format("{:.1e}", std::pow(10, exponent))).value_or(1e-6);
        return m;
    }

    void adaptive(BudgetCandidate& c) {
        const Method start = c.method;
        double pass = 0, fail = 0;
        bool passed = false, failed = false;
        const auto error_at = [&](double exponent) {
            try {
                return consider(c, with_tolerance(start, exponent));
            } catch (const InputError& e) {
                failure_ = e.what();  // finer than the arithmetic resolves, coarser than makes sense
                return infinite;
            }
        };
        if (start.integrator == "default") {
            // its tolerance is the error of the result already
            if (error_at(std::log10(request_.budget)) > request_.budget) describe_failure(c);
            return;
        }
        for (double x = -3; x >= -14.001 && !asked_to_stop(); x -= 1) {
            if (error_at(x) <= request_.budget) {
                pass = x;
                passed = true;
                break;
            }
            if (stopped_) break;
            fail = x;
            failed = true;
        }
        if (!passed) return describe_failure(c);
        if (!failed)
            for (double x = pass + 0.5; x <= -0.9; x += 0.5) {
                if (error_at(x) <= request_.budget) {
                    pass = x;
                } else {
                    fail = x;
                    failed = true;
                    break;
                }
            }
        for (int i = 0; i < 4 && failed && !asked_to_stop(); ++i) {
            const double middle = (pass + fail) / 2;
            (error_at(middle) <= request_.budget ? pass : fail) = middle;
        }
    }

    const Scenario& scenario_;
    const BudgetRequest& request_;
    const TruthTable& truth_;
    std::atomic<double>& best_cpu_;
    bool stopped_ = false, tried_ = false;
    std::string failure_;
};

// Every integrator of the registry, each order and each choice that it offers, on the quaternion.
std::vector<Method> methods_of_registry() {
    std::vector<Method> all;
    const auto add = [&](const std::string& word) {
        try {
            all.push_back(method_of_word(word, "budget"));
        } catch (const InputError&) {
            // an order that it does not have
        }
    };
    for (const Entry& e : registry()) {
        // these two only choose among the others
        if (e.kind != "integrator" || e.name == "default" || e.name == "reference") continue;
        std::vector<std::string> orders{""};
        const Parameter* choice = nullptr;
        for (const Parameter& p : e.parameters) {
            if (p.name == "order") {
                orders.clear();
                for (const int order : {2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24})
                    orders.push_back(fmt::format(":{}", order));
                if (p.type == Type::choice) {
                    orders.clear();
                    for (const std::string& c : p.choices) orders.push_back(":" + c);
                }
            } else if (p.type == Type::choice && !choice) {
                choice = &p;
            }
        }
        for (const std::string& order : orders) {
            if (!choice) {
                add(e.name + order);
                continue;
            }
            for (const std::string& c : choice->choices) add(e.name + order + ":" + choice->name + "=\"" + c + "\"");
        }
    }
    return all;
}

std::string candidate_name(const Method& m) {
    std::string line = m.integrator;
    if (const Entry* entry = find_entry("integrator", m.integrator))
        for (const Parameter& p : entry->parameters)
            if (m.integrator_values.given(p.name)) {
                if (p.type == Type::choice || p.type == Type::text)
                    line += " " + m.integrator_values.text(p.name);
                else if (p.type == Type::integer)
                    line += " " + std::to_string(m.integrator_values.integer(p.name));
            }
    if (m.constraint != "none") line += " " + m.constraint;
    if (m.compensated) line += " compensated";
    if (m.attitude != "quaternion") line += " " + m.attitude;
    return line;
}

std::string setting_of(const Method& m) {
    if (m.tolerance) return "tolerance " + readable(*m.tolerance, 3);
    if (m.step) return "step " + readable(*m.step, 4) + " s";
    return "";
}

}  // namespace

std::string method_lines(const Method& m) {
    std::string text = "[method]\n";
    if (m.attitude != "quaternion") text += "attitude = \"" + m.attitude + "\"\n";
    text += "integrator = \"" + m.integrator + "\"\n";
    if (const Entry* entry = find_entry("integrator", m.integrator))
        for (const Parameter& p : entry->parameters) {
            if (!m.integrator_values.given(p.name)) continue;
            if (p.type == Type::text || p.type == Type::choice)
                text += p.name + " = \"" + m.integrator_values.text(p.name) + "\"\n";
            else if (p.type == Type::boolean)
                text += p.name + " = " + (m.integrator_values.boolean(p.name) ? "true" : "false") + "\n";
            else
                text += p.name + " = " + shortest(m.integrator_values.number(p.name)) + "\n";
        }
    if (m.constraint != "none") text += "constraint = \"" + m.constraint + "\"\n";
    if (m.step) text += "step = " + shortest(*m.step) + "\n";
    if (m.tolerance) text += "tolerance = " + shortest(*m.tolerance) + "\n";
    if (m.compensated) text += "compensated = true\n";
    return text;
}

BudgetAnswer find_cheapest(const Scenario& scenario, const BudgetRequest& request) {
    BudgetAnswer answer;
    answer.request = request;
    std::vector<double> samples{scenario.run.duration};
    if (request.largest)
        for (long n = 1; n <= rows; ++n)
            if (rows % n == 0) samples.push_back(scenario.run.duration / static_cast<double>(n));
    const TruthTable truth(scenario.problem, scenario.run.duration, samples, request.against);
    answer.truth = truth.description();
    answer.warning = truth.warning();

    // A method that can keep a tolerance and run with a fixed step is two candidates.
    const auto refused = [&](const Method& method) -> std::string {
        Method m = method;
        RunSpan span = scenario.run;
        span.sample = span.duration;
        try {
            check_method(scenario.problem, m, span);
            return "";
        } catch (const InputError& e) {
            return e.what();
        }
    };
    for (const Method& method : request.methods.empty() ? methods_of_registry() : request.methods) {
        Method fixed = method, adaptive = method, bare = method;
        bare.step.reset();
        bare.tolerance.reset();
        fixed.step = scenario.run.duration / 100;
        fixed.tolerance.reset();
        adaptive.step.reset();
        adaptive.tolerance = 1e-6;
        BudgetCandidate c;
        if (needs_no_setting(method)) {
            c.method = bare;
            if (refused(bare).empty()) answer.candidates.push_back(c);
            continue;
        }
        if (method.integrator != "default" && refused(fixed).empty()) {
            c.method = fixed;
            c.fixed_step = true;
            answer.candidates.push_back(c);
        }
        if (refused(adaptive).empty()) {
            c.method = adaptive;
            c.fixed_step = false;
            answer.candidates.push_back(c);
        } else if (!request.methods.empty() && !refused(fixed).empty()) {
            throw InputError(method.place, refused(fixed));
        }
    }

    // The likely winners first: what they cost tells when to give up on the others.
    std::stable_sort(answer.candidates.begin(), answer.candidates.end(),
                     [](const BudgetCandidate& a, const BudgetCandidate& b) {
                         return expected_order(a.method) > expected_order(b.method);
                     });
    std::atomic<double> best_cpu{infinite};
    std::atomic<std::size_t> next{0};
    std::size_t done = 0;
    std::mutex one_at_a_time;
    std::exception_ptr fault;
    const auto work = [&] {
        for (;;) {
            if (request.stop && request.stop()) return;
            const std::size_t i = next++;
            if (i >= answer.candidates.size()) return;
            try {
                Search(scenario, request, truth, best_cpu).run(answer.candidates[i]);
            } catch (const InputError& e) {
                answer.candidates[i].remark = e.what();
            } catch (...) {
                const std::lock_guard<std::mutex> lock(one_at_a_time);
                if (!fault) fault = std::current_exception();
                return;
            }
            const std::lock_guard<std::mutex> lock(one_at_a_time);
            ++done;
            if (request.progress) request.progress(done, answer.candidates.size());
        }
    };
    const std::size_t wanted = request.threads > 0 ? static_cast<std::size_t>(request.threads)
                                                   : std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < std::min(wanted, answer.candidates.size()); ++i) threads.emplace_back(work);
    work();
    for (std::thread& t : threads) t.join();
    if (fault) std::rethrow_exception(fault);
    answer.interrupted = request.stop && request.stop();

    for (BudgetCandidate& c : answer.candidates) {
        if (!c.meets) continue;
        if (!answer.interrupted) Search(scenario, request, truth, best_cpu).time(c);
        c.cost = method_cost(scenario.problem, c.method, scenario.run);
        if (c.cost.known) c.flops = c.cost.flops_per_step * static_cast<double>(c.trial.steps());
    }
    std::stable_sort(answer.candidates.begin(), answer.candidates.end(),
                     [](const BudgetCandidate& a, const BudgetCandidate& b) {
                         if (a.meets != b.meets) return a.meets;
                         return a.meets && a.trial.cpu_seconds < b.trial.cpu_seconds;
                     });
    const auto better = [&](std::optional<std::size_t>& now, std::size_t i, auto&& price) {
        if (!now || price(answer.candidates[i]) < price(answer.candidates[*now])) now = i;
    };
    const auto cpu = [](const BudgetCandidate& c) { return c.trial.cpu_seconds; };
    const auto flops = [](const BudgetCandidate& c) { return *c.flops; };
    for (std::size_t i = 0; i < answer.candidates.size(); ++i) {
        const BudgetCandidate& c = answer.candidates[i];
        if (!c.meets) continue;
        better(answer.by_cpu, i, cpu);
        if (c.flops) better(answer.by_flops, i, flops);
        if (c.plain()) better(answer.plain_by_cpu, i, cpu);
        if (c.plain() && c.flops) better(answer.plain_by_flops, i, flops);
    }
    return answer;
}

std::string budget_text(const Scenario& scenario, const BudgetAnswer& answer, int width) {
    const Entry& measure = measure_entry(answer.request.measure);
    const auto with = [](const BudgetCandidate& c) {
        const std::string setting = setting_of(c.method);
        return candidate_name(c.method) + (setting.empty() ? "" : " with " + setting);
    };
    const auto price = [&](std::optional<std::size_t> by_cpu, std::optional<std::size_t> by_flops) {
        const BudgetCandidate& c = answer.candidates[*by_cpu];
        std::string text = fmt::format("{} ({} of CPU time", with(c), readable_seconds(c.trial.cpu_seconds));
        if (c.flops) text += fmt::format(", {} flops", readable(*c.flops, 3));
        text += fmt::format(", error {})", readable(c.trial.error, 2));
        if (by_flops && *by_flops != *by_cpu) {
            const BudgetCandidate& f = answer.candidates[*by_flops];
            text +=
                fmt::format(", and by counted operations {} ({} flops, {}, error {})", with(f), readable(*f.flops, 3),
                            readable_seconds(f.trial.cpu_seconds), readable(f.trial.error, 2));
        }
        return text;
    };
    const std::string limit =
        fmt::format("{} error of at most {} {} {}", measure.name, readable(answer.request.budget, 3), measure.unit,
                    answer.request.largest ? "all the way" : "at the end");
    std::string text;
    if (answer.by_cpu)
        text += fmt::format("For a {} the cheapest is {}.\n", limit, price(answer.by_cpu, answer.by_flops));
    else
        text += fmt::format("No method reaches a {}.\n", limit);
    if (answer.plain_by_cpu)
        text += fmt::format("With a fixed step and without transcendental functions it is {}.\n",
                            price(answer.plain_by_cpu, answer.plain_by_flops));
    else
        text += "With a fixed step and without transcendental functions none does.\n";

    std::vector<std::size_t> shown;
    for (const auto& i : {answer.by_cpu, answer.plain_by_cpu})
        if (i && std::find(shown.begin(), shown.end(), *i) == shown.end()) {
            shown.push_back(*i);
            const Method& m = answer.candidates[*i].method;
            text += "\n" + method_lines(m);
            // rows must fall on steps
            if (m.step && !m.tolerance && scenario.run.sample > 0) {
                const double ratio = scenario.run.sample / *m.step;
                if (std::fabs(ratio - std::round(ratio)) > 1e-9 * ratio || ratio < 0.5)
                    text += fmt::format("[run]\nsample = {}   # a whole number of steps\n",
                                        shortest(std::max(1.0, std::round(ratio)) * *m.step));
            }
        }

    text += "\nagainst " + answer.truth + "\n";
    TextTable table({"step or tol.", "error", "evaluations", "flops", "CPU time", "fixed, plain"});
    bool remarks = false;
    for (const BudgetCandidate& c : answer.candidates) {
        if (!c.meets) {
            remarks = true;
            continue;
        }
        table.row("  " + candidate_name(c.method), {c.method.tolerance ? readable(*c.method.tolerance, 3)
                                                    : c.method.step    ? readable(*c.method.step, 4) + " s"
                                                                       : "",
                                                    readable(c.trial.error, 2), readable_count(c.trial.evaluations),
                                                    c.flops ? readable(*c.flops, 3) : "",
                                                    readable_seconds(c.trial.cpu_seconds), c.plain() ? "yes" : ""});
    }
    if (!table.empty()) text += table.text(width) + "  plain: nothing but + - * / and square roots\n";
    if (remarks) {
        text += "\nnot within the budget\n";
        for (const BudgetCandidate& c : answer.candidates)
            if (!c.meets) {
                const std::string line = "  " + candidate_name(c.method) + (c.fixed_step ? ", fixed step: " : ": ") +
                                         (c.remark.empty() ? "not tried" : c.remark);
                text += printable(std::string_view(line)) + "\n";
            }
    }
    return text;
}

std::string budget_json(const Scenario& scenario, const BudgetAnswer& answer, int indent) {
    using Json = nlohmann::ordered_json;
    const Entry& measure = measure_entry(answer.request.measure);
    const auto number = [](const std::optional<double>& x) {
        return x && std::isfinite(*x) ? Json(*x) : Json(nullptr);
    };
    const auto described = [&](const BudgetCandidate& c) {
        Json one{{"method", candidate_name(c.method)},
                 {"line", method_line(c.method)},
                 {"scenario_lines", method_lines(c.method)},
                 {"step_s", number(c.method.step)},
                 {"tolerance", number(c.method.tolerance)},
                 {"meets_budget", c.meets},
                 {"fixed_step", c.fixed_step},
                 {"without_transcendental_functions",
                  c.cost.known ? Json(c.cost.without_elementary_functions()) : Json(nullptr)},
                 {"error", number(c.trial.error)},
                 {"evaluations", c.trial.evaluations},
                 {"flops", number(c.flops)},
                 {"cpu_s", c.trial.cpu_seconds}};
        if (!c.remark.empty()) one["remark"] = c.remark;
        return one;
    };
    const auto chosen = [&](std::optional<std::size_t> i) {
        return i ? described(answer.candidates[*i]) : Json(nullptr);
    };
    Json all{{"polhode_version", version()},
             {"scenario", scenario.file},
             {"settings", scenario.settings},
             {"measure", measure.name},
             {"unit", measure.unit},
             {"at", answer.request.largest ? "max" : "end"},
             {"budget", answer.request.budget},
             {"truth", answer.truth},
             {"status", answer.interrupted ? "interrupted" : "complete"},
             {"cheapest", {{"by_cpu_time", chosen(answer.by_cpu)}, {"by_flops", chosen(answer.by_flops)}}},
             {"cheapest_fixed_step_without_transcendental_functions",
              {{"by_cpu_time", chosen(answer.plain_by_cpu)}, {"by_flops", chosen(answer.plain_by_flops)}}}};
    Json candidates = Json::array();
    for (const BudgetCandidate& c : answer.candidates) candidates.push_back(described(c));
    all["candidates"] = candidates;
    return all.dump(indent);
}

}  // namespace polhode
