// The folder of `polhode reproduce`: pages, data, scenarios. Files come one by one, so that a document that is finished
// stays; each is recorded before it gets its name, files of others are never overwritten, and what an older report left
// and this one does not have goes at the end.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "polhode/files/provenance.hpp"

namespace polhode {

class ReportFolder {
 public:
    // `pages`: names that any report may have, "index.html". Throws InputError where one of them is a file of others.
    ReportFolder(std::string folder, const std::vector<std::string>& pages);

    // No report was here before. Throws OutputError where nothing can be written.
    bool empty() const;
    // "data/nasa-figure-3.csv"; throws OutputError, also where a file of others has the name.
    void put(const std::string& name, const std::string& contents);
    // The file is part of this report, whoever wrote it.
    void keep(const std::string& name) { written_.insert(name); }
    void remove_older() const;
    // Last of all: provenance.json with every file of this report.
    void complete(const Provenance& provenance);

 private:
    void forget_provenance();

    std::string folder_;
    std::set<std::string> written_;
    bool begun_ = false;  // a file of this report is there: the provenance of an older one says nothing any more
};

// One file of a report. What stands there already in the same words stays.
void write_report_file(const std::string& folder, const std::string& name, const std::string& contents);

}  // namespace polhode
