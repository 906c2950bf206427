#include "polhode/integrate/adams_moulton.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/rotation/rotation.hpp"

namespace adams_moulton_test {

namespace {

using namespace polhode;
using integrate::AdamsMoulton;
using integrate::PolynomialTorque;
using integrate::TaylorBody;

struct Heavy {
    Vec3<double> moments{1.0, 2.0, 2.5}, weight{0.2, 0.3, 1.0}, rotor{};
    Quaternion<double> q = exp_rotation(Vec3<double>{1.0, 0, 0});
    Vec3<double> w{0.5, 0.7, 0.9};
};
struct End {
    Quaternion<double> q;
    Vec3<double> w;
};

End by_adams(const Heavy& b, int order, double time, int n) {
    AdamsMoulton<double> a(b.moments, b.weight, order);
    a.set_rotor(b.rotor);
    a.start(b.q, b.w, time / n);
    EXPECT_EQ(a.steps(), order - 1);
    a.go_to(n / 2);
    while (a.steps() < n) a.step();
    return {a.attitude(), a.rate()};
}
End by_taylor(const Heavy& b, double time) {
    PolynomialTorque<double> torque;
    torque.add_weight(b.weight);
    TaylorBody<double> t(b.moments, torque, 24);
    t.set_rotor(b.rotor);
    End e{b.q, b.w};
    const int n = 100;
    for (int i = 0; i < n; ++i) {
        t.expand(e.q, e.w, time / n);
        e.q = normalise(t.attitude_at(1.0));
        e.w = t.rate_at(1.0);
    }
    return e;
}
double angle(const Quaternion<double>& a, const Quaternion<double>& b) {
    return 2 * std::asin(std::fmin(1.0, norm((conjugate(a) * b).vector())));
}

TEST(AdamsMoulton, CoefficientsAreThoseOfTheBooks) {
    const auto t = integrate::detail::adams_table();
    // Hairer, Norsett, Wanner I, III.1: order 4 explicit, and implicit with three past values
    const double explicit4[] = {55. / 24, -59. / 24, 37. / 24, -9. / 24};
    const double implicit4[] = {9. / 24, 19. / 24, -5. / 24, 1. / 24};
    for (int j = 0; j < 4; ++j) {
        EXPECT_DOUBLE_EQ(t.predict[4][j], explicit4[j]);
        EXPECT_DOUBLE_EQ(t.correct[3][j], implicit4[j]);
    }
    EXPECT_DOUBLE_EQ(t.predict[8][7], -36799. / 120960);
    // a constant slope is integrated exactly: rounding of coefficients up to 3e3 leaves 1e-12
    for (int order = 1; order <= integrate::largest_adams_order; ++order) {
        double ahead = 0, back = 0;
        for (const double b : t.predict[order]) ahead += b;
        for (const double b : t.correct[order]) back += b;
        EXPECT_NEAR(ahead, 1, 1e-12) << order;
        EXPECT_NEAR(back, 1, 1e-12) << order;
    }
}

TEST(AdamsMoulton, HasTheOrderOfItsCorrector) {
    const Heavy b;
    const End truth = by_taylor(b, 10);
    for (const int order : {2, 4, 6, 8, 10, 12}) {
        const int n = order < 4 ? 1600 : order < 6 ? 400 : order < 8 ? 250 : 160;
        const double coarse = angle(truth.q, by_adams(b, order, 10, n).q);
        const double fine = angle(truth.q, by_adams(b, order, 10, 2 * n).q);
        // PECE has the order of the corrector, order + 1, once steps are small; half an order for where they are not
        EXPECT_GT(std::log2(coarse / fine), order + 0.5) << order << ": " << coarse << " " << fine;
        EXPECT_LT(std::log2(coarse / fine), order + 2.5) << order << ": " << coarse << " " << fine;
    }
}

TEST(AdamsMoulton, FollowsHeavyBodyRotorAndFreeBody) {
    Heavy b;
    for (const Vec3<double>& rotor : {Vec3<double>{}, Vec3<double>{0.3, -0.4, 1.5}})
        for (const Vec3<double>& weight : {b.weight, Vec3<double>{}}) {
            b.rotor = rotor;
            b.weight = weight;
            const End truth = by_taylor(b, 10), got = by_adams(b, 12, 10, 1000);
            // truncation is below 1e-15 here; 1000 steps of rounding
            EXPECT_LT(angle(truth.q, got.q), 1e-12);
            EXPECT_LT(norm(got.w - truth.w), 1e-12);
        }
}

// The states of the start are those of the motion, in order, and the last is where the steps set out.
TEST(AdamsMoulton, ShowsTheStatesOfItsStart) {
    const Heavy b;
    AdamsMoulton<double> a(b.moments, b.weight, 9);
    int seen = 0;
    a.start(b.q, b.w, 0.01, [&](int n, const Quaternion<double>& q, const Vec3<double>& w) {
        EXPECT_EQ(n, ++seen);
        const End truth = by_taylor(b, 0.01 * n);
        EXPECT_LT(angle(truth.q, q), 1e-14);
        EXPECT_LT(norm(truth.w - w), 1e-14);
    });
    EXPECT_EQ(seen, 8);
    EXPECT_EQ(a.steps(), 8);
    // row and quaternion hold the same numbers but for the rounding of |q|
    EXPECT_LT(angle(a.attitude(), by_taylor(b, 0.08).q), 1e-14);
}

TEST(AdamsMoulton, CompensatedStepsLoseLess) {
    const Heavy b;
    const int n = 20000;
    const End truth = by_taylor(b, 2);
    const auto off = [&](bool compensated) {
        AdamsMoulton<double> a(b.moments, b.weight, 8);
        a.set_compensated(compensated);
        a.start(b.q, b.w, 2.0 / n);
        a.go_to(n);
        return angle(truth.q, a.attitude());
    };
    // truncation is below 1e-20 at this step; Taylor's hundred steps are good to some 1e-16 each
    EXPECT_LT(off(true), 2e-15);
    EXPECT_GT(off(false), 3 * off(true));
}

TEST(AdamsMoulton, LongRunsMoveTheHistoryToTheFront) {
    const Heavy b;
    // more steps than are kept, for every place in the store where the history can stand
    for (int n = 60; n < 140; ++n) {
        const double time = 0.01 * n;
        EXPECT_LT(angle(by_taylor(b, time).q, by_adams(b, 6, time, n).q), 1e-13) << n;
    }
}

}  // namespace

}  // namespace adams_moulton_test
