// What the numbers of a [[vary]] table are called, and which keys of the scenario they go to.
#pragma once

#include <string>
#include <vector>

#include "polhode/sweep/inputs/sweep_inputs.hpp"
#include "polhode/sweep/variation/sweep_variation.hpp"

namespace polhode {

class SweepColumnNames {
 public:
    // `reserved`: names that no column may have; `used`: those of the columns so far, which grow. Both must outlive it.
    SweepColumnNames(const std::vector<std::string>& reserved, const std::vector<std::string>& used)
        : reserved_(reserved), used_(used) {}

    // Sets the name, the keys, and the first column and the names of the columns of `input`, whose kind is set: as the
    // table gives them, or made from its keys or from the titles of a file. Throws InputError.
    void name_columns(const TomlNode& table, const SweepVariation& variation, SweepInput& input) const;

    bool taken(const std::string& name) const;
    // A name made from the key, as short as it can be, that neither another column nor another of `input` has.
    std::string free_name(const std::string& key, const SweepInput& input) const;

 private:
    bool means_something(const std::string& name) const;
    void check_name(const std::string& name, const Place& place, const SweepInput& input,
                    const std::string& what_to_choose = "") const;
    void take_given_names(const TomlNode& names, std::size_t width, SweepInput& input) const;
    void name_after_stem(const TomlNode* name, const TomlNode* key, const SweepVariation& variation,
                         SweepInput& input) const;
    void name_after_titles(const TomlNode& table, const SweepVariation& variation, SweepInput& input) const;

    const std::vector<std::string>&reserved_, &used_;
};

}  // namespace polhode
