#include "polhode/scenario/scenario.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "polhode/base/shortest.hpp"
#include "polhode/files/input_file.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/method/method_parameters.hpp"
#include "polhode/problem/analysis/reading_gaps.hpp"
#include "polhode/problem/inside/part_tables.hpp"
#include "polhode/problem/samples/sensor_samples.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/run/machines/fixed_point_runs.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/scenario/method_presets.hpp"
#include "polhode/scenario/scenario_inside.hpp"
#include "polhode/scenario/scenario_readings.hpp"
#include "polhode/scenario/setting_alternatives.hpp"
#include "polhode/scenario/start_rate.hpp"
#include "polhode/scenario/start_table.hpp"
#include "polhode/scenario/toml_setting.hpp"
#include "polhode/scenario/torque_tables.hpp"

namespace polhode {

namespace {

const char* const needs = "a scenario needs [body] (or [rates]) and [run] with its duration";

// Thirty bytes a row would fill thirty terabytes; and every count of rows stays far inside a long.
constexpr double most_rows = 1e12;

std::vector<Parameter> run_parameters() {
    return {{"duration", Type::positive, "s", "", true, "how long the motion lasts"},
            {"sample", Type::positive, "s", "", false,
             "time between rows; rows stand at t = 0, every sample, and the end (left out: about 1000 rows)"}};
}

// Described once: a sweep reads a scenario for every run.
const std::vector<Parameter>& own_parameters() {
    static const std::vector<Parameter> once = method_parameters();
    return once;
}

bool has_name(const std::vector<Parameter>& parameters, const std::string& name) {
    return std::any_of(parameters.begin(), parameters.end(), [&](const Parameter& p) { return p.name == name; });
}

class Reader {
 public:
    Reader(const TomlNode& root, const std::string& directory, Scenario& scenario)
        : root_(root), directory_(directory), scenario_(scenario) {}

    void read() {
        check_top();
        read_title();
        if (const TomlNode* epoch = root_.find("epoch")) scenario_.epoch = read_epoch(*epoch);
        const TomlNode* rates = root_.find("rates");
        if (!rates) read_dynamics();
        read_run();
        if (rates) read_kinematics(*rates);
        check_tables();
        read_methods();
        read_live_tables();
        if (const TomlNode* readings = root_.find("readings"))
            if (scenario_.problem.inside)
                throw InputError(
                    readings->place,
                    "[readings] are those of a body without rotors, states and events; leave one of them out");
        if (const TomlNode* readings = root_.find("readings"))
            scenario_.problem.readings = build_readings(*readings, scenario_);
        for (const Method& method : scenario_.methods) check_start(method);
        scenario_.plans = prepare_all(scenario_.problem, scenario_.methods, scenario_.run);
        const double sample = scenario_.plans.front().span().sample;
        const auto keeps_it = [&](const Plan& plan) { return plan.span().sample == sample; };
        if (std::all_of(scenario_.plans.begin(), scenario_.plans.end(), keeps_it)) scenario_.run.sample = sample;
    }

 private:
    // A matrix off its constraint passes where the method's own words are no finer.
    void check_start(const Method& method) const {
        const StartAttitude& a = scenario_.problem.start.attitude;
        if (a.orthogonality_defect > 0 && !(a.orthogonality_defect <= start_matrix_rounding(method)))
            throw InputError(a.place, a.complaint);
    }

    void check_top() const {
        if (root_.items.empty())
            throw InputError(root_.place, std::string("there is nothing in it; ") + needs +
                                              " (`polhode new` prints one to start from)");
        for (const char* name : {"sweep", "vary"})
            if (const TomlNode* table = root_.find(name))
                throw InputError(table->place, "this is a sweep of many runs: `polhode sweep` runs it");
        for (const char* name : {"study", "problem"})
            if (const TomlNode* table = root_.find(name))
                throw InputError(table->place, "this is a study of methods and steps: `polhode study` runs it");
        check_keys(root_, scenario_keys());
        for (const char* name : {"epoch", "constants", "body", "start", "contact", "orbit", "target", "rates",
                                 "readings", "method", "run"})
            if (const TomlNode* table = root_.find(name)) require_table(*table);
        for (const char* name : {"torque", "rotor", "slug", "cmg", "moving_mass", "state", "controller", "event",
                                 "compare", "input", "link", "change"})
            if (const TomlNode* list = root_.find(name)) require_tables(*list);

        const TomlNode *body = root_.find("body"), *rates = root_.find("rates"), *torque = root_.find("torque");
        if (body && rates)
            throw InputError(rates->place,
                             "[rates] (the rate is given) and [body] (the rate is computed) exclude each "
                             "other; leave one of them out");
        if (const TomlNode* readings = root_.find("readings"); readings && rates)
            throw InputError(readings->place,
                             "[readings] are those of a [body]; with [rates] say sample_hz, noise and average there");
        if (rates && torque)
            throw InputError(torque->place,
                             "[[torque]] needs a [body] to act on; with [rates] the rate is given and "
                             "no torque is used");
        for (const char* name : {"rotor", "slug", "cmg", "moving_mass", "state", "controller", "event", "contact",
                                 "orbit", "target", "change"})
            if (const TomlNode* list = root_.find(name); list && rates)
                throw InputError(list->place, (list->kind == TomlNode::Kind::table ? "[" + list->name + "]"
                                                                                   : "[[" + list->name + "]]") +
                                                  " needs a [body]; with [rates] the rate is given");
        if (!body && !rates)
            throw InputError(root_.place, std::string("there is neither [body] nor [rates]; ") + needs);
        if (!root_.find("run"))
            throw InputError({root_.place.file, 0, "run"},
                             "the table is missing; it says how long the motion lasts. Example: [run] duration = 20.0");
    }

    static void require_tables(const TomlNode& list) {
        const std::string name = "[[" + list.name + "]]";
        if (list.kind == TomlNode::Kind::table)
            throw InputError(list.place,
                             "there may be several of these: write " + name + " in place of [" + list.name + "]");
        if (list.kind != TomlNode::Kind::array)
            throw InputError(list.place, "expected tables " + name + ", read " + list.described());
        for (const TomlNode& item : list.items)
            if (item.kind != TomlNode::Kind::table)
                throw InputError(item.place, "expected tables " + name + ", read " + item.described());
    }

    void read_title() {
        if (const TomlNode* title = root_.find("title"))
            scenario_.title = std::get<std::string>(read_value(*title, {"title", Type::text, "", "", false, ""}));
        scenario_.problem.title = scenario_.title;
    }

    void read_dynamics() {
        Problem& problem = scenario_.problem;
        if (const TomlNode* orbit = root_.find("orbit"))
            problem.orbit = build_orbit(read_values(*orbit, orbit_parameters()));
        InsideReader inside(root_, problem.orbit ? &*problem.orbit : nullptr);
        problem.body = read_body(*root_.find("body"), inside.inside());
        for (const std::string& warning : problem.body->warnings) scenario_.warnings.push_back(warning);
        read_torques(root_, directory_, inside, problem);
        problem.inside = inside.finish(*problem.body);
        PartsReader::require_fit(root_, problem);
        problem.start = read_dynamics_start(root_.find("start"), root_.place, problem, scenario_.warnings);
        if (const TomlNode* start = root_.find("start")) take_orbit_frame(*start, problem);
        if (const TomlNode* target = root_.find("target")) scenario_.target = read_target(*target, problem);
        read_changes(root_, directory_, problem);
        warn_of_length();
    }

    void warn_of_length() {
        const std::string warning = length_warning(scenario_.problem.start.attitude);
        if (!warning.empty()) scenario_.warnings.push_back(warning);
    }

    static BodyModel read_body(const TomlNode& table, const Inside& inside) {
        BodyTable body;
        std::vector<std::string> handled{"parts", "changing_inertia"};
        static const std::vector<Parameter> parameters = body_parameters();
        body.values = read_values(table, parameters, handled);
        put_start_inertia(table, inside, body.values);
        if (const TomlNode* parts = table.find("parts")) {
            if (parts->kind != TomlNode::Kind::array || parts->items.empty())
                throw InputError(parts->place,
                                 "expected a list of parts, read " + parts->described() +
                                     "; example: parts = [{ shape = \"sphere\", mass = 1.0, radius = 0.1 }]");
            for (const TomlNode& part : parts->items) {
                if (part.kind != TomlNode::Kind::table)
                    throw InputError(part.place, "expected a part as a table, read " + part.described() +
                                                     "; example: { shape = \"sphere\", mass = 1.0, radius = 0.1 }");
                const Entry& entry = named_entry_in(part, "shape", "shape");
                Values values = read_values(part, entry.parameters, {"shape"});
                values.set("shape", entry.name, part.find("shape")->place);
                body.parts.push_back(std::move(values));
            }
        }
        return build_body(body);
    }

    void read_kinematics(const TomlNode& table) {
        Problem& problem = scenario_.problem;
        const Entry& entry = named_entry_in(table, "kind", "rates");
        const Instrument instrument = read_instrument(table.find("noise"), table.find("average"));
        Values values = read_values(table, entry.parameters, {"kind", "noise", "average"});
        values.set_constants(InsideReader(root_).constants());
        problem.rates = build_rates(entry.name, values, directory_, instrument, scenario_.run.duration);
        if (const std::string gaps = gaps_of(*problem.rates); !gaps.empty())
            scenario_.warnings.push_back(gaps + "; what the body did there is a guess");
        problem.start = read_kinematics_start(root_.find("start"), *problem.rates);
        warn_of_length();
    }

    void read_run() {
        const TomlNode& table = *root_.find("run");
        const Values values = read_values(table, run_parameters());
        RunSpan& run = scenario_.run;
        run.duration = values.number("duration");
        run.duration_place = values.place("duration");
        run.sample_place = values.place("sample");
        if (!values.has("sample")) return;
        run.sample = values.number("sample");
        if (run.sample > run.duration)
            values.refuse("sample", "the time between rows, " + shortest(run.sample) +
                                        " s, is longer than the run, duration = " + shortest(run.duration) + " s");
        if (!(run.duration / run.sample <= most_rows)) {
            char rows[32];
            std::snprintf(rows, sizeof rows, "%.3g", run.duration / run.sample);
            values.refuse("sample", shortest(run.sample) + " s between rows makes " + rows + " rows in a run of " +
                                        shortest(run.duration) + " s; at most 1e12 rows are written");
        }
    }

    // Tables over time must reach to the end of the run; finding where they switch shows it.
    void check_tables() const {
        switching_times(scenario_.problem, scenario_.run.duration);
        if (scenario_.problem.inside && scenario_.problem.inside->changing.any())
            require_bodies(scenario_.problem.inside->changing, root_.find("body")->find("changing_inertia")->place,
                           scenario_.run.duration);
    }

    void read_methods() {
        const TomlNode* main = root_.find("method");
        if (main) {
            scenario_.methods.push_back(read_method(*main));
        } else {
            Method method;
            method.place = {root_.place.file, 0, "method"};
            scenario_.methods.push_back(method);
        }
        if (const TomlNode* others = root_.find("compare"))
            for (const TomlNode& table : others->items) scenario_.methods.push_back(read_method(table));
        name_methods();
    }

    void read_live_tables() {
        if (const TomlNode* list = root_.find("input")) scenario_.inputs = live_tables_of(list->items, "input");
        check_inputs(scenario_.inputs, scenario_.problem.dynamics());
        if (const TomlNode* list = root_.find("link")) scenario_.links = live_tables_of(list->items, "link");
    }

    // A name that was given must be the only one of its kind; the others are called after their integrator.
    void name_methods() {
        std::vector<std::string> taken;
        const auto is_taken = [&](const std::string& name) {
            return std::find(taken.begin(), taken.end(), name) != taken.end();
        };
        for (const Method& m : scenario_.methods) {
            if (m.name.empty()) continue;
            if (is_taken(m.name))
                throw InputError(m.at("name"), "the name \"" + escaped_for_message(m.name) +
                                                   "\" is used by another method of this scenario");
            taken.push_back(m.name);
        }
        for (Method& m : scenario_.methods) {
            if (!m.name.empty()) continue;
            const std::string base = m.preset.empty() ? m.integrator : m.preset;
            std::string name = base;
            for (int n = 2; is_taken(name); ++n) name = base + "-" + std::to_string(n);
            m.name = name;
            taken.push_back(name);
        }
    }

 public:
    static Method read_method(const TomlNode& given) {
        const TomlNode table = with_preset(given);
        // What stands in [method] itself, and what belongs to the integrator and the arithmetic named in it.
        const std::vector<Parameter>& own = own_parameters();
        Method method;
        method.place = table.place;
        for (const TomlNode& item : table.items) method.places[item.name] = item.place;

        const Entry& attitude = choice(table, "attitude", method.attitude);
        const Entry& integrator = choice(table, "integrator", method.integrator);
        const Entry& constraint = choice(table, "constraint", method.constraint);
        const Entry& arithmetic = choice(table, "arithmetic", method.arithmetic);
        method.attitude = attitude.name;
        method.integrator = integrator.name;
        method.constraint = constraint.name;
        method.arithmetic = arithmetic.name;

        std::vector<std::string> allowed = names_of(own);
        for (const Entry* e : {&integrator, &arithmetic})
            for (const Parameter& p : e->parameters)
                if (std::find(allowed.begin(), allowed.end(), p.name) == allowed.end()) allowed.push_back(p.name);
        check_keys(table, allowed);

        method.attitude_values = part_values(table, "attitude", attitude, false);
        method.integrator_values = part_values(table, "integrator", integrator, true);
        method.constraint_values = part_values(table, "constraint", constraint, false);
        method.arithmetic_values = part_values(table, "arithmetic", arithmetic, true);

        for (const Parameter& p : own) {
            const TomlNode* node = table.find(p.name);
            if (!node) continue;
            if (p.name == "step") method.step = std::get<double>(read_value(*node, p));
            if (p.name == "tolerance") method.tolerance = std::get<double>(read_value(*node, p));
            if (p.name == "compensated") method.compensated = std::get<bool>(read_value(*node, p));
            if (p.name == "name") method.name = file_name(*node, p);
            if (p.name == "preset") method.preset = node->text;
            if (p.name == "input") method.input = std::get<std::string>(read_value(*node, p));
        }
        return method;
    }

 private:
    static const Entry& choice(const TomlNode& table, const std::string& key, const std::string& otherwise) {
        if (const TomlNode* node = table.find(key)) {
            if (node->kind != TomlNode::Kind::table && node->kind != TomlNode::Kind::text)
                throw InputError(node->place, "expected the name of the " + key + " as a string, read " +
                                                  node->described() + "; known: " + listed(polhode::names_of(key)));
            return named_entry(*node, key);
        }
        return *find_entry(key, otherwise);
    }

    // The parameters of a part of the method stand in its own table, { kind = "...", ... }, or, where `beside`, next to
    // its name in [method].
    static Values part_values(const TomlNode& table, const std::string& key, const Entry& entry, bool beside) {
        const std::vector<Parameter>& own = own_parameters();
        std::vector<Parameter> parameters;
        for (const Parameter& p : entry.parameters)
            if (!has_name(own, p.name)) parameters.push_back(p);

        TomlNode merged;
        merged.place = table.place;
        const TomlNode* part = table.find(key);
        if (part && part->kind == TomlNode::Kind::table) merged = *part;
        if (beside)
            for (const Parameter& p : parameters)
                if (const TomlNode* node = table.find(p.name)) {
                    if (merged.find(p.name))
                        throw InputError(node->place, "given twice: here and in " + merged.find(p.name)->place.key);
                    merged.items.push_back(*node);
                }
        return read_values(merged, parameters, {"kind"});
    }

    // Names of methods become names of files.
    static std::string file_name(const TomlNode& node, const Parameter& p) {
        const std::string name = std::get<std::string>(read_value(node, p));
        const bool fits =
            !name.empty() && name.size() <= 100 && name[0] != '.' &&
            name.find_first_of("/\\:*?\"<>|") == std::string::npos &&
            std::none_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
        if (!fits)
            throw InputError(node.place, "expected a short name that can be the name of a file, read " +
                                             node.described() + "; example: name = \"rk4 at 1 ms\"");
        return name;
    }

    const TomlNode& root_;
    const std::string& directory_;
    Scenario& scenario_;
};

}  // namespace

std::string read_scenario_text(const std::string& path) {
    constexpr std::size_t enough = 5u << 20;  // past the limit of parse_toml, which refuses it with the reason
    const InputBytes file = read_input_file(path, enough);
    if (!file.fault.empty())
        throw InputError({path, 0, ""}, file.fault == "it is a directory, not a file"
                                            ? "this is a directory; name the file in it"
                                            : "this file cannot be opened: " + file.fault);
    return file.bytes;
}

Method read_method_table(const TomlNode& table) { return Reader::read_method(table); }

const std::vector<std::string>& scenario_keys() {
    static const std::vector<std::string> keys{"title",  "epoch",   "constants", "body",        "start",  "torque",
                                               "rotor",  "slug",    "cmg",       "moving_mass", "state",  "controller",
                                               "event",  "contact", "orbit",     "target",      "rates",  "readings",
                                               "method", "compare", "input",     "link",        "change", "run"};
    return keys;
}

std::vector<Entry> table_entries() {
    std::vector<Parameter> body = body_parameters();
    body.push_back({"parts", Type::text, "", "", false, "list of tables, each with its shape, in place of inertia"});
    body.push_back(
        {"changing_inertia", Type::text, "", "", false, "table of moments that change in time, in place of inertia"});
    const Parameter torque_kind{"kind", Type::text, "", "", true, "name of a torque"},
        rates_kind{"kind", Type::text, "", "", true, "name of a rate"};
    std::vector<Entry> entries{
        {"table", "epoch", "when t = 0 is, and what the axes are called; nothing is computed from it",
         epoch_parameters()},
        {"table", "body", "mass properties about the fixed point (pivot or centre of mass)", body},
        {"table", "start", "attitude and rate at t = 0", start_parameters()},
        {"table", "orbit", "the ellipse round a planet, for what depends on where the body is", orbit_parameters()},
        {"table", "target", "where a controlled body is to go: the summary says when it is there", target_parameters()},
        {"table", "start.attitude", "the attitude in one of its forms", attitude_parameters()},
        {"table",
         "torque",
         "what acts on the body; [[torque]] may stand several times, the torques add up",
         {torque_kind}},
        change_entry(),
        {"table", "rates", "a given body rate, in place of [body] and [[torque]]", {rates_kind}},
        {"table", "readings", "a gyroscope strapped to the [body], for methods with input = \"readings\"",
         readings_parameters()},
        {"table", "readings.accelerometer", "an accelerometer beside the gyroscope, for estimators",
         accelerometer_parameters()},
        {"table", "readings.magnetometer", "a magnetometer beside the gyroscope, for estimators",
         magnetometer_parameters()},
        {"table", "method", "how the rotation is computed; may be left out", method_parameters()},
        {"table", "compare", "a further method for the same problem; [[compare]] may stand several times",
         method_parameters()},
        {"table", "input", "what pushes the body in `polhode live`; [[input]] may stand several times",
         input_kind_only()},
        {"table", "link", "who sees the body in `polhode live`; [[link]] may stand several times", link_kind_only()},
        {"table", "run", "how long, and how often a row is written", run_parameters()},
    };
    const std::vector<Entry> inside = inside_table_entries();
    const auto before_rates =
        std::find_if(entries.begin(), entries.end(), [](const Entry& e) { return e.name == "rates"; });
    entries.insert(before_rates, inside.begin(), inside.end());
    return entries;
}

namespace {

bool given_by_motion(const TomlNode& root) {
    const TomlNode* start = root.find("start");
    return start && start->find("motion");
}

// A setting that takes the place of a motion must say all that the motion said.
void require_whole_start(const TomlNode& root, const std::vector<std::string>& settings) {
    const TomlNode* start = root.find("start");
    const std::vector<Parameter> rates = start_rate_parameters();
    const bool attitude = start && start->find("attitude");
    const bool rate = start && std::any_of(rates.begin(), rates.end(),
                                           [&](const Parameter& p) { return start->find(p.name) != nullptr; });
    if (attitude && rate) return;
    throw InputError({"--set " + escaped_for_message(settings.back(), 100), 0, "start"},
                     std::string("the file gives a motion, which sets attitude and rate; set start.") +
                         (attitude ? "rate" : "attitude") + " as well");
}

}  // namespace

Scenario read_scenario_tree(const TomlNode& root, const std::string& text, const std::string& name,
                            const std::vector<std::string>& settings, const std::string& directory) {
    Scenario scenario;
    scenario.file = name;
    scenario.text = text;
    scenario.settings = settings;
    scenario.directory = directory;
    Reader(root, directory, scenario).read();
    return scenario;
}

Scenario read_scenario(const std::string& text, const std::string& name, const std::vector<std::string>& settings,
                       const std::string& directory) {
    TomlNode root = parse_toml(text, name);
    const bool moves = given_by_motion(root);
    for (const std::string& setting : settings) apply_setting(root, setting);
    if (moves && !given_by_motion(root)) require_whole_start(root, settings);
    Scenario scenario = read_scenario_tree(root, text, name, settings, directory);
    refuse_step_without_use(root);  // a misspelt `integrator` is told before
    return scenario;
}

Scenario read_scenario_file(const std::string& path, const std::vector<std::string>& settings) {
    const std::size_t slash = path.find_last_of('/');
    return read_scenario(read_scenario_text(path), path, settings,
                         slash == std::string::npos ? "" : path.substr(0, slash + 1));
}

}  // namespace polhode
