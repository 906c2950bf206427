#include "polhode/estimate/tools/ellipsoid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/estimate/tools/small_linear.hpp"

namespace polhode::estimate {

namespace {

Numbers ellipsoid_terms(const Vec3<double>& v) {
    const double x = v[0], y = v[1], z = v[2];
    return {x * x, y * y, z * z, 2 * x * y, 2 * x * z, 2 * y * z, 2 * x, 2 * y, 2 * z};
}

// How much of the weakest direction of the normal matrix noise alone would leave there: the terms of a reading move by
// their derivatives with it. Towards 1 nothing is left that the readings could tell (bias of least squares with errors
// in the terms; Fuller, Measurement Error Models, 1987, section 1.1).
double noise_share(const std::vector<Vec3<double>>& readings, double largest, double rms, const EigenSystem& normal) {
    const Numbers& u = normal.vectors.front();
    double squares = 0;
    for (const Vec3<double>& m : readings) {
        const double x = m[0] / largest, y = m[1] / largest, z = m[2] / largest;
        const Vec3<double> slope{u[0] * x + u[3] * y + u[4] * z + u[6], u[3] * x + u[1] * y + u[5] * z + u[7],
                                 u[4] * x + u[5] * y + u[2] * z + u[8]};
        squares += 4 * dot(slope, slope);
    }
    const double noise = rms / largest;
    // an eigenvalue is known to what rounding leaves of the largest
    return squares * noise * noise / std::max(normal.values.front() - 1e-13 * normal.values.back(), 0.0);
}

Mat3<double> root_of(const EigenSystem& e) {
    Mat3<double> w;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            double s = 0;
            for (size_t k = 0; k < 3; ++k)
                s += std::sqrt(e.values[k]) * e.vectors[k][static_cast<size_t>(i)] *
                     e.vectors[k][static_cast<size_t>(j)];
            w(i, j) = s;
        }
    return w;
}

}  // namespace

EllipsoidFit fit_ellipsoid(const std::vector<Vec3<double>>& readings) {
    EllipsoidFit fit;
    double largest = 0;
    for (const Vec3<double>& m : readings)
        for (int i = 0; i < 3; ++i) largest = std::max(largest, std::fabs(m[i]));
    if (readings.size() < 9 || !(largest > 0)) {
        fit.refusal = "an ellipsoid has nine numbers: at least nine readings are needed, and not all of them 0";
        return fit;
    }
    // v . (x^2, y^2, z^2, 2xy, 2xz, 2yz, 2x, 2y, 2z) = 1 in least squares
    Matrix a(9, Numbers(9, 0));
    Numbers b(9, 0);
    for (const Vec3<double>& m : readings) {
        const Numbers t = ellipsoid_terms((1 / largest) * m);
        for (size_t i = 0; i < 9; ++i) {
            b[i] += t[i];
            for (size_t j = 0; j < 9; ++j) a[i][j] += t[i] * t[j];
        }
    }
    const EigenSystem normal = symmetric_eigen(a);
    fit.weakest = std::max(normal.values.front(), 0.0) / normal.values.back();
    const Numbers v = solved(a, b);
    fit.refusal = "the readings lie on no ellipsoid: the sensor was turned too little";
    if (v.empty()) return fit;
    const Matrix shape{{v[0], v[3], v[4]}, {v[3], v[1], v[5]}, {v[4], v[5], v[2]}};
    const Numbers c = solved(shape, {-v[6], -v[7], -v[8]});
    if (c.empty()) return fit;
    double k = 1;
    for (size_t i = 0; i < 3; ++i)
        for (size_t j = 0; j < 3; ++j) k += c[i] * shape[i][j] * c[j];
    Matrix scaled = shape;
    for (Numbers& row : scaled)
        for (double& x : row) x /= k;
    const EigenSystem e = symmetric_eigen(scaled);
    if (!(e.values[0] > 0)) return fit;
    fit.refusal.clear();
    const Mat3<double> w = root_of(e);
    const double unit = std::cbrt(determinant(w));
    fit.shape = (1 / unit) * w;
    fit.field = largest / unit;
    fit.centre = {largest * c[0], largest * c[1], largest * c[2]};
    double squares = 0;
    for (const Vec3<double>& m : readings) squares += std::pow(norm(fit.shape * (m - fit.centre)) - fit.field, 2);
    fit.rms = std::sqrt(squares / static_cast<double>(readings.size()));
    fit.noise_share = noise_share(readings, largest, fit.rms, normal);
    // iron beside a sensor makes tens of percent, not four times the field along one axis and once along another
    const bool no_sensor = e.values.back() > 16 * e.values.front();
    if (!(fit.noise_share < 1) || no_sensor)
        fit.refusal = fmt::format("the sensor was turned too little: {}",
                                  no_sensor ? fmt::format("an ellipsoid {:.0f} times as long as thick is no sensor's",
                                                          std::sqrt(e.values.back() / e.values.front()))
                                            : "in one direction the readings differ by no more than their noise");
    return fit;
}

}  // namespace polhode::estimate
