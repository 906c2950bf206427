// [[cmg]]: kinds, keys, and what they mean.
#include <algorithm>
#include <cmath>

#include "polhode/problem/attitudes/attitude_kind.hpp"
#include "polhode/problem/inside/inside_tables.hpp"
#include "polhode/problem/inside/part_tables.hpp"
#include "polhode/problem/samples/model_values.hpp"
#include "polhode/problem/samples/sampled_torques.hpp"

namespace polhode {

namespace {

// Directions of two axes that should be across each other may be off by rounding of what was typed.
constexpr double across_rounding = 1e-9;

// A rate that is given decides how the body turns, and can look at nothing that follows from that.
void refuse_what_follows(const Values& values, const Inside& inside, const Expression& steering) {
    const std::vector<std::string> names = inside.variables();
    const auto refuse = [&](const std::string& name) {
        values.refuse("gimbal_rate", "a gimbal's rate that is given cannot look at " + name +
                                         ", which follows from it; a [[state]] that follows " + name +
                                         " can stand between, or kind = \"driven\" with a torque");
    };
    constexpr std::size_t first_entry = 5, first_rate = 14;  // among the names
    for (std::size_t i = first_entry; i < first_rate; ++i)
        if (steering.uses(static_cast<int>(i)))
            values.refuse("gimbal_rate",
                          "a gimbal's rate that is given sees the attitude as qw, qx, qy and qz; write " + names[i] +
                              " by these (r13 is 2*(qx*qz + qw*qy))");
    std::vector<std::string> speeds{"wx", "wy", "wz"};
    for (const Rotor& r : inside.rotors) speeds.push_back(r.name);
    for (const KelvinSlug& s : inside.slugs)
        for (const std::string& name : s.names()) speeds.push_back(name);
    for (const ControlMomentGyro& g : inside.gyros) speeds.insert(speeds.end(), {g.names()[0], g.names()[2]});
    for (std::size_t i = 0; i < names.size(); ++i)
        if (steering.uses(static_cast<int>(i)) && std::find(speeds.begin(), speeds.end(), names[i]) != speeds.end())
            refuse(names[i]);
}

}  // namespace

std::vector<Parameter> cmg_parameters() {
    return {
        {"name", Type::text, "", "", false,
         "what formulas and the column call the wheel's speed, with NAME_angle and NAME_rate of the gimbal; left out: "
         "cmg1, cmg2, ..."},
        {"gimbal_axis", Type::vector3, "", "", true, "fixed in the body, in body axes; of any length"},
        {"spin_axis", Type::vector3, "", "", true,
         "of the wheel where the gimbal's angle is 0, across the gimbal axis; of any length"},
        {"wheel_moment", Type::positive, "kg m^2", "", true,
         "of the wheel about its axis; the moments of [body] are those without wheel and gimbal"},
        {"transverse_moment", Type::positive, "kg m^2", "", true,
         "of wheel and gimbal together, about the axis across spin and gimbal axis"},
        {"gimbal_moment", Type::positive, "kg m^2", "", true, "of wheel and gimbal together, about the gimbal axis"},
        {"speed", Type::number, "rad/s", "", false,
         "of the wheel relative to the gimbal, at the start; of a held one for ever; left out: 0"},
        {"speed_rpm", Type::number, "rpm", "", false, "the same in turns a minute"},
        {"speed_hz", Type::number, "Hz", "", false, "the same in turns a second"},
        {"wheel",
         Type::choice,
         "",
         "\"held\"",
         false,
         "a motor holds the wheel's speed (held), or it turns by itself or by wheel_torque (free)",
         {"held", "free"}},
        {"wheel_torque", Type::formula, "N m", "", false,
         "of its motor, on a free wheel about its axis (the body gets the opposite): a formula"},
        {"angle", Type::number, "rad", "0.0", false, "of the gimbal at the start"}};
}

std::vector<Parameter> driven_cmg_parameters() {
    std::vector<Parameter> all = cmg_parameters();
    all.push_back({"torque", Type::formula, "N m", "0", false,
                   "of the gimbal's motor about the gimbal axis, on wheel and gimbal: a formula in t, qw .. qz, r11 .. "
                   "r33, wx wy wz, and the names of rotors, states and constants"});
    all.push_back({"start_gimbal_rate", Type::number, "rad/s", "0.0", false, "of the gimbal at the start"});
    return all;
}

std::vector<Parameter> steered_cmg_parameters() {
    std::vector<Parameter> all = cmg_parameters();
    all.push_back({"gimbal_rate", Type::formula, "rad/s", "", true,
                   "of the gimbal against the body: a formula in t, qw .. qz, and the names of angles, states and "
                   "constants, not in rates and speeds, which follow from it"});
    return all;
}

ControlMomentGyro build_cmg(const std::string& kind, const Values& values, std::size_t place) {
    ControlMomentGyro g;
    g.name = values.given("name") ? values.text("name") : "cmg" + std::to_string(place + 1);
    g.gimbal_axis = values.vector("gimbal_axis");
    g.spin_axis = values.vector("spin_axis");
    for (const char* key : {"gimbal_axis", "spin_axis"})
        if (!(norm(values.vector(key)) > 0)) values.refuse(key, "expected a direction, read [0, 0, 0]");
    const double along = dot(g.gimbal_axis / norm(g.gimbal_axis), g.spin_axis / norm(g.spin_axis));
    if (!(std::fabs(along) <= across_rounding))
        values.refuse("spin_axis", "the wheel's axis lies across the gimbal axis; these two make " +
                                       short_number(std::acos(std::fmin(std::fabs(along), 1.0)) / degree) + " degrees");
    g.wheel_moment = values.number("wheel_moment");
    g.transverse_moment = values.number("transverse_moment");
    g.gimbal_moment = values.number("gimbal_moment");
    g.speed = read_speed(values);
    g.held = values.text("wheel") == "held";
    g.angle = values.number("angle");
    if (kind == "driven") g.gimbal_rate = values.number("start_gimbal_rate");
    if (g.held && values.given("wheel_torque"))
        values.refuse("wheel_torque",
                      "the wheel's speed is held; a wheel with a torque of its own has wheel = \"free\"");
    return g;
}

void build_cmg_formulas(const Values& values, const Inside& inside, ControlMomentGyro& gyro) {
    const std::vector<std::string> variables = inside.variables();
    if (values.given("wheel_torque")) gyro.wheel_torque = read_formula(values, "wheel_torque", variables);
    if (values.has("torque")) gyro.gimbal_torque = read_formula(values, "torque", variables);
    if (!values.has("gimbal_rate")) return;
    gyro.steering = read_formula(values, "gimbal_rate", variables);
    refuse_what_follows(values, inside, *gyro.steering);
}

}  // namespace polhode
