#include "polhode/sweep/definition/sweep_outcomes.hpp"

#include <algorithm>
#include <utility>

#include "polhode/base/contains.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/sweep/definition/sweep_tables.hpp"

namespace polhode {

namespace {

using Take = SweepOutcome::Take;

const std::pair<const char*, Take> takes[] = {
    {"final", Take::final},           {"start", Take::start},         {"largest", Take::largest},
    {"smallest", Take::smallest},     {"mean", Take::mean},           {"range", Take::range},
    {"first-time", Take::first_time}, {"count", Take::count},         {"measure", Take::measure},
    {"settling", Take::settling},     {"overshoot", Take::overshoot},
};

}  // namespace

const std::vector<std::string>& sweep_row_variables() {
    static const std::vector<std::string> names{"t",      "qw", "qx", "qy", "qz",   "wx",     "wy",   "wz",
                                                "energy", "Lx", "Ly", "Lz", "tilt", "turned", "rate", "defect"};
    return names;
}

std::vector<std::string> sweep_formula_names(const Sweep& sweep) {
    std::vector<std::string> names = sweep_row_variables();
    for (const std::string& name : sweep.inputs.names()) names.push_back(name);
    for (const SweepOwnColumn& column : sweep.own_columns) names.push_back(column.name);
    return names;
}

std::vector<SweepOwnColumn> sweep_own_columns(const Sweep& sweep) {
    for (const SweepInput& input : sweep.inputs.inputs())
        for (const std::string& key : input.keys)
            for (const char* decisive : {"method", "method.attitude", "method.attitude.kind", "method.arithmetic",
                                         "method.arithmetic.kind", "method.preset", "rates.kind"})
                if (key == decisive) return {};
    constexpr std::size_t most_names = 64;  // that an Expression knows
    const std::vector<std::string> columns = sweep.base.plans.front().columns().state;
    std::vector<std::string> taken = sweep_row_variables();
    taken.insert(taken.end(), sweep.inputs.names().begin(), sweep.inputs.names().end());
    std::vector<SweepOwnColumn> own;
    for (std::size_t i = 0; i < columns.size() && taken.size() < most_names; ++i) {
        if (contains(taken, columns[i])) continue;
        own.push_back({columns[i], i});
        taken.push_back(columns[i]);
    }
    return own;
}

bool is_outcome_name(const std::string& name) {
    return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

const SweepOutcome* outcome_named(const Sweep& sweep, const std::string& name) {
    for (const SweepOutcome& o : sweep.outcomes)
        if (o.name == name) return &o;
    return nullptr;
}

Expression outcome_formula(const Sweep& sweep, const std::string& text, const Place& place) {
    try {
        const Expression of(text, sweep_formula_names(sweep));
        sweep.inputs.check_formula(of, static_cast<int>(sweep_row_variables().size()), place);
        return of;
    } catch (const ExpressionError& error) {
        throw InputError(place, error.what());
    }
}

SweepOutcome read_outcome(const TomlNode& table, const Sweep& sweep) {
    const Entry& entry =
        table.find("take") ? named_entry_in(table, "take", "outcome") : *find_entry("outcome", "final");
    std::vector<Parameter> parameters = outcome_parameters();
    for (const Parameter& p : entry.parameters) parameters.push_back(p);
    const Values values = read_values(table, parameters);
    SweepOutcome o;
    o.place = table.place;
    o.name = values.text("name");
    if (!is_outcome_name(o.name))
        values.refuse("name", "expected a short name of letters, digits, _ and -, read the string \"" +
                                  escaped_for_message(o.name) + "\"; example: name = \"settled\"");
    if (contains(sweep.inputs.names(), o.name))
        values.refuse("name", "the name \"" + o.name + "\" is used by a number that varies; choose another");
    if (outcome_named(sweep, o.name)) values.refuse("name", "the name \"" + o.name + "\" is used by another outcome");
    if (values.has("unit")) o.unit = values.text("unit");
    if (values.has("summary")) o.summary = values.text("summary");
    o.worst_is_low = values.text("worst") == "low";
    for (const auto& [name, take] : takes)
        if (entry.name == name) o.take = take;
    if (o.take == Take::measure) {
        o.measure = measure_named(values.text("measure"));
        o.largest_measure = values.text("at") == "largest";
        if (o.unit.empty()) o.unit = measure_entry(*o.measure).unit;
        if (o.summary.empty()) o.summary = measure_entry(*o.measure).summary;
        return o;
    }
    o.of = outcome_formula(sweep, values.text("of"), values.place("of"));
    if (o.take == Take::first_time || o.take == Take::count) {
        if (values.given("below") == values.given("above"))
            values.refuse(values.given("above") ? "above" : "below",
                          values.given("above")
                              ? "`below` and `above` exclude each other; leave one of them out"
                              : "missing; the level is given by `below` or by `above`. Example: below = 0.01");
        o.above = values.given("above");
        o.level = values.number(o.above ? "above" : "below");
    }
    if (o.take == Take::settling || o.take == Take::overshoot) {
        o.target = values.number("target");
        if (o.unit.empty()) o.unit = o.take == Take::settling ? "s" : "1";
    }
    if (o.take == Take::settling) {
        o.level = values.number("band");
        o.stays = true;
    }
    if (o.take == Take::first_time) {
        o.stays = values.boolean("stays");
        if (o.unit.empty()) o.unit = "s";
    }
    return o;
}

void add_final_state(Sweep& sweep) {
    if (!sweep.keep.final_state) return;
    for (const char* variable : {"qw", "qx", "qy", "qz", "wx", "wy", "wz"}) {
        SweepOutcome o;
        o.name = std::string("final_") + variable;
        o.unit = variable[0] == 'w' ? "rad/s" : "1";
        o.summary = std::string(variable) + " at the end";
        o.of = outcome_formula(sweep, variable, {});
        o.of_final_state = true;
        o.place = {sweep.file, 0, "keep.final_state"};
        const SweepOutcome* same = outcome_named(sweep, o.name);
        const bool varied = contains(sweep.inputs.names(), o.name);
        if (same || varied)
            throw InputError(same ? same->place : o.place,
                             "the name \"" + o.name +
                                 "\" is one of the final state; choose another, or say keep.final_state = false");
        sweep.outcomes.push_back(o);
    }
}

}  // namespace polhode
