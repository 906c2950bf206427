#include "polhode/problem/attitudes/attitude.hpp"

#include "polhode/problem/attitudes/attitude_kind.hpp"
#include "polhode/problem/attitudes/conventions.hpp"

namespace polhode {

namespace {

using Numbers = std::vector<double>;
using Names = std::vector<std::string>;

std::string joined(const Names& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

[[noreturn]] void refuse(const std::string& representation, const std::string& why) {
    throw InputError({"", 0, representation}, why);
}

void require_count(const std::string& name, const Numbers& params) {
    const Names names = parameter_names(name);
    if (params.size() != names.size())
        refuse(name, "has " + std::to_string(names.size()) + " numbers (" + joined(names) + "); " +
                         std::to_string(params.size()) + " were given");
    for (std::size_t i = 0; i < params.size(); ++i)
        if (!is_finite(params[i])) refuse(name, names[i] + " is not a finite number");
}

[[noreturn]] void refuse_unknown(const std::string& representation) {
    const Names known = convertible_names();
    const std::string nearest = nearest_name(representation, known);
    throw InputError({}, "'" + representation + "' is not an attitude representation; known: " + listed(known) +
                             (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
}

// The representation that a name stands for, or that its convention is made of.
const AttitudeKind& representation_behind(const std::string& name, const Convention* convention) {
    const AttitudeKind* const kind = find_attitude_kind(convention ? convention->inner : name);
    if (!kind) refuse_unknown(name);
    return *kind;
}

}  // namespace

const std::vector<std::string>& euler_sequences() {
    static const std::vector<std::string> all{"xyz", "xzy", "yxz", "yzx", "zxy", "zyx",
                                              "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"};
    return all;
}

bool euler_sequence_of(const std::string& representation, EulerSequence& sequence) {
    const std::string prefix = "euler-";
    return representation.compare(0, prefix.size(), prefix) == 0 &&
           parse_euler_sequence(representation.c_str() + prefix.size(), sequence);
}

const AttitudeKind* find_attitude_kind(const std::string& name) {
    for (const AttitudeKind& kind : attitude_kinds())
        if (kind.entry.name == name) return &kind;
    return nullptr;
}

std::vector<Entry> attitude_entries() {
    std::vector<Entry> all;
    for (const AttitudeKind& kind : attitude_kinds()) all.push_back(kind.entry);
    return all;
}

std::vector<Entry> border_entries() {
    std::vector<Entry> all;
    for (const Convention& c : conventions()) all.push_back(c.entry);
    return all;
}

std::vector<std::string> convertible_names() {
    Names names;
    for (const auto& entries : {attitude_entries(), border_entries()})
        for (const Entry& e : entries) names.push_back(e.name);
    return names;
}

std::vector<std::string> parameter_names(const std::string& representation) {
    if (const AttitudeKind* kind = find_attitude_kind(representation)) return kind->names;
    if (const Convention* c = find_convention(representation)) return c->names;
    refuse_unknown(representation);
}

std::vector<std::string> column_names(const std::string& representation) {
    if (const AttitudeKind* kind = find_attitude_kind(representation)) return kind->columns;
    return parameter_names(representation);
}

std::vector<double> convert_attitude(const std::string& from, const std::vector<double>& params,
                                     const std::string& to) {
    require_count(from, params);
    const Convention* const outer_from = find_convention(from);
    const Convention* const outer_to = find_convention(to);
    const AttitudeKind& source = representation_behind(from, outer_from);
    const AttitudeKind& target = representation_behind(to, outer_to);
    const Numbers given = outer_from ? outer_from->to_inner(params) : params;
    if (const std::string fault = source.fault(source.like, given); !fault.empty()) refuse(from, fault);
    const std::optional<Numbers> direct = source.directly(source.like, given, target.like);
    Numbers result = direct ? *direct : target.from_quaternion(target.like, source.to_quaternion(source.like, given));
    if (outer_to) result = outer_to->from_inner(result);
    for (const double x : result)
        if (!is_finite(x)) refuse(from, "these numbers give no finite " + to);
    return result;
}

Quaternion<double> attitude_to_quaternion(const std::string& representation, const std::vector<double>& params) {
    return representation_of(Quaternion<double>{}, convert_attitude(representation, params, "quaternion"));
}

std::vector<double> quaternion_to_attitude(const std::string& representation, const Quaternion<double>& q_NB) {
    return convert_attitude("quaternion", numbers_of(q_NB), representation);
}

}  // namespace polhode
