// Is the iron of the sensor another than the filter believes? A magnet was put on or taken off, or was on the body
// since the log began. A field that stays in the world and iron that stays in the body are told apart by a body that
// turns, whatever the filter's heading and gate say of them: R m = W + R h, by least squares over the last seconds.
// With C = sum R and G = n - C^T C/n the constant W drops out: G h = sum R^T (R m) - C^T sum (R m)/n.
#pragma once

#include "evidence.hpp"

namespace polhode::estimate {

template <class T>
class IronWatch {
 public:
    // The iron the window was last judged against was the right one, or was put right: another will be a jump.
    bool known = false;

    // A body at rest tells nothing, and may lie in another field than the hand moves in.
    POLHODE_HD void restart() {
        const bool kept = known;
        *this = IronWatch{};
        known = kept;
    }

    // iron: what `seen` was cleared of.
    POLHODE_HD void add(const FieldSeen<T>& seen, const Vec3<T>& iron, T length, T window) {
        // one field of 1e6 among those of 45 would be all that is remembered
        if (!(squares_ < T(1e12))) restart();
        const T keep = T(1) - min(T(1), length / window);
        const Vec3<T> field = seen.y + seen.rotation * iron;
        count_ = fma(keep, count_, T(1));
        turns_ = keep * turns_ + seen.rotation;
        fields_ = keep * fields_ + field;
        in_body_ = keep * in_body_ + seen.rotation.transposed() * field;
        squares_ = fma(keep, squares_, dot(field, field));
        seconds_ = seconds_ + length;
    }

    // Whether the iron found is at least `least` off the one believed, and explains what no field does that wanders
    // without knowing of the body: two thirds of what the belief leaves, and of the half uT^2 an axis by which the
    // field changes within a hand's reach, whatever these few seconds show of it. And a field must be left beside it: a
    // magnetometer that is stuck is all iron.
    POLHODE_HD bool doubts(const Vec3<T>& iron, T least) {
        if (!(seconds_ > T(3)) || !solve()) return false;
        off_ = found_ - iron;
        const bool far = dot(off_, off_) > square(least);
        if (!far) known = true;
        return far && dot(off_, gram_ * off_) > twice(fma(T(1.5), count_, left_)) &&
               field_square_ > square(T(0.1 * reference_strength));
    }

    // What to add to the iron believed, and how wrong that is: readings hang together for some 1.7 s, and a body does
    // not turn so much that half a microtesla could be told.
    POLHODE_INLINE const Vec3<T>& off() const { return off_; }
    POLHODE_INLINE T variance(int i, T length) const {
        return fma(left_ / (T(3) * count_) * max(T(1), T(1.7) / length), inverse_[i], square(T(0.5)));
    }

 private:
    // False where the body has turned too little: G/n has eigenvalues 0 to 1, and a determinant of 0.01 is that of a
    // tenth of a radian about each of two axes and a full turn about the third.
    POLHODE_HD bool solve() {
        const T over = T(1) / count_;
        const Mat3<T> back = turns_.transposed();
        gram_ = -over * (back * turns_);
        for (int i = 0; i < 3; ++i) gram_(i, i) = gram_(i, i) + count_;
        const Vec3<T> side = in_body_ - over * (back * fields_);
        const Vec3<T> a = gram_.row(0), b = gram_.row(1), c = gram_.row(2);
        const Vec3<T> x = cross(b, c), y = cross(c, a), z = cross(a, b);
        const T determinant = dot(a, x);
        if (!(determinant > T(0.01) * count_ * count_ * count_)) return false;
        found_ = Vec3<T>{dot(x, side), dot(y, side), dot(z, side)} / determinant;
        inverse_ = Vec3<T>{x[0], y[1], z[2]} / determinant;
        const Vec3<T> rest = over * (fields_ - turns_ * found_);
        field_square_ = dot(rest, rest);
        left_ = max(T(0), squares_ - over * dot(fields_, fields_) - dot(side, found_));
        return true;
    }

    T count_{0}, squares_{0}, seconds_{0}, left_{0}, field_square_{0};
    Mat3<T> turns_, gram_;
    Vec3<T> fields_, in_body_, off_, found_, inverse_;
};

}  // namespace polhode::estimate
