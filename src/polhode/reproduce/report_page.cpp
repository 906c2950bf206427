#include "polhode/reproduce/report_page.hpp"

#include <fmt/format.h>

#include <utility>

#include "polhode/base/stop_question.hpp"
#include "polhode/output/report_style.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "polhode/reproduce/panel_svg.hpp"

namespace polhode {

namespace {

std::string command_block(const std::vector<std::string>& commands) {
    std::string html = "<pre class=\"commands\"><code>";
    for (std::size_t i = 0; i < commands.size(); ++i) html += (i ? "\n" : "") + html_escaped(commands[i]);
    return html + "</code></pre>\n";
}

std::string run_again(const std::vector<std::string>& commands, const std::string& data = "") {
    if (commands.empty() && data.empty()) return "";
    std::string html =
        "<details><summary>Compute it again" + std::string(data.empty() ? "" : ", or take the data") + "</summary>\n";
    if (!commands.empty()) html += command_block(commands);
    return html + data + "</details>\n";
}

const char* css_class(Verdict v) {
    return v == Verdict::holds            ? "holds"
           : v == Verdict::with_condition ? "condition"
           : v == Verdict::fails          ? "fails"
                                          : "undecided";
}

}  // namespace

std::string badge(Verdict v) { return fmt::format("<span class=\"badge {}\">{}</span>", css_class(v), name_of(v)); }

ReportPage::ReportPage(std::string name, std::string title, std::string subtitle)
    : name_(std::move(name)), title_(std::move(title)), subtitle_(std::move(subtitle)) {}

void ReportPage::asked(const std::string& text) { asked_ = paragraphs_of(text); }
void ReportPage::done(const std::string& text) { done_ = paragraphs_of(text); }
void ReportPage::came_out(const std::string& text) {
    came_out_ = paragraphs_of(text);
    lead_ = text.substr(0, text.find("\n\n"));
}

void ReportPage::claim(Claim claim) {
    for (const std::string& breach : breaches_of_rule(claim)) warnings_.push_back(breach);
    claims_.push_back(std::move(claim));
}

void ReportPage::section(const std::string& title) {
    const std::string id = fmt::format("s{}-{}", sections_.size() + 1, identifier_of(title));
    sections_.emplace_back(id, title);
    body_ += fmt::format("<h2 id=\"{}\">{}</h2>\n", id, html_of(title));
}

void ReportPage::text(const std::string& text) { body_ += paragraphs_of(text); }

void ReportPage::list(const std::vector<std::string>& items) {
    body_ += "<ul>\n";
    for (const std::string& item : items) body_ += "<li>" + html_of(item) + "</li>\n";
    body_ += "</ul>\n";
}

void ReportPage::table(const ReportTable& table) {
    std::string html = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" +
                       html_escaped(plain_of(table.caption)) + "\">\n<table class=\"" +
                       (table.text ? "words stacked" : "numbers") + "\">\n<caption><span>" + html_of(table.caption) +
                       "</span></caption>\n<thead><tr>";
    for (const std::string& head : table.heads) html += "<th scope=\"col\">" + html_of(head) + "</th>";
    html += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
        html += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i == 0 && !table.text)
                html += "<th scope=\"row\">" + html_of(row[i]) + "</th>";
            else
                html += "<td data-head=\"" +
                        (i < table.heads.size() ? html_escaped(plain_of(table.heads[i])) : std::string()) + "\">" +
                        html_of(row[i]) + "</td>";
        }
        html += "</tr>\n";
    }
    body_ += html + "</tbody>\n</table>\n</div>\n" + run_again(table.commands);
}

void ReportPage::figure(Figure figure) {
    ++figures_;
    const std::string anchor = identifier_of(figure.name);
    std::string panels, data;
    std::string failure;
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const FigurePanel& panel = figure.panels[i];
        const std::string letter = figure.panels.size() > 1 ? std::string(1, static_cast<char>('a' + i)) : "";
        const std::string file = name_ + "-" + anchor + (letter.empty() ? "" : "-" + letter) + ".csv";
        files_.emplace_back(file, panel_csv(panel));
        data += fmt::format("{}<a href=\"data/{}\">{}</a>", data.empty() ? "" : ", ", file, file);
        throw_if_stop_asked();
        if (!failure.empty()) continue;
        try {
            panels += "<div class=\"panel\">\n";
            if (!panel.title.empty()) panels += "<p>" + html_of(panel.title) + "</p>\n";
            panels += panel_svg(panel, fmt::format("f{}{}", figures_, letter),
                                figure.title + (panel.title.empty() ? "" : ": " + panel.title), figure.description);
            if (panel.key) panels += panel_legend(panel);
            panels += "</div>\n";
        } catch (const PlotError& e) {
            failure = e.what();
            warnings_.push_back(plain_of(figure.title) + " is missing: " + failure);
        }
    }
    body_ += fmt::format("<figure id=\"{}\">\n<h3>{}</h3>\n", anchor, html_of(figure.title));
    if (failure.empty())
        body_ +=
            fmt::format("<div class=\"panels{}\">\n", figure.panels.size() == 1 ? " one" : "") + panels + "</div>\n";
    else
        body_ += "<p class=\"missing\">This figure could not be drawn: " + html_escaped(failure) +
                 ". Its data are there: " + data + ".</p>\n";
    body_ += "<figcaption>" + html_of(figure.caption) + "</figcaption>\n";
    body_ += run_again(figure.commands, "<p>Data: " + data + "</p>\n") + "</figure>\n";
}

void ReportPage::commands(const std::string& what, const std::vector<std::string>& commands) {
    body_ += "<p>" + html_of(what) + "</p>\n" + command_block(commands);
}

void ReportPage::lost(const std::string& title, const std::string& why) {
    body_ += "<figure>\n<h3>" + html_of(title) + "</h3>\n<p class=\"missing\">" + html_of(why) + "</p>\n</figure>\n";
}

void ReportPage::svg(const std::string& title, const std::string& description, const std::string& element) {
    body_ += "<figure>\n<h3>" + html_of(title) + "</h3>\n<div class=\"drawing\">" + element + "</div>\n<figcaption>" +
             html_of(description) + "</figcaption>\n</figure>\n";
}

std::string ReportPage::claims_html() const {
    if (claims_.empty()) return "";
    std::string html =
        "<h2 id=\"verdicts\">Verdicts</h2>\n<p>What the words mean: <a href=\"index.html#rule\">the rule</a>.</p>\n<ol "
        "class=\"claims\">\n";
    for (const Claim& c : claims_) {
        html +=
            fmt::format("<li class=\"{}\" id=\"claim-{}\">\n<h3><span>{}. {}</span> {}</h3>\n", css_class(c.verdict),
                        identifier_of(c.number), html_of(c.number), html_of(c.text), badge(c.verdict));
        if (!c.quotation.empty())
            html += fmt::format("<blockquote{}><p>“{}”{}</p></blockquote>\n",
                                quotations_.empty() ? "" : " lang=\"" + html_escaped(quotations_) + "\"",
                                html_of(c.quotation),
                                c.place.empty() ? "" : " <cite lang=\"en-GB\">(" + html_of(c.place) + ")</cite>");
        html += "<p>" + html_of(c.explanation) + "</p>\n";
        if (!c.condition.empty()) html += "<p><strong>Condition:</strong> " + html_of(c.condition) + ".</p>\n";
        if (!c.would_decide.empty())
            html += "<p><strong>What would decide it:</strong> " + html_of(c.would_decide) + ".</p>\n";
        if (!c.evidence.empty()) {
            html += "<dl class=\"numbers\">";
            for (const Evidence& e : c.evidence)
                html += fmt::format("<div><dt>{}</dt><dd>{}{}</dd></div>", html_of(e.name),
                                    html_of(significant(e.value, 6)), e.unit.empty() ? "" : " " + html_of(e.unit));
            html += "</dl>\n";
        }
        if (!c.command.empty()) html += run_again({c.command});
        html += "</li>\n";
    }
    return html + "</ol>\n";
}

std::string ReportPage::html(const std::string& footer) const {
    std::string body =
        "<p class=\"subtitle\">" + html_of(subtitle_) + "</p>\n<nav aria-label=\"Parts of this page\"><ul>";
    if (!claims_.empty()) body += "<li><a href=\"#verdicts\">Verdicts</a></li>";
    for (const auto& [id, title] : sections_) body += "<li><a href=\"#" + id + "\">" + html_of(title) + "</a></li>";
    body += "</ul></nav>\n</header>\n<main>\n<div class=\"brief\">\n<section><h2>What was asked</h2>\n" + asked_ +
            "</section>\n<section><h2>What was done</h2>\n" + done_ + "</section>\n<section><h2>What came out</h2>\n" +
            came_out_ + "</section>\n</div>\n";
    body += claims_html();
    return html_page(title_, body + body_ + "</main>\n", footer, true);
}

std::string html_page(const std::string& title, const std::string& body, const std::string& footer, bool back) {
    return "<!DOCTYPE html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
           "content=\"width=device-width, initial-scale=1\"/>\n<title>" +
           html_escaped(plain_of(title)) + " - Polhode</title>\n<style>\n" + report_style() +
           "</style>\n</head>\n<body>\n<header>\n" +
           (back ? "<nav class=\"no-print\" aria-label=\"Report\"><a href=\"index.html\">All documents</a></nav>\n"
                 : "") +
           "<h1>" + html_of(title) + "</h1>\n" + body + "<footer>\n<p>" + footer +
           "</p>\n</footer>\n</body>\n</html>\n";
}

}  // namespace polhode
