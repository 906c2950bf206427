// True states of one problem at all the times that will be asked for, computed once and then read by many threads: a
// reference solution is costly and goes forward only, while the methods it judges run side by side.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "polhode/truth/truth.hpp"

namespace polhode {

class TruthTable {
 public:
    // `against`: "truth" (the closed form, else the reference solution, else dop853 at its smallest tolerance, with a
    // warning), "exact" or "reference" (throws InputError where there is none).
    // `samples`: times between the rows of the runs to come; a sample of the whole duration asks for the end alone.
    TruthTable(const Problem& problem, double duration, const std::vector<double>& samples,
               const std::string& against = "truth");

    // At t = 0, at a multiple of one of the samples, or at the end.
    const TrueState& at(double t) const;
    const std::string& description() const { return description_; }
    double error_bound() const { return error_bound_; }      // rad at the end, 0 where nothing is known
    const std::string& warning() const { return warning_; }  // "" or why the truth is weaker than it should be

 private:
    void ask(Truth& truth, double duration, const std::vector<double>& samples);
    void run(const Problem& problem, double duration, const std::vector<double>& samples);

    std::map<double, TrueState> states_;
    std::string description_, warning_;
    double error_bound_ = 0;
};

}  // namespace polhode
