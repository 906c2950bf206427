// Rotors that get new speeds at once, as by a clutch or a brake inside: the momentum of the whole stays, rotors that
// are not set keep their own, and the body takes what is left. With D_k what h_k jumps by (Hughes 1986, ch. 3)
//
//     D_k/J_k + a_k . Ie^-1 sum_j D_j a_j = s_k(new) - s_k
//
// whose matrix is symmetric and positive.
#pragma once

#include <utility>
#include <vector>

#include "polhode/inside/inside_numbers.hpp"

namespace polhode {

// `speeds`: of rotors that are not held, by their place. What was done on the way is added to the work.
template <class T>
void set_speeds(const InsideNumbers<T>& numbers, const T& t, StateVector<T>& y,
                const std::vector<std::pair<std::size_t, T>>& speeds) {
    const std::size_t n = speeds.size();
    const Vec3<T> w = numbers.rate(t, y);
    const T before = numbers.kinetic_energy(t, y, w);
    std::vector<std::vector<T>> rows(n, std::vector<T>(n + 1));
    for (std::size_t i = 0; i < n; ++i) {
        const auto& r = numbers.rotors()[speeds[i].first];
        for (std::size_t j = 0; j < n; ++j)
            rows[i][j] = dot(r.axis, numbers.jump(t, y, numbers.rotors()[speeds[j].first].axis));
        rows[i][i] = rows[i][i] + T(1) / r.moment;
        rows[i][n] = speeds[i].second - numbers.speed(speeds[i].first, y, w);
    }
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = i + 1; k < n; ++k) {
            const T factor = rows[k][i] / rows[i][i];
            for (std::size_t j = i; j <= n; ++j) rows[k][j] = rows[k][j] - factor * rows[i][j];
        }
    for (std::size_t i = n; i-- > 0;) {
        T left = rows[i][n];
        for (std::size_t j = i + 1; j < n; ++j) left = left - rows[i][j] * rows[j][n];
        rows[i][n] = left / rows[i][i];
    }
    for (std::size_t i = 0; i < n; ++i) {
        const int at = numbers.rotors()[speeds[i].first].at;
        y[at] = y[at] + rows[i][n];
    }
    if (const int work = numbers.layout().work; work >= 0)
        y[work] = y[work] + (numbers.kinetic_energy(t, y, numbers.rate(t, y)) - before);
}

}  // namespace polhode
