// Runs one method on one problem and hands each row to a sink as it is made; nothing is kept, so memory does not grow
// with the length of a run.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "polhode/method/method.hpp"
#include "polhode/problem/problem.hpp"

namespace polhode {

// One row of a trajectory. q_NB and w_NB_B as the method holds them.
struct Row {
    double t = 0;
    Quaternion<double> q_NB;
    Vec3<double> w_NB_B;
    double energy = 0;                // kinetic + potential of the conservative torques (dynamics only)
    Vec3<double> L_N;                 // angular momentum in world axes (dynamics only)
    double defect = 0;                // constraint error of the method's own state
    std::span<const double> state{};  // the method's own attitude numbers where they are not the quaternion
};

struct Statistics {
    long evaluations = 0;  // of the right-hand side
    long accepted = 0, rejected = 0;
    double smallest_step = 0, largest_step = 0;
    double cpu_seconds = 0;  // of the integration without what the sink does
    double wall_seconds = 0;
    double end_time = 0;        // reached
    double largest_defect = 0;  // over the rows
    double energy_drift = 0;    // largest |E - E0| over the rows
    double momentum_drift = 0;  // largest |L - L0| over the rows
    double energy_start = 0;
    Vec3<double> momentum_start{};
    bool interrupted = false;
    std::string chosen{};              // what "default" chose, or which closed form or reference it was; "" otherwise
    std::vector<std::string> notes{};  // what the reader of the result should know: an overloaded machine, ...
    bool corner_met = false;           // a formula switched, or may have, where the state said so
    double estimated_error = -1;       // attitude error of the result, rad, where the method knows it; -1 otherwise
};

struct Columns {
    bool dynamics = true;
    std::vector<std::string> state;  // names of Row::state
};

struct Watch {
    std::function<void(const Row&)> row;          // required: called for t = 0, every sample, and the end
    std::function<void(double t)> progress = {};  // called now and then
    std::function<bool()> stop = {};              // true: end the run here, keep what there is
};

// The columns that rows of a method have.
Columns columns_of(const Problem&, const Method&);

// One run whose plan nobody else needs: prepare() and simulate() in one (prepare.hpp).
void simulate(const Problem&, const Method&, const RunSpan&, const Watch&, Statistics& statistics);

}  // namespace polhode
