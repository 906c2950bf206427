// What all bodies of a sweep have in common, from the scenario of one of them.
#pragma once

#include <string>
#include <vector>

#include "polhode/ensemble/ensemble.hpp"
#include "polhode/method/resolved_method.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

// Of a body with an inside: what all of them share, and the literals of one.
struct OfInside {
    ensemble::InsideShape shape;
    std::vector<double> literals;
};

// What the method and the torques of a scenario make of an ensemble; "" or why they make none. `shape` points to
// `inside` where the body has one. `span` gets the time between rows where it was left out.
std::string shape_of(const Scenario& scenario, ensemble::Shape& shape, OfInside& inside, ResolvedMethod& resolved,
                     RunSpan& span);
bool same_shape(const ensemble::Shape& a, const ensemble::Shape& b);

}  // namespace polhode
