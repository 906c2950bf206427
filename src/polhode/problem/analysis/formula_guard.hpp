// What a formula may hide from a step. Step control looks at a few points, or at a series about one; a pulse that is 0
// to all digits there, and lies inside the step, is not seen. So before a step is believed, every formula is bounded
// over the whole of it: its Taylor coefficient of the order at which the method stops, with intervals for time and
// state (Moore, Kearfott and Cloud, Introduction to Interval Analysis, section 9.3: Lagrange's remainder in intervals),
// must be too small to matter. Where it is not, the step becomes shorter.
//
// Rows of a cubic table are looked at too: a step goes over at most two whole intervals of one, unless the rows beyond
// continue the polynomial it begins with.
#pragma once

#include <memory>
#include <vector>

#include "polhode/integrate/taylor.hpp"
#include "polhode/problem/problem.hpp"

namespace polhode {

// The motion during a step as polynomials in (t - begin)/scale, body axes; or, of degree 0 with room around it, a
// state.
struct StepPath {
    static constexpr int capacity = integrate::largest_taylor_order + 1;
    struct Number {
        double c[capacity] = {};
        double room = 0;  // it may be off by so much
    };
    double begin = 0, scale = 1;
    int degree = 0;
    Number w[3], axis[3][3], q[4];  // w_NB_B; world axis i seen in the body (row i of R_NB); q_NB
};

class FormulaGuard {
 public:
    // `end` of the run. Nothing is looked at where no formula or table is used.
    FormulaGuard(const Problem& problem, double end);
    ~FormulaGuard();
    FormulaGuard(FormulaGuard&&) noexcept;
    FormulaGuard& operator=(FormulaGuard&&) noexcept;

    bool idle() const;
    // Whether some formula looks at the state, so that StepPath must know it.
    bool needs_state() const;
    // What time alone decides does not switch inside.
    void segment(double begin, double end);

    // How much of a step of `length` along `path` may be taken by a method that is right for polynomials of degree
    // below `order`, expanded about the fraction `about` of the step (0: its begin, 0.5: its middle), when the rate may
    // be off by `tolerance` of itself or of a radian in the whole run. Where no length can be shown to be right, the
    // answer is `length`, and `certain` becomes false from then on.
    double allowed(const StepPath& path, double length, int order, double about, double tolerance);

    bool certain() const { return certain_; }
    // Whether some step came, by all that is known of its state, to a place where a formula switches by the state.
    bool corner_met() const { return corner_met_; }
    // What could not be bounded, in words for the summary; "" while all is certain.
    const std::string& caveat() const { return caveat_; }

 private:
    struct Parts;
    double bounded(const StepPath& path, double length, int order, double about, double tolerance);

    std::unique_ptr<Parts> parts_;
    double end_ = 0;
    bool certain_ = true, corner_met_ = false;
    std::string caveat_;
};

}  // namespace polhode
