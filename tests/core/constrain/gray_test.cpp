// Gray, Rubinoff, Sohon 1952: what their corrections leave, which order they may take, what they cost.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <polhode/arithmetic/counting.hpp>
#include <polhode/constrain/gray.hpp>
#include <polhode/rotation/rotation.hpp>

namespace gray_test {

namespace {

using namespace polhode;
using Row = Vec3<double>;

double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(*rc::gen::inRange(0, 1 << 30)) / (1 << 30);
}
Quaternion<double> any_attitude() {
    return normalise(Quaternion<double>{uniform(-1, 1) + 1e-3, uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)});
}

RC_GTEST_PROP(Gray, BinomialNormalisingLeavesTheSecondOrder, ()) {
    const double M = *rc::gen::element(0.5, 0.25, 0.9, 1.0), eps = uniform(-0.2, 0.2);
    const GrayProcedure<double> gray(M);
    const Row r = std::sqrt(1 + eps) * M * to_world(any_attitude(), Row{1, 0, 0});
    const Row n = gray.normalised(r);
    // (1 + eps)(1 - eps/2)^2 - 1 = -(3/4) eps^2 + eps^3/4
    RC_ASSERT(std::fabs(dot(n, n) / (M * M) - 1 - (-0.75 * eps * eps + eps * eps * eps / 4)) < 1e-14);
    // a quaternion is brought to length M by the same formula
    const Quaternion<double> q = any_attitude();
    const Vec<double, 4> p = gray.normalised(std::sqrt(1 + eps) * M * q.params());
    RC_ASSERT(std::fabs(dot(p, p) / (M * M) - 1 - (-0.75 * eps * eps + eps * eps * eps / 4)) < 1e-14);
}

TEST(Gray, RepeatedNormalisingConvergesBelowThree) {
    const GrayProcedure<double> gray(0.5);
    for (const double square : {0.01, 0.5, 1.0, 2.0, 2.9}) {
        Row r{0.5 * std::sqrt(square), 0, 0};
        for (int i = 0; i < 40; ++i) r = gray.normalised(r);
        EXPECT_NEAR(std::fabs(r[0]), 0.5, 1e-15) << square;
    }
    Row r{0.5 * std::sqrt(5.1), 0, 0};
    for (int i = 0; i < 5; ++i) r = gray.normalised(r);
    EXPECT_GT(std::fabs(r[0]), 1) << "beyond the range of the series it runs away";
}

// Row 2 with length M sqrt(1 + eps1) and r2.r3 = M^2 eps2.
Row skewed(const Mat3<double>& R, double M, double eps1, double eps2) {
    const double along = eps2, across = std::sqrt(1 + eps1 - along * along);
    return M * (across * R.row(1) + along * R.row(2));
}

RC_GTEST_PROP(Gray, SmallestTurnLeavesTheSecondOrder, ()) {
    const double M = *rc::gen::element(0.5, 0.3), e1 = uniform(-0.1, 0.1), e2 = uniform(-0.1, 0.1);
    const Mat3<double> R = to_matrix(any_attitude());
    const Row r3 = M * R.row(2), r2 = skewed(R, M, e1, e2);
    const Row got = GrayProcedure<double>(M).orthogonalised(r2, r3);
    RC_ASSERT(std::fabs(dot(got, r3) / (M * M) + e1 * e2 / 2) < 1e-14);
    const double square = -0.75 * e1 * e1 - e2 * e2 + e1 * e1 * e1 / 4 + e1 * e2 * e2;
    RC_ASSERT(std::fabs(dot(got, got) / (M * M) - 1 - square) < 1e-14);
}

// "either correction may be applied first or they may both be applied together": to first order, and these are the
// second-order differences.
RC_GTEST_PROP(Gray, OrderOfTheTwoCorrectionsMattersInTheSecondOrderOnly, ()) {
    const double M = 0.5, e1 = uniform(-0.1, 0.1), e2 = uniform(-0.1, 0.1);
    const Mat3<double> R = to_matrix(any_attitude());
    const Row r3 = M * R.row(2), r2 = skewed(R, M, e1, e2);
    const auto with = [&](GrayCorrections order) {
        return GrayProcedure<double>(M, GrayOrthogonalising::smallest_turn, order).orthogonalised(r2, r3);
    };
    const Row together = with(GrayCorrections::together);
    const Row length = with(GrayCorrections::length_first) - together;
    const double rounding = 1e-15;  // some roundings of numbers up to M
    RC_ASSERT(norm(length - (e1 * e2 / 2) * r3) <= rounding);
    const Row direction = with(GrayCorrections::direction_first) - together;
    // third order left out
    RC_ASSERT(norm(direction - ((e1 * e2 / 2) * r3 + (e2 * e2 / 2) * r2)) <= M * std::fabs(e2 * e2 * e2) + rounding);
    RC_ASSERT(norm(length) <= M / 2 * std::fabs(e2) * std::hypot(e1, e2) + rounding);
    RC_ASSERT(norm(direction) <= M / 2 * std::fabs(e2) * std::hypot(e1, e2) * 1.2 + rounding);
}

TEST(Gray, OneComponentTakesTheLargestBySizeNotBySign) {
    EXPECT_EQ(largest_component(Row{-0.5, 0, 0}), 0);
    EXPECT_EQ(largest_component(Row{-0.3, 0.2, -0.4}), 2);
    EXPECT_EQ(largest_component(Row{0.3, -0.3, 0.1}), 1) << "of equals the middle before the first";
    EXPECT_EQ(largest_component(Row{0.3, 0.3, -0.3}), 2) << "and the last before both";
    const GrayProcedure<double> gray(0.5, GrayOrthogonalising::one_component);
    const Row r3{-0.5, 0, 0}, r2 = gray.orthogonalised({0.01, 0.5, 0.02}, r3);
    EXPECT_TRUE(is_finite(r2));
    EXPECT_EQ(dot(r2, r3), 0);
}

// Method 2 moves row 2 by up to sqrt(3) times the smallest displacement that makes it perpendicular.
TEST(Gray, OneComponentMovesAtMostSqrt3TimesTheSmallestTurn) {
    double largest = 0;
    std::uint64_t state = 1;
    const auto next = [&state] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<double>(state >> 11) * 0x1p-53 - 0.5;
    };
    for (int trial = 0; trial < 20000; ++trial) {
        const Quaternion<double> q = normalise(Quaternion<double>{next(), next(), next(), next()});
        const Mat3<double> R = to_matrix(q);
        const Row r3 = 0.5 * R.row(2), r2 = 0.5 * R.row(1) + 1e-4 * r3;
        const Row moved = GrayProcedure<double>::with_one_replaced(r2, r3) - r2;
        const double smallest = std::fabs(dot(r2, r3)) / norm(r3);
        largest = std::max(largest, norm(moved) / smallest);
    }
    EXPECT_LT(largest, std::sqrt(3.0));
    EXPECT_GT(largest, 1.70);
}

TEST(Gray, FirstRowIsTheCrossProduct) {
    const Mat3<double> R = to_matrix(normalise(Quaternion<double>{0.4, -0.3, 0.7, 0.2}));
    for (const auto method : {GrayOrthogonalising::smallest_turn, GrayOrthogonalising::one_component}) {
        const Mat3<double> A = GrayProcedure<double>(0.5, method).corrected(0.5 * R);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) EXPECT_NEAR(A(i, j), 0.5 * R(i, j), 1e-16 * 4);
    }
}

// "method 2 is quicker": row 2 by forward Euler takes 18 products with method 1, and 12 products and a quotient with
// method 2, which needs to integrate two components only. Powers of two (1/M^2, 1/(4 M^2)) are shifts on the machine
// and counted here as the products they are in floating point: one for each length, one for eps2.
TEST(Gray, MethodTwoSavesSixProductsAndPaysAQuotient) {
    using C = Counting<double>;
    const auto products = [](const OperationCount& c) { return c.multiplications + c.fused; };
    const Mat3<C> A = cast<C>(0.5 * to_matrix(normalise(Quaternion<double>{0.4, -0.3, 0.7, 0.2})));
    const Vec3<C> w{C(0.01), C(0.02), C(-0.01)}, r3 = A.row(2);

    OperationCount before = operations();
    const Vec3<C> whole = A.row(1) + cross(A.row(1), w);
    const Vec3<C> one = GrayProcedure<C>(0.5).orthogonalised(whole, r3);
    const OperationCount method_1 = operations() - before;

    const GrayProcedure<C> second(0.5, GrayOrthogonalising::one_component);
    before = operations();
    Vec3<C> part = A.row(1);
    const int j = largest_component(r3);
    for (int i = 0; i < 3; ++i) {
        if (i == j) continue;
        const int a = (i + 1) % 3, b = (i + 2) % 3;
        part[i] = A(1, i) + difference_of_products(A(1, a), w[b], A(1, b), w[a]);
    }
    const Vec3<C> two = second.orthogonalised(part, r3);
    const OperationCount method_2 = operations() - before;

    EXPECT_EQ(products(method_1) - 2, 18);
    EXPECT_EQ(method_1.divisions, 0);
    EXPECT_EQ(products(method_2) - 1, 12);
    EXPECT_EQ(method_2.divisions, 1);
    EXPECT_EQ(method_1.roots + method_2.roots + method_1.elementary + method_2.elementary, 0)
        << "no square root, no trigonometric function";
    // leaving the third component out changes nothing: it is replaced
    const Vec3<C> same = second.orthogonalised(whole, r3);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(two[i].value(), same[i].value());
        // both turned row 2 by the 0.02 rad that row 3 was not turned by
        EXPECT_NEAR(one[i].value(), two[i].value(), 0.5 * 0.02);
    }
}

TEST(Gray, TwentyOneIdentitiesSeeEveryDefect) {
    const Mat3<double> R = to_matrix(normalise(Quaternion<double>{0.4, -0.3, 0.7, 0.2}));
    const CosineIdentities<double> exact = cosine_identities(R);
    EXPECT_LT(exact.normality, 4e-16);
    EXPECT_LT(exact.orthogonality, 4e-16);
    EXPECT_LT(exact.cofactors, 4e-16);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            Mat3<double> off = R;
            off(i, j) += 1e-3;
            const CosineIdentities<double> seen = cosine_identities(off);
            EXPECT_GT(seen.cofactors, 0.9e-3);
            EXPECT_GT(seen.normality + seen.orthogonality, 0.5e-3);
        }
    // a matrix stretched as a whole is orthogonal, not normal
    const CosineIdentities<double> stretched = cosine_identities(1.01 * R);
    EXPECT_NEAR(stretched.normality, 0.0201, 1e-12);
    EXPECT_LT(stretched.orthogonality, 1e-15);
    // a reflection has unit, perpendicular rows; only the cofactors know
    const CosineIdentities<double> mirrored = cosine_identities(-1.0 * R);
    EXPECT_LT(mirrored.normality, 4e-16);
    EXPECT_GT(mirrored.cofactors, 0.5);
}

}  // namespace

}  // namespace gray_test
