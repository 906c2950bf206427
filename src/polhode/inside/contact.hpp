// Where a body touches the table, in one arithmetic: in body axes with ga = R^T z, the arm r from the centre of mass to
// the contact point of an ellipsoid with semi-axes a_i whose centre of mass lies at k from its centre,
//
//     r_i = -a_i^2 ga_i/S - k_i,   S = sqrt(sum a_i^2 ga_i^2),   ga' = ga x w   (Kane, Levinson 1982)
//
// a_3 = 0 is a disk with a sharp rim, three equal ones a sphere. r'.ga = 0, as r' lies in the table.
#pragma once

#include <array>

#include "polhode/inside/inside_layout.hpp"
#include "polhode/inside/state_vector.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

// A body at a place: everything that the equations of contact are made of.
template <class T>
struct Touch {
    Mat3<T> R;        // body to world, orthogonal whatever the length of q
    Vec3<T> up, arm;  // ga and r
    Vec3<T> up_rate, arm_rate;
    T height_rate;  // of the centre of mass: h = -r.ga, h' = -r.ga'
    T height() const { return -dot(arm, up); }
    // A vector's part along the table.
    Vec3<T> along(const Vec3<T>& a) const { return a - dot(a, up) * up; }
};

template <class T>
class ContactNumbers {
 public:
    using State = StateVector<T>;

    ContactNumbers(const Contact& contact, const InsideLayout& layout)
        : contact_(contact),
          position_(layout.position),
          velocity_(layout.velocity),
          mass_(contact.mass),
          g_(contact.g) {
        for (int i = 0; i < 3; ++i) {
            square_[i] = T(contact.semi_axes[i]) * T(contact.semi_axes[i]);
            centre_[i] = T(contact.centre_of_mass[i]);
        }
    }

    const Contact& given() const { return contact_; }
    int position() const { return position_; }
    int velocity() const { return velocity_; }
    const T& mass() const { return mass_; }
    const T& g() const { return g_; }

    // `R`: that of q as it stands, over q's square.
    Touch<T> touch(const Mat3<T>& R, const Vec3<T>& w) const {
        Touch<T> at;
        at.R = R;
        at.up = R.row(2);
        at.up_rate = cross(at.up, w);
        T square(0), half_slope(0);
        for (int i = 0; i < 3; ++i) {
            if (contact_.semi_axes[i] == 0) continue;
            const T part = square_[i] * at.up[i];
            square = square + part * at.up[i];
            half_slope = half_slope + part * at.up_rate[i];
        }
        const T over = T(1) / sqrt(square), slope = half_slope * over * over;  // 1/S and S'/S
        for (int i = 0; i < 3; ++i) {
            at.arm[i] = -centre_[i];
            at.arm_rate[i] = T(0);
            if (contact_.semi_axes[i] == 0) continue;
            const T factor = square_[i] * over;
            at.arm[i] = at.arm[i] - factor * at.up[i];
            at.arm_rate[i] = factor * (at.up[i] * slope - at.up_rate[i]);
        }
        at.height_rate = -dot(at.arm, at.up_rate);
        return at;
    }

    // The velocity of the centre of mass, world axes: r x w where it rolls; else its own, and the vertical part follows
    // from the table.
    Vec3<T> velocity_of(const State& y, const Vec3<T>& w, const Touch<T>& at) const {
        if (velocity_ < 0) return at.R * cross(at.arm, w);
        return {y[velocity_], y[velocity_ + 1], at.height_rate};
    }
    // Of the material point that touches, along the table, in body axes (0 where it rolls): v_com + w x r.
    Vec3<T> sliding_velocity(const State& y, const Vec3<T>& w, const Touch<T>& at) const {
        const Vec3<T> own = y[velocity_] * at.R.row(0) + y[velocity_ + 1] * at.R.row(1);
        return own + at.along(cross(w, at.arm));
    }
    // What formulas see: x y z, vx vy vz.
    std::array<T, 6> seen(const State& y, const Vec3<T>& w, const Touch<T>& at) const {
        const Vec3<T> v = velocity_of(y, w, at);
        return {y[position_], y[position_ + 1], at.height(), v[0], v[1], v[2]};
    }
    // m v^2/2 + m g h
    T energy(const State& y, const Vec3<T>& w, const Touch<T>& at) const {
        const Vec3<T> v = velocity_of(y, w, at);
        return mass_ * (T(0.5) * dot(v, v) + g_ * at.height());
    }

    void start(State& y) const {
        y[position_] = T(contact_.x), y[position_ + 1] = T(contact_.y);
        if (velocity_ >= 0) y[velocity_] = T(contact_.vx), y[velocity_ + 1] = T(contact_.vy);
    }

 private:
    Contact contact_;
    int position_, velocity_;
    T mass_, g_;
    Vec3<T> square_, centre_;
};

}  // namespace polhode
