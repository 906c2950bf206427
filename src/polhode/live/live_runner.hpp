// The loop of the thread that steps: when a step is due it takes what came in, steps, and hands out what is seen. It
// waits for nobody and allocates nothing; between it and the others stand queues of fixed length.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "polhode/links/live_command.hpp"
#include "polhode/links/live_frame.hpp"
#include "polhode/live/bell.hpp"
#include "polhode/live/flight_recorder.hpp"
#include "polhode/live/lateness.hpp"
#include "polhode/live/live_body.hpp"
#include "polhode/live/newest.hpp"
#include "polhode/live/pace.hpp"
#include "polhode/live/spsc_queue.hpp"
#include "polhode/live/stimuli.hpp"

namespace polhode {

struct LiveOptions {
    // wall: real time times speed; external: steps when somebody asks for them; none: as fast as it can
    enum class Clock { wall, external, none };
    Clock clock = Clock::wall;
    double speed = 1;        // 0: paused
    double duration = 0;     // s; 0: until stopped
    double patience = 0.25;  // s
    double timeout = 0;      // s without a request, external clock; 0: waits for ever
    double frame_rate = 60;  // Hz of the wall; with an external clock every request has its frame
    // s of the wall: shorter steps are made in groups that last so long at most, and no longer than a frame. 0: every
    // step has a wake-up of its own.
    static constexpr double usual_wake = 0.004;
    double wake = usual_wake;
    bool replay = false;  // nothing pushes from outside
};

class LiveRunner {
 public:
    enum class End { complete, stopped, failed, timed_out };

    // Throws InputError for what is not stepped.
    LiveRunner(const Scenario& scenario, const LiveOptions& options);

    LiveBody& body() { return body_; }
    const Stimuli& stimuli() const { return stimuli_; }
    bool can_be_pushed() const { return body_.takes_torque() || body_.takes_rate(); }
    // Both before run(): who writes the flight (another thread calls its flush()), and who is told of a reset.
    void set_recorder(FlightRecorder* recorder) { recorder_ = recorder; }
    // For who has no other thread: the one that steps makes room in the recorder itself.
    void set_flush_here() { flush_here_ = true; }
    // What acts in each step, in place of what comes in: asked for each step once, in order.
    void set_stimulus(std::function<HeldStimulus(std::uint64_t n)> source) { source_ = std::move(source); }
    void set_on_reset(std::function<void()> told) { on_reset_ = std::move(told); }
    void set_frame_rate(double hertz);
    void set_wake(double seconds);
    void set_speed(double speed);  // of the wall's clock, > 0
    // Who waits for frames; called by the thread that steps, with every frame that is ready.
    void set_on_frame(std::function<void()> told) { on_frame_ = std::move(told); }

    // ---- the thread that steps ----
    // `stop`: asked at every wake-up, between two steps.
    End run(const std::function<bool()>& stop);
    // One step without a clock, for who has a loop of his own.
    bool step_once(bool look);
    void set(const std::shared_ptr<const LiveSet>& values);  // from the next step on
    bool take(const LiveCommand& command);  // a stimulus for the next step; false: no room, or it has no meaning here
    void reset();
    void fill(LiveFrame& frame);
    // Ends the flight here, or a step or two later where its record could not end (LiveBody::may_end_here).
    void finish();

    // ---- one other thread ----
    bool offer(const LiveCommand& command);  // false: no room
    // Values for a command `set` that follows, with their number in it. False: no room.
    bool offer(std::shared_ptr<const LiveSet> values) { return sets_.put(values); }
    bool newest(LiveFrame& frame) { return frames_.take(frame); }
    bool answer(LiveFrame& frame);  // to a `step`, in order
    // Whether so many commands would find room now, of whatever kind.
    bool has_room(std::size_t commands) const { return commands_.room() >= commands && sets_.room() >= commands; }
    bool asked_report(LiveReport& report) { return reports_.take(report); }
    bool paused() const { return shown_paused_.load(std::memory_order_relaxed); }
    std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }  // commands without meaning here
    double speed() const { return shown_speed_.load(std::memory_order_relaxed); }

    // After run(), or between steps.
    LiveReport report() const;

 private:
    void refuse() { refused_.fetch_add(1, std::memory_order_relaxed); }
    void take_commands();
    void obey(const LiveCommand& command);
    void take_set(std::uint64_t number);
    void make_steps(std::uint64_t count);
    void publish();
    void publish_report();
    void set_paused(bool paused);
    std::uint64_t wake_at() const;
    bool wait_for_deadline();
    void step_as_asked();
    void step_by_the_wall();
    void make_room();
    static std::int64_t now();

    LiveOptions options_;
    LiveBody body_;
    Stimuli stimuli_;
    Pace pace_;
    FlightRecorder* recorder_ = nullptr;
    std::function<void()> on_reset_, on_frame_;
    std::function<HeldStimulus(std::uint64_t)> source_;
    HeldStimulus held_;
    bool flush_here_ = false;
    bool paused_ = false, ended_ = false;
    std::uint64_t asked_ = 0;  // steps still to be made of a request
    std::int64_t asked_id_ = -1;
    std::uint64_t asked_by_ = 0;
    bool asking_ = false;
    double began_cpu_ = 0;
    std::int64_t began_ = 0, next_frame_ = 0, last_request_ = 0, deadline_ = 0;
    std::int64_t at_ = 0;  // the clock when it was last read by the loop
    double late_us_ = 0;
    std::uint64_t seq_ = 0, all_steps_ = 0, changes_ = 0;
    LiveReport report_;

    SpscQueue<LiveCommand> commands_{1024};
    SpscQueue<std::shared_ptr<const LiveSet>> sets_{1024};
    SpscQueue<LiveFrame> answers_{64};
    Newest<LiveFrame> frames_;
    Newest<LiveReport> reports_;
    Bell bell_;
    std::atomic<std::uint64_t> dropped_{0}, refused_{0};
    std::atomic<bool> shown_paused_{false};
    std::atomic<double> shown_speed_{1};
};

}  // namespace polhode
