// WideRange: binary64 with an exponent that does not end, for motions whose numbers lie so far apart that squares and
// products of them leave the range of double (a rate of 1e-300 rad/s beside one of 1 rad/s decides when a body on its
// middle axis turns over). Digits and rounding are those of double, so that TwoWords<WideRange> is exact where
// TwoWords<double> is. It is some thirty times slower: the closed forms take it where they must.
#pragma once

#include "elliptic.hpp"

namespace polhode::exact {

class WideRange {
 public:
    POLHODE_INLINE constexpr WideRange() = default;
    POLHODE_INLINE WideRange(double a) : m_(a) { bring_to_order(); }
    POLHODE_INLINE WideRange(int a) : WideRange(static_cast<double>(a)) {}
    // rounded once; beyond the range of double 0 or infinite
    POLHODE_INLINE explicit operator double() const {
        const long long most = 4000;
        return polhode::detail::scale(m_, static_cast<int>(e_ > most ? most : e_ < -most ? -most : e_));
    }
    POLHODE_INLINE explicit operator int() const { return static_cast<int>(static_cast<double>(*this)); }

    static POLHODE_INLINE WideRange power_of_two(long long e) { return of(1.0, e); }

    friend POLHODE_INLINE WideRange operator-(const WideRange& a) { return plain(-a.m_, a.e_); }
    POLHODE_APART friend WideRange operator+(const WideRange& a, const WideRange& b) {
        if (b.m_ == 0) return a;
        if (a.m_ == 0) return b;
        const long long above = a.e_ - b.e_;
        if (above > unseen) return a;
        if (above < -unseen) return b;
        return above >= 0 ? of(a.m_ + shifted(b.m_, -above), a.e_) : of(b.m_ + shifted(a.m_, above), b.e_);
    }
    POLHODE_APART friend WideRange operator-(const WideRange& a, const WideRange& b) { return a + (-b); }
    POLHODE_APART friend WideRange operator*(const WideRange& a, const WideRange& b) {
        return of(a.m_ * b.m_, a.e_ + b.e_);
    }
    POLHODE_APART friend WideRange operator/(const WideRange& a, const WideRange& b) {
        return of(a.m_ / b.m_, a.e_ - b.e_);
    }
    POLHODE_APART friend WideRange fma(const WideRange& a, const WideRange& b, const WideRange& c) {
        if (c.m_ == 0) return a * b;
        const long long e = a.e_ + b.e_, above = c.e_ - e;
        if (a.m_ * b.m_ == 0 || above > unseen) return c;
        if (above < -unseen) return a * b;
        return of(polhode::fma(a.m_, b.m_, shifted(c.m_, above)), e);
    }
    POLHODE_APART friend WideRange sqrt(const WideRange& a) {
        const long long odd = a.e_ & 1;
        return of(polhode::sqrt(odd ? a.m_ + a.m_ : a.m_), (a.e_ - odd) / 2);
    }
    friend POLHODE_INLINE WideRange abs(const WideRange& a) { return plain(polhode::abs(a.m_), a.e_); }
    friend POLHODE_INLINE WideRange copysign(const WideRange& a, const WideRange& sign) {
        return plain(polhode::copysign(a.m_, sign.m_), a.e_);
    }
    friend POLHODE_INLINE bool is_finite(const WideRange& a) { return polhode::is_finite(a.m_); }

    POLHODE_APART friend bool operator==(const WideRange& a, const WideRange& b) {
        return a.m_ == b.m_ && a.e_ == b.e_;
    }
    POLHODE_APART friend bool operator!=(const WideRange& a, const WideRange& b) { return !(a == b); }
    POLHODE_APART friend bool operator<(const WideRange& a, const WideRange& b) { return (a - b).m_ < 0; }
    POLHODE_APART friend bool operator>(const WideRange& a, const WideRange& b) { return (a - b).m_ > 0; }
    POLHODE_APART friend bool operator<=(const WideRange& a, const WideRange& b) { return (a - b).m_ <= 0; }
    POLHODE_APART friend bool operator>=(const WideRange& a, const WideRange& b) { return (a - b).m_ >= 0; }

    POLHODE_APART friend void sincos(const WideRange& angle, WideRange& sine, WideRange& cosine) {
        // sin x = x to 2^-200
        if (angle.e_ < -100) {
            sine = angle;
            cosine = WideRange(1);
            return;
        }
        double s, c;
        polhode::sincos(static_cast<double>(angle), s, c);
        sine = WideRange(s);
        cosine = WideRange(c);
    }
    POLHODE_APART friend WideRange atan2(const WideRange& y, const WideRange& x) {
        if (x.m_ > 0 && (y.m_ == 0 || y.e_ < x.e_ - 100)) return y / x;
        const long long e = x.m_ == 0 || (y.m_ != 0 && y.e_ > x.e_) ? y.e_ : x.e_;
        return WideRange(polhode::atan2(static_cast<double>(plain(y.m_, y.m_ == 0 ? 0 : y.e_ - e)),
                                        static_cast<double>(plain(x.m_, x.m_ == 0 ? 0 : x.e_ - e))));
    }
    POLHODE_APART friend WideRange log(const WideRange& a) {
        const double e = static_cast<double>(a.e_);
        return WideRange(polhode::fma(e, ln2_hi, polhode::fma(e, ln2_lo, polhode::log(a.m_))));
    }
    POLHODE_APART friend WideRange cosh(const WideRange& a) {
        const double x = polhode::abs(static_cast<double>(a));
        if (x < 100) return WideRange(polhode::cosh(x));
        // e^x/2 = 2^(n-1) e^(x - n ln 2)
        const double n = polhode::exact::nearest_integer(x / ln2_hi);
        return of(polhode::exp(polhode::fma(-n, ln2_lo, polhode::fma(-n, ln2_hi, x))),
                  n < 0x1p60 ? static_cast<long long>(n) - 1 : 1LL << 60);
    }
    POLHODE_APART friend WideRange tanh(const WideRange& a) {
        return a.e_ < -100 ? a : WideRange(polhode::tanh(static_cast<double>(a)));
    }
    friend POLHODE_INLINE WideRange power_of_two_below(const WideRange& a) {
        return a.m_ > 0 && is_finite(a) ? plain(1.0, a.e_) : WideRange(1);
    }

 private:
    // Further below than this, a part does not show: neither in a sum nor in the exact product that an fma completes.
    static constexpr long long unseen = 400;
    static constexpr double ln2_hi = 0x1.62e42fefa39efp-1, ln2_lo = 0x1.abc9e3b39803fp-56;

    // the number is m_ 2^e_, 1 <= |m_| < 2; 0, infinite and what is no number have the exponent 0
    double m_ = 0;
    long long e_ = 0;

    static POLHODE_INLINE WideRange plain(double m, long long e) {
        WideRange r;
        r.m_ = m;
        r.e_ = e;
        return r;
    }
    static POLHODE_INLINE WideRange of(double m, long long e) {
        WideRange r = plain(m, e);
        r.bring_to_order();
        return r;
    }
    static POLHODE_INLINE double shifted(double m, long long e) {
        return m * polhode::detail::power_of_two(static_cast<int>(e));
    }
    POLHODE_INLINE void bring_to_order() {
        if (m_ == 0 || !polhode::is_finite(m_)) {
            e_ = 0;
            return;
        }
        if (polhode::abs(m_) < std::numeric_limits<double>::min()) {
            m_ *= 0x1p200;
            e_ -= 200;
        }
        const unsigned long long bits = polhode::detail::bits_of(m_), exponent = (bits >> 52) & 0x7ff;
        e_ += static_cast<long long>(exponent) - 1023;
        m_ = polhode::detail::from_bits((bits & ~(0x7ffull << 52)) | (1023ull << 52));
    }
};

// The number type in which a closed form is done where T's range is too small; T itself where there is none.
template <class T>
struct WiderOf {
    using type = T;
};
template <>
struct WiderOf<double> {
    using type = WideRange;
};
template <>
struct WiderOf<float> {
    using type = double;
};
template <class T>
using Wider = typename WiderOf<T>::type;
template <class T>
inline constexpr bool has_wider = !std::is_same_v<Wider<T>, T>;

}  // namespace polhode::exact

template <>
class std::numeric_limits<polhode::exact::WideRange> {
    using Number = polhode::exact::WideRange;
    using One = std::numeric_limits<double>;

 public:
    static constexpr bool is_specialized = true;
    static constexpr int digits = One::digits, max_exponent = 1 << 30, min_exponent = -(1 << 30);
    static POLHODE_INLINE Number epsilon() { return Number(One::epsilon()); }
    static POLHODE_INLINE Number min() { return Number::power_of_two(min_exponent); }
    static POLHODE_INLINE Number max() { return Number::power_of_two(max_exponent); }
    static POLHODE_INLINE Number infinity() { return Number(One::infinity()); }
    static POLHODE_INLINE Number quiet_NaN() { return Number(One::quiet_NaN()); }
};
