// Formulas of a scenario: "0.1*sin(2*pi*t) - c*wx" and the like, compiled to a flat tape.
//
// Why not muParser: here every number goes through the arithmetic of the core, so that a formula gives the same bits on
// every machine and in WebAssembly, and in float where the method computes in float; and the same tape runs over dual
// numbers for derivatives (and over any other number type that brings the same functions, such as power series).
//
//     + - * / ^     ^ binds tightest and to the right: -2^2 = -4, 2^3^2 = 2^9, 2^-1 = 0.5
//     < <= > >= == !=     1 or 0; they do not chain
//     if(c, a, b)   a where c is not 0, else b; both are computed, the unused one may be NaN
//     sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt abs min max sign floor pow
//     pi e          and the variables and constants the caller allows; angles are in rad
//
// A whole constant exponent up to 64 is a product, good for negative bases too.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "polhode/base/dual.hpp"
#include "polhode/input/named_numbers.hpp"

namespace polhode {

// What is wrong with a formula. `position` counts characters from 0.
class ExpressionError : public std::runtime_error {
 public:
    ExpressionError(std::size_t where, const std::string& message) : std::runtime_error(message), position(where) {}
    std::size_t position;
};

class Expression {
 public:
    static constexpr std::size_t longest_text = 10000;
    static constexpr int deepest_nesting = 100;
    static constexpr int deepest_stack = 64;
    static constexpr std::size_t most_variables = 64;

    // clang-format off
    enum class Op : std::uint8_t {
        number, variable,
        add, subtract, multiply, divide, negate, whole_power, power,
        less, less_equal, greater, greater_equal, equal, not_equal, choose,
        sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp, log, sqrt, abs, min, max, sign, floor,
    };
    // clang-format on

    // The number 0.
    Expression();
    // `variables` are the names allowed in `text`, in the order in which their values will be given.
    // Throws ExpressionError.
    Expression(std::string_view text, const std::vector<std::string>& variables, const NamedNumbers& constants = {});

    // Whether formulas know the name by themselves: a function, pi or e. It can be no variable.
    static bool knows(std::string_view name);
    // Whether a variable or a constant can be called so: letters, digits and _, not beginning with a digit.
    static bool can_be_name(std::string_view name);

    const std::string& text() const { return text_; }
    bool uses(int variable) const { return variable < 64 && (used_ >> variable & 1) != 0; }
    bool constant() const { return used_ == 0; }
    // No corner, jump or branch in it: it has derivatives of every order wherever it is finite.
    bool smooth() const;
    // Whether an instruction compares two values: 1 where it holds, 0 otherwise.
    static bool compares(Op op);
    // Whether an instruction has a corner or a jump.
    static bool switches(Op op);
    // How many values an instruction takes from the stack; it leaves one.
    static int arguments_of(Op op);

    // The value with variable i = variables[i].
    template <class T>
    T operator()(const T* variables) const;

    struct Instruction {
        Op op = Op::number;
        int index = 0;  // of the variable, or the whole exponent
        double number = 0;
    };

    // What it is computed by: operands before their operator (reverse Polish).
    const std::vector<Instruction>& tape() const { return tape_; }
    // Part of a formula, or one of its branches; `text` is what messages call it.
    Expression(std::string text, std::vector<Instruction> tape);

 private:
    std::string text_;
    std::vector<Instruction> tape_;
    std::uint64_t used_ = 0;
};

namespace detail {

// a^n by squaring, in a fixed order.
template <class T>
T whole_power(T a, int n) {
    const bool inverse = n < 0;
    if (inverse) n = -n;
    T r = T(1.0);
    for (; n > 0; n >>= 1) {
        if (n & 1) r = r * a;
        if (n > 1) a = a * a;
    }
    return inverse ? T(1.0) / r : r;
}

}  // namespace detail

template <class T>
T Expression::operator()(const T* variables) const {
    T stack[deepest_stack + 1];  // the first is never used: `top` always points to something
    T* top = stack;
    const auto truth = [](bool b) { return T(b ? 1.0 : 0.0); };
    for (const Instruction& i : tape_) {
        // clang-format off
        switch (i.op) {
            case Op::number: *++top = T(i.number); break;
            case Op::variable: *++top = variables[i.index]; break;
            case Op::add: --top; *top = top[0] + top[1]; break;
            case Op::subtract: --top; *top = top[0] - top[1]; break;
            case Op::multiply: --top; *top = top[0] * top[1]; break;
            case Op::divide: --top; *top = top[0] / top[1]; break;
            case Op::negate: *top = -*top; break;
            case Op::whole_power: *top = detail::whole_power(*top, i.index); break;
            case Op::power: --top; *top = pow(top[0], top[1]); break;
            case Op::less: --top; *top = truth(top[0] < top[1]); break;
            case Op::less_equal: --top; *top = truth(top[0] < top[1] || top[0] == top[1]); break;
            case Op::greater: --top; *top = truth(top[1] < top[0]); break;
            case Op::greater_equal: --top; *top = truth(top[1] < top[0] || top[0] == top[1]); break;
            case Op::equal: --top; *top = truth(top[0] == top[1]); break;
            case Op::not_equal: --top; *top = truth(!(top[0] == top[1])); break;
            case Op::choose: top -= 2; *top = top[0] == T(0.0) ? top[2] : top[1]; break;
            case Op::sin: *top = sin(*top); break;
            case Op::cos: *top = cos(*top); break;
            case Op::tan: *top = tan(*top); break;
            case Op::asin: *top = asin(*top); break;
            case Op::acos: *top = acos(*top); break;
            case Op::atan: *top = atan2(*top, T(1.0)); break;
            case Op::atan2: --top; *top = atan2(top[0], top[1]); break;
            case Op::sinh: *top = sinh(*top); break;
            case Op::cosh: *top = cosh(*top); break;
            case Op::tanh: *top = tanh(*top); break;
            case Op::exp: *top = exp(*top); break;
            case Op::log: *top = log(*top); break;
            case Op::sqrt: *top = sqrt(*top); break;
            case Op::abs: *top = abs(*top); break;
            case Op::min: --top; *top = min(top[0], top[1]); break;
            case Op::max: --top; *top = max(top[0], top[1]); break;
            case Op::sign: *top = *top < T(0.0) ? T(-1.0) : T(0.0) < *top ? T(1.0) : T(0.0); break;
            case Op::floor: *top = round_down(*top); break;
        }
        // clang-format on
    }
    return *top;
}

}  // namespace polhode
