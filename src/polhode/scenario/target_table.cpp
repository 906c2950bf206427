#include "polhode/scenario/target_table.hpp"

#include "polhode/input/toml_text.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/scenario/start_table.hpp"

namespace polhode {

std::vector<Parameter> target_parameters() {
    return {
        {"attitude", Type::text, "", "", false, "where it is to turn to: table with one of the forms of an attitude"},
        {"rate", Type::vector3, "rad/s", "", false, "how it is to turn then, body axes"},
        {"frame",
         Type::choice,
         "",
         "\"world\"",
         false,
         "what both are seen from: \"orbit\" is the frame of [orbit]",
         {"world", "orbit"}},
        {"band", Type::positive, "1", "0.02", false, "how near is there, as a part of the way from the start"},
    };
}

Target read_target(const TomlNode& table, const Problem& problem) {
    static const std::vector<Parameter> parameters = target_parameters();
    const Values values = read_values(table, parameters, {"attitude"});
    Target target;
    if (const TomlNode* attitude = table.find("attitude")) {
        Problem there;
        there.start.attitude = read_attitude_table(*attitude);
        target.attitude = normalise(start_quaternion(there));
    }
    if (values.given("rate")) target.rate = values.vector("rate");
    if (!target.attitude && !target.rate)
        throw InputError(table.place,
                         "says neither where to nor how fast; give attitude, rate or both. Example: attitude "
                         "= { quaternion = [1.0, 0.0, 0.0, 0.0] }");
    target.in_orbit = values.text("frame") == "orbit";
    if (target.in_orbit && !problem.orbit)
        values.refuse("frame", "there is no [orbit] whose frame this could be; example: [orbit] period = 5400.0");
    target.band = values.number("band");
    if (!(target.band < 1)) values.refuse("band", "is a part of the way from the start: below 1");
    return target;
}

}  // namespace polhode
