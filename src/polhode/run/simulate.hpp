// Runs one method on one problem and hands each row to a sink as it is made; nothing is kept, so memory does not grow
// with the length of a run.
#pragma once

#include "polhode/library/row.hpp"
#include "polhode/method/method.hpp"
#include "polhode/problem/problem.hpp"

namespace polhode {

// The columns that rows of a method have.
Columns columns_of(const Problem&, const Method&);

// One run whose plan nobody else needs: prepare() and simulate() in one (prepare.hpp).
void simulate(const Problem&, const Method&, const RunSpan&, const RunObserver&, Statistics& statistics);

}  // namespace polhode
