// Robinson 1958 (WADC TR 58-17): both coordinate conversions on an emulation of his analog computer, tables I and II
// once more, figures 3 to 7, and the many machines he could not afford. The page, put together from its parts
// (reproduce_robinson.hpp).
#include "polhode/reproduce/robinson/reproduce_robinson.hpp"

#include <fmt/format.h>

namespace polhode {

namespace robinson {

namespace {

void errata(ReportPage& page) {
    page.table({.caption = "What is wrong in the report as it survives, and what is right (damage of single letters by "
                           "the scan is left out)",
                .heads = {"Place", "Printed", "Right", "Verdict"},
                .rows = {{"eq. 82", "- k1 i (1 - i.i)", "+ k1 i (1 - i.i)", "10"},
                         {"eqs. 90, 91", "ripple T Q sin 2Qt", "none at first order", "5, 6"},
                         {"eq. 96", "five terms", "six: W^2 - (a11^2 P^2 + a21^2 Q^2 + a31^2 R^2)", "13"},
                         {"eqs. 97, 98, 101, 102, 106", "sqrt(2) W", "at most W", "13"},
                         {"before eq. 114", "variance sigma W/200", "standard deviation", "12"},
                         {"eqs. 118, 119", "sqrt(1 + P^2/(sqrt(2) K^2))",
                          "sqrt(1 + P^2/K^2) from 114 and 117; and not a drift", "17"},
                         {"eq. 120", "0.05 V \"as shown in appendix C\"", "appendix C gives 0.053 V", "17, 18"},
                         {"section VIII", "nearly as good as direction cosines", "as Euler angles", "3"},
                         {"abstract", "30 per cent less equipment", "of multiplications", "1"},
                         {"section VII", "8 servos of three pots", "24 pots for 26 products", "2"}},
                .commands = {},
                .text = true});
}

WritePage ask(Laboratory& lab) {
    const auto runs = ask_runs(lab);
    return [runs](ReportPage& page) {
        const RobinsonRuns& r = *runs;
        page.asked(
            "A flight simulator of 1958 was an analog computer. From the three rates at which an aircraft rolls, "
            "pitches and yaws it "
            "had to find where the aircraft points, for any manoeuvre. Euler angles fail when the nose points straight "
            "up. "
            "Which of the two ways that never fail is better on such a machine: nine direction cosines, or four "
            "numbers that "
            "hardly anybody used, a quaternion? How far does each drift when multipliers are off by half a part in a "
            "thousand?");
        page.done(
            "Robinson derived both, predicted by statistics how imperfect multipliers make the attitude drift, wired "
            "both circuits, and read "
            "nine voltages after ten turns. Here both circuits are wired again as lists of connections, and run: "
            "integrators, "
            "amplifiers with gains, servomultipliers with errors along the shaft, lag. His 47 measured runs were "
            "worked out "
            "again from their voltages. And the experiment that he could not afford was done: " +
            fmt::format("{} machines, each with multipliers of its own, for every kind of error.", r.machines));
        claims_on_equipment(page);
        claims_on_lag(page, r);
        claims_on_correction(page, r);
        claims_on_drift(page, r);
        claims_on_runs(page, r);

        page.came_out(fmt::format(
            "The quaternion is as good as the report says, but not for all its reasons. {}\n\n"
            "The bias that dominated the experiment, {}° and {}°, is what amplifiers short by 0.14 and 0.29 per cent "
            "give. The "
            "predicted scatter of 3.7° is not: over whole turns most of a multiplier's error cancels, and {}° is left "
            "with "
            "errors that change along the shaft. The ripple by which multipliers were to be chosen does not exist.",
            in_words(count_verdicts(page.claims())), fixed(observed_mean(0), 1), fixed(observed_mean(1), 1),
            fixed(r.knots[0][0].drift(), 1)));
        page.section("The machines");
        machine(page);
        page.section("Tables I and II");
        tables(page, r);
        page.section("Drift in ten revolutions");
        figures_of_runs(page, r);
        page.section("Length and lag");
        figures_5_and_6(page, r);
        figure_of_lag(page, r);
        page.section("Many machines");
        many_machines(page, r);
        page.section("The multipliers");
        multipliers(page);
        page.section("Errata");
        errata(page);
    };
}

}  // namespace

}  // namespace robinson

ReportDocument robinson_document() {
    return {"robinson", "Robinson (1958)",
            "A. C. Robinson: On the use of quaternions in simulation of rigid-body motion, WADC Technical Report 58-17",
            robinson::ask};
}

}  // namespace polhode
