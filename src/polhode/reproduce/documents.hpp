// The documents of the report, and all that one of them needs.
//
// HOW TO ADD A DOCUMENT: one room, one registration.
//
//  1. Make a room reproduce/NAME (cmake/rooms.cmake, a README) with a function that describes the document, declared at
//     the end of this header and named in the list of report_documents() in documents.cpp:
//
//         ReportDocument gray_document() {
//             return {"gray", "Gray, Rubinoff, Sohon (1952)", "...",
//                     asked_and_written(gray::ask_runs, gray::write_page)};
//         }
//
//  2. `ask_runs` gets a Laboratory and asks it for every run the page will need. Nothing is computed yet: what comes
//     back are handles, Later<RunResult>, which it keeps in a struct of its own:
//
//         std::shared_ptr<const NameRuns> ask_runs(Laboratory& lab) {
//             auto all = std::make_shared<NameRuns>();
//             all->steps = lab.sweep({.scenario = "reproduce/nasa-figure-5"}, "method.step", {0.1, 0.05, 0.025});
//             all->once = lab.run({.scenario = "wingnut", .settings = {"run.duration=20"}, .method = "rk4"});
//             all->other = lab.job<double>("a search", 0.5, [](const Stop& stop) { return ...; });
//             return all;
//         }
//
//     and `write_page` writes the page once they are there:
//
//         void write_page(ReportPage& page, const NameRuns& r) {
//             page.asked("...");
//             page.done("...");
//             page.claim(error_goes_as_the_fourth_power(r));
//             page.came_out("...");
//             page.figure({.name = "figure-5", ..., .panels = {...}, .commands = r.steps.commands()});
//         }
//
//     Jobs run side by side on the threads asked for; since each writes only its own result and the page is written
//     afterwards by one thread, the same numbers come out for any number of threads. A Monte Carlo is a job for each
//     chunk of machines (or one job), reduced in order while the page is written.
//
//  3. A claim is one function, named by what the document says. It takes the runs and returns the sentence, the verdict
//     by the rule of claim.hpp, and the numbers behind it, so that a test can name the claim:
//
//         Claim error_goes_as_the_fourth_power(const NameRuns& r) {
//             const double slope = observed_slope(r.steps.values, r.steps.each(at_end(MeasureId::axes)));
//             return {.number = "1", .text = "...", .quotation = "...", .place = "section 2", .verdict = ...,
//                     .explanation = ..., .evidence = {{"slope", slope}}, .command = r.once->command};
//         }
//
//  4. Each subject is a file of the room, with its claims, figures and tables; NAME.hpp declares them and holds what
//     they share (see gyrosoft/gyrosoft.hpp), runs.cpp has ask_runs, NAME.cpp puts the page together.
//
//  5. Scenarios: files in scenarios/ ("wingnut") and scenarios/reproduce/ ("reproduce/nasa-figure-5"), which the build
//     puts into the program. Everything that differs between runs is a setting as for --set, so that the command on the
//     page (RunResult::command, RunSeries::commands()) is what was run; it works in the folder of the report, into
//     which the scenarios are copied, and in the source folder.
//
//  6. lab.full() is true with --full: take the large sample then. Give jobs a `seconds` close to what they take on one
//     core: progress and the time announced by --full come from it.
//
// No physics here and none in the rooms of the documents: a document names scenarios and settings, says which measure
// is taken and how it is drawn, and draws the conclusion.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "polhode/reproduce/laboratory.hpp"
#include "polhode/reproduce/observed_slope.hpp"
#include "polhode/reproduce/report_page.hpp"
#include "polhode/reproduce/run_command.hpp"

namespace polhode {

using WritePage = std::function<void(ReportPage&)>;

struct ReportDocument {
    std::string name;      // on the command line: "nasa"
    std::string title;     // "NASA TN D-5302 (1969)"
    std::string subtitle;  // authors and title
    std::function<WritePage(Laboratory&)> ask;
};

// The two halves of a document, put together.
template <class Runs>
std::function<WritePage(Laboratory&)> asked_and_written(std::shared_ptr<const Runs> (*ask_runs)(Laboratory&),
                                                        void (*write_page)(ReportPage&, const Runs&)) {
    return [=](Laboratory& lab) -> WritePage {
        const std::shared_ptr<const Runs> runs = ask_runs(lab);
        return [=](ReportPage& page) { write_page(page, *runs); };
    };
}

const std::vector<ReportDocument>& report_documents();  // in the order of their years
const ReportDocument* find_report_document(const std::string& name);

ReportDocument gray_document();
ReportDocument robinson_document();
ReportDocument nasa_document();
ReportDocument ganapathi_document();
ReportDocument gyrosoft_document();

}  // namespace polhode
