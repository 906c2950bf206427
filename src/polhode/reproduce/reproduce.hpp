// `polhode reproduce`: the founding documents once more, from scenario files alone, as pages with a verdict on each
// claim. How a document is added stands in documents.hpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "polhode/reproduce/claim.hpp"
#include "polhode/reproduce/documents.hpp"
#include "polhode/reproduce/later.hpp"

namespace polhode {

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

// Writes DIR/index.html, a page a document, data/*.csv, scenarios/*.toml, verdicts.json and, at the end,
// provenance.json. Index and verdicts are written again after each document, so that an interrupted run leaves a report
// of what is finished. Throws InputError (unknown document), OutputError.
ReproduceResult reproduce(const ReproduceRequest& request);

// Documents by verdicts, counted, for a terminal.
std::string verdict_table(const ReproduceResult& result, int width = 0);

}  // namespace polhode
