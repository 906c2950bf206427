// What a run hands over: rows while it goes on, and its statistics at the end. Attitudes are unit quaternions from body
// axes B to world axes N, scalar first (q_NB); rates are of the body in the world, in body axes (w_NB_B); units are SI.
//
//     polhode::RunObserver observer;
//     observer.row = [](const polhode::Row& row) { std::printf("%g %.17g\n", row.t, row.q_NB.w); };
//     observer.stop = [&] { return enough; };
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "polhode/arithmetic/vec.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode {

// One row of a trajectory: the motion at one time, as the method holds it. It is not normalised on the way.
struct Row {
    double t = 0;                     // s
    Quaternion<double> q_NB;          // attitude
    Vec3<double> w_NB_B;              // rate, rad/s
    double energy = 0;                // J, kinetic + potential of the conservative torques (dynamics only)
    Vec3<double> L_N;                 // angular momentum in world axes, N m s (dynamics only)
    double work = 0;                  // J, done since the start by motors and bearings inside the body
    double defect = 0;                // constraint error of the method's own state: | |q| - 1 | and its relatives
    std::span<const double> state{};  // the method's own attitude numbers where they are not the quaternion, or what a
                                      // body has inside; there while the row is being handed over, and no longer
};

// Which columns the rows of a run have.
struct Columns {
    bool dynamics = true;            // energy and momentum mean something: the body is moved by torques
    std::vector<std::string> state;  // names of Row::state, in its order
};

class StepGate;

// Who is told of a run while it goes on. All are called on the thread that runs.
struct RunObserver {
    std::function<void(const Row&)> row;          // required: called for t = 0, every sample, and the end
    std::function<void(double t)> progress = {};  // called now and then with the time reached, s
    std::function<bool()> stop = {};              // asked now and then; true: end the run here, keep what there is
    StepGate* gate = nullptr;                     // lets steps through one by one: of the live loop (live.hpp) alone
};

// What a run came to. Drifts are the largest over the rows.
struct Statistics {
    long evaluations = 0;              // of the right-hand side
    long accepted = 0, rejected = 0;   // steps
    double smallest_step = 0;          // s
    double largest_step = 0;           // s
    double cpu_seconds = 0;            // of the integration without what the observer does
    double wall_seconds = 0;           // with it
    double end_time = 0;               // s, reached
    double largest_defect = 0;         // of Row::defect
    double energy_drift = 0;           // |E - work - E0|, J
    double momentum_drift = 0;         // |L - L0|, N m s
    double energy_start = 0;           // J
    Vec3<double> momentum_start{};     // in world axes, N m s
    bool interrupted = false;          // RunObserver::stop said so
    std::string chosen{};              // what "default" chose, or which closed form or reference it was; "" otherwise
    std::vector<std::string> notes{};  // what the reader of the result should know: an overloaded machine, ...
    bool corner_met = false;           // a formula switched, or may have, where the state said so
    double estimated_error = -1;       // attitude error of the result, rad, where the method knows it; -1 otherwise
};

}  // namespace polhode
