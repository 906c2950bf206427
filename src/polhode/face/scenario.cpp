#include "polhode/library/scenario.hpp"

#include "polhode/face/impl.hpp"

namespace polhode {

namespace {

ScenarioFile scenario_with(const std::string& directory, Scenario scenario,
                           const std::vector<std::pair<std::string, ScenarioFile::TorqueFunction>>& torques) {
    if (!torques.empty()) {
        if (!scenario.problem.dynamics())
            throw InputError({scenario.file, 0, ""},
                             "the rate is given, so that torque '" + torques.front().first + "' would move nothing");
        for (const auto& [name, function] : torques)
            scenario.problem.torques.push_back({name, CallableTorque<double>(function)});
        // A method may take another way under a torque that it knows less of.
        scenario.plans = prepare_all(scenario.problem, scenario.methods, scenario.run);
    }
    return ScenarioFile(
        std::make_shared<const ScenarioFile::Impl>(ScenarioFile::Impl{directory, std::move(scenario), torques}));
}

}  // namespace

ScenarioFile::ScenarioFile(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

ScenarioFile ScenarioFile::read(const std::string& path, const std::vector<std::string>& settings) {
    const std::size_t slash = path.find_last_of('/');
    return scenario_with(slash == std::string::npos ? "" : path.substr(0, slash + 1),
                         read_scenario_file(path, settings), {});
}

ScenarioFile ScenarioFile::from_text(const std::string& text, const std::string& name,
                                     const std::vector<std::string>& settings, const std::string& directory) {
    const std::string folder = directory.empty() || directory.back() == '/' ? directory : directory + '/';
    return scenario_with(folder, read_scenario(text, name, settings, folder), {});
}

ScenarioFile ScenarioFile::with(const std::vector<std::string>& settings) const {
    const Scenario& old = impl_->scenario;
    std::vector<std::string> all = old.settings;
    all.insert(all.end(), settings.begin(), settings.end());
    return scenario_with(impl_->directory, read_scenario(old.text, old.file, all, impl_->directory), impl_->torques);
}

ScenarioFile ScenarioFile::with_torque(const std::string& name, TorqueFunction torque_B) const {
    auto torques = impl_->torques;
    torques.emplace_back(name, std::move(torque_B));
    const Scenario& old = impl_->scenario;
    return scenario_with(impl_->directory, read_scenario(old.text, old.file, old.settings, impl_->directory), torques);
}

const std::string& ScenarioFile::file() const { return impl_->scenario.file; }
const std::string& ScenarioFile::text() const { return impl_->scenario.text; }
const std::vector<std::string>& ScenarioFile::settings() const { return impl_->scenario.settings; }
const std::string& ScenarioFile::title() const { return impl_->scenario.title; }
const std::vector<std::string>& ScenarioFile::warnings() const { return impl_->scenario.warnings; }
double ScenarioFile::duration() const { return impl_->scenario.run.duration; }
bool ScenarioFile::dynamics() const { return impl_->scenario.problem.dynamics(); }

std::vector<std::string> ScenarioFile::methods() const {
    std::vector<std::string> names;
    for (const Method& method : impl_->scenario.methods) names.push_back(method.name);
    return names;
}

}  // namespace polhode
