// Constraints held by feedback: a term in the rate equations of redundant attitude numbers that drives them back to
// what a rotation is. Normalising after a step is another thing (normalise() of each representation).
//
// Two kinds. A *held* law (TN D-5302) measures the error once, at the start of a step, and keeps the measured value for
// all stages; it belongs to a fixed step. A *continuous* law (Robinson's machine) is part of the differential equation
// and suits every integrator. With eps = 1 - |q|^2 (TN D-5302 eq. 18), G q the plain derivative, eps_n and q_n at the
// start of step n:
//
//     algebraic               q' = G q + K eps_n q                               TN D-5302 eq. 20; stable for h K < 1
//     algebraic_stage         q' = G q + K eps q             continuous          Robinson 1958 eq. 108 with K/2 for K
//     normalized_scaled       q' = G (1 + eps_n/2) q                             TN D-5302 eq. 28, as its text reads
//     normalized_substituted  q' = G (q + q_n eps_n/2)                           the same, the state normalised once
//     derivative_start        q' = G q + M eps_n D_n         D_n = G q_n + M eps_n D_(n-1);       eq. 33, M (h w)^2 < 8
//     derivative_lag1         q' = G q + M eps_n D_(n-1)     the same D; D_(-1) = G q_0           limit 8/3
//     derivative_stage        q' = G q + M eps_n k           k: the slope evaluated just before   limit 16
//     two_vector              i' = i x w + k1 i (1 - i.i),   j' = j x w + k1 j (1 - j.j) - k2 i (i.j)
//                             continuous; Robinson 1958 eq. 82 with + k1 (the printed sign is unstable)
//     three_vector            the same for all three rows, each orthogonality error shared evenly by its two vectors
//                             continuous; the six conditions of Robinson 1958 eq. 81 on nine cosines
#pragma once

#include "../rotation/cayley_klein.hpp"
#include "../rotation/dcm.hpp"
#include "../rotation/two_vector.hpp"

namespace polhode::constrain {

enum class Law {
    none,
    algebraic,
    algebraic_stage,
    normalized_scaled,
    normalized_substituted,
    derivative_start,
    derivative_lag1,
    derivative_stage,
    two_vector,
    three_vector,
};

// Measures its error once a step.
POLHODE_HD constexpr bool is_held(Law law) {
    return law != Law::none && law != Law::algebraic_stage && law != Law::two_vector && law != Law::three_vector;
}

struct FeedbackSettings {
    Law law = Law::none;
    double gain = 0;    // K, 1/s; M, 1; k1, 1/s
    double second = 0;  // k2, 1/s
};

// 1 - |q|^2 (TN D-5302 eq. 18)
template <class T>
POLHODE_INLINE T length_error(const Quaternion<T>& q) {
    return defect(q);
}
// The same for the eight numbers of U, whose squares add up to 2 |q|^2.
template <class T>
POLHODE_INLINE T length_error(const CayleyKlein<T>& c) {
    const Vec<T, 8> p = c.params();
    return fma(T(-0.5), dot(p, p), T(1));
}

// Representations that some law holds to their constraint.
template <class R>
inline constexpr bool has_length_laws = false;
template <class T>
inline constexpr bool has_length_laws<Quaternion<T>> = true;
template <class T>
inline constexpr bool has_length_laws<CayleyKlein<T>> = true;
template <class R>
inline constexpr bool has_laws = has_length_laws<R>;
template <class T>
inline constexpr bool has_laws<Dcm<T>> = true;
template <class T>
inline constexpr bool has_laws<TwoVector<T>> = true;

// Robinson 1958 eq. 82, i and j the two vectors
template <class T>
POLHODE_INLINE Vec<T, 6> correction(const TwoVector<T>& r, T k1, T k2) {
    const Vec3<T>&i = r.i_B, &j = r.j_B;
    const Vec3<T> di = (k1 * (T(1) - dot(i, i))) * i;
    const Vec3<T> dj = madd(-(k2 * dot(i, j)), i, (k1 * (T(1) - dot(j, j))) * j);
    return TwoVector<T>{di, dj}.params();
}
// The six conditions of Robinson 1958 eq. 81 on the three rows: with k2 = 2 k1 this is k1 (1 - R R^T) R.
template <class T>
POLHODE_INLINE Vec<T, 9> correction(const Dcm<T>& d, T k1, T k2) {
    const Vec3<T> i = d.R_NB.row(0), j = d.R_NB.row(1), k = d.R_NB.row(2);
    const T share = half(k2), ij = share * dot(i, j), jk = share * dot(j, k), ki = share * dot(k, i);
    const Vec3<T> rows[3] = {madd(-ij, j, madd(-ki, k, (k1 * (T(1) - dot(i, i))) * i)),
                             madd(-ij, i, madd(-jk, k, (k1 * (T(1) - dot(j, j))) * j)),
                             madd(-ki, i, madd(-jk, j, (k1 * (T(1) - dot(k, k))) * k))};
    Vec<T, 9> p;
    for (int m = 0; m < 3; ++m)
        for (int n = 0; n < 3; ++n) p[3 * m + n] = rows[m][n];
    return p;
}

// One law at work on the numbers of one attitude: begin_step before the first stage of every step (whose first stage
// must be at the point it starts from), then entering and slope in each stage.
template <class R>
class Feedback {
 public:
    using T = typename R::scalar;
    using Numbers = Vec<T, R::size>;

    Feedback() = default;
    explicit POLHODE_HD Feedback(const FeedbackSettings& settings)
        : law_(settings.law), gain_(static_cast<T>(settings.gain)), second_(static_cast<T>(settings.second)) {}
    POLHODE_HD Feedback(Law law, T gain) : law_(law), gain_(gain) {}

    POLHODE_INLINE Law law() const { return law_; }

    POLHODE_HD void begin_step(const R& r) {
        if constexpr (has_length_laws<R>) {
            error_ = length_error(r);
            half_error_ = half(error_);
            if (law_ == Law::normalized_substituted) offset_ = half_error_ * r.params();
            first_ = true;
        }
    }

    // The attitude whose plain derivative a stage at r computes.
    POLHODE_HD R entering(const R& r) const {
        if (law_ == Law::normalized_scaled) return r.with(madd(half_error_, r.params(), r.params()));
        if (law_ == Law::normalized_substituted) return r.with(r.params() + offset_);
        return r;
    }

    // The derivative of a stage at r from its plain derivative.
    POLHODE_HD Numbers slope(const R& r, const Numbers& plain) {
        if constexpr (has_length_laws<R>) {
            switch (law_) {
                case Law::algebraic:
                    return madd(gain_ * error_, r.params(), plain);
                case Law::algebraic_stage:
                    return madd(gain_ * length_error(r), r.params(), plain);
                case Law::derivative_start:
                    if (first_) remember(has_memory_ ? madd(gain_ * error_, memory_, plain) : plain);
                    return madd(gain_ * error_, memory_, plain);
                case Law::derivative_lag1:
                    if (first_) {
                        offset_ = (gain_ * error_) * (has_memory_ ? memory_ : plain);
                        remember(plain + offset_);
                    }
                    return plain + offset_;
                case Law::derivative_stage:
                    remember(has_memory_ ? madd(gain_ * error_, memory_, plain) : plain);
                    return memory_;
                default:
                    return plain;
            }
        } else if constexpr (has_laws<R>) {
            return plain + correction(r, gain_, second_);
        } else {
            return plain;
        }
    }

    // The derivative that the derivative laws carry from step to step.
    POLHODE_INLINE const Numbers& memory() const { return memory_; }
    POLHODE_HD void remember(const Numbers& derivative) {
        memory_ = derivative;
        has_memory_ = true;
        first_ = false;
    }

 private:
    Law law_ = Law::none;
    T gain_{0}, second_{0};
    T error_{0}, half_error_{0};  // at the start of the step
    bool first_ = false, has_memory_ = false;
    Numbers memory_{}, offset_{};
};

}  // namespace polhode::constrain
