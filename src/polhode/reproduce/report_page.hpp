// One page of a report: plain HTML that needs nothing but itself. Text, tables, figures drawn by gnuplot and put into
// the page as SVG, and claims with a verdict. The page follows the reader's choice of light or dark, fits a telephone
// and prints; figures take their colours from the page.
//
// The HTML is also well-formed XML: every element is closed, every attribute quoted.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "polhode/reproduce/claim.hpp"

namespace polhode {

// Text of a report is plain UTF-8 with four marks: `code`, *emphasis*, x^2 or x^{n+1} for a raised, e_{max} for a
// lowered part. Everything else is shown as it stands; nothing in it can become an element.
std::string html_of(const std::string& text);
std::string html_escaped(const std::string& text);
// The same text without its marks, for attributes, JSON and terminals.
std::string plain_of(const std::string& text);

// "1.244 × 10^{-7}": a number as a report writes it, with so many significant digits.
std::string shown(double value, int digits = 4);

// The word of a verdict as a page shows it.
std::string badge(Verdict verdict);

// ---- figures --------------------------------------------------------------------------------------------------------

struct FigureAxis {
    std::string label;   // with its unit: "step h, cycles"
    std::string column;  // its name in the CSV: "step_cycles"
    bool logarithmic = false;
    std::optional<double> from{}, to{};
};

struct FigureCurve {
    enum class Style { line, points, line_and_points, dashes, dots };
    std::string name;          // in the legend; "": none
    std::vector<double> x, y;  // what is not finite, or not positive on a logarithmic axis, leaves a gap
    Style style = Style::line_and_points;
    int colour = -1;  // 0 .. 6; -1: by the curve's place in its panel
};

struct FigurePanel {
    std::string title{};
    FigureAxis x, y;
    std::vector<FigureCurve> curves;
    bool equal_scales = false;  // a circle looks like one
    bool key = true;            // its own legend; without it that of the panel before it
};

struct Figure {
    std::string name;         // "figure-3": of the CSV and the link
    std::string title;        // "Figure 3: Euler angles, fixed step"
    std::string caption;      // what is to be seen
    std::string description;  // for readers who cannot see it: what the curves do, with numbers
    std::vector<FigurePanel> panels;
    std::vector<std::string> commands{};  // that compute it again
};

// The rows "curve,x,y" of one panel with 17 digits.
std::string panel_csv(const FigurePanel& panel);

// One panel as an <svg> element. `id` makes its identifiers different from those of every other panel of the page.
// Throws PlotError.
std::string panel_svg(const FigurePanel& panel, const std::string& id, const std::string& title,
                      const std::string& description);

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
