// What is behind the public types.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "polhode/library/plan.hpp"
#include "polhode/library/scenario.hpp"
#include "polhode/run/prepare.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

struct ScenarioFile::Impl {
    std::string directory;  // from where file names count
    Scenario scenario;
    std::vector<std::pair<std::string, TorqueFunction>> torques;  // those that are functions of the caller
};

struct RunPlan::Impl {
    std::shared_ptr<const ScenarioFile::Impl> scenario;
    Plan plan;
};

}  // namespace polhode
