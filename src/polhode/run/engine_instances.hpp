// The engine's instances, one translation unit each, and the way from a name to the instance.
#pragma once

#include "polhode/run/engine.hpp"

namespace polhode::engine {

struct Job {
    const Problem& problem;
    const Method& method;
    const ResolvedMethod& resolved;
    const RunSpan& span;
    const Watch& watch;
    Statistics& statistics;
    const std::vector<double>& params;  // start attitude in the method's representation
};

template <class R>
void run_from(const Job& job, R start) {
    Vec<typename R::scalar, R::size> p;
    for (int i = 0; i < R::size; ++i) p[i] = static_cast<typename R::scalar>(job.params[static_cast<std::size_t>(i)]);
    run(job.problem, job.resolved, job.span, job.watch, job.statistics, start.with(p));
}

template <class T>
void run_quaternion(const Job&);
template <class T>
void run_dcm(const Job&);
template <class T>
void run_two_vector(const Job&);
template <class T>
void run_cayley_klein(const Job&);
template <class T>
void run_rotation_vector(const Job&);
template <class T>
void run_mrp(const Job&);
template <class T>
void run_axis_angle(const Job&);
template <class T>
void run_euler_angles(const Job&);

template <class T>
void dispatch(const Job& job) {
    const std::string& name = job.method.attitude;
    if (name == "dcm") return run_dcm<T>(job);
    if (name == "dcm-two-vector") return run_two_vector<T>(job);
    if (name == "cayley-klein") return run_cayley_klein<T>(job);
    if (name == "rotation-vector") return run_rotation_vector<T>(job);
    if (name == "mrp") return run_mrp<T>(job);
    if (name == "axis-angle") return run_axis_angle<T>(job);
    if (name.rfind("euler-", 0) == 0) return run_euler_angles<T>(job);
    return run_quaternion<T>(job);
}

}  // namespace polhode::engine
