#include "polhode/study/budget_problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include "polhode/base/job_runner.hpp"
#include "polhode/method/stability_region.hpp"
#include "polhode/truth/motion_rates.hpp"

namespace polhode {

namespace {

constexpr int other_starts = 3, more_starts = 8;
constexpr unsigned long long seed = 1765;  // Euler's Theoria motus

// Why the problem ends at its duration; "" where it goes on.
std::string why_no_longer(const Problem& problem, double longest) {
    if (problem.rates && problem.rates->measured) return "the readings end with the run";
    try {
        for (const TorqueModel& t : problem.torques)
            if (const auto table = facts_of(t).table) table->require_cover(longest);
        if (problem.rates)
            if (const auto table = facts_of(*problem.rates).table) table->require_cover(longest);
    } catch (const InputError&) {
        return "the table ends";
    }
    return "";
}

// The largest rate at times spread over the run: a body that starts at rest gets its share of it too.
double typical_rate(const BudgetProblem& p, double duration) {
    constexpr int times = 48;
    const auto truth = p.truth->for_rows(duration, duration / times);
    double largest = 0;
    for (int i = 0; i <= times; ++i) {
        const double t = i == times ? duration : i * (duration / times);
        largest = std::max(largest, norm(truth(t).w_NB_B));
    }
    return largest;
}

void find_eigenvalues(BudgetProblems& problems) {
    constexpr int times = 16;
    problems.eigenvalues.clear();
    for (const BudgetProblem& p : problems.all) {
        const double sample = problems.longest / times;
        const auto truth = p.truth->for_rows(problems.longest, sample);
        for (int i = 0; i < times; ++i)
            problems.eigenvalues.push_back(motion_eigenvalues(p.problem, i * sample, truth(i * sample)));
    }
}

// The starts with the numbers from `first` up to `last`.
void add_starts(BudgetProblems& result, int first, int last, const std::string& against, int threads,
                const std::function<bool()>& stop) {
    std::vector<VariedStart> starts = varied_starts(last, result.typical_rate, seed);
    starts.erase(starts.begin(), starts.begin() + first);
    std::vector<BudgetProblem> others(starts.size());
    std::vector<std::string> failures(starts.size());
    const auto make = [&](std::size_t k, const auto&) {
        try {
            others[k].start = starts[k];
            others[k].problem = with_start(result.all.front().problem, starts[k]);
            others[k].truth = std::make_shared<const DenseTruth>(others[k].problem, result.longest, against, stop);
        } catch (const std::exception& e) {
            failures[k] = e.what();
        }
    };
    JobOptions options;
    options.threads = threads;
    run_jobs(starts.size(), make, options);
    result.stopped = stop && stop();
    if (result.stopped) return;
    for (std::size_t k = 0; k < starts.size(); ++k)
        if (failures[k].empty())
            result.all.push_back(others[k]);
        else
            result.left_out.push_back(
                fmt::format("start {}: there is no truth, {}", first + static_cast<int>(k) + 1, failures[k]));
    find_eigenvalues(result);
}

}  // namespace

std::optional<double> BudgetProblems::growth(const Method& method, double step) const {
    const auto amplification = amplification_of(all.front().problem, method);
    if (!amplification || eigenvalues.empty()) return {};
    // Per step, over the motions: the largest growth that no mode of the motion explains, averaged over its time.
    const std::size_t times = eigenvalues.size() / all.size();
    double worst = 0;
    for (std::size_t motion = 0; motion < all.size(); ++motion) {
        double sum = 0;
        for (std::size_t i = 0; i < times; ++i) {
            double excess = 0;
            for (const std::complex<double>& rate : eigenvalues[motion * times + i])
                excess = std::max(excess, std::log((*amplification)(step * rate)) - std::max(0.0, step * rate.real()));
            sum += excess;
        }
        worst = std::max(worst, sum / static_cast<double>(times));
    }
    return std::exp(std::min(700.0, worst * longest / step));
}

BudgetProblems budget_problems(const Problem& problem, double duration, const std::string& against, int threads,
                               const std::function<bool()>& stop) {
    BudgetProblems result;
    result.duration = result.longest = duration;
    BudgetProblem own;
    own.problem = problem;
    if (const std::string why = why_no_longer(problem, 2 * duration); !why.empty()) {
        result.left_out.push_back("twice the time: " + why);
    } else {
        try {
            own.truth = std::make_shared<const DenseTruth>(problem, 2 * duration, against, stop);
            result.longest = 2 * duration;
        } catch (const ComputationFailed& e) {
            result.left_out.push_back(std::string("twice the time: there is no truth, ") + e.what());
        }
    }
    if (!own.truth) own.truth = std::make_shared<const DenseTruth>(problem, duration, against, stop);
    result.all.push_back(own);
    result.stopped = stop && stop();
    if (result.stopped) return result;

    result.typical_rate = typical_rate(own, duration);
    add_starts(result, 0, other_starts, against, threads, stop);
    return result;
}

BudgetProblems with_more_starts(const BudgetProblems& problems, const std::string& against, int threads,
                                const std::function<bool()>& stop) {
    BudgetProblems more = problems;
    add_starts(more, other_starts, other_starts + more_starts, against, threads, stop);
    return more;
}

}  // namespace polhode
