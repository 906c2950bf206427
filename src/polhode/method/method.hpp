// A method says how the rotation is computed: attitude representation x integrator x constraint x arithmetic x step.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "polhode/registry/registry.hpp"

namespace polhode {

// Registry names of the arithmetics that are more than another number type of the same steppers.
inline constexpr const char* fixed_point_arithmetic = "fixed-point";
inline constexpr const char* analog_arithmetic = "analog";
// Counts its operations; not in the registry, because it is asked for by the cost of a method and not by scenarios.
inline constexpr const char* counting_arithmetic = "counting";

struct Method {
    std::string name;                     // how it is called in tables and file names
    std::string preset;                   // that its table named, or ""
    std::string input = "body";           // or "readings": what the method is given
    std::string attitude = "quaternion";  // registry names
    Values attitude_values;               // its parameters
    std::string integrator = "default";
    Values integrator_values;  // its parameters (order, rate, e_max, ...)
    std::string constraint = "none";
    Values constraint_values;
    std::string arithmetic = "double";
    Values arithmetic_values;
    std::optional<double> step;             // s
    bool compensated = false;               // the state keeps its low-order bits
    std::optional<double> tolerance;        // relative error per step; rad with "default"
    Place place;                            // of its table, for complaints
    std::map<std::string, Place> places{};  // of the keys that stood in it

    // Where a complaint about `key` belongs, whether it was given or left out.
    Place at(const std::string& key) const {
        if (const auto found = places.find(key); found != places.end()) return found->second;
        return {place.file, place.line, (place.key.empty() ? "" : place.key + ".") + key};
    }
};

struct RunSpan {
    double duration = 1.0;  // s
    double sample = 0.0;    // s between rows; 0: chosen so that about 1000 rows result
    Place duration_place, sample_place;
    // Of the rows after the first, rising, none beyond the duration, in place of the sample: by the method's own dense
    // output. Null: every sample.
    std::shared_ptr<const std::vector<double>> times{};
};

}  // namespace polhode
