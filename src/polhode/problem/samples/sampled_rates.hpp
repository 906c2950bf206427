// Given body rates that need more than a few numbers: histories of Euler angles, a table over time, three formulas,
// any C++ callable.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "polhode/problem/formulas/three_formulas.hpp"
#include "polhode/problem/samples/sampled_history.hpp"
#include "polhode/rotation/euler_angles.hpp"

namespace polhode {

// The rate of a motion whose three Euler angles are formulas of t, in rad. Their derivatives come from the formulas
// themselves (dual numbers), exact to rounding.
template <class T>
class EulerRates {
 public:
    EulerRates(EulerSequence sequence, ThreeFormulas angles) : sequence_(sequence), angles_(std::move(angles)) {}

    Vec3<T> operator()(T t) const {
        const Dual<T> now{t, T(1)};
        const Dual<T> a = angles_[0](&now), b = angles_[1](&now), c = angles_[2](&now);
        return rate(EulerAngles<T>{a.value, b.value, c.value, sequence_}, Vec3<T>{a.slope, b.slope, c.slope});
    }

    // q_NB of the exact motion
    Quaternion<T> attitude(T t) const {
        const auto& f = angles_.all();
        return to_quaternion(EulerAngles<T>{f[0](&t), f[1](&t), f[2](&t), sequence_});
    }

    void segment(double begin, double end) { angles_.segment(begin, end); }
    const ThreeFormulas& formulas() const { return angles_; }

    template <class To>
    EulerRates<To> as() const {
        return EulerRates<To>(sequence_, angles_);
    }

 private:
    EulerSequence sequence_;
    ThreeFormulas angles_;
};

// rad/s over time, interpolated. The knots of "hold" and "linear" are switching times, unless steps go across them.
template <class T>
class TableRates {
 public:
    explicit TableRates(std::shared_ptr<const SampledHistory> history, bool across = false)
        : value_(std::move(history)), across_(across) {
        value_.across(across);
    }

    void segment(double begin, double end) { value_.segment(begin, end); }
    Vec3<T> operator()(T t) const { return value_(t); }

    void switching_times(double end, std::vector<double>& times) const {
        if (!across_) value_.history()->switching_times(end, times);
    }
    const SampledHistory& history() const { return *value_.history(); }
    const std::shared_ptr<const SampledHistory>& shared_history() const { return value_.history(); }
    // The same rows for a method whose steps go across them.
    TableRates crossed() const { return TableRates(value_.history(), true); }

    template <class To>
    TableRates<To> as() const {
        return TableRates<To>(value_.history(), across_);
    }

 private:
    SampledFunction<T> value_;
    bool across_;
};

// Three expressions in t.
template <class T>
class FormulaRates {
 public:
    explicit FormulaRates(ThreeFormulas formulas) : formulas_(std::move(formulas)) {}

    Vec3<T> operator()(T t) const {
        static const std::vector<std::string> time = {"t"};
        ThreeFormulas::Values<T, 1> values;
        values[0] = t;
        return formulas_(values, time);
    }

    void segment(double begin, double end) { formulas_.segment(begin, end); }
    const ThreeFormulas& formulas() const { return formulas_; }

    template <class To>
    FormulaRates<To> as() const {
        return FormulaRates<To>(formulas_);
    }

 private:
    ThreeFormulas formulas_;
};

// Any function of time; computed in double whatever the method's arithmetic is.
template <class T>
class CallableRates {
 public:
    using Function = std::function<Vec3<double>(double t)>;

    explicit CallableRates(Function function) : function_(std::move(function)) {}

    Vec3<T> operator()(T t) const { return cast<T>(function_(static_cast<double>(t))); }

    template <class To>
    CallableRates<To> as() const {
        return CallableRates<To>(function_);
    }

 private:
    Function function_;
};

}  // namespace polhode
