// What a setting must hold on before it is recommended: the problem as it is, the same from other starts, each over
// twice the time, with one truth for all methods; and how fast those motions are, for methods whose steps have a limit
// of stability.
#pragma once

#include <complex>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "polhode/method/method.hpp"
#include "polhode/scenario/varied_start.hpp"
#include "polhode/study/dense_truth.hpp"

namespace polhode {

struct BudgetProblem {
    Problem problem;
    VariedStart start{};  // nothing for the problem as it is
    std::shared_ptr<const DenseTruth> truth;
};

struct BudgetProblems {
    std::vector<BudgetProblem> all;       // the problem as it is first
    double duration = 0;                  // as asked
    double longest = 0;                   // as tried: twice that, or `duration`
    double typical_rate = 0;              // rad/s, for the other starts
    std::vector<std::string> left_out{};  // what could not be tried, and why
    // of the motions at times spread over them, 1/s
    std::vector<std::vector<std::complex<double>>> eigenvalues{};
    bool stopped = false;

    // What a step of this length makes of a disturbance until the end of the longest run beyond what the motion itself
    // makes of it: 1 inside the region of stability. Nothing where the method's region is not known.
    std::optional<double> growth(const Method& method, double step) const;
};

// Throws what the truth of the problem itself throws; what goes wrong with the others is left out.
BudgetProblems budget_problems(const Problem& problem, double duration, const std::string& against, int threads,
                               const std::function<bool()>& stop);

// The same with more starts, for what is about to be recommended: the winner among a hundred settings is more often
// than others one that was lucky with the first few.
BudgetProblems with_more_starts(const BudgetProblems& problems, const std::string& against, int threads,
                                const std::function<bool()>& stop);

}  // namespace polhode
