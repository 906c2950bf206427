// --columns: forces and torques (analysis/loads.hpp) behind the other columns of every trajectory.
#pragma once

#include <string>
#include <vector>

#include "polhode/analysis/loads.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

class ExtraColumns {
 public:
    // `names`: of loads, or "loads" for all there are. Throws InputError where the motion has none of that name.
    ExtraColumns(const Scenario& scenario, const std::vector<std::string>& names);

    std::size_t number() const { return chosen_.size(); }
    Columns behind(Columns columns) const;
    // The row with them; what it points to lasts until the next.
    Row behind(const Row& row, std::size_t others);

 private:
    Loads loads_;
    std::vector<std::size_t> chosen_;
    std::vector<double> values_{};
};

}  // namespace polhode
