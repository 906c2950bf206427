#include "polhode/problem/analysis/invariants.hpp"

#include <gtest/gtest.h>

#include "support/output_support.hpp"

namespace polhode {
namespace invariants_test {

Problem with(std::initializer_list<TorqueModel> torques) {
    Problem p;
    p.body.emplace();
    p.torques = torques;
    return p;
}

std::string kept(const Problem& p) {
    const Invariants i = invariants_of(p);
    return std::string(i.energy ? "E" : "") + (i.momentum ? "L" : "") + (i.momentum_about_z ? "z" : "");
}

TEST(Invariants, ByWhatActs) {
    const TorqueModel gravity{"gravity", torque::Gravity<double>{1, {0, 0, 1}, 9.8}};
    const TorqueModel damping{"damping", torque::Damping<double>{{1, 1, 1}}};
    const TorqueModel rockets{"rockets", torque::Rockets<double>{1}};
    torque::GravityGradient<double> gradient;
    EXPECT_EQ(kept(with({})), "ELz");
    EXPECT_EQ(kept(with({gravity})), "Ez");
    EXPECT_EQ(kept(with({gravity, rockets})), "Ez");
    EXPECT_EQ(kept(with({gravity, damping})), "");
    EXPECT_EQ(kept(with({damping})), "");
    EXPECT_EQ(kept(with({{"gravity-gradient", gradient}})), "Ez");
    gradient.towards = {1, 0, 0};
    EXPECT_EQ(kept(with({{"gravity-gradient", gradient}})), "E");
    gradient.turning = true;
    EXPECT_EQ(kept(with({{"gravity-gradient", gradient}})), "");
    EXPECT_EQ(kept(Problem{}), "");  // kinematics
}

}  // namespace invariants_test
}  // namespace polhode
