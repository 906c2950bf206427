#include "polhode/output/extra_columns.hpp"

#include <algorithm>

#include "polhode/input/toml_text.hpp"

namespace polhode {

namespace {

const Problem& problem_with_columns(const Scenario& scenario) {
    if (const std::string why = Loads::none_for(scenario.problem); !why.empty())
        throw InputError({"--columns", 0, ""}, "this motion has no further columns: " + why);
    return scenario.problem;
}

}  // namespace

ExtraColumns::ExtraColumns(const Scenario& scenario, const std::vector<std::string>& names)
    : loads_(problem_with_columns(scenario), scenario.run.duration) {
    const std::vector<std::string>& known = loads_.names();
    for (const std::string& name : names) {
        const auto at = std::find(known.begin(), known.end(), name);
        if (name != "loads" && at == known.end())
            throw InputError({"--columns", 0, ""}, "there is no column '" + escaped_for_message(name) +
                                                       "' to add; known are loads (all), " + listed(known));
        for (std::size_t i = 0; i < known.size(); ++i)
            if ((name == "loads" || known[i] == name) && std::find(chosen_.begin(), chosen_.end(), i) == chosen_.end())
                chosen_.push_back(i);
    }
}

Columns ExtraColumns::behind(Columns columns) const {
    for (const std::size_t i : chosen_) columns.state.push_back(loads_.names()[i]);
    return columns;
}

Row ExtraColumns::behind(const Row& row, std::size_t others) {
    const std::vector<double> all = loads_.at(row.t, row.q_NB, row.w_NB_B, row.state);
    values_.assign(row.state.begin(), row.state.end());
    values_.resize(others, 0);  // as the file itself would fill them up
    for (const std::size_t i : chosen_) values_.push_back(all[i]);
    Row with = row;
    with.state = values_;
    return with;
}

}  // namespace polhode
