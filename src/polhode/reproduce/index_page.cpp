#include "polhode/reproduce/index_page.hpp"

#include <fmt/format.h>

#include "polhode/base/version.hpp"

namespace polhode {

namespace {

std::string counts_table(const std::vector<FinishedDocument>& finished) {
    std::string html =
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Verdicts by document\"><table "
        "class=\"numbers\">\n<caption><span>Verdicts by document</span></caption>\n<thead><tr><th "
        "scope=\"col\">Document</th><th scope=\"col\">holds</th><th scope=\"col\">with a condition</th><th "
        "scope=\"col\">does not hold</th><th scope=\"col\">not decided</th></tr></thead>\n<tbody>\n";
    const auto row = [&](const std::string& head, const VerdictCounts& c) {
        html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", head,
                            c.holds, c.with_condition, c.fails, c.not_decided);
    };
    std::vector<Claim> all;
    for (const FinishedDocument& f : finished) {
        row(fmt::format("<a href=\"{}.html\">{}</a>", f.name, html_of(f.title)), count_verdicts(f.claims));
        all.insert(all.end(), f.claims.begin(), f.claims.end());
    }
    if (finished.size() > 1) row("all", count_verdicts(all));
    return html + "</tbody>\n</table></div>\n";
}

std::string rule_html() {
    std::string html = fmt::format("<h2 id=\"rule\">What the verdicts mean</h2>\n<p>{}</p>\n<dl class=\"words\">\n",
                                   html_of(what_is_judged()));
    for (const Verdict v : all_verdicts)
        html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", badge(v), html_of(meaning_of(v)));
    return html + "</dl>\n";
}

// What a document did not get right, and what could not be told.
std::string open_and_failing(const FinishedDocument& f) {
    std::string html;
    for (const Claim& c : f.claims)
        if (c.verdict == Verdict::fails || c.verdict == Verdict::not_decided)
            html += fmt::format("<li><a href=\"{}.html#claim-{}\">{}</a> {}</li>\n", f.name, html_escaped(c.number),
                                html_of(c.text), badge(c.verdict));
    return html.empty() ? "" : "<ul>\n" + html + "</ul>\n";
}

}  // namespace

std::string report_footer(const ReproduceRequest& request) {
    return "Computed by Polhode " + html_escaped(version()) + " (" + html_escaped(revision()) + "), " +
           (request.full ? "large samples (<code>--full</code>)" : "default samples") +
           ". Commands on this page work in the folder of this report and in the source folder.";
}

std::string index_html(const ReproduceRequest& request, const std::vector<FinishedDocument>& finished,
                       const std::vector<std::string>& missing) {
    std::string body =
        "<p class=\"subtitle\">How rigid bodies turn: five documents, 1952 to 2015, computed "
        "again</p>\n</header>\n<main>\n<p>Each document was read claim by claim and its experiments were run again "
        "from scenario files. Each page says what was asked, what was done and what came out, shows the figures again "
        "with the commands that make them, and gives each claim a verdict with the numbers behind it. The data of "
        "every curve are in <code>data/</code>, all verdicts in <a href=\"verdicts.json\">verdicts.json</a>.</p>\n";
    body += counts_table(finished);
    if (!missing.empty()) body += "<p class=\"missing\">Not computed: " + html_escaped(listed(missing)) + ".</p>\n";
    body += rule_html();
    for (const FinishedDocument& f : finished)
        body += fmt::format("<h2><a href=\"{}.html\">{}</a></h2>\n<p class=\"subtitle\">{}</p>\n<p>{}</p>\n", f.name,
                            html_of(f.title), html_of(f.subtitle), html_of(f.lead)) +
                open_and_failing(f);
    return html_page("The founding documents, once more", body + "</main>\n", report_footer(request), false);
}

}  // namespace polhode
