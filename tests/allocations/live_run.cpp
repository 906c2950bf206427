// What LiveRunner::run() allocates while another thread offers commands, takes frames, answers and reports, and writes
// the record: nothing on the thread that steps. Only a reset may, which makes the body anew.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

#include "counting.hpp"
#include "polhode/live/flight_recorder.hpp"
#include "polhode/live/live_runner.hpp"

namespace {

using namespace polhode;
using Clock = LiveOptions::Clock;
using Kind = LiveCommand::Kind;

constexpr const char* text = R"([body]
inertia = [1.0, 1.3, 0.7]
[start]
rate = [0.3, -0.2, 4.0]
[[torque]]
kind = "gravity"
mass = 1.0
at = [0.0, 0.0, 0.1]
[[input]]
kind = "keyboard"
torque = [0.1, 0.1, 0.1]
[method]
integrator = "rk4"
step = 0.001
[[compare]]
integrator = "adams-bashforth"
step = 0.001
[run]
duration = 100.0
sample = 50.0
)";

// The other thread: everything that can be said, so many times, and everything that can be heard.
class Other {
 public:
    Other(LiveRunner& runner, FlightRecorder& recorder, const Scenario& scenario, Clock clock)
        : runner_(runner), recorder_(recorder), sets_(scenario, runner.body()), clock_(clock) {}

    void speak(int rounds) {
        for (int i = 0; i < rounds; ++i) {
            say(push(i));
            say(stick(i));
            say(set(i));
            if (clock_ == Clock::external) say(steps(4));
            if (clock_ == Clock::wall && i % 3 == 0) say(speed(1 + i % 2));
            if (clock_ != Clock::external && i % 10 == 0) {
                say({.kind = Kind::pause});
                say(steps(3));
                say({.kind = Kind::resume});
            }
            say({.kind = Kind::report});
            hear();
            recorder_.flush();
        }
    }

 private:
    static LiveCommand push(int i) {
        LiveCommand c;
        c.kind = Kind::push;
        c.vector = {0.01 * (i % 7), 0.2, -0.1};
        c.world = i % 2 == 0;
        c.seconds = 0.004;
        return c;
    }
    static LiveCommand stick(int i) {
        LiveCommand c;
        c.kind = Kind::stick;
        c.axis_count = 3;
        c.axes[0] = 0.1 * (i % 10);
        return c;
    }
    static LiveCommand steps(std::uint64_t n) {
        LiveCommand c;
        c.kind = Kind::step;
        c.count = n;
        return c;
    }
    static LiveCommand speed(double value) {
        LiveCommand c;
        c.kind = Kind::speed;
        c.value = value;
        return c;
    }
    LiveCommand set(int i) {
        const auto values = sets_.read("torque[0].g", std::to_string(9 + 0.1 * (i % 3)));
        LiveCommand c;
        c.kind = Kind::set;
        c.count = values->number;
        runner_.offer(values);
        return c;
    }
    void say(const LiveCommand& command) {
        while (!runner_.offer(command)) std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    void hear() {
        while (runner_.answer(frame_)) {
        }
        runner_.newest(frame_);
        runner_.asked_report(report_);
    }

    LiveRunner& runner_;
    FlightRecorder& recorder_;
    LiveSets sets_;
    LiveFrame frame_;
    LiveReport report_;
    Clock clock_;
};

long in_run(const char* what, const std::string& folder, const LiveOptions& options) {
    const Scenario scenario = read_scenario(text, what);
    LiveRunner runner(scenario, options);
    FlightRecorder recorder(scenario, runner.body(), folder + "/run");
    runner.set_recorder(&recorder);
    int frames = 0;
    runner.set_on_frame([&] { ++frames; });
    std::atomic<bool> said{false};
    long counted = -1;
    std::thread stepping([&] {
        bool counting = false;
        runner.run([&] {
            // what grows once has grown by then
            if (!counting && runner.body().steps() >= 20) {
                counting = true;
                allocations::count_from_now();
            }
            if (!said.load()) return false;
            counted = allocations::end_of_count();
            return true;
        });
    });
    Other(runner, recorder, scenario, options.clock).speak(100);
    said = true;
    stepping.join();
    recorder.close();
    const LiveReport report = runner.report();
    std::printf("%s: %ld allocations in %llu steps with %llu stimuli and %d frames\n", what, counted,
                static_cast<unsigned long long>(report.steps), static_cast<unsigned long long>(report.stimuli), frames);
    // a count of nothing would show nothing; each set is a stimulus
    return report.steps > 300 && report.stimuli > 100 && report.dropped + report.refused == 0 && frames > 100 ? counted
                                                                                                              : 1;
}

}  // namespace

namespace allocations {

long in_runs(const char* folder) {
    LiveOptions o;
    long all = in_run("a run by the wall, in groups of steps", folder, o);
    o.wake = 0;
    all += in_run("a run by the wall, step by step", folder, o);
    o.clock = Clock::external;
    all += in_run("a run in lockstep", folder, o);
    o.clock = Clock::none;
    all += in_run("a run without a clock", folder, o);
    return all;
}

}  // namespace allocations
