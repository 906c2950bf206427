// What varies from run to run, and the numbers it takes: each a function of (seed, run) alone, by counting
// (polhode/ensemble/draw.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/ensemble/draw.hpp"
#include "polhode/input/expression.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

// What the seed of a scenario's noise is that each run has its own of: the kind of an input that no [[vary]] table
// names.
inline constexpr const char* own_seed_kind = "own-seed";

// One [[vary]] table, or a seed that each run has its own of.
struct SweepInput {
    std::string name;                  // of its column, or the stem of their names
    std::string kind;                  // "uniform", ...
    std::vector<std::string> keys;     // of the scenario, one for each column, or one that takes them all as a list
                                       // ("start.attitude.quaternion"); empty: a number for formulas alone
    std::vector<std::string> columns;  // names of its numbers: "spin", or "attitude_w", "attitude_x", ...
    std::vector<std::string> choices;  // where the values are texts: the number is a place in this list
    std::vector<std::vector<std::string>> choices_of_column{};  // the same for each column, of a file of cases
    Place place;
    int first_column = 0;

    // Chance itself: a number that nothing can be expected to follow.
    bool is_seed() const { return kind == own_seed_kind; }
};

class SweepInputs {
 public:
    const std::vector<SweepInput>& inputs() const { return inputs_; }
    // All columns of all inputs, in order. Each is a name that formulas can use.
    const std::vector<std::string>& names() const { return names_; }
    int columns() const { return static_cast<int>(names_.size()); }
    // What column's numbers stand for where they are places in a list of texts; else null.
    const std::vector<std::string>* choices(int column) const;

    // The numbers of a run.
    void draw(std::uint64_t run, double* values) const;
    // Puts them into the scenario's tree: Sweep::tree or a copy of it, which may be used again for other runs. Throws
    // InputError where a formula gave no finite number.
    void apply(const double* values, TomlNode& tree) const;
    // The same as --set arguments with every digit: a scenario read with them is that of the run, to the last bit.
    std::vector<std::string> settings(const double* values) const;

    // The plan behind draw(), for kernels that draw by themselves; null where a formula is involved, which only draw()
    // can do. Column i of the plan is column i here.
    const ensemble::DrawPlan* plan() const;

    // How many runs the grids, lists and files span together; 1 where there is none of them.
    std::uint64_t product() const;
    bool has_axis() const;
    // The values that a column takes in the runs, in the order of the list, grid or file, each once; at most `most` of
    // them. Empty where they cannot be listed: it is drawn between two ends, or computed.
    std::vector<double> values_of(int column, std::size_t most) const;
    // Whether a column is the seed of noise that each run has its own of.
    bool is_seed(int column) const;
    // Keys of seeds that nothing varies, where runs have no noise of their own: all share what these draw.
    const std::vector<std::string>& seeds_in_common() const;
    // The files of cases that were read.
    const std::vector<std::string>& files() const;
    // Where the key is named that varies at `key` of the scenario, or within it; null where none does. A value that was
    // put into a tree stands in the line of its case, which is not where its key is.
    const Place* named_at(const std::string& key) const;
    // Refuses a formula at `place` that uses a column of texts with numbers among them, of which only their places in a
    // list could be meant. Column 0 is the formula's variable `first`.
    void check_formula(const Expression& of, int first, const Place& place) const;

 private:
    friend class SweepInputsReader;
    void put(const double* values, TomlNode& tree) const;
    std::vector<SweepInput> inputs_;
    std::vector<std::string> names_;
    struct Impl;
    std::shared_ptr<const Impl> impl_;
};

}  // namespace polhode
