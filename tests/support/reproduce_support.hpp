// One document of the report, for the tests of its verdicts.
#pragma once

#include <set>
#include <stdexcept>
#include <string>

#include "polhode/reproduce/reproduce.hpp"
#include "support/folder.hpp"

namespace polhode::test {

// A page of the report, computed with the default sample sizes; each test file keeps one for all its tests.
struct DocumentPage {
    explicit DocumentPage(const std::string& name) : page(name, "", "") {
        const ReportDocument* document = find_report_document(name);
        if (!document) throw std::runtime_error("the document is not registered");
        const Folder folder;
        Laboratory lab(folder.path(), false);
        const WritePage write = document->ask(lab);
        seconds = lab.seconds();
        lab.perform(2, {}, {});
        write(page);
        for (const auto& [file, text] : lab.scenario_files()) scenarios.insert(file);
    }
    ReportPage page;
    double seconds = 0;
    std::set<std::string> scenarios;

    const Claim& claim(const std::string& number) const {
        for (const Claim& c : page.claims())
            if (c.number == number) return c;
        throw std::runtime_error("no verdict " + number);
    }
    double number(const std::string& claim_number, const std::string& name) const {
        for (const Evidence& e : claim(claim_number).evidence)
            if (e.name == name) return e.value;
        throw std::runtime_error("verdict " + claim_number + " has no number '" + name + "'");
    }
};

}  // namespace polhode::test
