// Coulomb's friction about axes of the body and in the bearings of rotors, in one arithmetic. Which way each slides
// stands in the state and changes by events only (event_watch.hpp), so that the law is smooth in between:
//
//     sliding:   R_i = -kinetic sgn(s_i)
//     sticking:  s_i' = 0 for all that stick, with M_ij = ds_i'/dR_j:   sum_j M_ij R_j = -(s_i' without friction)
//
//     about a body axis c:  s = c.w,         M = c.Ie^-1 c        the torque acts on the whole
//     in a bearing, c = -a: s = h/J + c.w,   M = c.Ie^-1 c + 1/J  the torque acts on the rotor, the body gets the
//     opposite
//
// (Pfeiffer and Glocker, Multibody Dynamics with Unilateral Contacts, 1996, ch. 5)
#pragma once

#include <cmath>
#include <type_traits>
#include <vector>

#include "polhode/inside/inside_numbers.hpp"
#include "polhode/inside/tangent_number.hpp"

namespace polhode {

template <class T>
class DryFrictions {
 public:
    using State = StateVector<T>;

    DryFrictions(const Problem& problem, const InsideNumbers<T>& numbers) {
        const InsideLayout& layout = numbers.layout();
        for (std::size_t i = 0; i < problem.inside->frictions.size(); ++i) {
            const DryFriction& f = problem.inside->frictions[i];
            One one;
            one.kinetic = T(f.kinetic);
            one.state = layout.state[f.state];
            one.impulse = layout.friction[i];
            if (f.rotor >= 0) {
                one.rotor = f.rotor;
                one.axis = -numbers.rotors()[static_cast<std::size_t>(f.rotor)].axis;
            } else {
                const Vec3<inside::Two> given = cast<inside::Two>(f.axis);
                one.axis = inside::from_two<T>(given / sqrt(dot(given, given)));
            }
            one.turned = numbers.inverse() * one.axis;
            all_.push_back(one);
        }
        torques_.resize(all_.size());
    }
    bool empty() const { return all_.empty(); }

    // Which way it slides, 0 where it sticks.
    int way(std::size_t i, const State& y) const {
        return static_cast<int>(std::lround(inside::in_double(y[all_[i].state])));
    }
    // How fast what it rubs on goes by.
    T speed(std::size_t i, const InsideNumbers<T>& numbers, const State& y, const Vec3<T>& w) const {
        const One& f = all_[i];
        return f.rotor < 0 ? dot(f.axis, w) : numbers.speed(static_cast<std::size_t>(f.rotor), y, w);
    }
    // Takes the rest of the speed away from one that has come to a stop; what else sticks is not moved by more than
    // rounding.
    void stop(std::size_t i, const InsideNumbers<T>& numbers, const T& t, State& y) const {
        kick(i, -speed(i, numbers, y, numbers.rate(t, y)), numbers, y);
    }
    // One that begins to slide may have been turned the other way by rounding while it stuck, and would be taken for
    // one that comes to a stop at once, without end.
    void begin_to_slide(std::size_t i, int way, const InsideNumbers<T>& numbers, const T& t, State& y) const {
        const auto against = [&] {
            const T s = speed(i, numbers, y, numbers.rate(t, y));
            return way > 0 ? s < T(0) : T(0) < s;
        };
        if (!against()) return;
        stop(i, numbers, t, y);
        const Vec3<T> w = numbers.rate(t, y);
        T little = without_tangent(sqrt(dot(w, w))) * T(std::is_same_v<T, inside::Two> ? 5e-32 : 2.3e-16);
        for (int tries = 0; tries < 8 && against(); ++tries, little = little + little)
            kick(i, way > 0 ? little : -little, numbers, y);
    }

    // The torque on the whole; what bearings do to rotors is added to `d`, which has all rates of change but the
    // momentum's own, `dH`.
    Vec3<T> act(const InsideNumbers<T>& numbers, const State& y, const Vec3<T>& w, const Vec3<T>& dH, State& d) {
        std::vector<T> left(all_.size());  // s' with what slides, and without what sticks
        Vec3<T> driving = dH;
        for (const auto& r : numbers.rotors())
            if (r.at >= 0) driving = driving - d[r.at] * r.axis;
        const Vec3<T> dw = numbers.inverse() * driving;
        std::vector<std::size_t> stuck;
        for (std::size_t i = 0; i < all_.size(); ++i) {
            left[i] = dot(all_[i].axis, dw);
            if (all_[i].rotor >= 0) left[i] = left[i] + d[rotor(i, numbers).at] / rotor(i, numbers).moment;
            const int slides = way(i, y);
            torques_[i] = slides == 0 ? T(0) : slides > 0 ? -all_[i].kinetic : all_[i].kinetic;
            if (slides == 0) stuck.push_back(i);
        }
        for (const std::size_t i : stuck)
            for (std::size_t j = 0; j < all_.size(); ++j)
                if (way(j, y) != 0) left[i] = left[i] + response(i, j, numbers) * torques_[j];
        hold(stuck, left, numbers);
        return put(numbers, y, w, d);
    }
    // Of friction i when `act` was last asked.
    const T& torque(std::size_t i) const { return torques_[i]; }

 private:
    struct One {
        Vec3<T> axis, turned;  // c, Ie^-1 c
        T kinetic;
        int rotor = -1, state = 0, impulse = 0;
    };
    const auto& rotor(std::size_t i, const InsideNumbers<T>& numbers) const {
        return numbers.rotors()[static_cast<std::size_t>(all_[i].rotor)];
    }
    // The impulse that changes its speed by so much.
    void kick(std::size_t i, const T& change, const InsideNumbers<T>& numbers, State& y) const {
        const T j = change / response(i, i, numbers);
        const One& f = all_[i];
        if (f.rotor >= 0) {
            const int at = numbers.rotors()[static_cast<std::size_t>(f.rotor)].at;
            y[at] = y[at] + j;
            return;
        }
        for (int k = 0; k < 3; ++k) y[4 + k] = y[4 + k] + j * f.axis[k];
    }
    // M_ij
    T response(std::size_t i, std::size_t j, const InsideNumbers<T>& numbers) const {
        T m = dot(all_[i].axis, all_[j].turned);
        if (i == j && all_[i].rotor >= 0) m = m + T(1) / rotor(i, numbers).moment;
        return m;
    }
    // Gauss without pivots: M is symmetric and positive definite.
    void hold(const std::vector<std::size_t>& stuck, const std::vector<T>& left, const InsideNumbers<T>& numbers) {
        const std::size_t n = stuck.size();
        std::vector<T> m(n * n), b(n);
        for (std::size_t i = 0; i < n; ++i) {
            b[i] = -left[stuck[i]];
            for (std::size_t j = 0; j < n; ++j) m[i * n + j] = response(stuck[i], stuck[j], numbers);
        }
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t i = k + 1; i < n; ++i) {
                const T part = m[i * n + k] / m[k * n + k];
                for (std::size_t j = k; j < n; ++j) m[i * n + j] = m[i * n + j] - part * m[k * n + j];
                b[i] = b[i] - part * b[k];
            }
        for (std::size_t k = n; k-- > 0;) {
            for (std::size_t j = k + 1; j < n; ++j) b[k] = b[k] - m[k * n + j] * torques_[stuck[j]];
            torques_[stuck[k]] = b[k] / m[k * n + k];
        }
    }
    Vec3<T> put(const InsideNumbers<T>& numbers, const State& y, const Vec3<T>& w, State& d) const {
        Vec3<T> on_body{};
        for (std::size_t i = 0; i < all_.size(); ++i) {
            const One& f = all_[i];
            d[f.impulse] = torques_[i];
            if (f.rotor < 0) {
                on_body = on_body + torques_[i] * f.axis;
                continue;
            }
            const int at = rotor(i, numbers).at, work = numbers.layout().work;
            d[at] = d[at] + torques_[i];
            d[work] = d[work] + torques_[i] * speed(i, numbers, y, w);
        }
        return on_body;
    }

    std::vector<One> all_;
    std::vector<T> torques_;
};

}  // namespace polhode
