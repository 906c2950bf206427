// Numbers side by side against the same numbers one by one, special values included: the same bits.
#include "polhode/arithmetic/lanes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

#include "polhode/arithmetic/lanes_elementary.hpp"

namespace lanes_test {

namespace {

using polhode::LaneMask;
using polhode::Lanes;

template <class T>
bool same_bits(T a, T b) {
    return (a != a && b != b) || std::memcmp(&a, &b, sizeof a) == 0;
}

template <class T>
std::vector<T> special() {
    using limits = std::numeric_limits<T>;
    std::vector<T> v;
    for (T a : {T(0), limits::denorm_min(), limits::min(), limits::epsilon(), T(0.1), T(0.5), T(1), T(1.5), T(3),
                T(1e10), limits::max(), limits::infinity()}) {
        v.push_back(a);
        v.push_back(-a);
    }
    v.push_back(limits::quiet_NaN());
    return v;
}

// Every pair of special values, N at a time; the lanes that are left over hold the first pair again.
template <class T, int N, class Check>
void for_pairs(const std::vector<T>& values, const Check& check) {
    const int n = static_cast<int>(values.size()), all = n * n;
    for (int first = 0; first < all; first += N) {
        T a[N], b[N];
        for (int i = 0; i < N; ++i) {
            const int k = first + i < all ? first + i : 0;
            a[i] = values[static_cast<std::size_t>(k / n)];
            b[i] = values[static_cast<std::size_t>(k % n)];
        }
        check(a, b);
    }
}

template <class T, int N>
void compare_operations() {
    using L = Lanes<T, N>;
    namespace p = polhode;
    for_pairs<T, N>(special<T>(), [](const T(&a)[N], const T(&b)[N]) {
        const L x = L::load(a), y = L::load(b);
        const L sum = x + y, difference = x - y, product = x * y, ratio = x / y, negative = -x, size = abs(x),
                root = sqrt(x), larger = max(x, y), smaller = min(x, y), with_sign = copysign(x, y),
                fused = fma(x, y, L(T(0.3))), chosen = select(x < y, x, y), turned = negated_where(x < y, x);
        const LaneMask<T, N> less = x<y, not_more = x <= y, more = x> y, not_less = x >= y, equal = x == y,
                             unequal = x != y, finite = is_finite(x);
        T stored[N];
        sum.store(stored);
        bool any_less = false, all_less = true;
        for (int i = 0; i < N; ++i) {
            const T s = a[i], t = b[i];
            const std::string where = std::to_string(s) + ", " + std::to_string(t);
            EXPECT_TRUE(same_bits(sum[i], T(s + t)) && same_bits(stored[i], T(s + t))) << where;
            EXPECT_TRUE(same_bits(difference[i], T(s - t))) << where;
            EXPECT_TRUE(same_bits(product[i], T(s * t))) << where;
            EXPECT_TRUE(same_bits(ratio[i], T(s / t))) << where;
            EXPECT_TRUE(same_bits(negative[i], T(-s))) << where;
            EXPECT_TRUE(same_bits(size[i], p::abs(s))) << where;
            EXPECT_TRUE(same_bits(root[i], p::sqrt(s))) << where;
            EXPECT_TRUE(same_bits(larger[i], p::max(s, t))) << where;
            EXPECT_TRUE(same_bits(smaller[i], p::min(s, t))) << where;
            EXPECT_TRUE(same_bits(with_sign[i], p::copysign(s, t))) << where;
            EXPECT_TRUE(same_bits(fused[i], p::fma(s, t, T(0.3)))) << where;
            EXPECT_TRUE(same_bits(chosen[i], s < t ? s : t)) << where;
            EXPECT_TRUE(same_bits(turned[i], s < t ? -s : s)) << where;
            EXPECT_EQ(less[i], s < t) << where;
            EXPECT_EQ(not_more[i], s <= t) << where;
            EXPECT_EQ(more[i], s > t) << where;
            EXPECT_EQ(not_less[i], s >= t) << where;
            EXPECT_EQ(equal[i], s == t) << where;
            EXPECT_EQ(unequal[i], s != t) << where;
            EXPECT_EQ(finite[i], p::is_finite(s)) << where;
            EXPECT_EQ((less && finite)[i], s < t && p::is_finite(s));
            EXPECT_EQ((less || finite)[i], s < t || p::is_finite(s));
            EXPECT_EQ((less != finite)[i], (s < t) != p::is_finite(s));
            EXPECT_EQ((!less)[i], !(s < t));
            any_less = any_less || s < t;
            all_less = all_less && s < t;
        }
        EXPECT_EQ(any(less), any_less);
        EXPECT_EQ(all(less), all_less);
    });
    const LaneMask<T, N> yes = LaneMask<T, N>::same(true), no = LaneMask<T, N>::same(false);
    EXPECT_TRUE(all(yes) && any(yes) && !any(no) && !all(no));
}

TEST(Lanes, OperationsHaveTheBitsOfTheScalarOnes) {
    compare_operations<double, 1>();
    compare_operations<double, 2>();
    compare_operations<double, 4>();
    compare_operations<double, 8>();
    compare_operations<double, 16>();
    compare_operations<float, 4>();
    compare_operations<float, 8>();
    compare_operations<float, 16>();
}

template <int N>
void compare_parts() {
    using L = Lanes<double, N>;
    double table[16];
    for (int i = 0; i < 16; ++i) table[i] = 100 + 3 * i;
    for (int start = 0; start < 64; ++start) {
        L x;
        for (int i = 0; i < N; ++i) x.set(i, 0x1.8p52 + start + 5 * i);
        const L entry = table_entry(table, x);
        const LaneMask<double, N> first = bit_of(x, 0), second = bit_of(x, 1);
        const L power = power_of_two_part(x * x);
        const L rare = replaced(first, x, x, [](double one) { return -one; });
        for (int i = 0; i < N; ++i) {
            const int k = start + 5 * i;
            EXPECT_EQ(entry[i], table[k & 15]);
            EXPECT_EQ(first[i], (k & 1) != 0);
            EXPECT_EQ(second[i], (k & 2) != 0);
            EXPECT_EQ(power[i], 0x1p105);  // (1.5 2^52)^2 = 2.25 2^104
            EXPECT_EQ(rare[i], (k & 1) != 0 ? -x[i] : x[i]);
        }
    }
}

TEST(Lanes, PartsOfANumber) {
    compare_parts<1>();
    compare_parts<2>();
    compare_parts<4>();
    compare_parts<8>();
    compare_parts<16>();
}

template <int N>
void compare_elementary() {
    using L = Lanes<double, N>;
    namespace p = polhode;
    std::vector<double> values = special<double>();
    // borders of the cases in elementary.hpp, each with its neighbours
    for (double a : {0x1p-28, 0x1p-27, 0x1.921fb54442d18p-1, 0x1.921fb54442d18p+0, 0x1p20, 0x1p-800, 0x1p1000})
        for (double x : {a, std::nextafter(a, 0.0), std::nextafter(a, 1e308)}) {
            values.push_back(x);
            values.push_back(-x);
        }
    unsigned long long state = 1971;
    for (int n = 0; n < 60; ++n) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        const double u = static_cast<double>(state >> 11) * 0x1p-53;
        values.push_back(40 * (u - 0.5));
        values.push_back(std::pow(10.0, 16 * (u - 0.5)));
    }
    for_pairs<double, N>(values, [](const double(&a)[N], const double(&b)[N]) {
        const L y = L::load(a), x = L::load(b);
        L s, c;
        sincos(x, s, c);
        const L sine = sin(x), cosine = cos(x), angle = atan2(y, x);
        for (int i = 0; i < N; ++i) {
            double one_s, one_c;
            p::sincos(b[i], one_s, one_c);
            EXPECT_TRUE(same_bits(s[i], one_s) && same_bits(sine[i], one_s)) << b[i];
            EXPECT_TRUE(same_bits(c[i], one_c) && same_bits(cosine[i], one_c)) << b[i];
            EXPECT_TRUE(same_bits(angle[i], p::atan2(a[i], b[i]))) << a[i] << ", " << b[i];
        }
    });
}

TEST(Lanes, ElementaryFunctionsHaveTheBitsOfTheScalarOnes) {
    compare_elementary<1>();
    compare_elementary<2>();
    compare_elementary<4>();
    compare_elementary<8>();
    compare_elementary<16>();
}

}  // namespace

}  // namespace lanes_test
