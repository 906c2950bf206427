#include "polhode/truth/motion_rates.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "polhode/base/polynomial_roots.hpp"
#include "polhode/problem/principal_frame.hpp"

namespace polhode {

namespace {

constexpr int most = 7;
using Point = std::array<double, most>;
using Matrix = std::array<Point, most>;  // by rows

// The equations of motion in the user's axes, with switches as they stand just after t.
class Equations {
 public:
    Equations(const Problem& problem, double t) : torques_(problem.torques), frame_(*problem.body), t_(t) {
        double begin = 0, end = t + 1;
        for (const double switched : switching_times(problem.torques, end)) {
            if (switched <= t) begin = switched;
            if (switched > t) end = std::min(end, switched);
        }
        torques_.segment(begin, end);
        inertia_ = problem.body->inertia;
    }
    Point operator()(const Point& y) const {
        const Quaternion<double> q{y[0], y[1], y[2], y[3]};
        const Vec3<double> w{{y[4], y[5], y[6]}};
        const Quaternion<double> dq = compose(q, {0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]});
        const Vec3<double> moment = cross(inertia_ * w, w) + torques_(t_, q, w);
        Vec3<double> dw = frame_.to_principal(moment);
        for (int i = 0; i < 3; ++i) dw[i] /= frame_.moments[i];
        dw = frame_.from_principal(dw);
        return {dq.w, dq.x, dq.y, dq.z, dw[0], dw[1], dw[2]};
    }

 private:
    TorqueSum<double> torques_;
    PrincipalFrame<double> frame_;
    Mat3<double> inertia_;
    double t_;
};

// Coefficients of the characteristic polynomial by Leverrier's method as Faddeev wrote it (Gantmacher, The Theory of
// Matrices I, IV.5).
std::vector<std::complex<double>> characteristic(const Matrix& a) {
    std::vector<std::complex<double>> c(most + 1, 0.0);
    c[most] = 1;
    Matrix m{};
    for (int k = 1; k <= most; ++k) {
        Matrix next{};
        double trace = 0;
        for (std::size_t i = 0; i < most; ++i) {
            for (std::size_t j = 0; j < most; ++j)
                for (std::size_t l = 0; l < most; ++l)
                    next[i][j] +=
                        a[i][l] * (m[l][j] + (l == j ? c[static_cast<std::size_t>(most - k + 1)].real() : 0.0));
            trace += next[i][i];
        }
        m = next;
        c[static_cast<std::size_t>(most - k)] = -trace / k;
    }
    return c;
}

}  // namespace

std::vector<std::complex<double>> motion_eigenvalues(const Problem& problem, double t, const TrueState& state) {
    // given rates turn the quaternion and nothing else
    if (!problem.dynamics()) return {{0, 0.5 * norm(state.w_NB_B)}};
    const Equations equations(problem, t);
    const Quaternion<double>& q = state.q_NB;
    const Vec3<double>& w = state.w_NB_B;
    const Point y{q.w, q.x, q.y, q.z, w[0], w[1], w[2]};
    Matrix slopes{};
    for (std::size_t j = 0; j < most; ++j) {
        // the middle difference is right to a part in 1e10
        const double d = 1e-5 * (j < 4 ? 1.0 : std::max(norm(w), 1e-3));
        Point up = y, down = y;
        up[j] += d;
        down[j] -= d;
        const Point above = equations(up), below = equations(down);
        for (std::size_t i = 0; i < most; ++i) slopes[i][j] = (above[i] - below[i]) / (2 * d);
    }
    // in units of the largest, so that the seventh power stays a number
    double size = 0;
    for (const Point& row : slopes)
        for (const double x : row) size = std::max(size, std::fabs(x));
    if (!(size > 0) || !std::isfinite(size)) return {};
    for (Point& row : slopes)
        for (double& x : row) x /= size;
    std::vector<std::complex<double>> rates;
    for (const std::complex<double>& root : polynomial_roots(characteristic(slopes)))
        if (root.imag() >= -1e-9) rates.push_back(size * root);
    return rates;
}

}  // namespace polhode
