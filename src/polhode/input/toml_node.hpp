// A tree of values, each of which remembers where it was written.
#pragma once

#include <string>
#include <vector>

#include "polhode/base/diagnostic.hpp"

namespace polhode {

struct TomlNode {
    enum class Kind { table, array, text, integer, number, boolean, date };

    Kind kind = Kind::table;
    std::string name;             // its key in the table around it; "" for an item of an array
    Place place;                  // place.key is the whole key, "torque[0].mass"
    std::vector<TomlNode> items;  // of a table (in the order of the file) or an array
    std::string text;             // of a string; of an integer that no double holds: its digits
    double number = 0;            // of an integer or a number
    bool boolean = false;

    bool is_number() const { return kind == Kind::integer || kind == Kind::number; }
    const TomlNode* find(const std::string& key) const;
    TomlNode* find(const std::string& key);
    std::string described() const;  // for complaints: 'the string "rk4"', 'the number -0.01', 'a list of 2 items'
};

// Gives a value and everything in it a new place.
void relocate(TomlNode& node, const Place& place);

// The value as TOML on one line; reading it gives the same again, to the last bit of every number.
std::string toml_literal(const TomlNode& node);

}  // namespace polhode
