// What is behind the public types.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "polhode/library/plan.hpp"
#include "polhode/library/scenario.hpp"
#include "polhode/run/prepare.hpp"
#include "polhode/scenario/scenario.hpp"

// Inside the shared library: exports.map shows all that belongs to a public type.
#define POLHODE_HIDDEN __attribute__((visibility("hidden")))

namespace polhode {

struct POLHODE_HIDDEN ScenarioFile::Impl {
    std::string directory;  // from where file names count
    Scenario scenario;
    std::vector<std::pair<std::string, TorqueFunction>> torques;  // those that are functions of the caller
};

struct POLHODE_HIDDEN RunPlan::Impl {
    std::shared_ptr<const ScenarioFile::Impl> scenario;
    Plan plan;
};

}  // namespace polhode
