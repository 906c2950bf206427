#include "polhode/scenario/start_table.hpp"

#include <cmath>

#include "polhode/closed_form/motion_start.hpp"
#include "polhode/problem/attitudes/attitude_kind.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

namespace {

const char* const attitude_example =
    "example: attitude = { quaternion = [1.0, 0.0, 0.0, 0.0] } or { axis = [0.0, 0.0, 1.0], angle_deg = 30.0 }";

const std::string& key_of(const StartForm& form) { return form.parameters.front().name; }

// The form that a key names or goes with, or none.
const StartForm* form_with(const std::string& key) {
    for (const StartForm& form : start_forms())
        for (const Parameter& p : form.parameters)
            if (p.name == key) return &form;
    return nullptr;
}

Parameter normalise_parameter() {
    return {"normalise", Type::boolean, "",
            "false",     false,         "true: numbers that are not exactly a rotation are made one"};
}

// The item that names the form of the attitude.
const TomlNode& the_form(const TomlNode& table) {
    const TomlNode* found = nullptr;
    for (const TomlNode& item : table.items) {
        const StartForm* const form = form_with(item.name);
        if (!form || key_of(*form) != item.name) continue;
        if (found)
            throw InputError(item.place, "the attitude is given twice, as " + found->name + " and as " + item.name +
                                             "; leave one of them out");
        found = &item;
    }
    if (found) return *found;
    check_keys(table, names_of(attitude_parameters()));
    std::vector<std::string> forms;
    for (const StartForm& form : start_forms()) forms.push_back(key_of(form));
    throw InputError(table.place, "the attitude is not there; give one of " + listed(forms) + "; " + attitude_example);
}

StartAttitude read_attitude_table(const TomlNode& table) {
    if (table.kind != TomlNode::Kind::table)
        throw InputError(table.place, "expected a table that says which numbers these are, read " + table.described() +
                                          "; " + attitude_example);
    const TomlNode& given = the_form(table);
    const StartForm& form = *form_with(given.name);
    for (const TomlNode& item : table.items) {
        const StartForm* const other = form_with(item.name);
        if (other && other != &form)
            throw FormError(item.place, "'" + item.name + "' goes with `" + key_of(*other) +
                                            "`, but the attitude is given as `" + given.name + "`");
    }
    std::vector<Parameter> parameters = form.parameters;
    if (form.may_be_off) parameters.push_back(normalise_parameter());
    const Values values = read_values(table, parameters);
    return form.read({given, values, values.has("normalise") && values.boolean("normalise")});
}

StartAttitude read_attitude(const TomlNode* table) {
    const TomlNode* attitude = table ? table->find("attitude") : nullptr;
    return attitude ? read_attitude_table(*attitude) : StartAttitude{};
}

void refuse_together(const TomlNode& table, const std::string& key, const std::string& with, const std::string& why) {
    if (const TomlNode* node = table.find(key))
        if (table.find(with)) throw InputError(node->place, "cannot stand together with " + with + ": " + why);
}

Vec3<double> read_rate(const TomlNode* table, const Place& scenario, bool torques) {
    const TomlNode* rate = table ? table->find("rate") : nullptr;
    const TomlNode* rate_deg = table ? table->find("rate_deg") : nullptr;
    if (rate && rate_deg)
        throw InputError(rate_deg->place, "given twice, as rate (rad/s) and rate_deg; leave one of them out");
    for (const Parameter& p : start_parameters()) {
        if (rate && p.name == "rate") return std::get<Vec3<double>>(read_value(*rate, p));
        if (rate_deg && p.name == "rate_deg") {
            Vec3<double> w = std::get<Vec3<double>>(read_value(*rate_deg, p));
            for (int i = 0; i < 3; ++i) w[i] = radians(w[i]);
            return w;
        }
    }
    // At rest is a start worth having only where something will move the body.
    if (torques) return {};
    Place at = table ? table->place : scenario;
    at.key = "start.rate";
    throw InputError(at,
                     "missing; without a [[torque]] nothing moves a body at rest. Give the body rate w_NB_B in rad/s: "
                     "rate = [0.0, 0.0, 1.0] (or rate_deg, or a motion)");
}

}  // namespace

std::vector<Parameter> attitude_parameters() {
    std::vector<Parameter> all;
    for (const StartForm& form : start_forms()) all.insert(all.end(), form.parameters.begin(), form.parameters.end());
    all.push_back(normalise_parameter());
    return all;
}

std::string length_warning(const StartAttitude& attitude) {
    if (attitude.representation != "quaternion") return "";
    const std::vector<double>& q = attitude.params;
    const double length = norm(Vec<double, 4>{q[0], q[1], q[2], q[3]});
    if (std::fabs(length - 1) <= 1e-9) return "";
    return "the start quaternion has length " + short_number(length) +
           ": a constraint that normalises does so before the first step, any other takes it as it is";
}

std::vector<Parameter> start_parameters() {
    return {
        {"attitude", Type::text, "", "", false,
         "table with one of the forms of an attitude, { quaternion = [w, x, y, z] } ...; left out: body axes along "
         "world axes"},
        {"rate", Type::vector3, "rad/s", "", false, "w_NB_B: rate of the body in the world, in body axes"},
        {"rate_deg", Type::vector3, "deg/s", "", false, "the same in degrees per second"},
        {"motion", Type::text, "", "", false, "a named motion of a heavy symmetric top, in place of attitude and rate"},
    };
}

Start read_dynamics_start(const TomlNode* table, const Place& scenario, const BodyModel& body,
                          const std::vector<TorqueModel>& torques, std::vector<std::string>& warnings) {
    if (table && table->find("motion")) {
        for (const char* key : {"attitude", "rate", "rate_deg"})
            refuse_together(*table, key, "motion", "the motion sets attitude and rate itself; leave one of them out");
        const Entry& entry = named_entry_in(*table, "motion", "motion");
        Values values = read_values(*table, entry.parameters, {"motion"});
        values.set("motion", entry.name, table->find("motion")->place);
        return motion_start(values, body, torques, warnings);
    }
    if (table) check_keys(*table, names_of(start_parameters()));
    return {read_attitude(table), read_rate(table, scenario, !torques.empty())};
}

Start read_kinematics_start(const TomlNode* table, const RatesModel& rates) {
    if (table)
        for (const TomlNode& item : table->items) {
            if (item.name == "rate" || item.name == "rate_deg")
                throw InputError(item.place, "the rate is given by [rates] for all times; leave it out here");
            if (item.name == "motion")
                throw InputError(item.place, "a named motion belongs to a [body] with weight, not to given [rates]");
        }
    if (table) check_keys(*table, {"attitude"});
    Start start{read_attitude(table), {}};
    const bool given = table && table->find("attitude");
    if (!given && !rates.start_quaternion.empty()) start.attitude = {"quaternion", rates.start_quaternion};
    return start;
}

}  // namespace polhode
