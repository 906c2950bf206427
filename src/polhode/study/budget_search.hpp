// The search for the largest step or tolerance of one method that may be recommended. On the problem itself it must
// keep half the budget. Then it is tried: over twice the time and from other starts it must keep half the budget too,
// with room for as much as the starts differ; a neighbour, 1.1 times as coarse, must not be ten times worse, nor lie
// outside the region of linear stability. What fails gives way to the next finer round number.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "polhode/study/budget.hpp"

namespace polhode {

namespace budget_rules {

inline constexpr double margin = 0.5;           // of the budget
inline constexpr double neighbour = 1.1;        // times as coarse
inline constexpr double coarser_tolerance = 2;  // also tried where there is a tolerance: about 1.1 times the step
inline constexpr double much_worse = 10;        // times
inline constexpr double deviations = 3;         // of the starts' errors, on a logarithmic scale, are kept free
inline constexpr double harmless_growth = 2;    // of a disturbance over the longest run
// A run that takes this many times the operations of the best setting known is given up, and not before it has taken
// the least work; without any setting known, at the most.
inline constexpr double far_dearer = 40, least_work = 1e8, most_work = 1e10;

}  // namespace budget_rules

bool needs_no_setting(const Method& method);
// As the registry knows it; infinite for closed forms.
double expected_order(const Method& method);

class BudgetSearch {
 public:
    // `best_flops`: the least work of what was found before; what takes far more is given up. Operations are counted,
    // not seconds: the answer does not depend on what else the machine does.
    BudgetSearch(const Scenario& scenario, const BudgetRequest& request, const BudgetProblems& problems,
                 double best_flops)
        : scenario_(scenario), request_(request), problems_(problems), best_flops_(best_flops) {}

    void run(BudgetCandidate& candidate);
    // The setting that was found, tried on these problems; a finer one where it fails.
    void confirm(BudgetCandidate& candidate);
    // The time of what was found, with nothing else running.
    void time(BudgetCandidate& candidate) const;

 private:
    struct Refused {
        std::string why;
        double times = 0;  // the setting to try next, in parts of this one; 0: none will do
    };

    Method with(double setting) const;
    double rounded(double setting) const;
    RunSpan span_of(const Method& method, double duration) const;
    TrialRequest trial_request() const;
    bool asked_to_stop() const { return request_.stop && request_.stop(); }

    void take(const BudgetCandidate& candidate);
    double most_steps(double duration) const;
    double error(double setting);
    bool keeps_margin(double setting) { return error(setting) <= budget_rules::margin * request_.budget; }
    double longest_error(const BudgetProblem& problem, const Method& method);
    std::optional<double> largest_on_the_problem();
    std::optional<double> finer_until_kept(double setting, double& failed);
    std::optional<Refused> refused(const Method& method, double setting);
    std::optional<Refused> refused_for_errors(const Method& method);
    std::optional<Refused> refused_for_neighbours(const Method& method, double setting);
    std::optional<double> largest_that_holds(double setting, BudgetCandidate& candidate);
    bool holds(double setting, BudgetCandidate& candidate, double& times);
    Refused too_wrong(const std::string& where, double error, double limit) const;
    void accept(BudgetCandidate& candidate, double setting);
    void describe_failure(BudgetCandidate& candidate) const;

    const Scenario& scenario_;
    const BudgetRequest& request_;
    const BudgetProblems& problems_;
    const double best_flops_;
    double flops_per_step_ = 0;
    Method method_;
    bool fixed_step_ = false, stopped_ = false;
    std::map<double, Trial> trials_;  // on the problem itself, by setting
    BudgetProof proof_;               // of the setting looked at last
    std::string failure_;
};

}  // namespace polhode
