// From the varied numbers of a run to the columns of its body, for those keys of a scenario whose number is a column
// itself (a moment, a rate, a step, ...). The same on a processor and on a graphics card.
//
// Numbers that a scenario would refuse, or that need a closer look, are not judged here: `place_body` says no, and the
// run goes the ordinary way, which finds the words for it.
#pragma once

#include "draw.hpp"
#include "ensemble.hpp"

namespace polhode::ensemble {

struct Mapping {
    int columns = 0;
    int from[most_body_columns] = {};  // the input's column, or -1: the constant
    double constant[most_body_columns] = {};
    bool step_varies = false;
};

namespace detail {

POLHODE_INLINE bool in_range(double x, double low, double high) { return x >= low && x <= high; }

// As library/body_model.cpp, with a margin
POLHODE_HD inline bool sound_moments(const double* I) {
    const double largest = max(I[0], max(I[1], I[2]));
    for (int i = 0; i < 3; ++i)
        if (!(in_range(I[i], 1e-99, 1e99) && I[i] > 1e-14 * largest && I[i] <= I[(i + 1) % 3] + I[(i + 2) % 3]))
            return false;
    return true;
}

// As library/simulate.cpp: whole steps, and a shorter last one
POLHODE_HD inline bool sound_grid(const Shape& shape, double h, double& whole, double& last) {
    if (!(h > 0) || !(h <= shape.duration)) return false;
    const double ratio = shape.duration / h;
    if (!(ratio < 1e15)) return false;
    whole = round_down(ratio + 0.5);
    const double off = abs(ratio - whole);
    if (off <= min(1e-3, 1e-9 * max(1.0, whole))) {
        last = 0;
        // Taylor series end on the grid or take one short step more, by a finer measure
        return shape.stepper != Stepper::taylor || abs(whole * h - shape.duration) < 0.5e-9 * h;
    }
    whole = round_down(ratio);
    last = shape.duration - whole * h;
    return last > 1e-6 * h;
}

}  // namespace detail

// The columns of one body, number c at body[c * stride].
POLHODE_HD inline bool place_body(const Shape& shape, const Mapping& map, const double* inputs, double* body,
                                  long long stride) {
    double x[most_body_columns];
    for (int c = 0; c < map.columns; ++c) x[c] = map.from[c] >= 0 ? inputs[map.from[c]] : map.constant[c];
    // with products of inertia the moments of the principal axes count, which the ordinary way finds
    bool sound = shape.tensor || detail::sound_moments(x + at_moments);
    double length = 0;
    for (int k = 0; k < 4; ++k) length = fma(x[at_attitude + k], x[at_attitude + k], length);
    sound = sound && detail::in_range(length, 0.7, 1.4);
    for (int k = 0; k < 3; ++k) sound = sound && detail::in_range(x[at_rate + k], -1e99, 1e99);
    if (map.step_varies) sound = sound && detail::sound_grid(shape, x[at_step], x[at_steps], x[at_last_step]);
    int n = at_torques;
    for (int k = 0; k < shape.torques; ++k) {
        const int count = numbers_of(shape.torque[k]);
        for (int j = 0; j < count; ++j) sound = sound && detail::in_range(x[n + j], -1e99, 1e99);
        if (shape.torque[k] == TorqueKind::gravity) sound = sound && x[n] > 0;
        if (shape.torque[k] == TorqueKind::gravity_gradient || shape.torque[k] == TorqueKind::orbiting)
            sound = sound && x[n] >= 0;
        if (shape.torque[k] == TorqueKind::damping)
            for (int j = 0; j < 3; ++j) sound = sound && x[n + j] >= 0;
        n += count;
    }
    for (int c = 0; c < map.columns; ++c) body[c * stride] = x[c];
    return sound;
}

// A body that can always be followed, for places that hold none.
POLHODE_HD inline void place_idle_body(const Shape& shape, const Mapping& map, double* body, long long stride) {
    for (int c = 0; c < map.columns; ++c) body[c * stride] = 0;
    for (int i = 0; i < 3; ++i) body[(at_moments + i) * stride] = 2.0 + 0.25 * i;
    body[at_attitude * stride] = 1;
    for (int i = 0; i < 3; ++i) body[(at_rate + i) * stride] = 0.125;
    body[at_step * stride] = map.step_varies ? shape.duration : map.constant[at_step];
    body[at_steps * stride] = map.step_varies ? 1 : map.constant[at_steps];
    body[at_last_step * stride] = map.step_varies ? 0 : map.constant[at_last_step];
}

}  // namespace polhode::ensemble
