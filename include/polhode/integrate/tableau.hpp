// Butcher tableaux of the explicit Runge-Kutta methods, as types: the stepper (runge_kutta_step.hpp) reads the numbers
// at compile time, so a zero costs nothing and one stepper serves every method.
//
//     stages, order           of the method; A[i][j], B[i], C[i] as in every textbook
//     E[i] (optional)         weights of the embedded error estimate, times h: the part of the step that is doubtful
//     first_same_as_last      the last stage is the derivative at the new point
//     name, summary, orders, source   how lists and messages speak of it
//
// Each stands in a file of its own in tableaus/, which also says its place among all (TableauAt); tableau_list.hpp
// includes them.
//
// Source of the tables: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed. (HNW), II.1-II.5.
#pragma once

namespace polhode::integrate {

inline constexpr int tableau_places = 100;

// The tableau at a place of the list: specialised beside each tableau, so that two at one place do not compile. Places
// may be left empty.
template <int place>
requires(0 <= place && place < tableau_places) struct TableauAt;

}  // namespace polhode::integrate
