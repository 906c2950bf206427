// `polhode reproduce`: the founding documents once more, from scenario files alone, as pages with a verdict on each
// claim.
//
// HOW TO ADD A DOCUMENT: one file, one registration.
//
//  1. Write reproduce_NAME.cpp with one function, declared at the end of this header and named in the list of
//     report_documents() in reproduce.cpp:
//
//         ReportDocument gray_document() {
//             return {"gray", "Gray, Rubinoff, Sohon (1952)", "...", ask};
//         }
//
//  2. `ask` gets a Laboratory and asks it for every run it will need. Nothing is computed yet: what comes back are
//     Later<RunResult> handles, to be read when the page is written. It returns the function that writes the page:
//
//         WritePage ask(Laboratory& lab) {
//             const RunSeries steps = lab.sweep({.scenario = "reproduce/nasa-figure-5"}, "method.step", {0.1, 0.05,
//             0.025}); const auto once = lab.run({.scenario = "wingnut", .settings = {"run.duration=20"}, .method =
//             "rk4"}); const Later<double> other = lab.job<double>("a search", 0.5, [](const Stop& stop) { return ...;
//             }); return [=](ReportPage& page) {
//                 page.asked("..."); page.done("..."); page.came_out("...");
//                 const FigureCurve curve = steps.curve("rk4", steps.values, at_end(MeasureId::axes));
//                 const double slope = observed_slope(curve.x, curve.y);
//                 page.claim({.number = "1", .text = "...", .quotation = "...", .place = "section 2", .verdict = ...,
//                             .explanation = ..., .evidence = {...}, .command = once->command});
//                 page.figure({.name = "figure-5", ..., .panels = {...}, .commands = steps.commands()});
//             };
//         }
//
//     Jobs run side by side on the threads asked for; since each writes only its own result and the page is written
//     afterwards by one thread, the same numbers come out for any number of threads. A Monte Carlo is a job for each
//     chunk of machines (or one job), reduced in order while the page is written.
//
//  3. Scenarios: files in scenarios/ ("wingnut") and scenarios/reproduce/ ("reproduce/nasa-figure-5"), which the build
//     puts into the program. Everything that differs between runs is a setting as for --set, so that the command on the
//     page (RunResult::command, RunSeries::commands()) is what was run; it works in the folder of the report, into
//     which the scenarios are copied, and in the source folder.
//
//  4. A document with many subjects becomes several files, reproduce_NAME_SUBJECT.cpp, each with the verdicts, figures
//     and tables of one of them; reproduce_NAME.hpp holds what they share (see reproduce_gyrosoft.hpp).
//
//  5. Verdicts by the rule of claim.hpp, each with the whole sentence that it is about.
//
//  6. lab.full() is true with --full: take the large sample then. Give jobs a `seconds` close to what they take on one
//     core: progress and the time announced by --full come from it.
//
// No physics here and none in a reproduce_NAME.cpp: a document names scenarios and settings, says which measure is read
// and how it is drawn, and draws the conclusion.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "polhode/measure/measure.hpp"
#include "polhode/reproduce/report_page.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

// What is asked for and not there yet.
template <class T>
class Later {
 public:
    const T& get() const {
        if (!slot_ || !*slot_) throw std::logic_error("a result of a report was read before it was computed");
        return **slot_;
    }
    const T& operator*() const { return get(); }
    const T* operator->() const { return &get(); }

 private:
    friend class Laboratory;
    std::shared_ptr<std::optional<T>> slot_;
};

using Stop = std::function<bool()>;  // true: the reader has pressed Ctrl-C, end soon, the result is thrown away

struct Experiment {
    std::string scenario;                 // "wingnut", "reproduce/nasa-figure-5"
    std::vector<std::string> settings{};  // as for --set
    std::string method{};                 // by its name in the scenario; "": the only one, or [method]
    // "truth": the closed form, else the reference solution; "exact"; "reference"; "": nothing is measured
    std::string against = "truth";
    double seconds = 0.02;  // about how long it takes
};

// A row that stays. Values of Row; `measured` by MeasureId, empty where nothing was measured.
struct KeptRow {
    double t = 0;
    Quaternion<double> q_NB;
    Vec3<double> w_NB_B;
    double energy = 0;
    Vec3<double> L_N;
    double defect = 0;
    std::vector<double> state;
    Measured measured{};
    TrueState truth{};
};

struct RunResult {
    std::string command;  // "polhode run scenarios/wingnut.toml --set run.duration=20 --against exact"
    std::string against;  // what it was measured against, in words
    std::shared_ptr<const Scenario> scenario;
    Method method;
    Columns columns;
    Statistics statistics;
    std::string failure;  // why it broke down; "" if it did not
    std::vector<KeptRow> rows;

    const KeptRow& last() const;
    double end(MeasureId id) const { return last().measured[static_cast<std::size_t>(id)]; }
    double largest(MeasureId id) const;       // by size, without its sign
    double at(double t, MeasureId id) const;  // of the row nearest to t
    const KeptRow& row_at(double t) const;
    double cycles_per_second(double cycle_seconds) const;  // of computing, as TN D-5302 counts speed; 0: too short

    // A curve of two numbers of each row.
    FigureCurve curve(const std::string& name, const std::function<double(const KeptRow&)>& x,
                      const std::function<double(const KeptRow&)>& y,
                      FigureCurve::Style style = FigureCurve::Style::line) const;
    FigureCurve over_time(const std::string& name, const std::function<double(const KeptRow&)>& y,
                          FigureCurve::Style style = FigureCurve::Style::line) const;
};

using Reading = std::function<double(const RunResult&)>;
Reading at_end(MeasureId id);
Reading largest_of(MeasureId id);
std::function<double(const KeptRow&)> measured(MeasureId id);

// Runs that differ in one number.
struct RunSeries {
    std::vector<double> values;
    std::vector<Later<RunResult>> runs;
    std::string loop;  // all of them as one command; "" where they differ in several settings

    std::size_t size() const { return runs.size(); }
    const RunResult& operator[](std::size_t i) const { return runs[i].get(); }
    std::vector<double> read(const Reading& reading) const;
    FigureCurve curve(const std::string& name, const std::vector<double>& x, const Reading& y,
                      FigureCurve::Style style = FigureCurve::Style::line_and_points) const;
    std::vector<std::string> commands() const;  // the loop, or each run by itself
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

// ---- analysis -------------------------------------------------------------------------------------------------------

// The slope of a straight line through log y against log x, by least squares. Not a number with fewer than two points.
double observed_slope(const std::vector<double>& x, const std::vector<double>& y);

// A setting: "method.step=0.025", the number with as few digits as give it back.
std::string setting(const std::string& key, double value);

// ---- documents ------------------------------------------------------------------------------------------------------

using WritePage = std::function<void(ReportPage&)>;

struct ReportDocument {
    std::string name;      // on the command line: "nasa"
    std::string title;     // "NASA TN D-5302 (1969)"
    std::string subtitle;  // authors and title
    std::function<WritePage(Laboratory&)> ask;
};

const std::vector<ReportDocument>& report_documents();  // in the order of their years
const ReportDocument* find_report_document(const std::string& name);

struct ReproduceRequest {
    std::vector<std::string> documents;  // names; empty: all
    std::string folder = "report";
    bool full = false;
    int threads = 0;  // 0: one for each core
    std::vector<std::string> command_line;
    std::function<void(const std::string& document, double fraction)> progress = {};
    std::function<void(const std::string& text)> note = {};  // warnings
    Stop stop = {};
};

struct DocumentReport {
    std::string name, title;
    std::vector<Claim> claims;
    std::string page;    // file
    double seconds = 0;  // it took
};

struct ReproduceResult {
    std::vector<DocumentReport> documents;  // those that are finished
    std::vector<std::string> files;         // all that was written, below the folder
    bool interrupted = false;
};

// Seconds that the documents will take on so many threads, by what their jobs say of themselves.
double estimated_seconds(const ReproduceRequest& request);

// Writes DIR/index.html, a page a document, data/*.csv, scenarios/*.toml and verdicts.json. Index and verdicts are
// written again after each document, so that an interrupted run leaves a report of what is finished.
// Throws InputError (unknown document), OutputError.
ReproduceResult reproduce(const ReproduceRequest& request);

// Documents by verdicts, counted, for a terminal.
std::string verdict_table(const ReproduceResult& result, int width = 0);

ReportDocument gray_document();
ReportDocument robinson_document();
ReportDocument nasa_document();
ReportDocument ganapathi_document();
ReportDocument gyrosoft_document();

}  // namespace polhode
