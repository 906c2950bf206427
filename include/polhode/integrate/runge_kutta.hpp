// The explicit Runge-Kutta methods: one stepper, and every tableau it can take.
#pragma once

#include "polhode/integrate/tableau_list.hpp"
#include "runge_kutta_step.hpp"
