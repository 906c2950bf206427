// Compensated summation in the steppers over BodyState. The truth is the same stepper with the same steps in two words:
// what differs is rounding alone, whatever the order of the method.
#include "polhode/integrate/carried_body.hpp"

#include <gtest/gtest.h>

#include <cstdio>

#include "body_runs.hpp"
#include "polhode/arithmetic/two_words_elementary.hpp"
#include "polhode/integrate/dmv.hpp"
#include "polhode/integrate/flight.hpp"
#include "polhode/integrate/gauss.hpp"
#include "polhode/integrate/lgvi.hpp"
#include "polhode/integrate/lie_group.hpp"
#include "polhode/integrate/magnus.hpp"
#include "polhode/integrate/splitting.hpp"
#include "polhode/integrate/taylor_psi.hpp"

namespace carried_body_test {

namespace {

using namespace polhode;
using namespace polhode::integrate;
using body_runs::V;
using exact::Two;

// m g (g_B x at), the same in double and in two words
struct Weight {
    template <class T>
    Vec3<T> operator()(const T&, const Quaternion<T>& q, const Vec3<T>&) const {
        return cross(to_body(q, Vec3<T>{T(0), T(0), T(1)}), Vec3<T>{T(0.25), T(0.125), T(0.5)});
    }
};

constexpr double h = 1. / 1024;  // exact, so that t = n h is

template <class S, class Method, class Torque>
S run(Method method, const S& start, int steps, const Torque& torque) {
    using T = typename S::scalar;
    S s = start;
    for (int i = 0; i < steps; ++i) s = method.step(s, T(i * h), T(h), torque);
    return s;
}
Vec<double, 7> numbers(const BodyState<double>& s) { return {s.q.w, s.q.x, s.q.y, s.q.z, s.m[0], s.m[1], s.m[2]}; }

struct Errors {
    double plain, carried;
};
// Largest difference of any of the seven numbers after `steps` steps.
template <template <class> class Method, class Torque, class... Options>
Errors errors(const char* name, int steps, const Torque& torque, Options... options) {
    const BodyState<double> start{{0.5, 0.5, -0.5, 0.5}, {0.625, 1.75, -2.25}};
    const V I{1.0, 2.0, 3.0};
    const auto truth = run(Method<Two>(cast<Two>(I), options...), cast<Two>(start), steps, torque);
    const auto plain = run(Method<double>(I, options...), start, steps, torque);
    const auto carried = run(Method<double>(I, options...), CarriedBody<double>(start), steps, torque);
    const Two exact[7] = {truth.q.w, truth.q.x, truth.q.y, truth.q.z, truth.m[0], truth.m[1], truth.m[2]};
    const Vec<double, 7> a = numbers(plain), b = numbers(carried);
    Errors e{0, 0};
    for (int i = 0; i < 7; ++i) {
        e.plain = std::max(e.plain, std::fabs((exact[i] - Two(a[i])).value()));
        e.carried = std::max(e.carried, std::fabs((exact[i] - Two(b[i])).value()));
    }
    std::printf("%-24s %9.1e %9.1e\n", name, e.plain, e.carried);
    return e;
}

// A state near 1 cannot be written better than to 1.1e-16 (momenta up to 2.5: 4.4e-16); what is left beyond that is the
// rounding of the increments, h = 1/1024 of a unit for each step.
constexpr double floor_of = 1.5e-15;

TEST(CarriedBody, RoundingOfEveryStepperGoesAway_Long) {
    const int n = 4096;
    const NoTorque none;
    const Weight weight;
    const auto better = [](const Errors& e) {
        EXPECT_LT(e.carried, floor_of);
        EXPECT_LT(e.carried, 0.3 * e.plain);
    };
    better(errors<FiveRotationSplitting>("five-rotation 4", n, none, 4));
    better(errors<SymmetricTopSplitting>("symmetric-top 6", n, weight, 6));
    better(errors<DiscreteMoserVeselov>("dmv 8", n, none, 8));
    better(errors<DiscreteMoserVeselov>("dmv 4, weight", n, weight, 4));
    better(errors<MuntheKaas4>("rkmk4", n, weight));
    better(errors<CommutatorFree4>("cf4", n, weight));
    better(errors<CrouchGrossman3>("crouch-grossman 3", n, weight));
    better(errors<CrouchGrossman4>("crouch-grossman 4", n, weight));
    better(errors<GaussCollocation>("implicit midpoint", n / 4, weight, 1));
    better(errors<GaussCollocation>("gauss 8", n / 4, weight, 4));
    better(errors<LieGroupVariational>("lgvi", n / 4, weight));
    better(errors<FlightStep>("buss 2", n, weight, FlightAttitude::buss2, FlightRate::world_momentum));
    better(errors<FlightStep>("local-linear", n, weight, FlightAttitude::local_linear, FlightRate::adams_bashforth2));
    better(errors<TaylorPsi>("taylor-psi 8", n, none, 8));
}

// With steps near the limit of convergence an increment is no longer small against the state, and rounding of its size
// is lost in every step; the projection holds the invariants to all digits all the same.
TEST(CarriedBody, ProjectionIsDoneInTwoWords) {
    const V I{1.0, 2.0, 3.0};
    const BodyState<double> start{{0.5, 0.5, -0.5, 0.5}, {0.625, 1.75, -2.25}};
    const TaylorPsi<double> method(I, 20, FreeBodyProjection<double>(I, start.m));
    CarriedBody<double> s(start);
    for (int i = 0; i < 2000; ++i) s = method.step(s, 0.0, 0.25);
    const auto square = [&](int i) { return Two::product(s.m[i], s.m[i]) + 2 * s.m[i] * s.m_carry[i]; };
    const Two G2 = square(0) + square(1) + square(2);
    const Two D = square(2) * (1. / 3) - square(0);  // (I3 - I2)/I3, (I2 - I1)/I1
    // one word holds G^2 = 8.5 to 9e-16
    EXPECT_LT(std::fabs((G2 - Two(0.625 * 0.625 + 1.75 * 1.75 + 2.25 * 2.25)).value()), 1e-24);
    // G is restored after D, by a scaling of the size of a rounded increment, 1e-17, which moves D by as much
    EXPECT_LT(std::fabs((D - (Two::product(2.25 * 2.25, 1. / 3) - 0.625 * 0.625)).value()), 3e-17);
    EXPECT_LT(std::fabs(half_defect(s.q.params(), s.q_carry)), 1e-24);
}

TEST(CarriedBody, LessOneLosesNothing) {
    for (const double angle : {1e-12, 1e-4, 0.3, 2.0, 3.5, 6.0}) {
        Two sine, cosine;
        exact::sincos(Two(angle / 2), sine, cosine);
        const Quaternion<double> e = less_one(Quaternion<double>{cosine.hi, 0, sine.hi, 0});
        const double expected = (cosine - Two(1)).value();
        EXPECT_NEAR(e.w / expected, 1, 4e-16) << angle;
        EXPECT_EQ(e.y, sine.hi);
    }
}

TEST(CarriedBody, RenumberingTurnsTheCarryAlong) {
    CarriedBody<double> s(BodyState<double>{{0.1, 0.2, 0.3, 0.4}, {5, 6, 7}});
    s.q_carry = {1, 2, 3, 4};
    s.m_carry = {8, 9, 10};
    const CarriedBody<double> r = renumbered(s, 1);
    EXPECT_EQ(r.q, (Quaternion<double>{0.1, 0.3, 0.4, 0.2}));
    EXPECT_EQ(r.m, (V{6, 7, 5}));
    EXPECT_EQ(r.q_carry, (Vec<double, 4>{1, 3, 4, 2}));
    EXPECT_EQ(r.m_carry, (V{9, 10, 8}));
}

}  // namespace

}  // namespace carried_body_test
