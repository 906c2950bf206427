// A second-order Butterworth low-pass of N signals that begins with the mean of its first time constant.
#pragma once

#include "../arithmetic/elementary.hpp"
#include "../arithmetic/vec.hpp"

namespace polhode::estimate {

// Gain of a first-order low-pass with a time constant.
template <class T>
POLHODE_HD inline T gain_of(T tau, T dt) {
    return T(1) - exp(-dt / tau);
}

// Coefficients for cut-off sqrt(2)/(2 pi tau), bilinear transformation (VQF paper, section 3.2)
template <class T>
struct Butterworth {
    T b0{0}, a1{0}, a2{0};
    T tau{0}, dt{0};

    Butterworth() = default;
    POLHODE_HD Butterworth(T time_constant, T step) : tau(time_constant), dt(step) {
        const T root = sqrt(T(2)), angle = root * half(step) / time_constant;
        T s, c;
        sincos(angle, s, c);
        const T k = s / c, d = fma(k, k, fma(root, k, T(1)));
        b0 = k * k / d;
        a1 = T(2) * (k * k - T(1)) / d;
        a2 = (fma(k, k, T(1)) - root * k) / d;
    }
};

template <class T, int N>
class Lowpass {
 public:
    POLHODE_HD Vec<T, N> operator()(const Vec<T, N>& x, const Butterworth<T>& f) {
        if (!(T(begun_) * f.dt >= f.tau)) {
            ++begun_;
            Vec<T, N> mean;
            for (int i = 0; i < N; ++i) {
                first_[i] = first_[i] + x[i];
                mean[i] = first_[i] / T(begun_);
                // the state in which this mean would go on for ever
                first_state(i, mean[i], f);
            }
            return mean;
        }
        Vec<T, N> y;
        for (int i = 0; i < N; ++i) {
            y[i] = fma(f.b0, x[i], state_[i][0]);
            state_[i][0] = fma(T(2) * f.b0, x[i], fma(-f.a1, y[i], state_[i][1]));
            state_[i][1] = fma(f.b0, x[i], -f.a2 * y[i]);
        }
        return y;
    }

 private:
    POLHODE_INLINE void first_state(int i, T mean, const Butterworth<T>& f) {
        state_[i][0] = mean * (T(1) - f.b0);
        state_[i][1] = mean * (f.b0 - f.a2);
    }
    T state_[N][2]{};
    Vec<T, N> first_;
    int begun_ = 0;
};

}  // namespace polhode::estimate
