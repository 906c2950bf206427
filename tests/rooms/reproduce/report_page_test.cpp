#include "polhode/reproduce/report_page.hpp"

#include <gtest/gtest.h>

#include "support/html_checker.hpp"

namespace report_page_test {

using namespace polhode;
using polhode::test::faults_of;
using polhode::test::joined;

TEST(ReportPage, CheckerSeesWhatIsWrong) {
    const std::string head = "<!DOCTYPE html>\n";
    EXPECT_TRUE(faults_of(head + "<p id=\"a\">x<br/></p><a href=\"#a\">y</a>").empty());
    EXPECT_FALSE(faults_of(head + "<p><b>x</p></b>").empty());
    EXPECT_FALSE(faults_of(head + "<p>x").empty());
    EXPECT_FALSE(faults_of(head + "<p class=x>x</p>").empty());
    EXPECT_FALSE(faults_of(head + "<p id=\"a\"></p><p id=\"a\"></p>").empty());
    EXPECT_FALSE(faults_of(head + "<a href=\"#b\">x</a>").empty());
    EXPECT_FALSE(faults_of(head + "<img src=\"https://example.org/a.png\"/>").empty());
    EXPECT_FALSE(faults_of(head + "a < b").empty());
    EXPECT_FALSE(faults_of(head + "<a href=\"c.html\">x</a>", {"d.html"}).empty());
}

namespace {

ReportPage small_page() {
    ReportPage page("small", "A <small> page", "by nobody & all");
    page.asked("Is it so?");
    page.done("One thing.\n\nAnother.");
    page.came_out("It is *so*.\n\nMore.");
    page.claim({.number = "1",
                .text = "x < y",
                .verdict = Verdict::fails,
                .explanation = "x = 2 y",
                .evidence = {{"x", 2, "m"}},
                .command = "polhode list"});
    page.section("First & last");
    page.table({.caption = "T", .heads = {"a", "b"}, .rows = {{"1", "2"}}});
    page.list({"one", "two"});
    page.lost("Figure 9", "lost");
    FigurePanel panel{
        .title = "p",
        .x = {"h, s", "h_s", true},
        .y = {"e, rad", "e_rad", true},
        .curves = {{"it's <one>", {0.1, 0.01}, {1e-3, 1e-7}}, {"gap", {0.1, 0.05, 0.01}, {1e-2, 0, 1e-4}}}};
    page.figure({.name = "figure-1",
                 .title = "Figure 1: e",
                 .caption = "c",
                 .description = "falls from 1e-3 to 1e-7",
                 .panels = {panel, panel},
                 .commands = {"polhode run a && b"}});
    return page;
}

}  // namespace

TEST(ReportPage, WellFormedWithFiguresThatSayWhatTheyShow) {
    const ReportPage page = small_page();
    const std::string html = page.html("foot");
    EXPECT_TRUE(page.warnings().empty()) << joined(page.warnings());
    EXPECT_TRUE(faults_of(html).empty()) << joined(faults_of(html));
    for (const char* part :
         {"<h1>A &lt;small&gt; page</h1>", "What was asked", "What was done", "What came out", "does not hold",
          "role=\"img\"", "falls from 1e-3 to 1e-7", "it's &lt;one&gt;", "polhode run a &amp;&amp; b",
          "prefers-color-scheme: dark", "@media print", "name=\"viewport\""})
        EXPECT_NE(html.find(part), std::string::npos) << part;
    // curves take the page's colours, so none of gnuplot's is left
    EXPECT_NE(html.find("var(--curve-1)"), std::string::npos);
    EXPECT_EQ(html.find("rgb("), std::string::npos);
    EXPECT_EQ(html.find("\"black\""), std::string::npos);
    EXPECT_EQ(html.find("Gnuplot"), std::string::npos);
    EXPECT_EQ(page.lead(), "It is *so*.");
    ASSERT_EQ(page.files().size(), 2u);
    EXPECT_EQ(page.files()[0].first, "small-figure-1-a.csv");
}

// Tables wider than a telephone scroll, and tell that there is more: a shade at the edge, a word above.
TEST(ReportPage, WhatScrollsSaysSo) {
    ReportPage page("small", "Small", "");
    page.table({.caption = "T", .heads = {"a", "b"}, .rows = {{"1", "2"}}});
    const std::string html = page.html("foot");
    EXPECT_NE(html.find("<div class=\"scroll\""), std::string::npos);
    for (const char* part : {"no-repeat local", "no-repeat scroll", ".scroll::before", "animation-timeline: scroll("})
        EXPECT_NE(html.find(part), std::string::npos) << part;
    EXPECT_EQ(html.find("<script"), std::string::npos);
}

TEST(ReportPage, AVerdictStandsWithTheSentenceItIsAbout) {
    ReportPage page("small", "Small", "");
    page.quotations_in("zh-Hant");
    page.claim({.number = "1",
                .text = "It turns",
                .quotation = "它 <轉>",
                .place = "part 2",
                .verdict = Verdict::not_decided,
                .explanation = "It is gone.",
                .would_decide = "the body itself"});
    const std::string html = page.html("foot");
    EXPECT_TRUE(faults_of(html).empty()) << joined(faults_of(html));
    EXPECT_NE(html.find("<blockquote lang=\"zh-Hant\"><p>“它 &lt;轉&gt;” <cite lang=\"en-GB\">(part 2)</cite></p>"),
              std::string::npos);
    EXPECT_NE(html.find("What would decide it:</strong> the body itself."), std::string::npos);
    EXPECT_NE(html.find("badge undecided"), std::string::npos);
}

TEST(ReportPage, WithoutGnuplotThePageSaysSoAndKeepsTheData) {
    const std::string path = getenv("PATH");
    setenv("PATH", "/nonexistent", 1);
    const ReportPage page = small_page();
    setenv("PATH", path.c_str(), 1);
    ASSERT_EQ(page.warnings().size(), 1u);
    EXPECT_NE(page.warnings()[0].find("gnuplot"), std::string::npos);
    const std::string html = page.html("foot");
    EXPECT_TRUE(faults_of(html).empty()) << joined(faults_of(html));
    EXPECT_NE(html.find("could not be drawn"), std::string::npos);
    EXPECT_EQ(page.files().size(), 2u);
}

}  // namespace report_page_test
