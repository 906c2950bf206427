// Formulas of a body with an inside as one list of operations (polhode/ensemble/inside_shape.hpp). A literal is a value
// of its own wherever it stands, so that runs with other literals have the same list; what is computed twice from the
// same values is computed once.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "polhode/ensemble/inside_shape.hpp"
#include "polhode/input/expression.hpp"

namespace polhode {

class OperationList {
 public:
    // The places of literals and operations go to `shape`, whose literals_at is known.
    OperationList(ensemble::InsideShape& shape, std::vector<double>& literals) : shape_(shape), literals_(literals) {}

    // Literals are counted first, those of all formulas: results stand behind them.
    void count(const Expression& e);
    void count(double number) { literals_.push_back(number); }
    int counted() const { return static_cast<int>(literals_.size()); }

    // The value that a formula comes to, and that of a number; in the order in which they were counted. `matrix`: where
    // the variables r11 .. r33 are.
    int add(const Expression& e, int matrix = ensemble::value_of_matrix);
    int add_number() { return shape_.literals_at + next_literal_++; }
    // What follows is asked for at another state; the first operation of it, to be looked up after finish().
    void begin_part();
    // False where there is no room for so many. Operations of literals alone come first; the others stay in order.
    bool finish();
    // The first operation of a part, 0 being that of the motion, and the one behind the last.
    int first_of(int part) const { return first_[static_cast<std::size_t>(part)]; }
    int parts() const { return part_ + 1; }

 private:
    int first_result() const { return shape_.literals_at + counted(); }
    bool fixed(int value) const;
    int result(ensemble::FormulaCode code, int exponent, const int* in, int count);

    ensemble::InsideShape& shape_;
    std::vector<double>& literals_;
    using Key = std::tuple<int, int, int, int, int>;
    std::map<Key, int> known_;
    struct Made {
        ensemble::FormulaOperation operation;
        int part;
        bool fixed;
    };
    std::vector<Made> made_;
    std::vector<bool> fixed_;  // by result
    std::vector<int> first_;
    int next_literal_ = 0, part_ = 0;
};

}  // namespace polhode
