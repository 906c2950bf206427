#include "polhode/sweep/variation/sweep_covariance.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/base/shortest.hpp"
#include "polhode/ensemble/draw.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/sweep/variation/sweep_lists.hpp"

namespace polhode {

using Kind = TomlNode::Kind;

namespace {

// Rows of numbers, as many as there are columns; symmetric.
std::vector<std::vector<double>> symmetric_rows(const TomlNode& node, std::size_t size, const std::string& what) {
    const std::string expected = what + " as " + std::to_string(size) + " rows of " + std::to_string(size) + " numbers";
    if (node.kind != Kind::array || node.items.size() != size)
        throw InputError(node.place, "expected the " + expected + ", read " + node.described());
    std::vector<std::vector<double>> rows;
    for (const TomlNode& row : node.items) {
        rows.push_back(numbers_in(row, "row " + std::to_string(rows.size() + 1) + " of the " + what));
        if (rows.back().size() != size)
            throw InputError(row.place,
                             "expected the " + expected + ", read a row of " + std::to_string(rows.back().size()));
    }
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (rows[i][j] != rows[j][i])
                throw InputError(node.items[i].items[j].place,
                                 "the " + what + " is not symmetric: " + shortest(rows[i][j]) + " here and " +
                                     shortest(rows[j][i]) + " on the other side of the diagonal");
    return rows;
}

// Cholesky's factor, rows packed (Golub and Van Loan, Matrix Computations, 4th ed., section 4.2.5). Numbers that
// depend on the others wholly (a diagonal of nothing) are allowed.
std::vector<double> lower_factor(const std::vector<std::vector<double>>& c, const TomlNode& at) {
    const std::size_t n = c.size();
    const auto refuse = [&](std::size_t i) {
        throw InputError(at.items[i].place, "this is no " + at.name + ": its row " + std::to_string(i + 1) +
                                                " does not fit the rows before it (not positive definite)");
    };
    std::vector<double> packed(n * (n + 1) / 2);
    const auto l = [&](std::size_t i, std::size_t j) -> double& { return packed[i * (i + 1) / 2 + j]; };
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = c[i][j];
            for (std::size_t k = 0; k < j; ++k) sum = fma(-l(i, k), l(j, k), sum);
            // what is left of a dependent row by rounding
            const double nothing = 1e-14 * static_cast<double>(n) * std::sqrt(c[i][i]) * std::sqrt(c[j][j]);
            if (i == j) {
                if (!(c[i][i] >= 0) || !(sum >= -nothing) || !std::isfinite(sum)) refuse(i);
                l(i, i) = sum <= nothing ? 0.0 : sqrt(sum);
            } else if (l(j, j) > 0) {
                l(i, j) = sum / l(j, j);
            } else {
                if (!(std::abs(sum) <= std::max(nothing, 1e-7 * std::sqrt(c[i][i] * c[j][j])))) refuse(i);
                l(i, j) = 0;
            }
        }
    return packed;
}

}  // namespace

std::vector<double> read_correlated_normals(const TomlNode& table, std::size_t& count) {
    const TomlNode& mean = required(table, "mean", "the means, one for each number. Example: mean = [0.0, 1.0]");
    std::vector<double> numbers = numbers_in(mean, "the means");
    const std::size_t n = numbers.size();
    if (n > static_cast<std::size_t>(ensemble::most_columns)) refuse_too_many_columns(mean.place);
    const TomlNode *covariance = table.find("covariance"), *correlation = table.find("correlation"),
                   *deviation = table.find("deviation");
    std::vector<std::vector<double>> c;
    std::vector<double> s;
    const TomlNode* at = covariance;
    if (covariance) {
        for (const TomlNode* other : {correlation, deviation})
            if (other) throw InputError(other->place, "`covariance` says this already; leave one of the two out");
        c = symmetric_rows(*covariance, n, "covariance");
    } else {
        if (!deviation || !correlation)
            refuse_missing(table, deviation ? "correlation" : "covariance",
                           "missing; correlated normals need their `covariance`, or `deviation` and `correlation`. "
                           "Example: covariance = [[0.01, 0.005], [0.005, 0.04]]");
        at = correlation;
        s = numbers_in(*deviation, "the standard deviations");
        if (s.size() != n)
            throw InputError(deviation->place, "there are " + std::to_string(n) + " means and " +
                                                   std::to_string(s.size()) + " deviations");
        for (const TomlNode& item : deviation->items) non_negative(item);
        c = symmetric_rows(*correlation, n, "correlation");
        for (std::size_t i = 0; i < n; ++i)
            if (c[i][i] != 1)
                throw InputError(correlation->items[i].items[i].place,
                                 "the diagonal of a correlation is 1, read the number " + shortest(c[i][i]));
        // One that is switched off is left out at the end, so that the others keep what they had of its deviate.
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) c[i][j] *= (s[i] == 0 ? 1.0 : s[i]) * (s[j] == 0 ? 1.0 : s[j]);
    }
    std::vector<double> factor = lower_factor(c, *at);
    for (std::size_t i = 0; i < s.size(); ++i)
        if (s[i] == 0) std::fill_n(factor.begin() + static_cast<std::ptrdiff_t>(i * (i + 1) / 2), i + 1, 0.0);
    numbers.insert(numbers.end(), factor.begin(), factor.end());
    count = n;
    return numbers;
}

}  // namespace polhode
