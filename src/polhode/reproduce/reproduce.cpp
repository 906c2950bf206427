#include "polhode/reproduce/reproduce.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include "polhode/base/readable.hpp"
#include "polhode/base/stop_question.hpp"
#include "polhode/base/terminal/text_table.hpp"
#include "polhode/base/thread_group.hpp"
#include "polhode/output/report_folder.hpp"
#include "polhode/reproduce/index_page.hpp"
#include "polhode/reproduce/verdicts_json.hpp"

namespace polhode {

namespace {

std::vector<const ReportDocument*> chosen_documents(const std::vector<std::string>& names) {
    std::vector<const ReportDocument*> chosen;
    std::vector<std::string> known;
    for (const ReportDocument& d : report_documents()) known.push_back(d.name);
    for (const std::string& name : names) {
        const ReportDocument* found = find_report_document(name);
        if (!found) {
            const std::string near = nearest_name(name, known);
            throw InputError({"", 0, ""}, "'" + without_control_characters(name) + "' is not a document; known: " +
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
    double sum = 0;
    for (const ReportDocument* document : chosen_documents(request.documents)) {
        Laboratory lab(request.folder, request.full);
        document->ask(lab);
        sum += lab.seconds();
    }
    return sum / thread_count(request.threads);
}

ReproduceResult reproduce(const ReproduceRequest& request) {
    const std::vector<const ReportDocument*> documents = chosen_documents(request.documents);
    std::vector<std::string> pages{"index.html", "verdicts.json", provenance_file};
    Provenance provenance;
    provenance.command_line = request.command_line;
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
    if (finished.empty()) return result;
    folder.remove_older();
    provenance.status = result.interrupted ? "interrupted" : "complete";
    folder.complete(provenance);
    result.files.push_back(provenance_file);
    return result;
}

std::string verdict_table(const ReproduceResult& result, int width) {
    TextTable table({"holds", "with a condition", "does not hold", "not decided", "time"});
    for (const DocumentReport& d : result.documents) {
        const VerdictCounts c = count_verdicts(d.claims);
        table.row(d.name, {std::to_string(c.holds), std::to_string(c.with_condition), std::to_string(c.fails),
                           std::to_string(c.not_decided), readable_seconds(d.seconds)});
    }
    return table.text(width);
}

}  // namespace polhode
