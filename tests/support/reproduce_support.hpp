// One document of the report, for the tests of its verdicts.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "polhode/reproduce/documents.hpp"

namespace polhode::test {

// The runs of a document with the default sample sizes, its claims by name, and its page; each test file keeps one for
// all its tests.
template <class Runs>
class DocumentUnderTest {
 public:
    using ClaimOf = Claim (*)(const Runs&);

    DocumentUnderTest(const std::string& name, std::shared_ptr<const Runs> (*ask_runs)(Laboratory&),
                      void (*write_page)(ReportPage&, const Runs&))
        : page(name, "", "") {
        if (!find_report_document(name)) throw std::runtime_error("the document is not registered");
        std::string folder = (std::filesystem::temp_directory_path() / "polhode-test-XXXXXX").string();
        if (!mkdtemp(folder.data())) throw std::runtime_error("no temporary folder");
        Laboratory lab(folder, false);
        runs_ = ask_runs(lab);
        seconds = lab.seconds();
        lab.perform(2, {}, {});
        write_page(page, *runs_);
        for (const auto& [file, text] : lab.scenario_files()) scenarios.insert(file);
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }
    ReportPage page;
    double seconds = 0;
    std::set<std::string> scenarios;

    Claim claim(ClaimOf of) const { return of(*runs_); }
    double number(ClaimOf of, const std::string& name) const {
        const Claim c = claim(of);
        for (const Evidence& e : c.evidence)
            if (e.name == name) return e.value;
        throw std::runtime_error("claim " + c.number + " has no number '" + name + "'");
    }
    void expect_near(ClaimOf of, const std::string& name, double value, double tolerance) const {
        EXPECT_NEAR(number(of, name), value, tolerance) << claim(of).text << ": " << name;
    }

    // All claims of the page, in its order.
    void expect_verdicts(const std::vector<std::pair<ClaimOf, Verdict>>& expected) const {
        ASSERT_EQ(page.claims().size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const Claim c = claim(expected[i].first);
            EXPECT_EQ(c.number, page.claims()[i].number) << c.text;
            EXPECT_EQ(c.number, std::to_string(i + 1)) << c.text;
            EXPECT_EQ(c.verdict, expected[i].second) << c.text << ": " << c.explanation;
            EXPECT_EQ(c.verdict, page.claims()[i].verdict) << c.text;
            EXPECT_FALSE(c.evidence.empty()) << c.text;
            EXPECT_EQ(breaches_of_rule(c), std::vector<std::string>{}) << c.text;
            EXPECT_NE(c.command.find("polhode "), std::string::npos) << c.text;
            for (const Evidence& e : c.evidence) EXPECT_TRUE(std::isfinite(e.value)) << c.text << ' ' << e.name;
        }
    }

 private:
    std::shared_ptr<const Runs> runs_;
};

}  // namespace polhode::test
