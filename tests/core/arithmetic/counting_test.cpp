#include "polhode/arithmetic/counting.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "polhode/body/inertia.hpp"
#include "polhode/dynamics/rigid_body.hpp"
#include "polhode/integrate/runge_kutta.hpp"
#include "polhode/rotation/rotation.hpp"

namespace counting_test {

using namespace polhode;
using C = Counting<double>;

namespace {

template <class F>
OperationCount count(F&& f) {
    const OperationCount before = operations();
    f();
    return operations() - before;
}

}  // namespace

TEST(Counting, CountsEachOperationOnce) {
    const C a = 3, b = 4;
    EXPECT_EQ(count([&] { (void)(a + b); }), (OperationCount{1, 0, 0, 0, 0, 0}));
    EXPECT_EQ(count([&] { (void)(a - b); }), (OperationCount{1, 0, 0, 0, 0, 0}));
    EXPECT_EQ(count([&] { (void)(a * b); }), (OperationCount{0, 1, 0, 0, 0, 0}));
    EXPECT_EQ(count([&] { (void)(a / b); }), (OperationCount{0, 0, 1, 0, 0, 0}));
    EXPECT_EQ(count([&] { (void)sqrt(a); }), (OperationCount{0, 0, 0, 1, 0, 0}));
    EXPECT_EQ(count([&] { (void)fma(a, b, a); }), (OperationCount{0, 0, 0, 0, 1, 0}));
    EXPECT_EQ(count([&] { (void)sin(a); }), (OperationCount{0, 0, 0, 0, 0, 1}));
    EXPECT_EQ(count([&] {
                  C s, c;
                  sincos(a, s, c);
              }),
              (OperationCount{0, 0, 0, 0, 0, 2}));
    EXPECT_EQ(count([&] { (void)(-a < abs(b) && is_finite(max(a, b))); }), OperationCount{}) << "these are free";
}

TEST(Counting, FlopsByConvention) {
    const OperationCount c{1, 2, 3, 4, 5, 6};
    EXPECT_EQ(c.flops(), 1 + 2 + 3 + 4 + 2 * 5 + 20 * 6);
}

TEST(Counting, ComputesTheSameBits) {
    const double x = 0.7, y = -1.3;
    EXPECT_EQ((C(x) * C(y) + C(x) / C(y)).value(), x * y + x / y);
    EXPECT_EQ(fma(C(x), C(y), C(x)).value(), polhode::fma(x, y, x));
    EXPECT_EQ(atan2(C(x), C(y)).value(), polhode::atan2(x, y));
    EXPECT_EQ(static_cast<double>(std::numeric_limits<C>::epsilon()), std::numeric_limits<double>::epsilon());
    C z = x;
    z += y;
    z *= y;
    z -= x;
    z /= y;
    EXPECT_EQ(z.value(), ((x + y) * y - x) / y);
}

// By hand: 4 products and 12 fused operations for the Hamilton product; a unit quaternion costs 1 + 3 fused for the
// length, 1 root, 1 division, 4 products.
TEST(Counting, CountsTheCoreAsWritten) {
    const Quaternion<C> a{0.5, 0.5, 0.5, 0.5}, b{1, 0, 0, 0};
    EXPECT_EQ(count([&] { (void)compose(a, b); }), (OperationCount{0, 4, 0, 0, 12, 0}));
    EXPECT_EQ(count([&] { (void)normalise(a); }), (OperationCount{0, 1 + 4, 1, 1, 3, 0}));
}

template <class T>
Vec<T, 7> one_rk4_step() {
    const RigidBody<PrincipalInertia<T>, NoTorque> body{PrincipalInertia<T>(Vec3<T>{T(1.1), T(2.3), T(3.2)}),
                                                        NoTorque{}};
    const auto y = body.state(Quaternion<T>{T(0.5), T(0.5), T(-0.5), T(0.5)}, Vec3<T>{T(0.6), T(0.3), T(-0.9)});
    return integrate::runge_kutta_step<integrate::Rk4>(body, T(0), y, T(0.01));
}

TEST(Counting, RunsASteppersStepUnchanged) {
    const auto plain = one_rk4_step<double>();
    Vec<C, 7> counted;
    const OperationCount cost = count([&] { counted = one_rk4_step<C>(); });
    for (int i = 0; i < 7; ++i) EXPECT_EQ(counted[i].value(), plain[i]) << i;
    EXPECT_EQ(cost.elementary, 0);
    EXPECT_EQ(cost.divisions, 6);  // inverses and ratios of the moments, once for the body; none in the step
    // A count by hand for the same formula is 121 products and 81 sums; weighting the four slopes before adding them,
    // as a general tableau does, costs up to a fifth more.
    EXPECT_GE(cost.flops(), 202);
    EXPECT_LE(cost.flops(), 250);
}

// q (0, w/2): 3 halves, then 4 rows of 1 product and 2 fused; Euler's equations: 3 components of 2 products.
TEST(Counting, RightHandSideByHand) {
    const RigidBody<PrincipalInertia<C>, NoTorque> body{PrincipalInertia<C>(Vec3<C>{C(1.1), C(2.3), C(3.2)}),
                                                        NoTorque{}};
    const auto y = body.state(Quaternion<C>{C(0.5), C(0.5), C(-0.5), C(0.5)}, Vec3<C>{C(0.6), C(0.3), C(-0.9)});
    EXPECT_EQ(count([&] { (void)body(C(0), y); }), (OperationCount{0, 3 + 4 + 6, 0, 0, 8, 0}));
}

TEST(Counting, EachThreadCountsForItself) {
    const long here = count([] {
                          std::thread other([] {
                              C a = 1;
                              for (int i = 0; i < 1000; ++i) a = a + C(1);
                          });
                          other.join();
                      }).flops();
    EXPECT_EQ(here, 0);
}

}  // namespace counting_test
