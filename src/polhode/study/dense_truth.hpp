// True states of one problem at any time, computed once and then read by many threads. A closed form answers any time
// by itself. A reference solution goes forward only: it is kept as polynomials through Chebyshev points, on panels that
// end where something switches and are as short as it takes for the coefficients to die out (Trefethen, Approximation
// Theory and Approximation Practice, chapters 5 and 8), so that reading between the points loses no digit of double.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "polhode/measure/truth_table.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

class DenseTruth {
 public:
    // `against` as in TruthTable. Throws InputError where there is no such truth, ComputationFailed where it breaks
    // down before `end`. `stop`: asked now and then; true leaves the truth unfinished.
    DenseTruth(const Problem& problem, double end, const std::string& against = "truth",
               const std::function<bool()>& stop = {});

    // The truth for a run of `duration` <= end with rows every `sample`. Where there is neither closed form nor
    // reference solution the times must be those of the rows.
    std::function<TrueState(double)> for_rows(double duration, double sample) const;
    const std::string& description() const { return description_; }
    const std::string& warning() const { return warning_; }

 private:
    static constexpr int most_points = 24;
    struct Panel {
        double begin = 0, end = 0;
        int points = 0;
        double values[most_points][7]{};  // q_NB, w_NB_B at the points

        bool resolved() const;
        TrueState at(double t) const;
    };
    void follow(Truth& truth, double end, const std::function<bool()>& stop);
    bool ask(Truth& truth, std::vector<Panel>& panels, const std::function<bool()>& stop) const;
    TrueState at(double t) const;

    const Problem problem_;
    std::string description_, warning_;
    std::shared_ptr<Truth> closed_form_{};
    std::vector<Panel> panels_{};
    // where there is nothing better: runs of dop853, by duration and sample
    mutable std::mutex one_at_a_time_;
    mutable std::map<std::pair<double, double>, std::shared_ptr<const TruthTable>> tables_{};
};

}  // namespace polhode
