// Where the numbers of a run go in the tree of its scenario.
#pragma once

#include <string>
#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/input/toml_text.hpp"

namespace polhode {

// A key of the scenario that varies.
struct SweepTarget {
    std::string key;
    std::vector<std::size_t> path;  // places in `items`, from the root of the tree
    int column = 0;
    int width = 1;                 // more than 1: the list of these columns
    bool as_quaternion = false;    // { quaternion = [w, x, y, z] }
    bool list = false;             // one number is put as [number]
    std::vector<TomlNode> choice;  // the values that the number stands for; empty: the number itself
    std::vector<Place> formulas;   // of its columns, where they are computed by formulas
    Place named;                   // where the key stands
    int cases = -1;                // the file that its values are from; -1: none
};

// Where the cases of a file stand in it.
struct SweepCaseLines {
    int column = 0, width = 0;  // of the first number of a case, and how many
    long long table = 0;        // of the cases in the plan's values
    int header = 0;             // line of the header
    std::vector<int> lines;
    std::vector<std::size_t> order;  // of the cases by their numbers

    const double* numbers(const double* values, std::size_t i) const {
        return values + table + static_cast<long long>(i) * width;
    }
    // Once, before line_of.
    void sort(const double* values);
    // Of the first case with these numbers; 0 where there is none.
    int line_of(const double* values, const double* run) const;
};

// The number in the place of what stands there.
void set_number(TomlNode& node, double value);
// What a number stands for where the target has a choice.
const TomlNode& chosen_value(const SweepTarget& target, double number);
// What the target has in a run with these numbers.
TomlNode target_value(const SweepTarget& target, const double* numbers);

// Whether what is there before takes such a value, as far as can be seen by itself: one number where one stands, and
// nothing into an item of a list that is not there (a whole table may be added to a list of them). `kind` is that of
// the [[vary]] table. Throws InputError.
void check_that_target_fits(const TomlNode& tree, const SweepTarget& target, const Place& place,
                            const std::string& kind);

// Where a node stands, by places in `items`: these stay while further nodes are added behind.
bool find_path(const TomlNode& from, const TomlNode* wanted, std::vector<std::size_t>& path);

}  // namespace polhode
