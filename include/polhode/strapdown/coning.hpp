// From increments of a gyro to rotation vectors. D_i is the integral of the body rate over sample i; the rotation of
// the sample is not D_0 alone, because rates at different moments do not commute (coning). Each form gives the attitude
// at every sample, unlike the rules for blocks of samples.
#pragma once

#include "../rotation/rotation.hpp"

namespace polhode::strapdown {

// D + D[-1] x D/12: causal, no delay (Miller 1983; Ignagni 1990)
template <class T>
POLHODE_INLINE Vec3<T> causal_two(const Vec3<T>& before, const Vec3<T>& now) {
    return madd(T(1. / 12), cross(before, now), now);
}

// D + D x (D[+1] - D[-1])/24: one sample late, and much better at the same cost
template <class T>
POLHODE_INLINE Vec3<T> centred_three(const Vec3<T>& before, const Vec3<T>& now, const Vec3<T>& after) {
    return madd(T(1. / 24), cross(now, after - before), now);
}

// The polynomial rate through N increments: rate times step = a0 + a1 x + a2 x^2 .., x in samples from the middle of
// sample 0. `first`: which increment is the first of the N, -(N-1)/2 where it is centred.
template <class T, int N>
class RateThroughIncrements {
 public:
    POLHODE_HD explicit RateThroughIncrements(int first) {
        // increment o of x^k is ((o+1/2)^(k+1) - (o-1/2)^(k+1))/(k+1); the inverse by elimination with pivots
        T a[N][N], b[N][N]{};
        for (int row = 0; row < N; ++row) {
            const T o = T(first + row), high = o + T(0.5), low = o - T(0.5);
            T h = high, l = low;
            for (int k = 0; k < N; ++k) {
                a[row][k] = (h - l) / T(k + 1);
                h = h * high;
                l = l * low;
            }
            b[row][row] = T(1);
        }
        for (int c = 0; c < N; ++c) eliminate(a, b, c);
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j) inverse_[i][j] = b[i][j];
    }
    // a_k from the N increments
    POLHODE_HD void fit(const Vec3<T> (&increments)[N], Vec3<T> (&coefficients)[N]) const {
        for (int k = 0; k < N; ++k) {
            Vec3<T> s;
            for (int j = 0; j < N; ++j) s = madd(inverse_[k][j], increments[j], s);
            coefficients[k] = s;
        }
    }

 private:
    POLHODE_HD static void eliminate(T (&a)[N][N], T (&b)[N][N], int c) {
        int best = c;
        for (int r = c + 1; r < N; ++r)
            if (abs(a[r][c]) > abs(a[best][c])) best = r;
        for (int k = 0; k < N; ++k) {
            const T x = a[c][k], y = b[c][k];
            a[c][k] = a[best][k];
            a[best][k] = x;
            b[c][k] = b[best][k];
            b[best][k] = y;
        }
        const T pivot = a[c][c];
        for (int k = 0; k < N; ++k) {
            a[c][k] = a[c][k] / pivot;
            b[c][k] = b[c][k] / pivot;
        }
        for (int r = 0; r < N; ++r) {
            if (r == c) continue;
            const T by = a[r][c];
            for (int k = 0; k < N; ++k) {
                a[r][k] = fma(-by, a[c][k], a[r][k]);
                b[r][k] = fma(-by, b[c][k], b[r][k]);
            }
        }
    }
    T inverse_[N][N];
};

// The rotation vector of sample 0 to sixth order in the step, from its increment and the polynomial's first four
// coefficients (Magnus series of a cubic rate)
template <class T>
POLHODE_HD inline Vec3<T> sixth_order(const Vec3<T>& d, const Vec3<T>& a0, const Vec3<T>& a1, const Vec3<T>& a2,
                                      const Vec3<T>& a3) {
    const Vec3<T> c01 = cross(a0, a1), c02 = cross(a0, a2);
    Vec3<T> phi = madd(T(1. / 12), c01, d);
    phi = madd(T(1. / 80), cross(a0, a3), phi);
    phi = madd(T(-1. / 240), cross(a1, a2), phi);
    phi = madd(T(1. / 360), cross(a0, c02), phi);
    phi = madd(T(-1. / 720), cross(a0, cross(a0, c01)), phi);
    return madd(T(1. / 240), cross(c01, a1), phi);
}

// The turn of sample 0 under a polynomial rate, by the power series of q' = q w/2 from its middle to both ends; exact
// to rounding for turns below a radian.
template <class T, int N>
POLHODE_HD inline Quaternion<T> turn_by_series(const Vec3<T> (&a)[N]) {
    constexpr int terms = 24;
    Quaternion<T> c[terms];
    c[0] = {};
    T power = T(1);
    Quaternion<T> before{T(0), T(0), T(0), T(0)}, after = before;
    const auto add = [](Quaternion<T>& to, const Quaternion<T>& q, T by) {
        to = {fma(by, q.w, to.w), fma(by, q.x, to.x), fma(by, q.y, to.y), fma(by, q.z, to.z)};
    };
    for (int k = 0; k < terms; ++k) {
        add(after, c[k], power);
        add(before, c[k], k % 2 ? -power : power);
        power = half(power);
        if (k + 1 == terms) break;
        Quaternion<T> sum{T(0), T(0), T(0), T(0)};
        for (int j = 0; j <= k && j < N; ++j)
            add(sum, c[k - j] * Quaternion<T>{T(0), a[j][0], a[j][1], a[j][2]}, T(0.5) / T(k + 1));
        c[k + 1] = sum;
    }
    return normalise(conjugate(before) * after);
}

}  // namespace polhode::strapdown
