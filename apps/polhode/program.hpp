// The program `polhode`: one subcommand per file, each of which adds itself here.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "run_program.hpp"

namespace polhode::app {

// Exit codes of the public contract. Anything that is not Polhode's own (a misspelt option, a bad scenario, a full
// disk) is `refused`; `failed` means that the computation broke down or was stopped, with everything before it saved.
enum ExitCode { done = 0, our_fault = 1, refused = 2, failed = 3 };

struct Program {
    CLI::App line{"Polhode: how rigid bodies turn.", "polhode"};
    std::vector<std::string> words;  // the command line, the program's name first
    std::function<int()> chosen;     // what the command line asks for; set while it is read, called afterwards
};

void add_run(Program&);
void add_live(Program&);
void add_estimate(Program&);
void add_inspect(Program&);
void add_calibrate(Program&);
void add_allan(Program&);
void add_align(Program&);
void add_check(Program&);
void add_study(Program&);
void add_sweep(Program&);
void add_reproduce(Program&);
void add_stability(Program&);
void add_analog(Program&);
void add_list(Program&);
void add_convert(Program&);
void add_import(Program&);
void add_export(Program&);
void add_new(Program&);
void add_studio(Program&);
void add_cite(Program&);
void add_completion(Program&);
void add_help(Program&);

// Text to standard output; a reader that has gone away (polhode list | head) is no fault, a full disk is.
void print(const std::string& text);
// "polhode: TEXT" to standard error
void note(const std::string& text);
// Of standard output; `otherwise` where it is no terminal.
int terminal_width(int otherwise);

// "PLACE: 'rk5' is not an integrator; known: ...; did you mean 'rk4'?" as an InputError. `what`: "an integrator".
[[noreturn]] void refuse_unknown(const std::string& place, const std::string& read, const std::string& what,
                                 const std::vector<std::string>& known);

// The same where so many are known that only the nearest are named, and where the others are listed: "`polhode new`".
[[noreturn]] void refuse_unknown_of_many(const std::string& place, const std::string& read, const std::string& what,
                                         const std::vector<std::string>& known, const std::string& command);

// The words of a number on the command line, checked before the library that reads the line says something of its own:
// "--threads: expected a whole number from 1 to 64, read 'x'".
CLI::Validator whole_number(std::uint64_t low, std::uint64_t high);
// A finite number with low < x < high, in words `what`: "a number of seconds > 0".
CLI::Validator one_of(std::vector<std::string> known);
CLI::Validator number_between(double low, double high, const std::string& what);
constexpr double below_zero = -1e-300;  // the low end where 0 itself is allowed

// Two columns, the second wrapped at the width of a terminal, for lists of names with what they mean.
std::string entry_line(const std::string& name, const std::string& text, size_t indent, size_t column);

}  // namespace polhode::app
