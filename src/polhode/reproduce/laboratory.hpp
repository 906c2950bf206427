// Where the experiments of a report are done: asked for one by one, then carried out together on several threads.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "polhode/reproduce/later.hpp"
#include "polhode/reproduce/run_result.hpp"

namespace polhode {

struct Experiment {
    std::string scenario;                 // "wingnut", "reproduce/nasa-figure-5"
    std::vector<std::string> settings{};  // as for --set
    std::string method{};                 // by its name in the scenario; "": the only one, or [method]
    // "truth": the closed form, else the reference solution; "exact"; "reference"; "": nothing is measured
    std::string against = "truth";
    double seconds = 0.02;  // about how long it takes
};

class Laboratory {
 public:
    // `folder`: where scenarios and their tables are put before they are read; "" for none (scenarios without tables).
    Laboratory(std::string folder, bool full);
    ~Laboratory();
    Laboratory(const Laboratory&) = delete;
    Laboratory& operator=(const Laboratory&) = delete;

    bool full() const { return full_; }

    // Throws InputError for a scenario or setting that does not fit.
    Later<RunResult> run(Experiment experiment);
    // A run and one that follows from its result (as many evaluations, say); one job.
    std::pair<Later<RunResult>, Later<RunResult>> run_then(Experiment first,
                                                           std::function<Experiment(const RunResult&)> next);
    // KEY=VALUE for each of the values.
    RunSeries sweep(const Experiment& experiment, const std::string& key, const std::vector<double>& values);
    // The command of such a sweep: "for value in 0.1 0.05; do polhode run ... --set method.step=$value; done".
    std::string loop(const Experiment& experiment, const std::string& key, const std::vector<double>& values);
    // Several settings that follow from each value.
    RunSeries sweep(const Experiment& experiment, const std::vector<double>& values,
                    const std::function<std::vector<std::string>(double)>& settings);
    // Anything else that takes time.
    template <class T>
    Later<T> job(const std::string& label, double seconds, std::function<T(const Stop&)> compute) {
        Later<T> later;
        later.slot_ = std::make_shared<std::optional<T>>();
        add(label, seconds,
            [slot = later.slot_, compute = std::move(compute)](const Stop& stop) { slot->emplace(compute(stop)); });
        return later;
    }

    double seconds() const;  // of all that was asked for, on one core
    std::size_t size() const;
    // Does everything that was asked for; false: stopped before the end. Rethrows what a job threw.
    // `progress` gets the part that is done, 0 .. 1, from one thread at a time.
    bool perform(int threads, const std::function<void(double)>& progress, const Stop& stop);
    // Scenarios used so far, as files: "scenarios/wingnut.toml" and its text.
    const std::vector<std::pair<std::string, std::string>>& scenario_files() const;

 private:
    void add(const std::string& label, double seconds, std::function<void(const Stop&)> work);
    struct Prepared {
        std::shared_ptr<const Scenario> scenario;
        Method method;
        std::string against, command;
    };
    Prepared prepare(const Experiment& experiment);
    static RunResult carry_out(const Prepared& prepared, const Stop& stop);
    std::string folder_;
    bool full_;
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace polhode
