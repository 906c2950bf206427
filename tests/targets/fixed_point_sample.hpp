// What every target does in words of a fraction machine, and whose words must agree: Gray's procedure by its two
// methods, and the quaternion of a free body with RK4, at several lengths of word. put(word) is called for each result.
#pragma once

#include <polhode/arithmetic/fixed_point.hpp>
#include <polhode/body/inertia.hpp>
#include <polhode/constrain/gray.hpp>
#include <polhode/integrate/runge_kutta.hpp>
#include <polhode/rotation/dcm.hpp>

namespace fixed_point_sample {

using namespace polhode;

// The row equations under a constant rate, in radians per step.
struct Rows {
    Vec3<Fixed> w;
    Vec<Fixed, 9> operator()(StepTime, const Vec<Fixed, 9>& y) const { return derivative(Dcm<Fixed>{}.with(y), w); }
};

// Quaternion and rate of a free body with moments 1, 2, 2.5; time counted in steps.
struct FreeBody {
    PrincipalInertia<Fixed> inertia;
    Vec<Fixed, 7> operator()(StepTime, const Vec<Fixed, 7>& y) const {
        const Vec3<Fixed> w{y[4], y[5], y[6]};
        const Vec<Fixed, 4> dq = derivative(Quaternion<Fixed>{y[0], y[1], y[2], y[3]}, w);
        const Vec3<Fixed> dw = inertia.acceleration(w);
        return {dq[0], dq[1], dq[2], dq[3], dw[0], dw[1], dw[2]};
    }
};

template <class Put>
void run(int bits, int steps, Put put) {
    Fixed::machine = {};
    Fixed::machine.fraction_bits = bits;
    for (const auto method : {GrayOrthogonalising::smallest_turn, GrayOrthogonalising::one_component}) {
        const GrayProcedure<Fixed> gray(0.5, method);
        const Rows rows{{Fixed::input(0.0058), Fixed::input(0.0116), Fixed::input(-0.0116)}};
        Dcm<Fixed> A{Mat3<Fixed>{}};
        A.R_NB(0, 2) = Fixed::input(0.5);
        A.R_NB(1, 1) = Fixed::input(0.5);
        A.R_NB(2, 0) = Fixed::input(-0.5);
        for (int n = 0; n < steps; ++n) {
            A = A.with(integrate::runge_kutta_step<integrate::Rk4>(rows, StepTime{}, A.params(), Fixed(1)));
            A.R_NB = gray.corrected(A.R_NB);
        }
        for (int i = 0; i < 9; ++i) put(A.params()[i].word());
    }
    const GrayProcedure<Fixed> length(0.5);
    const FreeBody body{PrincipalInertia<double>({1.0, 2.0, 2.5}).as<Fixed>()};
    Vec<Fixed, 7> y{Fixed(0.5),          Fixed(0),           Fixed(0),           Fixed(0),
                    Fixed::input(0.001), Fixed::input(0.02), Fixed::input(0.001)};
    for (int n = 0; n < steps; ++n) {
        y = integrate::runge_kutta_step<integrate::Rk4>(body, StepTime{}, y, Fixed(1));
        const Vec<Fixed, 4> q = length.normalised(Vec<Fixed, 4>{y[0], y[1], y[2], y[3]});
        for (int i = 0; i < 4; ++i) y[i] = q[i];
    }
    for (int i = 0; i < 7; ++i) put(y[i].word());
    put(Fixed::machine.overflows);
}

template <class Put>
void run_all(Put put) {
    for (const int bits : {15, 31, 46, 62}) run(bits, 200, put);
}

// A word as sixteen hexadecimal digits, without any library.
struct Digits {
    char text[18];
    explicit Digits(std::int64_t word) {
        for (int i = 0; i < 16; ++i)
            text[i] = "0123456789abcdef"[(static_cast<std::uint64_t>(word) >> (60 - 4 * i)) & 15u];
        text[16] = '\n';
        text[17] = '\0';
    }
};

}  // namespace fixed_point_sample
