// Ganapathi 2005: the quaternion, its derivative and its length (verdicts 4 and 11).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/reproduce/ganapathi/ganapathi.hpp"

namespace polhode::ganapathi {

Claim quaternion_derivative_has_no_half(const GanapathiRuns& r) {
    const KeptRow& doubled = r.no_half->last();
    const Vector w_true{std::cos(3 * doubled.t), std::sin(3 * doubled.t), 1};
    const Vector wrong = in_world(doubled.q_NB, {2 * w_true[0], 2 * w_true[1], 8 * w_true[2]});
    double right = 0;
    for (const KeptRow& row : r.symmetric[6].rows)
        right = std::max(right, norm(row.L_N - r.symmetric[6].rows.front().L_N));
    const double off = norm(wrong - Vector{2, 0, 8});
    return {.number = "4",
            .text = "The derivative of the quaternion is the product of the world rate and the quaternion.",
            .quotation =
                "In order to integrate the orientation, the following formula giving the derivative of the quaternion "
                "as a function of orientation and angular velocity in the world frame is also required: Q' = [0 w] × Q",
            .place = "section 3.3",
            .verdict = off < 1e-3 ? Verdict::holds : Verdict::fails,
            .explanation = fmt::format(
                "It is half of that. Without the factor 1/2 the angular momentum of a free body, which must stand "
                "still at (2, 0, 8), is ({}, {}, {}) after one second. With it, it moves by {} in 3 s at dt = 0.01 s.",
                significant(wrong[0], 4), significant(wrong[1], 3), significant(wrong[2], 4), significant(right, 1)),
            .evidence = {{"change of momentum without 1/2", off}, {"with 1/2", right}},
            .command = r.no_half->command};
}

Claim dividing_by_its_length_keeps_the_quaternion_a_rotation(const GanapathiRuns& r) {
    double defect = 0;
    for (std::size_t i = 0; i < r.symmetric.size(); ++i)
        defect = std::max(defect, r.symmetric[i].largest(MeasureId::constraint));
    return {.number = "11",
            .text = "Dividing the quaternion by its length after every step keeps it a rotation.",
            .quotation =
                "It turns out that the correct way to deal with this problem is to simply re-normalize the quaternion "
                "so that it points in the same direction but has unit magnitude.",
            .place = "section 3.3",
            .verdict = defect < 1e-15 ? Verdict::holds : Verdict::fails,
            .explanation = fmt::format("| |Q|^2 - 1 | stays at or below {} in all runs.", significant(defect, 2)),
            .evidence = {{"largest | |Q|^2 - 1 |", defect}},
            .command = r.spiral->command};
}

}  // namespace polhode::ganapathi
