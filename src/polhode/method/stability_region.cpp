#include "polhode/method/stability_region.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "polhode/base/polynomial_roots.hpp"
#include "polhode/integrate/adams_moulton.hpp"
#include "polhode/integrate/tableaus.hpp"

namespace polhode {

namespace {

using Complex = std::complex<double>;

// R(z) = 1 + z b^T (1 - z A)^-1 1, stage by stage.
template <class Tableau>
double runge_kutta(Complex z) {
    Complex k[Tableau::stages], sum = 0;
    for (int i = 0; i < Tableau::stages; ++i) {
        k[i] = 1;
        for (int j = 0; j < i; ++j) k[i] += z * Tableau::A[i][j] * k[j];
        sum += Tableau::B[i] * k[i];
    }
    return std::abs(1.0 + z * sum);
}

double taylor(int order, Complex z) {
    Complex sum = 1;
    for (int k = order; k > 0; --k) sum = 1.0 + z / static_cast<double>(k) * sum;
    return std::abs(sum);
}

double largest_root(const std::vector<Complex>& coefficients) {
    double largest = 0;
    for (const Complex& root : polynomial_roots(coefficients)) largest = std::max(largest, std::abs(root));
    return largest;
}

// zeta^k = zeta^(k-1) + z sum_j a_j zeta^(k-1-j)
double adams_bashforth(int order, Complex z) {
    static constexpr integrate::detail::AdamsTable table = integrate::detail::adams_table();
    const auto k = static_cast<std::size_t>(order);
    std::vector<Complex> c(k + 1, Complex(0));
    c[k] = 1;
    c[k - 1] -= 1;
    for (std::size_t j = 0; j < k; ++j) c[k - 1 - j] -= z * table.predict[k][j];
    return largest_root(c);
}

// The corrected value with the slope of the predicted one (PECE): a_j predict, c_j correct,
// zeta^k = zeta^(k-1) + z (c_0 (zeta^(k-1) + z sum_j a_j zeta^(k-1-j)) + sum_(j>0) c_j zeta^(k-j))
double adams_moulton(int order, Complex z) {
    static constexpr integrate::detail::AdamsTable table = integrate::detail::adams_table();
    const auto k = static_cast<std::size_t>(order);
    const Complex first = z * table.correct[k][0];
    std::vector<Complex> c(k + 1, Complex(0));
    c[k] = 1;
    c[k - 1] -= 1.0 + first;
    for (std::size_t j = 0; j < k; ++j) c[k - 1 - j] -= first * z * table.predict[k][j];
    for (std::size_t j = 1; j <= k; ++j) c[k - j] -= z * table.correct[k][j];
    return largest_root(c);
}

// adams-moulton and taylor follow a symmetric body without its spin
bool takes_spin_out(const Problem& problem) {
    if (!problem.dynamics()) return false;
    const Vec3<double>& m = problem.body->principal_moments;
    return m[0] == m[1] || m[1] == m[2] || m[2] == m[0];
}

}  // namespace

std::optional<Amplification> amplification_of(const Problem& problem, const Method& method) {
    using namespace integrate;
    if (method.attitude != "quaternion" || method.input != "body" || method.tolerance || !method.step) return {};
    if (method.arithmetic != "double" || (method.constraint != "none" && method.constraint != "normalise")) return {};
    const std::string& name = method.integrator;
    if (method.integrator_values.has("e_max")) return {};
    std::optional<Amplification> one_step;
    if (with_tableau(name, [&](auto tableau) { one_step = runge_kutta<decltype(tableau)>; })) return one_step;
    if (name != "adams-bashforth" && name != "adams-moulton" && name != "taylor") return {};
    const int order = static_cast<int>(method.integrator_values.integer("order"));
    if (name == "adams-bashforth") return [order](Complex z) { return adams_bashforth(order, z); };
    if (takes_spin_out(problem)) return {};
    if (name == "taylor") return [order](Complex z) { return taylor(order, z); };
    return [order](Complex z) { return adams_moulton(order, z); };
}

}  // namespace polhode
