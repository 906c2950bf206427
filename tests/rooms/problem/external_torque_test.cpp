// A torque behind the virtual face gives the numbers of the same torque in the variant, bit for bit, in every
// arithmetic and for every attitude.
#include "polhode/problem/external_torque.hpp"

#include <gtest/gtest.h>

#include "polhode/problem/analysis/series_attitude.hpp"
#include "polhode/problem/external_rates.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/scenario/scenario.hpp"

namespace external_torque_test {

namespace {

using namespace polhode;

const torque::Gravity<double> weight{2.0, {0.1, -0.2, 0.7}, 9.8};

// A weight whose facts are not told: nothing may take a shorter way because of them.
template <class T>
struct Untold : torque::Gravity<T> {
    template <class To>
    Untold<To> as() const {
        return {torque::Gravity<T>::template as<To>()};
    }
};
// The same torque for a while, and its law told
template <class T>
struct Told : torque::Gravity<T> {
    template <class To>
    Told<To> as() const {
        return {torque::Gravity<T>::template as<To>()};
    }
    TorqueFacts facts() const {
        TorqueFacts f;
        f.keeps = {true, false, true};
        f.weight = TorqueFacts::Weight{this->mass * this->g, this->at};
        return f;
    }
    void switching_times(double, std::vector<double>& times) const { times.push_back(0.25); }
};

template <class T, class Attitude>
void same_in(const Attitude& attitude) {
    const TorqueSum<T> built_in({TorqueModel{"gravity", weight}});
    const TorqueSum<T> outside({TorqueModel{"untold", external_torque(Untold<double>{weight})}});
    const Vec3<T> w{T(0.1), T(0.2), T(0.3)};
    EXPECT_EQ(built_in(T(0.5), attitude, w), outside(T(0.5), attitude, w));
    EXPECT_EQ(built_in.potential(attitude), outside.potential(attitude));
}

std::vector<std::vector<double>> rows_of(const std::string& integrator, const AnyTorque<double>& torque) {
    Scenario s = read_scenario(
        "[body]\ninertia = [1.0, 2.0, 3.0]\n[start]\nrate = [0.1, 0.2, 3.0]\n[run]\nduration = 0.5\nsample = 0.1\n"
        "[method]\nintegrator = \"" +
            integrator + "\"\nstep = 0.01\n",
        "weight.toml");
    s.problem.torques = {TorqueModel{"one", torque}};
    std::vector<std::vector<double>> rows;
    Statistics statistics;
    const RunObserver observer{.row =
                                   [&](const Row& r) {
                                       rows.push_back({r.t, r.q_NB.w, r.q_NB.x, r.q_NB.y, r.q_NB.z, r.w_NB_B[0],
                                                       r.w_NB_B[1], r.w_NB_B[2], r.energy});
                                   },
                               .progress = {},
                               .stop = {}};
    simulate(s.problem, s.methods.front(), s.run, observer, statistics);
    return rows;
}

}  // namespace

TEST(ExternalTorque, SameBitsForEveryAttitude) {
    const Quaternion<double> q = normalise(Quaternion<double>{0.3, -0.4, 0.5, 0.6});
    same_in<double>(q);
    same_in<double>(convert<Dcm>(q));
    same_in<double>(convert<ModifiedRodrigues>(q));
    same_in<double>(convert(q, EulerAngles<double>{}));
    same_in<float>(cast<float>(q));
}

TEST(ExternalTorque, SameBitsInARun) {
    for (const char* integrator : {"rk4", "dop853", "adams-bashforth", "rkmk4"})
        EXPECT_EQ(rows_of(integrator, weight), rows_of(integrator, external_torque(Untold<double>{weight})))
            << integrator;
    // series of a general torque and the recurrences for weight agree to rounding only
    const auto a = rows_of("taylor", weight), b = rows_of("taylor", external_torque(Untold<double>{weight}));
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.back().size(); ++k) EXPECT_NEAR(a.back()[k], b.back()[k], 1e-12);
}

TEST(ExternalTorque, ItsFactsAreAsked) {
    Scenario s = read_scenario(
        "[body]\ninertia = [1.0, 2.0, 3.0]\n[start]\nrate = [0.1, 0.2, 3.0]\n[run]\nduration = 0.5\n", "free.toml");
    s.problem.torques = {TorqueModel{"told", external_torque(Told<double>{weight})}};
    EXPECT_EQ(switching_times(s.problem, 1), (std::vector<double>{0.25}));
    ASSERT_TRUE(facts_of(s.problem.torques[0]).weight.has_value());
    EXPECT_EQ(facts_of(s.problem.torques[0]).weight->arm, weight.at);
    s.problem.torques = {TorqueModel{"untold", external_torque(Untold<double>{weight})}};
    EXPECT_TRUE(switching_times(s.problem, 1).empty());
    EXPECT_FALSE(facts_of(s.problem.torques[0]).weight.has_value());
}

TEST(ExternalRates, SameBitsAsInTheVariant) {
    const kinematics::Coning<double> motion(0.1, 2.0);
    const RatesFunction<double> built_in({"coning", motion}), outside({"outside", external_rates(motion)});
    const RatesFunction<float> single({"coning", motion}), single_outside({"outside", external_rates(motion)});
    for (const double t : {0.0, 0.3, 7.1}) {
        EXPECT_EQ(built_in(t), outside(t));
        EXPECT_EQ(single(static_cast<float>(t)), single_outside(static_cast<float>(t)));
    }
}

}  // namespace external_torque_test
