#include "polhode/live/live_set.hpp"

#include "polhode/input/toml_text.hpp"
#include "polhode/live/live_body.hpp"
#include "polhode/scenario/toml_setting.hpp"

namespace polhode {

LiveSets::LiveSets(const Scenario& scenario, const LiveBody& body) : scenario_(scenario), body_(body) {
    start_ = parse_toml(scenario.text, scenario.file);
    for (const std::string& setting : scenario.settings) apply_setting(start_, setting);
    now_ = start_;
}

std::shared_ptr<const LiveSet> LiveSets::read(const std::string& key, const std::string& value) {
    const Place place{"set " + escaped_for_message(key), 0, ""};
    if (!scenario_.problem.dynamics())
        throw InputError(place, "with [rates] the message `rate` says how the body turns; nothing else is set");
    if (start_.find("change")) throw InputError(place, "this scenario has [[change]] of its own; it is flown as it is");
    auto set = std::make_shared<LiveSet>();
    TomlNode tree = now_;  // as it was, where this is refused
    set->key = key;
    set->value = value;
    set->torques = changed_torques(tree, key, parse_toml_value(value, place), scenario_.directory, scenario_.problem);
    for (const ChangedTorque& one : set->torques)
        if (!body_.can_set(one.place))
            throw InputError(
                place, "this torque, '" + one.torque.kind + "', stays as it is while it is flown with these methods");
    now_ = std::move(tree);
    set->number = ++number_;
    return set;
}

}  // namespace polhode
