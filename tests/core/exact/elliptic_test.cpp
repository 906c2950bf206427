// Elliptic integrals and functions against mpmath (tests/data/make_exact_elliptic.py) and, where they are at hand,
// against the tables of Boost and of Principia (Fukushima's).
#include "polhode/exact/elliptic.hpp"

#include "core/exact/exact_support.hpp"

namespace elliptic_test {

namespace {

using namespace polhode::exact;
using exact_support::Precise;
using exact_support::read_csv;
using exact_support::Row;
using exact_support::test_data;

constexpr double epsilon = 2.22e-16;

double relative(double got, const Precise& exact) {
    if (exact == 0) return std::abs(got);
    return abs((Precise(got) - exact) / exact).convert_to<double>();
}

// What each function may lose, in units of epsilon. Carlson's duplication adds positive numbers, 4 to 10 times, and
// takes one root at the end: 4. RJ sums as many quotients, Bulirsch's complete integral takes 6 to 12 steps of which
// about half the roundings survive: 8. sn, cn, dn lose a few roundings in each of up to 9 levels: 12; and cn, dn fall
// like k' within a quarter period, so that the roundings of the kept means count by their share of ln(1/k').
double allowance(const std::string& function, double kc) {
    if (function == "rf" || function == "rc") return 4;
    if (function == "rj" || function == "rd" || function == "K" || function == "cel") return 8;
    return 12 - 0.25 * std::log(kc);
}

TEST(Elliptic, AgreesWithMpmath) {
    std::map<std::string, double> worst;
    std::map<std::string, int> count;
    for (const Row& row : read_csv(exact_support::test_data("exact-elliptic.csv"))) {
        const std::string f = row.text("function");
        const double a = row.number("a1"), b = row.number("a2"), c = row.number("a3"), d = row.number("a4");
        double got = 0;
        if (f == "rf") got = carlson_rf(a, b, c);
        if (f == "rc") got = carlson_rc(a, b);
        if (f == "rj") got = carlson_rj(a, b, c, d);
        if (f == "rd") got = carlson_rd(a, b, c);
        if (f == "K") got = complete_k(a);
        if (f == "cel") {
            const double p[1] = {b}, na[1] = {c}, nb[1] = {d};
            got = complete_integrals<double, double, 1>(a, p, na, nb).c[0];
        }
        if (f == "F") got = incomplete_f(a, b);
        if (f == "sn") got = jacobi(a, b).sn;
        if (f == "cn") got = jacobi(a, b).cn;
        if (f == "dn") got = jacobi(a, b).dn;
        if (f == "am") got = amplitude(a, b);
        const double error = relative(got, row.precise("value")) / epsilon;
        EXPECT_LE(error, allowance(f, b)) << f << " " << row.text("a1") << " " << row.text("a2") << " "
                                          << row.text("a3") << " " << row.text("a4") << " gave " << got;
        worst[f] = std::max(worst[f], error);
        ++count[f];
    }
    for (const auto& [f, e] : worst) RecordProperty("worst_" + f + "_in_epsilon", std::to_string(e));
    EXPECT_EQ(count.size(), 11u);
}

TEST(Elliptic, CompleteIntegralsInTwoWords) {
    using Fine = TwoWords<double>;
    for (const Row& row : read_csv(exact_support::test_data("exact-elliptic.csv"))) {
        const bool first = row.text("function") == "K";
        if (!first && row.text("function") != "cel") continue;
        const Fine p[1] = {Fine(first ? 1.0 : row.number("a2"))};
        const double a[1] = {first ? 1.0 : row.number("a3")}, b[1] = {first ? 1.0 : row.number("a4")};
        const auto got = complete_integrals<double, Fine, 1>(Fine(row.number("a1")), p, a, b);
        const Fine value = first ? got.K : got.c[0];
        const Precise exact = row.precise("value");
        // up to 12 steps of a few 1.2e-32 each
        EXPECT_LE(abs((Precise(value.hi) + Precise(value.lo) - exact) / exact).convert_to<double>(), 5e-31)
            << row.text("function") << " " << row.text("a1") << " " << row.text("a2");
    }
}

// Laws that hold whatever a table says.
TEST(Elliptic, DuplicationAndDegenerateCases) {
    EXPECT_NEAR(carlson_rf(2.0, 2.0, 2.0), 1 / std::sqrt(2.0), 2e-16);
    EXPECT_NEAR(carlson_rj(2.0, 2.0, 2.0, 2.0), 1 / std::sqrt(8.0), 2e-16);
    EXPECT_NEAR(carlson_rf(0.5, 3.0, 3.0), carlson_rc(0.5, 3.0), 4e-16);            // DLMF 19.20.1
    EXPECT_NEAR(carlson_rj(0.5, 1.5, 3.0, 3.0), carlson_rd(0.5, 1.5, 3.0), 4e-16);  // DLMF 19.16.5
    // DLMF 19.21.12, the change of parameter behind the closed solutions: (p-x)(q-x) = (y-x)(z-x)
    const double x = 0.3, y = 0.7, z = 1.0, p = 2.9, q = x + (y - x) * (z - x) / (p - x);
    EXPECT_NEAR((p - x) * carlson_rj(x, y, z, p) + (q - x) * carlson_rj(x, y, z, q),
                3 * carlson_rf(x, y, z) - 3 * carlson_rc(y * z / x, p * q / x), 4e-15);
    const Jacobi<double> f = jacobi(1.3, 0.0);
    EXPECT_NEAR(f.sn, std::tanh(1.3), 2e-16);
    EXPECT_NEAR(f.cn, 1 / std::cosh(1.3), 2e-16);
    EXPECT_EQ(f.cn, f.dn);
    EXPECT_EQ(jacobi(2000.0, 0.0).sn, 1.0);
    EXPECT_TRUE(std::isnan(carlson_rf(std::nan(""), 1.0, 1.0)));  // and returns
    EXPECT_TRUE(std::isnan(carlson_rj(std::nan(""), 1.0, 1.0, 1.0)));
}

TEST(Elliptic, WorksInFloat) {
    EXPECT_NEAR(carlson_rf(0.3f, 0.7f, 1.1f), carlson_rf(0.3, 0.7, 1.1), 3e-7);
    EXPECT_NEAR(carlson_rj(0.3f, 0.7f, 1.1f, 0.5f), carlson_rj(0.3, 0.7, 1.1, 0.5), 2e-6);
    EXPECT_NEAR(jacobi(1.7f, 0.3f).sn, jacobi(1.7, 0.3).sn, 5e-7);
    EXPECT_NEAR(complete_k(0.3f), complete_k(0.3), 1e-6);
}

TEST(EllipticTables, BoostFirstKind) {
    const std::string file = test_data("elliptic-functions/boost_ellint_f_data.csv");
    for (const Row& row : read_csv(file)) {
        const double k = row.number("k"), kc = std::sqrt((1 - k) * (1 + k));
        // k' from k: relative error of k' epsilon, and F depends on ln k'; beyond a period the error of K times 2j
        EXPECT_LE(relative(incomplete_f(row.number("phi"), kc), row.precise("F")), 6 * epsilon) << row.text("phi");
    }
}
TEST(EllipticTables, BoostComplete) {
    const std::string file = test_data("elliptic-functions/boost_ellint_k_data.csv");
    for (const Row& row : read_csv(file)) {
        const double k = row.number("k"), kc = std::sqrt((1 - k) * (1 + k));
        EXPECT_LE(relative(complete_k(kc), row.precise("K")), 6 * epsilon) << k;
    }
}
TEST(EllipticTables, BoostThirdKind) {
    const std::string file = test_data("elliptic-functions/boost_ellint_pi3_data.csv");
    int counted = 0;
    for (const Row& row : read_csv(file)) {
        const double n = row.number("n"), phi = row.number("phi"), k = row.number("k");
        if (phi > 1.5 || n > 1) continue;  // the reduction by half periods belongs to the solutions themselves
        ++counted;
        const double s = std::sin(phi), c = std::cos(phi), kc2 = (1 - k) * (1 + k);
        // Pi = F + n int sn^2/(1 - n sn^2), with 1 - n sn^2 = cn^2 + (1-n) sn^2
        const double pi = first_kind(s, c, kc2) + n * third_kind(s, c, kc2, 1 - n);
        EXPECT_LE(relative(pi, row.precise("Pi")), 12 * epsilon) << n << " " << phi << " " << k;
    }
    EXPECT_GT(counted, 50);
}
TEST(EllipticTables, BoostCarlsonFirst) {
    const std::string file = test_data("elliptic-functions/boost_ellint_rf_data.csv");
    for (const Row& row : read_csv(file))
        EXPECT_LE(relative(carlson_rf(row.number("x"), row.number("y"), row.number("z")), row.precise("RF")),
                  5 * epsilon)
            << row.text("x") << " " << row.text("y") << " " << row.text("z");
}
TEST(EllipticTables, BoostJacobi) {
    const std::string file = test_data("elliptic-functions/boost_jacobi_elliptic.csv");
    for (const Row& row : read_csv(file)) {
        const double k = row.number("k"), u = row.number("u"), kc = std::sqrt((1 - k) * (1 + k));
        if (std::abs(k) >= 1) continue;
        const Jacobi<double> f = jacobi(u, kc);
        // k' carries a rounding; u counts periods that depend on it: absolute error up to a few epsilon times 1 + |u|
        const double bound = 4 * epsilon * (1 + std::abs(u));
        EXPECT_NEAR(f.sn, row.precise("sn").convert_to<double>(), bound);
        EXPECT_NEAR(f.cn, row.precise("cn").convert_to<double>(), bound);
        EXPECT_NEAR(f.dn, row.precise("dn").convert_to<double>(), bound);
    }
}
TEST(EllipticTables, FukushimaJacobi) {
    const std::string file = test_data("elliptic-functions/principia_xgscd.csv");
    int i = 0;
    std::string m_before;
    for (const Row& row : read_csv(file)) {
        if (row.text("m") != m_before) i = 0;
        m_before = row.text("m");
        // the argument is printed to five decimals only: it is i K(m)/8
        const double kc = std::sqrt(1 - row.number("m")), u = i++ * complete_k(kc) / 8;
        const Jacobi<double> f = jacobi(u, kc);
        EXPECT_NEAR(u, row.number("u"), 6e-6);  // five printed decimals
        // 15 printed decimals, and u of up to 8 periods rounded
        EXPECT_NEAR(f.sn, row.number("sn"), 2e-14) << row.text("m") << " " << i;
        EXPECT_NEAR(f.cn, row.number("cn"), 2e-14) << row.text("m") << " " << i;
        EXPECT_NEAR(f.dn, row.number("dn"), 2e-14) << row.text("m") << " " << i;
    }
}

}  // namespace

}  // namespace elliptic_test
