#include "polhode/scenario/scenario_inside.hpp"

#include <algorithm>

#include "polhode/problem/inside/controller_tables.hpp"
#include "polhode/problem/inside/friction_tables.hpp"
#include "polhode/problem/inside/inside_tables.hpp"
#include "polhode/problem/samples/model_values.hpp"
#include "polhode/problem/samples/sampled_torques.hpp"
#include "polhode/problem/torque_kind.hpp"
#include "polhode/problem/torques/magnetic_field.hpp"
#include "polhode/registry/table_reader.hpp"

namespace polhode {

InsideReader::InsideReader(const TomlNode& root, const OrbitModel* orbit) : root_(root), orbit_(orbit), parts_(root) {
    if (const TomlNode* table = root.find("constants")) constants_ = read_constants(*table);
    const TomlNode *rotors = root.find("rotor"), *states = root.find("state"), *controllers = root.find("controller");
    const TomlNode *contact = root.find("contact"), *torques = root.find("torque");
    any_ = rotors || states || controllers || contact || root.find("event") || parts_.any();
    if (torques)
        for (const TomlNode& table : torques->items)
            if (const TomlNode* kind = table.find("kind")) any_ |= kind->text == "coulomb";
    if (!any_) return;
    if (rotors) read_rotors(*rotors);
    if (states) read_states(*states);
    parts_.read(constants_, inside_);
    if (contact) read_contact(*contact);
    if (controllers) read_controllers(*controllers);
    if (torques) read_torques(*torques);
    for (std::size_t k = 0; k < inside_.rotors.size(); ++k)
        if (inside_.rotors[k].coulomb > 0) held_names_.push_back(rotor_values_[k].place("coulomb"));
    add_bearings(inside_);
    if (!inside_.frictions.empty() && (inside_.has_parts() || contact))
        throw InputError(held_names_.back(),
                         "dry friction acts on bodies with rotors and states; it is not computed together with "
                         "[[slug]], [[cmg]], [[moving_mass]], moments that change, an energy sink or a table");
    read_names();
    read_formulas_of_all();
}

void InsideReader::read_names() {
    std::vector<std::string> taken;
    if (constants_)
        for (const auto& constant : *constants_) taken.push_back(constant.first);
    if (inside_.contact) taken.insert(taken.end(), Contact::columns().begin(), Contact::columns().end());
    if (inside_.field) taken.insert(taken.end(), {"bx", "by", "bz"});
    for (std::size_t k = 0; k < inside_.rotors.size(); ++k) {
        take_name(inside_.rotors[k].name, rotor_values_[k].place("name"), taken);
        if (inside_.rotors[k].angle) take_name(inside_.rotors[k].angle_name(), rotor_values_[k].place("angle"), taken);
    }
    const std::size_t own = state_values_.size();
    for (std::size_t k = 0; k < inside_.states.size(); ++k)
        take_name(inside_.states[k].name, k < own ? state_values_[k].place("name") : held_names_[k - own], taken);
    parts_.take_names(inside_, taken);
    if (const TomlNode* controllers = root_.find("controller");
        controllers && std::find(taken.begin(), taken.end(), "period") != taken.end())
        throw InputError(controllers->place,
                         "in a controller 'period' is the time between its samples; nothing else can be called so");
    variables_ = inside_.variables();
    // a dry friction has a number beside its name, what it has given so far
    const std::size_t plain = FormulaTorque<double>::variables().size(), most = Expression::most_variables - plain,
                      used = variables_.size() - plain + inside_.frictions.size();
    if (used <= most) return;
    const TomlNode* most_likely = &root_;
    for (const char* name : {"rotor", "controller", "state"})
        if (const TomlNode* list = root_.find(name)) most_likely = list;
    throw InputError(most_likely->place, "rotors, other parts, states and controllers have " + std::to_string(used) +
                                             " names together; at most " + std::to_string(most) +
                                             " can be used in formulas");
}

void InsideReader::read_torques(const TomlNode& list) {
    for (const TomlNode& table : list.items) {
        const Entry& entry = named_entry_in(table, "kind", "torque");
        if (entry.name != "coulomb" && entry.name != "magnetic") continue;
        const Values values = with_constants(read_values(table, entry.parameters, {"kind"}));
        if (entry.name == "coulomb") {
            held_names_.push_back(values.given("name") ? values.place("name") : values.place("axis"));
            add_friction(values, inside_);
        } else if (orbit_ && !inside_.field) {
            inside_.field.emplace(InnerField{orbit_->path, read_dipole(values)});
        }
    }
}

Values InsideReader::with_constants(Values values) const {
    values.set_constants(constants_);
    return values;
}

void InsideReader::read_rotors(const TomlNode& list) {
    for (const TomlNode& table : list.items) {
        const Entry& entry = named_entry_in(table, "kind", "rotor");
        rotor_values_.push_back(with_constants(read_values(table, entry.parameters, {"kind"})));
        rotor_places_.push_back(rotor_values_.back().place("moment"));
        inside_.rotors.push_back(build_rotor(entry.name, rotor_values_.back(), inside_.rotors.size()));
    }
}

void InsideReader::read_states(const TomlNode& list) {
    static const std::vector<Parameter> parameters = state_parameters();
    for (const TomlNode& table : list.items) {
        state_values_.push_back(with_constants(read_values(table, parameters)));
        inside_.states.push_back(build_state(state_values_.back()));
    }
}

// The weight acts through [contact], which therefore stands alone with it.
void InsideReader::read_contact(const TomlNode& table) {
    const Entry& entry = named_entry_in(table, "surface", "contact");
    contact_values_ = with_constants(read_values(table, entry.parameters, {"surface"}));
    inside_.contact = build_contact(entry.name, contact_values_);
    if (const TomlNode* orbit = root_.find("orbit"))
        throw InputError(orbit->place, "a body on a table goes round no planet; leave [orbit] or [contact] out");
    if (const TomlNode* torques = root_.find("torque"))
        for (const TomlNode& torque : torques->items)
            if (const TomlNode* kind = torque.find("kind"); kind && kind->text == "gravity")
                throw InputError(kind->place, "the weight of a body on a table acts through [contact]; leave it out");
}

void InsideReader::read_formulas_of_all() {
    for (std::size_t k = 0; k < inside_.rotors.size(); ++k)
        build_drive(rotor_values_[k], variables_, inside_.rotors[k]);
    for (std::size_t k = 0; k < state_values_.size(); ++k)
        inside_.states[k].derivative = read_formula(state_values_[k], "derivative", variables_);
    parts_.read_formulas(inside_);
    for (std::size_t k = 0; k < inside_.controllers.size(); ++k)
        build_laws(controller_values_[k], root_.find("controller")->items[k], variables_, inside_.controllers[k]);
    if (const TomlNode* events = root_.find("event")) read_events(*events);
}

void InsideReader::read_controllers(const TomlNode& list) {
    static const std::vector<Parameter> parameters = controller_parameters();
    for (const TomlNode& table : list.items) {
        controller_values_.push_back(with_constants(read_values(table, parameters, controller_tables())));
        inside_.controllers.push_back(build_controller(controller_values_.back(), table, inside_, held_names_));
    }
}

void InsideReader::read_events(const TomlNode& list) {
    for (const TomlNode& table : list.items) {
        const Entry& entry = named_entry_in(table, "do", "event");
        const Values values = with_constants(read_values(table, entry.parameters, {"do", "set"}));
        if (entry.name != "set" && table.find("set"))
            throw InputError(table.find("set")->place,
                             "only an event with do = \"set\" sets states, this one has do = \"" + entry.name + "\"");
        if (inside_.contact && entry.name == "impulse")
            throw InputError(table.find("do")->place,
                             "a blow at a body on a table is answered by the table at once, which is not computed; "
                             "stop, mark and set are");
        inside_.events.push_back(build_event(entry.name, values, table, inside_, variables_, inside_.events.size()));
    }
}

// Formulas know one field: that of the first magnetic torque.
void InsideReader::require_field(const Values& values) const {
    const orbit::DipoleField<double> own = read_dipole(values), &known = inside_.field->dipole;
    const Vec3<double> apart = own.dipole - known.dipole;
    if (dot(apart, apart) > 0 || own.angle != known.angle)
        throw InputError(values.place(),
                         "this magnetic torque has another field than the one before it; formulas of "
                         "what is inside know one field, bx by bz");
}

bool InsideReader::takes_torque(const std::string& kind, const Values& values) {
    if (!any_) return false;
    if (kind == "coulomb") return true;
    const bool magnetic = kind == "magnetic";
    if (kind != "formula" && !(magnetic && orbit_)) return false;
    InnerTorque torque{read_formulas(values, magnetic ? "moment" : "value", variables_),
                       magnetic ? torque::Frame::body : read_frame(values), magnetic};
    // of what any body has, and the field, which every magnetic torque knows
    const std::size_t plain = FormulaTorque<double>::variables().size();
    const std::size_t own = variables_.size() - (inside_.field ? 3 : 0);
    bool uses_inside = false;
    for (const Expression& e : *torque.value) {
        for (std::size_t i = plain; i < (magnetic ? own : variables_.size()); ++i)
            uses_inside |= e.uses(static_cast<int>(i));
        uses_inside |= corners_of(e).of_state;
    }
    if (!uses_inside) return false;
    if (magnetic) require_field(values);
    inside_.torques.push_back(torque);
    return true;
}

std::shared_ptr<const Inside> InsideReader::finish(const BodyModel& body) {
    if (!any_) return nullptr;
    if (inside_.contact) {
        if (!inside_.rotors.empty() || inside_.has_parts())
            throw InputError(root_.find("contact")->place,
                             "a body on a table has no rotors, other parts and moments that change here; leave them or "
                             "[contact] out");
        if (!(body.mass > 0))
            throw InputError(contact_values_.place("surface"),
                             "a body on a table needs its mass; example: [body] mass = 0.5");
        if (norm(body.centre) > 1e-9 * inside_.contact->size())
            throw InputError(
                contact_values_.place("centre_of_mass"),
                "on a table the moments of [body] are about the centre of mass; take about = \"centre\" for "
                "its parts and leave body.centre out: centre_of_mass here says where it lies");
        inside_.contact->mass = body.mass;
    }
    require_carrier(body.inertia, inside_, rotor_places_);
    return std::make_shared<const Inside>(inside_);
}

std::vector<Entry> inside_table_entries() {
    const Parameter rotor_kind{"kind", Type::text, "", "", true, "free, held or driven"},
        event_action{"do", Type::text, "", "", true, "stop, mark, set or impulse"};
    std::vector<Parameter> rotor = rotor_parameters(), event = event_parameters();
    rotor.insert(rotor.begin(), rotor_kind);
    event.insert(event.begin(), event_action);
    std::vector<Parameter> contact = contact_parameters();
    contact.insert(contact.begin(), {"surface", Type::text, "", "", true, "ellipsoid, sphere or disk"});
    std::vector<Entry> entries{
        {"table", "constants",
         "names for numbers, to be used in every formula: kp = 0.5; a string is a formula of those above it"},
        {"table", "rotor", "a wheel that turns in the body; [[rotor]] may stand several times", rotor},
        {"table", "state", "a number with a rate of change of its own; [[state]] may stand several times",
         state_parameters()},
        {"table", "contact", "a horizontal table that the body rolls or slides on", contact},
        {"table", "controller",
         "looks at the body at certain times and holds what it gives out; [[controller]] may stand several times",
         controller_parameters()},
        {"table", "event", "what is done where a formula crosses zero; [[event]] may stand several times", event},
    };
    const std::vector<Entry> parts = part_table_entries();
    entries.insert(entries.end() - 2, parts.begin(), parts.end());
    return entries;
}

}  // namespace polhode
