#include "polhode/problem/principal_axes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace polhode {

// Jacobi's method: each rotation clears one off-diagonal pair (Golub and Van Loan, Matrix Computations, section 8.5).
PrincipalAxes principal_axes_of(const Mat3<double>& tensor) {
    Mat3<double> a = tensor, v = Mat3<double>::identity();
    for (int sweep = 0; sweep < 40; ++sweep) {
        if (a(0, 1) == 0 && a(0, 2) == 0 && a(1, 2) == 0) break;
        for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
            const int r = 3 - p - q;
            const double off = a(p, q);
            // Too small to change either moment: done with this pair.
            if (a(p, p) + off == a(p, p) && a(q, q) + off == a(q, q) && sweep > 3) {
                a(p, q) = a(q, p) = 0;
                continue;
            }
            if (off == 0) continue;
            const double half_cotangent = (a(q, q) - a(p, p)) / (2 * off);
            const double t = std::copysign(1.0, half_cotangent) /
                             (std::abs(half_cotangent) + std::sqrt(1.0 + half_cotangent * half_cotangent));
            const double c = 1 / std::sqrt(1.0 + t * t), s = t * c;
            a(p, p) -= t * off;
            a(q, q) += t * off;
            a(p, q) = a(q, p) = 0;
            const double arp = a(r, p), arq = a(r, q);
            a(r, p) = a(p, r) = c * arp - s * arq;
            a(r, q) = a(q, r) = s * arp + c * arq;
            for (int i = 0; i < 3; ++i) {
                const double vip = v(i, p), viq = v(i, q);
                v(i, p) = c * vip - s * viq;
                v(i, q) = s * vip + c * viq;
            }
        }
    }

    // Ascending moments; the first two axes with their largest component positive, the third right-handed.
    int order[3] = {0, 1, 2};
    std::sort(order, order + 3, [&](int i, int j) { return std::pair{a(i, i), i} < std::pair{a(j, j), j}; });
    PrincipalAxes result;
    Vec3<double> axes[3];
    for (int k = 0; k < 3; ++k) {
        result.moments[k] = a(order[k], order[k]);
        axes[k] = v.column(order[k]);
        int largest = 0;
        for (int i = 1; i < 3; ++i)
            if (std::abs(axes[k][i]) > std::abs(axes[k][largest]) * (1 + 1e-9)) largest = i;
        if (axes[k][largest] < 0) axes[k] = -axes[k];
    }
    axes[2] = cross(axes[0], axes[1]);
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i) result.axes(i, k) = axes[k][i];
    return result;
}

}  // namespace polhode
