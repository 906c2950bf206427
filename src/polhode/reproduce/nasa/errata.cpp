// TN D-5302: what is wrong in its text.
#include <fmt/format.h>

#include <cmath>

#include "polhode/reproduce/nasa/nasa.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode::nasa {

void errata(ReportPage& page, const NasaRuns& r) {
    // Equation 15 with its signs as printed and as they must be, on a true row of the benchmark.
    const KeptRow& row = r.exact->row_at(0.13);
    const Quaternion<double>& q = row.truth.q_NB;
    const Vec3<double>& w = row.truth.w_NB_B;
    const Quaternion<double> d = compose(q, Quaternion<double>{0, w[0] / 2, w[1] / 2, w[2] / 2});
    const auto equation_15 = [&](double sign) {
        return Vec3<double>{2 * (q.w * d.x - q.x * d.w + sign * (q.y * d.z - q.z * d.y)),
                            2 * (q.w * d.y - q.y * d.w + sign * (q.z * d.x - q.x * d.z)),
                            2 * (q.w * d.z - q.z * d.w + sign * (q.x * d.y - q.y * d.x))};
    };
    const auto vector = [](const Vec3<double>& v) {
        const auto tidy = [](double x) { return significant(std::fabs(x) < 1e-12 ? 0 : x, 4); };
        return "(" + tidy(v[0]) + ", " + tidy(v[1]) + ", " + tidy(v[2]) + ")";
    };
    const std::vector<double> attitude = r.quaternion.each(at_end(MeasureId::axes));
    page.table(
        {.caption = "What is wrong in the text, and what is right",
         .heads = {"Number", "Place", "Problem", "Right form", "Evidence"},
         .rows = {{"E1", "Equation 12", "products appear as sums in the scan", "2(e1 e2 + e0 e3) and so on",
                   "with products it gives the axes of equation 2"},
                  {"E2", "Equation 15", "as printed it gives components along the fixed axes",
                   "the last two terms of each line with the other sign",
                   fmt::format("benchmark, t = 0.13 cycle, B0 = 30°: as printed {} rad/s, corrected {}, true {}",
                               vector(equation_15(1)), vector(equation_15(-1)), vector(w))},
                  {"E3", "Equation 1", "the rate vector is written \"4\"", "rate vector = omega 3F", "equation 2"},
                  {"E4", "Equation 9", "q_{s}", "q_{3}", "equations 10 and 11"},
                  {"E5", "Equation 6", "principal value of the arctangent",
                   "two-argument arctangent, C unwrapped; for B0 < 90°", "C runs through a full turn each cycle"},
                  {"E6", "Equation 3", "the arcsine folds errors above 90° and includes the length error",
                   "both are offered: `axes` and `axes-unfolded`", "`polhode list measure`"},
                  {"E7", "Equation 27", "lines without absolute values", "|eps(t+h)| <= |eps(t)| is meant",
                   "the argument needs it"},
                  {"E8", "after equation 29; \"oscillatory boundary\"", "lines lost",
                   "w_{M}^2 is the sum of squares; the two relative changes of eps are about 2", "context"},
                  {"E9", "RK4 error orders", "\"h^4 per step, h^3 per cycle\"", "h^5 per step, h^4 per cycle",
                   fmt::format("slope {} (verdict 1)", significant(observed_slope(r.quaternion.values, attitude), 4))},
                  {"E10", "Equation 36, theory", "equation 42 bounds by 2 a term that |M eps| makes tiny",
                   "without it the report's model gives 4, not 8; 8 is right, by trial",
                   fmt::format("boundary {} at 160 steps a cycle", significant(r.boundaries.at("start")->back(), 6))},
                  {"E11", "Equation 33", "which derivative is held",
                   "that of the start of the current step; as printed (one step earlier) the limit is 8/3, with the "
                   "stage before 16",
                   fmt::format("boundaries {}, {}, {}", significant(r.boundaries.at("start")->back(), 5),
                               significant(r.boundaries.at("lag1")->back(), 5),
                               significant(r.boundaries.at("stage")->back(), 5))},
                  {"E12", "\"dividing by this norm\"", "the sum of squares is called norm", "divide by its square root",
                   fmt::format("then eps stays below {}",
                               significant(r.state_exact->largest(MeasureId::constraint), 2))},
                  {"E13", "Conclusion 8", "<= 8 there and < 8 in the text", "strictly less",
                   "at the limit a disturbance does not die out"},
                  {"E14", "below figure 8",
                   "\"both the attitude error rate and the constraint error are reduced\" against figure 6",
                   "the constraint error is the same, as conclusion 6 says", "verdict 13"}},
         .commands = {},
         .text = true});
}

}  // namespace polhode::nasa
