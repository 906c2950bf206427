// A body with an inside in one arithmetic: its constants, what follows from a state, and the values that formulas see.
//
//     H = I w + sum J s a,   h_k = J_k (s_k + a_k.w)   (Wittenburg 1977, ch. 4; Hughes 1986, ch. 3)
//     w = Ie^-1 (H - sum_{free, driven} h_k a_k - sum_held J_k s_k a_k),   Ie = I - sum_{free, driven} J_k a_k a_k^T
//
// Constants are made in two words and rounded once.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>
#include <vector>

#include "polhode/body/inertia.hpp"
#include "polhode/inside/contact.hpp"
#include "polhode/inside/from_two.hpp"
#include "polhode/inside/inner_parts.hpp"
#include "polhode/inside/inside_layout.hpp"
#include "polhode/inside/state_vector.hpp"
#include "polhode/problem/problem.hpp"

namespace polhode {

namespace inside {

struct TwoWordBody {
    std::vector<Vec3<Two>> axis;  // of unit length
    Mat3<Two> inverse;            // Ie^-1
    Vec3<Two> held;               // sum of J s a over the rotors whose speed is held
    Mat3<Two> inertia;            // of the whole, rotors locked
    Mat3<Two> carrier, turning;   // Ie, and what is left out of the whole for it
};
TwoWordBody two_word_body(const Problem& problem);

// Ends of the stretches of (0, end] in which every table and every formula of time is smooth; rows of cubic tables,
// where the third derivative jumps, are ends too.
std::vector<double> stretches(const Problem& problem, double end);

}  // namespace inside

template <class T>
class InsideNumbers {
 public:
    using State = StateVector<T>;

    explicit InsideNumbers(const Problem& problem)
        : inside_(*problem.inside), layout_(inside_), names_(inside_.variables()) {
        const inside::TwoWordBody body = inside::two_word_body(problem);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                inverse_(i, j) = inside::from_two<T>(body.inverse(i, j));
                inertia_(i, j) = inside::from_two<T>(body.inertia(i, j));
            }
        held_ = inside::from_two<T>(body.held);
        if (inside_.contact) contact_.emplace(*inside_.contact, layout_);
        sink_ = T(inside_.energy_sink);
        if (inside_.has_parts()) add_parts(problem, body);
        for (std::size_t k = 0; k < inside_.rotors.size(); ++k)
            rotors_.push_back({inside::from_two<T>(body.axis[k]), T(inside_.rotors[k].moment),
                               T(inside_.rotors[k].speed), T(inside_.rotors[k].friction), layout_.rotor[k],
                               layout_.angle[k]});
        if constexpr (!std::is_same_v<T, double>) values_.resize(Expression::most_variables);
        if (inside_.field) field_.emplace(Field{inside_.field->path.as<T>(), inside_.field->dipole.as<T>()});
    }

    const Inside& inside() const { return inside_; }
    const InsideLayout& layout() const { return layout_; }

    static Quaternion<T> attitude(const State& y) { return {y[0], y[1], y[2], y[3]}; }
    static Vec3<T> momentum(const State& y) { return {y[4], y[5], y[6]}; }
    Vec3<T> rate(const T& t, const State& y) const {
        Vec3<T> left = momentum(y) - held_;
        for (const RotorNumbers& r : rotors_)
            if (r.at >= 0)
                for (int i = 0; i < 3; ++i) left[i] = fma(-y[r.at], r.axis[i], left[i]);
        if (parts_) {
            parts_->take_slugs(y, left);
            if (!parts_->rigid()) {
                const Mat3<T> I = parts_->take_moved(t, y, left);
                return inside::solved(I, left);
            }
        }
        return inverse_ * left;
    }
    // The inverse and the tensor of a body that has nothing moving inside.
    const Mat3<T>& inverse() const { return inverse_; }
    const Mat3<T>& inertia() const { return inertia_; }
    // How it stands on its table; null where there is none.
    const ContactNumbers<T>* contact() const { return contact_ ? &*contact_ : nullptr; }
    Touch<T> touch(const State& y, const Vec3<T>& w) const {
        const Quaternion<T> q = attitude(y);
        Mat3<T> R = matrix(q);
        const T over = T(1) / norm_squared(q);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) R(i, j) = R(i, j) * over;
        return contact_->touch(R, w);
    }
    // What a jump of the momentum makes of the rate, where all that is carried beside it stays: Ie^-1 j.
    Vec3<T> jump(const T& t, const State& y, const Vec3<T>& j) const {
        if (!parts_ || parts_->rigid()) return inverse_ * j;
        Vec3<T> left{};
        return inside::solved(parts_->take_moved(t, y, left), j);
    }
    // Moments of all there is, everything locked where it stands; a slug is a sphere, and left out.
    Mat3<T> locked_moments(const T& t, const State& y) const {
        return parts_ ? parts_->locked_moments(t, y) : inertia_;
    }
    // The rate that the body turns with: with an energy sink w_e = w + k H x w, which keeps L and takes energy (Bloch,
    // Krishnaprasad, Marsden, Ratiu 1994).
    Vec3<T> turning(const State& y, const Vec3<T>& w) const {
        return inside_.energy_sink > 0 ? w + sink_ * cross(momentum(y), w) : w;
    }
    void segment(double begin, double end) {
        if (parts_) parts_->segment(begin, end);
    }
    const InnerParts<T>* parts() const { return parts_ ? &*parts_ : nullptr; }
    // s_k = h_k/J_k - a_k.w
    T speed(std::size_t k, const State& y, const Vec3<T>& w) const { return speed(rotors_[k], y, w); }

    // y at t = 0 from attitude, rate and the rotors' speeds.
    State start(const Quaternion<T>& q, const Vec3<T>& w) const {
        State y(layout_.length);
        for (int i = 0; i < 4; ++i) y[i] = q.params()[i];
        Vec3<T> H = (parts_ ? parts_->tensor(T(0)) : inertia_) * w;
        for (const RotorNumbers& r : rotors_) {
            H = H + (r.moment * r.speed) * r.axis;
            if (r.at >= 0) y[r.at] = r.moment * (r.speed + dot(r.axis, w));
        }
        for (std::size_t j = 0; j < layout_.state.size(); ++j) y[layout_.state[j]] = T(inside_.states[j].start);
        if (contact_) contact_->start(y);
        if (parts_) parts_->start(w, y, H);
        for (int i = 0; i < 3; ++i) y[4 + i] = H[i];
        return y;
    }

    // T = w.I w/2 + sum J s (a.w) + sum J s^2/2
    T kinetic_energy(const T& t, const State& y, const Vec3<T>& w) const {
        T sum = T(0.5) * dot(w, (parts_ ? parts_->tensor(t) : inertia_) * w);
        if (parts_) sum = sum + parts_->energy(t, y, w);
        for (std::size_t k = 0; k < rotors_.size(); ++k) {
            const T s = speed(k, y, w);
            sum = sum + rotors_[k].moment * s * (dot(rotors_[k].axis, w) + T(0.5) * s);
        }
        return sum;
    }
    // Energy of the whole but for what torques have as potential: T, and on a table m v^2/2 + m g h.
    T energy(const T& t, const State& y, const Vec3<T>& w) const {
        const T kinetic = kinetic_energy(t, y, w);
        return contact_ ? kinetic + contact_->energy(y, w, touch(y, w)) : kinetic;
    }
    // The work of the motors that hold speeds, but for a constant: sum J s (a.w)
    T holding_work(const Vec3<T>& w) const { return dot(held_, w); }

    // ---- what formulas see ----
    // Fills the values at a state; all formulas asked afterwards see these.
    void look(const T& t, const State& y, const Vec3<T>& w, const Quaternion<T>& q, const Mat3<T>* R_NB) {
        T* at = values_.data();
        const auto put = [&at](const T& value) { *at++ = value; };
        put(t);
        put(q.w), put(q.x), put(q.y), put(q.z);
        if (R_NB)
            for (int i = 0; i < 9; ++i) at[i] = (*R_NB)(i / 3, i % 3);
        at += 9;
        put(w[0]), put(w[1]), put(w[2]);
        for (const RotorNumbers& r : rotors_) put(speed(r, y, w));
        for (const RotorNumbers& r : rotors_)
            if (r.angle_at >= 0) put(y[r.angle_at]);
        for (const int place : layout_.state) put(y[place]);
        if (parts_) parts_->each_value(t, y, w, put);
        if (contact_)
            for (const T& one : contact_->seen(y, w, touch(y, w))) put(one);
        if (!field_) return;
        first_field_ = static_cast<std::size_t>(at - values_.data());
        const Vec3<T> B = to_body(q, field_->dipole(field_->path, field_->path.at(t), t));
        for (int i = 0; i < 3; ++i) put(B[i]);
    }
    const std::vector<std::string>& names() const { return names_; }
    // Made with all names kept: their programs write behind the variables.
    Vec3<T> three(const ThreeFormulas& formulas) {
        if constexpr (std::is_same_v<T, double>)
            return formulas(values_, names_);
        else
            return formulas(static_cast<const T*>(values_.data()), names_);
    }
    // The speed of rotor k among the values.
    const T& seen_speed(std::size_t k) const { return values_[first_speed + k]; }
    // The field among them, body axes.
    Vec3<T> seen_field() const { return {values_[first_field_], values_[first_field_ + 1], values_[first_field_ + 2]}; }
    T formula(const Expression& e) const { return e(static_cast<const T*>(values_.data())); }

    // R_NB of q as it stands, unit or not (TN D-5302 eq. 7 without its division by |q|^2)
    static Mat3<T> matrix(const Quaternion<T>& q) {
        const T ww = q.w * q.w, xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
        const T wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z, xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
        Mat3<T> r;
        r(0, 0) = ww + xx - yy - zz, r(0, 1) = twice(xy - wz), r(0, 2) = twice(xz + wy);
        r(1, 0) = twice(xy + wz), r(1, 1) = ww - xx + yy - zz, r(1, 2) = twice(yz - wx);
        r(2, 0) = twice(xz - wy), r(2, 1) = twice(yz + wx), r(2, 2) = ww - xx - yy + zz;
        return r;
    }

    struct RotorNumbers {
        Vec3<T> axis;
        T moment, speed, friction;
        int at, angle_at;  // places of its momentum and its angle; -1: not carried
    };
    const std::vector<RotorNumbers>& rotors() const { return rotors_; }

 private:
    static constexpr std::size_t first_speed = 17;  // behind the variables of a torque formula
    void add_parts(const Problem& problem, const inside::TwoWordBody& body) {
        Mat3<T> carrier, turning;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                carrier(i, j) = inside::from_two<T>(body.carrier(i, j));
                turning(i, j) = inside::from_two<T>(body.turning(i, j));
            }
        parts_.emplace(problem, layout_, inertia_, carrier, turning);
    }
    static T speed(const RotorNumbers& r, const State& y, const Vec3<T>& w) {
        return r.at < 0 ? r.speed : y[r.at] / r.moment - dot(r.axis, w);
    }

    struct Field {
        orbit::Kepler<T> path;
        orbit::DipoleField<T> dipole;
    };

    const Inside& inside_;
    InsideLayout layout_;
    std::optional<Field> field_;
    std::size_t first_field_ = 0;
    std::vector<std::string> names_;
    Mat3<T> inverse_, inertia_;
    Vec3<T> held_;
    T sink_{0};
    std::optional<InnerParts<T>> parts_;
    std::vector<RotorNumbers> rotors_;
    std::optional<ContactNumbers<T>> contact_;
    // the variables, and for double behind them room for the formulas' program
    std::conditional_t<std::is_same_v<T, double>, std::array<double, FormulaProgram::capacity>, std::vector<T>>
        values_{};
};
extern template class InsideNumbers<double>;

}  // namespace polhode
