#include "polhode/output/run_outputs.hpp"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>

#include "polhode/files/output_error.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/files/output_folder.hpp"
#include "polhode/files/provenance.hpp"
#include "polhode/files/result_folder.hpp"
#include "polhode/output/output_size.hpp"
#include "polhode/output/trajectory_csv.hpp"
#include "polhode/picture/plot.hpp"
#include "polhode/problem/reading_gaps.hpp"
#if defined(POLHODE_WITH_HDF5)
#include "polhode/hdf5/trajectory_hdf5.hpp"
#endif

namespace polhode {

namespace {

bool is_run_result(const std::string& name) {
    for (const char* one :
         {"differences.csv", "summary.json", "scenario.toml", "overview.svg", "polhode.svg", "provenance.json"})
        if (name == one) return true;
    const std::filesystem::path p(name);
    const std::string stem = p.stem().string();
    return (p.extension() == ".csv" || p.extension() == ".h5") &&
           (stem == "trajectory" || stem.rfind("trajectory-", 0) == 0);
}

constexpr ResultKind run_results{{"run.files", "POLHODE RUN FILES\n", "run", false}, is_run_result};

}  // namespace

struct RunOutputs::Impl {
    const Scenario& scenario;
    OutputRequest request;
    std::optional<ResultFolder> folder;
    std::vector<std::string> names;  // of all methods
    bool several = false;

    std::unique_ptr<TrajectoryCsv> csv, folder_csv;
#if defined(POLHODE_WITH_HDF5)
    std::unique_ptr<TrajectoryHdf5> hdf5, folder_hdf5;
#endif
    std::size_t which = 0;  // method at work
    Comparison comparison;
    std::optional<RunMeasures> measures;
    std::optional<PlotData> plot;
    std::vector<MethodSummary> methods;
    Summary summary;
    std::vector<std::string> files, warnings;
    std::string started_utc = utc_time_now();
    std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();

    Impl(const Scenario& s, OutputRequest r) : scenario(s), request(std::move(r)) {}

    // Where a file of the folder is written; it gets its name when all are there.
    std::string in_folder(const std::string& name) {
        files.push_back(folder->path(name));
        return folder->part(name);
    }
    // The first method in the file as named, the others beside it.
    std::string file_for(const std::string& path) const {
        return which == 0 ? path : file_of_method(path, names, which);
    }
    // Of the files that are asked for, before anything is computed.
    void foresee_size() {
        std::vector<std::string> places;
        for (const std::string* path : {&request.csv, &request.hdf5, &request.folder})
            if (!path->empty() && *path != "-") places.push_back(*path);
        if (places.empty()) return;
        double numbers = 0;
        for (const Method& m : scenario.methods) numbers += rows_of(scenario.run) * columns_in(scenario.problem, m);
        const bool binary = !request.hdf5.empty() || !request.folder.empty(),
                   text = !request.csv.empty() || !request.folder.empty();
        const std::string warning = size_warning(numbers, text, binary, places.front());
        if (!warning.empty()) warnings.push_back(warning);
    }
    void draw(const std::string& path) {
        try {
            plot_overview(*plot, comparison, path);
            files.push_back(path);
        } catch (const PlotError& e) {
            warnings.push_back("no picture " + path + ": " + e.what());
        }
    }
};

RunOutputs::RunOutputs(const Scenario& scenario, OutputRequest request)
    : impl_(std::make_unique<Impl>(scenario, std::move(request))) {
    Impl& o = *impl_;
    for (const Method& m : scenario.methods) o.names.push_back(m.name);
    o.several = o.names.size() > 1;
    if (!o.request.plot.empty()) picture_format(o.request.plot);
    if (o.request.csv == "-" && o.several)
        o.warnings.push_back("standard output holds the rows of '" + o.names.front() +
                             "' only; --csv FILE and --out DIR keep those of all methods");
    if (const auto& cycle = o.request.measures.cycle; cycle && (!(*cycle > 0) || !std::isfinite(*cycle)))
        throw InputError({"--cycle", 0, ""}, "the length of a cycle is a number of seconds > 0");
    if (!o.request.measures.against.empty()) o.measures.emplace(scenario, o.request.measures);
    if (!o.request.measures.file.empty()) o.files.push_back(o.request.measures.file);
    o.foresee_size();
    if (!o.request.folder.empty()) o.folder.emplace(o.request.folder, run_results);
    if (o.folder || !o.request.plot.empty()) o.plot.emplace(scenario).all_panels = o.request.all_panels;
}

RunOutputs::~RunOutputs() = default;

void RunOutputs::begin(const Method& method) {
    Impl& o = *impl_;
    o.which = o.methods.size();
    o.methods.emplace_back();
    o.methods.back().method = method;
    const Columns columns = columns_of(o.scenario.problem, method);
    if (!o.request.csv.empty() && (o.request.csv != "-" || o.which == 0)) {
        const std::string path = o.file_for(o.request.csv);
        o.csv = std::make_unique<TrajectoryCsv>(path, columns);
        if (path != "-") o.files.push_back(path);
    }
#if defined(POLHODE_WITH_HDF5)
    if (!o.request.hdf5.empty()) {
        o.files.push_back(o.file_for(o.request.hdf5));
        o.hdf5 = std::make_unique<TrajectoryHdf5>(o.files.back(), columns, o.scenario, method);
    }
#endif
    if (o.folder) {
        o.folder_csv =
            std::make_unique<TrajectoryCsv>(o.in_folder(file_of_method("trajectory.csv", o.names, o.which)), columns);
#if defined(POLHODE_WITH_HDF5)
        o.folder_hdf5 = std::make_unique<TrajectoryHdf5>(o.in_folder(file_of_method("trajectory.h5", o.names, o.which)),
                                                         columns, o.scenario, method);
#endif
    }
    if (o.several) o.comparison.begin(method.name);
    if (o.measures) o.measures->begin(method);
    if (o.plot) o.plot->begin(method.name, method_line(method));
}

void RunOutputs::row(const Row& row) {
    Impl& o = *impl_;
    if (o.csv && (o.which == 0 || o.request.csv != "-")) o.csv->row(row);
    if (o.folder_csv) o.folder_csv->row(row);
#if defined(POLHODE_WITH_HDF5)
    if (o.hdf5) o.hdf5->row(row);
    if (o.folder_hdf5) o.folder_hdf5->row(row);
#endif
    o.methods.back().record.row(row);
    if (o.several) o.comparison.row(row);
    if (o.measures) o.measures->row(row);
    if (o.plot) o.plot->row(row);
}

void RunOutputs::end(const Statistics& statistics, const std::string& failure) {
    Impl& o = *impl_;
    MethodSummary& m = o.methods.back();
    m.statistics = statistics;
    m.failure = failure;
    // the error of integrating what was read says nothing about what was not
    if (const auto& rates = o.scenario.problem.rates; rates && !gaps_of(*rates).empty()) {
        m.statistics.estimated_error = -1;
        m.statistics.notes.push_back("attitude error not estimated: " + gaps_of(*rates));
    }
    if (o.measures) o.measures->end();
    if (o.csv) o.csv->close();
    if (o.request.csv != "-") o.csv.reset();  // standard output is asked whether its reader is still there
    if (o.folder_csv) o.folder_csv->close();
    o.folder_csv.reset();
#if defined(POLHODE_WITH_HDF5)
    for (std::unique_ptr<TrajectoryHdf5>* file : {&o.hdf5, &o.folder_hdf5}) {
        if (*file) (*file)->close(failure.empty() ? m.status() : "failed: " + failure);
        file->reset();
    }
#endif
}

bool RunOutputs::reader_gone() const {
    const OutputRequest& r = impl_->request;
    return impl_->csv && impl_->csv->reader_gone() && r.folder.empty() && r.plot.empty() && r.hdf5.empty();
}

void RunOutputs::finish() {
    Impl& o = *impl_;
    o.summary = summarise(o.scenario, o.methods, o.comparison);
    if (o.measures) o.summary.measures = o.measures->summary();
    if (o.request.measures.cycle) o.summary.cycle = Cycle{*o.request.measures.cycle, "as given"};
    if (o.folder) {
        if (o.comparison.any()) o.comparison.write_csv(o.in_folder("differences.csv"));
        write_file(o.in_folder("summary.json"), summary_json(o.summary) + "\n");
        std::string text;
        if (!o.scenario.settings.empty()) {
            text = "# As run with";
            for (const std::string& s : o.scenario.settings) text += " --set " + s;
            text += "\n\n";
        }
        write_file(o.in_folder("scenario.toml"), text + o.scenario.text);
        const auto draw = [&](const char* name, const auto& plot) {
            try {
                plot(o.folder->part(name));
                o.files.push_back(o.folder->path(name));
            } catch (const PlotError& e) {
                o.folder->forget(name);
                o.warnings.push_back(std::string("no picture ") + name + ": " + e.what());
            }
        };
        draw("overview.svg", [&](const std::string& file) { plot_overview(*o.plot, o.comparison, file); });
        if (has_polhode(*o.plot)) draw("polhode.svg", [&](const std::string& file) { plot_polhode(*o.plot, file); });
    }
    if (!o.request.plot.empty()) o.draw(o.request.plot);
    if (!o.folder) return;

    Provenance p;
    p.command_line = o.request.command_line;
    p.scenario_file = o.scenario.file;
    p.scenario_text = o.scenario.text;
    p.settings = o.scenario.settings;
    p.started_utc = o.started_utc;
    p.finished_utc = utc_time_now();
    p.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - o.started).count();
    for (const MethodSummary& m : o.methods)
        if (m.status() != "complete" && p.status != "failed") p.status = m.status();
    p.directory = o.folder->directory();
    p.output_files = o.folder->names();
    p.sum_of = [&](const std::string& name) { return o.folder->sum_of(name); };
    o.folder->replace("provenance.json", [&](const std::string& path) { write_file(path, provenance_json(p)); });
    o.files.push_back(o.folder->path("provenance.json"));
}

const Summary& RunOutputs::summary() const { return impl_->summary; }
const std::vector<std::string>& RunOutputs::files() const { return impl_->files; }
const std::vector<std::string>& RunOutputs::warnings() const { return impl_->warnings; }

}  // namespace polhode
