#include "polhode/reproduce/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <exception>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>

#include "polhode/base/stop_question.hpp"
#include "polhode/base/text_table.hpp"
#include "polhode/base/version.hpp"
#include "polhode/files/provenance.hpp"
#include "polhode/output/report_folder.hpp"
#include "polhode/reproduce/reproduce_overview.hpp"
#include "polhode/scenario/gallery.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

const std::vector<ReportDocument>& report_documents() {
    static const std::vector<ReportDocument> all{gray_document(), robinson_document(), nasa_document(),
                                                 ganapathi_document(), gyrosoft_document()};
    return all;
}

const ReportDocument* find_report_document(const std::string& name) {
    for (const ReportDocument& d : report_documents())
        if (d.name == name) return &d;
    return nullptr;
}

// ---- results of runs ------------------------------------------------------------------------------------------------

const KeptRow& RunResult::last() const {
    if (rows.empty()) throw std::logic_error("a run without rows: " + command);
    return rows.back();
}

double RunResult::largest(MeasureId id) const {
    double value = 0;
    for (const KeptRow& row : rows) value = std::max(value, std::fabs(row.measured[static_cast<std::size_t>(id)]));
    return value;
}

const KeptRow& RunResult::row_at(double t) const {
    const KeptRow* best = &last();
    for (const KeptRow& row : rows)
        if (std::fabs(row.t - t) < std::fabs(best->t - t)) best = &row;
    return *best;
}

double RunResult::at(double t, MeasureId id) const { return row_at(t).measured[static_cast<std::size_t>(id)]; }

double RunResult::cycles_per_second(double cycle_seconds) const {
    return statistics.cpu_seconds > 0 ? statistics.end_time / cycle_seconds / statistics.cpu_seconds : 0;
}

FigureCurve RunResult::curve(const std::string& name, const std::function<double(const KeptRow&)>& x,
                             const std::function<double(const KeptRow&)>& y, FigureCurve::Style style) const {
    FigureCurve curve;
    curve.name = name;
    curve.style = style;
    for (const KeptRow& row : rows) {
        curve.x.push_back(x(row));
        curve.y.push_back(y(row));
    }
    return curve;
}

FigureCurve RunResult::over_time(const std::string& name, const std::function<double(const KeptRow&)>& y,
                                 FigureCurve::Style style) const {
    return curve(
        name, [](const KeptRow& row) { return row.t; }, y, style);
}

Reading at_end(MeasureId id) {
    return [id](const RunResult& run) { return run.end(id); };
}
Reading largest_of(MeasureId id) {
    return [id](const RunResult& run) { return run.largest(id); };
}
std::function<double(const KeptRow&)> measured(MeasureId id) {
    return [id](const KeptRow& row) { return row.measured[static_cast<std::size_t>(id)]; };
}

std::vector<double> RunSeries::read(const Reading& reading) const {
    std::vector<double> numbers;
    for (const Later<RunResult>& run : runs) numbers.push_back(reading(*run));
    return numbers;
}

FigureCurve RunSeries::curve(const std::string& name, const std::vector<double>& x, const Reading& y,
                             FigureCurve::Style style) const {
    FigureCurve curve;
    curve.name = name;
    curve.x = x;
    curve.y = read(y);
    curve.style = style;
    return curve;
}

std::vector<std::string> RunSeries::commands() const {
    if (!loop.empty()) return {loop};
    std::vector<std::string> all;
    for (const Later<RunResult>& run : runs) all.push_back(run->command);
    return all;
}

// ---- the laboratory -------------------------------------------------------------------------------------------------

namespace {

struct Job {
    std::string label;
    double seconds;
    std::function<void(const Stop&)> work;
};

// A word for the shell: as it is where it holds nothing that a shell reads, else between single quotes.
std::string shell_word(const std::string& word) {
    const bool plain =
        word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%$") ==
        std::string::npos;
    if (plain && !word.empty()) return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string run_command(const Experiment& e, const std::vector<std::string>& settings, const std::string& against) {
    std::string command = "polhode run scenarios/" + e.scenario + ".toml";
    for (const std::string& s : settings) command += " --set " + shell_word(s);
    if (!against.empty()) command += " --against " + against;
    return command;
}

std::string number(double value) { return fmt::format("{}", value); }

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
    const Watch watch{
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
        simulate(scenario->problem, method, scenario->run, watch, result.statistics);
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
    p.command = run_command(e, e.settings, p.against);
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
    std::string words;
    for (const double v : values) words += (words.empty() ? "" : " ") + number(v);
    Experiment one = experiment;
    one.settings.push_back(setting(key, values.front()));
    const std::string against = prepare(one).against;
    one.settings.back() = key + "=$value";
    return "for value in " + words + "; do " + run_command(one, one.settings, against) + "; done";
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
    std::vector<Job>& jobs = impl_->jobs;
    if (threads <= 0) threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    const double all = std::max(seconds(), 1e-9);
    // the longest first, so that none is left alone at the end
    std::vector<std::size_t> order(jobs.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return jobs[a].seconds != jobs[b].seconds ? jobs[a].seconds > jobs[b].seconds : a < b;
    });
    std::atomic<std::size_t> next{0};
    std::atomic<bool> broken{false}, stopped{false};
    std::mutex mutex;
    std::exception_ptr first;
    double finished = 0;
    const Stop asked = [&] { return broken.load() || (stop && stop()); };
    const auto worker = [&] {
        while (true) {
            const std::size_t i = next++;
            if (i >= order.size()) return;
            if (asked()) {
                stopped = true;
                return;
            }
            Job& job = jobs[order[i]];
            try {
                job.work(asked);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!first) first = std::current_exception();
                broken = true;
                return;
            }
            const std::lock_guard lock(mutex);
            finished += job.seconds;
            if (progress) progress(finished / all);
        }
    };
    const auto count = std::min(static_cast<std::size_t>(threads), std::max<std::size_t>(jobs.size(), 1));
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < count; ++i) others.emplace_back(worker);
    worker();
    for (std::thread& t : others) t.join();
    if (first) std::rethrow_exception(first);
    return !stopped && !(stop && stop());
}

// ---- analysis -------------------------------------------------------------------------------------------------------

double observed_slope(const std::vector<double>& x, const std::vector<double>& y) {
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (std::size_t i = 0; i < x.size() && i < y.size(); ++i) {
        if (!(x[i] > 0) || !(y[i] > 0) || !std::isfinite(x[i]) || !std::isfinite(y[i])) continue;
        const double a = std::log(x[i]), b = std::log(y[i]);
        n += 1;
        sx += a;
        sy += b;
        sxx += a * a;
        sxy += a * b;
    }
    const double spread = n * sxx - sx * sx;
    return n < 2 || !(spread > 0) ? std::nan("") : (n * sxy - sx * sy) / spread;
}

std::string setting(const std::string& key, double value) { return key + "=" + number(value); }

// ---- the report -----------------------------------------------------------------------------------------------------

namespace {

std::vector<const ReportDocument*> chosen_documents(const std::vector<std::string>& names) {
    std::vector<const ReportDocument*> chosen;
    std::vector<std::string> known;
    for (const ReportDocument& d : report_documents()) known.push_back(d.name);
    for (const std::string& name : names) {
        const ReportDocument* found = find_report_document(name);
        if (!found) {
            const std::string near = nearest_name(name, known);
            throw InputError({"", 0, ""}, "'" + printable(std::string_view(name)) + "' is not a document; known: " +
                                              listed(known) + (near.empty() ? "" : "; did you mean '" + near + "'?"));
        }
        if (std::find(chosen.begin(), chosen.end(), found) == chosen.end()) chosen.push_back(found);
    }
    if (names.empty())
        for (const ReportDocument& d : report_documents()) chosen.push_back(&d);
    return chosen;
}

}  // namespace

double estimated_seconds(const ReproduceRequest& request) {
    const int threads =
        request.threads > 0 ? request.threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    double sum = 0;
    for (const ReportDocument* document : chosen_documents(request.documents)) {
        Laboratory lab(request.folder, request.full);
        document->ask(lab);
        sum += lab.seconds();
    }
    return sum / threads;
}

ReproduceResult reproduce(const ReproduceRequest& request) {
    const std::vector<const ReportDocument*> documents = chosen_documents(request.documents);
    std::vector<std::string> pages{"index.html", "verdicts.json"};
    for (const ReportDocument& d : report_documents()) pages.push_back(d.name + ".html");
    ReportFolder folder(request.folder, pages);

    ReproduceResult result;
    std::set<std::string> written;
    const auto put = [&](const std::string& name, const std::string& contents) {
        folder.put(name, contents);
        if (written.insert(name).second) result.files.push_back(name);
    };
    std::vector<FinishedDocument> finished;
    const auto put_overview = [&](bool complete) {
        std::vector<std::string> missing;
        for (std::size_t i = finished.size(); i < documents.size(); ++i) missing.push_back(documents[i]->title);
        put("verdicts.json", verdicts_json(request, finished, complete ? "complete" : "interrupted"));
        put("index.html", index_html(request, finished, missing));
    };
    // what cannot be written is found out at once; an older report stands until there is something in its place
    if (folder.empty()) put_overview(false);

    for (const ReportDocument* document : documents) {
        const auto begin = std::chrono::steady_clock::now();
        const auto progress = [&](double fraction) {
            if (request.progress) request.progress(document->name, fraction);
        };
        progress(0);
        Laboratory lab(request.folder, request.full);
        const WritePage write = document->ask(lab);
        for (const auto& [name, text] : lab.scenario_files()) {
            folder.keep(name);
            if (written.insert(name).second) result.files.push_back(name);
        }
        // the last tenth is drawing
        if (!lab.perform(
                request.threads, [&](double part) { progress(0.9 * part); }, request.stop)) {
            result.interrupted = true;
            break;
        }
        ReportPage page(document->name, document->title, document->subtitle);
        try {
            write(page);
            throw_if_stop_asked();
        } catch (const Interrupted&) {
            result.interrupted = true;
            break;
        }
        for (const std::string& warning : page.warnings())
            if (request.note) request.note(document->name + ": " + warning);
        for (const auto& [name, text] : page.files()) put("data/" + name, text);
        put(document->name + ".html", page.html(report_footer(request)));
        finished.push_back({document->name, document->title, document->subtitle, page.claims(), page.lead()});
        result.documents.push_back({document->name, document->title, page.claims(), document->name + ".html",
                                    std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()});
        put_overview(finished.size() == documents.size());
        progress(1);
    }
    if (!finished.empty()) folder.remove_older();
    return result;
}

}  // namespace polhode
