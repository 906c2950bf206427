// GyroSoft 2015, what the text prints: its equations and data, method B, and the errata.
#include <fmt/format.h>

#include <cmath>

#include "polhode/reproduce/gyrosoft/gyrosoft.hpp"

namespace polhode::gyrosoft {

namespace {

double largest_deg(const RunResult& run, MeasureId id) { return run.largest(id) / degree; }

}  // namespace

Claim small_rotation_vectors_can_be_added(const GyrosoftRuns& r) {
    const double apart_soon = at_deg(*r.summed, 0.01), apart_later = at_deg(*r.summed, 0.05),
                 apart_end = end_deg(*r.summed), printed = at_deg(*r.summed_printed, 0.01),
                 plain = largest_deg(*r.not_summed, MeasureId::geodesic);
    return {.number = "7",
            .text =
                "When all rotation vectors are small, one rotation by their sum can stand for the product of the "
                "rotations, and is cheaper (equation 14).",
            .quotation =
                "若我們再用上轉動矩陣相乘即等於轉動向量相加的事實 [1],上式也可寫成 [...] 不過要注意,只有 CK "
                "內包含的所有轉動向量都是要微小轉動向量此條公式才會成立。 [...] "
                "用此公式的好處是,矩陣的相乘轉換成了矩陣的相加,在速度及記憶體的佔用上此近似會有優勢。",
            .place = "part II, equation 14",
            .verdict = apart_end < 2 * plain ? Verdict::holds : Verdict::fails,
            .explanation = fmt::format(
                "Rotations do not add, however small each is: what counts is the angle of the whole. With the start "
                "vector in the sum, as printed, the attitude is off by {} after 0.01 s; without it by {} after 0.01 s, "
                "{} after 0.05 s and {} after 0.5 s. The product of the same rotations stays within {}.",
                deg(printed, 2), deg(apart_soon, 2), deg(apart_later, 2), deg(apart_end, 2), deg(plain, 2)),
            .evidence = {{"as printed, 0.01 s", printed, "deg"},
                         {"start apart, 0.01 s", apart_soon, "deg"},
                         {"start apart, 0.05 s", apart_later, "deg"},
                         {"start apart, 0.5 s", apart_end, "deg"},
                         {"product, largest", plain, "deg"}},
            .command = r.summed->command};
}

Claim third_euler_equation_has_the_printed_sign(const GyrosoftRuns& r) {
    // the third of Euler's equations, where it says most
    const std::vector<KeptRow>& rows = r.asymmetric_rows->rows;
    const Vector moments = r.asymmetric_rows->scenario->problem.body->principal_moments;
    std::size_t best = 1;
    const auto product = [&](std::size_t i) { return rows[i].truth.w_NB_B[0] * rows[i].truth.w_NB_B[1]; };
    for (std::size_t i = 1; i + 1 < rows.size(); ++i)
        if (std::fabs(product(i)) > std::fabs(product(best))) best = i;
    const double slope = (rows[best + 1].truth.w_NB_B[2] - rows[best - 1].truth.w_NB_B[2]) /
                         (rows[best + 1].t - rows[best - 1].t),
                 as_printed = -(moments[0] - moments[1]) * product(best) / moments[2],
                 corrected = -(moments[1] - moments[0]) * product(best) / moments[2];
    return {.number = "8",
            .text = "The third of Euler's equations is Gz = Iz wz' + (Ix - Iy) wx wy (equation 18).",
            .quotation = "Γ_{z}(t) = I_{z}ω_{z}' + (I_{x} - I_{y})ω_{x}ω_{y}",
            .place = "part II, equation 18",
            .verdict = std::fabs(slope - as_printed) < std::fabs(slope - corrected) ? Verdict::holds : Verdict::fails,
            .explanation =
                fmt::format("The sign is wrong: it is (Iy - Ix) wx wy. On a body with three different moments (no "
                            "torque about z) wz' is {} rad/s^2 at t = {} s; the right equation gives {}, the printed "
                            "one {}. Where Ix = Iy, as in all runs of the document, the term is zero.",
                            significant(slope, 4), significant(rows[best].t, 3), significant(corrected, 4),
                            significant(as_printed, 4)),
            .evidence = {{"wz' of the motion", slope, "rad/s^2"},
                         {"corrected equation", corrected, "rad/s^2"},
                         {"as printed", as_printed, "rad/s^2"}},
            .command = r.asymmetric_rows->command};
}

Claim method_a_works_for_any_body(const GyrosoftRuns& r) {
    const std::vector<double> errors = r.asymmetric.each(at_end(MeasureId::geodesic));
    const double order = observed_slope(r.asymmetric.values, errors);
    return {
        .number = "9",
        .text = "Method A works for any rigid body, also with three different moments.",
        .quotation = "也因此這裡描述的方法是具有任意一般性的,可以應用在任何的剛體轉動,包括 asymmetric rotor 的情況。",
        .place = "part II, after equation 19",
        .verdict = order > 0.7 && errors.back() < 0.01 ? Verdict::holds : Verdict::fails,
        .explanation = fmt::format("With moments 5.769, 5.0 and 0.9375 times 10^{{-4}} the error after 0.5 s is {} at "
                                   "2000 Hz and goes as the power {} of the step.",
                                   deg(errors[2] / degree, 2), significant(order, 2)),
        .evidence = {{"error at 2000 Hz", errors[2] / degree, "deg"}, {"power of the step", order}},
        .command = r.asymmetric.loop};
}

Claim default_gyroscope_has_the_printed_moment(const GyrosoftRuns& r) {
    const Vector of_parts = r.parts->scenario->problem.body->principal_moments;
    return {
        .number = "10",
        .text = "The default gyroscope has Ix = Iy = 5.76875 × 10^{-4} kg m^2.",
        .quotation =
            "Iy = 0.0005768750000000001 [...] 0.25*M*R**2 + 1/12*M*L**2 +M*arm**2 + "
            "counter_weight*counter_weight_location_from_origin**2",
        .place = "description of the program",
        .verdict = std::fabs(of_parts[0] - I1) < 1e-8 ? Verdict::holds : Verdict::fails,
        .explanation = fmt::format("Its parts give {} kg m^2. The term M L^2/12 = 6.25 × 10^{{-7}} is missing: in the "
                                   "author's language 1/12 was an integer division and gave zero. The largest tilt of "
                                   "the cusp becomes {} in place of {}. The printed value is used here, to reproduce.",
                                   significant(of_parts[0], 6), deg(range_of(*r.parts, tilt).high, 7),
                                   deg(range_of(*r.traces[cusp], tilt).high, 7)),
        .evidence = {{"moment from the parts", of_parts[0], "kg m^2"},
                     {"as printed", I1, "kg m^2"},
                     {"largest tilt from the parts", range_of(*r.parts, tilt).high, "deg"}},
        .command = r.parts->command};
}

Claim counterweight_describes_the_real_instrument(const GyrosoftRuns& r) {
    const TopMotion light = motion_of(*r.parts), heavy = motion_of(*r.parts_weight, (0.3 * 0.01 - 0.05 * 0.1) * 9.8);
    return {.number = "11",
            .text =
                "Adding a counterweight that does not spin to the moments of inertia describes the real instrument "
                "(case 3).",
            .quotation = "我們必須加入一個 counter weight 來描述這部分的質量的運動,這樣才能正確描述真實的運動。",
            .place = "case 3",
            .verdict = light.mean_precession * heavy.mean_precession > 0 ? Verdict::holds : Verdict::fails,
            .explanation = fmt::format(
                "Its weight was left out, and it is the larger part: 0.05 kg at 0.1 m has the moment 0.049 N m, the "
                "disk 0.0294. With its weight, on the other side of the pivot, the gyroscope precesses the other way: "
                "{} in place of {} rad/s. On the same side the moment would be 2.7 times that of the disk alone.",
                significant(heavy.mean_precession, 4), significant(light.mean_precession, 4)),
            .evidence = {{"mean precession with the weight", heavy.mean_precession, "rad/s"},
                         {"without", light.mean_precession, "rad/s"},
                         {"last row with the weight", precession(r.parts_weight->last()), "rad/s"}},
            .command = r.parts_weight->command};
}

Claim method_b_is_the_right_answer(const GyrosoftRuns& r) {
    const double right = largest_deg(*r.b_right, MeasureId::geodesic),
                 wrong = angle_full(r.as_run[circle].B->row_at(1).q_NB, r.right[circle].B->row_at(1).q_NB),
                 nods = range_of(*r.tilted_as_run.B, tilt).high - range_of(*r.tilted_as_run.B, tilt).low;
    return {.number = "12",
            .text =
                "Method B, the equations of the Euler angles under a solver that controls its error, is the right "
                "answer against which A and C are judged.",
            .quotation =
                "B 方法由於是採用 python 的 ode solver,此 solver 有確保其解有收斂 (我們也可以調整 samplerate 來觀察 B "
                "法結果確實不會有變化),因此這邊我們將 B 法視為正確解,我們將觀察 A 與 C 法給出的 (1,1,1) 向量跟 B "
                "法的差別。",
            .place = "case 4",
            .verdict = right < 1e-3 && wrong > 10 ? Verdict::with_condition : Verdict::fails,
            .explanation = fmt::format(
                "The equations are right, and with the spin constant w3 they follow the circle to {} for 20 s. But the "
                "author's B was given psidot, which differs from w3 by phidot cos(tilt): it is {} off after 1 s, and "
                "its circle at 55° nods by {}, where a circle must not nod at all.",
                deg(right, 1), deg(wrong, 4), deg(nods, 2)),
            .condition =
                "the constant given to it is w3 = psidot + phidot cos(tilt), as it was in cusp and loop and at 90°, "
                "where the two agree, and not in wave and circle; and the axis keeps away from the vertical",
            .evidence = {{"largest error with w3, 20 s", right, "deg"},
                         {"error with psidot, circle, 1 s", wrong, "deg"},
                         {"change of tilt with psidot, circle at 55°", nods, "deg"}},
            .command = r.as_run[circle].B->command};
}

Claim euler_angles_are_singular_at_90_degrees(const GyrosoftRuns& r) {
    const double level = largest_deg(*r.b_level, MeasureId::geodesic);
    const bool upright_fails = !r.b_upright->failure.empty();
    return {.number = "13",
            .text = "The Euler angles of method B have their singular place at 90°.",
            .quotation =
                "A 方法可以適用於任意的陀螺狀態,因此不會遇到以尤拉角表達的方法所遇到在九十度角所遭遇的奇異點問題。",
            .place = "part III",
            .verdict = upright_fails && level < 1e-3 ? Verdict::fails : Verdict::holds,
            .explanation =
                fmt::format("For the sequence z-x'-z'' it is at 0° and 180°, where sin(tilt) is zero; the document "
                            "says so itself elsewhere. At 90° method B is off by {} in 20 s. Upright it {}.",
                            deg(level, 1), upright_fails ? "cannot start" : "starts"),
            .evidence = {{"largest error at 90°", level, "deg"},
                         {"rows computed upright", static_cast<double>(r.b_upright->rows.size())}},
            .command = r.b_level->command};
}

void errata(ReportPage& page, const GyrosoftRuns& r) {
    const double limit = sleeping_limit({I1, I3, Mgl});
    page.table(
        {.caption = "What is wrong in the text, and what is right",
         .heads = {"Number", "Place", "Problem", "Right form", "Evidence"},
         .rows = {{"1", "equation 18, third line", "sign", "Gz = Iz wz' + (Iy - Ix) wx wy", "verdict 8"},
                  {"2", "equation 14", "dt missing; rotation vectors added", "the product of the rotations (13)",
                   "verdict 7"},
                  {"3", "after equation 10", "transpose of CK", "no transpose, as in 13 and 21",
                   "CK(w dt) turns s into b (10)"},
                  {"4", "matrix eps, \"passive or active\"", "one matrix cannot be right-handed in both senses",
                   "passive right-handed, which is active left-handed", "a small turn about x, written out"},
                  {"5", "before equation 14", "(AB)C = A(BC) called commutative", "associative", "words"},
                  {"6", "equation 16", "C at t_{i+1} and t_{i}, rate at t", "C' = C [w x], all at t", "equation 15"},
                  {"7", "before equation 18", "differences of differentials", "dw/dt = (w_{b}(t+dt) - w_{s}(t))/dt",
                   "dimensions"},
                  {"8", "equation 20", "exponential of a sum; taken as the reason for w(t_{i+1})",
                   "the held torque is late by h/2", "verdict 2"},
                  {"9", "\"Calvin Klein\"", "name", "Cayley-Klein", "words"},
                  {"10", "label of Ix", "0.5 M R^2, copied from Iz", "the formula of Iy",
                   "the printed values are equal"},
                  {"11", "Iy = 5.76875 × 10^{-4}", "M L^2/12 lost to an integer division", "5.775 × 10^{-4} kg m^2",
                   "verdict 10"},
                  {"12", "counterweight", "no weight", "its moment is 0.049 N m, the disk's 0.0294", "verdict 11"},
                  {"13", "Euler angles \"z-x'-z'\"", "third axis", "z-x'-z''", "equations 23 to 25"},
                  {"14", "comparison of A and B", "singular at 90°", "at 0° and 180°", "verdict 13"},
                  {"15", "freq", "read as psidot", "it is w3 = psidot + phidot cos(tilt)", "verdict 12"},
                  {"16", "method B as run", "psidot0 for the constant w3", "w3", "verdicts 12, 18 and 20"},
                  {"17", "J-cycle", "left sums: lag h/6, coning factor 2/27",
                   "d1 + d2 + (2/3) d1 x d2 of true increments", "verdict 23"},
                  {"18", "J-cycle in C", "3(N+1) samples spaced tn/(3N+2), used as h/3", "3N+1 samples", "arithmetic"},
                  {"19", "IncludeNoiseInOmega", "\"with respect to original amplitude\"", "absolute, rad/s",
                   "verdict 26"},
                  {"20", "change log", "2013/3/5", "2015/3/5", "order of the entries"},
                  {"21", "equation 26", "I and a factor G together", "I, or M R^2 times G", "verdict 6"},
                  {"22", "case 4", "A worse in wave and circle", "as good as in the cusp", "verdict 18"},
                  {"23", "\"fast top\" for a root of equation 22", "it is the precession that is fast",
                   fmt::format("sleeping is stable above {} Hz", significant(limit / (2 * pi), 4)), "verdict 5"},
                  {"24", "list of functions", "arguments and module names differ from the examples", "",
                   "the text itself"}},
         .commands = {r.summed->command},
         .text = true});
}

}  // namespace polhode::gyrosoft
