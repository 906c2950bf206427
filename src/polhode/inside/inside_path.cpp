#include "polhode/inside/inside_path.hpp"

namespace polhode {

std::string no_inside_series(const Problem& problem, double end) {
    for (const Expression* formula : problem.inside->formulas()) {
        const FormulaCorners corners = corners_of(*formula);
        std::vector<double> times;
        if (corners.of_time && !find_switches(*formula, end, times))
            return "the formula '" + formula->text() + "' switches more than " + std::to_string(most_switches) +
                   " times";
    }
    return "";
}

std::optional<Problem> with_empty_inside(const Problem& problem) {
    if (problem.inside || !problem.dynamics() || plates_of(problem).empty()) return {};
    Problem own = problem;
    own.inside = std::make_shared<const Inside>();
    return own;
}

}  // namespace polhode
