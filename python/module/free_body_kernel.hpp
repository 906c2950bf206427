// One free body at many times, in SIMD lanes: compiled once for each instruction set. POLHODE_KERNEL is the function's
// name, POLHODE_LANES how many lanes. Only pointers pass, because the core's types of another instruction set are other
// types.
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

#include "polhode/exact/free_bodies.hpp"

namespace {

template <int N>
polhode::exact::FreeBodies<N> same_in_all_lanes(const double* moments, const double* q, const double* w) {
    using L = polhode::Lanes<double, N>;
    return {polhode::Vec3<L>{L(moments[0]), L(moments[1]), L(moments[2])},
            polhode::Quaternion<L>{L(q[0]), L(q[1]), L(q[2]), L(q[3])}, polhode::Vec3<L>{L(w[0]), L(w[1]), L(w[2])}};
}

// Four columns of four become four rows.
inline void transpose(const double* a, const double* b, const double* c, const double* d, double* rows) {
#if defined(__AVX2__)
    const __m256d A = _mm256_loadu_pd(a), B = _mm256_loadu_pd(b), C = _mm256_loadu_pd(c), D = _mm256_loadu_pd(d);
    const __m256d ab = _mm256_unpacklo_pd(A, B), AB = _mm256_unpackhi_pd(A, B), cd = _mm256_unpacklo_pd(C, D),
                  CD = _mm256_unpackhi_pd(C, D);
    _mm256_storeu_pd(rows, _mm256_permute2f128_pd(ab, cd, 0x20));
    _mm256_storeu_pd(rows + 4, _mm256_permute2f128_pd(AB, CD, 0x20));
    _mm256_storeu_pd(rows + 8, _mm256_permute2f128_pd(ab, cd, 0x31));
    _mm256_storeu_pd(rows + 12, _mm256_permute2f128_pd(AB, CD, 0x31));
#else
    for (int k = 0; k < 4; ++k, rows += 4) rows[0] = a[k], rows[1] = b[k], rows[2] = c[k], rows[3] = d[k];
#endif
}

// All lanes, one after the other.
template <class L>
POLHODE_INLINE void put(const polhode::exact::State<L>& s, double* q_out, double* w_out) {
    double q[4][L::width], w[3][L::width], rows[16];
    s.q_NB.w.store(q[0]), s.q_NB.x.store(q[1]), s.q_NB.y.store(q[2]), s.q_NB.z.store(q[3]);
    for (int c = 0; c < 3; ++c) s.w_NB_B[c].store(w[c]);
    for (int k = 0; k < L::width; k += 4, q_out += 16, w_out += 12) {
        transpose(q[0] + k, q[1] + k, q[2] + k, q[3] + k, q_out);
        transpose(w[0] + k, w[1] + k, w[2] + k, w[2] + k, rows);
        // four numbers at a time; the row after writes over the fourth
        for (int i = 0; i < 3; ++i) std::memcpy(w_out + 3 * i, rows + 4 * i, 4 * sizeof(double));
        std::memcpy(w_out + 9, rows + 12, 3 * sizeof(double));
    }
}

// What `states` gives for each time.
template <class L, class States>
void in_lanes(const States& states, const double* t, std::size_t count, double* q_out, double* w_out) {
    constexpr std::size_t width = L::width;
    std::size_t i = 0;
    for (; i + width <= count; i += width) put(states(L::load(t + i)), q_out + 4 * i, w_out + 3 * i);
    if (i == count) return;
    double padded[width], q[4 * width], w[3 * width];
    for (std::size_t k = 0; k < width; ++k) padded[k] = t[i + k < count ? i + k : count - 1];
    put(states(L::load(padded)), q, w);
    std::memcpy(q_out + 4 * i, q, 4 * (count - i) * sizeof(double));
    std::memcpy(w_out + 3 * i, w, 3 * (count - i) * sizeof(double));
}

// How many times from here on lie in an interval, eight at a look.
inline std::size_t how_many_in(double from, double to, const double* t, std::size_t count) {
    std::size_t n = 0;
    for (; n + 8 <= count; n += 8) {
        bool all = true;
        for (std::size_t k = n; k < n + 8; ++k) all &= (t[k] >= from) & (t[k] < to);
        if (!all) break;
    }
    while (n < count && t[n] >= from && t[n] < to) ++n;
    return n;
}

template <int N>
void closed_form(const polhode::exact::FreeBodies<N>& body, const double* t, std::size_t count, double* q_out,
                 double* w_out) {
    using L = polhode::Lanes<double, N>;
    in_lanes<L>([&](const L& time) { return body.state_at(time); }, t, count, q_out, w_out);
}

// A stretch of time in which the motion is a polynomial of degree seven through the closed form at eight
// nodes (one register of them) near Chebyshev's.
class Stretch {
 public:
    using L = polhode::Lanes<double, 8>;

    Stretch(const polhode::exact::FreeBodies<8>& body, double middle, double half_width)
        : middle_(middle), inverse_(1 / half_width) {
        double x[8], f[7][8];
        for (int k = 0; k < 8; ++k) x[k] = table().node[k];
        const polhode::exact::State<L> s = body.state_at(L(middle) + L(half_width) * L::load(x));
        s.q_NB.w.store(f[0]), s.q_NB.x.store(f[1]), s.q_NB.y.store(f[2]), s.q_NB.z.store(f[3]);
        for (int c = 0; c < 3; ++c) s.w_NB_B[c].store(f[4 + c]);
        double fastest = 0, fourth[2] = {}, last[2] = {};  // of T4 and T5, of T6 and T7: attitude, rates
        for (int c = 0; c < 7; ++c) {
            L all(0.0);
            for (int k = 0; k < 8; ++k) all = fma(L(f[c][k]), L::load(table().power[k]), all);
            double* const a = coefficient_[c];
            all.store(a);
            const int group = c < 4 ? 0 : 1;
            if (group == 1) fastest = std::fmax(fastest, std::fabs(a[0]));
            last[group] = std::fmax(last[group], std::fmax(std::fabs(a[6]) / 32, std::fabs(a[7]) / 64));
            // of x^n: T4 and T6, T5 and T7 have it
            fourth[group] = std::fmax(fourth[group],
                                      std::fmax(std::fabs(a[4] + 1.5 * a[6]) / 8, std::fabs(a[5] + 1.75 * a[7]) / 16));
        }
        // A series that falls by the same factor again: what is left out begins with T8.
        for (int group = 0; group < 2; ++group) {
            const double factor = last[group] < fourth[group] ? last[group] / fourth[group] : 1;
            error_ = std::fmax(error_, 4 * last[group] * factor / (group == 0 ? 1 : fastest));
        }
        error_ += 32 * std::numeric_limits<double>::epsilon();
        if (!(std::fabs(middle) < 0x1p38 * half_width)) error_ = 1;  // the nodes' times would be rounded
    }

    // About how far it is from the closed form, in radians, and of rates by the largest.
    double error() const { return error_; }

    polhode::exact::State<L> operator()(const L& t) const {
        const L x = (t - L(middle_)) * L(inverse_);
        L f[7];
        for (int c = 0; c < 7; ++c) {
            f[c] = L(coefficient_[c][7]);
            for (int m = 6; m >= 0; --m) f[c] = fma(f[c], x, L(coefficient_[c][m]));
        }
        // of length 1 to the rounding: 1/sqrt(1 + e) = 1 - e/2 where e is as small as the error
        const L excess = fma(f[0], f[0], fma(f[1], f[1], fma(f[2], f[2], fma(f[3], f[3], L(-1.0)))));
        const L scale = fma(excess, L(-0.5), L(1.0));
        return {{f[0] * scale, f[1] * scale, f[2] * scale, f[3] * scale}, {f[4], f[5], f[6]}};
    }

 private:
    // Chebyshev's nodes with few digits, so that their times are exact, and what the value at node k adds to the
    // coefficient of x^m: Lagrange's polynomials, multiplied out.
    struct Table {
        double node[8], power[8][8] = {};
        Table() {
            for (int k = 0; k < 8; ++k)
                node[k] = std::round(0x1p12 * std::cos((2 * k + 1) * 0x1.921fb54442d18p-3)) * 0x1p-12;
            for (int k = 0; k < 8; ++k) {
                power[k][0] = 1;
                for (int j = 0; j < 8; ++j) {
                    if (j == k) continue;
                    const double scale = 1 / (node[k] - node[j]);
                    for (int m = 7; m >= 0; --m)
                        power[k][m] = ((m > 0 ? power[k][m - 1] : 0) - node[j] * power[k][m]) * scale;
                }
            }
        }
    };
    static const Table& table() {
        static const Table made;
        return made;
    }

    double middle_, inverse_, coefficient_[7][8], error_ = 0;
};

}  // namespace

// False, and nothing written, where lanes do not take this body. With a width, times that lie together in one stretch
// of it are taken from a polynomial, where that is `within` of the closed form.
bool POLHODE_KERNEL(const double* moments, const double* q, const double* w, const double* t, std::size_t count,
                    double width, double within, double* q_out, double* w_out) {
    constexpr std::size_t worth_it = 16;  // times in a stretch: its nodes cost as much as a dozen
    const auto body = same_in_all_lanes<POLHODE_LANES>(moments, q, w);
    if (body.declined[0]) return false;
    if (!(width > 0)) {
        closed_form(body, t, count, q_out, w_out);
        return true;
    }
    const auto eight = same_in_all_lanes<8>(moments, q, w);
    std::size_t direct = 0;  // from here on nothing is written yet
    for (std::size_t i = 0, end; i < count; i = end) {
        const double number = std::floor(t[i] / width), from = number * width, to = from + width;
        end = i + 1 + how_many_in(from, to, t + i + 1, count - i - 1);
        if (end - i < worth_it) continue;
        const Stretch stretch(eight, from + width / 2, width / 2);
        if (!(stretch.error() <= within)) continue;
        closed_form(body, t + direct, i - direct, q_out + 4 * direct, w_out + 3 * direct);
        in_lanes<Stretch::L>(stretch, t + i, end - i, q_out + 4 * i, w_out + 3 * i);
        direct = end;
    }
    closed_form(body, t + direct, count - direct, q_out + 4 * direct, w_out + 3 * direct);
    return true;
}

// The error of a stretch of this width about a time.
double POLHODE_KERNEL_ERROR(const double* moments, const double* q, const double* w, double middle, double width) {
    return Stretch(same_in_all_lanes<8>(moments, q, w), middle, width / 2).error();
}
