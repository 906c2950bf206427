// One method of a scenario, ready to run: names are resolved, defaults filled in, and the step and the rows decided.
// Whatever could be refused has been refused when there is a RunPlan. It does not change, it may be run any number of
// times and from several threads at once, and each run gives the same rows, bit for bit.
//
//     const polhode::RunPlan plan = polhode::plan_run(scenario);            // its first method
//     const polhode::RunPlan other = polhode::plan_run(scenario, "coarse"); // the one of that name
//     std::printf("%s: %s\n", plan.method().c_str(), plan.description().c_str());
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "polhode/library/row.hpp"
#include "polhode/library/scenario.hpp"

namespace polhode {

class RunPlan {
 public:
    const std::string& method() const;  // its name in tables and files
    std::string description() const;    // "quaternion, rk4, step 0.0005 s, normalise"
    const Columns& columns() const;     // that its rows will have
    double duration() const;            // s
    double sample() const;              // s between rows; chosen where the scenario leaves it out
    ScenarioFile scenario() const;      // whose method it is

    // For the library itself: what is behind it.
    struct Impl;
    explicit RunPlan(std::shared_ptr<const Impl> impl);
    const std::shared_ptr<const Impl>& impl() const { return impl_; }

 private:
    std::shared_ptr<const Impl> impl_;
};

// The plan of a method by its place in ScenarioFile::methods(), or by its name. Throws InputError where there is none.
RunPlan plan_run(const ScenarioFile& scenario, std::size_t method = 0);
RunPlan plan_run(const ScenarioFile& scenario, const std::string& method);

}  // namespace polhode
