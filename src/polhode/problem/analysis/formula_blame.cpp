#include "polhode/problem/analysis/formula_blame.hpp"

#include <fmt/format.h>

#include <cmath>

#include "polhode/problem/formulas/formula_fault.hpp"

namespace polhode {

namespace {

struct Named {
    std::string name;  // "torque 2", "rates"
    const ThreeFormulas* formulas;
    const std::vector<std::string>* variables;
};

std::vector<Named> formulas_of(const Problem& problem) {
    static const std::vector<std::string> time = {"t"};
    std::vector<Named> all;
    int number = 0;
    for (const TorqueModel& m : problem.torques) {
        ++number;
        if (const auto* f = std::get_if<FormulaTorque<double>>(&m.torque))
            all.push_back({fmt::format("torque {}", number), &f->formulas(), &f->variables()});
    }
    if (problem.rates) {
        if (const ThreeFormulas* f = facts_of(*problem.rates).formulas) all.push_back({"rates", f, &time});
    }
    return all;
}

// The variables of a formula torque at a state.
std::vector<double> values_at(double t, const Quaternion<double>& q, const Vec3<double>& w) {
    std::vector<double> v{t, q.w, q.x, q.y, q.z};
    for (int i = 0; i < 3; ++i) {
        Vec3<double> axis{};
        axis[i] = 1;
        const Vec3<double> row = to_body(q, axis);
        for (int j = 0; j < 3; ++j) v.push_back(row[j]);
    }
    for (int i = 0; i < 3; ++i) v.push_back(w[i]);
    return v;
}

// Of the formula that gave no number, when the failure is where it did.
std::string not_finite(const std::vector<Named>& all, double t, const std::vector<double>& values) {
    const auto& fault = formula_fault();
    if (fault && fault->time >= t * (1 - 1e-12)) {
        for (const Named& n : all)
            for (const Expression& e : n.formulas->all())
                if (e.text() == fault->text) return n.name + ": " + in_words(*fault);
        return in_words(*fault);
    }
    for (const Named& n : all) (*n.formulas)(values.data(), *n.variables);
    if (fault && fault->time >= t * (1 - 1e-12)) return not_finite(all, t, values);
    return "";
}

}  // namespace

std::string blamed_formula(const Problem& problem, double t, const Quaternion<double>& q_NB,
                           const Vec3<double>& w_NB_B) {
    const std::vector<Named> all = formulas_of(problem);
    const std::vector<double> values = values_at(t, q_NB, w_NB_B);
    if (const std::string words = not_finite(all, t, values); !words.empty()) return words;
    std::string words;
    double nearest = 0;
    for (const Named& n : all)
        for (std::size_t i = 0; i < 3; ++i) {
            const Expression& e = n.formulas->all()[i];
            const std::optional<double> distance = nearest_corner(e, values.data());
            if (!distance || (!words.empty() && !(*distance < nearest))) continue;
            nearest = *distance;
            words = fmt::format("{}: the formula '{}' ({} component) switches at t = {:.10g} s", n.name, e.text(),
                                "xyz"[i], t);
            for (std::size_t v = 1; v < n.variables->size(); ++v)
                if (e.uses(static_cast<int>(v))) words += fmt::format(", {} = {:.6g}", (*n.variables)[v], values[v]);
        }
    return words;
}

std::string switching_formulas(const Problem& problem, double end) {
    std::string words;
    for (const Named& n : formulas_of(problem))
        for (const Expression& e : n.formulas->all()) {
            std::vector<double> times;
            const FormulaCorners corners = corners_of(e);
            if (!corners.of_state && (!corners.of_time || find_switches(e, end, times))) continue;
            words += fmt::format("{}{}: '{}'", words.empty() ? "" : ", ", n.name, e.text());
        }
    return words;
}

}  // namespace polhode
