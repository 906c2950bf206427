// The reader of sweeps on any bytes: it must return a sweep whose runs can be drawn, or throw an InputError of
// one line. The first line may hold --set arguments: "#set sweep.runs=9|run.duration=2". Nothing is computed and no
// file is read: relative names lead into a folder that does not exist, and text that could hold an absolute name is
// passed over.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "fuzzed_text.hpp"
#include "polhode/scenario/toml_setting.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    if (may_name_a_file(text)) return 0;
    try {
        const polhode::Sweep s = polhode::read_sweep(text, "s.toml", settings_of(text), "no-such-folder/");
        if (s.runs == 0 || s.block == 0 || s.blocks() == 0 || s.fingerprint.size() != 64) std::abort();
        std::vector<double> numbers(static_cast<std::size_t>(s.inputs.columns()));
        polhode::TomlNode tree = s.tree;
        for (const std::uint64_t run : {std::uint64_t{0}, s.runs / 2, s.runs - 1}) {
            s.inputs.draw(run, numbers.data());
            s.inputs.apply(numbers.data(), tree);
            // A run can be repeated from its settings: they must be settings.
            polhode::TomlNode again = s.tree;
            for (const std::string& setting : s.inputs.settings(numbers.data())) polhode::apply_setting(again, setting);
            if (polhode::toml_literal(again) != polhode::toml_literal(tree)) std::abort();
        }
    } catch (const polhode::InputError& error) {
        const std::string message = error.what();
        if (message.empty() || message.find('\n') != std::string::npos) std::abort();
    }
    return 0;
}
