// Given body rates that need more than a few numbers: histories of Euler angles, a table over time, three formulas,
// any C++ callable.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "expression.hpp"
#include "polhode/rotation/euler_angles.hpp"
#include "sampled_history.hpp"

namespace polhode {

// The rate of a motion whose three Euler angles are formulas of t, in rad. Their derivatives come from the formulas
// themselves (dual numbers), exact to rounding.
template <class T>
class EulerRates {
 public:
    EulerRates(EulerSequence sequence, std::shared_ptr<const std::array<Expression, 3>> angles)
        : sequence_(sequence), angles_(std::move(angles)) {}

    Vec3<T> operator()(T t) const {
        const Dual<T> now{t, T(1)};
        const auto& f = *angles_;
        const Dual<T> a = f[0](&now), b = f[1](&now), c = f[2](&now);
        return rate(EulerAngles<T>{a.value, b.value, c.value, sequence_}, Vec3<T>{a.slope, b.slope, c.slope});
    }

    // q_NB of the exact motion
    Quaternion<T> attitude(T t) const {
        const auto& f = *angles_;
        return to_quaternion(EulerAngles<T>{f[0](&t), f[1](&t), f[2](&t), sequence_});
    }

    bool smooth() const { return (*angles_)[0].smooth() && (*angles_)[1].smooth() && (*angles_)[2].smooth(); }

    template <class To>
    EulerRates<To> as() const {
        return EulerRates<To>(sequence_, angles_);
    }

 private:
    EulerSequence sequence_;
    std::shared_ptr<const std::array<Expression, 3>> angles_;
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

// Three expressions in t. Jumps and kinks are not found out.
template <class T>
class FormulaRates {
 public:
    explicit FormulaRates(std::shared_ptr<const std::array<Expression, 3>> formulas) : formulas_(std::move(formulas)) {}

    Vec3<T> operator()(T t) const {
        const auto& f = *formulas_;
        return {f[0](&t), f[1](&t), f[2](&t)};
    }

    bool smooth() const { return (*formulas_)[0].smooth() && (*formulas_)[1].smooth() && (*formulas_)[2].smooth(); }

    template <class To>
    FormulaRates<To> as() const {
        return FormulaRates<To>(formulas_);
    }

 private:
    std::shared_ptr<const std::array<Expression, 3>> formulas_;
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
