// TOML text as a plain tree in which every value remembers where it was written. The parser behind it (toml++) trusts
// its input more than a program may trust a file, so the bytes are checked first; nothing else in Polhode includes it.
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

// The root table of `text`. Throws InputError, with `file` and line, for anything that is not TOML.
TomlNode parse_toml(const std::string& text, const std::string& file);

// Applies "method.step=1e-4", "torque[0].mass=0.5" or "torque.0.mass=0.5" and creates the tables that are missing. The
// value is TOML, or a string if it is not ("method.integrator=rk4"). What was set has "--set ..." as its file.
void apply_setting(TomlNode& root, const std::string& setting);

// The value that "method.step" or "torque[0].mass" names; it and the tables around it are created, at `place`, where
// they are missing. Throws InputError at `place`.
TomlNode& node_at(TomlNode& root, const std::string& path, const Place& place);

// Gives a value and everything in it a new place.
void relocate(TomlNode& node, const Place& place);

// One value as it could stand after "--set key=": used for the defaults in the registry as well.
TomlNode parse_toml_value(const std::string& text, const Place& place);

// Text fit for a message: one line, control characters escaped, cut after `longest` bytes.
std::string escaped_for_message(const std::string& text, std::size_t longest = 60);

// The value as TOML on one line; reading it gives the same again, to the last bit of every number.
std::string toml_literal(const TomlNode& node);

}  // namespace polhode
