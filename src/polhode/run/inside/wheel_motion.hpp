// The flat equations of a body that has wheels alone, so many that the compiler knows: the state is q, H, the momentum
// of each wheel and the work of their motors, and it stays in registers from step to step. Operations and their order
// are those of ensemble/inside_body.hpp, so every bit is too; it takes four fifths of the time.
//
//     q' = q (0, w)/2,   H' = H x w + N,   h_k' = u_k - c_k s_k   (Hughes 1986, ch. 3)
#pragma once

#include "polhode/inside/motion_shape.hpp"

namespace polhode {

template <int wheels>
class WheelMotion {
 public:
    static constexpr int length = 8 + wheels;
    using State = Vec<double, length>;

    // None is held, no angle is wanted, and there are no other states.
    static bool fits(const ensemble::InsideShape& shape) {
        bool all = shape.rotors == wheels && shape.states == 0 && shape.length == length && shape.work == length - 1;
        for (int k = 0; all && k < wheels; ++k) all = shape.rotor[k].at == 7 + k && shape.rotor[k].angle_at < 0;
        return all;
    }
    // `values`: those of the formulas, with literals and what is computed of them alone in their places
    WheelMotion(const ensemble::InsideShape& shape, const ensemble::InsideBody<double>& body, double* values)
        : shape_(shape), inverse_(body.inverse), held_(body.held), v_(values) {
        for (int k = 0; k < wheels; ++k) {
            const auto& r = body.rotor[k];
            axis_[k] = r.axis, moment_[k] = r.moment, friction_[k] = r.friction;
            torque_[k] = shape.rotor[k].torque;
        }
    }

    POLHODE_INLINE State operator()(double t, const State& y) const {
        const Quaternion<double> q{y[0], y[1], y[2], y[3]};
        const Vec3<double> H{y[4], y[5], y[6]};
        Vec3<double> left = H - held_;
        for (int k = 0; k < wheels; ++k)
            for (int i = 0; i < 3; ++i) left[i] = fma(-y[7 + k], axis_[k][i], left[i]);
        const Vec3<double> w = inverse_ * left;
        double speed[wheels];
        for (int k = 0; k < wheels; ++k) speed[k] = y[7 + k] / moment_[k] - dot(axis_[k], w);
        ensemble::see_motion(shape_, t, q, w, v_);
        for (int k = 0; k < wheels; ++k) v_[ensemble::value_of_own + k] = speed[k];
        ensemble::run_operations(shape_.operation, shape_.once, shape_.moving, v_);
        Vec3<double> N{};
        ensemble::add_formula_torques(shape_, q, static_cast<const double*>(v_), N);
        const Vec<double, 4> dq = derivative(q, w);
        const Vec3<double> dH = cross(H, w) + N;
        State d;
        for (int i = 0; i < 4; ++i) d[i] = dq[i];
        for (int i = 0; i < 3; ++i) d[4 + i] = dH[i];
        double work = 0;
        for (int k = 0; k < wheels; ++k) {
            const double u = (torque_[k] >= 0 ? v_[torque_[k]] : 0.0) - friction_[k] * speed[k];
            d[7 + k] = u;
            work = work + u * speed[k];
        }
        d[length - 1] = work;
        return d;
    }

 private:
    const ensemble::InsideShape& shape_;
    Mat3<double> inverse_;
    Vec3<double> held_, axis_[wheels];
    double moment_[wheels], friction_[wheels];
    int torque_[wheels];
    double* v_;
};

}  // namespace polhode
