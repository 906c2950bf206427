// Controllers among the operations of a body with an inside: what they hold from sample to sample.
#pragma once

#include <string>

#include "polhode/inside/operation_list.hpp"
#include "polhode/problem/inside/inside.hpp"

namespace polhode {

// "" or why they do not fit into an ensemble.
std::string controllers_fit(const Inside& inside);
// Their literals, behind those of all other formulas.
void count_controllers(const Inside& inside, OperationList& list);
// Their operations, in parts of their own; what is counted by operations once the list is finished.
void add_controllers(const Inside& inside, ensemble::InsideShape& shape, OperationList& list);
void place_controllers(ensemble::InsideShape& shape, const OperationList& list);

}  // namespace polhode
