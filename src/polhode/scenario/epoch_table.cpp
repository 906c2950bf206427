#include "polhode/scenario/epoch_table.hpp"

#include "polhode/calendar/time_system.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/registry/table_reader.hpp"

namespace polhode {

namespace {

std::string quoted_toml(const std::string& text) {
    TomlNode node;
    node.kind = TomlNode::Kind::text;
    node.text = text;
    return toml_literal(node);
}

// Names go into files of lines and keywords.
void require_plain_name(const Values& values, const char* key) {
    for (const char c : values.text(key))
        if (c < 0x20 || c > 0x7e || c == '<' || c == '&' || c == '=')
            values.refuse(key, "a name of plain letters, digits and signs is expected");
}

}  // namespace

std::vector<Parameter> epoch_parameters() {
    return {{"time", Type::text, "", "", true, "date and time of t = 0: YYYY-MM-DDThh:mm:ss.d or YYYY-DDDThh:mm:ss.d"},
            {"system", Type::choice, "", "\"TAI\"", false, "the clock of that date", time_systems()},
            {"frame", Type::text, "", "\"EME2000\"", false, "name of the world's axes, carried through and not used"},
            {"body_frame", Type::text, "", "\"SC_BODY_1\"", false, "name of the body's axes, carried through"},
            {"object", Type::text, "", "\"UNKNOWN\"", false, "name of the body, carried through"}};
}

Epoch checked_epoch(Epoch epoch, const std::string& time, const Place& time_place, const std::string& system,
                    const Place& system_place) {
    const auto known = time_system_named(system);
    if (!known)
        throw InputError(system_place, "'" + escaped_for_message(system) +
                                           "' is not a time system; known: " + listed(time_systems()));
    std::string why;
    const auto instant = parse_instant(time, why);
    if (!instant)
        throw InputError(time_place, "expected a date such as 2000-01-01T12:00:00.0, read '" +
                                         escaped_for_message(time) + "': " + why);
    if (!span_between(*instant, *instant, *known, why))
        throw InputError(time_place, "'" + escaped_for_message(time) + "' is no time of " + *known + ": " + why);
    epoch.time = *instant;
    epoch.system = *known;
    epoch.given = true;
    return epoch;
}

Epoch read_epoch(const TomlNode& table) {
    const Values values = read_values(table, epoch_parameters());
    Epoch epoch;
    for (const char* key : {"frame", "body_frame", "object"}) require_plain_name(values, key);
    epoch.frame = values.text("frame");
    epoch.body_frame = values.text("body_frame");
    epoch.object = values.text("object");
    return checked_epoch(epoch, values.text("time"), values.place("time"), values.text("system"),
                         values.place("system"));
}

std::string epoch_table_text(const Epoch& epoch) {
    std::string time = instant_text(epoch.time, 18);
    while (time.back() == '0') time.pop_back();
    if (time.back() == '.') time += '0';
    return "[epoch]\ntime = " + quoted_toml(time) + "\nsystem = " + quoted_toml(epoch.system) +
           "\nframe = " + quoted_toml(epoch.frame) + "\nbody_frame = " + quoted_toml(epoch.body_frame) +
           "\nobject = " + quoted_toml(epoch.object) + "\n";
}

}  // namespace polhode
