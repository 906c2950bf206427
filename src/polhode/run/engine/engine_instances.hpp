// The engine's instances, one translation unit each (run/attitudes), and the way from a name to the instance.
#pragma once

#include <stdexcept>
#include <type_traits>

#include "polhode/problem/attitudes/attitude_kind.hpp"
#include "polhode/run/engine/engine.hpp"
#include "polhode/run/run_job.hpp"

namespace polhode::engine {

struct Job : RunJob {
    const std::vector<double>& params;  // start attitude in the method's representation
};

template <class R>
void run_from(const Job& job, R start) {
    Vec<typename R::scalar, R::size> p;
    for (int i = 0; i < R::size; ++i) p[i] = static_cast<typename R::scalar>(job.params[static_cast<std::size_t>(i)]);
    run(job.problem, job.resolved, job.span, job.observer, job.statistics, start.with(p));
}

// Single precision is asked for to see its rounding, not for speed: but for the quaternion, the attitudes that come
// with Polhode have it compiled for itself, plainly (run/attitudes/single_precision.cpp).
extern template void run_from(const Job& job, AxisAngle<float> start);
extern template void run_from(const Job& job, CayleyKlein<float> start);
extern template void run_from(const Job& job, Dcm<float> start);
extern template void run_from(const Job& job, EulerAngles<float> start);
extern template void run_from(const Job& job, ModifiedRodrigues<float> start);
extern template void run_from(const Job& job, RotationVector<float> start);
extern template void run_from(const Job& job, TwoVector<float> start);

// The instances of a representation without choices of its own, for a kind of attitude
// (problem/attitudes/attitude_kind.hpp).
template <template <class> class R>
void integrate_as(AttitudeKind& kind) {
    kind.run_double = [](const Job& job) { run_from(job, R<double>{}); };
    kind.run_float = [](const Job& job) { run_from(job, R<float>{}); };
}

// The instance for the method's attitude, in T.
template <class T>
void dispatch(const Job& job) {
    static_assert(std::is_same_v<T, double> || std::is_same_v<T, float>);
    const AttitudeKind* const kind = find_attitude_kind(job.method.attitude);
    const auto instance = !kind ? nullptr : std::is_same_v<T, double> ? kind->run_double : kind->run_float;
    if (!instance) throw std::logic_error("the engine does not integrate the attitude '" + job.method.attitude + "'");
    instance(job);
}

}  // namespace polhode::engine
