// N analog computers wired alike, side by side: each lane is one machine with amplifiers, servomultipliers and states
// of its own. Every lane does the same operations in the same order, so a machine gives the same bits alone (N = 1)
// and among others. Nothing is allocated; the knots of error curves are kept by the caller.
//
// Robinson, WADC TR 58-17, 1958, sections VI and VII and appendix C.
#pragma once

#include "../arithmetic/elementary.hpp"
#include "../arithmetic/vec.hpp"
#include "circuit.hpp"

namespace polhode::analog {

// The error of a multiplier channel in volts, X on the shaft and Y across the pot. "Correlated": proportional to the
// voltage across the pot and known by the shaft alone, as in a servomultiplier. "Uncorrelated": independent of both,
// as in an electronic multiplier (Robinson 1958, section VI).
enum class ErrorCurve {
    none,
    uncorrelated_constant,  // a
    correlated_constant,    // a Y/100
    correlated_gain,        // a X/100 Y/100
    correlated_sine,        // (a sin x + b cos x) Y/100, x = ten cycles over the shaft
    correlated_knots        // f(X) Y/100, f linear between knots from -95 to +95 V, constant beyond
};
inline constexpr double first_knot_volts = -95, last_knot_volts = 95;

template <class T, int N>
class Machine {
    using Lanes = T[N];

 public:
    static constexpr int most_states = 2 * most_integrators;

    // The settings, one number for each lane; zero errors and ideal amplifiers to begin with.
    const Circuit<T>* circuit = nullptr;
    ErrorCurve curve = ErrorCurve::none;
    T a[most_channels][N]{}, b[most_channels][N]{};
    const T* knots = nullptr;  // [channel][knot][lane]
    int knot_count = 0;
    T gain[most_amplifiers][N]{}, offset[most_amplifiers][N]{};  // offset in volts at the sum
    T lag = T(0);                                                // s, of every shaft; 0: none

    T state[most_states][N]{};     // volts of the integrators, then, where there is a lag, of the shafts
    T volts[most_signals][N]{};    // as of the last evaluation
    T slope[most_integrators][N];  // of the integrators, V/s, as of the last evaluation

    POLHODE_HD explicit Machine(const Circuit<T>& wiring) : circuit(&wiring) {
        for (int i = 0; i < wiring.amplifiers; ++i)
            for (int l = 0; l < N; ++l) gain[i][l] = T(1);
    }
    POLHODE_HD int states() const { return lag > T(0) ? 2 * circuit->integrators : circuit->integrators; }
    // Shafts stand where their integrators are: X_s(0) = X(0).
    POLHODE_HD void settle_shafts() {
        if (!(lag > T(0))) return;
        for (int i = 0; i < circuit->integrators; ++i)
            for (int l = 0; l < N; ++l) state[circuit->integrators + i][l] = state[i][l];
    }

    // Every signal for the present state; input: reference and rates in volts.
    POLHODE_HD void read_out(const Vec<T, most_inputs>& input) {
        evaluate(state, input, slopes_);
        for (int k = circuit->tasks_for_motion; k < circuit->tasks; ++k) run(circuit->task[k]);
        for (int i = 0; i < circuit->integrators; ++i)
            for (int l = 0; l < N; ++l) slope[i][l] = slopes_[i][l];
    }

    // One classical Runge-Kutta step over h; inputs at its begin, middle and end.
    POLHODE_HD void step(T h, const Vec<T, most_inputs>& begin, const Vec<T, most_inputs>& middle,
                         const Vec<T, most_inputs>& end) {
        const int n = states();
        const T half_step = half(h), sixth = h / T(6), third = h / T(3);
        evaluate(state, begin, slopes_);
        for (int i = 0; i < n; ++i)
            for (int l = 0; l < N; ++l) {
                sum_[i][l] = fma(sixth, slopes_[i][l], state[i][l]);
                trial_[i][l] = fma(half_step, slopes_[i][l], state[i][l]);
            }
        evaluate(trial_, middle, slopes_);
        for (int i = 0; i < n; ++i)
            for (int l = 0; l < N; ++l) {
                sum_[i][l] = fma(third, slopes_[i][l], sum_[i][l]);
                trial_[i][l] = fma(half_step, slopes_[i][l], state[i][l]);
            }
        evaluate(trial_, middle, slopes_);
        for (int i = 0; i < n; ++i)
            for (int l = 0; l < N; ++l) {
                sum_[i][l] = fma(third, slopes_[i][l], sum_[i][l]);
                trial_[i][l] = fma(h, slopes_[i][l], state[i][l]);
            }
        evaluate(trial_, end, slopes_);
        for (int i = 0; i < n; ++i)
            for (int l = 0; l < N; ++l) state[i][l] = fma(sixth, slopes_[i][l], sum_[i][l]);
    }

 private:
    POLHODE_HD void evaluate(const Lanes* y, const Vec<T, most_inputs>& input, Lanes* dy) {
        const Circuit<T>& c = *circuit;
        const int n = c.integrators;
        const bool lagging = lag > T(0);
        for (int i = 0; i < c.inputs; ++i)
            for (int l = 0; l < N; ++l) volts[c.input_signal[i]][l] = input[i];
        for (int i = 0; i < n; ++i) {
            for (int l = 0; l < N; ++l) volts[c.integrator[i].out][l] = y[i][l];
            turn_shaft(i, y[lagging ? n + i : i]);
            if (lagging && c.any_without_lag) turn_shaft(n + i, y[i]);
        }
        for (int k = 0; k < c.tasks_for_motion; ++k) run(c.task[k]);
        for (int i = 0; i < n; ++i)
            for (int l = 0; l < N; ++l) dy[i][l] = c.integrator[i].gain * volts[c.integrator[i].in][l];
        if (!lagging) return;
        const T per_second = T(1) / lag;
        for (int i = 0; i < n; ++i)
            for (int l = 0; l < N; ++l) dy[n + i][l] = per_second * (y[i][l] - y[n + i][l]);
    }

    POLHODE_INLINE void run(const typename Circuit<T>::Task& task) {
        if (task.is_channel)
            multiply(circuit->channel[task.index], task.index);
        else
            amplify(circuit->amplifier[task.index], task.index);
    }

    POLHODE_INLINE void amplify(const typename Circuit<T>::Amplifier& amplifier, int k) {
        Lanes sum;
        for (int l = 0; l < N; ++l) sum[l] = offset[k][l];
        for (int w = amplifier.first_wire; w < amplifier.end_wire; ++w) {
            const Lanes& in = volts[circuit->wire[w].from];
            const T factor = circuit->wire[w].gain;
            for (int l = 0; l < N; ++l) sum[l] = fma(factor, in[l], sum[l]);
        }
        Lanes& out = volts[amplifier.out];
        for (int l = 0; l < N; ++l) out[l] = gain[k][l] * sum[l];
        if (!amplifier.clipped) return;
        const T limit = T(full_scale_volts);
        for (int l = 0; l < N; ++l) out[l] = min(max(out[l], -limit), limit);
    }

    // Where a shaft stands: its volts, and what the error curves need of it, once for all its pots.
    POLHODE_INLINE void turn_shaft(int s, const Lanes& x) {
        for (int l = 0; l < N; ++l) shaft_[s][l] = x[l];
        if (curve == ErrorCurve::correlated_knots) {
            const T first = T(first_knot_volts), per_volt = T(knot_count - 1) / T(last_knot_volts - first_knot_volts);
            const T end = T(knot_count - 1), last_cell = T(knot_count - 2);
            for (int l = 0; l < N; ++l) {
                // zero first: what is not a number stands at the first knot, not outside the table
                const T place = min(max(T(0), (x[l] - first) * per_volt), end);
                const int cell = static_cast<int>(min(place, last_cell));
                cell_[s][l] = cell * N + l;
                along_[s][l] = place - static_cast<T>(cell);
            }
        } else if (curve == ErrorCurve::correlated_sine) {
            const T per_volt = two_pi<T>() * T(10) / T(200);
            for (int l = 0; l < N; ++l) sincos(per_volt * (x[l] + T(full_scale_volts)), sine_[s][l], cosine_[s][l]);
        }
    }

    // A pot between high and low, its wiper at X of +-100 V: X (high - low)/200 + (high + low)/2. With low = -high
    // that is X Y/100; an inverter that is off makes the halves of the pot unequal.
    POLHODE_INLINE void multiply(const typename Circuit<T>::Channel& channel, int k) {
        const int s = circuit->any_without_lag && !channel.follows_lag && lag > T(0)
                          ? circuit->integrators + channel.shaft
                          : channel.shaft;
        const Lanes &high = volts[channel.high], &low = volts[channel.low], &x = shaft_[s];
        Lanes& out = volts[channel.out];
        const T hundredth = T(1) / T(full_scale_volts);
        Lanes across;  // Y/100
        for (int l = 0; l < N; ++l) across[l] = half(high[l] - low[l]) * hundredth;
        for (int l = 0; l < N; ++l) out[l] = fma(x[l], across[l], half(high[l] + low[l]));
        switch (curve) {
            case ErrorCurve::none:
                break;
            case ErrorCurve::uncorrelated_constant:
                for (int l = 0; l < N; ++l) out[l] = out[l] + a[k][l];
                break;
            case ErrorCurve::correlated_constant:
                for (int l = 0; l < N; ++l) out[l] = fma(a[k][l], across[l], out[l]);
                break;
            case ErrorCurve::correlated_gain:
                for (int l = 0; l < N; ++l) out[l] = fma(a[k][l] * (x[l] * hundredth), across[l], out[l]);
                break;
            case ErrorCurve::correlated_sine:
                for (int l = 0; l < N; ++l)
                    out[l] = fma(fma(a[k][l], sine_[s][l], b[k][l] * cosine_[s][l]), across[l], out[l]);
                break;
            case ErrorCurve::correlated_knots: {
                const T* curve_of_k = knots + static_cast<long>(k) * knot_count * N;
                for (int l = 0; l < N; ++l) {
                    const T left = curve_of_k[cell_[s][l]], right = curve_of_k[cell_[s][l] + N];
                    out[l] = fma(fma(along_[s][l], right - left, left), across[l], out[l]);
                }
                break;
            }
        }
    }

    T slopes_[most_states][N], sum_[most_states][N], trial_[most_states][N];
    T shaft_[most_states][N], along_[most_states][N], sine_[most_states][N], cosine_[most_states][N];
    int cell_[most_states][N];
};

}  // namespace polhode::analog
