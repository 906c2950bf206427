#include "polhode/measure/run_record.hpp"

#include <gtest/gtest.h>

#include "support/output_support.hpp"

namespace polhode {
namespace run_record_test {

TEST(RunRecord, RemembersEndsAndLargestChanges) {
    RunRecord record;
    double state[] = {1, 2};
    for (int i = 0; i <= 4; ++i) {
        Row row = test::turning(i);
        row.energy += (i == 2 ? -3e-3 : 1e-3 * i / 4);
        row.L_N[0] += (i == 3 ? 3e-3 : 0);
        row.L_N[2] += (i == 3 ? 4e-3 : 0);
        row.defect = i == 1 ? -7e-9 : 1e-9;
        state[0] = i;
        row.state = state;
        record.row(row);
    }
    EXPECT_EQ(record.rows, 5);
    EXPECT_EQ(record.first.t, 0);
    EXPECT_EQ(record.last.t, 4);
    EXPECT_TRUE(record.last.state.empty());
    EXPECT_EQ(record.first_state, (std::vector<double>{0, 2}));
    EXPECT_EQ(record.last_state, (std::vector<double>{4, 2}));
    // differences of numbers near 1: one rounding, 2^-53
    EXPECT_NEAR(record.largest_energy_change, 3e-3, 2e-16);
    EXPECT_NEAR(record.largest_momentum_change, 5e-3, 3e-16);
    EXPECT_NEAR(record.largest_Lz_change, 4e-3, 3e-16);
    EXPECT_EQ(record.largest_defect, 7e-9);
    EXPECT_NEAR(record.largest_kinetic_energy, 0.5 * 1.004, 1e-15);
}

}  // namespace run_record_test
}  // namespace polhode
