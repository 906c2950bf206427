// Runs of a sweep told apart by the values of a list, a choice, a grid or a column of cases ([sweep] groups). Which
// groups there are is known before anything runs, and which one a run belongs to follows from its inputs.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "polhode/input/toml_text.hpp"
#include "polhode/sweep/inputs/sweep_inputs.hpp"

namespace polhode {

class SweepGrouping {
 public:
    // In all groupings of a sweep together: each group has statistics of every outcome, in every block where runs
    // are not kept.
    static constexpr std::size_t most = 200;

    const std::vector<std::string>& names() const { return names_; }  // of its columns
    std::size_t size() const;                                         // how many groups
    std::size_t group_of(const double* inputs) const;
    // What a group has in common, one text for each column: "6U"; a number as it is read.
    std::vector<std::string> texts(std::size_t group) const;

 private:
    friend std::vector<SweepGrouping> read_sweep_groups(const TomlNode&, const SweepInputs&);
    struct Column {
        std::size_t column = 0;
        std::vector<double> numbers;      // rising
        std::vector<std::size_t> places;  // of each number: which text it stands for
        std::vector<std::string> texts;   // in the order of the list
    };
    static Column column_named(const TomlNode& name, const SweepInputs& inputs);
    void add(const TomlNode& name, const SweepInputs& inputs);
    std::vector<Column> columns_;
    std::vector<std::string> names_;
};

// `groups = "satellite"`; of several: `["satellite", "spring"]`, each by itself; every combination of two:
// `[["satellite", "spring"]]`. Throws InputError.
std::vector<SweepGrouping> read_sweep_groups(const TomlNode& groups, const SweepInputs& inputs);

}  // namespace polhode
