// What all bodies of an ensemble share: how they are stepped, what acts on them, and which numbers each of them has.
#pragma once

#include "inside_shape.hpp"
#include "side_by_side_taylor.hpp"

namespace polhode::ensemble {

enum class Stepper : int { rk4, taylor, exact };
enum class Constraint : int { none, normalise, binomial };
// gravity_gradient: the direction to the planet stands still in the world; orbiting: it goes round.
enum class TorqueKind : int { gravity, constant_body, constant_world, damping, rockets, gravity_gradient, orbiting };

inline constexpr int most_torques = 4;
inline constexpr int numbers_of(TorqueKind kind) {
    return kind == TorqueKind::gravity            ? 5
           : kind == TorqueKind::rockets          ? 1
           : kind == TorqueKind::gravity_gradient ? 4  // orbit rate, direction
           : kind == TorqueKind::orbiting         ? 7  // and normal
                                                  : 3;
}

// Columns of a body; those of the torques follow one after the other.
enum Column : int {
    at_moments = 0,
    at_attitude = 3,
    at_rate = 7,
    at_step = 10,
    at_steps = 11,
    at_last_step = 12,
    at_products = 13,  // xy, xz, yz of the inertia tensor; 0 where the body axes are principal axes
    at_torques = 16
};
inline constexpr int most_numbers_of_torque = 7, most_body_columns = at_torques + most_numbers_of_torque * most_torques;

// What all bodies of an ensemble share.
struct Shape {
    Stepper stepper = Stepper::rk4;
    Constraint constraint = Constraint::none;
    int order = 8;                                        // taylor
    bool project = true;                                  // taylor: back on energy and momentum after each step
    bool project_energy = true, project_vertical = true;  // which of them, of a heavy body
    bool tensor = false;                                  // rk4: the body axes are not principal axes
    int torques = 0;
    TorqueKind torque[most_torques] = {};
    bool same_steps = true;               // every body takes steps of the same length
    double duration = 0;                  // s
    const InsideShape* inside = nullptr;  // rk4: rotors and states of their own; not owned
    InsideSchedule schedule;              // of bodies with controllers

    // The first column behind those of the torques.
    POLHODE_HD int first_inside() const {
        int n = at_torques;
        for (int i = 0; i < torques; ++i) n += numbers_of(torque[i]);
        return n;
    }
    POLHODE_HD int columns() const { return first_inside() + (inside ? inside->columns() : 0); }
    // Numbers of a row: q_NB and w_NB_B, or the whole state of a body with an inside.
    POLHODE_HD int row_numbers() const { return inside ? inside->length : 7; }
    POLHODE_HD Acting acting() const {
        bool heavy = true;
        for (int i = 0; i < torques; ++i)
            heavy = heavy && (torque[i] == TorqueKind::gravity || torque[i] == TorqueKind::rockets);
        return torques == 0 ? Acting::none : heavy ? Acting::weight : Acting::any;
    }
};

}  // namespace polhode::ensemble
