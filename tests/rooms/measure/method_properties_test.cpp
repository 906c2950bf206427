// What `polhode list integrator` says of each integrator is measured; here the measurement meets what theory says.
#include "polhode/measure/method_properties.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "polhode/registry/registry.hpp"

namespace polhode {
namespace method_properties_test {

bool keeps(const MethodProperties& p, const std::string& what) {
    return std::find(p.keeps.begin(), p.keeps.end(), what) != p.keeps.end();
}

struct Expected {
    std::string integrator, setting;
    double order;
};

TEST(MethodProperties, MeasuredOrderIsTheOrder_Long) {
    for (const Expected& e : {Expected{"euler", "", 1},
                              {"midpoint", "", 2},
                              {"heun", "", 2},
                              {"rk4", "", 4},
                              {"merson", "", 4},
                              {"dopri5", "", 5},
                              {"dop853", "", 8},
                              {"adams-bashforth", "order=3", 3},
                              // predictor, evaluation, corrector, evaluation: the order is the corrector's
                              {"adams-moulton", "order=4", 5},
                              {"adams-moulton", "order=8", 9},
                              {"taylor", "order=8", 8},
                              {"splitting", "order=6", 6},
                              {"splitting", "order=8", 8},
                              {"dmv", "order=4", 4},
                              {"dmv", "order=8", 8},
                              {"rkmk4", "", 4},
                              {"cf4", "", 4},
                              {"crouch-grossman", "order=3", 3},
                              {"magnus", "order=6", 6},
                              {"gauss", "order=6", 6},
                              {"implicit-midpoint", "", 2},
                              {"lgvi", "", 2},
                              {"local-linear", "", 2},
                              {"taylor-psi", "order=8", 8}}) {
        const MethodProperties p = measure_properties(
            e.integrator, e.setting.empty() ? std::vector<std::string>{} : std::vector<std::string>{e.setting});
        ASSERT_TRUE(p.order) << e.integrator;
        // a finite step shows the order with the next term of the error mixed in: a few hundredths of it
        EXPECT_NEAR(*p.order, e.order, 0.06 * e.order) << e.integrator << " " << e.setting;
    }
}

// Hairer, Lubich, Wanner, Geometric Numerical Integration: IV.2 (Gauss keeps quadratic invariants), VII.5 (splitting
// and discrete Moser-Veselov keep the momentum in space).
TEST(MethodProperties, WhatIsKeptIsWhatTheorySays_Long) {
    const MethodProperties rk4 = measure_properties("rk4");
    EXPECT_FALSE(keeps(rk4, "energy of a free body"));
    EXPECT_FALSE(keeps(rk4, "length of the quaternion"));
    const MethodProperties gauss = measure_properties("gauss", {"order=4"});
    EXPECT_TRUE(keeps(gauss, "length of the quaternion"));
    EXPECT_TRUE(keeps(gauss, "energy of a free body"));
    EXPECT_TRUE(keeps(gauss, "size of a free body's momentum"));
    EXPECT_FALSE(keeps(gauss, "momentum of a free body"));
    const MethodProperties dmv = measure_properties("dmv", {"order=4"});
    EXPECT_TRUE(keeps(dmv, "energy of a free body"));
    EXPECT_TRUE(keeps(dmv, "momentum of a free body"));
    EXPECT_TRUE(keeps(dmv, "vertical momentum of a heavy body"));
    EXPECT_FALSE(keeps(dmv, "energy of a heavy body"));
    const MethodProperties splitting = measure_properties("splitting", {"order=2"});
    EXPECT_TRUE(keeps(splitting, "momentum of a free body"));
    EXPECT_FALSE(keeps(splitting, "energy of a free body"));
}

TEST(MethodProperties, CostsAreCounted_Long) {
    const MethodProperties rk4 = measure_properties("rk4");
    ASSERT_TRUE(rk4.flops_free && rk4.flops_heavy);
    // 202 multiplications and additions are the least for the free body; a few more where constants are products
    EXPECT_GE(*rk4.flops_free, 202);
    EXPECT_LE(*rk4.flops_free, 260);
    EXPECT_GT(*rk4.flops_heavy, *rk4.flops_free);
    EXPECT_EQ(rk4.elementary, 0);
    EXPECT_GT(measure_properties("cf4").elementary, 0);
}

TEST(MethodProperties, EveryIntegratorButTheTrueOnesIsMeasured_Long) {
    for (const std::string& name : names_of("integrator")) {
        // nothing to measure: what is true, and what is estimated from readings that this problem does not have
        if (name == "default" || name == "exact" || name == "reference" || name == "filter" || name == "smoother" ||
            name == "small") {
            EXPECT_FALSE(measure_properties(name).measured()) << name;
            continue;
        }
        for (const std::string& setting : orders_worth_measuring(name)) {
            const MethodProperties p = measure_properties(
                name, setting.empty() ? std::vector<std::string>{} : std::vector<std::string>{setting});
            EXPECT_TRUE(p.measured()) << name << " " << setting;
            EXPECT_NE(properties_line(p).find("keeps"), std::string::npos) << name;
        }
    }
}

}  // namespace method_properties_test
}  // namespace polhode
