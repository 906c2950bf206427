#include "polhode/live/live_runner.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

#include "polhode/live/link_list.hpp"
#include "polhode/system/clock.hpp"

namespace polhode {

namespace {

constexpr double micro = 1e-3, billion = 1e9;      // us and s in ns
constexpr std::int64_t slice = 20'000'000;         // ns: nobody waits longer for an answer than this
constexpr std::uint64_t steps_between_looks = 64;  // at the clock, where there is none to keep

// No group is longer than a frame: each frame has a wake-up of its own.
double longest_group(const LiveOptions& o) { return o.frame_rate > 0 ? std::min(o.wake, 1 / o.frame_rate) : o.wake; }

// Of all threads of the program.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

std::int64_t LiveRunner::now() { return system::steady_nanoseconds(); }

LiveRunner::LiveRunner(const Scenario& scenario, const LiveOptions& options)
    : options_(options),
      body_(scenario, options.duration, options.replay ? LiveBody::Stimuli::none : LiveBody::Stimuli::taken),
      stimuli_(options.replay ? std::vector<StimulusInput>{} : stimulus_inputs(scenario, body_.step_length()),
               body_.at_rest(), body_.step_length()),
      pace_({body_.step_length(), options.speed > 0 ? options.speed : 1, options.patience, longest_group(options)}),
      held_(body_.at_rest()) {
    set_paused(options.clock == LiveOptions::Clock::wall && !(options.speed > 0));
    shown_speed_ = pace_.speed();
}

void LiveRunner::set_frame_rate(double hertz) {
    options_.frame_rate = hertz;
    pace_.set_wake(longest_group(options_));
}

void LiveRunner::set_wake(double seconds) {
    options_.wake = seconds;
    pace_.set_wake(longest_group(options_));
}

void LiveRunner::set_speed(double speed) {
    pace_.set_speed(speed, now(), body_.steps());
    shown_speed_.store(speed, std::memory_order_relaxed);
}

void LiveRunner::set_paused(bool paused) {
    paused_ = paused;
    shown_paused_.store(paused, std::memory_order_relaxed);
}

// ---- steps ----

// The one that writes makes room within a tenth of a second.
void LiveRunner::make_room() {
    if (flush_here_) return recorder_->flush();
    system::sleep_for(1'000'000);
}

bool LiveRunner::step_once(bool look) {
    const std::uint64_t n = body_.steps();
    const HeldStimulus stimulus = source_ ? source_(n) : stimuli_.in_step(n);
    const bool changed = !(stimulus == held_);
    if (changed) {
        held_ = stimulus;
        ++changes_;
    }
    if (recorder_ && (changed || n == 0))
        while (!recorder_->stimulus(n, held_)) make_room();
    if (!body_.step(held_, look)) {
        ended_ = true;
        return false;
    }
    ++all_steps_;
    if (recorder_) recorder_->made(body_.steps());
    return true;
}

void LiveRunner::make_steps(std::uint64_t count) {
    const bool by_wall = options_.clock == LiveOptions::Clock::wall && !asking_;
    const std::int64_t began = at_;
    std::int64_t before = began;
    const bool due = before >= next_frame_;
    for (bool last = count == 0; !last && !ended_; --count) {
        // who cannot keep up looks at the wishes of others all the same
        last = count == 1 || body_.steps() + 1 >= body_.last_step() || (by_wall && before - began > slice);
        if (by_wall) {
            deadline_ = pace_.deadline(body_.steps() + 1);
            late_us_ = std::max(0.0, static_cast<double>(before - deadline_) * micro);
            report_.lateness.add(late_us_);
        }
        // whoever asks after the loop has been stopped sees where it stopped
        if (!step_once(last)) break;
        const std::int64_t after = now();
        report_.longest_step_us = std::max(report_.longest_step_us, static_cast<double>(after - before) * micro);
        before = after;
        if (last && due && !asking_) publish();
        if (body_.steps() >= body_.last_step()) ended_ = true;
    }
    at_ = before;
}

void LiveRunner::fill(LiveFrame& frame) {
    frame = LiveFrame{};
    frame.seq = seq_++;
    body_.fill(frame);
    const bool by_wall = options_.clock == LiveOptions::Clock::wall;
    frame.wall_ns = by_wall ? deadline_ - began_ : static_cast<std::int64_t>(std::llround(frame.t * billion));
    frame.late_us = by_wall ? late_us_ : 0;
    frame.overruns = pace_.overruns();
    frame.slips = pace_.slips();
    frame.seconds_lost = pace_.seconds_lost();
    frame.input = changes_;
}

void LiveRunner::publish() {
    LiveFrame frame;
    fill(frame);
    frames_.put(frame);
    // on a grid of its own: a frame that waited for its wake-up does not make the next one late
    const std::int64_t period = frame_period(options_.frame_rate);
    const std::int64_t at = now();
    const std::int64_t next = next_frame_ + period;
    next_frame_ = next > at && next <= at + period ? next : at + period;
    if (on_frame_) on_frame_();
}

void LiveRunner::publish_report() {
    reports_.put(report());
    if (on_frame_) on_frame_();
}

// ---- what comes in ----

bool LiveRunner::offer(const LiveCommand& command) {
    const bool room = commands_.put(command);
    if (!room) dropped_.fetch_add(1, std::memory_order_relaxed);
    bell_.ring();
    return room;
}

bool LiveRunner::answer(LiveFrame& frame) {
    const bool waited_for = answers_.room() == 0;
    if (!answers_.take(frame)) return false;
    if (waited_for) bell_.ring();
    return true;
}

bool LiveRunner::take(const LiveCommand& command) {
    using Kind = LiveCommand::Kind;
    const bool torque = command.kind == Kind::push, rate = command.kind == Kind::rate;
    const bool meant = torque ? body_.takes_torque()
                       : rate ? body_.takes_rate()
                              : command.kind == Kind::stick && !stimuli_.inputs().empty();
    if (meant && stimuli_.take(command, body_.steps())) return true;
    refuse();
    return false;
}

void LiveRunner::obey(const LiveCommand& command) {
    using Kind = LiveCommand::Kind;
    const bool wall = options_.clock == LiveOptions::Clock::wall;
    switch (command.kind) {
        case Kind::push:
        case Kind::stick:
        case Kind::rate:
            take(command);
            return;
        case Kind::pause:
            return options_.clock == LiveOptions::Clock::external ? refuse() : set_paused(true);
        case Kind::resume:
            if (paused_) pace_.start(now(), body_.steps());
            return set_paused(false);
        case Kind::speed:
            if (!wall || !(command.value >= 0) || !std::isfinite(command.value)) return refuse();
            if (command.value == 0) return set_paused(true);
            pace_.set_speed(command.value, now(), body_.steps());
            shown_speed_.store(command.value, std::memory_order_relaxed);
            return set_paused(false);
        case Kind::reset:
            return reset();
        case Kind::step:
            if (options_.clock != LiveOptions::Clock::external && !paused_) return refuse();
            asked_ = command.count;
            asked_id_ = command.id;
            asked_by_ = command.from;
            asking_ = true;
            return;
        case Kind::set:
            return take_set(command.count);
        case Kind::report:
            return publish_report();
    }
}

void LiveRunner::take_set(std::uint64_t number) {
    std::shared_ptr<const LiveSet> values;
    // those whose command found no room are passed over
    while (sets_.take(values) && values->number != number) {
    }
    if (!values || values->number != number) return refuse();
    set(values);
}

void LiveRunner::set(const std::shared_ptr<const LiveSet>& values) {
    if (recorder_)
        while (!recorder_->set(body_.steps(), values)) make_room();
    body_.set(*values);
    ++changes_;
}

void LiveRunner::take_commands() {
    if (commands_.empty()) return;
    LiveCommand command;
    // a request for steps is carried out before what came after it is looked at, and its answer must find room
    while (!asking_ && answers_.room() > 0 && commands_.take(command)) {
        last_request_ = now();
        obey(command);
    }
}

void LiveRunner::reset() {
    if (recorder_)
        while (!recorder_->begin_again(body_.steps())) make_room();
    body_.finish();  // its last row belongs to this flight
    if (on_reset_) on_reset_();
    body_.reset();
    stimuli_.reset();
    held_ = body_.at_rest();
    ++report_.resets;
    pace_.start(now(), 0);
    deadline_ = now();
    publish();
}

void LiveRunner::finish() {
    constexpr int most = 64;
    for (int i = 0; recorder_ && i < most && !ended_ && !body_.may_end_here(); ++i) step_once(true);
    body_.finish();
}

// ---- waiting ----

// Where it wakes up next: at the end of a group, or of the flight.
std::uint64_t LiveRunner::wake_at() const { return std::min(pace_.group_end(body_.steps()), body_.last_step()); }

// Sleeps to the next deadline, or a slice of the way. True: it has come. The clock is read once here and once after a
// step: at a thousand steps a second every look counts.
bool LiveRunner::wait_for_deadline() {
    const std::int64_t deadline = pace_.deadline(wake_at());
    if (at_ >= deadline) return true;
    const std::int64_t until = std::min(deadline, at_ + slice);
    // a signal may be the wish to stop: who called looks
    system::sleep_until(until);
    at_ = now();
    return at_ >= deadline;
}

void LiveRunner::step_as_asked() {
    const std::uint64_t some = std::min(asked_, std::uint64_t{1024});
    at_ = now();
    make_steps(some);
    asked_ -= some;
    if (asked_ > 0 && !ended_) return;
    asking_ = false;
    asked_ = 0;
    LiveFrame frame;
    fill(frame);
    frame.id = asked_id_;
    frame.asked_by = asked_by_;
    answers_.put(frame);
    last_request_ = now();
    if (on_frame_) on_frame_();
}

void LiveRunner::step_by_the_wall() {
    if (!wait_for_deadline()) return;
    // what came in while it slept acts in this step
    take_commands();
    if (paused_ || asking_) return;
    const Pace::Due due = pace_.due(at_, body_.steps(), wake_at());
    if (due.slipped) next_frame_ = 0;  // told in the next frame
    make_steps(std::min(due.steps, body_.last_step() - body_.steps()));
}

LiveRunner::End LiveRunner::run(const std::function<bool()>& stop) {
    using Clock = LiveOptions::Clock;
    began_ = last_request_ = deadline_ = at_ = now();
    began_cpu_ = processor_seconds();
    report_.wall = report_.cpu = 0;
    pace_.start(began_, body_.steps());
    publish();
    End end = End::complete;
    while (!ended_) {
        if (stop && stop()) {
            end = End::stopped;
            break;
        }
        take_commands();
        if (asking_) {
            step_as_asked();
        } else if (paused_ || options_.clock == Clock::external) {
            bell_.wait(0.02);
            if (options_.clock == Clock::external && options_.timeout > 0 &&
                static_cast<double>(now() - last_request_) > options_.timeout * billion) {
                end = End::timed_out;
                break;
            }
        } else if (options_.clock == Clock::none) {
            at_ = now();
            make_steps(std::min(steps_between_looks, body_.last_step() - body_.steps()));
        } else {
            step_by_the_wall();
        }
    }
    finish();
    const LiveReport at_the_end = report();
    report_.wall = at_the_end.wall;
    report_.cpu = at_the_end.cpu;
    if (!body_.failure().empty()) return End::failed;
    return end;
}

LiveReport LiveRunner::report() const {
    LiveReport r = report_;
    if (began_ > 0 && !(r.wall > 0)) {
        r.wall = static_cast<double>(now() - began_) / billion;
        r.cpu = processor_seconds() - began_cpu_;
    }
    r.steps = all_steps_;
    r.simulated = static_cast<double>(all_steps_) * body_.step_length();
    r.overruns = pace_.overruns();
    r.slips = pace_.slips();
    r.seconds_lost = pace_.seconds_lost();
    if (options_.clock == LiveOptions::Clock::wall) {
        r.steps_per_wake = pace_.group();
        r.seconds_per_wake = pace_.group_seconds();
    }
    r.stimuli = changes_;
    r.refused = refused();
    r.dropped = dropped_.load(std::memory_order_relaxed);
    return r;
}

}  // namespace polhode
