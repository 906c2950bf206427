#include "polhode/analog/machine.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace machine_test {

namespace {

using namespace polhode;
using analog::Circuit;
using analog::ErrorCurve;
using analog::Machine;

// Two integrators and one inverter in a ring: x' = w y, y' = -w x. Signals 0 x, 1 y, 2 the inverter.
template <class T>
Circuit<T> oscillator(T w) {
    Circuit<T> c;
    c.signals = 3;
    c.integrators = 2;
    c.integrator[0] = {0, 1, w};
    c.integrator[1] = {1, 2, w};
    c.amplifiers = 1;
    c.wires = 1;
    c.wire[0] = {0, T(-1)};
    c.amplifier[0] = {2, 0, 1, false};
    c.tasks = c.tasks_for_motion = 1;
    c.task[0] = {false, 0};
    return c;
}

// One channel: signals 0 the integrator that turns the shaft (its input is itself, gain 0: it stands still), 1 and 2
// the ends of the pot, 3 the product.
template <class T>
Circuit<T> one_channel() {
    Circuit<T> c;
    c.signals = 4;
    c.inputs = 2;
    c.input_signal[0] = 1;
    c.input_signal[1] = 2;
    c.integrators = 1;
    c.integrator[0] = {0, 3, T(0)};
    c.channels = 1;
    c.channel[0] = {3, 0, 1, 2, true};
    c.tasks = c.tasks_for_motion = 1;
    c.task[0] = {true, 0};
    return c;
}

template <class T>
T product(Machine<T, 1>& m, T x, T high, T low) {
    m.state[0][0] = x;
    m.settle_shafts();
    Vec<T, analog::most_inputs> in{};
    in[0] = high;
    in[1] = low;
    m.read_out(in);
    return m.volts[3][0];
}

// Robinson 1958, section VII B, the two-integrator oscillator: an inverter of gain 1 - g makes w sqrt(1 - g), which
// after ten revolutions shifts the zero crossing by 125.66 g/2: 91 ms for g = 1.44e-3.
TEST(AnalogMachine, OscillatorShiftsWithTheGainOfItsInverter) {
    const Circuit<double> c = oscillator(0.5);
    const Vec<double, analog::most_inputs> none{};
    for (const double g : {0.0, 1.6e-4, 1.44e-3}) {
        Machine<double, 1> m(c);
        m.gain[0][0] = 1 - g;
        m.state[0][0] = 50;
        // y starts at 0 and comes through 0 after whole and half periods; look for the twentieth, by the line between
        // steps
        const double h = 0.01;
        int crossings = 0;
        double t = 0, crossing = 0, before = 0;
        while (crossings < 20) {
            before = m.state[1][0];
            m.step(h, none, none, none);
            t += h;
            if (before != 0 && (before < 0) != (m.state[1][0] < 0)) {
                ++crossings;
                crossing = t - h * m.state[1][0] / (m.state[1][0] - before);
            }
        }
        const double expected = 40 * std::numbers::pi / std::sqrt(1 - g);
        EXPECT_NEAR(crossing, expected, 1e-6) << g;
        // a first-order law: the second-order term is 3/8 g^2 of 125.66 s
        EXPECT_NEAR(crossing - 40 * std::numbers::pi, 125.66370614 * g / 2, 1.3e2 * g * g + 1e-6) << g;
    }
}

TEST(AnalogMachine, RungeKuttaHasItsOrder) {
    const Circuit<double> c = oscillator(1.0);
    const Vec<double, analog::most_inputs> none{};
    std::vector<double> errors;
    for (const int steps : {50, 100}) {
        Machine<double, 1> m(c);
        m.state[0][0] = 1;
        for (int n = 0; n < steps; ++n) m.step(5.0 / steps, none, none, none);
        errors.push_back(std::hypot(m.state[0][0] - std::cos(5.0), m.state[1][0] + std::sin(5.0)));
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), 4, 0.1);
}

TEST(AnalogMachine, AChannelMultiplies) {
    const Circuit<double> c = one_channel<double>();
    Machine<double, 1> m(c);
    EXPECT_EQ(product(m, 40.0, 25.0, -25.0), 10.0);
    EXPECT_EQ(product(m, -100.0, 25.0, -25.0), -25.0);
    // an inverter of gain 0.9: the pot runs from -22.5 to 25 V, its middle is at 1.25 V
    EXPECT_DOUBLE_EQ(product(m, 0.0, 25.0, -22.5), 1.25);
    EXPECT_DOUBLE_EQ(product(m, -100.0, 25.0, -22.5), -22.5);
    EXPECT_DOUBLE_EQ(product(m, 100.0, 25.0, -22.5), 25.0);
}

TEST(AnalogMachine, ErrorCurvesAreWhatTheyAreCalled) {
    const Circuit<double> c = one_channel<double>();
    Machine<double, 1> m(c);
    m.a[0][0] = 0.04;
    const double x = 30, y = -50, ideal = -15;
    m.curve = ErrorCurve::uncorrelated_constant;
    EXPECT_NEAR(product(m, x, y, -y), ideal + 0.04, 1e-14);
    m.curve = ErrorCurve::correlated_constant;
    EXPECT_NEAR(product(m, x, y, -y), ideal + 0.04 * -0.5, 1e-14);
    m.curve = ErrorCurve::correlated_gain;
    EXPECT_NEAR(product(m, x, y, -y), ideal + 0.04 * 0.3 * -0.5, 1e-14);
    m.curve = ErrorCurve::correlated_sine;
    m.b[0][0] = 0.03;
    const double phase = 2 * std::numbers::pi * 10 * (x + 100) / 200;
    EXPECT_NEAR(product(m, x, y, -y), ideal + (0.04 * std::sin(phase) + 0.03 * std::cos(phase)) * -0.5, 1e-13);

    m.curve = ErrorCurve::correlated_knots;
    const std::vector<double> knots = {1, -2, 4};  // at -95, 0, 95 V
    m.knots = knots.data();
    m.knot_count = 3;
    const auto f = [&](double at) { return product(m, at, 100.0, -100.0) - at; };
    EXPECT_NEAR(f(-95), 1, 1e-13);
    EXPECT_NEAR(f(-47.5), -0.5, 1e-13);
    EXPECT_NEAR(f(0), -2, 1e-13);
    EXPECT_NEAR(f(47.5), 1, 1e-13);
    EXPECT_NEAR(f(95), 4, 1e-13);
    EXPECT_NEAR(f(-100), 1, 1e-13);  // constant beyond the knots
    EXPECT_NEAR(f(120), 4, 1e-13);
}

// x' = (X - x)/T: after one time constant the distance is 1/e.
TEST(AnalogMachine, AShaftLags) {
    Circuit<double> c = one_channel<double>();
    Machine<double, 1> m(c);
    m.lag = 0.5;
    m.state[0][0] = 60;
    m.settle_shafts();
    EXPECT_EQ(m.state[1][0], 60);
    m.state[1][0] = 0;
    Vec<double, analog::most_inputs> in{};
    in[0] = 100;
    in[1] = -100;
    for (int n = 0; n < 50; ++n) m.step(0.01, in, in, in);
    m.read_out(in);
    EXPECT_NEAR(m.volts[3][0], 60 * (1 - std::exp(-1.0)), 1e-7);
    // a channel that is said not to follow the lag multiplies by the voltage itself
    c.channel[0].follows_lag = false;
    c.any_without_lag = true;
    m.read_out(in);
    EXPECT_EQ(m.volts[3][0], 60);
}

TEST(AnalogMachine, ClipsWhereTold) {
    Circuit<double> c = oscillator(1.0);
    c.amplifier[0].clipped = true;
    Machine<double, 1> m(c);
    m.state[0][0] = 130;
    m.read_out({});
    EXPECT_EQ(m.volts[2][0], -100);
    m.state[0][0] = -130;
    m.read_out({});
    EXPECT_EQ(m.volts[2][0], 100);
    m.state[0][0] = 30;
    m.read_out({});
    EXPECT_EQ(m.volts[2][0], -30);
}

TEST(AnalogMachine, EveryLaneIsAMachineOfItsOwn) {
    const Circuit<double> c = oscillator(0.5);
    Machine<double, 8> many(c);
    for (int l = 0; l < 8; ++l) {
        many.state[0][l] = 10 + l;
        many.gain[0][l] = 1 - 1e-3 * l;
        many.offset[0][l] = 0.01 * l;
    }
    for (int n = 0; n < 100; ++n) many.step(0.1, {}, {}, {});
    for (int l = 0; l < 8; ++l) {
        Machine<double, 1> one(c);
        one.state[0][0] = 10 + l;
        one.gain[0][0] = 1 - 1e-3 * l;
        one.offset[0][0] = 0.01 * l;
        for (int n = 0; n < 100; ++n) one.step(0.1, {}, {}, {});
        EXPECT_EQ(one.state[0][0], many.state[0][l]) << l;
        EXPECT_EQ(one.state[1][0], many.state[1][l]) << l;
    }
}

TEST(AnalogMachine, InFloatToo) {
    const Circuit<float> c = oscillator(0.5f);
    Machine<float, 1> m(c);
    m.state[0][0] = 50;
    for (int n = 0; n < 100; ++n) m.step(0.1f, {}, {}, {});
    EXPECT_NEAR(m.state[0][0], 50 * std::cos(5.0), 1e-3);
    const Circuit<float> multiplier = one_channel<float>();
    Machine<float, 1> p(multiplier);
    EXPECT_FLOAT_EQ(product(p, 40.0f, 25.0f, -25.0f), 10.0f);
}

}  // namespace

}  // namespace machine_test
