// What holds redundant numbers to their constraint: described and acting in one entry.
#pragma once

#include <string>
#include <vector>

#include "polhode/constrain/feedback.hpp"
#include "polhode/method/resolved_method.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

struct ConstraintKind {
    using AfterStep = ResolvedMethod::Constraint;
    Entry entry;                             // kind "constraint"
    AfterStep after_step = AfterStep::none;  // what is done to the state after a step
    // What is added to the rate equations, and of which attitudes; left out where nothing is.
    constrain::Law (*law)(const Values& values) = nullptr;
    std::vector<std::string> attitudes{};
    bool of_gray = false;  // a part of Gray's procedure (run/families/gray_runs.hpp)
};

const std::vector<ConstraintKind>& constraint_kinds();
// That of a name which the registry knows.
const ConstraintKind& constraint_kind(const std::string& name);
std::vector<Entry> constraint_entries();

}  // namespace polhode
