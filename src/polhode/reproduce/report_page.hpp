// One page of a report: plain HTML that needs nothing but itself. Text, tables, figures drawn by gnuplot and put into
// the page as SVG, and claims with a verdict. The page follows the reader's choice of light or dark, fits a telephone
// and prints; figures take their colours from the page.
//
// The HTML is also well-formed XML: every element is closed, every attribute quoted.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "polhode/reproduce/claim.hpp"
#include "polhode/reproduce/figure.hpp"
#include "polhode/reproduce/report_text.hpp"

namespace polhode {

// The word of a verdict as a page shows it.
std::string badge(Verdict verdict);

// ---- tables ---------------------------------------------------------------------------------------------------------

struct ReportTable {
    std::string caption;
    std::vector<std::string> heads;
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> commands{};
    bool text = false;  // cells are sentences: left, wrapped. Otherwise numbers: right, kept on one line
};

// ---- the page -------------------------------------------------------------------------------------------------------

class ReportPage {
 public:
    // `name`: of the file, "nasa"; `title`: "TN D-5302 (1969)"; `subtitle`: authors, full title.
    ReportPage(std::string name, std::string title, std::string subtitle);

    // The three things a reader must learn, before anything else on the page. Each text may hold several paragraphs,
    // separated by empty lines.
    void asked(const std::string& text);
    void done(const std::string& text);
    void came_out(const std::string& text);

    // The verdicts, in the order of their numbers as given; they stand together behind the three. What does not keep
    // the rule of claim.hpp is in `warnings`.
    void claim(Claim claim);
    void quotations_in(const std::string& language) { quotations_ = language; }  // "zh-Hant"; otherwise English

    // The body, in the order of the calls.
    void section(const std::string& title);
    void text(const std::string& paragraphs);
    void list(const std::vector<std::string>& items);
    void table(const ReportTable& table);
    void figure(Figure figure);  // drawn at once; without gnuplot the page says so in its place and `warnings` has it
    void commands(const std::string& what, const std::vector<std::string>& commands);
    // A figure of the document whose data are lost.
    void lost(const std::string& title, const std::string& why);
    void svg(const std::string& title, const std::string& description, const std::string& element);  // drawn elsewhere

    const std::string& name() const { return name_; }
    const std::string& title() const { return title_; }
    const std::string& subtitle() const { return subtitle_; }
    const std::vector<Claim>& claims() const { return claims_; }
    const std::vector<std::string>& warnings() const { return warnings_; }
    // Data of the figures: names such as "nasa-figure-3.csv" ("-a", "-b" with several panels) and their text.
    const std::vector<std::pair<std::string, std::string>>& files() const { return files_; }
    // The first sentence of `came_out`, for the index.
    const std::string& lead() const { return lead_; }

    std::string html(const std::string& footer) const;

 private:
    std::string claims_html() const;
    std::string name_, title_, subtitle_, asked_, done_, came_out_, lead_, body_, quotations_;
    std::vector<Claim> claims_;
    std::vector<std::string> warnings_;
    std::vector<std::pair<std::string, std::string>> files_;
    std::vector<std::pair<std::string, std::string>> sections_;  // id, title
    int figures_ = 0;
};

// A whole page around a body; `back` adds the way to the index.
std::string html_page(const std::string& title, const std::string& body, const std::string& footer, bool back);

}  // namespace polhode
