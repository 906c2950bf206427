// A value of the scenario that is set while the body flies: read and checked by the thread of the links, taken by the
// one that steps before a step, and recorded as a [[change]] with that step's time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "polhode/scenario/scenario.hpp"
#include "polhode/scenario/torque_tables.hpp"

namespace polhode {

class LiveBody;

struct LiveSet {
    std::uint64_t number = 0;  // counted from 1, of those that were read
    std::string key, value;    // "torque[0].g", and the value in TOML
    std::vector<ChangedTorque> torques;
};

class LiveSets {
 public:
    LiveSets(const Scenario& scenario, const LiveBody& body);

    // Values set earlier stay. Throws InputError, with the nearest name, for what cannot be set.
    std::shared_ptr<const LiveSet> read(const std::string& key, const std::string& value);
    // The body begins again, as the scenario says.
    void reset() { now_ = start_; }

 private:
    const Scenario& scenario_;
    const LiveBody& body_;
    TomlNode start_, now_;
    std::uint64_t number_ = 0;
};

}  // namespace polhode
