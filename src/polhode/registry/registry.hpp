// The registry: everything that can be named in a scenario, described once. `polhode list`, the scenario checker, the
// manual and the studio's menus all read it. A torque, a shape, an integrator ... states its name, what it is, its
// parameters with units and defaults, its order and where its equation comes from; the checker turns a TOML table
// into validated Values by the same description, so that a parameter exists exactly when it is described.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "polhode/arithmetic/vec.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/input/named_numbers.hpp"

namespace polhode {

enum class Type {
    number,        // any finite number
    positive,      // > 0
    non_negative,  // >= 0
    integer,       // whole number >= 0
    boolean,
    text,      // any string
    choice,    // one of `choices`
    vector3,   // [a, b, c]
    numbers,   // a list of finite numbers
    matrix3,   // 3 rows of 3, or 3 numbers for the diagonal (kept as numbers)
    formulas,  // three strings (or numbers), one expression per component
    path,      // name of a file, relative to the scenario
    formula,   // one expression, as a string or a number
};
// "non-negative": as programs read it, in the studio and in the library's face.
const char* name_of(Type type);

struct Parameter {
    std::string name;
    Type type = Type::number;
    std::string unit;      // "kg m^2", "rad/s", "" for none
    std::string fallback;  // default as it would stand in a scenario; "" = none
    bool required = false;
    std::string summary;
    std::vector<std::string> choices{};
};

struct Entry {
    std::string
        kind;  // "attitude", "integrator", "constraint", "arithmetic", "torque", "rates", "motion", "shape", ...
    std::string name;
    std::string summary;
    std::vector<Parameter> parameters{};
    std::string order{};   // "4", "8(5,3)", "" where it has no meaning
    std::string source{};  // "TN D-5302 eq. 16"
    std::string unit{};    // of a measure
};

// Validated values of one table, by parameter name, each remembering where it was read.
class Values {
 public:
    using Value = std::variant<double, bool, std::string, Vec3<double>, std::vector<double>, Mat3<double>,
                               std::vector<std::string>>;

    bool has(const std::string& name) const;    // given, or filled in from its default
    bool given(const std::string& name) const;  // stood in the scenario
    double number(const std::string& name) const;
    long integer(const std::string& name) const;
    bool boolean(const std::string& name) const;
    const std::string& text(const std::string& name) const;
    Vec3<double> vector(const std::string& name) const;
    const std::vector<double>& numbers(const std::string& name) const;
    Mat3<double> matrix(const std::string& name) const;  // three plain numbers stand for the diagonal
    bool holds_matrix(const std::string& name) const;    // rows were given; otherwise three numbers
    const std::vector<std::string>& texts(const std::string& name) const;

    void set(const std::string& name, Value value, Place place, bool given = true);
    // Names that the formulas of the table may use for numbers ([constants]).
    const NamedNumbers& constants() const;
    void set_constants(std::shared_ptr<const NamedNumbers> constants) { constants_ = std::move(constants); }
    const Place& place(const std::string& name) const;
    const Place& place() const { return table_; }  // of the table itself
    void set_table_place(Place p) { table_ = std::move(p); }
    // A value that is well formed but cannot be used: an InputError at its place.
    [[noreturn]] void refuse(const std::string& name, const std::string& why) const;

 private:
    struct Held {
        Value value;
        Place place;
        bool given;
    };
    const Held& held(const std::string& name) const;
    std::map<std::string, Held> values_;
    std::shared_ptr<const NamedNumbers> constants_;
    Place table_;
};

// All entries, in the order in which they should be shown.
const std::vector<Entry>& registry();
const Parameter* find_parameter(const std::vector<Parameter>& parameters, const std::string& name);
const Entry* find_entry(const std::string& kind, const std::string& name);
std::vector<std::string> names_of(const std::string& kind);
std::vector<std::string> kinds();

}  // namespace polhode
