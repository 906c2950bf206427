// Eigenvalues of small matrices: known ones, and for random matrices how far the matrix is from one that has them.
#include "polhode/base/eigenvalues.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace eigenvalues_test {

using namespace polhode;
using Complex = std::complex<double>;

std::vector<Complex> sorted(std::vector<Complex> all) {
    std::sort(all.begin(), all.end(), [](const Complex& a, const Complex& b) {
        return std::pair(a.real(), a.imag()) < std::pair(b.real(), b.imag());
    });
    return all;
}

TEST(Eigenvalues, OfMatricesWithKnownOnes) {
    EXPECT_TRUE(eigenvalues({}).empty());
    EXPECT_EQ(eigenvalues({-3}), std::vector<Complex>{-3});
    const auto turn = sorted(eigenvalues({0, -2, 2, 0}));
    EXPECT_EQ(turn[0], Complex(0, -2));
    EXPECT_EQ(turn[1], Complex(0, 2));
    // companion of (z - 1)(z - 2)(z^2 + 4)
    const auto four = sorted(eigenvalues({3, -6, 12, -8, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}));
    const Complex expected[] = {{0, -2}, {0, 2}, {1, 0}, {2, 0}};
    for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(std::abs(four[i] - expected[i]), 2e-14) << i;
    EXPECT_TRUE(eigenvalues({1, NAN, 0, 1}).empty());
}

// How far a matrix is from a singular one, about: the last pivot of an elimination that takes the largest every time.
double distance_from_singular(std::vector<std::vector<Complex>> m) {
    const std::size_t n = m.size();
    for (std::size_t k = 0;; ++k) {
        std::size_t row = k, column = k;
        for (std::size_t i = k; i < n; ++i)
            for (std::size_t j = k; j < n; ++j)
                if (std::abs(m[i][j]) > std::abs(m[row][column])) row = i, column = j;
        if (k + 1 == n || std::abs(m[row][column]) == 0) return std::abs(m[row][column]);
        std::swap(m[k], m[row]);
        for (auto& one : m) std::swap(one[k], one[column]);
        for (std::size_t i = k + 1; i < n; ++i) {
            const Complex factor = m[i][k] / m[k][k];
            for (std::size_t j = k; j < n; ++j) m[i][j] -= factor * m[k][j];
        }
    }
}

TEST(Eigenvalues, OfRandomMatricesOfLikeAndUnlikeScales) {
    std::mt19937_64 random(14);
    std::normal_distribution<double> normal;
    for (std::size_t n = 1; n <= 12; ++n)
        for (int k = 0; k < 60; ++k) {
            std::vector<double> rows;
            double size = 0, trace = 0;
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j) {
                    const double apart = static_cast<double>(i) - static_cast<double>(j);
                    double x = normal(random) * (k % 3 == 0 ? std::exp2(4 * apart) : 1);
                    if (k % 5 == 1 && normal(random) > 0) x = 0;
                    if (k % 4 == 2) x = i == j ? 0 : i > j ? std::fabs(x) : -std::fabs(x);
                    rows.push_back(x);
                    size = std::hypot(size, x);
                    trace += i == j ? x : 0;
                }
            const auto all = eigenvalues(rows);
            ASSERT_EQ(all.size(), n);
            Complex sum = 0;
            for (const Complex& z : all) {
                sum += z;
                std::vector<std::vector<Complex>> off(n, std::vector<Complex>(n));
                for (std::size_t i = 0; i < n; ++i)
                    for (std::size_t j = 0; j < n; ++j) off[i][j] = rows[i * n + j] - (i == j ? z : 0);
                // some twelve sweeps make about a rounding each, and the pivots as many
                EXPECT_LE(distance_from_singular(off), 100 * 2.2e-16 * size) << n << " " << k;
            }
            EXPECT_LE(std::abs(sum - trace), 1e-13 * size);
        }
}

}  // namespace eigenvalues_test
