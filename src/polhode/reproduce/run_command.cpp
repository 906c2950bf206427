#include "polhode/reproduce/run_command.hpp"

#include <fmt/format.h>

namespace polhode {

namespace {

// A word for the shell: as it is where it holds nothing that a shell reads, else between single quotes.
std::string shell_word(const std::string& word) {
    const bool plain =
        word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%$") ==
        std::string::npos;
    if (plain && !word.empty()) return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string number(double value) { return fmt::format("{}", value); }

}  // namespace

std::string setting(const std::string& key, double value) { return key + "=" + number(value); }

std::string run_command(const std::string& scenario, const std::vector<std::string>& settings,
                        const std::string& against) {
    std::string command = "polhode run scenarios/" + scenario + ".toml";
    for (const std::string& s : settings) command += " --set " + shell_word(s);
    if (!against.empty()) command += " --against " + against;
    return command;
}

std::string loop_command(const std::vector<double>& values, const std::string& command) {
    std::string words;
    for (const double v : values) words += (words.empty() ? "" : " ") + number(v);
    return "for value in " + words + "; do " + command + "; done";
}

}  // namespace polhode
