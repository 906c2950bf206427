#include "named_text.hpp"

#include "polhode/files/input_file.hpp"

namespace polhode::app {

NamedText read_named_text(const std::string& path) {
    if (path == "-") {
        constexpr std::size_t enough = 5u << 20;  // past the limit of a scenario, which is refused with the reason
        const InputBytes input = read_input_file("/dev/stdin", enough);
        if (!input.fault.empty()) throw InputError({"standard input", 0, ""}, "it cannot be read: " + input.fault);
        return {input.bytes, "standard input", ""};
    }
    const std::size_t slash = path.find_last_of('/');
    return {read_scenario_text(path), path, slash == std::string::npos ? "" : path.substr(0, slash + 1)};
}

Scenario scenario_of(const NamedText& source, const std::vector<std::string>& settings) {
    return read_scenario(source.text, source.name, settings, source.directory);
}

}  // namespace polhode::app
