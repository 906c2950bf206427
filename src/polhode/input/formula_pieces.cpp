#include "polhode/input/formula_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "polhode/arithmetic/series.hpp"
#include "polhode/base/interval.hpp"
#include "polhode/input/formula_branches.hpp"

namespace polhode {

namespace {

using Op = Expression::Op;
using Instruction = Expression::Instruction;
using Tape = std::vector<Instruction>;

// A value on the stack: where its instructions begin, and the variables they use.
struct Node {
    std::size_t begin = 0;
    std::uint64_t uses = 0;

    bool constant() const { return uses == 0; }
    bool of_time() const { return uses == 1; }
};

// Walks along a tape with the stack of nodes; `look(k, operands)` sees each instruction before it is done.
template <class Look>
void walk(const Tape& tape, Look&& look) {
    std::vector<Node> stack;
    for (std::size_t k = 0; k < tape.size(); ++k) {
        const auto taken = static_cast<std::size_t>(Expression::arguments_of(tape[k].op));
        Node* const operands = stack.data() + (stack.size() - taken);
        look(k, operands);
        Node result{taken > 0 ? operands[0].begin : k, 0};
        if (tape[k].op == Op::variable) result.uses = std::uint64_t{1} << tape[k].index;
        for (std::size_t i = 0; i < taken; ++i) result.uses |= operands[i].uses;
        stack.resize(stack.size() - taken);
        stack.push_back(result);
    }
}

// What decides instruction k: one part, or the difference of two. A choice has no switch of its own: its condition
// changes only where a comparison in it does (a condition that is smooth is 0 at single points, which weigh nothing).
Node decider(Op op, const Node* operands) {
    Node d = operands[0];
    if (op == Op::choose) return d;
    if (Expression::arguments_of(op) == 2) d.uses |= operands[1].uses;
    return d;
}
Expression deciding_part(const Tape& tape, std::size_t k, const Node* operands) {
    const auto at = [&](std::size_t i) { return tape.begin() + static_cast<std::ptrdiff_t>(i); };
    const bool two = Expression::arguments_of(tape[k].op) == 2;
    const std::size_t end = tape[k].op == Op::choose ? operands[1].begin : k;
    Tape part(at(operands[0].begin), at(end));
    if (two) part.push_back({Op::subtract, 0, 0});
    return {"", std::move(part)};
}

// Finds where a smooth function of time crosses 0, or any whole number, by bisection: an interval that holds no
// crossing is left, one on which the function rises or falls throughout is searched, others are halved.
class Crossings {
 public:
    Crossings(double end, std::vector<double>& found) : narrowest_(1e-13 * end), found_(found) {}

    bool search(const Expression& g, bool every_whole_number, double a, double b) {
        g_ = &g;
        whole_numbers_ = every_whole_number;
        return halve(a, b);
    }

 private:
    bool halve(double a, double b) {
        if (--evaluations_left_ < 0) return false;
        Series<Interval>::order = 1;
        Series<Interval> t(Interval(a, b));
        t.grow(1) = Interval(1.0);
        const Series<Interval> g = (*g_)(&t);
        if (!crosses(g.c[0])) return true;
        const double middle = 0.5 * (a + b);
        const bool turns = g.at(1).holds(0);
        if (!turns || !(b - a > narrowest_) || !(a < middle && middle < b)) return between(a, b);
        return halve(a, middle) && halve(middle, b);
    }
    bool crosses(const Interval& values) const {
        if (!whole_numbers_) return values.holds(0);
        return !(std::ceil(values.lo) > values.hi);
    }
    double value(double t) const { return (*g_)(&t); }

    // Crossings between two times between which the function rises or falls (or which are too close to be told apart).
    bool between(double a, double b) {
        const double at_a = value(a), at_b = value(b);
        if (!std::isfinite(at_a) || !std::isfinite(at_b)) return true;
        const double low = std::min(at_a, at_b), high = std::max(at_a, at_b);
        if (!whole_numbers_) {
            if (low <= 0 && 0 <= high) add_crossing(a, b, at_a, 0);
            return found_.size() <= most_switches;
        }
        if (high - low > static_cast<double>(most_switches)) return false;
        for (double level = std::ceil(low); level <= high; ++level) add_crossing(a, b, at_a, level);
        return found_.size() <= most_switches;
    }
    // What is on the level at its begin was there before, and is found by those who end there.
    void add_crossing(double a, double b, double at_a, double level) {
        if (at_a != level) found_.push_back(crossing(a, b, at_a, level));
    }
    double crossing(double a, double b, double at_a, double level) const {
        const bool rising = at_a < level;
        for (;;) {
            const double middle = 0.5 * (a + b);
            if (!(a < middle && middle < b)) return rising ? b : a;
            if ((value(middle) < level) == rising)
                a = middle;
            else
                b = middle;
        }
    }

    double narrowest_;
    std::vector<double>& found_;
    const Expression* g_ = nullptr;
    bool whole_numbers_ = false;
    long evaluations_left_ = 400000;
};

void tidy(std::vector<double>& times, double end) {
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    std::erase_if(times, [&](double t) { return !(t > 0 && t < end); });
}

}  // namespace

FormulaCorners corners_of(const Expression& formula) {
    FormulaCorners corners;
    walk(formula.tape(), [&](std::size_t k, const Node* operands) {
        if (!Expression::switches(formula.tape()[k].op)) return;
        const Node d = decider(formula.tape()[k].op, operands);
        corners.of_time |= d.of_time();
        corners.of_state |= !d.of_time() && !d.constant();
    });
    return corners;
}

bool find_switches(const Expression& formula, double end, std::vector<double>& times) {
    std::vector<double> own;
    Crossings crossings(end, own);
    bool all = true;
    // Inner switches come first on the tape, so that between those found so far the deciding part is smooth.
    walk(formula.tape(), [&](std::size_t k, const Node* operands) {
        const Op op = formula.tape()[k].op;
        if (!all || !Expression::switches(op) || op == Op::choose || !decider(op, operands).of_time()) return;
        const Expression g = deciding_part(formula.tape(), k, operands);
        tidy(own, end);
        std::vector<double> ends = own;
        ends.push_back(end);
        double begin = 0;
        for (const double piece_end : ends) {
            all = all && crossings.search(on_piece(g, 0.5 * (begin + piece_end)), op == Op::floor, begin, piece_end);
            begin = piece_end;
        }
    });
    if (!all) return false;
    tidy(own, end);
    times.insert(times.end(), own.begin(), own.end());
    return true;
}

namespace {

// The number that a comparison, a sign or a whole part has where its deciding part is g; none of other nodes.
std::optional<double> decided_number(Op op, double g) {
    switch (op) {
        case Op::less:
            return g < 0;
        case Op::less_equal:
            return g <= 0;
        case Op::greater:
            return g > 0;
        case Op::greater_equal:
            return g >= 0;
        case Op::equal:
            return g == 0;
        case Op::not_equal:
            return g != 0;
        case Op::sign:
            return g < 0 ? -1 : g > 0 ? 1 : 0;
        case Op::floor:
            return std::floor(g);
        default:
            return std::nullopt;
    }
}

}  // namespace

namespace {

// Every switch whose deciding number `decide(k, operands, condition)` knows is replaced by its branch. `condition`:
// that of a choice as it is after what stands in it was replaced.
template <class Decide>
Expression with_switches_replaced(const Expression& formula, Decide&& decide) {
    const Tape& tape = formula.tape();
    Tape out;
    // each node: where it begins on the old tape and on the new one
    struct Both {
        std::size_t old_begin, new_begin;
        std::uint64_t uses;
    };
    std::vector<Both> stack;
    const auto cut = [&](std::size_t n) { out.resize(n); };
    for (std::size_t k = 0; k < tape.size(); ++k) {
        const Op op = tape[k].op;
        const auto taken = static_cast<std::size_t>(Expression::arguments_of(op));
        const std::size_t first = stack.size() - taken;
        Both result{taken > 0 ? stack[first].old_begin : k, taken > 0 ? stack[first].new_begin : out.size(), 0};
        if (op == Op::variable) result.uses = std::uint64_t{1} << tape[k].index;
        for (std::size_t i = first; i < stack.size(); ++i) result.uses |= stack[i].uses;
        Node operands[3];
        for (std::size_t i = 0; i < taken; ++i) operands[i] = {stack[first + i].old_begin, stack[first + i].uses};
        const auto part_of_new = [&](std::size_t from, std::size_t to) {
            return Tape(out.begin() + static_cast<std::ptrdiff_t>(from), out.begin() + static_cast<std::ptrdiff_t>(to));
        };
        std::optional<double> known;
        if (Expression::switches(op))
            known = decide(k, operands,
                           op == Op::choose ? part_of_new(stack[first].new_begin, stack[first + 1].new_begin) : Tape{});
        const bool decided = known.has_value();
        const double g = known.value_or(0);
        // keeps operand i alone
        const auto keep = [&](std::size_t i) {
            const std::size_t from = stack[first + i].new_begin,
                              to = i + 1 < taken ? stack[first + i + 1].new_begin : out.size();
            const Tape kept = part_of_new(from, to);
            cut(result.new_begin);
            out.insert(out.end(), kept.begin(), kept.end());
        };
        if (!decided) {
            out.push_back(tape[k]);
        } else if (const std::optional<double> value = decided_number(op, g)) {
            cut(result.new_begin);
            out.push_back({Op::number, 0, *value});
        } else {
            switch (op) {
                case Op::abs:
                    if (g < 0) out.push_back({Op::negate, 0, 0});
                    break;
                case Op::min:
                    keep(g <= 0 ? 0 : 1);
                    break;
                case Op::max:
                    keep(g >= 0 ? 0 : 1);
                    break;
                case Op::choose:
                    keep(g == 0 ? 2 : 1);
                    break;
                default:
                    break;
            }
        }
        stack.resize(first);
        stack.push_back(result);
    }
    return {formula.text(), std::move(out)};
}

}  // namespace

Expression on_piece(const Expression& formula, double inside) {
    return with_switches_replaced(formula,
                                  [&](std::size_t k, const Node* operands, const Tape&) -> std::optional<double> {
                                      if (!decider(formula.tape()[k].op, operands).of_time()) return {};
                                      return deciding_part(formula.tape(), k, operands)(&inside);
                                  });
}

Expression on_branches(const Expression& formula, const double* deciding) {
    return with_switches_replaced(
        formula, [&](std::size_t k, const Node* operands, const Tape& condition) -> std::optional<double> {
            const Op op = formula.tape()[k].op;
            const Node d = decider(op, operands);
            if (d.constant() || d.of_time()) return {};
            if (op != Op::choose) return *deciding++;
            // what is left of a condition of comparisons is a number
            const Expression left("", condition);
            return left.constant() ? std::optional<double>(left(static_cast<const double*>(nullptr))) : std::nullopt;
        });
}

void add_corners_of_state(const Expression& formula, std::vector<Corner>& corners) {
    walk(formula.tape(), [&](std::size_t k, const Node* operands) {
        const Op op = formula.tape()[k].op;
        if (!Expression::switches(op) || op == Op::choose) return;
        const Node d = decider(op, operands);
        if (!d.constant() && !d.of_time())
            corners.push_back({deciding_part(formula.tape(), k, operands), op == Op::floor});
    });
}

std::optional<double> nearest_corner(const Expression& formula, const double* variables) {
    std::vector<Corner> corners;
    add_corners_of_state(formula, corners);
    std::optional<double> nearest;
    for (const Corner& corner : corners) {
        const double g = corner.part(variables), distance = std::fabs(corner.whole_numbers ? g - std::round(g) : g);
        if (!nearest || distance < *nearest) nearest = distance;
    }
    return nearest;
}

}  // namespace polhode
