// Three formulas as one flat list of operations on numbered values: what occurs in them more than once is computed
// once, constants stand in the operations, and nothing waits on a stack. Every operation is one of the formulas' own
// tapes (expression.hpp), so the results are the same to the last bit; it only costs less, which counts where a
// formula is asked four times a step.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "polhode/input/expression.hpp"

namespace polhode {

class FormulaProgram {
 public:
    // Variables and everything computed from them.
    static constexpr int capacity = 256;
    // None where they need more values than that; the tapes do then. The first `kept` values, and those up to the last
    // variable that is used, are left as they are.
    static std::shared_ptr<const FormulaProgram> of(const std::array<Expression, 3>& formulas, int kept = 0);

    // Which value each formula is, once `run` has filled them in.
    const std::array<int, 3>& results() const { return results_; }
    // Puts constants in their places, which no run changes.
    template <class T>
    void load(T* values) const {
        T* last = values + capacity;
        for (const double c : constants_) *--last = T(c);
    }
    // values[i] is variable i on entry, and the constants are there.
    template <class T>
    void run(T* values) const;

    // clang-format off
    enum class Code : std::uint8_t {
        add, add_number, subtract, number_minus, multiply, multiply_number, divide, divide_by_number,
        number_over, negate, square, whole_power, power,
        less, less_equal, greater, greater_equal, equal, not_equal, choose,
        sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp, log, sqrt, abs, min, max, sign, floor,
    };
    // clang-format on
    struct Operation {
        Code code = Code::add;
        std::uint8_t to = 0, a = 0, b = 0, c = 0;  // values
        std::int8_t exponent = 0;
        double number = 0;
    };
    const std::vector<Operation>& operations() const { return operations_; }

 private:
    std::vector<Operation> operations_;
    std::vector<double> constants_;  // those that are values: the i-th is the i-th from the end
    std::array<int, 3> results_{};
};

template <class T>
void FormulaProgram::run(T* v) const {
    const auto truth = [](bool b) { return T(b ? 1.0 : 0.0); };
    for (const Operation& o : operations_) {
        // clang-format off
        switch (o.code) {
            case Code::add: v[o.to] = v[o.a] + v[o.b]; break;
            case Code::add_number: v[o.to] = v[o.a] + T(o.number); break;
            case Code::subtract: v[o.to] = v[o.a] - v[o.b]; break;
            case Code::number_minus: v[o.to] = T(o.number) - v[o.a]; break;
            case Code::multiply: v[o.to] = v[o.a] * v[o.b]; break;
            case Code::multiply_number: v[o.to] = v[o.a] * T(o.number); break;
            case Code::divide: v[o.to] = v[o.a] / v[o.b]; break;
            case Code::divide_by_number: v[o.to] = v[o.a] / T(o.number); break;
            case Code::number_over: v[o.to] = T(o.number) / v[o.a]; break;
            case Code::negate: v[o.to] = -v[o.a]; break;
            case Code::square: v[o.to] = v[o.a] * v[o.a]; break;
            case Code::whole_power: v[o.to] = detail::whole_power(v[o.a], o.exponent); break;
            case Code::power: v[o.to] = pow(v[o.a], v[o.b]); break;
            case Code::less: v[o.to] = truth(v[o.a] < v[o.b]); break;
            case Code::less_equal: v[o.to] = truth(v[o.a] < v[o.b] || v[o.a] == v[o.b]); break;
            case Code::greater: v[o.to] = truth(v[o.b] < v[o.a]); break;
            case Code::greater_equal: v[o.to] = truth(v[o.b] < v[o.a] || v[o.a] == v[o.b]); break;
            case Code::equal: v[o.to] = truth(v[o.a] == v[o.b]); break;
            case Code::not_equal: v[o.to] = truth(!(v[o.a] == v[o.b])); break;
            case Code::choose: v[o.to] = v[o.a] == T(0.0) ? v[o.c] : v[o.b]; break;
            case Code::sin: v[o.to] = sin(v[o.a]); break;
            case Code::cos: v[o.to] = cos(v[o.a]); break;
            case Code::tan: v[o.to] = tan(v[o.a]); break;
            case Code::asin: v[o.to] = asin(v[o.a]); break;
            case Code::acos: v[o.to] = acos(v[o.a]); break;
            case Code::atan: v[o.to] = atan2(v[o.a], T(1.0)); break;
            case Code::atan2: v[o.to] = atan2(v[o.a], v[o.b]); break;
            case Code::sinh: v[o.to] = sinh(v[o.a]); break;
            case Code::cosh: v[o.to] = cosh(v[o.a]); break;
            case Code::tanh: v[o.to] = tanh(v[o.a]); break;
            case Code::exp: v[o.to] = exp(v[o.a]); break;
            case Code::log: v[o.to] = log(v[o.a]); break;
            case Code::sqrt: v[o.to] = sqrt(v[o.a]); break;
            case Code::abs: v[o.to] = abs(v[o.a]); break;
            case Code::min: v[o.to] = min(v[o.a], v[o.b]); break;
            case Code::max: v[o.to] = max(v[o.a], v[o.b]); break;
            case Code::sign: v[o.to] = v[o.a] < T(0.0) ? T(-1.0) : T(0.0) < v[o.a] ? T(1.0) : T(0.0); break;
            case Code::floor: v[o.to] = round_down(v[o.a]); break;
        }
        // clang-format on
    }
}
extern template void FormulaProgram::run<double>(double*) const;
extern template void FormulaProgram::run<float>(float*) const;

}  // namespace polhode
