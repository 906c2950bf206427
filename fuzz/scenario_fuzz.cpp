// The scenario reader on any bytes: it must return a scenario or throw an InputError of one line. The first line may
// hold --set arguments: "#set method.step=1|run.duration=2". Nothing is computed and no file is read: relative names
// lead into a folder that does not exist, and text that could hold an absolute name is passed over.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "fuzzed_text.hpp"
#include "polhode/scenario/scenario.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    if (may_name_a_file(text)) return 0;
    try {
        const polhode::Scenario s = polhode::read_scenario(text, "s.toml", settings_of(text), "no-such-folder/");
        if (s.methods.empty() || !(s.run.duration > 0)) std::abort();
    } catch (const polhode::InputError& error) {
        const std::string message = error.what();
        if (message.empty() || message.find('\n') != std::string::npos) std::abort();
    }
    return 0;
}
