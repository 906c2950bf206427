// What bodies of an ensemble share that have an inside: where their numbers stand, and the operations their formulas
// are made of. Plain data of fixed room, so that it can be copied to a graphics card as it is; the numbers that differ
// from body to body stand in columns.
#pragma once

#include "../arithmetic/scalar.hpp"

namespace polhode::ensemble {

// clang-format off
enum class FormulaCode : unsigned char {
    add, subtract, multiply, divide, negate, whole_power, power,
    less, less_equal, greater, greater_equal, equal, not_equal, choose,
    sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp, log, sqrt, abs, min, max, sign, floor,
};
// clang-format on

struct FormulaOperation {
    FormulaCode code = FormulaCode::add;
    signed char exponent = 0;
    short to = 0, a = 0, b = 0, c = 0;  // values
    friend bool operator==(const FormulaOperation&, const FormulaOperation&) = default;
};

inline constexpr int most_inside_rotors = 8, most_inside_states = 32, most_inside_torques = 8, most_operations = 192,
                     most_literals = 96, longest_inside = 56, most_controllers = 4, most_held_numbers = 32,
                     most_delayed = 64;
// Where the values that formulas see begin: t, q, R_NB row by row, w, then speeds, angles and states; behind them R_NB
// as the torques see it that know nothing of the inside.
enum InsideValue : int {
    value_of_time = 0,
    value_of_attitude = 1,
    value_of_matrix = 5,
    value_of_rate = 14,
    value_of_own = 17
};
inline constexpr int most_inside_values =
    value_of_own + 2 * most_inside_rotors + most_inside_states + 9 + most_literals + most_operations;
// Of a body beside what all bodies have: Ie^-1, the momentum that is held; then six numbers of each rotor (axis,
// moment, speed, friction), the start from H on, the literals.
enum InsideColumn : int { inside_inverse = 0, inside_held = 9, inside_rotors = 12 };
inline constexpr int numbers_of_rotor = 6;
inline constexpr int most_inside_columns =
    inside_rotors + numbers_of_rotor * most_inside_rotors + (longest_inside - 4) + most_literals;

// Places in the state are those of inside/inside_layout.hpp, -1 for what is not there; formulas are values.
struct InsideShape {
    struct Rotor {
        int at = -1, angle_at = -1, torque = -1;
        friend bool operator==(const Rotor&, const Rotor&) = default;
    };
    struct State {
        int at = -1, derivative = -1;
        friend bool operator==(const State&, const State&) = default;
    };
    struct Torque {
        int value[3] = {-1, -1, -1};
        bool world = false;
        friend bool operator==(const Torque&, const Torque&) = default;
    };
    // A number of a controller, which it holds from sample to sample: its place in the state, and values: what it
    // becomes, its quantum and its limit (-1: none).
    struct Held {
        int at = -1, value = -1, quantum = -1, limit = -1;
        friend bool operator==(const Held&, const Held&) = default;
    };
    // What it measures, remembers and gives out, one after the other: its numbers of part p are held[numbers[p]] up to
    // held[numbers[p + 1]], and so are its operations.
    struct Controller {
        double rate_hz = 0, period = 0, first = 0;  // when it samples
        int delay = 0, line = 0;                    // in samples; first of the numbers on their way
        int numbers[4] = {}, operations[4] = {};
        friend bool operator==(const Controller&, const Controller&) = default;
    };
    int length = 7, work = -1;
    int controllers = 0, delayed = 0;
    Controller controller[most_controllers];
    Held held[most_held_numbers];
    int rotors = 0, states = 0, torques = 0;
    Rotor rotor[most_inside_rotors];
    State state[most_inside_states];
    Torque torque[most_inside_torques];
    bool sees_matrix = false;  // some formula does,
    int plain_matrix = -1;     // or such a torque: first of nine values
    // Values: variables, literals, results. The first operations are of literals alone, and done once; those up to
    // `moving` make y', and those behind are of controllers.
    int literals_at = 0, literals = 0, operations = 0, once = 0, moving = 0;
    FormulaOperation operation[most_operations];

    POLHODE_HD int start_at() const { return inside_rotors + numbers_of_rotor * rotors; }
    POLHODE_HD int first_literal() const { return start_at() + length - 4; }
    POLHODE_HD int columns() const { return first_literal() + literals; }
    POLHODE_HD int values() const { return literals_at + literals + operations; }
    friend bool operator==(const InsideShape&, const InsideShape&) = default;
};

// A step that all bodies take, where controllers sample: steps end at samples.
struct InsideStep {
    double from = 0, to = 0, length = 0;  // s; the length of a whole step is the method's to the last bit
    unsigned samples = 0;                 // which controllers do at its end, one bit each
};
// `first_samples`: those at the start.
struct InsideSchedule {
    const InsideStep* step = nullptr;
    long long steps = 0;
    unsigned first_samples = 0;
};

}  // namespace polhode::ensemble
