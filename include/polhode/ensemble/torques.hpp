// The torques on a body of an ensemble, and their potential.
#pragma once

#include "../torque/torque.hpp"
#include "columns.hpp"

namespace polhode::ensemble {

// Those of the shape, added up in its order from zero (as library/torque_model.hpp does).
template <class T>
struct Torques {
    int count = 0;
    TorqueKind kind[most_torques] = {};
    T number[most_numbers_of_torque * most_torques];
#if !defined(__CUDACC__)
    Mat3<T> inertia{};  // for the gravity gradient, which no card follows
#endif

    POLHODE_HD Torques(const Shape& shape, const Columns& c, long long i) : count(shape.torques) {
#if !defined(__CUDACC__)
        inertia = load_tensor<T>(c, i);
#endif
        int n = 0;
        for (int k = 0; k < count; ++k) {
            kind[k] = shape.torque[k];
            for (int j = 0; j < numbers_of(kind[k]); ++j, ++n) number[n] = load<T>(c, at_torques + n, i);
        }
    }
    POLHODE_INLINE Vec3<T> operator()(T t, const Quaternion<T>& q, const Vec3<T>& w) const {
        Vec3<T> sum{};
        const T* x = number;
        for (int k = 0; k < count; ++k) {
            switch (kind[k]) {
                case TorqueKind::gravity:
                    sum = sum + torque::Gravity<T>{x[0], {x[1], x[2], x[3]}, x[4]}(t, q, w);
                    break;
                case TorqueKind::constant_body:
                    sum = sum + torque::Constant<T>{{x[0], x[1], x[2]}, torque::Frame::body}(t, q, w);
                    break;
                case TorqueKind::constant_world:
                    sum = sum + torque::Constant<T>{{x[0], x[1], x[2]}, torque::Frame::world}(t, q, w);
                    break;
                case TorqueKind::damping:
                    sum = sum + torque::Damping<T>{{x[0], x[1], x[2]}}(t, q, w);
                    break;
                case TorqueKind::rockets:
                    sum = sum + torque::Rockets<T>{x[0]}(t, q, w);
                    break;
#if !defined(__CUDACC__)
                case TorqueKind::gravity_gradient:
                    sum = sum + torque::GravityGradient<T>{inertia, x[0], {x[1], x[2], x[3]}, false, {}}(t, q, w);
                    break;
                case TorqueKind::orbiting:
                    sum = sum + torque::GravityGradient<T>{inertia, x[0], {x[1], x[2], x[3]}, true, {x[4], x[5], x[6]}}(
                                    t, q, w);
                    break;
#else
                case TorqueKind::gravity_gradient:
                case TorqueKind::orbiting:
                    break;
#endif
            }
            x += numbers_of(kind[k]);
        }
        return sum;
    }
};
// Potential energy of those that have one, J (library/torque_model.hpp); `body` as in Columns, one body.
POLHODE_HD inline double potential(const Shape& shape, const double* body, long long stride,
                                   const Quaternion<double>& q) {
    double sum = 0;
    const double* x = body + at_torques * stride;
    for (int k = 0; k < shape.torques; ++k) {
        if (shape.torque[k] == TorqueKind::gravity)
            sum = sum +
                  torque::Gravity<double>{x[0], {x[stride], x[2 * stride], x[3 * stride]}, x[4 * stride]}.potential(q);
        if (shape.torque[k] == TorqueKind::rockets) sum = sum + torque::Rockets<double>{x[0]}.potential(q);
        if (shape.torque[k] == TorqueKind::gravity_gradient)
            sum =
                sum +
                torque::GravityGradient<double>{
                    load_tensor<double>({body, stride}, 0), x[0], {x[stride], x[2 * stride], x[3 * stride]}, false, {}}
                    .potential(q);
        // going round it does work, and has none
        if (shape.torque[k] == TorqueKind::orbiting) sum = sum + 0.0;
        x += numbers_of(shape.torque[k]) * stride;
    }
    return sum;
}
// Weight alone, the usual case, without the switch.
template <class T>
struct Weight {
    torque::Gravity<T> gravity;
    POLHODE_HD Weight(const Shape&, const Columns& c, long long i)
        : gravity{load<T>(c, at_torques, i), load3<T>(c, at_torques + 1, i), load<T>(c, at_torques + 4, i)} {}
    POLHODE_INLINE Vec3<T> operator()(T t, const Quaternion<T>& q, const Vec3<T>& w) const {
        return Vec3<T>{} + gravity(t, q, w);
    }
};

}  // namespace polhode::ensemble
