// One list of laws for every representation: what must hold whatever the numbers are. They are compiled in double
// (laws_double_test.cpp) and float (laws_float_test.cpp) side by side.
//
// Tolerances are multiples of epsilon, the spacing of the numbers next to 1. One conversion between two sets costs at
// most about 8 roundings of numbers up to pi: 4 epsilon as an angle; a law that goes through n of them gets 4 n and as
// much again, since the products it is made of round too.
#pragma once

#include <cstdint>

#include "core/rotation/attitudes.hpp"

namespace polhode {
namespace laws {

using attitudes::attitude;
using attitudes::for_each_kind;
using attitudes::kinds;
using attitudes::vector;

template <class R>
class Laws : public testing::Test {
 public:
    using scalar = typename R::scalar;
    static constexpr scalar epsilon = std::numeric_limits<scalar>::epsilon();

    // The property for every kind of R; rapidcheck prints the numbers that broke it.
    template <class F>
    static void check(F&& property) {
        for (const R& like : kinds(R{})) rc::detail::checkGTest([&] { property(like); });
    }
    static Vec3<scalar> some_vector() { return cast<scalar>(vector()); }
    static R some(const R& like) { return convert(cast<scalar>(attitude()), like); }
};

template <class T>
using Representations = testing::Types<Quaternion<T>, Dcm<T>, TwoVector<T>, CayleyKlein<T>, RotationVector<T>,
                                       ModifiedRodrigues<T>, AxisAngle<T>, EulerAngles<T>>;

struct Names {
    template <class R>
    static std::string GetName(int) {
        using T = typename R::scalar;
        const std::string number = std::is_same_v<T, double> ? "_double" : "_float";
        if (std::is_same_v<R, Quaternion<T>>) return "Quaternion" + number;
        if (std::is_same_v<R, Dcm<T>>) return "Dcm" + number;
        if (std::is_same_v<R, TwoVector<T>>) return "TwoVector" + number;
        if (std::is_same_v<R, CayleyKlein<T>>) return "CayleyKlein" + number;
        if (std::is_same_v<R, RotationVector<T>>) return "RotationVector" + number;
        if (std::is_same_v<R, ModifiedRodrigues<T>>) return "ModifiedRodrigues" + number;
        if (std::is_same_v<R, AxisAngle<T>>) return "AxisAngle" + number;
        return "EulerAngles" + number;
    }
};
TYPED_TEST_SUITE_P(Laws);

template <class R>
constexpr bool holds_length = R::size == 9 || R::size == 8 || std::is_same_v<R, Quaternion<typename R::scalar>>;

TYPED_TEST_P(Laws, SatisfiesTheConcept) {
    static_assert(Representation<TypeParam>);
    EXPECT_EQ(TypeParam{}.params(), TypeParam{}.with(TypeParam{}.params()).params());
    // a new one is no rotation
    for (const TypeParam& like : kinds(TypeParam{}))
        EXPECT_EQ(angle_between(like, Quaternion<typename TypeParam::scalar>{}), 0);
}

// Two conversions, and two more to compare.
TYPED_TEST_P(Laws, RoundTripThroughEveryOther) {
    this->check([this](const TypeParam& like) {
        const TypeParam r = this->some(like);
        for_each_kind<typename TypeParam::scalar>([&](const auto& other) {
            const TypeParam back = convert(convert(r, other), like);
            RC_ASSERT(angle_between(back, r) <= 24 * this->epsilon);
        });
    });
}

// The set it already is: the same numbers, bit for bit.
TYPED_TEST_P(Laws, ConversionToItselfIsExact) {
    this->check([this](const TypeParam& like) {
        const TypeParam r = this->some(like);
        RC_ASSERT(convert(r, like).params() == r.params());
    });
}

TYPED_TEST_P(Laws, InverseUndoes) {
    this->check([this](const TypeParam& like) {
        const TypeParam r = this->some(like);
        const Quaternion<typename TypeParam::scalar> none;
        RC_ASSERT(angle_between(compose(r, inverse(r)), none) <= 24 * this->epsilon);
        RC_ASSERT(angle_between(compose(inverse(r), r), none) <= 24 * this->epsilon);
    });
}

TYPED_TEST_P(Laws, CompositionIsAssociative) {
    this->check([this](const TypeParam& like) {
        const TypeParam a = this->some(like), b = this->some(like), c = this->some(like);
        RC_ASSERT(angle_between(compose(compose(a, b), c), compose(a, compose(b, c))) <= 64 * this->epsilon);
    });
}

TYPED_TEST_P(Laws, CompositionIsThatOfTheQuaternions) {
    this->check([this](const TypeParam& like) {
        const TypeParam a = this->some(like), b = this->some(like);
        RC_ASSERT(angle_between(compose(a, b), compose(to_quaternion(a), to_quaternion(b))) <= 24 * this->epsilon);
    });
}

TYPED_TEST_P(Laws, ActionIsThatOfTheMatrix) {
    this->check([this](const TypeParam& like) {
        const TypeParam a = this->some(like), b = this->some(like);
        const auto v = this->some_vector();
        const auto bound = 24 * this->epsilon;  // |v| < 2
        RC_ASSERT(norm(to_world(a, v) - to_matrix(a) * v) <= bound);
        RC_ASSERT(norm(to_body(a, v) - to_matrix(a).transposed() * v) <= bound);
        RC_ASSERT(norm(to_body(a, to_world(a, v)) - v) <= bound);
        RC_ASSERT(norm(to_world(compose(a, b), v) - to_world(a, to_world(b, v))) <= 2 * bound);
    });
}

// How far from the place where the rates of the set are infinite, as a sine.
template <class R>
double distance_from_singular(const R&) {
    return 1;
}
template <class T>
double distance_from_singular(const EulerAngles<T>& a) {
    return abs(a.sequence.repeated() ? sin(a.B) : cos(a.B));
}
template <class T>
double distance_from_singular(const AxisAngle<T>& a) {
    return abs(sin(half(a.angle)));
}

// rate() undoes derivative(); the derivatives are as large as 1/distance, so the roundings are too.
TYPED_TEST_P(Laws, RateOfTheDerivativeIsTheRate) {
    this->check([this](const TypeParam& like) {
        const TypeParam r = this->some(like);
        const double distance = distance_from_singular(r);
        RC_PRE(distance > 1e-3);
        const auto w = this->some_vector();
        RC_ASSERT(norm(rate(r, derivative(r, w)) - w) <= 24 * this->epsilon / distance);
    });
}

// Central difference along the derivative: the turn from p - h p' to p + h p' is 2 h w up to h^2 times the third
// derivative (at most 1/distance^3 of order 1), plus the rounding of attitudes over h. The difference is taken in
// double for both number types, so that float shows the error of its derivative only: 24 epsilon of numbers up to
// 1/distance.
TYPED_TEST_P(Laws, KinematicsAgreesWithDifferences) {
    this->check([this](const TypeParam& like) {
        const TypeParam r = this->some(like);
        const double distance = distance_from_singular(r);
        RC_PRE(distance > 0.03);
        const auto w = this->some_vector();
        const double h = 1e-5;
        const auto dp = cast<double>(derivative(r, w));
        const auto center = cast<double>(r);
        // a straight step leaves the constraint by h^2
        const auto before = to_quaternion(normalise(center.with(madd(-h, dp, center.params()))));
        const auto after = to_quaternion(normalise(center.with(madd(h, dp, center.params()))));
        const Vec3<double> turned = (0.5 / h) * log_rotation(compose(inverse(before), after));
        const double bound =
            1e-10 + 4 * h * h / (distance * distance * distance) + 24 * static_cast<double>(this->epsilon) / distance;
        RC_ASSERT(norm(turned - cast<double>(w)) <= bound);
    });
}

// Attitudes at a distance d from the singular place of each set, in its own numbers.
template <class R>
std::vector<R> singular_neighbours(const R& like, double d) {
    // half a turn, where the scalar part vanishes, about axes of every kind
    std::vector<R> all;
    using T = typename R::scalar;
    for (const Vec3<double>& u : {Vec3<double>{1, 0, 0}, Vec3<double>{0, 1, 0}, Vec3<double>{0, 0, 1},
                                  Vec3<double>{0.6, 0, -0.8}, Vec3<double>{2. / 3, 1. / 3, -2. / 3}})
        for (const double angle : {pi<double>() - d, pi<double>() + d, d, -d, two_pi<double>() - d}) {
            const Quaternion<double> q = to_quaternion(AxisAngle<double>{u, angle});
            all.push_back(convert(cast<T>(q), like));
        }
    return all;
}
template <class T>
std::vector<EulerAngles<T>> singular_neighbours(const EulerAngles<T>& like, double d) {
    std::vector<EulerAngles<T>> all;
    for (const double lock : {-2, -1, 0, 1, 2})
        for (const double side : {-d, d})
            for (const double C : {0.0, 0.7, -2.9}) {
                const double B = lock * half_pi<double>() + side;
                all.push_back(like.with(cast<T>(Vec3<double>{1.1, B, C})));
            }
    return all;
}
template <class T>
std::vector<RotationVector<T>> singular_neighbours(const RotationVector<T>& like, double d) {
    std::vector<RotationVector<T>> all;
    for (const double n : {d, pi<double>() - d, pi<double>() + d, two_pi<double>() - d, two_pi<double>() + d})
        all.push_back(like.with(cast<T>(Vec3<double>{2 * n / 3, -n / 3, 2 * n / 3})));
    return all;
}
template <class T>
std::vector<ModifiedRodrigues<T>> singular_neighbours(const ModifiedRodrigues<T>& like, double d) {
    std::vector<ModifiedRodrigues<T>> all;
    for (const double n : {d, 1 - d, 1 + d, 4 / d})
        all.push_back(like.with(cast<T>(Vec3<double>{2 * n / 3, -n / 3, 2 * n / 3})));
    return all;
}
template <class T>
std::vector<AxisAngle<T>> singular_neighbours(const AxisAngle<T>& like, double d) {
    std::vector<AxisAngle<T>> all;
    for (const double n : {d, -d, pi<double>() - d, pi<double>() + d, two_pi<double>() - d})
        all.push_back(like.with(cast<T>(Vec<double, 4>{2. / 3, -1. / 3, 2. / 3, n})));
    return all;
}

// The attitude survives the way through every other set and back, however near the singular place is.
TYPED_TEST_P(Laws, SingularNeighboursKeepTheirAttitude) {
    for (const TypeParam& like : kinds(TypeParam{}))
        for (int k = 3; k <= 16; ++k) {
            const double d = k == 16 ? 0.0 : pow(10.0, -1.0 * k);
            if (d == 0 && std::is_same_v<TypeParam, ModifiedRodrigues<typename TypeParam::scalar>>) continue;
            for (const TypeParam& r : singular_neighbours(like, d))
                for_each_kind<typename TypeParam::scalar>([&](const auto& other) {
                    const TypeParam back = convert(convert(r, other), like);
                    EXPECT_TRUE(is_finite(back.params())) << "distance " << d;
                    EXPECT_LE(angle_between(back, r), 24 * this->epsilon) << "distance " << d;
                });
        }
}

// Lengths other than 1: the attitude is right all the same; sets that can hold a length give it back.
TYPED_TEST_P(Laws, NonUnitInputKeepsTheAttitude) {
    this->check([this](const TypeParam& like) {
        using T = typename TypeParam::scalar;
        const Quaternion<T> q = cast<T>(attitude());
        const T length = T(pow(2.0, attitudes::integer(-100, 101) / 25.0));
        const Quaternion<T> scaled = q.with(length * q.params());
        const TypeParam r = convert(scaled, like);
        RC_ASSERT(angle_between(r, q) <= 24 * this->epsilon);
        if constexpr (holds_length<TypeParam>) {
            RC_ASSERT(abs(norm(to_quaternion(r).params()) - length) <= 12 * this->epsilon * length);
            RC_ASSERT(angle_between(compose(r, inverse(r)), Quaternion<T>{}) <= 24 * this->epsilon);
            const auto w = this->some_vector();
            RC_ASSERT(norm(rate(r, derivative(r, w)) - w) <= 24 * this->epsilon);
        }
    });
}

// Numbers off their constraint: normalise() puts them back on it, normalise_binomial() to second order, and neither
// turns the body by more than the disturbance.
TYPED_TEST_P(Laws, NormaliseRestoresTheConstraint) {
    this->check([this](const TypeParam& like) {
        using T = typename TypeParam::scalar;
        const TypeParam exact = this->some(like);
        auto p = exact.params();
        const T size = T(1e-3);
        // the angle of axis and angle is not under a constraint
        const int constrained =
            TypeParam::size == 3 ? 0 : (std::is_same_v<TypeParam, AxisAngle<T>> ? 3 : TypeParam::size);
        for (int i = 0; i < constrained; ++i) p[i] += size * T(attitudes::component());
        const TypeParam off = exact.with(p);
        const TypeParam full = normalise(off), quick = normalise_binomial(off);
        RC_ASSERT(abs(defect(exact)) <= 24 * this->epsilon);
        RC_ASSERT(abs(defect(full)) <= 12 * this->epsilon);
        // |1 - R^T R| <= 2 * 3 * 1e-3 for nine numbers; the binomial step leaves 3/4 of its square
        RC_ASSERT(abs(defect(quick)) <= T(4e-5) + 12 * this->epsilon);
        RC_ASSERT(angle_between(full, exact) <= 6 * size + 24 * this->epsilon);
        RC_ASSERT(angle_between(quick, exact) <= 6 * size + 24 * this->epsilon);
        if (TypeParam::size == 3) {
            RC_ASSERT(full.params() == exact.params());
            RC_ASSERT(quick.params() == exact.params());
        }
    });
}

TYPED_TEST_P(Laws, RechartKeepsTheAttitude) {
    for (const TypeParam& like : kinds(TypeParam{}))
        for (const double d : {0.5, 1e-3, 1e-6})
            for (const TypeParam& r : singular_neighbours(like, d)) {
                TypeParam moved = r;
                const bool did = rechart(moved);
                EXPECT_EQ(did, !(moved.params() == r.params()));
                EXPECT_LE(angle_between(moved, r), 24 * this->epsilon);
                EXPECT_FALSE(rechart(moved)) << "one move is enough";
            }
}

// Same numbers in another number type and back.
TYPED_TEST_P(Laws, CastKeepsTheNumbers) {
    this->check([this](const TypeParam& like) {
        const TypeParam r = this->some(like);
        RC_ASSERT((cast<typename TypeParam::scalar>(cast<double>(r)).params() == r.params()));
    });
}

REGISTER_TYPED_TEST_SUITE_P(Laws, SatisfiesTheConcept, RoundTripThroughEveryOther, ConversionToItselfIsExact,
                            InverseUndoes, CompositionIsAssociative, CompositionIsThatOfTheQuaternions,
                            ActionIsThatOfTheMatrix, RateOfTheDerivativeIsTheRate, KinematicsAgreesWithDifferences,
                            SingularNeighboursKeepTheirAttitude, NonUnitInputKeepsTheAttitude,
                            NormaliseRestoresTheConstraint, RechartKeepsTheAttitude, CastKeepsTheNumbers);

}  // namespace laws
}  // namespace polhode
