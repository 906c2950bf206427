#include "polhode/reproduce/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <iterator>

#include "polhode/base/full_precision.hpp"
#include "polhode/base/stop_question.hpp"
#include "polhode/base/text_table.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/output/report_style.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "polhode/picture/plot.hpp"

namespace polhode {

namespace {

// Figures are drawn in these colours and in those of report_style.hpp.
constexpr const char *drawn_ink = "rgb( 17,  18,  19)", *drawn_text = "rgb(17,18,19)";  // gnuplot writes both ways
constexpr const char* drawn_grid = "rgb(201, 202, 203)";

// Marks of gnuplot with the same marks for the legend, around (9, 5).
struct Mark {
    int gnuplot;
    const char* svg;
};
constexpr Mark marks[] = {
    {7, R"(<circle cx="13" cy="6" r="3.2"/>)"},         {5, R"(<rect x="10" y="3" width="6" height="6"/>)"},
    {9, R"(<path d="M13 2 L16.6 8.6 L9.4 8.6 Z"/>)"},   {13, R"(<path d="M13 1.8 L17 6 L13 10.2 L9 6 Z"/>)"},
    {11, R"(<path d="M13 10 L16.6 3.4 L9.4 3.4 Z"/>)"},
};
constexpr int mark_count = static_cast<int>(std::size(marks));

constexpr int panel_width = 500, panel_height = 360;

int colour_of(const FigureCurve& curve, std::size_t place) {
    return (curve.colour >= 0 ? curve.colour : static_cast<int>(place)) % curve_colour_count;
}
int mark_of(std::size_t place) { return static_cast<int>(place) % mark_count; }

// What is drawn later lies above: lines and marks first, dots on them, dashes last, so that a theory is seen on its
// data.
std::vector<std::size_t> drawing_order(const FigurePanel& panel) {
    using Style = FigureCurve::Style;
    const auto layer = [](Style style) { return style == Style::dashes ? 2 : style == Style::dots ? 1 : 0; };
    std::vector<std::size_t> order;
    for (int now = 0; now <= 2; ++now)
        for (std::size_t k = 0; k < panel.curves.size(); ++k)
            if (layer(panel.curves[k].style) == now) order.push_back(k);
    return order;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t i = 0; (i = text.find(from, i)) != std::string::npos; i += to.size())
        text.replace(i, from.size(), to);
}

// The text of an axis: raised digits as characters of their own, since a picture has no marks.
std::string axis_text(const std::string& text) {
    static constexpr const char* raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const std::string plain = plain_of(text);
    std::string label;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        if (plain[i] != '^' || i + 1 >= plain.size() || !std::isdigit(static_cast<unsigned char>(plain[i + 1]))) {
            label += plain[i];
            continue;
        }
        while (i + 1 < plain.size() && std::isdigit(static_cast<unsigned char>(plain[i + 1])))
            label += raised[plain[++i] - '0'];
    }
    return label;
}

// Ends of a logarithmic axis a little beyond its data, in place of whole decades; where it spans more than one.
std::string snug_range(const FigurePanel& panel) {
    double low = HUGE_VAL, high = 0;
    for (const FigureCurve& curve : panel.curves)
        for (const double x : curve.x)
            if (x > 0 && std::isfinite(x)) {
                low = std::min(low, x);
                high = std::max(high, x);
            }
    return high > 8 * low ? fmt::format("set xrange [{:.9g}:{:.9g}]", low / 1.25, high * 1.25) : "";
}

// "rgb(  0, 114, 178)" as gnuplot writes the colour "#0072B2" in an SVG.
std::string as_gnuplot_writes(const std::string& hex) {
    const auto part = [&](std::size_t i) { return std::stoi(hex.substr(i, 2), nullptr, 16); };
    return fmt::format("rgb({:3}, {:3}, {:3})", part(1), part(3), part(5));
}

std::string identifier(const std::string& text) {
    std::string id;
    for (const unsigned char c : plain_of(text)) {
        if (std::isalnum(c))
            id += static_cast<char>(std::tolower(c));
        else if (!id.empty() && id.back() != '-')
            id += '-';
    }
    while (!id.empty() && id.back() == '-') id.pop_back();
    return id.empty() ? "part" : id;
}

std::string paragraphs(const std::string& text) {
    std::string html;
    std::size_t begin = 0;
    while (begin < text.size()) {
        std::size_t end = text.find("\n\n", begin);
        if (end == std::string::npos) end = text.size();
        const std::string one = text.substr(begin, end - begin);
        if (one.find_first_not_of(" \n") != std::string::npos) html += "<p>" + html_of(one) + "</p>\n";
        begin = end + 2;
    }
    return html;
}

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

// ---- text -----------------------------------------------------------------------------------------------------------

std::string html_escaped(const std::string& text) {
    std::string html;
    for (const char c : text) {
        if (c == '&')
            html += "&amp;";
        else if (c == '<')
            html += "&lt;";
        else if (c == '>')
            html += "&gt;";
        else if (c == '"')
            html += "&quot;";
        else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t')
            html += ' ';
        else
            html += c;
    }
    return html;
}

namespace {

// Walks through the marks of a text and hands every piece to `put(open, piece, close)`.
template <class Put>
void marked(const std::string& text, Put put) {
    std::string plain;
    const auto flush = [&] {
        if (!plain.empty()) put("", plain, "");
        plain.clear();
    };
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == '`') {
            const std::size_t end = text.find('`', i + 1);
            if (end != std::string::npos) {
                flush();
                put("<code>", text.substr(i + 1, end - i - 1), "</code>");
                i = end + 1;
                continue;
            }
        }
        // emphasis begins before a letter and ends behind one, so that products keep their star
        if (c == '*' && i + 1 < text.size() && std::isalpha(static_cast<unsigned char>(text[i + 1])) &&
            (i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1])))) {
            const std::size_t end = text.find('*', i + 1);
            if (end != std::string::npos && text[end - 1] != ' ' && end - i < 200) {
                flush();
                put("<em>", text.substr(i + 1, end - i - 1), "</em>");
                i = end + 1;
                continue;
            }
        }
        if ((c == '^' || c == '_') && i + 1 < text.size()) {
            std::size_t begin = i + 1, end = begin, next = begin;
            if (text[begin] == '{') {
                end = text.find('}', ++begin);
                next = end == std::string::npos ? end : end + 1;
            } else if (c == '^') {
                if (text[end] == '-' || text[end] == '+') ++end;
                const std::size_t digits = end;
                while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
                next = end;
                if (end == digits) end = std::string::npos;
            } else {
                end = std::string::npos;
            }
            if (end != std::string::npos) {
                flush();
                put(c == '^' ? "<sup>" : "<sub>", text.substr(begin, end - begin), c == '^' ? "</sup>" : "</sub>");
                i = next;
                continue;
            }
        }
        plain += c;
        ++i;
    }
    flush();
}

}  // namespace

std::string html_of(const std::string& text) {
    std::string html;
    marked(text, [&](const char* open, const std::string& piece, const char* close) {
        html += open + html_escaped(piece) + close;
    });
    return html;
}

std::string plain_of(const std::string& text) {
    std::string plain;
    marked(text, [&](const std::string& open, const std::string& piece, const char*) {
        plain += (open == "<sup>" ? "^" : open == "<sub>" ? "_" : "") + piece;
    });
    return plain;
}

std::string badge(Verdict v) { return fmt::format("<span class=\"badge {}\">{}</span>", css_class(v), name_of(v)); }

// ---- figures --------------------------------------------------------------------------------------------------------

std::string panel_csv(const FigurePanel& panel) {
    const auto quoted = [](std::string name) {
        name = plain_of(name);
        if (name.find_first_of(",\"\n") == std::string::npos) return name;
        replace_all(name, "\"", "\"\"");
        return '"' + name + '"';
    };
    std::string text = "curve," + panel.x.column + "," + panel.y.column + "\n";
    for (const FigureCurve& curve : panel.curves)
        for (std::size_t i = 0; i < curve.x.size() && i < curve.y.size(); ++i)
            text += quoted(curve.name) + "," + full_precision(curve.x[i]) + "," +
                    (std::isfinite(curve.y[i]) ? full_precision(curve.y[i]) : "") + "\n";
    return text;
}

std::string panel_svg(const FigurePanel& panel, const std::string& id, const std::string& title,
                      const std::string& description) {
    const TemporaryFolder folder;
    std::string script = "set encoding utf8\n";
    const auto add = [&](const std::string& line) { script += line + "\n"; };
    const int height = panel.equal_scales ? panel_width - 50 : panel_height;
    add(fmt::format("set terminal svg size {},{} dynamic enhanced font 'DejaVu Sans,13.5'", panel_width, height));
    add("set output 'picture.svg'");
    add("set border 3 lc rgb '#111213' lw 1; set tics nomirror scale 0.6 textcolor rgb '#111213'");
    add("set grid xtics ytics lc rgb '#C9CACB' lw 0.7 lt 1 dt solid; unset key");
    const auto axis = [&](const FigureAxis& a, char which) {
        add(fmt::format("set {}label {} noenhanced textcolor rgb '#111213'", which,
                        gnuplot_string(axis_text(a.label))));
        if (a.logarithmic) add(fmt::format("set logscale {0}; set format {0} '10^{{%T}}'", which));
        if (a.from || a.to)
            add(fmt::format("set {}range [{}:{}]", which, a.from ? fmt::format("{:.17g}", *a.from) : "",
                            a.to ? fmt::format("{:.17g}", *a.to) : ""));
    };
    axis(panel.x, 'x');
    if (panel.x.logarithmic && !panel.x.from && !panel.x.to) add(snug_range(panel));
    axis(panel.y, 'y');
    if (panel.equal_scales) add("set size ratio -1");
    std::string plot;
    bool anything = false;
    for (const std::size_t k : drawing_order(panel)) {
        const FigureCurve& curve = panel.curves[k];
        std::string data;
        bool some = false;
        for (std::size_t i = 0; i < curve.x.size() && i < curve.y.size(); ++i) {
            const double x = curve.x[i], y = curve.y[i];
            const bool there = std::isfinite(x) && std::isfinite(y) && (!panel.x.logarithmic || x > 0) &&
                               (!panel.y.logarithmic || y > 0);
            some = some || there;
            data += there ? fmt::format("{:.9g} {:.9g}\n", x, y) : "\n";  // an empty line is a gap
        }
        anything = anything || some;
        if (!some) data = "NaN NaN\n";
        const std::string file = fmt::format("data-{}.txt", k);
        write_file(folder.file(file), data);
        const char* colour = curve_colours[colour_of(curve, k)];
        const int mark = marks[mark_of(k)].gnuplot;
        using Style = FigureCurve::Style;
        const std::string look =
            curve.style == Style::line     ? fmt::format("lines lc rgb '{}' lw 1.6", colour)
            : curve.style == Style::dashes ? fmt::format("lines lc rgb '{}' lw 1.9 dt (6,6)", colour)
            : curve.style == Style::points ? fmt::format("points lc rgb '{}' pt {} ps 0.65", colour, mark)
            : curve.style == Style::dots   ? fmt::format("points lc rgb '{}' pt 7 ps 0.4", colour)
                                           : fmt::format("linespoints lc rgb '{}' lw 1.6 pt {} ps 0.6", colour, mark);
        plot += (plot.empty() ? "plot '" : ", '") + file + "' with " + look + " notitle";
    }
    if (!anything) throw PlotError("there is nothing to draw: no curve has a point");
    add(plot);
    add("unset output");
    run_gnuplot(folder, script);

    std::ifstream stream(folder.file("picture.svg"), std::ios::binary);
    std::string svg((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    const std::size_t begin = svg.find("<svg"), after = svg.find('>', begin), end = svg.rfind("</svg>");
    if (begin == std::string::npos || after == std::string::npos || end == std::string::npos)
        throw PlotError("gnuplot drew something that is no SVG");
    std::string inner = svg.substr(after + 1, end - after - 1);
    // its own title and description say nothing
    for (const char* name : {"title", "desc"}) {
        const std::string open = std::string("<") + name + ">", close = std::string("</") + name + ">";
        const std::size_t a = inner.find(open), b = inner.find(close);
        if (a != std::string::npos && b != std::string::npos) inner.erase(a, b + close.size() - a);
    }
    // nor do its names for curves; and its filters are not used
    for (const auto& [open, close] :
         {std::pair<std::string, std::string>{"<title>", "</title>"}, {"<filter", "</filter>"}})
        for (std::size_t a; (a = inner.find(open)) != std::string::npos;) {
            const std::size_t b = inner.find(close, a);
            if (b == std::string::npos) throw PlotError("gnuplot drew an SVG that breaks off");
            inner.erase(a, b + close.size() - a);
        }
    replace_all(inner, "xlink:href", "href");
    replace_all(inner, "'", "\"");
    // identifiers are the page's, not the picture's
    replace_all(inner, "id=\"gp", "id=\"" + id + "-gp");
    replace_all(inner, "id=\"gnuplot", "id=\"" + id + "-gnuplot");
    replace_all(inner, "\"#gp", "\"#" + id + "-gp");
    // colours from the page
    replace_all(inner, drawn_ink, "currentColor");
    replace_all(inner, drawn_text, "currentColor");
    replace_all(inner, "stroke=\"black\"", "stroke=\"currentColor\"");
    replace_all(inner, "fill=\"black\"", "fill=\"currentColor\"");
    replace_all(inner, "color=\"black\"", "color=\"inherit\"");
    replace_all(inner, drawn_grid, "var(--grid)");
    for (int i = 0; i < curve_colour_count; ++i)
        replace_all(inner, as_gnuplot_writes(curve_colours[i]), fmt::format("var(--curve-{})", i));
    replace_all(inner, "font-family=\"DejaVu Sans\"", "font-family=\"system-ui, DejaVu Sans, Verdana, sans-serif\"");
    return fmt::format(
               "<svg viewBox=\"0 0 {} {}\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
               "aria-labelledby=\"{}-t {}-d\">\n<title id=\"{}-t\">{}</title>\n<desc id=\"{}-d\">{}</desc>",
               panel_width, height, id, id, id, html_escaped(plain_of(title)), id,
               html_escaped(plain_of(description))) +
           inner + "</svg>\n";
}

namespace {

std::string legend(const FigurePanel& panel) {
    std::string html;
    for (std::size_t k = 0; k < panel.curves.size(); ++k) {
        const FigureCurve& curve = panel.curves[k];
        if (curve.name.empty()) continue;
        using Style = FigureCurve::Style;
        std::string swatch;
        if (curve.style == Style::line || curve.style == Style::line_and_points)
            swatch += R"(<path d="M0 6 H26" stroke-width="2" fill="none"/>)";
        if (curve.style == Style::dashes)
            swatch += R"(<path d="M0 6 H26" stroke-width="2" stroke-dasharray="7 4" fill="none"/>)";
        if (curve.style == Style::dots) swatch += R"(<circle cx="13" cy="6" r="2.2"/>)";
        if (curve.style == Style::points || curve.style == Style::line_and_points) swatch += marks[mark_of(k)].svg;
        html += fmt::format(
            "<li><svg viewBox=\"0 0 26 12\" aria-hidden=\"true\" fill=\"var(--curve-{0})\" "
            "stroke=\"var(--curve-{0})\">{1}</svg><span>{2}</span></li>\n",
            colour_of(curve, k), swatch, html_of(curve.name));
    }
    return html.empty() ? "" : "<ul class=\"legend\">\n" + html + "</ul>\n";
}

}  // namespace

// ---- the page -------------------------------------------------------------------------------------------------------

ReportPage::ReportPage(std::string name, std::string title, std::string subtitle)
    : name_(std::move(name)), title_(std::move(title)), subtitle_(std::move(subtitle)) {}

void ReportPage::asked(const std::string& text) { asked_ = paragraphs(text); }
void ReportPage::done(const std::string& text) { done_ = paragraphs(text); }
void ReportPage::came_out(const std::string& text) {
    came_out_ = paragraphs(text);
    lead_ = text.substr(0, text.find("\n\n"));
}

void ReportPage::claim(Claim claim) {
    for (const std::string& breach : breaches_of_rule(claim)) warnings_.push_back(breach);
    claims_.push_back(std::move(claim));
}

void ReportPage::section(const std::string& title) {
    const std::string id = fmt::format("s{}-{}", sections_.size() + 1, identifier(title));
    sections_.emplace_back(id, title);
    body_ += fmt::format("<h2 id=\"{}\">{}</h2>\n", id, html_of(title));
}

void ReportPage::text(const std::string& text) { body_ += paragraphs(text); }

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
    const std::string anchor = identifier(figure.name);
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
            if (panel.key) panels += legend(panel);
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
        "<h2 id=\"verdicts\">Verdicts</h2>\n<p>What the words mean: <a href=\"index.html#rule\">the rule</a>.</p>\n"
        "<ol class=\"claims\">\n";
    for (const Claim& c : claims_) {
        html +=
            fmt::format("<li class=\"{}\" id=\"claim-{}\">\n<h3><span>{}. {}</span> {}</h3>\n", css_class(c.verdict),
                        identifier(c.number), html_of(c.number), html_of(c.text), badge(c.verdict));
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
                html += fmt::format("<div><dt>{}</dt><dd>{}{}</dd></div>", html_of(e.name), html_of(shown(e.value, 6)),
                                    e.unit.empty() ? "" : " " + html_of(e.unit));
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
    return "<!DOCTYPE html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\"/>\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>" +
           html_escaped(plain_of(title)) + " - Polhode</title>\n<style>\n" + report_style() +
           "</style>\n</head>\n<body>\n<header>\n" +
           (back ? "<nav class=\"no-print\" aria-label=\"Report\"><a href=\"index.html\">All documents</a></nav>\n"
                 : "") +
           "<h1>" + html_of(title) + "</h1>\n" + body + "<footer>\n<p>" + footer +
           "</p>\n</footer>\n</body>\n</html>\n";
}

std::string shown(double value, int digits) {
    if (!std::isfinite(value)) return std::isnan(value) ? "none" : value > 0 ? "infinite" : "-infinite";
    const std::string text = readable(value, digits);
    const std::size_t e = text.find('e');
    if (e == std::string::npos) return text;
    return text.substr(0, e) + " × 10^{" + std::to_string(std::stoi(text.substr(e + 1))) + "}";
}

}  // namespace polhode
