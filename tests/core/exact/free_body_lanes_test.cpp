// Bodies side by side against each of them alone: the same bits, for every number of lanes.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "polhode/exact/free_bodies.hpp"
#include "polhode/exact/free_body.hpp"

namespace free_body_lanes_test {

namespace {

using polhode::Lanes;
using polhode::Quaternion;
using polhode::Vec3;
using polhode::exact::FreeBodies;
using polhode::exact::FreeBody;
using polhode::exact::FreeMotion;
using polhode::exact::State;

struct Case {
    Vec3<double> moments, w;
    Quaternion<double> q;
    double t;
};

// Numbers between a and b that are the same on every machine.
struct Dice {
    unsigned long long state;
    double operator()(double a, double b) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        unsigned long long z = state ^ (state >> 33);
        z *= 0xff51afd7ed558ccdULL;
        z ^= z >> 33;
        return a + (b - a) * static_cast<double>(z >> 11) * 0x1p-53;
    }
    int below(int n) { return static_cast<int>((*this)(0, n)); }
    double sign() { return (*this)(0, 1) < 0.5 ? -1.0 : 1.0; }
};

Case any_body(Dice& dice) {
    Case c;
    c.moments = {dice(0.2, 2), dice(0.2, 2), dice(0.2, 2)};
    c.w = {dice(-2, 2), dice(-2, 2), dice(-2, 2)};
    c.q = {dice(-1, 1), dice(-1, 1), dice(-1, 1), dice(-1, 1)};
    c.t = dice(0, 1) < 0.5 ? dice(0, 100) : std::pow(10.0, dice(0, 6));
    return c;
}
Case nearly_symmetric(Dice& dice) {
    Case c = any_body(dice);
    const int k = dice.below(3);
    c.moments[(k + 1) % 3] = c.moments[k] * (1 + std::pow(10.0, dice(-15, -1)));
    return c;
}
Case slender(Dice& dice) {
    Case c = any_body(dice);
    c.moments[dice.below(3)] *= std::pow(10.0, dice(-8, 0));
    return c;
}
Case near_the_separatrix(Dice& dice) {
    Case c = any_body(dice);
    c.moments = {dice(0.2, 1), dice(1, 1.5), dice(1.5, 2)};
    const double balance =
        std::sqrt((c.moments[1] - c.moments[0]) * c.moments[0] / ((c.moments[2] - c.moments[1]) * c.moments[2]));
    c.w[2] = c.w[0] * balance * (1 + dice.sign() * std::pow(10.0, dice(-16, -1)));
    return c;
}
Case near_an_axis(Dice& dice) {
    Case c = any_body(dice);
    const int k = dice.below(3);
    c.w[(k + 1) % 3] *= std::pow(10.0, dice(-18, 0));
    c.w[(k + 2) % 3] *= std::pow(10.0, dice(-18, 0));
    return c;
}
Case of_any_size(Dice& dice) {
    Case c = any_body(dice);
    const double size = std::pow(10.0, dice(-300, 300)), length = std::pow(10.0, dice(-300, 300));
    for (int k = 0; k < 3; ++k) {
        c.moments[k] *= size;
        c.w[k] *= std::pow(10.0, dice(-20, 20));
    }
    c.q = {c.q.w * length, c.q.x * length, c.q.y * length, c.q.z * length};
    c.t = dice.sign() * std::pow(10.0, dice(-20, 20));
    return c;
}
// zeros, equal moments, whole numbers: rest, fixed axes, symmetric bodies and the exact separatrix among them
Case round_numbers(Dice& dice) {
    Case c;
    for (int k = 0; k < 3; ++k) {
        c.moments[k] = 1 + dice.below(3);
        c.w[k] = dice.below(3) - 1;
        if (c.w[k] == 0) c.w[k] *= dice.sign();
    }
    c.q = {dice.below(3) - 1.0, dice.below(3) - 1.0, dice.below(3) - 1.0, dice.below(3) - 1.0};
    c.t = dice.below(20) - 10;
    return c;
}
Case broken(Dice& dice) {
    Case c = any_body(dice);
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    const double odd[7] = {nan, inf, -inf, 0.0, -0.0, 1e-310, 1e308};
    double* place[9] = {&c.moments[0], &c.moments[1], &c.moments[2], &c.w[0], &c.w[1], &c.w[2], &c.q.w, &c.q.z, &c.t};
    *place[dice.below(9)] = odd[dice.below(7)];
    return c;
}

constexpr Case (*kinds[])(Dice&) = {any_body,     nearly_symmetric, slender,       near_the_separatrix,
                                    near_an_axis, of_any_size,      round_numbers, broken};

bool same_bits(double a, double b) { return (a != a && b != b) || std::memcmp(&a, &b, sizeof a) == 0; }

template <int N>
struct Block {
    using L = Lanes<double, N>;
    Vec3<L> moments, w;
    Quaternion<L> q;
    L t;
    explicit Block(const Case (&c)[N]) {
        for (int i = 0; i < N; ++i) {
            for (int k = 0; k < 3; ++k) {
                moments[k].set(i, c[i].moments[k]);
                w[k].set(i, c[i].w[k]);
            }
            q.w.set(i, c[i].q.w);
            q.x.set(i, c[i].q.x);
            q.y.set(i, c[i].q.y);
            q.z.set(i, c[i].q.z);
            t.set(i, c[i].t);
        }
    }
};

struct Tally {
    int compared = 0, declined = 0, different = 0;
};

template <int N>
void compare(const Case (&cases)[N], bool may_decline, Tally& tally) {
    const Block<N> block(cases);
    const FreeBodies<N> bodies(block.moments, block.q, block.w);
    const State<Lanes<double, N>> got = bodies.state_at(block.t);
    for (int i = 0; i < N; ++i) {
        const Case& c = cases[i];
        const FreeBody<double> alone(c.moments, c.q, c.w);
        if (bodies.declined[i]) {
            ++tally.declined;
            const bool general =
                alone.motion() == FreeMotion::about_largest || alone.motion() == FreeMotion::about_smallest;
            EXPECT_TRUE(may_decline || !general) << "a body in general motion was declined";
            continue;
        }
        ++tally.compared;
        EXPECT_TRUE(alone.motion() == FreeMotion::about_largest || alone.motion() == FreeMotion::about_smallest);
        const State<double> s = alone.state_at(c.t);
        bool same = true;
        const double q[4] = {got.q_NB.w[i], got.q_NB.x[i], got.q_NB.y[i], got.q_NB.z[i]};
        for (int k = 0; k < 4; ++k) same = same && same_bits(q[k], s.q_NB.params()[k]);
        for (int k = 0; k < 3; ++k) same = same && same_bits(got.w_NB_B[k][i], s.w_NB_B[k]);
        if (!same && ++tally.different <= 3)
            ADD_FAILURE() << N << " lanes, lane " << i << ": moments " << c.moments[0] << " " << c.moments[1] << " "
                          << c.moments[2] << ", rate " << c.w[0] << " " << c.w[1] << " " << c.w[2] << ", t " << c.t
                          << ": q.w " << q[0] << " instead of " << s.q_NB.w;
    }
}

template <int N>
void compare_all() {
    // each kind alone, then every lane of a block another kind: the long recursions of one must not touch the others
    for (int kind = 0; kind <= 8; ++kind) {
        Dice dice{1758u + static_cast<unsigned>(kind)};
        Tally tally;
        for (int n = 0; n < 1600 / N; ++n) {
            Case cases[N];
            for (Case& c : cases) c = kinds[kind < 8 ? kind : dice.below(8)](dice);
            compare<N>(cases, kind >= 5, tally);
        }
        EXPECT_EQ(tally.different, 0) << "kind " << kind;
        EXPECT_GT(tally.compared, 100) << "kind " << kind;
        if (kind < 5) {
            EXPECT_LT(tally.declined, 20) << "kind " << kind;
        }
    }
}

TEST(FreeBodyLanes, OneLaneHasTheBitsOfFreeBody_Long) { compare_all<1>(); }
TEST(FreeBodyLanes, TwoLanesHaveTheBitsOfFreeBody) { compare_all<2>(); }
TEST(FreeBodyLanes, FourLanesHaveTheBitsOfFreeBody_Long) { compare_all<4>(); }
TEST(FreeBodyLanes, EightLanesHaveTheBitsOfFreeBody) { compare_all<8>(); }
TEST(FreeBodyLanes, SixteenLanesHaveTheBitsOfFreeBody_Long) { compare_all<16>(); }

// What FreeBody alone has to do, and a neighbour in general motion that is not disturbed by it.
TEST(FreeBodyLanes, DeclinesWhatIsNotInGeneralMotion) {
    const Case general{{1, 2, 2.5}, {0.3, -0.4, 0.9}, {0.4, -0.5, 0.6, 0.3}, 7.5};
    struct Declined {
        Vec3<double> moments, w;
        FreeMotion motion;
    };
    const Declined all[] = {
        {{1, 2, 3}, {0, 0, 0}, FreeMotion::rest},
        {{1, 2, 3}, {0, 2, 0}, FreeMotion::fixed_axis},
        {{2, 2, 2}, {1, 2, 3}, FreeMotion::fixed_axis},
        {{1, 1, 3}, {1, 2, 3}, FreeMotion::symmetric},
        {{3, 1, 1}, {1, 2, 3}, FreeMotion::symmetric},
        {{1, 2, 1}, {1, 2, 3}, FreeMotion::symmetric},
        // G^2 = 2 T J_mid: 9 (9-5) 1^2 = 4 (5-4) 3^2
        {{4, 5, 9}, {3, 1, 1}, FreeMotion::separatrix},
        // squares of these leave the range of double
        {{1, 2, 3}, {0, 1, 1e-300}, FreeMotion::about_largest},
        {{1, 2, 3}, {1e-160, 1, 0}, FreeMotion::about_smallest},
        {{1e-20, 2, 3}, {1, 1, 1}, FreeMotion::about_largest},
    };
    for (const Declined& d : all) {
        EXPECT_EQ(FreeBody<double>(d.moments, {}, d.w).motion(), d.motion);
        const Case pair[2] = {{d.moments, d.w, {}, 1}, general};
        const Block<2> block(pair);
        const FreeBodies<2> bodies(block.moments, block.q, block.w);
        EXPECT_TRUE(bodies.declined[0]);
        EXPECT_FALSE(bodies.declined[1]);
        Tally tally;
        compare<2>(pair, true, tally);
        EXPECT_EQ(tally.compared, 1);
        EXPECT_EQ(tally.different, 0);
    }
}

// The set-up is kept: any number of times, each lane its own.
TEST(FreeBodyLanes, OneSetUpServesManyTimes) {
    Dice dice{1834};
    Case cases[4];
    for (Case& c : cases) c = any_body(dice);
    const Block<4> block(cases);
    const FreeBodies<4> bodies(block.moments, block.q, block.w);
    for (int n = 0; n < 200; ++n) {
        Lanes<double, 4> t;
        for (int i = 0; i < 4; ++i) t.set(i, dice(-50, 50));
        const State<Lanes<double, 4>> got = bodies.state_at(t);
        for (int i = 0; i < 4; ++i) {
            const State<double> s = FreeBody<double>(cases[i].moments, cases[i].q, cases[i].w).state_at(t[i]);
            EXPECT_TRUE(same_bits(got.q_NB.x[i], s.q_NB.x) && same_bits(got.w_NB_B[2][i], s.w_NB_B[2])) << t[i];
        }
    }
}

}  // namespace

}  // namespace free_body_lanes_test
