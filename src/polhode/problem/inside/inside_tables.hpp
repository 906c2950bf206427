// [constants], [[rotor]], [[state]] and [[event]] of a scenario: their descriptions for the registry, and what their
// validated values mean. Names come first, because every formula may use all of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "polhode/input/toml_text.hpp"
#include "polhode/problem/inside/inside.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

// The numbers of [constants]; a string is a formula of the constants that stand above it. Throws InputError.
std::shared_ptr<const NamedNumbers> read_constants(const TomlNode& table);

// Keys that stand in every [[rotor]] and [[event]], and all of [[state]].
std::vector<Parameter> rotor_parameters();
std::vector<Parameter> event_parameters();
std::vector<Parameter> state_parameters();
// Registry entries of kind "rotor" (free, held, driven) and "event" (stop, mark, set, impulse).
std::vector<Entry> rotor_entries();
std::vector<Entry> event_entries();

// Keys of every [contact], entries of kind "contact" (ellipsoid, sphere, disk), and the contact without the mass.
std::vector<Parameter> contact_parameters();
std::vector<Entry> contact_entries();
Contact build_contact(const std::string& surface, const Values& values);

// A rotor without its torque's formula, which needs the names of all. `place`: which of the rotors it is, from 0.
Rotor build_rotor(const std::string& kind, const Values& values, std::size_t place);
// rad/s from whichever of speed, speed_rpm and speed_hz was given; 0 where none was.
double read_speed(const Values& values);
void build_drive(const Values& values, const std::vector<std::string>& variables, Rotor& rotor);

// A state without its formula, and an event.
OwnState build_state(const Values& values);
Event build_event(const std::string& action, const Values& values, const TomlNode& table, const Inside& inside,
                  const std::vector<std::string>& variables, std::size_t place);

// Refuses a name that formulas or columns know already, or that cannot stand in a formula. `taken`: names given before;
// this one is added to them.
void take_name(const std::string& name, const Place& place, std::vector<std::string>& taken);

// What is left of the body when the rotors that turn by themselves are taken out, Ie = I - sum J a a^T (free and
// driven), must still be a body: throws InputError at the first rotor that leaves none.
void require_carrier(const Mat3<double>& inertia, const Inside& inside, const std::vector<Place>& rotors);

}  // namespace polhode
