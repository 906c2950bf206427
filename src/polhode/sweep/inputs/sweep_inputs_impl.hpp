// What SweepInputs is made of: for what reads it (sweep_inputs_reader.cpp) and what uses it (sweep_inputs.cpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "polhode/sweep/inputs/sweep_inputs.hpp"
#include "polhode/sweep/variation/sweep_names.hpp"
#include "polhode/sweep/variation/sweep_noise.hpp"
#include "polhode/sweep/variation/sweep_targets.hpp"

namespace polhode {

struct SweepInputs::Impl {
    ensemble::DrawPlan plan;
    std::vector<double> values;
    struct Formula {
        int column;
        Expression of;
    };
    std::vector<Formula> formulas;
    std::vector<SweepTarget> targets;
    std::uint64_t product = 1;
    bool axis = false;
    std::vector<std::string> files;
    std::vector<SweepCaseLines> cases;  // of each file
    struct OddText {
        int column;
        std::string text;
        Place place;
    };
    std::vector<OddText> odd_texts;
    struct OwnSeed {
        int column;
        NoiseSource source;
    };
    std::vector<OwnSeed> own_seeds;
    std::vector<std::string> seeds_in_common;

    // Whether a run with these numbers has the noise: it may come with a table that varies.
    bool has_noise(const NoiseSource& source, const double* numbers) const {
        for (const SweepTarget& t : targets)
            if (key_within(source.table, t.key) && !t.choice.empty())
                return table_within(chosen_value(t, numbers[t.column]), rest_of_key(source.table, t.key)) != nullptr;
        return true;
    }
};

}  // namespace polhode
