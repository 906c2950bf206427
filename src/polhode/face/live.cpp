#include "polhode/library/live.hpp"

#include <chrono>
#include <optional>

#include "polhode/face/impl.hpp"
#include "polhode/live/flight_recorder.hpp"
#include "polhode/live/live_runner.hpp"

namespace polhode {

namespace {

using Now = std::chrono::steady_clock;

void put(const LiveFrame& frame, LiveState& state) {
    const auto three = [](const std::array<double, 3>& a) { return Vec3<double>{a[0], a[1], a[2]}; };
    const auto four = [](const std::array<double, 4>& a) { return Quaternion<double>{a[0], a[1], a[2], a[3]}; };
    state.step = frame.step;
    state.t = frame.t;
    state.q_NB = four(frame.q_NB);
    state.w_NB_B = three(frame.w_NB_B);
    state.energy = frame.energy;
    state.L_N = three(frame.L_N);
    state.beside.resize(frame.companions);
    for (std::size_t i = 0; i < frame.companions; ++i) {
        const LiveCompanion& c = frame.companion[i];
        state.beside[i] = {four(c.q_NB), three(c.w_NB_B), c.angle, c.failed};
    }
}

}  // namespace

struct POLHODE_HIDDEN LiveLoop::Impl {
    std::shared_ptr<const ScenarioFile::Impl> scenario;
    LiveOptions options;
    std::unique_ptr<LiveRunner> runner;
    std::unique_ptr<FlightRecorder> recorder;
    std::function<LiveStimulus(std::uint64_t, double)> stimulus;
    std::function<void(const LiveState&)> told;
    Now::time_point next_flush = Now::now();
    LiveFrame frame;
    LiveState state;

    void flush_now_and_then() {
        if (!recorder || Now::now() < next_flush) return;
        recorder->flush();
        next_flush = Now::now() + std::chrono::milliseconds(50);
    }
};

LiveLoop::LiveLoop(const ScenarioFile& scenario, double duration) : impl_(std::make_unique<Impl>()) {
    impl_->scenario = scenario.impl();
    impl_->options.duration = duration;
    impl_->options.wake = 0;
    impl_->runner = std::make_unique<LiveRunner>(impl_->scenario->scenario, impl_->options);
    impl_->runner->set_flush_here();
}
LiveLoop::LiveLoop(LiveLoop&&) noexcept = default;
LiveLoop& LiveLoop::operator=(LiveLoop&&) noexcept = default;
LiveLoop::~LiveLoop() {
    try {
        if (impl_) finish();
    } catch (...) {  // NOLINT(bugprone-empty-catch): who wants to know calls finish()
    }
}

double LiveLoop::step_length() const { return impl_->runner->body().step_length(); }

std::vector<std::string> LiveLoop::methods() const {
    std::vector<std::string> names;
    for (const Method& method : impl_->scenario->scenario.methods) names.push_back(method.name);
    return names;
}

void LiveLoop::on_stimulus(std::function<LiveStimulus(std::uint64_t, double)> stimulus) {
    Impl& o = *impl_;
    o.stimulus = std::move(stimulus);
    if (!o.stimulus) return o.runner->set_stimulus({});
    o.runner->set_stimulus([&o](std::uint64_t n) {
        const LiveStimulus s = o.stimulus(n, static_cast<double>(n) * o.runner->body().step_length());
        return HeldStimulus{s.torque_B, s.torque_N, s.rate_B};
    });
}

void LiveLoop::on_state(std::function<void(const LiveState&)> state, double times_a_second) {
    impl_->told = std::move(state);
    impl_->runner->set_frame_rate(times_a_second);
}

void LiveLoop::record(const std::string& file) {
    Impl& o = *impl_;
    if (!o.scenario->torques.empty())
        throw InputError({o.scenario->scenario.file, 0, o.scenario->torques.front().first},
                         "this torque is a function of the program: no file can say it, and no record repeat it");
    o.recorder = std::make_unique<FlightRecorder>(o.scenario->scenario, o.runner->body(), file);
    o.runner->set_recorder(o.recorder.get());
}

void LiveLoop::wake_every(double seconds) { impl_->runner->set_wake(seconds); }

bool LiveLoop::step(std::uint64_t count) {
    Impl& o = *impl_;
    for (std::uint64_t i = 0; i < count; ++i)
        if (!o.runner->step_once(i + 1 == count)) return false;
    o.flush_now_and_then();
    return true;
}

LiveState LiveLoop::state() const {
    impl_->runner->fill(impl_->frame);
    put(impl_->frame, impl_->state);
    return impl_->state;
}

std::string LiveLoop::failure() const { return impl_->runner->body().failure(); }
void LiveLoop::reset() { impl_->runner->reset(); }

LivePunctuality LiveLoop::run(double speed, const std::function<bool()>& stop) {
    Impl& o = *impl_;
    LiveRunner& runner = *o.runner;
    runner.set_speed(speed);
    runner.set_on_frame([&o, &runner] {
        o.flush_now_and_then();
        if (!runner.newest(o.frame) || !o.told) return;
        put(o.frame, o.state);
        o.told(o.state);
    });
    runner.run(stop);
    runner.set_on_frame({});
    const LiveReport r = runner.report();
    return {r.steps,
            r.overruns,
            r.slips,
            r.seconds_lost,
            r.lateness.percentile(0.5),
            r.lateness.percentile(0.99),
            r.lateness.largest()};
}

void LiveLoop::finish() {
    impl_->runner->finish();
    if (impl_->recorder) impl_->recorder->close();
}

}  // namespace polhode
