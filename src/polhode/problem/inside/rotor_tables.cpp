// [[rotor]]: kinds, keys, and what they mean.
#include <cmath>

#include "polhode/problem/inside/friction_tables.hpp"
#include "polhode/problem/inside/inside_tables.hpp"
#include "polhode/problem/samples/model_values.hpp"

namespace polhode {

namespace {

std::vector<Parameter> rotor_parameters_with(std::vector<Parameter> own) {
    std::vector<Parameter> all = rotor_parameters();
    all.insert(all.end(), own.begin(), own.end());
    return all;
}

Parameter friction_parameter() {
    return {"friction", Type::non_negative,
            "N m s",    "0.0",
            false,      "viscous friction in the bearing: its torque on the rotor is -friction times the speed"};
}

std::vector<Parameter> drive_parameters() {
    std::vector<Parameter> own{
        {"torque", Type::formula, "N m", "", false,
         "of the motor, on the rotor about its axis (the body gets the opposite): a formula in t, qw .. qz, r11 .. "
         "r33, "
         "wx wy wz, and the names of rotors, states and constants"},
        {"times", Type::numbers, "s", "", false, "times of a table, rising, in place of the formula"},
        {"torques", Type::numbers, "N m", "", false, "torques at these times"},
        {"torque_limit", Type::positive, "N m", "", false, "the motor gives no more than this, either way"},
        {"speed_limit", Type::positive, "rad/s", "", false,
         "at this speed, either way, the motor gives no torque that would make the rotor faster"},
        friction_parameter()};
    for (const auto& more : {bearing_parameters(), interpolation_parameters()})
        own.insert(own.end(), more.begin(), more.end());
    return own;
}

TimeTable read_torque_table(const Values& values) {
    if (!values.given("torques")) values.refuse("torques", "a table with 'times' needs 'torques' as well");
    const std::vector<double>&times = values.numbers("times"), &torques = values.numbers("torques");
    if (times.size() != torques.size())
        values.refuse("torques", "read " + std::to_string(torques.size()) + " values for " +
                                     std::to_string(times.size()) + " times");
    TimeTable table;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (i > 0 && !(times[i - 1] < times[i]))
            values.refuse("times", "time must rise from entry to entry; entry " + std::to_string(i + 1) + " does not");
        table.times.push_back(times[i]);
        table.values.push_back({torques[i], 0, 0});
    }
    return table;
}

}  // namespace

double read_speed(const Values& values) {
    const struct {
        const char* key;
        double factor;
    } units[] = {{"speed", 1}, {"speed_rpm", pi<double>() / 30}, {"speed_hz", 2 * pi<double>()}};
    const char* given = nullptr;
    double speed = 0;
    for (const auto& unit : units) {
        if (!values.given(unit.key)) continue;
        if (given)
            values.refuse(unit.key, std::string("given twice, as ") + given + " and here; leave one of them out");
        given = unit.key;
        speed = unit.factor * values.number(unit.key);
    }
    return speed;
}

std::vector<Parameter> rotor_parameters() {
    return {{"name", Type::text, "", "", false,
             "what formulas and the column call its speed; left out: rotor1, rotor2, ..."},
            {"axis", Type::vector3, "", "", true, "of the rotor, in body axes; of any length"},
            {"moment", Type::positive, "kg m^2", "", true,
             "about its axis; the moments of [body] are of the whole, with this rotor locked"},
            {"speed", Type::number, "rad/s", "", false, "relative to the body, at the start; left out: 0"},
            {"speed_rpm", Type::number, "rpm", "", false, "the same in turns a minute"},
            {"speed_hz", Type::number, "Hz", "", false, "the same in turns a second"},
            {"angle", Type::boolean, "", "false", false,
             "its angle relative to the body, from 0 at the start, as a column and in formulas: NAME_angle"}};
}

std::vector<Entry> rotor_entries() {
    std::vector<Parameter> bearing = bearing_parameters();
    bearing.insert(bearing.begin(), friction_parameter());
    return {{"rotor", "free", "turns by itself in its bearing, with or without friction",
             rotor_parameters_with(bearing), "", "Wittenburg 1977, ch. 4; Hughes 1986, ch. 3"},
            {"rotor", "held", "a motor holds its speed relative to the body, whatever that takes",
             rotor_parameters_with({}), "", "Volterra 1899"},
            {"rotor", "driven", "a motor gives it a torque by formula or table, within limits",
             rotor_parameters_with(drive_parameters()), "", "Hughes 1986, ch. 3"}};
}

Rotor build_rotor(const std::string& kind, const Values& values, std::size_t place) {
    Rotor r;
    r.kind = kind == "held" ? Rotor::Kind::held : kind == "driven" ? Rotor::Kind::driven : Rotor::Kind::free;
    r.name = values.given("name") ? values.text("name") : "rotor" + std::to_string(place + 1);
    r.axis = values.vector("axis");
    if (!(norm(r.axis) > 0)) values.refuse("axis", "expected a direction, read [0, 0, 0]; example: axis = [0, 0, 1]");
    r.moment = values.number("moment");
    r.speed = read_speed(values);
    r.angle = values.boolean("angle");
    if (values.has("friction")) r.friction = values.number("friction");
    if (!r.held()) read_bearing(values, r);
    if (values.has("torque_limit")) r.torque_limit = values.number("torque_limit");
    if (values.has("speed_limit")) r.speed_limit = values.number("speed_limit");
    if (r.speed_limit > 0 && std::fabs(r.speed) > r.speed_limit)
        values.refuse("speed_limit", "the rotor starts faster than this");
    return r;
}

void build_drive(const Values& values, const std::vector<std::string>& variables, Rotor& rotor) {
    if (rotor.kind != Rotor::Kind::driven) return;
    const bool formula = values.given("torque"), table = values.given("times");
    if (formula && table) values.refuse("times", "'torque' and 'times' are given: the torque is one or the other");
    if (formula) {
        rotor.torque = read_formula(values, "torque", variables);
    } else if (table) {
        rotor.table = make_history(read_torque_table(values), values, read_interpolation(values));
    } else {
        values.refuse("torque",
                      "missing; a driven rotor needs the torque of its motor: a formula, as in torque = "
                      "\"-0.1*wz\", or a table, 'times' with 'torques'");
    }
}

}  // namespace polhode
