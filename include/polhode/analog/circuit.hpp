// What is wired to what on an analog computer, ready to be computed: a list of amplifiers (summers and inverters) and
// multiplier channels in an order in which each finds its inputs there, and the integrators they feed. It holds no
// numbers that differ from one machine to the next; those are in Machine (machine.hpp).
//
// A signal is the output voltage of one element, named by a small number.
#pragma once

#include "../arithmetic/scalar.hpp"

namespace polhode::analog {

// Robinson's largest circuit (direction cosines with the symmetric correction) has 76 signals and 39 channels.
inline constexpr int most_signals = 96, most_integrators = 6, most_amplifiers = 48, most_channels = 48;
inline constexpr int most_wires = 192, most_inputs = 4;
inline constexpr double full_scale_volts = 100;

template <class T>
struct Circuit {
    struct Wire {
        int from;  // signal
        T gain;    // with its sign
    };
    // out = gain of the machine's amplifier x (sum of wires + offset); an inverter is a summer of one wire of gain -1
    struct Amplifier {
        int out, first_wire, end_wire;
        bool clipped;  // held within +-100 V
    };
    // The wiper of a potentiometer between the voltages `high` and `low`, turned by the servo of integrator `shaft`
    struct Channel {
        int out, shaft, high, low;
        bool follows_lag;  // false: turned without the servo's lag even where there is one
    };
    struct Integrator {
        int out, in;
        T gain;  // 1/s
    };
    struct Task {
        bool is_channel;
        int index;
    };

    int signals = 0, inputs = 0, integrators = 0, amplifiers = 0, channels = 0, wires = 0;
    int input_signal[most_inputs]{};  // set from outside: the reference and the three rates
    Integrator integrator[most_integrators]{};
    Amplifier amplifier[most_amplifiers]{};
    Channel channel[most_channels]{};
    Wire wire[most_wires]{};
    // The first `tasks_for_motion` are what the integrators need; the rest only make the outputs.
    Task task[most_amplifiers + most_channels]{};
    int tasks = 0, tasks_for_motion = 0;
    bool any_without_lag = false;
};

}  // namespace polhode::analog
