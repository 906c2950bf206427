// Free bodies of an ensemble in closed form.
#pragma once

#include "../exact/free_bodies.hpp"
#include "../exact/free_body.hpp"
#include "attention.hpp"
#include "columns.hpp"

namespace polhode::ensemble {

POLHODE_HD inline bool follow_exact(const Columns& c, long long i, const Rows& rows, const Out& out,
                                    const Attention* attention = nullptr) {
    const auto at = [&](int column) { return c.base[column * c.stride + i]; };
    const exact::FreeBody<double> body(load3<double>(c, at_moments, i),
                                       {at(at_attitude), at(at_attitude + 1), at(at_attitude + 2), at(at_attitude + 3)},
                                       load3<double>(c, at_rate, i));
    bool finite = true;
    Heed heed(attention, i, 1, rows_between_looks);
    for (long long r = 0; r < rows.count; ++r) {
        const exact::State<double> s = body.state_at(rows.time[r]);
        store_row(out, r, i, s.q_NB, s.w_NB_B);
        finite = finite && is_finite(s.q_NB.params()) && is_finite(s.w_NB_B);
        if (!heed.goes_on(1, static_cast<double>(r + 1) / static_cast<double>(rows.count))) return false;
    }
    out.declined[i] = finite ? 0 : 1;
    return true;
}

#if !defined(__CUDACC__)

// Several at once; those that are no asymmetric bodies in general motion by themselves.
template <class T>
bool follow_exact_together(const Columns& c, long long i, const Rows& rows, const Out& out,
                           const Attention* attention) {
    if constexpr (Access<T>::width == 1) {
        return follow_exact(c, i, rows, out, attention);
    } else {
        const Quaternion<T> q{load<T>(c, at_attitude, i), load<T>(c, at_attitude + 1, i),
                              load<T>(c, at_attitude + 2, i), load<T>(c, at_attitude + 3, i)};
        const exact::FreeBodies<Access<T>::width> bodies(load3<T>(c, at_moments, i), q, load3<T>(c, at_rate, i));
        T sum(0);
        Heed heed(attention, i, Access<T>::width, rows_between_looks);
        for (long long r = 0; r < rows.count; ++r) {
            const exact::State<T> s = bodies.state_at(T(rows.time[r]));
            store_row(out, r, i, s.q_NB, s.w_NB_B);
            sum = sum + (s.q_NB.w - s.q_NB.w) + (s.q_NB.x - s.q_NB.x) + (s.q_NB.y - s.q_NB.y) + (s.q_NB.z - s.q_NB.z);
            for (int k = 0; k < 3; ++k) sum = sum + (s.w_NB_B[k] - s.w_NB_B[k]);
            if (!heed.goes_on(1, static_cast<double>(r + 1) / static_cast<double>(rows.count))) return false;
        }
        const auto alone = bodies.declined || !(sum == T(0));
        Access<T>::mark(alone, out.declined + i);
        for (int k = 0; k < Access<T>::width; ++k)
            if (alone[k] && !follow_exact(c, i + k, rows, out, attention)) return false;
        return true;
    }
}

#endif

}  // namespace polhode::ensemble
