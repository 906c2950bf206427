#include "polhode/inside/operation_list.hpp"

#include <algorithm>

namespace polhode {

using ensemble::FormulaCode;
using ensemble::FormulaOperation;

namespace {

// The codes stand in the order of the formulas' own instructions.
FormulaCode operation_code(Expression::Op op) {
    using Op = Expression::Op;
    static_assert(static_cast<int>(Op::floor) - static_cast<int>(Op::add) == static_cast<int>(FormulaCode::floor));
    static_assert(static_cast<int>(Op::choose) - static_cast<int>(Op::add) == static_cast<int>(FormulaCode::choose));
    return static_cast<FormulaCode>(static_cast<int>(op) - static_cast<int>(Op::add));
}

}  // namespace

void OperationList::count(const Expression& e) {
    for (const Expression::Instruction& i : e.tape())
        if (i.op == Expression::Op::number) count(i.number);
}

int OperationList::add(const Expression& e, int matrix) {
    std::vector<int> stack;
    for (const Expression::Instruction& i : e.tape()) {
        if (i.op == Expression::Op::number) {
            stack.push_back(add_number());
        } else if (i.op == Expression::Op::variable) {
            const bool of_matrix = i.index >= ensemble::value_of_matrix && i.index < ensemble::value_of_rate;
            stack.push_back(of_matrix ? i.index - ensemble::value_of_matrix + matrix : i.index);
        } else {
            const int count = Expression::arguments_of(i.op);
            int in[3] = {0, 0, 0};
            for (int k = count - 1; k >= 0; --k) in[k] = stack.back(), stack.pop_back();
            const int exponent = i.op == Expression::Op::whole_power ? i.index : 0;
            stack.push_back(result(operation_code(i.op), exponent, in, count));
        }
    }
    return stack.back();
}

bool OperationList::fixed(int value) const {
    if (value < shape_.literals_at) return false;
    return value < first_result() || fixed_[static_cast<std::size_t>(value - first_result())];
}

int OperationList::result(FormulaCode code, int exponent, const int* in, int count) {
    const auto [at, fresh] = known_.try_emplace(Key{static_cast<int>(code), exponent, in[0], in[1], in[2]},
                                                first_result() + static_cast<int>(made_.size()));
    if (!fresh) return at->second;
    FormulaOperation o;
    o.code = code;
    o.exponent = static_cast<signed char>(exponent);
    o.to = static_cast<short>(at->second);
    o.a = static_cast<short>(in[0]), o.b = static_cast<short>(in[1]), o.c = static_cast<short>(in[2]);
    const bool of_literals = std::all_of(in, in + count, [&](int value) { return fixed(value); });
    made_.push_back({o, part_, of_literals});
    fixed_.push_back(of_literals);
    return at->second;
}

void OperationList::begin_part() {
    ++part_;
    std::erase_if(known_, [&](const auto& one) { return !fixed(one.second); });
}

bool OperationList::finish() {
    if (made_.size() > static_cast<std::size_t>(ensemble::most_operations)) return false;
    std::stable_partition(made_.begin(), made_.end(), [](const Made& one) { return one.fixed; });
    shape_.literals = counted();
    shape_.operations = static_cast<int>(made_.size());
    const auto count = [&](const auto& is) { return static_cast<int>(std::count_if(made_.begin(), made_.end(), is)); };
    shape_.once = count([](const Made& one) { return one.fixed; });
    for (int part = 0; part <= part_ + 1; ++part)
        first_.push_back(shape_.once + count([&](const Made& one) { return !one.fixed && one.part < part; }));
    shape_.moving = first_[1];
    for (std::size_t i = 0; i < made_.size(); ++i) shape_.operation[i] = made_[i].operation;
    return true;
}

}  // namespace polhode
