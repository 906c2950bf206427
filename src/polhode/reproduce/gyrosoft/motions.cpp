// GyroSoft 2015, how a gyroscope moves: figures 7 and 8, cases 1 to 3, steady precession, sleep and remark 10.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "polhode/reproduce/gyrosoft/gyrosoft.hpp"

namespace polhode::gyrosoft {

namespace {

// Zero where it is only rounding.
std::string near_zero(double value, int digits) { return std::fabs(value) < 1e-9 ? "0" : significant(value, digits); }

}  // namespace

Claim four_releases_give_cusp_loop_wave_and_circle(const GyrosoftRuns& r) {
    std::array<Range, 4> tilts, rates;
    for (std::size_t i = 0; i < 4; ++i) {
        tilts[i] = range_of(*r.traces[i], tilt);
        rates[i] = range_of(*r.traces[i], precession);
    }
    const bool four = std::fabs(rates[cusp].low) < 1e-6 && rates[loop].low < -1 && rates[wave].low > 0.1 &&
                      tilts[circle].high - tilts[circle].low < 1e-6;
    return {
        .number = "3",
        .text = "Four releases of one gyroscope give cusps, loops, waves and a circle (figure 7).",
        .quotation =
            "這邊劃出四種陀螺的經典運動,其模擬參數請參考下一章節的參數預設值。 [...] 左到右: (a) 尖點 (b) 環狀 (c) "
            "波紋 (d) 正圓運動。",
        .place = "part II, figure 7",
        .verdict = four ? Verdict::holds : Verdict::fails,
        .explanation = fmt::format("The precession comes to rest at the cusps (0 to {} rad/s, tilt {} to {}), "
                                   "turns back in the loops ({} to {} rad/s, {} to {}), stays forward in the waves "
                                   "({} to {} rad/s, {} to {}) and is steady in the circle ({} rad/s at {}).",
                                   significant(rates[cusp].high, 5), deg(tilts[cusp].low, 4), deg(tilts[cusp].high, 5),
                                   significant(rates[loop].low, 4), significant(rates[loop].high, 4),
                                   deg(tilts[loop].low, 5), deg(tilts[loop].high, 5), significant(rates[wave].low, 3),
                                   significant(rates[wave].high, 5), deg(tilts[wave].low, 5), deg(tilts[wave].high, 4),
                                   significant(rates[circle].high, 7), deg(tilts[circle].high, 4)),
        .evidence = {{"largest tilt, cusp", tilts[cusp].high, "deg"},
                     {"least precession, loop", rates[loop].low, "rad/s"},
                     {"least precession, wave", rates[wave].low, "rad/s"},
                     {"precession, circle", rates[circle].high, "rad/s"}},
        .command = r.traces[loop]->command};
}

Claim steady_precession_has_two_rates(const GyrosoftRuns& r) {
    const Range slow = range_of(*r.slow, tilt), fast = range_of(*r.fast, tilt), level = range_of(*r.slow_level, tilt);
    const double slow_rate = precession(r.slow->last()), fast_rate = precession(r.fast->last()),
                 level_rate = precession(r.slow_level->last()), free_rate = I3 * w3 / (I1 * 0.5);
    const double widest = std::max({slow.high - slow.low, fast.high - fast.low, level.high - level.low});
    return {.number = "4",
            .text =
                "Steady precession has two rates (equation 22), a slow one, and a fast one as of a body without "
                "weight; at 90° one is left.",
            .quotation =
                "因為 φ'(t_{0}) 有兩組,因此解出的貼體角速度也會有兩組,兩組的物理意義分別如下,一種情況是 fast "
                "top,這個狀況相當於重力的影響遠小於總角動量 "
                "L,因此這個特別的例子基本上相當於忽略重力,而陀螺基本上會像一個 free top 一樣進行 precession。",
            .place = "part VI, equation 22",
            .verdict = widest < 1e-6 ? Verdict::holds : Verdict::fails,
            .explanation = fmt::format("At 60° the tilt stays within {} with {} and with {} rad/s; a body without "
                                       "weight would turn at {}. At 90° with {} rad/s.",
                                       deg(widest, 1), significant(slow_rate, 10), significant(fast_rate, 10),
                                       significant(free_rate, 4), significant(level_rate, 10)),
            .evidence = {{"slow", slow_rate, "rad/s"},
                         {"fast", fast_rate, "rad/s"},
                         {"without weight", free_rate, "rad/s"},
                         {"at 90°", level_rate, "rad/s"},
                         {"largest change of tilt", widest, "deg"}},
            .command = r.fast->command};
}

Claim fast_upright_top_sleeps(const GyrosoftRuns& r) {
    const double limit = sleeping_limit({I1, I3, Mgl}), awake = range_of(*r.wakes, tilt).high,
                 asleep = range_of(*r.sleeps, tilt).high;
    return {.number = "5",
            .text = "A fast top that starts upright stays upright: the sleeping top.",
            .quotation =
                "另外一個特殊的情況是在 fast top 的情形下,如果初始值 θ_{0}=0,也就是陀螺z "
                "軸的起始狀態是垂直於水平面的,這樣的話陀螺幾乎會像靜止不動一樣,我們也叫這情況做 sleeping top。",
            .place = "part VI",
            .verdict = asleep < 1 && awake > 10 ? Verdict::with_condition : Verdict::fails,
            .explanation =
                fmt::format("Started 0.1° from upright, it leans to {} at most with 20 Hz, but falls to {} "
                            "with 10 Hz. The limit is w3^2 = 4 Mgl I1/I3^2: {} rad/s, {} Hz.",
                            deg(asleep, 2), deg(awake, 4), significant(limit, 4), significant(limit / (2 * pi), 4)),
            .condition = "w3 above 2 sqrt(Mgl I1)/I3, here 13.98 Hz",
            .evidence = {{"largest tilt at 20 Hz", asleep, "deg"},
                         {"at 10 Hz", awake, "deg"},
                         {"limit", limit / (2 * pi), "Hz"}},
            .command = r.wakes->command};
}

Claim gyroscope_needs_spin_above_a_rule_of_thumb(const GyrosoftRuns& r) {
    std::array<double, 3> falls{};
    for (std::size_t i = 0; i < 3; ++i) falls[i] = range_of(*r.remark[i], tilt).high;
    const double thumb = std::sqrt(0.1 * 10 * std::sin(60 * degree) / (2 * pi * 0.00125));
    return {.number = "6",
            .text =
                "A body behaves as a gyroscope when its spin is well above sqrt(arm M g sin(tilt)/(2 pi I)), in the "
                "example above 10 Hz (equation 26, remark 10).",
            .quotation =
                "理想上 L 至少要大於 ΔL,最好 L 大大於 ΔL。 [...] 若假設 arm 是 10 cm, M=1kg, g=10 m/s^2, "
                "I=0.5M(0.05)^2,則 f 最少要 10 Hertz 以上。",
            .place = "part VI, remark 10",
            .verdict = falls[0] > 150 && falls[2] < 75 ? Verdict::with_condition : Verdict::fails,
            .explanation =
                fmt::format("Released at 60°, it falls to {} at 1 Hz, still to {} at 10 Hz, and only nods to {} at 50 "
                            "Hz. With I = 0.00125 kg m^2 the rule says {} Hz (11.3 for a level axis), not 10.",
                            deg(falls[0], 5), deg(falls[1], 5), deg(falls[2], 4), significant(thumb, 3)),
            .condition =
                "\"well above\" means several times; I is the moment about the spin axis and then needs no factor G",
            .evidence = {{"largest tilt at 1 Hz", falls[0], "deg"},
                         {"at 10 Hz", falls[1], "deg"},
                         {"at 50 Hz", falls[2], "deg"},
                         {"the rule", thumb, "Hz"}},
            .command = r.remark[1]->command};
}

Claim slow_top_falls_like_a_pendulum(const GyrosoftRuns& r) {
    const Range falls = range_of(*r.falls, tilt);
    double back = 1e300, when = 0;
    for (const KeptRow& row : r.falls->rows)
        if (row.t > 1 && row.t < 2.5 && tilt(row) < back) {
            back = tilt(row);
            when = row.t;
        }
    return {.number = "14",
            .text = "With hardly any spin it falls like a pendulum and comes back to its first height (case 1).",
            .quotation =
                "因為我們的運動是只有假設陀螺與圓點的接觸點是固定不動的,我們並沒有地面來限制陀螺的運動,"
                "因此陀螺會如同單擺一樣,擺動到最低點後,再回復到原本的高度。",
            .place = "case 1",
            .verdict = falls.high > 160 && std::fabs(back - 1) < 0.05 ? Verdict::holds : Verdict::fails,
            .explanation = fmt::format(
                "1 Hz, released 1° from upright: down to {} and back to {} after {} s (closed form {} and {} s).",
                deg(falls.high, 6), deg(back, 4), significant(when, 4), deg(motion_of(*r.falls).tilt_max / degree, 6),
                significant(motion_of(*r.falls).nutation_period, 6)),
            .evidence = {{"largest tilt", falls.high, "deg"},
                         {"tilt on return", back, "deg"},
                         {"time of return", when, "s"}},
            .command = r.falls->command};
}

Claim stronger_gravity_makes_larger_arcs(const GyrosoftRuns& r) {
    const Range strong = range_of(*r.strong, tilt), normal = range_of(*r.normal, tilt);
    const TopMotion of_strong = motion_of(*r.strong, 0.3 * 20 * 0.01), of_normal = motion_of(*r.normal);
    return {.number = "15",
            .text = "With stronger gravity the arcs between the cusps become larger and longer (case 2).",
            .quotation = "重力增加後,明顯的尖點跟尖點中間的弧線運動區段變大變長了,這是很合理的。",
            .place = "case 2",
            .verdict = strong.high - strong.low > 1.5 * (normal.high - normal.low) ? Verdict::holds : Verdict::fails,
            .explanation =
                fmt::format("With g = 20 m/s^2 the tilt goes from 55° to {}, with 9.8 to {}; in one arc it goes "
                            "round by {} in place of {}. The arc takes almost the same time, {} and {} s.",
                            deg(strong.high, 6), deg(normal.high, 6),
                            deg(of_strong.mean_precession * of_strong.nutation_period / degree, 4),
                            deg(of_normal.mean_precession * of_normal.nutation_period / degree, 4),
                            significant(of_strong.nutation_period, 4), significant(of_normal.nutation_period, 4)),
            .evidence = {{"largest tilt, g = 20", strong.high, "deg"},
                         {"largest tilt, g = 9.8", normal.high, "deg"},
                         {"mean precession, g = 20", of_strong.mean_precession, "rad/s"},
                         {"mean precession, g = 9.8", of_normal.mean_precession, "rad/s"}},
            .command = r.strong->command};
}

Claim reversed_spin_shows_the_same_four_motions(const GyrosoftRuns& r) {
    const Range as_wave = range_of(*r.reversed[2], precession), other_wave = range_of(*r.reversed[4], precession),
                as_cusp = range_of(*r.reversed[0], precession);
    return {.number = "16",
            .text = "With the spin reversed the same four settings show the same four motions (case 3).",
            .quotation = "然後再用以下的模擬 code,模擬在相同的條件下,在電腦上觀察同樣四種章進動運動,並比較討論。",
            .place = "case 3",
            .verdict = as_cusp.high < 1e-6 && as_wave.high > 1 && other_wave.high < 0 ? Verdict::with_condition
                                                                                      : Verdict::fails,
            .explanation = fmt::format(
                "The precession reverses ({} rad/s on average in the cusp) and cusp, loop and circle "
                "mirror themselves. But the push (0, -4) that made a wave now goes against the precession "
                "and makes a loop, {} to {} rad/s; (0, 4) gives the wave, {} to {} rad/s.",
                significant(motion_of(*r.reversed[0]).mean_precession, 6), significant(as_wave.low, 4),
                significant(as_wave.high, 4), significant(other_wave.low, 4), significant(other_wave.high, 3)),
            .condition = "the push of the wave is reversed as well",
            .evidence = {{"mean precession, cusp", motion_of(*r.reversed[0]).mean_precession, "rad/s"},
                         {"largest precession, (0, -4)", as_wave.high, "rad/s"},
                         {"largest precession, (0, 4)", other_wave.high, "rad/s"},
                         {"mean precession, loop", motion_of(*r.reversed[1]).mean_precession, "rad/s"}},
            .command = r.reversed[2]->command};
}

void figures_7_and_8(ReportPage& page, const GyrosoftRuns& r) {
    std::vector<FigurePanel> four;
    std::vector<std::string> commands;
    ReportTable table{
        .caption = "The four motions, closed form",
        .heads = {"motion", "tilt, deg", "precession, rad/s", "nutation period, s", "mean precession, rad/s"},
        .rows = {}};
    for (std::size_t i = 0; i < 4; ++i) {
        four.push_back(from_above(motion_names[i], {trace(motion_names[i], *r.traces[i])}, false));
        commands.push_back(r.traces[i]->command);
        const TopMotion m = motion_of(*r.traces[i]);
        const bool steady = i == circle;
        table.rows.push_back({motion_names[i],
                              steady
                                  ? significant(m.tilt_min / degree, 7)
                                  : significant(m.tilt_min / degree, 7) + " to " + significant(m.tilt_max / degree, 7),
                              steady ? significant(m.mean_precession, 7)
                                     : near_zero(m.precession_min, 6) + " to " + significant(m.precession_max, 6),
                              significant(m.nutation_period, 7), significant(m.mean_precession, 7)});
    }
    page.figure(
        {.name = "figure-7",
         .title = "Figure 7: four ways to let go",
         .caption = "The tip of the axis from above, 1.3 s, tilt 60°, 20 Hz. Start rates across the axis: (0, 0), (4, "
                    "0), (0, -4) rad/s, and the slow root of equation 22.",
         .description = "From above: arches that meet in cusps, arches joined by small loops, a wavy line, a circle.",
         .panels = four,
         .commands = commands});
    page.table(table);

    const auto of_momentum = [](int i) { return [i](const KeptRow& row) { return row.L_N[i] / norm(row.L_N); }; };
    const auto of_rate = [](int i) {
        return [i](const KeptRow& row) {
            const Vector w = in_world(row.q_NB, row.w_NB_B);
            return w[i] / norm(w);
        };
    };
    const RunResult& film = *r.film_caption;
    const TopMotion m = motion_of(film, 9.8 * 0.04), m60 = motion_of(*r.film, 9.8 * 0.04);
    const FigureCurve rate = thinned(film.curve("rate", of_rate(0), of_rate(1), Style::dashes));
    page.figure(
        {.name = "figure-8",
         .title = "Figure 8: the gyroscope of the film",
         .caption = fmt::format(
             "I = 0.002, Is = 0.0008 kg m^2, M = 1 kg, arm 0.04 m, 20 Hz. The figure is one picture of an "
             "animation at a time that is not given; here are the traces of its three vectors, from above. "
             "With 54.57° as in the caption: tilt to {}, nutation period {} s, mean precession {} rad/s; with "
             "60° as in the program {}, {} s, {} rad/s. The angular momentum keeps its height to {} of itself: "
             "the weight has no moment about the vertical.",
             deg(m.tilt_max / degree, 6), significant(m.nutation_period, 6), significant(m.mean_precession, 6),
             deg(m60.tilt_max / degree, 7), significant(m60.nutation_period, 7), significant(m60.mean_precession, 7),
             significant((range_of(film, [](const KeptRow& row) { return row.L_N[2]; }).high -
                          range_of(film, [](const KeptRow& row) { return row.L_N[2]; }).low) /
                             norm(film.rows.front().L_N),
                         1)),
         .description = "From above: the axis draws arches with cusps, the angular momentum a nearly smooth "
                        "curve inside them, the rate arches close to those of the axis.",
         .panels = {from_above("Directions from above",
                               {trace("body z", film),
                                thinned(film.curve("angular momentum", of_momentum(0), of_momentum(1))), rate}),
                    {.title = "Tilt",
                     .x = {"t, s", "t_s"},
                     .y = {"deg", "tilt_deg"},
                     .curves = {thinned(film.over_time("54.57°", tilt)),
                                thinned(r.film->over_time("60°", tilt, Style::dashes))}}},
         .commands = {film.command, r.film->command}});
}

void cases_1_to_3(ReportPage& page, const GyrosoftRuns& r) {
    page.figure(
        {.name = "case-1",
         .title = "Cases 1 and 2: almost no spin, and stronger gravity",
         .caption = "First, 1 Hz from 1°: it swings through the bottom and comes back. Second, 20 Hz from 55°: with g "
                    "= 20 m/s^2 the arcs are larger. Both by method A, as in the document.",
         .description = fmt::format(
             "The tilt rises from 1 to {} degrees and returns; two rows of arches, one twice as wide as the other.",
             plain_of(significant(range_of(*r.falls, tilt).high, 5))),
         .panels = {{.title = "Tilt, 1 Hz",
                     .x = {"t, s", "t_s"},
                     .y = {"deg", "tilt_deg"},
                     .curves = {thinned(r.falls->over_time("tilt", tilt))},
                     .key = false},
                    from_above("From above, 20 Hz", {trace("g = 9.8", *r.normal), trace("g = 20", *r.strong)})},
         .commands = {r.falls->command, r.normal->command, r.strong->command}});
    std::vector<FigureCurve> curves;
    std::vector<std::string> commands;
    const char* const names[5] = {"cusp", "loop", "(0, -4): a loop", "circle", "(0, 4): the wave"};
    for (std::size_t i = 0; i < 5; ++i) {
        curves.push_back(trace(names[i], *r.reversed[i]));
        commands.push_back(r.reversed[i]->command);
    }
    page.figure({.name = "case-3",
                 .title = "Case 3: the spin reversed",
                 .caption = fmt::format("-20 Hz, tilt 55°. Everything precesses the other way. The setting of the wave "
                                        "makes a loop, tilt {} to {}; the push has to be reversed too.",
                                        deg(range_of(*r.reversed[2], tilt).low, 4),
                                        deg(range_of(*r.reversed[2], tilt).high, 6)),
                 .description = "From above: five traces running clockwise, two of them with loops.",
                 .panels = {from_above("From above", {curves[0], curves[1], curves[3]}),
                            from_above("The wave's setting", {curves[2], curves[4]})},
                 .commands = commands});
    page.lost(
        "Case 3, film of a real gyroscope",
        "The film and the other animations were kept by a picture host that no longer exists. The document says of the "
        "film that friction in the bearings damped the nutation within seconds; friction is in none of its equations.");
}

void remark_10(ReportPage& page, const GyrosoftRuns& r) {
    std::vector<FigureCurve> curves;
    const char* const names[3] = {"1 Hz", "10 Hz", "50 Hz"};
    std::vector<std::string> commands;
    for (std::size_t i = 0; i < 3; ++i) {
        curves.push_back(thinned(r.remark[i]->over_time(names[i], tilt)));
        commands.push_back(r.remark[i]->command);
    }
    page.figure({.name = "remark-10",
                 .title = "Remark 10: from pendulum to gyroscope",
                 .caption = "M = 1 kg, arm 0.1 m, g = 10 m/s^2, I = 0.00125 kg m^2, released at rest at 60°.",
                 .description = "At 1 and 10 Hz the tilt swings far down, at 50 Hz it only nods by a few degrees.",
                 .panels = {{.x = {"t, s", "t_s"}, .y = {"tilt, deg", "tilt_deg"}, .curves = curves}},
                 .commands = commands});
}

}  // namespace polhode::gyrosoft
