// polhode help: what polhode --help and polhode COMMAND --help say.
#include "program.hpp"

namespace polhode::app {

namespace {

int help(const Program& program, const std::string& name) {
    if (name.empty()) {
        // help() of the whole line would answer for the command that was chosen, which is this one
        print(program.line.get_formatter()->make_help(&program.line, program.line.get_name(),
                                                      CLI::AppFormatMode::Normal));
        return done;
    }
    std::vector<std::string> known;
    for (const CLI::App* command : program.line.get_subcommands([](const CLI::App*) { return true; })) {
        if (command->get_name() == name) {
            print(command->help("polhode"));
            return done;
        }
        known.push_back(command->get_name());
    }
    refuse_unknown("", name, "a command", known);
}

}  // namespace

void add_help(Program& program) {
    auto name = std::make_shared<std::string>();
    CLI::App* command = program.line.add_subcommand("help", "What a command does, with examples");
    command->add_option("COMMAND", *name, "default: what commands there are");
    command->footer("Examples:\n  polhode help\n  polhode help run\n");
    command->callback([&program, name] { program.chosen = [&program, name] { return help(program, *name); }; });
}

}  // namespace polhode::app
