#include "polhode/problem/inside/inside_tables.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/problem/samples/model_values.hpp"
#include "polhode/problem/samples/sampled_torques.hpp"

namespace polhode {

namespace {

// Columns that every row has, besides the variables of a torque formula.
bool is_column(const std::string& name) {
    for (const char* column : {"energy", "Lx", "Ly", "Lz", "work"})
        if (name == column) return true;
    return false;
}

}  // namespace

void take_name(const std::string& name, const Place& place, std::vector<std::string>& taken) {
    const std::string quoted = "\"" + escaped_for_message(name) + "\"";
    if (!Expression::can_be_name(name))
        throw InputError(place,
                         "expected a name that can stand in a formula (letters, digits and _, not beginning with "
                         "a digit), read " +
                             quoted);
    const std::vector<std::string>& known = FormulaTorque<double>::variables();
    if (Expression::knows(name) || std::find(known.begin(), known.end(), name) != known.end())
        throw InputError(place, "formulas know " + quoted + " already; choose another name");
    if (is_column(name)) throw InputError(place, "every row has a column " + quoted + "; choose another name");
    if (std::find(taken.begin(), taken.end(), name) != taken.end())
        throw InputError(place, "the name " + quoted + " is given twice in this scenario; choose another");
    taken.push_back(name);
}

std::shared_ptr<const NamedNumbers> read_constants(const TomlNode& table) {
    auto constants = std::make_shared<NamedNumbers>();
    std::vector<std::string> taken;
    for (const TomlNode& item : table.items) {
        take_name(item.name, item.place, taken);
        double value = item.number;
        if (item.kind == TomlNode::Kind::text) try {
                value = Expression(item.text, {}, *constants)(static_cast<const double*>(nullptr));
            } catch (const ExpressionError& e) {
                throw InputError(item.place, e.what());
            }
        else if (!item.is_number())
            throw InputError(item.place,
                             "expected a number, or a formula of the constants above it as a string, read " +
                                 item.described() + "; example: " + item.name + " = 0.5");
        if (!std::isfinite(value)) throw InputError(item.place, "expected a finite number, read " + item.described());
        constants->emplace_back(item.name, value);
    }
    return constants;
}

std::vector<Parameter> state_parameters() {
    return {{"name", Type::text, "", "", true, "what formulas and the column call it"},
            {"start", Type::number, "", "0.0", false, "its value at t = 0"},
            {"derivative", Type::formula, "1/s", "", true,
             "its rate of change: a formula in t, qw .. qz, r11 .. r33, wx wy wz, and the names of rotors, states and "
             "constants"}};
}

OwnState build_state(const Values& values) { return {values.text("name"), values.number("start"), {}}; }

void require_carrier(const Mat3<double>& inertia, const Inside& inside, const std::vector<Place>& rotors) {
    Mat3<double> left = inertia;
    for (std::size_t k = 0; k < inside.rotors.size(); ++k) {
        const Rotor& r = inside.rotors[k];
        if (r.held()) continue;
        const Vec3<double> a = r.axis / norm(r.axis);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) left(i, j) -= r.moment * a[i] * a[j];
        // Sylvester: all leading minors of a moment of inertia are positive
        const double two = left(0, 0) * left(1, 1) - left(0, 1) * left(1, 0);
        const double three = dot(left.row(0), cross(left.row(1), left.row(2)));
        if (left(0, 0) > 0 && two > 0 && three > 0) continue;
        throw InputError(rotors[k],
                         "the rotor's moment leaves nothing of the body: the moments of [body] are those of "
                         "the whole with its rotors locked, so that they must be larger than the rotors' own");
    }
}

}  // namespace polhode
