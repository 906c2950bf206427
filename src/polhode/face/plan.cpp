#include "polhode/library/plan.hpp"

#include <algorithm>

#include "polhode/base/diagnostic.hpp"
#include "polhode/face/impl.hpp"
#include "polhode/scenario/method_line.hpp"

namespace polhode {

RunPlan::RunPlan(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

const std::string& RunPlan::method() const { return impl_->plan.method().name; }
std::string RunPlan::description() const { return method_line(impl_->plan.method()); }
const Columns& RunPlan::columns() const { return impl_->plan.columns(); }
double RunPlan::duration() const { return impl_->plan.span().duration; }
double RunPlan::sample() const { return impl_->plan.span().sample; }
ScenarioFile RunPlan::scenario() const { return ScenarioFile(impl_->scenario); }

RunPlan plan_run(const ScenarioFile& scenario, std::size_t method) {
    const std::vector<Plan>& plans = scenario.impl()->scenario.plans;
    if (method >= plans.size())
        throw InputError({scenario.file(), 0, ""}, "there is no method " + std::to_string(method) + "; the " +
                                                       std::to_string(plans.size()) + " of this scenario count from 0");
    return RunPlan(std::make_shared<const RunPlan::Impl>(RunPlan::Impl{scenario.impl(), plans[method]}));
}

RunPlan plan_run(const ScenarioFile& scenario, const std::string& method) {
    const std::vector<std::string> names = scenario.methods();
    const auto found = std::find(names.begin(), names.end(), method);
    if (found == names.end()) {
        const std::string near = nearest_name(method, names);
        throw InputError({scenario.file(), 0, ""}, "there is no method '" + method + "'; known: " + listed(names) +
                                                       (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
    return plan_run(scenario, static_cast<std::size_t>(found - names.begin()));
}

}  // namespace polhode
