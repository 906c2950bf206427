// What a step of a method costs on a problem, counted by running the method over numbers that count (see
// polhode/arithmetic/counting.hpp).
#pragma once

#include "polhode/method/method.hpp"
#include "polhode/problem/problem.hpp"

namespace polhode {

struct MethodCost {
    bool known = false;         // false where the method does not run over counting numbers
    double flops_per_step = 0;  // mean over accepted and rejected steps; fma counts two, an elementary function twenty
    double elementary_per_step = 0;  // calls of sin, cos, exp, ...
    double evaluations_per_step = 0;
    long steps = 0;  // that were counted

    // May run on a machine that has + - * / and a square root and nothing else.
    bool without_elementary_functions() const { return known && elementary_per_step == 0; }
};

// Runs the first steps of the method, without rows between. Throws InputError where the method cannot run on the
// problem.
MethodCost method_cost(const Problem& problem, const Method& method, const RunSpan& span);

}  // namespace polhode
