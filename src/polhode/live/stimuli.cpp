#include "polhode/live/stimuli.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/links/joystick.hpp"
#include "polhode/problem/samples/model_values.hpp"

namespace polhode {

namespace {

using Does = StimulusInput::Does;

std::array<std::size_t, 3> axes_of(const Values& v) {
    static_assert(most_stick_axes == LiveCommand::most_axes);
    std::array<std::size_t, 3> axes{most_stick_axes, most_stick_axes, most_stick_axes};  // that is: none
    const std::vector<double>& given = v.numbers("axes");
    for (std::size_t i = 0; i < given.size(); ++i) axes[i] = static_cast<std::size_t>(given[i]);
    return axes;
}

// Rows of a recording by steps: each holds from the step nearest to its time.
std::vector<StimulusInput::From> rows_of(const Values& v, const std::string& directory, double step) {
    const TimeTable table = read_time_table(
        v, directory,
        {{"t", "x", "y", "z"}, {"t", "tx", "ty", "tz"}, {"t", "bx", "by", "bz"}, {"t", "wx", "wy", "wz"}});
    std::vector<StimulusInput::From> rows;
    for (std::size_t i = 0; i < table.times.size(); ++i) {
        const double n = std::max(0.0, std::round(table.times[i] / step));
        if (!rows.empty() && rows.back().step == static_cast<std::uint64_t>(n)) rows.pop_back();
        rows.push_back({static_cast<std::uint64_t>(n), table.values[i]});
    }
    return rows;
}

}  // namespace

Vec3<double> StimulusInput::effect(const std::array<double, LiveCommand::most_axes>& deflections) const {
    Vec3<double> v{};
    for (int i = 0; i < 3; ++i)
        if (const std::size_t axis = axes[static_cast<std::size_t>(i)]; axis < deflections.size())
            v[i] = shaped_axis(std::clamp(deflections[axis], -1.0, 1.0), dead_zone, expo) * full[i];
    return does == Does::force ? cross(at, v) : v;
}

std::vector<StimulusInput> stimulus_inputs(const Scenario& scenario, double step) {
    std::vector<StimulusInput> inputs;
    for (const LiveTable& table : scenario.inputs) {
        const Values& v = table.values;
        StimulusInput input;
        input.kind = table.kind;
        input.name = table.name;
        const bool rates = !scenario.problem.dynamics();
        input.does = rates ? Does::rate : v.given("force") ? Does::force : Does::torque;
        input.world = v.text("frame") == "world";
        if (table.kind == "file") {
            input.rows = rows_of(v, scenario.directory, step);
        } else {
            input.full = v.vector(rates ? "rate" : input.does == Does::force ? "force" : "torque");
            if (input.does == Does::force) input.at = v.vector("at");
            input.axes = axes_of(v);
            input.dead_zone = v.number("dead_zone");
            input.expo = v.number("expo");
        }
        if (inputs.size() == Stimuli::most_inputs)
            throw InputError(v.place(), fmt::format("at most {} inputs", Stimuli::most_inputs));
        inputs.push_back(std::move(input));
    }
    return inputs;
}

Stimuli::Stimuli(std::vector<StimulusInput> inputs, const HeldStimulus& rest, double step)
    : inputs_(std::move(inputs)), rest_(rest), now_(rest), step_(step) {}

bool Stimuli::take(const LiveCommand& command, std::uint64_t n) {
    switch (command.kind) {
        case LiveCommand::Kind::push: {
            if (push_count_ == most_pushes) return false;
            const double steps = std::max(1.0, std::round(command.seconds / step_));
            Push& push = pushes_[push_count_++];
            push.until = n + static_cast<std::uint64_t>(std::min(steps, 1e15));
            push.torque = {command.vector[0], command.vector[1], command.vector[2]};
            push.world = command.world;
            break;
        }
        case LiveCommand::Kind::stick: {
            // a page has one stick, whatever it is made of: the first input for pages takes it
            const auto from_page = [](const StimulusInput& input) {
                return input.kind == "websocket" || input.kind == "keyboard" || input.kind == "gamepad";
            };
            const auto first = std::find_if(inputs_.begin(), inputs_.end(), from_page) - inputs_.begin();
            const auto i = static_cast<std::size_t>(command.input < 0 ? first : command.input);
            if (i >= inputs_.size() || inputs_[i].kind == "file") return false;
            effects_[i] = inputs_[i].effect(command.axes);
            break;
        }
        case LiveCommand::Kind::rate:
            rate_given_ = true;
            rate_ = {command.vector[0], command.vector[1], command.vector[2]};
            break;
        default:
            return true;
    }
    stale_ = true;
    return true;
}

const HeldStimulus& Stimuli::in_step(std::uint64_t n) {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
        const std::vector<StimulusInput::From>& rows = inputs_[i].rows;
        for (; next_row_[i] < rows.size() && rows[next_row_[i]].step <= n; ++next_row_[i]) {
            effects_[i] = rows[next_row_[i]].value;
            stale_ = true;
        }
    }
    for (std::size_t i = 0; i < push_count_;)
        if (pushes_[i].until <= n) {
            // those that stay keep their order: sums of the same pushes have the same bits
            std::move(pushes_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                      pushes_.begin() + static_cast<std::ptrdiff_t>(push_count_),
                      pushes_.begin() + static_cast<std::ptrdiff_t>(i));
            --push_count_;
            stale_ = true;
        } else {
            ++i;
        }
    if (stale_) add_up();
    return now_;
}

void Stimuli::add_up() {
    stale_ = false;
    HeldStimulus sum = rest_;
    if (rate_given_) sum.rate_B = rate_;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
        Vec3<double>& to = inputs_[i].does == Does::rate ? sum.rate_B : inputs_[i].world ? sum.torque_N : sum.torque_B;
        to = to + effects_[i];
    }
    for (std::size_t i = 0; i < push_count_; ++i) {
        Vec3<double>& to = pushes_[i].world ? sum.torque_N : sum.torque_B;
        to = to + pushes_[i].torque;
    }
    if (!(sum == now_)) ++changes_;
    now_ = sum;
}

void Stimuli::reset() {
    now_ = rest_;
    push_count_ = 0;
    effects_ = {};
    next_row_ = {};
    rate_given_ = false;
    stale_ = true;
}

}  // namespace polhode
