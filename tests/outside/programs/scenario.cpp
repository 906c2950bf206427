// A scenario text through the library: its last row.
#include <cstdio>
#include <polhode/library/scenario.hpp>
#include <polhode/library/simulate.hpp>

int main() {
    const polhode::Scenario s = polhode::read_scenario(R"(
title = "A quarter turn"
[rates]
kind = "constant"
value = [0, 0, 1.5707963267948966]
[run]
duration = 1.0
)",
                                                       "quarter-turn");
    polhode::Row last;
    polhode::Statistics statistics;
    polhode::simulate(s.problem, s.methods[0], s.run, {.row = [&](const polhode::Row& row) { last = row; }},
                      statistics);
    std::printf("t = %g, q_NB = (%.12f, %.12f, %.12f, %.12f)\n", last.t, last.q_NB.w, last.q_NB.x, last.q_NB.y,
                last.q_NB.z);
    const double error = last.q_NB.w * last.q_NB.w - 0.5;
    return last.t == 1 && error < 1e-12 && error > -1e-12 ? 0 : 1;
}
