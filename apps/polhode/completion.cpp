// polhode completion: scripts for the shells, made from the command line's own description and the registry.
#include <fmt/format.h>

#include <functional>

#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/reproduce/reproduce.hpp"
#include "polhode/scenario/gallery.hpp"
#include "program.hpp"

namespace polhode::app {

namespace {

using Words = std::vector<std::string>;

const Words shells{"bash", "zsh", "fish"};

std::string joined(const Words& words) { return fmt::format("{}", fmt::join(words, " ")); }

// What may stand after an option, or in place of a positional: words, or file names where `files` is set.
struct Follows {
    Words words{};
    bool files = false;
};

Follows after_option(const CLI::Option& option) {
    const std::string name = option.get_name();
    if (name == "--from") return {convertible_names()};
    if (name == "--to") {
        Words names = convertible_names();
        names.push_back("all");
        return {names};
    }
    if (name == "--constraint") return {{"algebraic", "derivative"}};
    if (name == "--reading") return {{"start", "lag1", "stage"}};
    if (name == "--integrator") return {names_of("integrator")};
    if (option.get_items_expected_max() == 0 || name == "--set") return {};
    return {{}, true};
}

Follows positional(const std::string& command) {
    if (command == "run" || command == "check" || command == "study" || command == "sweep") return {{}, true};
    if (command == "analog") return {{"quaternion", "dcm-two-vector"}};
    if (command == "list") return {kinds()};
    if (command == "completion") return {shells};
    if (command == "reproduce") {
        Words names;
        for (const ReportDocument& d : report_documents()) names.push_back(d.name);
        return {names};
    }
    if (command == "new") {
        Words names;
        for (const GallerySubject& subject : gallery_by_subject())
            for (const GalleryScenario* s : subject.scenarios) names.push_back(s->name);
        return {names};
    }
    return {};
}

struct Description {
    std::string name, summary;
    std::vector<const CLI::Option*> options;  // those with a long name
};

std::vector<Description> describe(const CLI::App& line) {
    std::vector<Description> commands;
    for (const CLI::App* command : line.get_subcommands([](const CLI::App*) { return true; })) {
        Description d{command->get_name(), command->get_description(), {}};
        for (const CLI::Option* option : command->get_options())
            if (!option->get_lnames().empty()) d.options.push_back(option);
        commands.push_back(std::move(d));
    }
    return commands;
}

std::string long_name(const CLI::Option& option) { return "--" + option.get_lnames().front(); }
bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

std::string bash_script(const std::vector<Description>& commands) {
    Words names;
    for (const Description& d : commands) names.push_back(d.name);
    std::string text = fmt::format(R"(# Completion of polhode for bash. Use it with: source <(polhode completion bash)
_polhode() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}}
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "{} --help --version" -- "$word"))
        return
    fi
    case "$command $before" in
)",
                                   joined(names));
    for (const Description& d : commands)
        for (const CLI::Option* option : d.options) {
            const Follows f = after_option(*option);
            if (f.files) {
                text += fmt::format(
                    "    '{} {}') compopt -o filenames; COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n", d.name,
                    long_name(*option));
            } else if (!f.words.empty()) {
                text += fmt::format("    '{} {}') COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n", d.name,
                                    long_name(*option), joined(f.words));
            } else if (takes_value(*option)) {
                text += fmt::format("    '{} {}') return ;;\n", d.name, long_name(*option));
            }
        }
    text += "    esac\n    case \"$command\" in\n";
    for (const Description& d : commands) {
        Words options;
        for (const CLI::Option* option : d.options) options.push_back(long_name(*option));
        const Follows f = positional(d.name);
        text +=
            fmt::format("    {})\n        if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"{}\" -- \"$word\"))\n",
                        d.name, joined(options));
        if (f.files) {
            text +=
                "        else compopt -o filenames; COMPREPLY=($(compgen -d -- \"$word\") "
                "$(compgen -f -X '!*.toml' -- \"$word\"))\n";
        } else {
            text += fmt::format("        else COMPREPLY=($(compgen -W \"{}\" -- \"$word\"))\n", joined(f.words));
        }
        text += "        fi ;;\n";
    }
    return text + "    esac\n}\ncomplete -F _polhode polhode\n";
}

// Single quotes within a single-quoted word of any of the shells; zsh's _arguments also reads ':' and brackets.
std::string quoted(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        if (c == '\'') {
            safe += "'\\''";
        } else {
            safe += c;
        }
    }
    return safe;
}
std::string zsh_safe(const std::string& text) {
    std::string safe;
    for (const char c : quoted(text)) {
        if (c == ':' || c == '[' || c == ']') safe += '\\';
        safe += c;
    }
    return safe;
}

std::string zsh_follows(const Follows& f, const std::string& pattern) {
    if (f.files) return "_files" + pattern;
    return f.words.empty() ? " " : "(" + joined(f.words) + ")";
}

std::string zsh_script(const std::vector<Description>& commands) {
    std::string text = R"(#compdef polhode
# Completion of polhode for zsh. Put it as _polhode into a folder of $fpath, or: source <(polhode completion zsh)
_polhode() {
    local -a commands
    commands=(
)";
    for (const Description& d : commands) text += fmt::format("        '{}:{}'\n", d.name, quoted(d.summary));
    text += R"(    )
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
)";
    for (const Description& d : commands) {
        text += fmt::format("    {})\n        _arguments -s", d.name);
        for (const CLI::Option* option : d.options) {
            const bool many = long_name(*option) == "--set";
            text += fmt::format(" \\\n            '{}{}[{}]", many ? "*" : "", long_name(*option),
                                zsh_safe(option->get_description()));
            if (takes_value(*option))
                text += fmt::format(":{}:{}", zsh_safe(option->get_lnames().front()),
                                    zsh_follows(after_option(*option), ""));
            text += "'";
        }
        const Follows f = positional(d.name);
        if (f.files || !f.words.empty())
            text += fmt::format(" \\\n            '1:{}:{}'", f.files ? "scenario" : "name",
                                zsh_follows(f, " -g \"*.toml(-.)\""));
        text += "\n        ;;\n";
    }
    return text + R"(    esac
}
if [ "$funcstack[1]" = "_polhode" ]; then _polhode "$@"; else compdef _polhode polhode; fi
)";
}

std::string fish_script(const std::vector<Description>& commands) {
    std::string text =
        "# Completion of polhode for fish. Use it with: polhode completion fish | source\n"
        "complete -c polhode -f\n"
        "complete -c polhode -n __fish_use_subcommand -l help -d 'Help'\n"
        "complete -c polhode -n __fish_use_subcommand -l version -d 'Version'\n";
    for (const Description& d : commands)
        text += fmt::format("complete -c polhode -n __fish_use_subcommand -a {} -d '{}'\n", d.name, quoted(d.summary));
    for (const Description& d : commands) {
        const std::string when = fmt::format("complete -c polhode -n '__fish_seen_subcommand_from {}'", d.name);
        for (const CLI::Option* option : d.options) {
            const Follows f = after_option(*option);
            text +=
                fmt::format("{} -l {} -d '{}'", when, option->get_lnames().front(), quoted(option->get_description()));
            if (f.files) {
                text += " -r -F";
            } else if (!f.words.empty()) {
                text += fmt::format(" -x -a '{}'", joined(f.words));
            } else if (takes_value(*option)) {
                text += " -x";
            }
            text += "\n";
        }
        const Follows f = positional(d.name);
        if (f.files) text += when + " -a '(__fish_complete_suffix .toml)'\n";
        if (!f.words.empty()) text += fmt::format("{} -a '{}'\n", when, joined(f.words));
    }
    return text;
}

}  // namespace

void add_completion(Program& program) {
    auto shell = std::make_shared<std::string>();
    CLI::App* command = program.line.add_subcommand("completion", "Print a completion script for a shell");
    command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(one_of(shells));
    command->footer(
        "Examples:\n  source <(polhode completion bash)\n"
        "  polhode completion zsh > ~/.zfunc/_polhode\n  polhode completion fish | source\n");
    command->callback([&program, shell] {
        program.chosen = [&program, shell] {
            const auto commands = describe(program.line);
            print(*shell == "bash"  ? bash_script(commands)
                  : *shell == "zsh" ? zsh_script(commands)
                                    : fish_script(commands));
            return static_cast<int>(done);
        };
    });
}

}  // namespace polhode::app
