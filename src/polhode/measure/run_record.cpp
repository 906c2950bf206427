#include "polhode/measure/run_record.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

void RunRecord::row(const Row& r) {
    if (rows == 0) {
        first = r;
        first.state = {};
        first_state.assign(r.state.begin(), r.state.end());
    }
    ++rows;
    last = r;
    last.state = {};
    last_state.assign(r.state.begin(), r.state.end());
    largest_energy_change = std::max(largest_energy_change, std::fabs(r.energy - r.work - first.energy));
    largest_momentum_change = std::max(largest_momentum_change, norm(r.L_N - first.L_N));
    largest_Lz_change = std::max(largest_Lz_change, std::fabs(r.L_N[2] - first.L_N[2]));
    largest_defect = std::max(largest_defect, std::fabs(r.defect));
    // w.L is the same in any axes; to_body scales by |q|^2 and is divided by it
    const double kinetic = 0.5 * dot(r.w_NB_B, to_body(r.q_NB, r.L_N)) / norm_squared(r.q_NB);
    largest_kinetic_energy = std::max(largest_kinetic_energy, std::fabs(kinetic));
    largest_work = std::max(largest_work, std::fabs(r.work));
}

}  // namespace polhode
