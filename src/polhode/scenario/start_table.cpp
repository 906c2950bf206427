#include "polhode/scenario/start_table.hpp"

#include <cmath>

#include "polhode/closed_form/motion_start.hpp"
#include "polhode/problem/attitudes/attitude_kind.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/rotation/rotation.hpp"
#include "polhode/scenario/start_rate.hpp"

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

}  // namespace

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

namespace {

StartAttitude read_attitude(const TomlNode* table) {
    const TomlNode* attitude = table ? table->find("attitude") : nullptr;
    return attitude ? read_attitude_table(*attitude) : StartAttitude{};
}

void refuse_together(const TomlNode& table, const std::string& key, const std::string& with, const std::string& why) {
    if (const TomlNode* node = table.find(key))
        if (table.find(with)) throw InputError(node->place, "cannot stand together with " + with + ": " + why);
}

Vec3<double> read_rate(const TomlNode* table, const StartAttitude& attitude, const Place& scenario,
                       const Problem& problem, bool torques) {
    const std::optional<Vec3<double>> rate = table ? read_start_rate(*table, attitude, problem) : std::nullopt;
    if (rate) return *rate;
    // At rest is a start worth having only where something will move the body.
    if (torques) return {};
    Place at = table ? table->place : scenario;
    at.key = "start.rate";
    throw InputError(at,
                     "missing; without a [[torque]] nothing moves a body at rest. Give the body rate w_NB_B in rad/s: "
                     "rate = [0.0, 0.0, 1.0] (or rate_deg, rate_world, euler_rates, momentum, or a motion)");
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
    std::vector<Parameter> all{
        {"attitude", Type::text, "", "", false,
         "table with one of the forms of an attitude, { quaternion = [w, x, y, z] } ...; left out: body axes along "
         "world axes"},
        {"frame",
         Type::choice,
         "",
         "\"world\"",
         false,
         "axes that attitude and rate are seen from: \"orbit\" is that of [orbit], z to the planet, y against the "
         "orbit's normal",
         {"world", "orbit"}},
    };
    for (const Parameter& p : start_rate_parameters()) all.push_back(p);
    all.push_back({"motion", Type::text, "", "", false,
                   "a named motion of a heavy symmetric top, in place of attitude and rate"});
    return all;
}

Start read_dynamics_start(const TomlNode* table, const Place& scenario, const Problem& problem,
                          std::vector<std::string>& warnings) {
    if (table && table->find("motion")) {
        if (problem.inside && (!problem.inside->rotors.empty() || problem.inside->has_parts()))
            throw InputError(table->find("motion")->place,
                             "a named motion is that of a top without rotors and other parts inside; give attitude and "
                             "rate for this body");
        std::vector<std::string> own = names_of(start_rate_parameters());
        own.insert(own.begin(), "attitude");
        for (const std::string& key : own)
            refuse_together(*table, key, "motion", "the motion sets attitude and rate itself; leave one of them out");
        const Entry& entry = named_entry_in(*table, "motion", "motion");
        Values values = read_values(*table, entry.parameters, {"motion"});
        values.set("motion", entry.name, table->find("motion")->place);
        return motion_start(values, *problem.body, problem.torques, warnings);
    }
    if (table) check_keys(*table, names_of(start_parameters()));
    const StartAttitude attitude = read_attitude(table);
    const bool moved = !problem.torques.empty() || problem.inside;
    Start start{attitude, read_rate(table, attitude, scenario, problem, moved)};
    for (const char* key : {"rate_world", "euler_rates", "momentum", "momentum_world"})
        start.derived = start.derived || (table && table->find(key));
    return start;
}

// w_NB_B = w_LB_B + R_LB^T w_NL_L (inside the orbit frame L, which turns in the world N)
void take_orbit_frame(const TomlNode& table, Problem& problem) {
    const TomlNode* const frame = table.find("frame");
    if (!frame) return;
    for (const Parameter& p : start_parameters())
        if (p.name == "frame" && std::get<std::string>(read_value(*frame, p)) != "orbit") return;
    if (!problem.orbit)
        throw InputError(frame->place,
                         "there is no [orbit] whose frame this could be; example: [orbit] period = 5400.0");
    for (const char* key : {"rate_world", "momentum", "momentum_world"})
        if (const TomlNode* given = table.find(key))
            throw InputError(given->place, "is seen from the world, the start from the orbit frame; give rate");
    const Quaternion<double> q_LB = start_quaternion(problem);
    const auto p = compose(problem.orbit->frame(0), q_LB).params();
    problem.start.attitude.representation = "quaternion";
    problem.start.attitude.params = {p[0], p[1], p[2], p[3]};
    problem.start.rate = problem.start.rate + to_body(q_LB, problem.orbit->frame_rate(0));
    problem.start.derived = true;
}

Start read_kinematics_start(const TomlNode* table, const RatesModel& rates) {
    if (table)
        for (const TomlNode& item : table->items) {
            if (find_parameter(start_rate_parameters(), item.name))
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
