// What pushes the body in each step: sticks, pushes and rates as they came in, added up and held over whole steps.
// Fixed in size.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "polhode/links/live_command.hpp"
#include "polhode/problem/held_stimulus.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

// An [[input]] of a scenario: what the axes of a stick do to the body.
struct StimulusInput {
    enum class Does { torque, force, rate };
    // A row of a recording: from this step on.
    struct From {
        std::uint64_t step;
        Vec3<double> value;
    };

    std::string kind, name;
    Does does = Does::torque;
    std::array<std::size_t, 3> axes{0, 1, 2};
    Vec3<double> full{};  // N m, N or rad/s at full deflection of each axis
    bool world = false;   // a torque in world axes; all others are in body axes
    Vec3<double> at{};    // force: where it acts, m, body axes
    double dead_zone = 0, expo = 0;
    std::vector<From> rows{};  // kind "file"

    Vec3<double> effect(const std::array<double, LiveCommand::most_axes>& deflections) const;
};

// Of tables that reading has checked; throws InputError for files that cannot be read. `step`: s.
std::vector<StimulusInput> stimulus_inputs(const Scenario& scenario, double step);

class Stimuli {
 public:
    static constexpr std::size_t most_pushes = 64, most_inputs = 16;

    // At rest the stimulus is `rest`. `step`: s.
    Stimuli(std::vector<StimulusInput> inputs, const HeldStimulus& rest, double step);

    // Takes a push, a stick or a rate for the step that comes next, number n. False: there is no room for more pushes,
    // or no such input.
    bool take(const LiveCommand& command, std::uint64_t n);
    // What acts in step n; to be asked for each step once, in order.
    const HeldStimulus& in_step(std::uint64_t n);
    // Everything at rest, before the first step.
    void reset();

    const std::vector<StimulusInput>& inputs() const { return inputs_; }
    std::uint64_t changes() const { return changes_; }  // steps in which something else acted than in the one before

 private:
    struct Push {
        std::uint64_t until = 0;  // first step without it
        Vec3<double> torque{};
        bool world = false;
    };
    void add_up();

    std::vector<StimulusInput> inputs_;
    HeldStimulus rest_, now_;
    double step_;
    std::array<Push, most_pushes> pushes_{};
    std::size_t push_count_ = 0;
    std::array<Vec3<double>, most_inputs> effects_{};
    std::array<std::size_t, most_inputs> next_row_{};
    bool rate_given_ = false, stale_ = true;
    Vec3<double> rate_{};
    std::uint64_t changes_ = 0;
};

}  // namespace polhode
