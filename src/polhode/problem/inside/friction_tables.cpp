#include "polhode/problem/inside/friction_tables.hpp"

#include <cmath>

#include "polhode/base/shortest.hpp"

namespace polhode {

namespace {

// The static torque, no less than the kinetic one; left out: the same.
double read_static(const Values& values, const char* key, double kinetic) {
    if (!values.given(key)) return kinetic;
    const double holding = values.number(key);
    if (holding < kinetic)
        values.refuse(key, "what holds a body still is no less than what brakes it, " + shortest(kinetic) +
                               " N m; leave it out where they are the same");
    return holding;
}

// Whether the axes of these frictions and one more are linearly independent: the determinant of what is left of it
// when its parts along the others are taken off.
bool is_independent(const std::vector<Vec3<double>>& before, const Vec3<double>& axis) {
    std::vector<Vec3<double>> base;
    for (const Vec3<double>& a : before) {
        Vec3<double> left = a / norm(a);
        for (const Vec3<double>& b : base) left = left - dot(left, b) * b;
        base.push_back(left / norm(left));
    }
    Vec3<double> left = axis / norm(axis);
    for (const Vec3<double>& b : base) left = left - dot(left, b) * b;
    return norm(left) > 1e-6;
}

}  // namespace

std::vector<Parameter> friction_parameters() {
    return {
        {"axis", Type::vector3, "", "", true, "the axis it acts about, in body axes; of any length"},
        {"kinetic", Type::positive, "N m", "", true, "torque against the turning while it slides"},
        {"static", Type::positive, "N m", "", false,
         "largest torque with which it holds the body still; left out: the kinetic one"},
        {"name", Type::text, "", "", false,
         "what formulas and the column call the way it slides, 1 or -1, and 0 where it sticks; left out: friction1, "
         "friction2, ..."}};
}

std::vector<Parameter> bearing_parameters() {
    return {{"coulomb", Type::positive, "N m", "", false,
             "dry friction of the bearing: torque against the speed; at rest it holds the rotor, as NAME_slides tells"},
            {"coulomb_static", Type::positive, "N m", "", false,
             "largest torque with which the bearing holds the rotor still; left out: the other one"}};
}

void read_bearing(const Values& values, Rotor& rotor) {
    if (!values.has("coulomb")) {
        if (values.given("coulomb_static")) values.refuse("coulomb_static", "it needs 'coulomb' as well");
        return;
    }
    rotor.coulomb = values.number("coulomb");
    rotor.coulomb_static = read_static(values, "coulomb_static", rotor.coulomb);
}

void add_friction(const Values& values, Inside& inside) {
    DryFriction f;
    std::vector<Vec3<double>> axes;
    for (const DryFriction& other : inside.frictions)
        if (other.rotor < 0) axes.push_back(other.axis);
    f.axis = values.vector("axis");
    if (!(norm(f.axis) > 0)) values.refuse("axis", "expected a direction, read [0, 0, 0]; example: axis = [0, 0, 1]");
    if (!is_independent(axes, f.axis))
        values.refuse("axis",
                      "other dry frictions act about this axis already, so that nothing says which of them holds the "
                      "body; add them up");
    f.kinetic = values.number("kinetic");
    f.holding = read_static(values, "static", f.kinetic);
    f.state = inside.states.size();
    const std::string name =
        values.given("name") ? values.text("name") : "friction" + std::to_string(inside.frictions.size() + 1);
    inside.states.push_back({name, 0, {}, OwnState::Of::friction});
    inside.frictions.push_back(f);
}

void add_bearings(Inside& inside) {
    for (std::size_t k = 0; k < inside.rotors.size(); ++k) {
        const Rotor& r = inside.rotors[k];
        if (!(r.coulomb > 0)) continue;
        inside.frictions.push_back({inside.states.size(), static_cast<int>(k), r.axis, r.coulomb, r.coulomb_static});
        inside.states.push_back({r.name + "_slides", 0, {}, OwnState::Of::friction});
    }
}

}  // namespace polhode
