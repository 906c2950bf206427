#include "polhode/output/run_outputs.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/base/stop_question.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/files/output_folder.hpp"
#include "polhode/files/provenance.hpp"
#include "polhode/files/result_folder.hpp"
#include "polhode/output/extra_columns.hpp"
#include "polhode/output/loads_file.hpp"
#include "polhode/output/output_format.hpp"
#include "polhode/output/output_size.hpp"
#include "polhode/output/trajectory_files.hpp"
#include "polhode/picture/plot.hpp"
#include "polhode/scenario/scenario_writer.hpp"

namespace polhode {

namespace {

bool is_run_result(const std::string& name) {
    for (const char* one :
         {"differences.csv", "summary.json", "scenario.toml", "overview.svg", "polhode.svg", "provenance.json"})
        if (name == one) return true;
    const std::filesystem::path p(name);
    const std::string stem = p.stem().string(), ending = p.extension().string();
    if (stem != "trajectory" && stem.rfind("trajectory-", 0) != 0) return false;
    // what a program with HDF5 wrote is known to one without
    if (ending == ".csv" || ending == ".h5") return true;
    const std::vector<OutputFormat>& formats = output_formats();
    return std::any_of(formats.begin(), formats.end(),
                       [&](const OutputFormat& f) { return f.in_folder && f.ending == ending; });
}

constexpr ResultKind run_results{{"run.files", "POLHODE RUN FILES\n", "run", false}, is_run_result};

const OutputFormat& format_named(const TrajectoryRequest& request) {
    const OutputFormat* format = find_format(request.format);
    if (!format || !format->open) {
        const std::vector<std::string> known = written_formats();
        const std::string near = nearest_name(request.format, known);
        throw InputError({"--write", 0, ""}, "'" + without_control_characters(request.format) +
                                                 "' is not a format of trajectories; known: " + listed(known) +
                                                 (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
    if (request.path == "-" && !format->standard_output)
        throw InputError({"--write", 0, ""}, "the format '" + format->entry.name +
                                                 "' needs a file: it cannot be written to standard output");
    return *format;
}

}  // namespace

struct RunOutputs::Impl {
    const Scenario& scenario;
    OutputRequest request;
    Provenance provenance{};
    std::optional<ResultFolder> folder;
    std::vector<std::string> names;  // of all methods

    std::vector<std::unique_ptr<TrajectoryFiles>> trajectories;
    MethodSummaries methods;
    Comparison comparison;
    std::optional<RunMeasures> measures;
    std::optional<LoadsFile> loads;
    std::optional<ExtraColumns> extra;
    std::size_t own_columns = 0;  // of the method that runs, behind the rate
    std::optional<PlotData> plot;
    std::vector<RowSink*> files_of_rows;  // trajectories, which get the extra columns too
    std::vector<RowSink*> sinks;          // all others of these that are wanted

    Summary summary;
    std::vector<std::string> files, warnings;

    Impl(const Scenario& s, OutputRequest r) : scenario(s), request(std::move(r)), methods(s.problem, s.target) {
        for (const Method& m : scenario.methods) names.push_back(m.name);
    }

    bool several() const { return names.size() > 1; }
    bool rows_on_standard_output() const {
        return std::any_of(request.trajectories.begin(), request.trajectories.end(),
                           [](const TrajectoryRequest& t) { return t.path == "-"; });
    }
    // Where a file of the folder is written; it gets its name when all are there.
    std::string in_folder(const std::string& name) {
        files.push_back(folder->path(name));
        return folder->part(name);
    }

    void check_request() const {
        if (!request.plot.empty()) picture_format(request.plot);
        if (const auto& cycle = request.measures.cycle; cycle && (!(*cycle > 0) || !std::isfinite(*cycle)))
            throw InputError({"--cycle", 0, ""}, "the length of a cycle is a number of seconds > 0");
        if (request.equilibria)
            if (const std::string why = equilibria_of(scenario.problem).none; !why.empty())
                throw InputError({"--equilibria", 0, ""}, "no steady motion of this body is known: " + why);
        if (request.lyapunov)
            if (const std::string why = no_lyapunov_exponent(scenario.problem); !why.empty())
                throw InputError({"--lyapunov", 0, ""}, "this motion has no exponent to compute: " + why);
        const auto on_standard_output = std::count_if(request.trajectories.begin(), request.trajectories.end(),
                                                      [](const TrajectoryRequest& t) { return t.path == "-"; });
        if (on_standard_output > 1)
            throw InputError({"--write", 0, ""},
                             "standard output can hold one trajectory, and more than one is asked for");
        for (const TrajectoryRequest& t : request.trajectories) format_named(t);
    }
    void find_exponent();
    void foresee_size();
    void add_trajectories();
    void write_folder();
    void draw(const std::string& path);
    void draw_in_folder(const char* name, const std::function<void(const std::string&)>& plot_to);
};

// Of the files that are asked for, before anything is computed.
void RunOutputs::Impl::foresee_size() {
    std::vector<std::string> places;
    for (const TrajectoryRequest& t : request.trajectories)
        if (t.path != "-") places.push_back(t.path);
    if (!request.folder.empty()) places.push_back(request.folder);
    if (places.empty()) return;
    double numbers = 0;
    for (const Method& m : scenario.methods)
        numbers += rows_of(scenario.run) *
                   (columns_in(scenario.problem, m) + (extra ? static_cast<double>(extra->number()) : 0));
    double usual = 0, least = 0;
    for (const OutputFormat& f : output_formats()) {
        const bool asked = std::any_of(request.trajectories.begin(), request.trajectories.end(),
                                       [&](const TrajectoryRequest& t) { return t.format == f.entry.name; });
        if (!asked && !(f.in_folder && !request.folder.empty())) continue;
        usual += numbers * f.usual_bytes;
        least += numbers * f.least_bytes;
    }
    const std::string warning = size_warning(usual, least, places.front());
    if (!warning.empty()) warnings.push_back(warning);
}

void RunOutputs::Impl::add_trajectories() {
    const auto add = [&](const OutputFormat& format, std::function<std::string(std::size_t)> path_of) {
        trajectories.push_back(std::make_unique<TrajectoryFiles>(format, scenario, std::move(path_of)));
        files_of_rows.push_back(trajectories.back().get());
    };
    // The first method in the file as named, the others beside it; standard output has no beside.
    for (const TrajectoryRequest& t : request.trajectories)
        add(format_named(t), [this, t](std::size_t n) -> std::string {
            if (t.path == "-") return n == 0 ? t.path : "";
            files.push_back(n == 0 ? t.path : file_of_method(t.path, names, n));
            return files.back();
        });
    if (!folder) return;
    for (const OutputFormat& format : output_formats())
        if (format.in_folder)
            add(format, [this, ending = format.ending](std::size_t n) {
                return in_folder(file_of_method("trajectory" + ending, names, n));
            });
}

RunOutputs::RunOutputs(const Scenario& scenario, OutputRequest request)
    : impl_(std::make_unique<Impl>(scenario, std::move(request))) {
    Impl& o = *impl_;
    o.check_request();
    for (const TrajectoryRequest& file : o.request.trajectories)
        if (file.path != "-") keep_what_is_read(scenario, file.path, "--" + file.format);
    if (o.rows_on_standard_output() && o.several())
        o.warnings.push_back("standard output holds the rows of '" + o.names.front() +
                             "' only; --csv FILE and --out DIR keep those of all methods");
    if (!o.request.measures.against.empty()) o.measures.emplace(scenario, o.request.measures);
    if (!o.request.measures.file.empty()) o.files.push_back(o.request.measures.file);
    if (!o.request.columns.empty()) o.extra.emplace(scenario, o.request.columns);
    o.foresee_size();
    if (!o.request.folder.empty()) o.folder.emplace(o.request.folder, run_results);
    if (o.folder || !o.request.plot.empty()) o.plot.emplace(scenario).all_panels = o.request.all_panels;

    o.add_trajectories();
    o.sinks.push_back(&o.methods);
    if (o.several()) o.sinks.push_back(&o.comparison);
    if (o.measures) o.sinks.push_back(&*o.measures);
    if (o.plot) o.sinks.push_back(&*o.plot);
    if (!o.request.loads.empty()) {
        o.loads.emplace(scenario, o.request.loads);
        o.files.push_back(o.request.loads);
        o.sinks.push_back(&*o.loads);
    }
}

RunOutputs::~RunOutputs() = default;

void RunOutputs::begin(const Method& method) {
    const Columns columns = columns_of(impl_->scenario.problem, method);
    impl_->own_columns = columns.state.size();
    for (RowSink* sink : impl_->files_of_rows)
        sink->begin(method, impl_->extra ? impl_->extra->behind(columns) : columns);
    for (RowSink* sink : impl_->sinks) sink->begin(method, columns);
}

void RunOutputs::row(const Row& row) {
    if (!impl_->files_of_rows.empty()) {
        const Row whole = impl_->extra ? impl_->extra->behind(row, impl_->own_columns) : row;
        for (RowSink* sink : impl_->files_of_rows) sink->row(whole);
    }
    for (RowSink* sink : impl_->sinks) sink->row(row);
}

void RunOutputs::end(const Statistics& statistics, const std::string& failure) {
    for (RowSink* sink : impl_->files_of_rows) sink->end(statistics, failure);
    for (RowSink* sink : impl_->sinks) sink->end(statistics, failure);
}

bool RunOutputs::rows_on_standard_output() const { return impl_->rows_on_standard_output(); }

bool RunOutputs::reader_gone() const {
    const OutputRequest& r = impl_->request;
    return r.trajectories.size() == 1 && impl_->trajectories.front()->reader_gone() && r.folder.empty() &&
           r.plot.empty();
}

void RunOutputs::Impl::draw(const std::string& path) {
    try {
        plot_overview(*plot, comparison, path);
        files.push_back(path);
    } catch (const PlotError& e) {
        warnings.push_back("no picture " + path + ": " + e.what());
    }
}

void RunOutputs::Impl::draw_in_folder(const char* name, const std::function<void(const std::string&)>& plot_to) {
    try {
        plot_to(folder->part(name));
        files.push_back(folder->path(name));
    } catch (const PlotError& e) {
        folder->forget(name);
        warnings.push_back(std::string("no picture ") + name + ": " + e.what());
    }
}

void RunOutputs::Impl::write_folder() {
    if (comparison.any()) comparison.write_csv(in_folder("differences.csv"));
    write_file(in_folder("summary.json"), summary_json(summary) + "\n");
    write_file(in_folder("scenario.toml"), scenario_as_run(scenario));
    draw_in_folder("overview.svg", [&](const std::string& file) { plot_overview(*plot, comparison, file); });
    if (has_polhode(*plot)) draw_in_folder("polhode.svg", [&](const std::string& file) { plot_polhode(*plot, file); });
}

// Of the motion itself: the same for all methods.
void RunOutputs::Impl::find_exponent() {
    if (!request.lyapunov || methods.status() != "complete") return;
    try {
        summary.lyapunov = lyapunov_exponent(scenario.problem, scenario.run.duration);
    } catch (const Interrupted&) {
        warnings.push_back("no Lyapunov exponent: interrupted");
    } catch (const ComputationFailed& e) {
        warnings.push_back(std::string("no Lyapunov exponent: ") + e.what());
    }
}

void RunOutputs::finish() {
    Impl& o = *impl_;
    for (RowSink* sink : o.files_of_rows) sink->finish();
    for (RowSink* sink : o.sinks) sink->finish();
    o.summary = summarise(o.scenario, o.methods.methods(), o.comparison);
    o.summary.list_equilibria = o.request.equilibria;
    if (o.measures) o.summary.measures = o.measures->summary();
    if (o.request.measures.cycle) o.summary.cycle = Cycle{*o.request.measures.cycle, "as given"};
    o.find_exponent();
    if (o.folder) o.write_folder();
    if (!o.request.plot.empty()) o.draw(o.request.plot);
    if (!o.folder) return;

    o.provenance.command_line = o.request.command_line;
    o.provenance.scenario_file = o.scenario.file;
    o.provenance.scenario_text = o.scenario.text;
    o.provenance.settings = o.scenario.settings;
    o.provenance.input_files = files_named_in(o.scenario);
    o.provenance.status = o.methods.status();
    complete_with_provenance(*o.folder, o.provenance);
    o.files.push_back(o.folder->path("provenance.json"));
}

const Summary& RunOutputs::summary() const { return impl_->summary; }
const std::vector<std::string>& RunOutputs::files() const { return impl_->files; }
const std::vector<std::string>& RunOutputs::warnings() const { return impl_->warnings; }

}  // namespace polhode
