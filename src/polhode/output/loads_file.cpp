#include "polhode/output/loads_file.hpp"

namespace polhode {

namespace {

const Problem& problem_with_loads(const Scenario& scenario) {
    if (const std::string why = Loads::none_for(scenario.problem); !why.empty())
        throw InputError({"--loads", 0, ""}, "there is nothing to write: " + why);
    return scenario.problem;
}

}  // namespace

LoadsFile::LoadsFile(const Scenario& scenario, const std::string& path)
    : loads_(problem_with_loads(scenario), scenario.run.duration), csv_(path) {
    csv_.text("method").text("t");
    for (const std::string& name : loads_.names()) csv_.text(name);
    csv_.end_header();
}

void LoadsFile::row(const Row& row) {
    csv_.text(method_).number(row.t);
    for (const double x : loads_.at(row.t, row.q_NB, row.w_NB_B, row.state)) csv_.number(x);
    csv_.end_row();
}

}  // namespace polhode
