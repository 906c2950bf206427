// The three expressions of a torque or a rate, one for each component. On a segment of time between two switches they
// are taken by the branches that hold there (formula_pieces.hpp). What is not finite is remembered with its values, so
// that a computation that breaks down can name it.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "polhode/arithmetic/series.hpp"
#include "polhode/arithmetic/vec.hpp"
#include "polhode/base/interval.hpp"
#include "polhode/input/expression.hpp"
#include "polhode/input/formula_pieces.hpp"
#include "polhode/problem/formulas/formula_fault.hpp"
#include "polhode/problem/formulas/formula_program.hpp"

namespace polhode {

class ThreeFormulas {
 public:
    using Array = std::array<Expression, 3>;
    // `components` of one vector, or three that have nothing to do with each other. The first `kept` of the values that
    // they are evaluated at stay as they are, for others that look at them too.
    ThreeFormulas(std::shared_ptr<const Array> formulas, bool components = true, int kept = 0)
        : all_(std::move(formulas)),
          now_(all_),
          program_(FormulaProgram::of(*all_, kept)),
          components_(components),
          kept_(kept) {
        for (const Expression& e : *all_) {
            const FormulaCorners c = corners_of(e);
            corners_.of_time |= c.of_time;
            corners_.of_state |= c.of_state;
        }
    }

    // As they were written, for any time.
    const Array& all() const { return *all_; }
    const Expression& operator[](int i) const { return (*now_)[static_cast<std::size_t>(i)]; }
    const FormulaCorners& corners() const { return corners_; }
    bool smooth() const { return !corners_.of_time && !corners_.of_state; }
    bool uses(int variable) const {
        return (*all_)[0].uses(variable) || (*all_)[1].uses(variable) || (*all_)[2].uses(variable);
    }

    // Nothing that the time alone decides switches inside (begin, end).
    void segment(double begin, double end) {
        if (!corners_.of_time) return;
        const double middle = 0.5 * (begin + end);
        now_ = std::make_shared<const Array>(
            Array{on_piece((*all_)[0], middle), on_piece((*all_)[1], middle), on_piece((*all_)[2], middle)});
        program_ = FormulaProgram::of(*now_, kept_);
    }
    // Times in (0, end) at which they switch; false where these are too many (find_switches).
    bool switching_times(double end, std::vector<double>& times) const {
        bool all = true;
        if (corners_.of_time)
            for (const Expression& e : *all_) all = find_switches(e, end, times) && all;
        return all;
    }

    // Float and double go through the program; other numbers (series, counted ones) through the tapes, operation by
    // operation as the formula was written.
    template <class T>
    static constexpr bool is_plain = std::is_same_v<T, double> || std::is_same_v<T, float>;

    // Where they are evaluated often: the variables, and behind them room for the program.
    template <class T, int variables>
    using Values = std::array<T, is_plain<T> ? static_cast<std::size_t>(FormulaProgram::capacity) : variables>;
    // Readies them for any number of evaluations, up to the next segment.
    template <class T, std::size_t size>
    void prepare(std::array<T, size>& values) const {
        if constexpr (is_plain<T>)
            if (program_) program_->load(values.data());
    }
    template <class T, std::size_t size>
    Vec3<T> operator()(std::array<T, size>& values, const std::vector<std::string>& names) const {
        prepare(values);
        return prepared(values, names);
    }
    template <class T, std::size_t size>
    Vec3<T> prepared(std::array<T, size>& values, const std::vector<std::string>& names) const {
        if constexpr (is_plain<T>) {
            static_assert(size == FormulaProgram::capacity);
            if (program_) {
                program_->run(values.data());
                // one by one, so that they need not lie in memory: what was stored by numbers and is loaded as a
                // vector has to wait
                const auto result = [&](std::size_t i) {
                    const T value = values[static_cast<std::size_t>(program_->results()[i])];
                    if (!all_finite(value)) remember(static_cast<int>(i), T(value), values.data(), names);
                    return value;
                };
                const T x = result(0), y = result(1), z = result(2);
                return {x, y, z};
            }
        }
        return (*this)(static_cast<const T*>(values.data()), names);
    }
    template <class T>
    Vec3<T> operator()(const T* values, const std::vector<std::string>& names) const {
        Vec3<T> r;
        for (int i = 0; i < 3; ++i) {
            r[i] = (*this)[i](values);
            if constexpr (!std::is_same_v<T, Series<Interval>>)
                if (!all_finite(r[i])) remember(i, r[i], values, names);
        }
        return r;
    }

 private:
    // The number in double, whatever it is made of: a series, two words, a counted one.
    template <class T>
    static double in_double(const T& a) {
        if constexpr (requires { a.degree; })
            return in_double(a.c[0]);
        else if constexpr (requires { a.hi; })
            return a.hi + a.lo;
        else if constexpr (requires { a.value(); })
            return a.value();
        else
            return static_cast<double>(a);
    }
    template <class T>
    static bool all_finite(const T& a) {
        if constexpr (requires { a.degree; }) {
            for (int k = 0; k <= a.degree; ++k)
                if (!is_finite(in_double(a.c[k]))) return false;
            return true;
        } else {
            return is_finite(in_double(a));
        }
    }
    template <class T>
    [[gnu::noinline]] void remember(int i, const T& result, const T* values,
                                    const std::vector<std::string>& names) const {
        FormulaFault fault{(*all_)[static_cast<std::size_t>(i)].text(),
                           components_ ? i : -1,
                           in_double(values[0]),
                           in_double(result),
                           {}};
        for (std::size_t n = 0; n < names.size(); ++n)
            if ((*all_)[static_cast<std::size_t>(i)].uses(static_cast<int>(n)))
                fault.values.emplace_back(names[n], in_double(values[n]));
        remember_formula_fault(std::move(fault));
    }

    std::shared_ptr<const Array> all_, now_;
    std::shared_ptr<const FormulaProgram> program_;  // of `now_`
    FormulaCorners corners_;
    bool components_;
    int kept_;
};

}  // namespace polhode
