// polhode help: what polhode --help and polhode COMMAND --help say, for people or as JSON, from which man pages and the
// manual's page on the command line are made.
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace polhode::app {

namespace {

using Json = nlohmann::ordered_json;

struct HelpCommand {
    std::string name;
    bool json = false;
};

Json as_json(const CLI::Option& option) {
    Json names = Json::array();
    for (const std::string& name : option.get_snames()) names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
    if (option.get_positional()) names.push_back(option.get_name(true));
    // CLI11 calls what follows an option by its type where it has no better name
    const bool value = option.get_items_expected_max() > 0 && !option.get_positional();
    return {{"names", names},
            {"value", value ? option.get_type_name() : ""},
            {"required", option.get_required()},
            {"repeated", option.get_items_expected_max() > 1},
            {"summary", option.get_description()}};
}

Json as_json(const CLI::App& command) {
    Json positionals = Json::array(), options = Json::array();
    for (const CLI::Option* option : command.get_options())
        (option->get_positional() ? positionals : options).push_back(as_json(*option));
    return {{"name", command.get_name()},
            {"summary", command.get_description()},
            {"positionals", positionals},
            {"options", options},
            {"footer", command.get_footer()}};
}

int help(const Program& program, const HelpCommand& asked) {
    const auto commands = program.line.get_subcommands([](const CLI::App*) { return true; });
    if (asked.name.empty()) {
        if (asked.json) {
            Json all = as_json(program.line);
            for (const CLI::App* command : commands) all["commands"].push_back(as_json(*command));
            print(all.dump(2) + "\n");
            return done;
        }
        // help() of the whole line would answer for the command that was chosen, which is this one
        print(program.line.get_formatter()->make_help(&program.line, program.line.get_name(),
                                                      CLI::AppFormatMode::Normal));
        return done;
    }
    std::vector<std::string> known;
    for (const CLI::App* command : commands) {
        if (command->get_name() == asked.name) {
            print(asked.json ? as_json(*command).dump(2) + "\n" : command->help("polhode"));
            return done;
        }
        known.push_back(command->get_name());
    }
    refuse_unknown("", asked.name, "a command", known);
}

}  // namespace

void add_help(Program& program) {
    auto asked = std::make_shared<HelpCommand>();
    CLI::App* command = program.line.add_subcommand("help", "What a command does, with examples");
    command->add_option("COMMAND", asked->name, "default: what commands there are");
    command->add_flag("--json", asked->json, "as JSON");
    command->footer("Examples:\n  polhode help\n  polhode help run\n  polhode help --json\n");
    command->callback([&program, asked] { program.chosen = [&program, asked] { return help(program, *asked); }; });
}

}  // namespace polhode::app
