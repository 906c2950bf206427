// A body rate given as a function of time ([rates] in a scenario): kinematics in place of dynamics.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "polhode/kinematics/kinematics.hpp"
#include "polhode/problem/external_rates.hpp"
#include "polhode/problem/samples/readings.hpp"
#include "polhode/problem/samples/sampled_rates.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

template <class T>
using AnyRates = std::variant<kinematics::Constant<T>, kinematics::Benchmark<T>, kinematics::Coning<T>, EulerRates<T>,
                              TableRates<T>, FormulaRates<T>, CallableRates<T>, ExternalRates<T>>;

struct RatesModel {
    std::string kind;
    AnyRates<double> rates;
    // The attitude at t = 0 that belongs to the motion where the kind defines one (benchmark, coning, euler-rates):
    // used when the scenario has no [start].
    std::vector<double> start_quaternion{};  // empty, or (w, x, y, z)
    // Where `rates` are readings (samples, noise): the rate that was read. Truth is the motion it belongs to.
    std::shared_ptr<const RatesModel> measured{};
};
// start_quaternion of a motion that knows its attitude
template <class Motion>
std::vector<double> start_of(const Motion& motion) {
    const Quaternion<double> q = motion.attitude(0.0);
    return {q.w, q.x, q.y, q.z};
}

// w_NB_B(t) in the arithmetic of the method. As with torques, switched rates are chosen by segment.
template <class T>
class RatesFunction {
 public:
    explicit RatesFunction(const RatesModel& m)
        : rates_(std::visit([](const auto& r) { return AnyRates<T>{r.template as<T>()}; }, m.rates)) {}

    void segment(double begin, double end) {
        std::visit(
            [&](auto& r) {
                if constexpr (requires { r.segment(begin, end); }) r.segment(begin, end);
            },
            rates_);
    }
    Vec3<T> operator()(T t) const {
        return std::visit([&](const auto& r) { return r(t); }, rates_);
    }

 private:
    AnyRates<T> rates_;
};

std::vector<double> switching_times(const RatesModel& model, double end);

// `instrument` and the key sample_hz turn the rate into readings up to `end`, s.
RatesModel build_rates(const std::string& kind, const Values& values, const std::string& directory,
                       const Instrument& instrument = {}, double end = 0);
// Readings of any rate: `values` holds sample_hz and interpolation.
RatesModel read_by(const std::string& kind, TimeTable samples, const Instrument& instrument, const Values& values);
// How many samples there would be; refuses a number that no memory holds.
void check_sample_count(const Values& values, double end);
// The same rates for a method whose steps go across the rows of tables.
RatesModel across_rows(const RatesModel& model);
std::vector<Entry> rates_entries();

}  // namespace polhode
