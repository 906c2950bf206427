// A live loop allocates nothing while it steps: every operator new of the thread that steps is counted, with stimuli
// coming in, frames going out, methods of several kinds side by side and a recorder that listens; first the steps
// alone, then with clocks, queues and another thread (live_run.cpp).
#include <cstdio>
#include <string>

#include "counting.hpp"
#include "polhode/live/flight_recorder.hpp"
#include "polhode/live/live_runner.hpp"

namespace {

// Steps of one scenario that allocate, after the first ones, in which what grows once has grown.
long in_steps(const char* what, const std::string& methods, bool rates, const std::string& folder,
              const std::string& inside = "") {
    using namespace polhode;
    const std::string text = methods + inside +
                             (rates ? "[rates]\nkind = \"constant\"\nvalue = [0.1, 0.2, 0.3]\n"
                                    : "[body]\ninertia = [1.0, 1.3, 0.7]\n[start]\nrate = [0.3, -0.2, 4.0]\n"
                                      "[[torque]]\nkind = \"gravity\"\nmass = 1.0\nat = [0.0, 0.0, 0.1]\n") +
                             "[run]\nduration = 100.0\nsample = 50.0\n";
    const Scenario scenario = read_scenario(text, what);
    LiveRunner runner(scenario, {});
    FlightRecorder recorder(scenario, runner.body(), folder + "/flight");
    runner.set_recorder(&recorder);
    LiveFrame frame;
    const auto fly = [&](int steps) {
        for (int n = 0; n < steps; ++n) {
            if (n % 5 == 0) {
                LiveCommand command;
                command.kind = rates ? LiveCommand::Kind::rate : LiveCommand::Kind::push;
                command.vector = {0.01 * (n % 7), 0.2, -0.1};
                command.world = n % 2 == 0;
                command.seconds = 0.004;
                runner.take(command);
            }
            runner.step_once(true);
            runner.fill(frame);
        }
    };
    fly(60);  // two samples of the controller, too
    recorder.flush();
    allocations::count_from_now();
    fly(2000);
    const long counted = allocations::end_of_count();
    std::printf("%s: %ld allocations in 2000 steps\n", what, counted);
    return counted;
}

}  // namespace

int main(int, char** words) {
    const std::string folder = words[1];
    long all = 0;
    all += in_steps("rk4, Adams and Euler angles together",
                    "[method]\nintegrator = \"rk4\"\nstep = 0.001\n[[compare]]\nintegrator = \"adams-bashforth\"\nstep "
                    "= 0.001\n[[compare]]\nattitude = \"euler-zyx\"\nintegrator = \"heun\"\nstep = 0.0005\n",
                    false, folder);
    all += in_steps("splitting", "[method]\nintegrator = \"splitting\"\nstep = 0.001\n", false, folder);
    all += in_steps("Gray's cosines in words of 23 bits",
                    "[method]\nintegrator = \"rk4\"\nstep = 0.001\nattitude = \"dcm-gray\"\nconstraint = "
                    "\"gray-2\"\narithmetic = { kind = \"fixed-point\", fraction_bits = 23, scale = 0.5 }\n",
                    true, folder);
    all += in_steps("rotation vector", "[method]\nintegrator = \"rotation-vector\"\nstep = 0.001\n", true, folder);
    all += in_steps("Taylor series", "[method]\nintegrator = \"taylor\"\nstep = 0.001\n", false, folder);
    all +=
        in_steps("a wheel and a controller",
                 "[method]\nintegrator = \"rk4\"\nstep = 0.001\n[[compare]]\nintegrator = \"taylor\"\nstep = 0.001\n",
                 false, folder,
                 "[[rotor]]\nkind = \"driven\"\nname = \"wheel\"\naxis = [0.0, 0.0, 1.0]\nmoment = 0.05\ntorque = "
                 "\"u\"\ntorque_limit = 0.3\n[[controller]]\nname = \"pd\"\nrate_hz = 40.0\ndelay = 1\n"
                 "output = { u = \"0.6*qz + 4.9*wz\" }\n");
    all += allocations::in_runs(words[1]);
    return all == 0 ? 0 : 1;
}
