// polhode reproduce: the founding documents once more, as pages with a verdict on each claim.
#include "polhode/reproduce/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "interrupt.hpp"
#include "program.hpp"
#include "progress_bar.hpp"

namespace polhode::app {

namespace {

struct ReproduceCommand {
    ReproduceRequest request;
    bool quiet = false;
};

std::string duration_in_words(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} s", std::max(1.0, seconds));
    return fmt::format("{:.0f} min", seconds / 60);
}

int reproduce_command(ReproduceCommand options) {
    ReproduceRequest& request = options.request;
    if (request.full && !options.quiet)
        note(fmt::format("--full: large samples, about {} on {} threads", duration_in_words(estimated_seconds(request)),
                         request.threads > 0 ? request.threads
                                             : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))));
    watch_for_interrupts();
    std::unique_ptr<ProgressBar> bar;
    std::string shown_document;
    request.progress = [&](const std::string& document, double fraction) {
        if (document != shown_document) {
            bar.reset();
            bar = std::make_unique<ProgressBar>(fmt::format("{:<9}", document), 1, !options.quiet);
            shown_document = document;
        }
        bar->at(fraction);
        if (fraction >= 1) bar.reset();
    };
    request.note = [&](const std::string& text) {
        if (!options.quiet) note("warning: " + text);
    };
    request.stop = [] { return interrupted(); };
    ReproduceResult result;
    try {
        result = reproduce(request);
    } catch (...) {
        bar.reset();
        throw;
    }
    bar.reset();

    if (!options.quiet) {
        std::string text = verdict_table(result, terminal_width(100));
        text += fmt::format("\nwritten: {} files; begin with {}\n", result.files.size(),
                            (std::filesystem::path(request.folder) / "index.html").string());
        print(text);
    }
    if (!result.interrupted) return done;
    note(fmt::format(
        "interrupted: {} finished; their pages, data and verdicts are in {}",
        result.documents.size() == 1 ? "1 document is" : fmt::format("{} documents are", result.documents.size()),
        request.folder));
    return failed;
}

}  // namespace

void add_reproduce(Program& program) {
    auto options = std::make_shared<ReproduceCommand>();
    std::string names;
    for (const ReportDocument& d : report_documents()) names += (names.empty() ? "" : ", ") + d.name;
    CLI::App* command =
        program.line.add_subcommand("reproduce", "Compute the founding documents again and judge each of their claims");
    command->add_option("DOCUMENT", options->request.documents, "which: " + names + "; default: all");
    command->add_option("--out", options->request.folder, "folder for the pages, data and verdicts; default: report")
        ->type_name("DIR");
    command->add_flag("--full", options->request.full, "large samples; says how long it will take");
    command->add_option("--threads", options->request.threads, "runs at a time; default: one for each core")
        ->check(whole_number(1, 4096))
        ->type_name("N");
    command->add_flag("--quiet", options->quiet, "no table, no warnings, no progress");
    std::string list;
    for (const ReportDocument& d : report_documents()) list += entry_line(d.name, d.title + ": " + d.subtitle, 2, 14);
    command->footer("Documents:\n" + list +
                    "Writes index.html, a page for each document, data/*.csv, scenarios/*.toml, verdicts.json and "
                    "provenance.json.\nCtrl-C keeps the documents that are finished. Ends with 0 when done, 2 for bad "
                    "input, 3 when interrupted.\n"
                    "Examples:\n"
                    "  polhode reproduce\n"
                    "  polhode reproduce nasa --out report\n");
    command->callback([&program, options] {
        options->request.command_line = program.words;
        program.chosen = [options] { return reproduce_command(*options); };
    });
}

}  // namespace polhode::app
