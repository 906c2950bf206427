#include "polhode/problem/formulas/formula_program.hpp"

#include <map>
#include <optional>
#include <tuple>

#include "polhode/arithmetic/elementary.hpp"

namespace polhode {

namespace {

using Op = Expression::Op;
using Code = FormulaProgram::Code;
using Operation = FormulaProgram::Operation;

// What is on the stack while a tape is read: a value, or a constant that no operation had to load yet.
struct Operand {
    int value = -1;
    double number = 0;
    bool constant() const { return value < 0; }
};

Code code_of(Op op) {
    switch (op) {
        // clang-format off
        case Op::add: return Code::add;
        case Op::subtract: return Code::subtract;
        case Op::multiply: return Code::multiply;
        case Op::divide: return Code::divide;
        case Op::negate: return Code::negate;
        case Op::whole_power: return Code::whole_power;
        case Op::power: return Code::power;
        case Op::less: return Code::less;
        case Op::less_equal: return Code::less_equal;
        case Op::greater: return Code::greater;
        case Op::greater_equal: return Code::greater_equal;
        case Op::equal: return Code::equal;
        case Op::not_equal: return Code::not_equal;
        case Op::choose: return Code::choose;
        case Op::sin: return Code::sin;
        case Op::cos: return Code::cos;
        case Op::tan: return Code::tan;
        case Op::asin: return Code::asin;
        case Op::acos: return Code::acos;
        case Op::atan: return Code::atan;
        case Op::atan2: return Code::atan2;
        case Op::sinh: return Code::sinh;
        case Op::cosh: return Code::cosh;
        case Op::tanh: return Code::tanh;
        case Op::exp: return Code::exp;
        case Op::log: return Code::log;
        case Op::sqrt: return Code::sqrt;
        case Op::abs: return Code::abs;
        case Op::min: return Code::min;
        case Op::max: return Code::max;
        case Op::sign: return Code::sign;
        case Op::floor: return Code::floor;
        case Op::number:
        case Op::variable: break;
            // clang-format on
    }
    return Code::add;  // these two are not operations here
}

class Writer {
 public:
    explicit Writer(int variables) : next_(variables) {}

    // The value a tape comes to; none where there is no more room.
    std::optional<int> read(const std::vector<Expression::Instruction>& tape) {
        std::vector<Operand> stack;
        for (const Expression::Instruction& i : tape) {
            if (i.op == Op::number) {
                stack.push_back({-1, i.number});
            } else if (i.op == Op::variable) {
                stack.push_back({i.index, 0});
            } else {
                const int count = Expression::arguments_of(i.op);
                Operand arguments[3];
                for (int k = count - 1; k >= 0; --k) arguments[k] = stack.back(), stack.pop_back();
                stack.push_back({write(i, count, arguments), 0});
            }
            if (full()) return std::nullopt;
        }
        const int result = loaded(stack.back());
        if (full()) return std::nullopt;
        return result;
    }
    std::vector<Operation> take() { return std::move(operations_); }
    std::vector<double> take_constants() { return std::move(constants_); }

 private:
    int write(const Expression::Instruction& i, int count, const Operand* in) {
        Operation o;
        o.code = code_of(i.op);
        if (count == 2 && in[0].constant() != in[1].constant()) {
            const bool first = in[0].constant();
            const int value = (first ? in[1] : in[0]).value;
            const double number = (first ? in[0] : in[1]).number;
            // a - c is a + (-c), and sums and products do not care which comes first
            if (i.op == Op::add) return made({Code::add_number, 0, byte(value), 0, 0, 0, number});
            if (i.op == Op::multiply) return made({Code::multiply_number, 0, byte(value), 0, 0, 0, number});
            if (i.op == Op::subtract)
                return made(
                    {first ? Code::number_minus : Code::add_number, 0, byte(value), 0, 0, 0, first ? number : -number});
            if (i.op == Op::divide)
                return made({first ? Code::number_over : Code::divide_by_number, 0, byte(value), 0, 0, 0, number});
        }
        o.a = byte(loaded(in[0]));
        if (count > 1) o.b = byte(loaded(in[1]));
        if (count > 2) o.c = byte(loaded(in[2]));
        if (i.op == Op::whole_power) {
            if (i.index == 2)
                o.code = Code::square;
            else
                o.exponent = static_cast<std::int8_t>(i.index);
        }
        return made(o);
    }
    // A constant that no operation holds is a value of its own; they stand at the end, the first one last.
    int loaded(const Operand& in) {
        if (!in.constant()) return in.value;
        std::size_t i = 0;
        while (i < constants_.size() && detail::bits_of(constants_[i]) != detail::bits_of(in.number)) ++i;
        if (i == constants_.size()) constants_.push_back(in.number);
        return FormulaProgram::capacity - 1 - static_cast<int>(i);
    }
    bool full() const { return next_ + static_cast<int>(constants_.size()) > FormulaProgram::capacity; }
    // The value of an operation: one that is there already, or a new one.
    int made(Operation o) {
        const Key key{static_cast<int>(o.code), o.a, o.b, o.c, o.exponent, detail::bits_of(o.number)};
        const auto [at, fresh] = known_.try_emplace(key, next_);
        if (fresh) {
            o.to = byte(next_++);
            operations_.push_back(o);
        }
        return at->second;
    }
    // beyond the capacity the program is thrown away
    static std::uint8_t byte(int value) { return static_cast<std::uint8_t>(value); }

    using Key = std::tuple<int, int, int, int, int, unsigned long long>;
    std::map<Key, int> known_;
    std::vector<Operation> operations_;
    std::vector<double> constants_;
    int next_;
};

}  // namespace

std::shared_ptr<const FormulaProgram> FormulaProgram::of(const std::array<Expression, 3>& formulas, int kept) {
    int variables = kept;
    for (const Expression& e : formulas)
        for (const Expression::Instruction& i : e.tape())
            if (i.op == Op::variable && i.index >= variables) variables = i.index + 1;
    Writer writer(variables);
    auto program = std::make_shared<FormulaProgram>();
    for (std::size_t i = 0; i < 3; ++i) {
        const std::optional<int> result = writer.read(formulas[i].tape());
        if (!result) return nullptr;
        program->results_[i] = *result;
    }
    program->operations_ = writer.take();
    program->constants_ = writer.take_constants();
    return program;
}

template void FormulaProgram::run<double>(double*) const;
template void FormulaProgram::run<float>(float*) const;

}  // namespace polhode
