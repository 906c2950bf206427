// Random gyrostats against a Taylor series of 32 digits: everywhere, next to their separatrices (along the axis of the
// rotor and in a plane across it), next to equal moments and at turning points.
#include <gtest/gtest.h>

#include "core/exact/gyrostat_support.hpp"
#include "polhode/exact/gyrostat.hpp"

namespace gyrostat_hunt_test {

using namespace gyrostat_support;
using polhode::exact::Gyrostat;
using polhode::exact::GyrostatMotion;
using polhode::exact::State;

struct Dice {
    unsigned long long state;
    double operator()(double a, double b) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return a + (b - a) * static_cast<double>(state >> 11) * 0x1p-53;
    }
    double sign() { return (*this)(0, 1) < 0.5 ? -1 : 1; }
    double small(double from, double to) { return sign() * std::pow(10.0, (*this)(from, to)); }
};

Given anyone(Dice& dice) {
    Given g;
    for (double& a : g.inertia) a = dice(0.5, 2);
    g.axis = static_cast<int>(dice(0, 3));
    g.free = dice(0, 1) < 0.5;
    g.rotor_moment = dice(0.05, 0.4);
    g.speed = dice.sign() * std::exp(dice(-2, 3));
    for (double& a : g.w) a = dice(-1.5, 1.5);
    for (double& a : g.q) a = dice(-1, 1);
    g.t = std::exp(dice(-1, 3));
    return g;
}
double inside(const Given& g) { return g.body().inside[g.axis].value(); }
double moment(const Given& g, int across) { return g.body().moment[(g.axis + across) % 3].value(); }

// Next to the axis where that is unstable: between the two speeds at which one of al, be vanishes.
Given near_axis(Dice& dice) {
    for (;;) {
        Given g = anyone(dice);
        g.w[(g.axis + 1) % 3] = dice.small(-13, -2);
        g.w[(g.axis + 2) % 3] = dice.small(-13, -2);
        const double w3 = g.w[g.axis], C = moment(g, 0);
        if (((moment(g, 1) - C) * w3 - inside(g)) * ((moment(g, 2) - C) * w3 - inside(g)) < 0) {
            g.t = dice(1, 40);
            return g;
        }
    }
}
// Next to a permanent rotation in a plane, about the middle moment: held, so that the rotor's speed alone decides.
Given near_plane(Dice& dice) {
    for (;;) {
        Given g = anyone(dice);
        g.free = false;
        const int m = dice(0, 1) < 0.5 ? 1 : 2;
        const double own = moment(g, m), C = moment(g, 0), other = moment(g, 3 - m);
        if ((own - C) * (own - other) > 0) continue;
        g.w[(g.axis + 3 - m) % 3] = dice.small(-13, -3);
        g.speed = (own - C) * (g.w[g.axis] * (1 + dice.small(-13, -3))) / g.rotor_moment;
        g.t = dice(1, 40);
        return g;
    }
}
// On the way round next to a separatrix, far from the axis: where such a motion has come to, rounded to double.
Given on_the_way(Dice& dice) {
    for (;;) {
        Given g = near_axis(dice);
        g.free = false;
        g.w[(g.axis + 1) % 3] = dice.small(-9, -8);
        const State<double> s = Gyrostat<double>(g.body(), {}, {g.w[0], g.w[1], g.w[2]}).state_at(dice(10, 60));
        const double away = std::hypot(s.w_NB_B[(g.axis + 1) % 3], s.w_NB_B[(g.axis + 2) % 3]);
        if (!(away > 0.1)) continue;
        for (int k = 0; k < 3; ++k) g.w[k] = s.w_NB_B[k];
        return g;
    }
}
Given special(Dice& dice) {
    Given g = anyone(dice);
    const int i = (g.axis + 1) % 3, j = (g.axis + 2) % 3;
    const double choice = dice(0, 6);
    if (choice < 1)
        g.inertia[i] = g.inertia[j] * (1 + dice.small(-14, -4));
    else if (choice < 2)
        g.inertia[i] = g.inertia[g.axis] - (g.free ? g.rotor_moment : 0);  // a root at infinity
    else if (choice < 3)
        g.inertia[j] = (g.inertia[g.axis] - (g.free ? g.rotor_moment : 0)) * (1 + dice.small(-14, -4));
    else if (choice < 4)
        g.w[i] = 0;
    else if (choice < 5)
        g.w[j] = 0;
    else
        g.speed = g.free ? -g.w[g.axis] : 0;  // nothing inside
    if (g.inertia[0] <= 0 || g.inertia[1] <= 0) return special(dice);
    return g;
}

// Next to starts that lie exactly on separatrices: on the axis, in a plane, with three roots that meet, and between the
// two ends of the middle axis of a nearly free body, on each of its axes.
Given next_to_special(Dice& dice) {
    const Given on[] = {
        {.inertia = {3, 1.5, 4}, .rotor_moment = 0.75, .speed = -1, .w = {0.5, 1, 0}, .axis = 2},
        {.inertia = {2, 1.25, 1}, .rotor_moment = 0.5, .speed = 1, .w = {1, 0, -0.5}, .axis = 2},
        {.inertia = {3, 1.5, 4}, .rotor_moment = 0.25, .speed = -1, .w = {0.5, 1, -0.5}, .axis = 2},
        {.inertia = {2, 3, 6}, .rotor_moment = 0.5, .speed = 1e-300, .w = {0.75, 0.5, 0.25}, .axis = 0},
        {.inertia = {2, 3, 6}, .rotor_moment = 0.5, .speed = 1e-20, .w = {0.75, 0.5, 0.25}, .axis = 1},
        {.inertia = {2, 3, 6}, .rotor_moment = 0.5, .speed = 1e-9, .w = {0.75, 0.5, 0.25}, .axis = 2},
    };
    Given g = on[static_cast<int>(dice(0, 6))];
    for (double* a : g.numbers())
        if (dice(0, 1) < 0.6) *a *= 1 + dice.small(-16, -2);
    for (double& a : g.w)
        if (a == 0 && dice(0, 1) < 0.5) a = dice.small(-16, -2);
    g.t = std::exp(dice(-1, 4));
    return g;
}

// Attitude with its sign and the turn of the body about the rotor's axis within 10 eps x condition; returns the share.
double share_of_promise(const Given& g) {
    const Gyrostat<double> gyrostat(g.body(), {g.q[0], g.q[1], g.q[2], g.q[3]}, {g.w[0], g.w[1], g.w[2]});
    const State<double> got = gyrostat.state_at(g.t);
    const TaylorGyrostat<Two> truth(g);
    const double condition = attitude_condition(g), promise = 10 * (1.1e-16 * condition + 2e-16);
    const double error = attitude_distance(got.q_NB, truth.q);
    const double turn = std::abs((truth.turn - gyrostat.axial_turn(g.t)).value());
    double rate = 0, size = 0;
    for (int k = 0; k < 3; ++k) {
        rate = std::hypot(rate, (truth.rate(k) - got.w_NB_B[k]).value());
        size = std::hypot(size, g.w[k]);
    }
    const auto told = [&] {
        return testing::Message() << "inertia " << g.inertia[0] << " " << g.inertia[1] << " " << g.inertia[2]
                                  << ", axis " << g.axis << (g.free ? " free " : " held ") << g.rotor_moment << " x "
                                  << g.speed << ", w " << g.w[0] << " " << g.w[1] << " " << g.w[2] << ", t " << g.t
                                  << ": error " << error << ", condition " << condition << ", k'^2 "
                                  << gyrostat.complementary_parameter();
    };
    EXPECT_LE(error, promise) << told();
    // the phase of the rate may be worse known than the attitude by the wheel's share of the momentum
    EXPECT_LE(rate / size, 10 * promise) << told() << " rate " << rate;
    // and the turn has a rounding of the phase at the start, which counts by what a period turns
    const double range = gyrostat.highest_axial_rate() - gyrostat.lowest_axial_rate();
    const double swing = range > 0 ? range * gyrostat.period() : 0;
    EXPECT_LE(turn, promise + 1e-15 * (std::abs(truth.turn.hi) + swing)) << told() << " turn " << turn;
    return error / promise;
}

void hunt(Given (*make)(Dice&), int count, unsigned long long seed) {
    Dice dice{seed};
    double worst = 0;
    for (int n = 0; n < count; ++n) worst = std::max(worst, share_of_promise(make(dice)));
    testing::Test::RecordProperty("worst_share_of_promise", std::to_string(worst));
    EXPECT_GT(worst, 0);
}

TEST(GyrostatHunt, Anyone_Long) { hunt(anyone, 600, 1885); }
TEST(GyrostatHunt, NearTheAxis_Long) { hunt(near_axis, 200, 1899); }
TEST(GyrostatHunt, NearAPlane_Long) { hunt(near_plane, 200, 1977); }
TEST(GyrostatHunt, OnTheWayRound_Long) { hunt(on_the_way, 100, 1986); }
TEST(GyrostatHunt, EqualMomentsAndTurningPoints_Long) { hunt(special, 200, 1971); }
TEST(GyrostatHunt, NextToSpecialStarts_Long) { hunt(next_to_special, 600, 2025); }
// A few of each, for every run of the tests
TEST(GyrostatHunt, SomeOfEach) {
    hunt(anyone, 10, 1);
    hunt(near_axis, 5, 2);
    hunt(near_plane, 5, 3);
    hunt(on_the_way, 3, 4);
    hunt(special, 10, 5);
    hunt(next_to_special, 10, 6);
}

}  // namespace gyrostat_hunt_test
