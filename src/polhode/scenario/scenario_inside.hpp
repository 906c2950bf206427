// [constants], [[rotor]], [[state]], [[controller]], [contact] and [[event]] of a scenario, in the order in which they
// need each other: constants, the names of rotors and states, then everything that has a formula.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "polhode/input/toml_text.hpp"
#include "polhode/problem/body_model.hpp"
#include "polhode/problem/inside/inside.hpp"
#include "polhode/problem/orbit_model.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/scenario/scenario_parts.hpp"

namespace polhode {

class InsideReader {
 public:
    // `orbit`: null where there is none.
    explicit InsideReader(const TomlNode& root, const OrbitModel* orbit = nullptr);

    const std::shared_ptr<const NamedNumbers>& constants() const { return constants_; }
    // Whether the body has an inside: rotors, states, controllers or events.
    bool any() const { return any_; }
    const Inside& inside() const { return inside_; }
    // A [[torque]] whose formulas use a name of the inside, or switch with the state, is taken, as is dry friction;
    // false: it is like that of any body.
    bool takes_torque(const std::string& kind, const Values& values);
    // With all formulas; null where there is no inside.
    std::shared_ptr<const Inside> finish(const BodyModel& body);

 private:
    void read_rotors(const TomlNode& list);
    void read_states(const TomlNode& list);
    void read_contact(const TomlNode& table);
    void read_controllers(const TomlNode& list);
    void read_events(const TomlNode& list);
    // What must be known of [[torque]] tables before any formula is read: dry friction, and the field of a magnet.
    void read_torques(const TomlNode& list);
    void read_names();
    void require_field(const Values& values) const;
    void read_formulas_of_all();
    Values with_constants(Values values) const;

    const TomlNode& root_;
    const OrbitModel* orbit_;
    std::shared_ptr<const NamedNumbers> constants_;  // null where there are none
    Inside inside_;
    PartsReader parts_;
    bool any_ = false;
    std::vector<std::string> variables_;
    std::vector<Values> rotor_values_, state_values_;
    std::vector<Place> rotor_places_;
    Values contact_values_;
    std::vector<Values> controller_values_;
    std::vector<Place> held_names_;  // of what controllers measure, remember and give out, and of dry friction
};

// Entries of kind "table" for `polhode list`.
std::vector<Entry> inside_table_entries();

}  // namespace polhode
