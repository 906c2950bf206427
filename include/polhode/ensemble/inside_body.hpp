// Bodies with an inside in an ensemble: their numbers, and the equations of motion, with the operations of
// inside/inside_system.hpp and inside/inside_numbers.hpp in their order, so that the bits are the same.
//
//     q' = q (0, w)/2,   H' = H x w + N,   h_k' = u_k - c_k s_k,   angle_k' = s_k   (Hughes 1986, ch. 3)
#pragma once

#include "../rotation/quaternion.hpp"
#include "formula_operations.hpp"
#include "torques.hpp"

namespace polhode::ensemble {

template <class T>
struct InsideBody {
    struct Rotor {
        Vec3<T> axis;
        T moment, speed, friction;
        int at;
    };
    int rotors;
    Rotor rotor[most_inside_rotors];
    Mat3<T> inverse;
    Vec3<T> held;

    POLHODE_HD InsideBody(const Shape& shape, const Columns& c, long long i) : rotors(shape.inside->rotors) {
        const int at = shape.first_inside();
        for (int k = 0; k < 9; ++k) inverse(k / 3, k % 3) = load<T>(c, at + inside_inverse + k, i);
        held = load3<T>(c, at + inside_held, i);
        for (int k = 0; k < rotors; ++k) {
            const int own = at + inside_rotors + numbers_of_rotor * k;
            rotor[k].axis = load3<T>(c, own, i);
            rotor[k].moment = load<T>(c, own + 3, i);
            rotor[k].speed = load<T>(c, own + 4, i);
            rotor[k].friction = load<T>(c, own + 5, i);
            rotor[k].at = shape.inside->rotor[k].at;
        }
    }

    // w = Ie^-1 (H - sum_{free, driven} h_k a_k - sum_held J_k s_k a_k)
    POLHODE_HD Vec3<T> rate(const T* y) const {
        Vec3<T> left = Vec3<T>{y[4], y[5], y[6]} - held;
        for (int k = 0; k < rotors; ++k)
            if (rotor[k].at >= 0)
                for (int i = 0; i < 3; ++i) left[i] = fma(-y[rotor[k].at], rotor[k].axis[i], left[i]);
        return inverse * left;
    }
    // s_k = h_k/J_k - a_k.w
    POLHODE_HD T speed(int k, const T* y, const Vec3<T>& w) const {
        return rotor[k].at < 0 ? rotor[k].speed : y[rotor[k].at] / rotor[k].moment - dot(rotor[k].axis, w);
    }
    // w.I w/2 + sum J s (a.w) + sum J s^2/2
    POLHODE_HD T kinetic_energy(const Mat3<T>& inertia, const T* y, const Vec3<T>& w) const {
        T sum = T(0.5) * dot(w, inertia * w);
        for (int k = 0; k < rotors; ++k) {
            const T s = speed(k, y, w);
            sum = sum + rotor[k].moment * s * (dot(rotor[k].axis, w) + T(0.5) * s);
        }
        return sum;
    }
};

// What formulas see of the motion: time, attitude and rate.
template <class T>
POLHODE_INLINE void see_motion(const InsideShape& shape, const T& t, const Quaternion<T>& q, const Vec3<T>& w, T* v) {
    v[value_of_time] = t;
    const T of_q[4] = {q.w, q.x, q.y, q.z};
    for (int i = 0; i < 4; ++i) v[value_of_attitude + i] = of_q[i];
    for (int i = 0; i < 3; ++i) v[value_of_rate + i] = w[i];
    if (shape.sees_matrix) {
        // R_NB of q as it stands, unit or not (TN D-5302 eq. 7 without its division by |q|^2)
        const T ww = q.w * q.w, xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
        const T wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
        const T xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
        T* r = v + value_of_matrix;
        r[0] = ww + xx - yy - zz, r[1] = twice(xy - wz), r[2] = twice(xz + wy);
        r[3] = twice(xy + wz), r[4] = ww - xx + yy - zz, r[5] = twice(yz - wx);
        r[6] = twice(xz - wy), r[7] = twice(yz + wx), r[8] = ww - xx - yy + zz;
    }
    if (shape.plain_matrix >= 0)
        for (int j = 0; j < 3; ++j) {
            Vec3<T> axis_B{};
            axis_B[j] = T(1);
            const Vec3<T> column_N = to_world(q, axis_B);
            for (int i = 0; i < 3; ++i) v[shape.plain_matrix + 3 * i + j] = column_N[i];
        }
}
// Torques by formulas, added to N one after the other.
template <class T>
POLHODE_INLINE void add_formula_torques(const InsideShape& shape, const Quaternion<T>& q, const T* v, Vec3<T>& N) {
    for (int k = 0; k < shape.torques; ++k) {
        const InsideShape::Torque& one = shape.torque[k];
        const Vec3<T> value{v[one.value[0]], v[one.value[1]], v[one.value[2]]};
        N = N + (one.world ? to_body(q, value) : value);
    }
}

// The values that formulas see, and y' from them.
template <class T>
class InsideMotion {
 public:
    // `values`: room for as many as the shape has
    POLHODE_HD InsideMotion(const Shape& shape, const Columns& c, long long i, T* values)
        : shape_(*shape.inside), body_(shape, c, i), torques_(shape, c, i), v_(values) {
        for (int k = 0; k < shape_.literals; ++k)
            v_[shape_.literals_at + k] = load<T>(c, shape.first_inside() + shape_.first_literal() + k, i);
        run_operations(shape_.operation, 0, shape_.once, v_);
    }

    // The values at a state of operations `first` to last - 1, for a controller.
    POLHODE_HD const T* seen(const T& t, const T* y, int first, int last) {
        look(t, y, {y[0], y[1], y[2], y[3]}, body_.rate(y));
        run_operations(shape_.operation, first, last, v_);
        return v_;
    }
    POLHODE_HD void slope(const T& t, const T* y, T* d) {
        const Quaternion<T> q{y[0], y[1], y[2], y[3]};
        const Vec3<T> H{y[4], y[5], y[6]}, w = body_.rate(y);
        const Vec<T, 4> dq = derivative(q, w);
        for (int i = 0; i < 4; ++i) d[i] = dq[i];
        look(t, y, q, w);
        run_operations(shape_.operation, shape_.once, shape_.moving, v_);
        Vec3<T> N{};
        if (torques_.count > 0) N = torques_(t, q, w);
        add_formula_torques(shape_, q, v_, N);
        const Vec3<T> dH = cross(H, w) + N;
        for (int i = 0; i < 3; ++i) d[4 + i] = dH[i];
        T work(0);
        for (int k = 0; k < shape_.rotors; ++k) {
            const InsideShape::Rotor& r = shape_.rotor[k];
            const T s = v_[value_of_own + k];
            if (r.angle_at >= 0) d[r.angle_at] = s;
            if (r.at < 0) continue;
            const T u = (r.torque >= 0 ? v_[r.torque] : T(0)) - body_.rotor[k].friction * s;
            d[r.at] = u;
            work = work + u * s;
        }
        for (int k = 0; k < shape_.states; ++k) d[shape_.state[k].at] = v_[shape_.state[k].derivative];
        if (shape_.work >= 0) d[shape_.work] = work;
    }

 private:
    POLHODE_INLINE void look(const T& t, const T* y, const Quaternion<T>& q, const Vec3<T>& w) {
        see_motion(shape_, t, q, w, v_);
        int at = value_of_own;
        for (int k = 0; k < shape_.rotors; ++k) v_[at++] = body_.speed(k, y, w);
        for (int k = 0; k < shape_.rotors; ++k)
            if (shape_.rotor[k].angle_at >= 0) v_[at++] = y[shape_.rotor[k].angle_at];
        for (int k = 0; k < shape_.states; ++k) v_[at++] = y[shape_.state[k].at];
    }
    const InsideShape& shape_;
    InsideBody<T> body_;
    Torques<T> torques_;
    T* v_;
};

}  // namespace polhode::ensemble
