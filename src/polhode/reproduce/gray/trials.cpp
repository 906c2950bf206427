// Gray, Rubinoff, Sohon 1952: row 2 put right against row 3, many times by chance (verdicts 12 and 13).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/arithmetic/philox.hpp"
#include "polhode/constrain/gray.hpp"
#include "polhode/reproduce/gray/gray.hpp"

namespace polhode::gray {

namespace {

// The largest angle between the same row of two matrices at the end.
double rows_apart(const RunResult& a, const RunResult& b) {
    double largest = 0;
    for (std::size_t i = 0; i < 9; i += 3) {
        const std::vector<double>&x = a.last().state, &y = b.last().state;
        const Vector u{x.at(i), x.at(i + 1), x.at(i + 2)}, v{y.at(i), y.at(i + 1), y.at(i + 2)};
        largest = std::max(largest, std::atan2(norm(cross(u, v)), dot(u, v)));
    }
    return largest;
}

}  // namespace

Trials try_corrections() {
    Trials t;
    const RandomStream random{1952, 1};
    const GrayProcedure<double> together(M),
        length(M, GrayOrthogonalising::smallest_turn, GrayCorrections::length_first),
        direction(M, GrayOrthogonalising::smallest_turn, GrayCorrections::direction_first);
    unsigned long long n = 0;
    const auto vector = [&] {
        Vector v;
        for (int i = 0; i < 3; ++i) v[i] = random.normal(n++);
        return v;
    };
    for (int trial = 0; trial < t.number; ++trial) {
        const Vector a = vector(), b = vector();
        const Vector r3 = (M / norm(a)) * a, side = cross(r3, b);
        const Vector r2 = (M / norm(side)) * side + (t.size * M) * vector();
        const double eps1 = dot(r2, r2) / (M * M) - 1, eps2 = dot(r2, r3) / (M * M);
        const double smallest = M * std::fabs(eps2);
        t.farther = std::max(t.farther, norm(GrayProcedure<double>::with_one_replaced(r2, r3) - r2) / smallest);
        const Vector fixed = together.orthogonalised(r2, r3);
        const double turned = std::atan2(norm(cross(r2, fixed)), dot(r2, fixed)),
                     least = std::asin(std::fabs(dot(r2, r3)) / (norm(r2) * M));
        // below a hundredth of the errors put in, the ratio is that of two roundings
        if (least > t.size / 100) t.turn_excess = std::max(t.turn_excess, std::fabs(turned / least - 1));
        const double bound = M / 2 * std::fabs(eps2) * std::hypot(eps1, eps2);
        for (const GrayProcedure<double>* other : {&length, &direction}) {
            const double apart = norm(other->orthogonalised(r2, r3) - fixed);
            t.order_largest = std::max(t.order_largest, apart / M);
            if (bound > 1e-9) t.order_share = std::max(t.order_share, apart / bound);
        }
        if (std::fabs(eps1 * eps2) > 1e-8)
            t.residual_share = std::max(t.residual_share, std::fabs(dot(fixed, r3) / (M * M) / (-eps1 * eps2 / 2) - 1));
    }
    return t;
}

Claim method_1_turns_row_2_least(const GrayRuns& r) {
    const Trials& t = *r.trials;
    return {
        .number = "12",
        .text = "Method 1 turns row 2 through as small an angle as possible (section 5).",
        .quotation =
            "Let r_{2}' be turned through as small an angle as possible to make it perpendicular to r_{3}. [...] If "
            "the errors ε_{1} and ε_{2} are small, the corrections a and b will be small; then it will be sufficiently "
            "exact to neglect second degree terms in a, b, ε_{1}, ε_{2}.",
        .place = "section 5",
        .verdict = yes(t.turn_excess < 0.05),
        .explanation = fmt::format(
            "To first order it does: in {} trials with errors of about {} the angle was the smallest possible one "
            "within {} of itself. What is left of r2.r3/M^2 is -eps1 eps2/2, within {}. Method 2 moves row 2 up to {} "
            "times as far as needed; the limit is sqrt(3) = {}. It shows only where the errors are large: after one "
            "turn with forward Euler and 360 steps method 1 is off by {} rad, method 2 by {}; with RK4 they agree.",
            t.number, significant(t.size, 1), significant(t.turn_excess, 1), significant(t.residual_share, 1),
            significant(t.farther, 4), significant(std::sqrt(3.0), 4), significant(off(r.euler_order[1][2]), 3),
            significant(off(r.euler_order[2][2]), 3)),
        .evidence = {{"angle over the smallest, less 1", t.turn_excess},
                     {"method 2, displacement over the smallest", t.farther},
                     {"difference from -eps1 eps2/2", t.residual_share},
                     {"Euler, 360 steps, method 1, one turn", off(r.euler_order[1][2]), "rad"},
                     {"Euler, 360 steps, method 2, one turn", off(r.euler_order[2][2]), "rad"},
                     {"RK4, 90 steps, ten turns, method 1", off(*r.real_drift[1]), "rad"},
                     {"RK4, 90 steps, ten turns, method 2", off(*r.real_drift[2]), "rad"}},
        .command = r.euler_order[1][2].command};
}

Claim corrections_may_be_applied_in_either_order(const GrayRuns& r) {
    const Trials& t = *r.trials;
    return {.number = "13",
            .text =
                "To first order, the corrections of length and direction may be applied in either order or together "
                "(section 5).",
            .quotation =
                "The results obtained show that to the first order either correction may be applied first or they may "
                "both be applied together.",
            .place = "section 5",
            .verdict = yes(t.order_share < 1.05),
            .explanation =
                fmt::format("The results differ by (M/2) |eps2| sqrt(eps1^2 + eps2^2) at most, of second order: in the "
                            "{} trials by up to {:.2f} times this, and by no more than {} of M for errors of about {}. "
                            "With forward Euler and 360 steps the rows after one turn are {} rad from those corrected "
                            "together, with length first, and {} with direction first, while both are off by {} rad.",
                            t.number, t.order_share, significant(t.order_largest, 1), significant(t.size, 1),
                            significant(rows_apart(*r.orders[0], *r.orders[1]), 2),
                            significant(rows_apart(*r.orders[0], *r.orders[2]), 2), significant(off(*r.orders[0]), 3)),
            .evidence = {{"largest difference over the bound", t.order_share},
                         {"largest difference over M", t.order_largest},
                         {"length first from together, one turn", rows_apart(*r.orders[0], *r.orders[1]), "rad"},
                         {"direction first from together, one turn", rows_apart(*r.orders[0], *r.orders[2]), "rad"},
                         {"error, together, one turn", off(*r.orders[0]), "rad"}},
            .command = r.orders[1]->command};
}

}  // namespace polhode::gray
