// [body.changing_inertia] and [[moving_mass]]: keys, and what they mean; and the registry's entries of parts.
#include <cmath>

#include "polhode/base/shortest.hpp"
#include "polhode/problem/attitudes/attitude_kind.hpp"
#include "polhode/problem/inside/part_tables.hpp"
#include "polhode/problem/samples/model_values.hpp"

namespace polhode {

std::vector<Parameter> driven_cmg_parameters();
std::vector<Parameter> steered_cmg_parameters();

namespace {

// Three formulas of the time alone.
TimeFormulas read_time_formulas(const Values& values, const std::string& key,
                                const std::vector<std::string>& variables) {
    const TimeFormulas formulas = read_formulas(values, key, variables);
    for (const Expression& e : *formulas)
        for (std::size_t i = 1; i < variables.size(); ++i)
            if (e.uses(static_cast<int>(i)))
                values.refuse(key, "the formula '" + e.text() + "' looks at " + variables[i] +
                                       "; what moves inside is given as a function of t alone here");
    return formulas;
}

}  // namespace

std::vector<Parameter> changing_inertia_parameters() {
    std::vector<Parameter> all{
        {"moments", Type::formulas, "kg m^2", "", false,
         "moments of inertia about the body axes in place of inertia: three formulas in t and constants"},
        {"products", Type::formulas, "kg m^2", "", false,
         "the numbers 12, 13 and 23 of the tensor: three formulas in t and constants; left out: 0"},
        {"momentum", Type::formulas, "kg m^2/s", "", false,
         "angular momentum of what moves inside, seen from the body, in body axes: three formulas in t and constants"}};
    for (const Parameter& p : inline_table_parameters("moments", "kg m^2")) all.push_back(p);
    for (const Parameter& p : interpolation_parameters()) all.push_back(p);
    return all;
}

ChangingInertia build_changing_inertia(const Values& values, const std::vector<std::string>& variables) {
    ChangingInertia c;
    const bool table = values.given("times");
    if (values.given("moments") && table)
        values.refuse("times", "'moments' and 'times' are given: the moments come from one or the other");
    if (values.given("moments")) c.moments = read_time_formulas(values, "moments", variables);
    if (table) c.table = make_history(read_time_table(values, "", {}), values, read_interpolation(values));
    if (!table)
        for (const char* key : {"x", "y", "z"})
            if (values.given(key)) values.refuse(key, "a table of moments needs 'times' as well");
    if (values.given("products")) {
        if (!c.changes_moments()) values.refuse("products", "these need 'moments', or a table of them, beside them");
        c.products = read_time_formulas(values, "products", variables);
    }
    if (values.given("momentum")) c.momentum = read_time_formulas(values, "momentum", variables);
    if (!c.any())
        throw InputError(values.place(),
                         "nothing changes; give 'moments' (three formulas of t), a table of them ('times' with 'x', "
                         "'y', 'z'), or the 'momentum' of what moves inside");
    return c;
}

void require_bodies(const ChangingInertia& changing, const Place& place, double duration) {
    if (!changing.changes_moments()) return;
    constexpr int looks = 1000;
    for (int n = 0; n <= looks; ++n) {
        const double t = duration * n / looks;
        const Mat3<double> I = changing.at(t);
        // Sylvester: all leading minors of a moment of inertia are positive
        const double two = I(0, 0) * I(1, 1) - I(0, 1) * I(1, 0);
        const double three = dot(I.row(0), cross(I.row(1), I.row(2)));
        if (I(0, 0) > 0 && two > 0 && three > 0 && std::isfinite(three)) continue;
        throw InputError(place, "at t = " + shortest(t) +
                                    " s these are not the moments of a body: " + short_number(I(0, 0)) + ", " +
                                    short_number(I(1, 1)) + ", " + short_number(I(2, 2)) + " kg m^2" +
                                    (changing.products ? " with the products given" : ""));
    }
}

std::vector<Parameter> moving_mass_parameters() {
    return {{"mass", Type::positive, "kg", "", true, "of the point that is moved; not counted in [body]"},
            {"position", Type::formulas, "m", "", true,
             "where it is, in body axes: three formulas in t and constants; from the fixed point of a pivoted body, "
             "else from the centre of mass of the [body]"}};
}

MovingMass build_moving_mass(const std::string& kind, const Values& values, const std::vector<std::string>& variables) {
    return {values.number("mass"), read_time_formulas(values, "position", variables), kind == "pivoted"};
}

std::vector<Entry> part_entries() {
    return {{"slug", "kelvin", "a sphere in a viscous fluid inside the body; takes energy and no momentum",
             slug_parameters(), "", "Hughes 1986, ch. 5"},
            {"cmg", "driven", "control moment gyro whose gimbal is turned by a motor's torque", driven_cmg_parameters(),
             "", "Wie 1998, ch. 7"},
            {"cmg", "steered", "control moment gyro whose gimbal turns at a rate that is given",
             steered_cmg_parameters(), "", "Wie 1998, ch. 7"},
            {"moving_mass", "free", "a point mass moved along a path in a body that floats; [body] needs its mass",
             moving_mass_parameters(), "", "Wittenburg 1977, ch. 5"},
            {"moving_mass", "pivoted", "a point mass moved along a path in a body about a fixed point",
             moving_mass_parameters(), "", "Wittenburg 1977, ch. 5"}};
}

}  // namespace polhode
