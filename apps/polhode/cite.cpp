// polhode cite: where the equations come from, in words or as BibTeX.
#include <fmt/format.h>

#include <algorithm>

#include "polhode/output/bibliography.hpp"
#include "polhode/registry/registry.hpp"
#include "program.hpp"

namespace polhode::app {

namespace {

struct CiteCommand {
    std::vector<std::string> names;
    bool bibtex = false;
};

bool wanted(const CiteCommand& options, const Entry& e) {
    return options.names.empty() ||
           std::find(options.names.begin(), options.names.end(), e.name) != options.names.end();
}

std::string as_bibtex(const CiteCommand& options) {
    std::vector<const Reference*> cited;
    for (const Entry& e : registry())
        if (wanted(options, e))
            for (const Reference* r : references_in(e.source))
                if (std::find(cited.begin(), cited.end(), r) == cited.end()) cited.push_back(r);
    std::string text;
    for (const Reference& r : bibliography())
        if (std::find(cited.begin(), cited.end(), &r) != cited.end()) text += r.entry + "\n\n";
    if (!text.empty()) text.pop_back();
    return text;
}

int cite(const CiteCommand& options) {
    std::vector<std::string> known;
    for (const Entry& e : registry())
        if (!e.source.empty()) known.push_back(e.name);
    for (const std::string& name : options.names)
        if (std::find(known.begin(), known.end(), name) == known.end())
            refuse_unknown_of_many("", name, "a name with a source", known, "polhode cite");
    if (options.bibtex) {
        print(as_bibtex(options));
        return done;
    }
    std::string text;
    for (const Entry& e : registry())
        if (!e.source.empty() && wanted(options, e)) text += entry_line(e.kind + " " + e.name, e.source, 0, 36);
    print(text);
    return done;
}

}  // namespace

void add_cite(Program& program) {
    auto options = std::make_shared<CiteCommand>();
    CLI::App* command = program.line.add_subcommand("cite", "The sources of the methods");
    command->add_option("NAME", options->names, "of a method, torque, measure ...; default: all of them");
    command->add_flag("--bibtex", options->bibtex, "the works as entries of BibTeX");
    command->footer(
        "Examples:\n  polhode cite\n  polhode cite dop853 algebraic\n  polhode cite --bibtex > polhode.bib\n"
        "  polhode cite taylor quaternion --bibtex\n");
    command->callback([&program, options] { program.chosen = [options] { return cite(*options); }; });
}

}  // namespace polhode::app
