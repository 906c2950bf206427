// polhode cite: where the equations come from.
#include <fmt/format.h>

#include "polhode/library/registry.hpp"
#include "program.hpp"

namespace polhode::app {

namespace {

int cite() {
    std::string text;
    for (const Entry& e : registry())
        if (!e.source.empty()) text += entry_line(e.kind + " " + e.name, e.source, 0, 36);
    print(text);
    return done;
}

}  // namespace

void add_cite(Program& program) {
    CLI::App* command = program.line.add_subcommand("cite", "The sources of the methods");
    command->footer("Examples:\n  polhode cite\n  polhode cite | grep dop853\n");
    command->callback([&program] { program.chosen = cite; });
}

}  // namespace polhode::app
