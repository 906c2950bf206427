// Members of EventWatch for a motion that carries its tangent (tangent_number.hpp): when neighbours come to what the
// motion has come to. For event_watch.cpp, which makes the instances.
//
//     g(t + e d, y + e (z + f d)) = 0:   d = -(grad g . z)/(g_t + grad g . f)
//
// with f by the law before. At these times of their own the deeds are done to the neighbours as to the motion itself,
// by the same code over the same numbers, and f after them times d is then taken off again (inside_walk.hpp): together
// the saltation matrix (Aizerman, Gantmacher, Q. J. Mech. Appl. Math. 11 (1958) 105; Mueller, Chaos Solitons Fractals 5
// (1995) 1671; Leine, Nijmeijer, Dynamics and Bifurcations of Non-Smooth Mechanical Systems (2004), ch. 7).
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "polhode/base/diagnostic.hpp"
#include "polhode/inside/event_watch.hpp"

namespace polhode {

// Whether neighbours, which come here at other times, then move on in another way.
template <class T>
bool EventWatch<T>::acts(const Watched& one) const {
    if (one.of == Of::contact) return false;
    if (one.of != Of::event) return true;
    const Event::Action action = problem_.inside->events[one.place].action;
    return action != Event::Action::mark && action != Event::Action::stop;
}

// What may be 0 where it happens: its own value, or where that jumps what decides the jump.
template <class T>
std::vector<T> EventWatch<T>::surfaces(const Watched& one, const T& t) {
    if constexpr (has_tangent<T>)
        if (one.of == Of::slides || one.of == Of::sticks) {
            const DrySliding<T> at(seen_, seen_state_, (*law_)(seen_time_, seen_state_));
            return std::vector<T>(1, one.of == Of::slides ? dry_->sliding(at) : dry_->sticking(at));
        }
    std::vector<T> all(1, value(one, t));
    const Expression* whole = one.of == Of::event ? &problem_.inside->events[one.place].when : nullptr;
    if (one.of == Of::torque_above || one.of == Of::torque_below || one.of == Of::command)
        if (const auto& torque = problem_.inside->rotors[one.place].torque) whole = &*torque;
    std::vector<Corner> corners;
    if (whole) add_corners_of_state(*whole, corners);
    if (one.of == Of::corner) corners.push_back(corners_[one.place].corner);
    for (const Corner& corner : corners) {
        const T part = formula(corner.part);
        all.push_back(corner.whole_numbers ? part - T(std::round(inside::in_double(part))) : part);
    }
    return all;
}

// Whether all that happens in this step was so when it began.
template <class T>
bool EventWatch<T>::has_jumped(const T& begin, InsideStepper<T>& stepper) {
    look(begin, stepper.at(begin));
    return std::all_of(crossed_.begin(), crossed_.end(), [&](std::size_t i) {
        const int side = sign_of(watched_[i], begin);
        return side != 0 && side != watched_[i].side;
    });
}

// Of what happens at one number of the clock that is the cause which is 0 there; the rest has jumped with it.
template <class T>
T EventWatch<T>::for_neighbours(const T& begin, const T& when, InsideStepper<T>& stepper) {
    if constexpr (!has_tangent<T>) {
        return when;
    } else {
        T later = when;
        if (has_jumped(begin, stepper)) {
            // by what happened when this step began, as friction lets go where a motor sets in: together with it
            later.grow(1) = begin.c[0] == last_when_ ? last_off_ : 0;
            last_when_ = when.c[0];
            return later;
        }
        const State y = stepper.at(when);
        StateVector<double> here(y.length);
        for (int i = 0; i < y.length; ++i) here[i] = y[i].c[0];
        const StateVector<double> slope = stepper.slope(when.c[0], here);
        State moving = y;
        for (int i = 0; i < y.length; ++i) moving[i].grow(1) = slope[i];
        later.grow(1) = 1;
        double nearest = HUGE_VAL, off = 0;
        std::size_t cause = crossed_[0];
        for (const std::size_t i : crossed_) {
            if (!acts(watched_[i])) continue;
            look(when, y);
            const std::vector<T> across = surfaces(watched_[i], when);
            look(later, moving);
            const std::vector<T> along = surfaces(watched_[i], later);
            for (std::size_t k = 0; k < across.size(); ++k) {
                const double away = std::fabs(along[k].c[0] / along[k].at(1));
                if (!(away < nearest) && !(along[k].c[0] == 0 && nearest == HUGE_VAL)) continue;
                nearest = away, cause = i;
                off = across[k].at(1) == 0 ? 0 : -across[k].at(1) / along[k].at(1);
            }
        }
        crossed_ = {cause};
        if (!std::isfinite(off))
            throw ComputationFailed(when.c[0], crossed() + " is only touched there, and neighbours part at once");
        later.c[1] = last_off_ = off;
        last_when_ = when.c[0];
        return off == 0 ? when : later;
    }
}

// What a neighbour still slides when the motion has come to rest is taken away by the table, at the contact point,
// about which the angular momentum stays: [I + m (r^2 - r r^T)] w+ = I w - m r x v. The motion itself is at rest but
// for roundings, and stays as it is.
template <class T>
void EventWatch<T>::stick_neighbours(const T& t, State& y) {
    const ContactNumbers<T>& c = *numbers_.contact();
    const Vec3<T> w = numbers_.rate(t, y);
    const Touch<T> at = numbers_.touch(y, w);
    const Vec3<T> v = c.velocity_of(y, w, at), v_B = v[0] * at.R.row(0) + v[1] * at.R.row(1) + v[2] * at.R.row(2);
    Mat3<T> A = numbers_.inertia();
    const T square = dot(at.arm, at.arm);
    for (int i = 0; i < 3; ++i) {
        A(i, i) = A(i, i) + c.mass() * square;
        for (int j = 0; j < 3; ++j) A(i, j) = A(i, j) - c.mass() * (at.arm[i] * at.arm[j]);
    }
    const Vec3<T> rolling = inside::solved(A, numbers_.inertia() * w - c.mass() * cross(at.arm, v_B));
    const Vec3<T> H = numbers_.inertia() * rolling;
    if constexpr (has_tangent<T>)
        for (int i = 0; i < 3; ++i) y[InsideLayout::momentum + i].grow(1) = H[i].at(1);
}

template <class T>
std::string EventWatch<T>::name_of(const Watched& one) const {
    const Inside& inside = *problem_.inside;
    switch (one.of) {
        case Of::event:
            return "the event '" + inside.events[one.place].name + "'";
        case Of::corner:
            return "a corner of the formula '" + corners_[one.place].formula->text() + "'";
        case Of::plate:
            return "a plate that is edge-on";
        case Of::slide:
        case Of::hold_above:
        case Of::hold_below:
            return "the dry friction '" + inside.states[inside.frictions[one.place].state].name + "'";
        case Of::contact:
        case Of::slides:
        case Of::sticks:
            return "the sliding on the table";
        default:
            return "a limit of the motor of '" + inside.rotors[one.place].name + "'";
    }
}

}  // namespace polhode
