// The inertia of a rigid body about its fixed point (pivot or centre of mass), ready for the inner loop of a stepper:
// whatever does not change during the motion (ratios, inverse) is computed once.
//
//     PrincipalInertia<T>   body axes along the principal axes: three moments
//     TensorInertia<T>      any body axes: a symmetric 3x3 tensor
//
// Both offer (w: rate of the body in the world, torque: about the fixed point, all in body axes; SI units)
//
//     times(w)                  angular momentum I w
//     solve(v)                  I^-1 v
//     energy(w)                 kinetic energy w.Iw/2
//     acceleration(w)           w' of the free body
//     acceleration(w, torque)   w' under a torque
//     as<To>()                  the same body in another number type, each constant rounded once from the present one
//
// Nothing is checked here: a zero moment or a singular tensor gives infinities. A moment of infinity is refused where
// scenarios are read, as are moments that no body can have.
#pragma once

#include "../arithmetic/vec.hpp"

namespace polhode {

template <class T>
class PrincipalInertia {
 public:
    using scalar = T;

    PrincipalInertia() = default;
    POLHODE_HD explicit PrincipalInertia(const Vec3<T>& moments)
        : moments_(moments),
          inverses_{T(1) / moments[0], T(1) / moments[1], T(1) / moments[2]},
          ratios_{(moments[1] - moments[2]) / moments[0], (moments[2] - moments[0]) / moments[1],
                  (moments[0] - moments[1]) / moments[2]} {}

    POLHODE_INLINE const Vec3<T>& moments() const { return moments_; }
    POLHODE_INLINE const Vec3<T>& inverses() const { return inverses_; }
    POLHODE_INLINE const Vec3<T>& ratios() const { return ratios_; }  // (I2-I3)/I1 and cyclic
    POLHODE_INLINE Vec3<T> times(const Vec3<T>& w) const {
        return {moments_[0] * w[0], moments_[1] * w[1], moments_[2] * w[2]};
    }
    POLHODE_INLINE Vec3<T> solve(const Vec3<T>& v) const {
        return {v[0] / moments_[0], v[1] / moments_[1], v[2] / moments_[2]};
    }
    POLHODE_INLINE T energy(const Vec3<T>& w) const { return T(0.5) * dot(times(w), w); }

    // Ganapathi 2005 eq. 5: w1' = (I2-I3)/I1 w2 w3 and cyclic. Equal moments give a ratio of exactly zero, so that the
    // spin of a symmetric body stays the same bit for bit.
    POLHODE_INLINE Vec3<T> acceleration(const Vec3<T>& w) const {
        return {ratios_[0] * (w[1] * w[2]), ratios_[1] * (w[2] * w[0]), ratios_[2] * (w[0] * w[1])};
    }
    // GyroSoft 2015 eq. 18 (third line with the sign of its erratum 1) solved for w'
    POLHODE_INLINE Vec3<T> acceleration(const Vec3<T>& w, const Vec3<T>& torque) const {
        return {fma(ratios_[0], w[1] * w[2], inverses_[0] * torque[0]),
                fma(ratios_[1], w[2] * w[0], inverses_[1] * torque[1]),
                fma(ratios_[2], w[0] * w[1], inverses_[2] * torque[2])};
    }

    template <class To>
    POLHODE_HD PrincipalInertia<To> as() const {
        PrincipalInertia<To> r;
        r.moments_ = cast<To>(moments_);
        r.inverses_ = cast<To>(inverses_);
        r.ratios_ = cast<To>(ratios_);
        return r;
    }

 private:
    template <class>
    friend class PrincipalInertia;
    Vec3<T> moments_{{T(1), T(1), T(1)}};
    Vec3<T> inverses_{{T(1), T(1), T(1)}};
    Vec3<T> ratios_{};  // (I2-I3)/I1 and cyclic
};

template <class T>
class TensorInertia {
 public:
    using scalar = T;

    POLHODE_HD TensorInertia() : TensorInertia(Mat3<T>::identity()) {}
    // Only the upper triangle is read: the tensor is symmetric.
    POLHODE_HD explicit TensorInertia(const Mat3<T>& tensor) : tensor_(upper(tensor)) {
        // Inverse by the adjugate, which is symmetric too; the tensor is scaled by its trace first, because a
        // determinant is a product of three moments.
        const T size = tensor(0, 0) + tensor(1, 1) + tensor(2, 2);
        Symmetric s = tensor_;
        for (T& entry : s.entry) entry = entry / size;
        const auto [xx, yy, zz, xy, xz, yz] = s.entry;
        const Symmetric adjugate{{difference_of_products(yy, zz, yz, yz), difference_of_products(xx, zz, xz, xz),
                                  difference_of_products(xx, yy, xy, xy), difference_of_products(xz, yz, xy, zz),
                                  difference_of_products(xy, yz, xz, yy), difference_of_products(xy, xz, yz, xx)}};
        const T determinant = fma(xx, adjugate.entry[0], fma(xy, adjugate.entry[3], xz * adjugate.entry[4]));
        for (int i = 0; i < 6; ++i) inverse_.entry[i] = adjugate.entry[i] / (determinant * size);
    }

    POLHODE_HD Mat3<T> tensor() const {
        const auto [xx, yy, zz, xy, xz, yz] = tensor_.entry;
        return {{{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}}};
    }
    POLHODE_INLINE Vec3<T> times(const Vec3<T>& w) const { return product(tensor_, w); }
    POLHODE_INLINE Vec3<T> solve(const Vec3<T>& v) const { return product(inverse_, v); }
    POLHODE_INLINE T energy(const Vec3<T>& w) const { return T(0.5) * dot(times(w), w); }

    // Ganapathi 2005 eq. 6: I w' = (I w) x w
    POLHODE_INLINE Vec3<T> acceleration(const Vec3<T>& w) const { return solve(cross(times(w), w)); }
    // Ganapathi 2005, section 7: w' = I^-1 (T + (I w) x w)
    POLHODE_INLINE Vec3<T> acceleration(const Vec3<T>& w, const Vec3<T>& torque) const {
        return solve(cross(times(w), w) + torque);
    }

    template <class To>
    POLHODE_HD TensorInertia<To> as() const {
        TensorInertia<To> r;
        for (int i = 0; i < 6; ++i) {
            r.tensor_.entry[i] = static_cast<To>(tensor_.entry[i]);
            r.inverse_.entry[i] = static_cast<To>(inverse_.entry[i]);
        }
        return r;
    }

 private:
    template <class>
    friend class TensorInertia;

    struct Symmetric {
        T entry[6];  // xx yy zz xy xz yz
    };
    static POLHODE_HD Symmetric upper(const Mat3<T>& a) {
        return {{a(0, 0), a(1, 1), a(2, 2), a(0, 1), a(0, 2), a(1, 2)}};
    }
    static POLHODE_INLINE Vec3<T> product(const Symmetric& a, const Vec3<T>& v) {
        return {fma(a.entry[0], v[0], fma(a.entry[3], v[1], a.entry[4] * v[2])),
                fma(a.entry[3], v[0], fma(a.entry[1], v[1], a.entry[5] * v[2])),
                fma(a.entry[4], v[0], fma(a.entry[5], v[1], a.entry[2] * v[2]))};
    }

    Symmetric tensor_;
    Symmetric inverse_{};
};

}  // namespace polhode
