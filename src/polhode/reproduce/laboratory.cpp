#include "polhode/reproduce/laboratory.hpp"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <stdexcept>

#include "polhode/base/job_runner.hpp"
#include "polhode/output/report_folder.hpp"
#include "polhode/reproduce/run_command.hpp"
#include "polhode/scenario/gallery.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

namespace {

struct Job {
    std::string label;
    double seconds;
    std::function<void(const Stop&)> work;
};

}  // namespace

struct Laboratory::Impl {
    std::mutex mutex;  // of the files: a job may prepare a further run
    std::vector<Job> jobs;
    std::vector<std::pair<std::string, std::string>> files;
};

Laboratory::Laboratory(std::string folder, bool full)
    : folder_(std::move(folder)), full_(full), impl_(std::make_unique<Impl>()) {}
Laboratory::~Laboratory() = default;

const std::vector<std::pair<std::string, std::string>>& Laboratory::scenario_files() const { return impl_->files; }

// Runs one method of a scenario and keeps its rows.
RunResult Laboratory::carry_out(const Prepared& p, const Stop& stop) {
    const auto& [scenario, method, against, command] = p;
    RunResult result;
    result.command = command;
    result.scenario = scenario;
    result.method = method;
    result.columns = columns_of(scenario->problem, method);
    std::unique_ptr<Truth> truth;
    if (!against.empty()) {
        std::string why;
        const double end = scenario->run.duration;
        truth = against == "exact"       ? exact_truth(scenario->problem, why)
                : against == "reference" ? reference_truth(scenario->problem, end, why)
                                         : truth_for(scenario->problem, end, why);
        if (!truth) throw std::logic_error("no truth for '" + command + "': " + why);
        result.against = truth->description();
    }
    const Measurer measure(scenario->problem, method.attitude);
    const RunObserver observer{
        .row =
            [&](const Row& row) {
                KeptRow kept{
                    row.t, row.q_NB, row.w_NB_B, row.energy, row.L_N, row.defect, {row.state.begin(), row.state.end()}};
                if (truth) {
                    kept.truth = truth->at(row.t);
                    kept.measured = measure(row, kept.truth);
                }
                result.rows.push_back(std::move(kept));
            },
        .progress = {},
        .stop = stop};
    try {
        simulate(scenario->problem, method, scenario->run, observer, result.statistics);
    } catch (const ComputationFailed& e) {
        result.failure = e.what();
    }
    return result;
}

double Laboratory::seconds() const {
    double sum = 0;
    for (const Job& job : impl_->jobs) sum += job.seconds;
    return sum;
}

std::size_t Laboratory::size() const { return impl_->jobs.size(); }

void Laboratory::add(const std::string& label, double seconds, std::function<void(const Stop&)> work) {
    impl_->jobs.push_back({label, seconds, std::move(work)});
}

Laboratory::Prepared Laboratory::prepare(const Experiment& e) {
    const std::string file = e.scenario + ".toml", path = "scenarios/" + file;
    const std::string* text = scenario_file_text(file);
    if (!text) throw InputError({path, 0, ""}, "there is no such scenario in the program");
    const auto keep = [&](const std::string& name, const std::string& contents) {
        const std::lock_guard lock(impl_->mutex);
        for (const auto& known : impl_->files)
            if (known.first == name) return;
        impl_->files.emplace_back(name, contents);
        if (folder_.empty()) return;
        write_report_file(folder_, name, contents);
    };
    // the tables that it reads stand beside it
    const std::string beside = e.scenario.substr(0, e.scenario.rfind('/') + 1);
    for (const GalleryFile& f : detail::gallery_files()) {
        const bool table = f.name.size() > 4 && f.name.compare(f.name.size() - 4, 4, ".csv") == 0;
        if (table && f.name.compare(0, beside.size(), beside) == 0 &&
            text->find('"' + f.name.substr(beside.size()) + '"') != std::string::npos)
            keep("scenarios/" + f.name, f.text);
    }
    keep(path, *text);
    const std::string directory =
        (std::filesystem::path(folder_.empty() ? "." : folder_) / path).parent_path().string();
    Prepared p;
    p.scenario = std::make_shared<const Scenario>(read_scenario(*text, path, e.settings, directory));

    const Method* chosen = e.method.empty() ? &p.scenario->methods.front() : nullptr;
    for (const Method& m : p.scenario->methods)
        if (m.name == e.method) chosen = &m;
    if (!chosen) throw InputError({path, 0, ""}, "it has no method '" + e.method + "'");
    p.method = *chosen;

    p.against = e.against;
    if (p.against == "truth") {
        std::string why;
        p.against = exact_truth(p.scenario->problem, why) ? "exact" : "reference";
    }
    p.command = run_command(e.scenario, e.settings, p.against);
    return p;
}

Later<RunResult> Laboratory::run(Experiment e) {
    const Prepared p = prepare(e);
    return job<RunResult>(p.command, e.seconds, [p](const Stop& stop) { return carry_out(p, stop); });
}

std::pair<Later<RunResult>, Later<RunResult>> Laboratory::run_then(Experiment first,
                                                                   std::function<Experiment(const RunResult&)> next) {
    const Prepared p = prepare(first);
    std::pair<Later<RunResult>, Later<RunResult>> both;
    both.first.slot_ = std::make_shared<std::optional<RunResult>>();
    both.second.slot_ = std::make_shared<std::optional<RunResult>>();
    add(p.command, first.seconds, [this, p, next, both](const Stop& stop) {
        both.first.slot_->emplace(carry_out(p, stop));
        if (!stop()) both.second.slot_->emplace(carry_out(prepare(next(*both.first)), stop));
    });
    return both;
}

std::string Laboratory::loop(const Experiment& experiment, const std::string& key, const std::vector<double>& values) {
    Experiment one = experiment;
    one.settings.push_back(setting(key, values.front()));
    const std::string against = prepare(one).against;
    one.settings.back() = key + "=$value";
    return loop_command(values, run_command(one.scenario, one.settings, against));
}

RunSeries Laboratory::sweep(const Experiment& experiment, const std::string& key, const std::vector<double>& values) {
    RunSeries sweep = this->sweep(experiment, values, [&](double v) { return std::vector{setting(key, v)}; });
    if (values.size() > 1) sweep.loop = loop(experiment, key, values);
    return sweep;
}

RunSeries Laboratory::sweep(const Experiment& experiment, const std::vector<double>& values,
                            const std::function<std::vector<std::string>(double)>& settings) {
    RunSeries sweep;
    sweep.values = values;
    for (const double v : values) {
        Experiment one = experiment;
        for (std::string& s : settings(v)) one.settings.push_back(std::move(s));
        sweep.runs.push_back(run(std::move(one)));
    }
    return sweep;
}

bool Laboratory::perform(int threads, const std::function<void(double)>& progress, const Stop& stop) {
    const std::vector<Job>& jobs = impl_->jobs;
    const double all = std::max(seconds(), 1e-9);
    // the longest first, so that none is left alone at the end
    std::vector<std::size_t> order(jobs.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return jobs[a].seconds != jobs[b].seconds ? jobs[a].seconds > jobs[b].seconds : a < b;
    });
    double finished = 0;
    const auto done = [&](std::size_t i) {
        finished += jobs[order[i]].seconds;
        if (progress) progress(finished / all);
    };
    const bool complete = run_jobs(order.size(), [&](std::size_t i, const Stop& asked) { jobs[order[i]].work(asked); },
                                   {.threads = threads, .stop = stop, .done = done});
    // what was stopped last may have ended soon, with a result to be thrown away
    return complete && !(stop && stop());
}

}  // namespace polhode
