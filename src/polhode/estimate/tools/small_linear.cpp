#include "polhode/estimate/tools/small_linear.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace polhode::estimate {

namespace {

Matrix identity_matrix(size_t n) {
    Matrix m(n, Numbers(n, 0));
    for (size_t i = 0; i < n; ++i) m[i][i] = 1;
    return m;
}

double squares_of(const Numbers& r) { return std::inner_product(r.begin(), r.end(), r.begin(), 0.0); }

// One rotation that makes a[p][q] zero (Golub and Van Loan, Matrix Computations, section 8.5)
void rotate(Matrix& a, Matrix& v, size_t p, size_t q) {
    if (a[p][q] == 0) return;
    const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    const double t = (theta >= 0 ? 1 : -1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
    const double c = 1 / std::sqrt(t * t + 1), s = t * c;
    const size_t n = a.size();
    for (size_t k = 0; k < n; ++k) {
        const double x = a[k][p], y = a[k][q];
        a[k][p] = c * x - s * y;
        a[k][q] = s * x + c * y;
    }
    for (size_t k = 0; k < n; ++k) {
        const double x = a[p][k], y = a[q][k];
        a[p][k] = c * x - s * y;
        a[q][k] = s * x + c * y;
    }
    for (size_t k = 0; k < n; ++k) {
        const double x = v[p][k], y = v[q][k];
        v[p][k] = c * x - s * y;
        v[q][k] = s * x + c * y;
    }
}

}  // namespace

EigenSystem symmetric_eigen(Matrix a) {
    const size_t n = a.size();
    Matrix v = identity_matrix(n);
    for (int sweep = 0; sweep < 60; ++sweep) {
        double off = 0, all = 0;
        for (size_t i = 0; i < n; ++i)
            for (size_t j = 0; j < n; ++j) (i == j ? all : off) += a[i][j] * a[i][j];
        if (off <= 1e-30 * all) break;
        for (size_t p = 0; p < n; ++p)
            for (size_t q = p + 1; q < n; ++q) rotate(a, v, p, q);
    }
    std::vector<size_t> order(n);
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(), [&](size_t i, size_t j) { return a[i][i] < a[j][j]; });
    EigenSystem e;
    for (const size_t i : order) {
        e.values.push_back(a[i][i]);
        e.vectors.push_back(v[i]);
    }
    return e;
}

Numbers solved(Matrix a, Numbers b) {
    const size_t n = a.size();
    for (size_t c = 0; c < n; ++c) {
        size_t best = c;
        for (size_t r = c + 1; r < n; ++r)
            if (std::fabs(a[r][c]) > std::fabs(a[best][c])) best = r;
        if (!(std::fabs(a[best][c]) > 0)) return {};
        std::swap(a[c], a[best]);
        std::swap(b[c], b[best]);
        for (size_t r = c + 1; r < n; ++r) {
            const double by = a[r][c] / a[c][c];
            for (size_t k = c; k < n; ++k) a[r][k] -= by * a[c][k];
            b[r] -= by * b[c];
        }
    }
    for (size_t c = n; c-- > 0;) {
        for (size_t k = c + 1; k < n; ++k) b[c] -= a[c][k] * b[k];
        b[c] /= a[c][c];
    }
    return b;
}

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix c(a.size(), Numbers(b.empty() ? 0 : b[0].size(), 0));
    for (size_t i = 0; i < a.size(); ++i)
        for (size_t k = 0; k < b.size(); ++k)
            for (size_t j = 0; j < c[i].size(); ++j) c[i][j] += a[i][k] * b[k][j];
    return c;
}

Matrix inverse_of(const Matrix& a) {
    const size_t n = a.size();
    Matrix inverse(n, Numbers(n));
    for (size_t j = 0; j < n; ++j) {
        Numbers unit(n, 0);
        unit[j] = 1;
        const Numbers column = solved(a, unit);
        if (column.empty()) return {};
        for (size_t i = 0; i < n; ++i) inverse[i][j] = column[i];
    }
    return inverse;
}

LeastSquares least_squares(Numbers x, const Numbers& scale, const std::function<Numbers(const Numbers&)>& residuals) {
    const size_t n = x.size();
    LeastSquares out;
    Numbers r = residuals(x);
    double cost = squares_of(r), damping = 1e-3;
    Matrix normal;
    for (out.iterations = 0; out.iterations < 200; ++out.iterations) {
        Matrix j(n);
        for (size_t i = 0; i < n; ++i) {
            const double step = 1e-6 * scale[i];
            Numbers high = x, low = x;
            high[i] += step;
            low[i] -= step;
            const Numbers a = residuals(high), b = residuals(low);
            j[i].resize(r.size());
            for (size_t k = 0; k < r.size(); ++k) j[i][k] = (a[k] - b[k]) / 2e-6;
        }
        normal.assign(n, Numbers(n));
        Numbers gradient(n);
        for (size_t a = 0; a < n; ++a) {
            gradient[a] = -std::inner_product(j[a].begin(), j[a].end(), r.begin(), 0.0);
            for (size_t b = 0; b < n; ++b)
                normal[a][b] = std::inner_product(j[a].begin(), j[a].end(), j[b].begin(), 0.0);
        }
        bool better = false;
        double gained = 0;
        for (int tries = 0; tries < 30 && !better; ++tries) {
            Matrix damped = normal;
            for (size_t i = 0; i < n; ++i) damped[i][i] += damping * (normal[i][i] + 1e-300);
            const Numbers step = solved(damped, gradient);
            if (step.empty()) break;
            Numbers y = x;
            for (size_t i = 0; i < n; ++i) y[i] += scale[i] * step[i];
            const Numbers s = residuals(y);
            const double after = squares_of(s);
            better = after < cost;
            damping = better ? damping / 10 : damping * 10;
            if (!better) continue;
            gained = cost - after;
            x = y;
            r = s;
            cost = after;
        }
        if (!better || gained <= 1e-15 * cost) break;
    }
    out.x = x;
    out.sum_of_squares = cost;
    // as many residuals as unknowns leave nothing to judge them by
    if (r.size() <= n || normal.empty()) return out;
    out.covariance = inverse_of(normal);
    const double variance = cost / static_cast<double>(r.size() - n);
    for (size_t a = 0; a < out.covariance.size(); ++a)
        for (size_t b = 0; b < n; ++b) out.covariance[a][b] *= variance * scale[a] * scale[b];
    return out;
}

}  // namespace polhode::estimate
