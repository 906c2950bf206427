#include "polhode/registry/registry.hpp"

#include <algorithm>
#include <stdexcept>

namespace polhode {

const char* name_of(Type type) {
    switch (type) {
        case Type::number:
            return "number";
        case Type::positive:
            return "positive";
        case Type::non_negative:
            return "non-negative";
        case Type::integer:
            return "integer";
        case Type::boolean:
            return "boolean";
        case Type::text:
            return "text";
        case Type::choice:
            return "choice";
        case Type::vector3:
            return "vector3";
        case Type::numbers:
            return "numbers";
        case Type::matrix3:
            return "matrix3";
        case Type::formulas:
            return "formulas";
        case Type::path:
            return "path";
        case Type::formula:
            return "formula";
    }
    return "text";
}

namespace {

// Asking for a value that no description promised is a fault of the program, not of the scenario.
template <class T, class Any>
const T& held_as(const Any& value, const std::string& name) {
    if (const T* found = std::get_if<T>(&value)) return *found;
    throw std::logic_error("the parameter '" + name + "' was read as another type than it is described");
}

}  // namespace

const Values::Held& Values::held(const std::string& name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) throw std::logic_error("the parameter '" + name + "' was asked for but never read");
    return found->second;
}

bool Values::has(const std::string& name) const { return values_.count(name) > 0; }

bool Values::given(const std::string& name) const {
    const auto found = values_.find(name);
    return found != values_.end() && found->second.given;
}

double Values::number(const std::string& name) const { return held_as<double>(held(name).value, name); }
long Values::integer(const std::string& name) const { return static_cast<long>(number(name)); }
bool Values::boolean(const std::string& name) const { return held_as<bool>(held(name).value, name); }
const std::string& Values::text(const std::string& name) const { return held_as<std::string>(held(name).value, name); }
Vec3<double> Values::vector(const std::string& name) const { return held_as<Vec3<double>>(held(name).value, name); }
const std::vector<double>& Values::numbers(const std::string& name) const {
    return held_as<std::vector<double>>(held(name).value, name);
}
bool Values::holds_matrix(const std::string& name) const {
    return std::holds_alternative<Mat3<double>>(held(name).value);
}
Mat3<double> Values::matrix(const std::string& name) const {
    const Value& value = held(name).value;
    if (const auto* diagonal = std::get_if<std::vector<double>>(&value); diagonal && diagonal->size() == 3)
        return Mat3<double>::diagonal({(*diagonal)[0], (*diagonal)[1], (*diagonal)[2]});
    return held_as<Mat3<double>>(value, name);
}
const std::vector<std::string>& Values::texts(const std::string& name) const {
    return held_as<std::vector<std::string>>(held(name).value, name);
}

void Values::set(const std::string& name, Value value, Place place, bool given) {
    values_[name] = Held{std::move(value), std::move(place), given};
}

const NamedNumbers& Values::constants() const {
    static const NamedNumbers none;
    return constants_ ? *constants_ : none;
}

const Place& Values::place(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? table_ : found->second.place;
}

void Values::refuse(const std::string& name, const std::string& why) const {
    const auto found = values_.find(name);
    if (found != values_.end()) throw InputError(found->second.place, why);
    Place at = table_;
    at.key += (at.key.empty() ? "" : ".") + name;
    throw InputError(at, why);
}

const Parameter* find_parameter(const std::vector<Parameter>& parameters, const std::string& name) {
    const auto found =
        std::find_if(parameters.begin(), parameters.end(), [&](const Parameter& p) { return p.name == name; });
    return found == parameters.end() ? nullptr : &*found;
}

const Entry* find_entry(const std::string& kind, const std::string& name) {
    for (const Entry& e : registry())
        if (e.kind == kind && e.name == name) return &e;
    return nullptr;
}

std::vector<std::string> names_of(const std::string& kind) {
    std::vector<std::string> names;
    for (const Entry& e : registry())
        if (e.kind == kind) names.push_back(e.name);
    return names;
}

std::vector<std::string> kinds() {
    std::vector<std::string> found;
    for (const Entry& e : registry())
        if (std::find(found.begin(), found.end(), e.kind) == found.end()) found.push_back(e.kind);
    return found;
}

}  // namespace polhode
