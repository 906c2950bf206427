// Robinson 1958: what multipliers that lag do to the length and the attitude (verdicts 4 to 8).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/reproduce/robinson/robinson.hpp"

namespace polhode::robinson {

namespace {

constexpr double T = 0.02, Q = 0.5;  // s, rad/s: the lag of the multipliers and the rate of the runs

// ln(length) = a + growth t + what is left, from one second on.
struct LengthGrowth {
    double growth, ripple;
};
LengthGrowth growth_of(const RunResult& run, int circuit) {
    double n = 0, st = 0, sy = 0, stt = 0, sty = 0;
    const auto length = length_of(circuit);
    for (const KeptRow& row : run.rows)
        if (row.t >= 1) {
            const double y = std::log(length(row));
            n += 1;
            st += row.t;
            sy += y;
            stt += row.t * row.t;
            sty += row.t * y;
        }
    const double slope = (n * sty - st * sy) / (n * stt - st * st), start = (sy - slope * st) / n;
    double ripple = 0;
    for (const KeptRow& row : run.rows)
        if (row.t >= 1) ripple = std::max(ripple, std::fabs(std::log(length(row)) - start - slope * row.t));
    return {slope, ripple};
}

}  // namespace

Claim lag_makes_the_length_grow_exponentially(const RobinsonRuns& r) {
    const LengthGrowth cosines = growth_of(*r.lag_free[1], 1);
    return {
        .number = "4",
        .text = "Multipliers that lag make the length grow as exp(T Q^2 t).",
        .quotation =
            "l = e^{-τQ^2t} (1 - τQ sin 2Qt) [...] If τ is negative (corresponding to lag), then the length will "
            "diverge.",
        .place = "section VI A, equation 91",
        .verdict = std::fabs(cosines.growth / (T * Q * Q) - 1) < 0.01 ? Verdict::holds : Verdict::fails,
        .explanation = fmt::format(
            "With a lag T of 20 ms, at 0.5 rad/s and without correction, the cosines grow by {} a second; T Q^2 is {}.",
            significant(cosines.growth, 5), significant(T * Q * Q, 3)),
        .evidence = {{"growth", cosines.growth, "1/s"}, {"T Q^2", T * Q * Q, "1/s"}},
        .command = r.lag_free[1]->command};
}

Claim lag_makes_the_length_ripple(const RobinsonRuns& r) {
    const LengthGrowth cosines = growth_of(*r.lag_free[1], 1);
    const double share = cosines.ripple / (T * Q);
    return {.number = "5",
            .text = "On top of it the length ripples: an oscillatory error of peak T Q, as sin 2Qt (eqs. 90, 91).",
            .quotation = "The term τQ sin 2Qt represents an oscillatory error of peak magnitude τQ.",
            .place = "section VI A, after equation 91",
            .verdict = share < 0.05 ? Verdict::fails : Verdict::holds,
            .explanation = fmt::format(
                "There is none: once the exponential is taken off, {} remains where {} is predicted. The report writes "
                "the lag as 1 + tau s, and a sign in its solution is wrong: with sin Qt + tau Q cos Qt in place of "
                "minus (eq. 90) the length is exp(-tau Q^2 t) sqrt(1 + tau^2 Q^2), without ripple.",
                significant(cosines.ripple, 2), significant(T * Q, 2)),
            .evidence = {{"ripple found", cosines.ripple}, {"predicted", T * Q}, {"ratio", share}},
            .command = r.lag_free[1]->command};
}

Claim phase_lag_must_stay_below_a_milliradian(const RobinsonRuns& r) {
    const std::vector<double> left =
        r.lag_gains.each([](const RunResult& run) { return vector_length(run.last()) - 1; });
    const double slope = observed_slope(r.lag_gains.values, left);
    return {.number = "6",
            .text =
                "For 0.1 per cent the phase lag T Q must stay below a milliradian, 0.06 degrees; the correction cannot "
                "help, because of the ripple.",
            .quotation =
                "Therefore, it will probably not be possible to get the correction gain high enough to cut down this "
                "oscillatory error term. The only way to keep it small will be to keep τQ small. [...] For the example "
                "given, the phase lag at the frequency of oscillation should be less than one milliradian, or about "
                "0.06 degrees.",
            .place = "section VI A, after equation 91",
            .verdict = left.back() < 1e-3 && slope < -0.8 ? Verdict::fails : Verdict::holds,
            .explanation = fmt::format(
                "The demand rests on the ripple that is not there. At ten times that lag, T Q = 0.01, the correction "
                "holds the length to {} with k1 = 1 and to {} with k1 = 8: it goes as k1^{{{}}}. The attitude is off "
                "by {}° after ten revolutions and stays there. Without any correction a milliradian would not be "
                "enough: exp(T Q^2 t) then gives 6 per cent in ten revolutions.",
                significant(left[1], 3), significant(left[4], 3), significant(slope, 3),
                significant(r.lag_gains[1].end(MeasureId::geodesic) / degree, 2)),

            .evidence = {{"length error, k1 = 1", left[1]},
                         {"length error, k1 = 8", left[4]},
                         {"power of k1", slope},
                         {"attitude error, k1 = 1", r.lag_gains[1].end(MeasureId::geodesic) / degree, "deg"}},
            .command = r.lag_gains.loop};
}

Claim bandpass_of_the_quaternion_is_half_as_severe(const RobinsonRuns& r) {
    const LengthGrowth cosines = growth_of(*r.lag_free[1], 1), quaternion = growth_of(*r.lag_free[0], 0);
    const double ratio = cosines.growth / quaternion.growth;
    return {.number = "7",
            .text = "The bandpass requirement of the quaternion is only half as severe.",
            .quotation =
                "The bandpass requirement of this method is only one half as severe as that for direction cosines. "
                "[...] Consequently, for a given accuracy, twice as much phase shift may be allowed.",
            .place = "section VI B",
            .verdict = ratio > 1.9 ? Verdict::with_condition : Verdict::fails,
            .explanation = fmt::format("Its voltages oscillate at half the rate. With the same lag the length grows at "
                                       "{} of the cosines' rate; so for the same growth the lag may be four times as "
                                       "long, and its phase at the frequency of the voltages twice as large.",
                                       significant(1 / ratio, 4)),
            .condition =
                "the requirement is one on phase shift at the frequency at which the multiplier works; one on the lag "
                "itself, or the bandwidth, is a quarter as severe",
            .evidence = {{"growth, cosines over quaternion", ratio},
                         {"growth of the quaternion", quaternion.growth, "1/s"}},
            .command = r.lag_free[0]->command};
}

Claim phase_lag_is_not_the_cause_of_the_bias(const RobinsonRuns& r) {
    const double on5 = r.lag_on[0]->end(MeasureId::geodesic) / degree,
                 on10 = r.lag_on[1]->end(MeasureId::geodesic) / degree,
                 off5 = r.lag_off[0]->end(MeasureId::geodesic) / degree,
                 off10 = r.lag_off[1]->end(MeasureId::geodesic) / degree;
    const double explaining = r.lag_corrected[2].end(MeasureId::geodesic) / degree;
    return {
        .number = "8",
        .text =
            "A phase lag cannot be the cause of the bias: it would be nearly constant in time, and would have to be "
            "about 0.1 radian where 0.6 milliradian was measured.",
        .quotation =
            "If it had been a phase lag effect, it would have been more nearly constant with time. Furthermore, the "
            "phase lag of a multiplier was measured directly at this frequency, and was found to be about 0.6 "
            "milliradians. The phase shift required to explain this bias would be more in the order of 0.1 radians.",
        .place = "section VII B",
        .verdict = std::fabs(on10 / on5 - 1) < 0.01 && std::fabs(off10 / off5 - 2) < 0.1 ? Verdict::with_condition
                                                                                         : Verdict::fails,
        .explanation =
            fmt::format("With the correction on the lagging shaft a lag of 20 ms leaves {}° after five revolutions and "
                        "{}° after ten: constant, and no lag could explain degrees. With the correction products off "
                        "the shaft it is {}° and {}°: proportional to time, and {}° takes a lag of 0.05 radian (100 "
                        "ms). Either way 0.6 milliradian is nothing.",
                        significant(on5, 3), significant(on10, 3), significant(off5, 3), significant(off10, 3),
                        significant(explaining, 3)),
        .condition = "constant in time only if the correction products take their factor from the lagging shaft",
        .evidence = {{"on the shaft, ten over five revolutions", on10 / on5},
                     {"off the shaft, ten over five revolutions", off10 / off5},
                     {"cosines off the shaft, 0.05 rad", explaining, "deg"}},
        .command = r.lag_on[1]->command};
}

void figure_of_lag(ReportPage& page, const RobinsonRuns& r) {
    FigureCurve printed{.name = "as printed (eq. 91)", .x = {}, .y = {}, .style = Style::dashes};
    FigureCurve emulated = r.lag_free[1]->over_time("emulated", vector_length, Style::line);
    const auto first =
        static_cast<std::size_t>(std::upper_bound(emulated.x.begin(), emulated.x.end(), 25.0) - emulated.x.begin());
    emulated.x.resize(first);
    emulated.y.resize(first);
    for (const double t : emulated.x) {
        // the report's tau is -T: a lag
        printed.x.push_back(t);
        printed.y.push_back(std::exp(0.02 * 0.25 * t) * (1 - 0.02 * 0.5 * std::sin(t)));
    }
    page.figure({.name = "lag",
                 .title = "What a lagging multiplier does to the length",
                 .caption = "Direction cosines, Q = 0.5 rad/s, lag 20 ms, no correction. The printed ripple comes from "
                            "one wrong sign; the growth is right.",
                 .description = "A smooth exponential, and the printed formula that swings about it by one per cent.",
                 .panels = {{.x = {"t, s", "t_s"}, .y = {"length of i", "length"}, .curves = {emulated, printed}}},
                 .commands = {r.lag_free[1]->command}});
}

}  // namespace polhode::robinson
