// An attitude representation: description, conversions, how a scenario gives it and the engine that integrates it,
// together. HOW TO ADD ONE: the representation in the core (include/polhode/rotation/representation.hpp says what it
// must offer), a file in run/attitudes that defines
//
//     AttitudeFamily polhode::attitude_NAME() {
//         AttitudeKind kind = attitude_kind({"attitude", "name", ...}, {"sx", "sy", "sz"}, Representation<double>{});
//         engine::integrate_as<Representation>(kind);
//         return {{kind}, {start form}};
//     }
//
// and a line POLHODE_ATTITUDE(NAME) in attitude_list.def. The list is collected here; what it names is defined in
// run/attitudes, because the engine comes with it.
#pragma once

#include <any>
#include <optional>
#include <string>
#include <vector>

#include "polhode/input/toml_text.hpp"
#include "polhode/problem/attitudes/start_attitude.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

namespace engine {
struct Job;
}

struct AttitudeKind {
    using Numbers = std::vector<double>;

    Entry entry;
    std::vector<std::string> names;    // of its numbers
    std::vector<std::string> columns;  // of a trajectory: those, and what follows from them
    std::any like;                     // an empty representation over double: it holds the sequence of Euler angles

    Quaternion<double> (*to_quaternion)(const std::any& like, const Numbers&);
    Numbers (*from_quaternion)(const std::any& like, const Quaternion<double>&);
    // Into another representation without the quaternion between, where that is better (rotation/convert.hpp).
    std::optional<Numbers> (*directly)(const std::any& like, const Numbers&, const std::any& to);
    // Why the numbers give no attitude at all; "" for any that need only be normalised.
    std::string (*fault)(const std::any& like, const Numbers&);

    // The engine's instances. Null: another procedure integrates it.
    void (*run_double)(const engine::Job&) = nullptr;
    void (*run_float)(const engine::Job&) = nullptr;
};

// The attitude of [start] as a form reads it.
struct StartTable {
    const TomlNode& given;  // the key that names the form
    const Values& values;
    bool normalise;
};
// A way to give an attitude in a scenario: attitude = { key = numbers, ... }.
struct StartForm {
    std::vector<Parameter> parameters;  // the first names the form; the others go with it
    bool may_be_off;                    // redundant numbers that need not be exactly a rotation: `normalise` is allowed
    StartAttitude (*read)(const StartTable&);
};

// What one line of the list brings: one representation, or twelve.
struct AttitudeFamily {
    std::vector<AttitudeKind> kinds;
    std::vector<StartForm> forms{};
};

const std::vector<AttitudeKind>& attitude_kinds();
const AttitudeKind* find_attitude_kind(const std::string& name);
// Forms of the representations and of other people's conventions.
const std::vector<StartForm>& start_forms();

// ---- for the files that define them
// ----------------------------------------------------------------------------------

template <class R>
R representation_of(const R& like, const std::vector<double>& params) {
    Vec<double, R::size> p;
    for (int i = 0; i < R::size; ++i) p[i] = params[static_cast<std::size_t>(i)];
    return like.with(p);
}
template <class R>
std::vector<double> numbers_of(const R& r) {
    const auto p = r.params();
    return std::vector<double>(p.v, p.v + R::size);
}

// Of representation R, with direct conversions into `Direct`.
template <class... Direct, class R>
AttitudeKind attitude_kind(Entry entry, std::vector<std::string> names, const R& like_this) {
    using Numbers = AttitudeKind::Numbers;
    AttitudeKind kind;
    kind.entry = std::move(entry);
    kind.names = kind.columns = std::move(names);
    kind.like = like_this;
    kind.to_quaternion = [](const std::any& like, const Numbers& p) -> Quaternion<double> {
        return to_quaternion(representation_of(std::any_cast<const R&>(like), p));
    };
    kind.from_quaternion = [](const std::any& like, const Quaternion<double>& q_NB) -> Numbers {
        R r = std::any_cast<const R&>(like);
        assign_quaternion(r, q_NB);
        return numbers_of(r);
    };
    kind.directly = [](const std::any& like, const Numbers& p, const std::any& to) {
        std::optional<Numbers> result;
        const R from = representation_of(std::any_cast<const R&>(like), p);
        const auto try_into = [&](const auto* like_to) {
            if (like_to) result = numbers_of(convert(from, *like_to));
        };
        try_into(std::any_cast<R>(&to));
        (try_into(std::any_cast<Direct>(&to)), ...);
        return result;
    };
    kind.fault = [](const std::any&, const Numbers&) { return std::string(); };
    return kind;
}

// "%.9g": how numbers stand in complaints.
std::string short_number(double x);
// 180 degrees give exactly the double nearest to pi.
double radians(double degrees);

// As many numbers as `count`; `meaning` says which.
std::vector<double> start_numbers(const StartTable& table, std::size_t count, const std::string& meaning);
// Four numbers of about unit length, normalised where that is asked for.
std::vector<double> start_unit(const StartTable& table, std::vector<double> q);
// One of two keys, the second in degrees.
void require_one_unit(const Values& values, const std::string& key, const std::string& key_deg);
double one_angle(const Values& values, const std::string& key, const std::string& key_deg);
std::vector<double> list_of(const Vec3<double>& v);

#define POLHODE_ATTITUDE(name) AttitudeFamily attitude_##name();
#include "polhode/problem/attitudes/attitude_list.def"
#undef POLHODE_ATTITUDE

}  // namespace polhode
