#include "polhode/scenario/scenario_parts.hpp"

#include <algorithm>

#include "polhode/problem/inside/inside_tables.hpp"
#include "polhode/problem/inside/part_tables.hpp"
#include "polhode/registry/table_reader.hpp"

namespace polhode {

namespace {

const TomlNode* in_body(const TomlNode& root, const char* key) {
    const TomlNode* const body = root.find("body");
    return body ? body->find(key) : nullptr;
}

// Masses of a body that floats turn about a centre of mass that must be known.
void require_masses_fit(const TomlNode& root, const Problem& problem) {
    const std::vector<MovingMass>& masses = problem.inside->masses;
    if (masses.empty()) return;
    const TomlNode& tables = *root.find("moving_mass");
    for (std::size_t k = 0; k < masses.size(); ++k) {
        if (masses[k].pivoted != masses.front().pivoted)
            throw InputError(tables.items[k].find("kind")->place,
                             "a body turns about a fixed point or floats: all its moving masses have the same kind");
        if (!masses[k].pivoted && !(problem.body->mass > 0))
            throw InputError(tables.items[k].place,
                             "a body that floats turns about the centre of mass of all: [body] needs its mass, without "
                             "the moving ones; or kind = \"pivoted\"");
        const Vec3<double>& centre = problem.body->centre;
        if (!masses[k].pivoted && (centre[0] != 0 || centre[1] != 0 || centre[2] != 0))
            throw InputError(tables.items[k].place,
                             "a body that floats has its own centre of mass where its axes meet; [body] puts it "
                             "elsewhere");
    }
}

void require_torques_fit(const TomlNode& root, const Problem& problem) {
    const TomlNode* const torques = root.find("torque");
    if (!torques) return;
    for (const TomlNode& table : torques->items) {
        const TomlNode* const kind = table.find("kind");
        if (!kind) continue;
        if (kind->text == "gravity" && !problem.inside->masses.empty())
            throw InputError(kind->place, "the weight of a [[moving_mass]] is not computed; leave one of them out");
        if (kind->text == "gravity-gradient" && !problem.inside->masses.empty() &&
            problem.inside->masses.front().pivoted)
            throw InputError(kind->place,
                             "the gravity gradient is that about the centre of mass; a body that turns about a fixed "
                             "point has another. Take kind = \"free\" for the moving masses");
    }
}

}  // namespace

bool PartsReader::any() const {
    const TomlNode* const sink = in_body(root_, "energy_sink");
    return root_.find("slug") || root_.find("cmg") || root_.find("moving_mass") || in_body(root_, "changing_inertia") ||
           (sink && !(sink->is_number() && sink->number == 0));
}

Values PartsReader::read_part(const TomlNode& table, const std::string& kind, std::string& name) const {
    const bool only_one = polhode::names_of(kind).size() == 1 && !table.find("kind");
    const Entry& entry =
        only_one ? *find_entry(kind, polhode::names_of(kind).front()) : named_entry_in(table, "kind", kind);
    name = entry.name;
    Values values = read_values(table, entry.parameters, {"kind"});
    values.set_constants(constants_);
    return values;
}

void PartsReader::read(const std::shared_ptr<const NamedNumbers>& constants, Inside& inside) {
    constants_ = constants;
    std::string kind;
    if (const TomlNode* list = root_.find("slug"))
        for (const TomlNode& table : list->items) {
            slugs_.push_back(read_part(table, "slug", kind));
            inside.slugs.push_back(build_slug(slugs_.back(), inside.slugs.size()));
        }
    if (const TomlNode* list = root_.find("cmg"))
        for (const TomlNode& table : list->items) {
            gyros_.push_back(read_part(table, "cmg", kind));
            inside.gyros.push_back(build_cmg(kind, gyros_.back(), inside.gyros.size()));
        }
    if (const TomlNode* sink = in_body(root_, "energy_sink"))
        inside.energy_sink = std::get<double>(read_value(*sink, *find_parameter(body_parameters(), "energy_sink")));
    if (inside.energy_sink > 0 && (!slugs_.empty() || !gyros_.empty()))
        throw InputError(in_body(root_, "energy_sink")->place,
                         std::string("the sink stands for all that loses energy inside a body with rotors; it does "
                                     "not go together with ") +
                             (slugs_.empty() ? "[[cmg]]" : "[[slug]]"));
}

void PartsReader::take_names(const Inside& inside, std::vector<std::string>& taken) const {
    for (std::size_t k = 0; k < slugs_.size(); ++k)
        for (const std::string& name : inside.slugs[k].names()) take_name(name, slugs_[k].place("name"), taken);
    for (std::size_t k = 0; k < gyros_.size(); ++k)
        for (const std::string& name : inside.gyros[k].names()) take_name(name, gyros_[k].place("name"), taken);
}

void PartsReader::read_formulas(Inside& inside) {
    for (std::size_t k = 0; k < gyros_.size(); ++k) build_cmg_formulas(gyros_[k], inside, inside.gyros[k]);
    const std::vector<std::string> variables = inside.variables();
    std::string kind;
    if (const TomlNode* list = root_.find("moving_mass"))
        for (const TomlNode& table : list->items) {
            const Values values = read_part(table, "moving_mass", kind);
            inside.masses.push_back(build_moving_mass(kind, values, variables));
        }
    if (const TomlNode* table = in_body(root_, "changing_inertia")) {
        require_table(*table);
        Values values = read_values(*table, changing_inertia_parameters());
        values.set_constants(constants_);
        inside.changing = build_changing_inertia(values, variables);
    }
}

void PartsReader::require_fit(const TomlNode& root, const Problem& problem) {
    if (!problem.inside) return;
    require_masses_fit(root, problem);
    require_torques_fit(root, problem);
}

void put_start_inertia(const TomlNode& body, const Inside& inside, Values& values) {
    if (!inside.changing.changes_moments()) return;
    for (const char* key : {"inertia", "parts"})
        if (const TomlNode* given = body.find(key))
            throw InputError(given->place, "the moments are given by [body.changing_inertia]; leave one of them out");
    values.set("inertia", inside.changing.at(0), body.find("changing_inertia")->place);
}

std::vector<Entry> part_table_entries() {
    const auto with_kind = [](std::vector<Parameter> all, const std::string& kinds, bool required) {
        all.insert(all.begin(), {"kind", Type::text, "", "", required, kinds});
        return all;
    };
    return {
        {"table", "slug", "a sphere in a viscous fluid inside the body, for losses; [[slug]] may stand several times",
         with_kind(slug_parameters(), "kelvin; may be left out", false)},
        {"table", "cmg", "a control moment gyro; [[cmg]] may stand several times",
         with_kind(cmg_parameters(), "driven or steered", true)},
        {"table", "moving_mass", "a point mass moved along a given path; [[moving_mass]] may stand several times",
         with_kind(moving_mass_parameters(), "free or pivoted", true)},
        {"table", "body.changing_inertia",
         "moments of inertia that change in time, in place of inertia: by formulas or a table",
         changing_inertia_parameters()},
    };
}

}  // namespace polhode
