#include "polhode/sweep/definition/sweep_program.hpp"

#include <gtest/gtest.h>

#include "polhode/base/version.hpp"

namespace polhode {
namespace sweep_program_test {

TEST(SweepProgram, SaysWhichItIs) {
    const SweepProgram& here = SweepProgram::here();
    EXPECT_EQ(here.version, version());
    EXPECT_EQ(here.revision, revision());
    EXPECT_EQ(here.arithmetic.size(), 64u);
    EXPECT_EQ(here.arithmetic, sweep_self_test()) << "the same each time";
}

}  // namespace sweep_program_test
}  // namespace polhode
