// The principal axes of a body in the arithmetic of a method, for methods that work there: attitude and rate go in and
// come out in the user's body axes B, and are carried in principal axes P.
#pragma once

#include "polhode/problem/body_model.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

template <class T>
struct PrincipalFrame {
    Vec3<T> moments{};
    bool same_axes = true;               // the body axes are principal: nothing to do
    Mat3<T> R_BP = Mat3<T>::identity();  // column i: principal axis i in body axes
    Quaternion<T> q_BP{};

    explicit PrincipalFrame(const BodyModel& body) {
        if (body.diagonal) {
            for (int i = 0; i < 3; ++i) moments[i] = static_cast<T>(body.inertia(i, i));
            return;
        }
        same_axes = false;
        refine(cast<T>(body.inertia), cast<T>(body.principal_axes));
    }

    Vec3<T> to_principal(const Vec3<T>& v_B) const { return same_axes ? v_B : R_BP.transposed() * v_B; }
    Vec3<T> from_principal(const Vec3<T>& v_P) const { return same_axes ? v_P : R_BP * v_P; }
    Quaternion<T> to_principal(const Quaternion<T>& q_NB) const { return same_axes ? q_NB : compose(q_NB, q_BP); }
    Quaternion<T> from_principal(const Quaternion<T>& q_NP) const {
        return same_axes ? q_NP : compose(q_NP, conjugate(q_BP));
    }

 private:
    // The axes are known in double; one polar step and one sweep of Jacobi rotations bring them to the digits of T,
    // because what is off is of the size of double's rounding and both converge quadratically
    // (Golub and Van Loan, Matrix Computations, 8.5).
    void refine(const Mat3<T>& inertia, Mat3<T> axes) {
        for (int pass = 0; pass < 2; ++pass) {
            const Mat3<T> gram = axes.transposed() * axes;
            axes = axes * (T(0.5) * (T(3) * Mat3<T>::identity() - gram));
        }
        Mat3<T> d = axes.transposed() * inertia * axes;
        for (int pass = 0; pass < 2; ++pass)
            for (int p = 0; p < 2; ++p)
                for (int q = p + 1; q < 3; ++q) {
                    if (d(p, q) == T(0)) continue;
                    const T gap = d(q, q) - d(p, p), theta = gap / (T(2) * d(p, q));
                    const T root = sqrt(theta * theta + T(1)), t = (theta < T(0) ? T(-1) : T(1)) / (abs(theta) + root);
                    const T c = T(1) / sqrt(t * t + T(1)), s = t * c;
                    Mat3<T> turn = Mat3<T>::identity();
                    turn(p, p) = c, turn(q, q) = c, turn(p, q) = s, turn(q, p) = -s;
                    axes = axes * turn;
                    d = turn.transposed() * d * turn;
                }
        for (int i = 0; i < 3; ++i) moments[i] = d(i, i);
        R_BP = axes;
        q_BP = quaternion_of(axes);
    }
    // Largest pivot, with the primitives alone (Robinson 1958 eq. 16, 17)
    static Quaternion<T> quaternion_of(const Mat3<T>& r) {
        const T trace = r(0, 0) + r(1, 1) + r(2, 2);
        Quaternion<T> q;
        if (trace > T(0)) {
            const T w = T(0.5) * sqrt(T(1) + trace), f = T(1) / (T(4) * w);
            q = {w, f * (r(2, 1) - r(1, 2)), f * (r(0, 2) - r(2, 0)), f * (r(1, 0) - r(0, 1))};
        } else {
            int i = 0;
            if (r(1, 1) > r(0, 0)) i = 1;
            if (r(2, 2) > r(i, i)) i = 2;
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            const T x = T(0.5) * sqrt(T(1) + r(i, i) - r(j, j) - r(k, k)), f = T(1) / (T(4) * x);
            T v[3];
            v[i] = x, v[j] = f * (r(i, j) + r(j, i)), v[k] = f * (r(i, k) + r(k, i));
            q = {f * (r(k, j) - r(j, k)), v[0], v[1], v[2]};
        }
        return q;
    }
};

}  // namespace polhode
