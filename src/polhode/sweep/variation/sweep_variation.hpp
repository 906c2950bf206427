// One [[vary]] table as its kind reads it: how its numbers are drawn and what they stand for. Where they go and what
// they are called is settled in sweep_inputs_reader.cpp.
#pragma once

#include <string>
#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/ensemble/draw.hpp"
#include "polhode/input/expression.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

struct SweepVariation {
    ensemble::Draw draw;  // but for its column and place
    int width = 1;
    bool list = false;                // the columns belong together: one key takes them as a list
    std::vector<std::string> ends{};  // of the columns' names: x y z; empty: counted
    std::vector<Expression> formulas{};
    std::vector<std::vector<TomlNode>> choices{};  // for each column; empty where it is a number
    // of a file of cases: the titles of its columns, where they stand, and the lines of the cases
    std::vector<std::string> titles{};
    std::vector<std::size_t> places{};  // of the columns in the file
    Place header{};
    std::vector<int> lines{};
    // of its columns whose numbers are among texts: the text that made them texts, and where it stands; else ""
    struct OddText {
        std::string text;
        Place place;
    };
    std::vector<OddText> odd_texts{};
};

struct SweepVariationReading {
    const std::string& directory;           // from where names of files count
    const std::vector<std::string>& above;  // the names that formulas may use
    const std::vector<std::string>& below;  // names in this table and behind it, which they may not
    std::vector<double>& values;            // DrawPlan::values: what the draw needs is added
};

// `table` has a `kind`. Throws InputError.
SweepVariation read_sweep_variation(const TomlNode& table, const SweepVariationReading& reading);

}  // namespace polhode
