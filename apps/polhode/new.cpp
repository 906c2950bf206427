// polhode new: a commented scenario from the gallery to start from.
#include "polhode/library/gallery.hpp"
#include "program.hpp"

namespace polhode::app {

namespace {

int print_new(const std::string& name) {
    if (name.empty()) {
        std::string text;
        for (const GalleryScenario& s : gallery()) text += entry_line(s.name, s.title, 0, 32);
        print(text + "\nTo start from one of them: polhode new NAME > mine.toml\n");
        return done;
    }
    const GalleryScenario* found = find_in_gallery(name);
    if (!found) {
        std::vector<std::string> known;
        for (const GalleryScenario& s : gallery()) known.push_back(s.name);
        refuse_unknown("", name, "in the gallery", known);
    }
    print(found->text);
    return done;
}

}  // namespace

void add_new(Program& program) {
    auto name = std::make_shared<std::string>();
    CLI::App* command = program.line.add_subcommand("new", "Print a commented scenario to start from");
    command->add_option("NAME", *name, "of a scenario in the gallery; default: list them");
    command->footer("Examples:\n  polhode new\n  polhode new gyroscope-cusp > mine.toml\n");
    command->callback([&program, name] { program.chosen = [name] { return print_new(*name); }; });
}

}  // namespace polhode::app
