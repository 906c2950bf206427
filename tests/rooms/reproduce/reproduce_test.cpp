#include "polhode/reproduce/reproduce.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "polhode/files/output_error.hpp"
#include "polhode/scenario/gallery.hpp"
#include "support/html_checker.hpp"

namespace reproduce_test {

using namespace polhode;
using polhode::test::faults_of;
using polhode::test::joined;

namespace {

std::string scratch_folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "polhode-test-XXXXXX").string();
    if (!mkdtemp(pattern.data())) throw std::runtime_error("no temporary folder");
    return pattern;
}

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// The whole report, computed once for all tests of this file.
struct Report {
    Report() : folder(scratch_folder()) {
        ReproduceRequest request;
        request.folder = folder;
        request.note = [this](const std::string& text) { notes.push_back(text); };
        result = reproduce(request);
        verdicts = nlohmann::json::parse(text_of(std::filesystem::path(folder) / "verdicts.json"));
    }
    ~Report() {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }
    std::string folder;
    ReproduceResult result;
    std::vector<std::string> notes;
    nlohmann::json verdicts;
};

const Report& report() {
    static const Report one;
    return one;
}

}  // namespace

TEST(Reproduce, WhatDoesNotFitIsRefusedWhenAskedFor_Long) {
    Laboratory lab("", false);
    EXPECT_THROW(lab.run({.scenario = "no-such-scenario"}), InputError);
    EXPECT_THROW(lab.run({.scenario = "wingnut", .settings = {"run.durration=1"}}), InputError);
    EXPECT_THROW(lab.run({.scenario = "wingnut", .method = "no-such-method"}), InputError);
    ReproduceRequest request;
    request.folder = "/nonexistent/folder";
    request.documents = {"naza"};
    try {
        reproduce(request);
        FAIL() << "an unknown document was accepted";
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("did you mean 'nasa'"), std::string::npos) << e.what();
    }
    request.documents = {"nasa"};
    request.folder = "/dev/null/folder";
    EXPECT_THROW(reproduce(request), OutputError);
}

TEST(Reproduce, EveryScenarioOfTheReportHasATitleAndItsSourceAndRuns_Long) {
    int seen = 0;
    for (const GalleryFile& file : detail::gallery_files()) {
        if (file.name.rfind("reproduce/", 0) != 0 || file.name.find(".toml") == std::string::npos) continue;
        const Scenario s = read_scenario(file.text, file.name, {}, POLHODE_SOURCE_DIR "/scenarios/reproduce");
        EXPECT_FALSE(s.title.empty()) << file.name;
        EXPECT_EQ(file.text.rfind("# ", 0), 0u) << file.name << " must say what it shows and where it is from";
        ++seen;
    }
    EXPECT_GE(seen, 10);
    EXPECT_EQ(find_in_gallery("reproduce/nasa-quaternion"), nullptr);  // `polhode new` shows what to start from
}

// ---- the report -----------------------------------------------------------------------------------------------------

TEST(Reproduce, PagesAreWellFormedAndLeadToEachOther_Long) {
    const Report& r = report();
    EXPECT_TRUE(r.notes.empty()) << joined(r.notes);
    EXPECT_FALSE(r.result.interrupted);
    std::set<std::string> files{"index.html"};
    for (const std::string& file : r.result.files) {
        EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(r.folder) / file)) << file;
        files.insert(file);
    }
    const std::string index = text_of(std::filesystem::path(r.folder) / "index.html");
    EXPECT_TRUE(faults_of(index, files).empty()) << joined(faults_of(index, files));
    for (const ReportDocument& d : report_documents()) {
        EXPECT_NE(index.find("href=\"" + d.name + ".html\""), std::string::npos) << d.name;
        const std::string page = text_of(std::filesystem::path(r.folder) / (d.name + ".html"));
        EXPECT_TRUE(faults_of(page, files).empty()) << d.name << ": " << joined(faults_of(page, files));
        for (const char* part : {"What was asked", "What was done", "What came out", "id=\"verdicts\"", "<svg",
                                 "class=\"commands\"", "index.html"})
            EXPECT_NE(page.find(part), std::string::npos) << d.name << ": " << part;
        EXPECT_EQ(page.find("not a number"), std::string::npos) << d.name;
        EXPECT_EQ(page.find(">nan"), std::string::npos) << d.name;
    }
}

TEST(Reproduce, FiguresOfTheDocumentsAreThereWithTheirData_Long) {
    const Report& r = report();
    const std::set<std::string> files(r.result.files.begin(), r.result.files.end());
    for (const char* file :
         {"data/nasa-figure-3.csv", "data/nasa-figure-4-a.csv", "data/nasa-figure-5-a.csv", "data/nasa-figure-6-a.csv",
          "data/nasa-figure-7-a.csv", "data/nasa-figure-8-a.csv", "data/ganapathi-figure-1-a.csv",
          "data/ganapathi-figure-3-a.csv", "data/ganapathi-figure-4-a.csv", "data/ganapathi-figure-5-a.csv",
          "data/ganapathi-figure-6-a.csv"})
        EXPECT_TRUE(files.count(file)) << file;
    const std::string figure3 = text_of(std::filesystem::path(r.folder) / "data/nasa-figure-3.csv");
    EXPECT_EQ(figure3.rfind("curve,step_cycles,attitude_error_rad\n", 0), 0u);
    // B0 = 15 deg, 10 steps a cycle: 6.267176e-5 rad
    EXPECT_NE(figure3.find(",0.10000000000000001,6.26717595"), std::string::npos) << figure3.substr(0, 200);
}

TEST(Reproduce, VerdictsAsJson_Long) {
    const nlohmann::json& all = report().verdicts;
    EXPECT_EQ(all.at("status"), "complete");
    EXPECT_EQ(all.at("program"), "polhode");
    std::set<std::pair<std::string, std::string>> seen;
    for (const auto& v : all.at("verdicts")) {
        EXPECT_TRUE(find_report_document(v.at("document").get<std::string>()));
        EXPECT_TRUE(seen.emplace(v.at("document"), v.at("number")).second) << v.dump();
        EXPECT_FALSE(v.at("claim").get<std::string>().empty());
        EXPECT_FALSE(v.at("explanation").get<std::string>().empty());
        const std::string verdict = v.at("verdict");
        EXPECT_TRUE(all.at("rule").contains(verdict)) << verdict;
        EXPECT_EQ(verdict == "holds with a condition", v.at("condition").is_string()) << v.dump();
        EXPECT_EQ(verdict == "not decided", v.at("would_decide").is_string()) << v.dump();
        EXPECT_TRUE(v.at("quotation").is_string() && v.at("place").is_string()) << v.dump();
        EXPECT_FALSE(v.at("numbers").empty()) << v.dump();
        for (const auto& n : v.at("numbers")) {
            EXPECT_FALSE(n.at("name").get<std::string>().empty());
            EXPECT_TRUE(n.at("value").is_number()) << v.dump();
        }
        EXPECT_EQ(v.at("command").get<std::string>().find("polhode ") == std::string::npos, false) << v.dump();
    }
    EXPECT_EQ(seen.size(), 95u);
}

// One rule for all 95 claims: a condition with "holds with a condition" and with no other word, what would decide it
// with "not decided" and no other; each with the sentence that it is about.
TEST(Reproduce, EveryClaimKeepsTheRule_Long) {
    std::map<std::string, VerdictCounts> counts;
    int claims = 0;
    for (const DocumentReport& d : report().result.documents) {
        counts[d.name] = count_verdicts(d.claims);
        for (const Claim& c : d.claims) {
            EXPECT_EQ(breaches_of_rule(c), std::vector<std::string>{}) << d.name;
            EXPECT_GE(plain_of(c.quotation).size(), 20u) << d.name << ' ' << c.number;
            EXPECT_FALSE(c.place.empty()) << d.name << ' ' << c.number;
            ++claims;
        }
    }
    EXPECT_EQ(claims, 95);
    const std::string manual = text_of(POLHODE_SOURCE_DIR "/docs/reproduce.md");
    const auto expect_counts = [&](const char* name, int holds, int with_condition, int fails, int not_decided) {
        const VerdictCounts& c = counts[name];
        EXPECT_EQ((std::array{c.holds, c.with_condition, c.fails, c.not_decided}),
                  (std::array{holds, with_condition, fails, not_decided}))
            << name;
        // as the manual has them
        EXPECT_NE(manual.find("| `" + std::string(name) + "` | " + std::to_string(holds) + " | " +
                              std::to_string(with_condition) + " | " + std::to_string(fails) + " | " +
                              std::to_string(not_decided) + " |"),
                  std::string::npos)
            << name;
    };
    expect_counts("gray", 11, 7, 0, 0);
    expect_counts("robinson", 6, 10, 7, 2);
    expect_counts("nasa", 7, 4, 2, 0);
    expect_counts("ganapathi", 4, 3, 5, 0);
    expect_counts("gyrosoft", 9, 5, 13, 0);
}

TEST(Reproduce, TheIndexTellsTheRule_Long) {
    const std::string index = text_of(std::filesystem::path(report().folder) / "index.html");
    EXPECT_NE(index.find("id=\"rule\""), std::string::npos);
    EXPECT_NE(index.find(html_of(what_is_judged())), std::string::npos);
    for (const Verdict v : all_verdicts)
        EXPECT_NE(index.find(badge(v) + "</dt><dd>" + html_of(meaning_of(v))), std::string::npos) << name_of(v);
    // and lists what could not be told
    EXPECT_NE(index.find("robinson.html#claim-2"), std::string::npos);
}

}  // namespace reproduce_test
