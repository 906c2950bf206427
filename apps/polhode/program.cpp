#include "program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <new>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/nearest_names.hpp"
#include "polhode/base/parse_number.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/base/stop_question.hpp"
#include "polhode/base/version.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/system/host/terminal.hpp"
#include "polhode/system/signals.hpp"
#include "version_line.hpp"

namespace polhode::app {

namespace {

const char* const examples = R"(Examples:
  polhode new                                   what the gallery holds
  polhode new gyroscope-cusp > mine.toml        a scenario to start from
  polhode run mine.toml                         run it; a table says how right it is
  polhode run mine.toml --csv out.csv --plot out.svg
  polhode list integrator                       what can be named in a scenario
  polhode help COMMAND                          more about one command
)";

std::vector<std::string> command_names(const CLI::App& line) {
    std::vector<std::string> names;
    for (const CLI::App* command : line.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

// "'rnu' is not a command; known: 'run', ...; did you mean 'run'?"
std::string unknown(const std::string& read, const std::string& what, const std::vector<std::string>& known) {
    const std::string nearest = nearest_name(read, known);
    return fmt::format("'{}' is not {}; known: {}{}", read, what, listed(known),
                       nearest.empty() ? "" : "; did you mean '" + nearest + "'?");
}

// What is wrong with the command line, with the nearest known name where a name is not known.
std::string explain(Program& program, const CLI::ParseError& error) {
    const std::vector<std::string> words(program.words.begin() + 1, program.words.end());
    CLI::App& line = program.line;
    if (!words.empty() && words[0].rfind("-", 0) != 0) {
        const auto known = command_names(line);
        if (std::find(known.begin(), known.end(), words[0]) == known.end())
            return unknown(words[0], "a command", known);
        const auto options = option_names(*line.get_subcommand(words[0]));
        for (size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
            const std::string name = words[i].substr(0, words[i].find('='));
            if (name.size() < 3 || name.rfind("--", 0) != 0) continue;
            if (std::find(options.begin(), options.end(), name) == options.end())
                return words[0] + ": " + unknown(name, "an option", options);
        }
        return fmt::format("{}: {}; see 'polhode {} --help'", words[0], error.what(), words[0]);
    }
    return fmt::format("{}; see 'polhode --help'", error.what());
}

int guarded(const std::function<int()>& action) {
    try {
        return action();
    } catch (const InputError& e) {
        note(e.what());
        return refused;
    } catch (const OutputError& e) {
        note(e.what());
        return refused;
    } catch (const ComputationFailed& e) {
        note(e.what());
        return failed;
    } catch (const Interrupted& e) {
        note(e.what());
        return failed;
    } catch (const std::bad_alloc&) {
        note("there is not enough memory for this");
        return failed;
    } catch (const std::exception& e) {
        note(
            fmt::format("{}\nThis is a fault of Polhode {} ({}); please report it with the command and the "
                        "scenario that led to it.",
                        e.what(), version(), revision()));
        return our_fault;
    }
}

}  // namespace

void note(const std::string& text) { std::fputs(("polhode: " + text + "\n").c_str(), stderr); }

int terminal_width(int otherwise) {
    const int columns = system::terminal_width(system::Stream::output);
    return columns > 0 ? columns : otherwise;
}

void print(const std::string& text) {
    OutputFile out("-");
    out.write(text);
}

void refuse_unknown(const std::string& place, const std::string& read, const std::string& what,
                    const std::vector<std::string>& known) {
    throw InputError({place, 0, ""}, unknown(read, what, known));
}

void refuse_unknown_of_many(const std::string& place, const std::string& read, const std::string& what,
                            const std::vector<std::string>& known, const std::string& command) {
    const std::vector<std::string> near = nearest_names(read, known, 6);
    throw InputError({place, 0, ""},
                     fmt::format("'{}' is not {}{}; `{}` lists them all", without_control_characters(read), what,
                                 near.empty() ? "" : "; did you mean " + listed(near) + "?", command));
}

CLI::Validator whole_number(std::uint64_t low, std::uint64_t high) {
    return CLI::Validator(
        [=](const std::string& text) -> std::string {
            const bool digits =
                !text.empty() && text.size() <= 18 && text.find_first_not_of("0123456789") == std::string::npos;
            if (digits && std::stoull(text) >= low && std::stoull(text) <= high) return "";
            return fmt::format("expected a whole number from {} to {}, read '{}'", low, high,
                               without_control_characters(text));
        },
        "");
}

CLI::Validator one_of(std::vector<std::string> known) {
    return CLI::Validator(
        [known = std::move(known)](const std::string& text) -> std::string {
            if (std::find(known.begin(), known.end(), text) != known.end()) return "";
            const std::string near = nearest_name(text, known);
            return fmt::format("expected {}, read '{}'{}", listed(known), without_control_characters(text),
                               near.empty() ? "" : "; did you mean '" + near + "'?");
        },
        "");
}

CLI::Validator number_between(double low, double high, const std::string& what) {
    return CLI::Validator(
        [=](const std::string& text) -> std::string {
            const auto number = parse_number(text);
            if (number && std::isfinite(*number) && *number > low && *number < high) return "";
            return fmt::format("expected {}, read '{}'", what, without_control_characters(text));
        },
        "");
}

std::string entry_line(const std::string& name, const std::string& text, size_t indent, size_t column) {
    const size_t width = 110;
    std::string line(indent, ' ');
    line += name;
    if (text.empty()) return line + "\n";
    if (line.size() + 2 > column) {
        line += "\n" + std::string(column, ' ');
    } else {
        line.resize(column, ' ');
    }
    std::string result;
    size_t begin = 0;
    while (begin < text.size()) {
        while (begin < text.size() && text[begin] == ' ') ++begin;
        size_t end = text.find(' ', begin);
        if (end == std::string::npos) end = text.size();
        const size_t used = line.size() - (line.rfind('\n') == std::string::npos ? 0 : line.rfind('\n') + 1);
        if (used > column && used + end - begin > width) {
            while (!line.empty() && line.back() == ' ') line.pop_back();
            result += line + "\n";
            line.assign(column, ' ');
        }
        line += text.substr(begin, end - begin) + " ";
        begin = end;
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return result + line + "\n";
}

int run_program(int argc, char** argv) {
    system::ignore_broken_pipes();
    system::ignore_limits_of_files();
    return guarded([&]() -> int {
        Program program;
        program.line.footer(examples);
        program.line.set_version_flag("--version", version_line());
        program.line.require_subcommand(0, 1);
        for (auto* add :
             {add_run,    add_live,  add_estimate,  add_inspect,   add_calibrate,  add_allan, add_align,   add_check,
              add_study,  add_sweep, add_stability, add_reproduce, add_analog,     add_list,  add_convert, add_import,
              add_export, add_new,   add_studio,    add_cite,      add_completion, add_help})
            add(program);
        // CLI11 takes a word that is a command for one wherever it stands; a scenario may well be called "check".
        for (CLI::App* command : program.line.get_subcommands([](const CLI::App*) { return true; }))
            command->fallthrough(false);

        program.words.assign(argv, argv + argc);
        try {
            program.line.parse(argc, argv);
        } catch (const CLI::Success& asked) {
            std::ostringstream text;
            program.line.exit(asked, text, text);
            print(text.str());
            return done;
        } catch (const CLI::ParseError& e) {
            note(explain(program, e));
            return refused;
        }
        if (!program.chosen) {
            std::fputs(program.line.help().c_str(), stderr);
            return refused;
        }
        return program.chosen();
    });
}

}  // namespace polhode::app
