// Members of EventWatch that change the law between events: on which branch formulas are, whether a body slides on its
// table, and which way dry friction slides. For event_watch.cpp, which makes the instances.
#pragma once

#include <cmath>
#include <type_traits>

#include "polhode/base/diagnostic.hpp"
#include "polhode/inside/event_watch.hpp"

namespace polhode {

namespace inside {

// An event that comes back within this part of the time it is has come to a place where there is no end to it: soon the
// clock would not tell one from the next, and a body would fall through the floor it bounces on.
inline constexpr double again_within = 1e-12;

inline int sign(double a) { return a > 0 ? 1 : a < 0 ? -1 : 0; }

template <class T, class Seen>
T first_of(const Seen& a) {
    if constexpr (std::is_same_v<T, Seen>)
        return a;
    else
        return a.c[0];
}

}  // namespace inside

// ---- corners of formulas ----

template <class T>
void EventWatch<T>::settle_corners(const T& t, const State& y, double length, InsideStepper<T>& stepper) {
    for (Watched& one : watched_) {
        if (!is_corner(one.of)) continue;
        look(t, y);
        int side = sign_of(one, t);
        // a state that stands on a corner may be about to leave it, or stay: if(on == 1, ...)
        if (side == 0) side = side_ahead(one, t, y, length, stepper);
        if (side == one.side) continue;
        one.side = side;
        if (one.of == Of::corner) meet_corner(corners_[one.place], inside::in_double(t), length);
    }
}

template <class T>
void EventWatch<T>::meet_corner(WatchedCorner& corner, double now, double length) {
    constexpr int most_in_a_row = 12;
    const bool soon = corner.last >= 0 && now - corner.last <= inside::again_within * (now + length);
    corner.in_a_row = soon ? corner.in_a_row + 1 : 0;
    corner.last = now;
    if (corner.in_a_row > most_in_a_row)
        throw ComputationFailed(
            now, "the formula '" + corner.formula->text() +
                     "' switches back and forth without end: both of its branches lead to the corner, and the motion "
                     "would slide along it. For dry friction there is [[torque]] kind = \"coulomb\"; a control law "
                     "needs a layer in which it is smooth, as max(-1, min(1, s/0.01)) in place of sign(s), or a "
                     "[[controller]] that samples");
}

// ---- plates ----

// A plate counts as turned over when it is so by more than the rounding of its place, so that one that stays edge-on
// does not turn to and fro. The force grows with the angle: what this leaves out of its impulse is of second order.
template <class T>
T EventWatch<T>::plate_value(const Watched& one) const {
    const T band(plain ? 4e-15 : 1e-20), c = cosines_[one.place];
    if (one.side > 0) return c + band;
    if (one.side < 0) return c - band;
    return c < -band || band < c ? c : T(0);
}

// ---- dry sliding on a table ----

// Whether the contact point, at rest, sticks or begins to slide; the velocity becomes what that takes.
template <class T>
void EventWatch<T>::choose_stick(const T& t, State& y) {
    const auto set_sticks = [&](bool sticks) {
        dry_->sticks = modes_[0].sticks = sticks;
        stepper_->set_modes(modes_);
        if (law_) law_->set_modes(modes_);
    };
    if constexpr (has_tangent<T>) stick_neighbours(t, y);
    const int v = numbers_.layout().velocity;
    const Vec3<T> w = numbers_.rate(t, y);
    const Touch<T> at = numbers_.touch(y, w);
    const Vec3<T> rolling = at.R * cross(at.arm, w);
    for (int i = 0; i < 2; ++i) y[v + i] = rolling[i];
    set_sticks(true);
    look(t, y);
    if (dry_->sticking() > 0) {
        ++dry_->stuck;
        return;
    }
    const Vec3<double> first = dry_->first_sliding();
    for (int i = 0; i < 2; ++i) y[v + i] = y[v + i] + T(first[i]);
    ++dry_->slid;
    set_sticks(false);
    look(t, y);
    dry_->remember();
}

// Dry sliding on a table: whether the contact point is at rest, and then whether it stays so.
template <class T>
void EventWatch<T>::start_on_table(const T& t, State& y) {
    if (!dry_) return;
    dry_->sticks = modes_[0].sticks = true;  // a direction of sliding is not needed to look
    stepper_->set_modes(modes_);
    look(t, y);
    if (dry_->is_slow()) {
        choose_stick(t, y);
    } else {
        dry_->sticks = modes_[0].sticks = false;
        stepper_->set_modes(modes_);
        if (law_) law_->set_modes(modes_);
        dry_->remember();
    }
}

// ---- dry friction ----

// 0 for what does not count now: the speed of one that sticks, what holds one that slides.
template <class T>
T EventWatch<T>::friction_value(const Watched& one) const {
    const bool sticks = law_->frictions().way(one.place, seen_state_) == 0;
    if (sticks != (one.of != Of::slide)) return T(0);
    if (!sticks)
        return inside::first_of<T>(
            law_->frictions().speed(one.place, seen_, seen_state_, seen_.rate(seen_time_, seen_state_)));
    (*law_)(seen_time_, seen_state_);
    const T holding(problem_.inside->frictions[one.place].holding);
    const T torque = inside::first_of<T>(law_->frictions().torque(one.place));
    return one.of == Of::hold_above ? torque - holding : torque + holding;
}

template <class T>
void EventWatch<T>::set_way(std::size_t i, int way, State& y) {
    y[numbers_.layout().state[problem_.inside->frictions[i].state]] = T(static_cast<double>(way));
    for (Watched& one : watched_) {
        if (!is_friction(one.of) || one.place != i) continue;
        one.side = one.of == Of::slide ? way : way != 0 ? 0 : one.of == Of::hold_above ? -1 : 1;
    }
}

// Stick if what it takes is there; else go on, or back, the way that the torque left over pulls (Filippov 1988,
// section 8). What it takes is looked at as if it stuck.
template <class T>
void EventWatch<T>::settle(std::size_t i, const T& t, State& y) {
    const int before = inside::sign(inside::in_double(y[numbers_.layout().state[problem_.inside->frictions[i].state]]));
    set_way(i, 0, y);
    look(t, y);
    (*law_)(seen_time_, seen_state_);
    const T torque = inside::first_of<T>(law_->frictions().torque(i)), holding(problem_.inside->frictions[i].holding);
    if (torque < -holding || holding < torque) {
        const int way = torque < T(0) ? 1 : -1;
        set_way(i, way, y);
        frictions_.begin_to_slide(i, way, numbers_, t, y);
        ++sticking_[i].slipped;
        return;
    }
    frictions_.stop(i, numbers_, t, y);
    if (before != 0) ++sticking_[i].stuck;
}

template <class T>
void EventWatch<T>::follow_speeds(const T& t, const State& before, State& y) {
    const Vec3<T> w0 = numbers_.rate(t, before), w = numbers_.rate(t, y);
    const double moved = inside::in_double(dot(w - w0, w - w0));
    for (std::size_t i = 0; i < sticking_.size(); ++i) {
        const double s = inside::in_double(frictions_.speed(i, numbers_, y, w));
        if (s * s > 1e-24 * moved) set_way(i, inside::sign(s), y);
    }
}

}  // namespace polhode
