// Counting<T>: a number that computes exactly as T does and counts what it cost. The steppers of the core run over it
// unchanged, so a count of operations is a measurement of the code and not a claim about it.
//
// Counted: + and - together, *, /, sqrt, fma (two operations), and every call of an elementary function (twenty by
// convention, as in the usual tables of work against precision; sincos is two calls). Not counted: negation,
// comparison, abs, min, max, copysign, conversion.
//
// The count is kept per thread. For the host only: device code has no thread-local storage.
#pragma once

#include <type_traits>

#include "elementary.hpp"

namespace polhode {

struct OperationCount {
    long additions = 0, multiplications = 0, divisions = 0, roots = 0, fused = 0, elementary = 0;

    static constexpr long per_fused = 2, per_elementary = 20;
    long flops() const {
        return additions + multiplications + divisions + roots + per_fused * fused + per_elementary * elementary;
    }
    friend OperationCount operator-(const OperationCount& a, const OperationCount& b) {
        return {a.additions - b.additions, a.multiplications - b.multiplications,
                a.divisions - b.divisions, a.roots - b.roots,
                a.fused - b.fused,         a.elementary - b.elementary};
    }
    friend bool operator==(const OperationCount& a, const OperationCount& b) {
        return a.additions == b.additions && a.multiplications == b.multiplications && a.divisions == b.divisions &&
               a.roots == b.roots && a.fused == b.fused && a.elementary == b.elementary;
    }
};

// Everything this thread has counted so far; the cost of a piece of code is the difference of two readings.
inline OperationCount& operations() {
    static thread_local OperationCount count;
    return count;
}

template <class T>
class Counting {
 public:
    Counting() = default;
    template <class U, class = std::enable_if_t<std::is_arithmetic_v<U>>>
    constexpr Counting(U value) : value_(static_cast<T>(value)) {}
    template <class U, class = std::enable_if_t<std::is_arithmetic_v<U>>>
    explicit constexpr operator U() const {
        return static_cast<U>(value_);
    }
    constexpr T value() const { return value_; }

    friend Counting operator+(Counting a, Counting b) {
        ++operations().additions;
        return a.value_ + b.value_;
    }
    friend Counting operator-(Counting a, Counting b) {
        ++operations().additions;
        return a.value_ - b.value_;
    }
    friend Counting operator*(Counting a, Counting b) {
        ++operations().multiplications;
        return a.value_ * b.value_;
    }
    friend Counting operator/(Counting a, Counting b) {
        ++operations().divisions;
        return a.value_ / b.value_;
    }
    friend constexpr Counting operator-(Counting a) { return -a.value_; }
    friend constexpr Counting operator+(Counting a) { return a; }
    Counting& operator+=(Counting b) { return *this = *this + b; }
    Counting& operator-=(Counting b) { return *this = *this - b; }
    Counting& operator*=(Counting b) { return *this = *this * b; }
    Counting& operator/=(Counting b) { return *this = *this / b; }

    friend constexpr bool operator==(Counting a, Counting b) { return a.value_ == b.value_; }
    friend constexpr bool operator!=(Counting a, Counting b) { return a.value_ != b.value_; }
    friend constexpr bool operator<(Counting a, Counting b) { return a.value_ < b.value_; }
    friend constexpr bool operator>(Counting a, Counting b) { return a.value_ > b.value_; }
    friend constexpr bool operator<=(Counting a, Counting b) { return a.value_ <= b.value_; }
    friend constexpr bool operator>=(Counting a, Counting b) { return a.value_ >= b.value_; }

    friend Counting fma(Counting a, Counting b, Counting c) {
        ++operations().fused;
        return polhode::fma(a.value_, b.value_, c.value_);
    }
    friend Counting sqrt(Counting a) {
        ++operations().roots;
        return polhode::sqrt(a.value_);
    }
    friend Counting abs(Counting a) { return polhode::abs(a.value_); }
    friend Counting copysign(Counting a, Counting sign) { return polhode::copysign(a.value_, sign.value_); }
    friend Counting round_down(Counting a) { return __builtin_floor(static_cast<double>(a.value_)); }
    friend bool is_finite(Counting a) { return polhode::is_finite(a.value_); }

    friend void sincos(Counting a, Counting& sine, Counting& cosine) {
        operations().elementary += 2;
        polhode::sincos(a.value_, sine.value_, cosine.value_);
    }
    friend Counting sin(Counting a) { return called(polhode::sin(a.value_)); }
    friend Counting cos(Counting a) { return called(polhode::cos(a.value_)); }
    friend Counting tan(Counting a) { return called(polhode::tan(a.value_)); }
    friend Counting asin(Counting a) { return called(polhode::asin(a.value_)); }
    friend Counting acos(Counting a) { return called(polhode::acos(a.value_)); }
    friend Counting atan(Counting a) { return called(polhode::atan(a.value_)); }
    friend Counting atan2(Counting y, Counting x) { return called(polhode::atan2(y.value_, x.value_)); }
    friend Counting exp(Counting a) { return called(polhode::exp(a.value_)); }
    friend Counting log(Counting a) { return called(polhode::log(a.value_)); }
    friend Counting pow(Counting a, Counting b) { return called(polhode::pow(a.value_, b.value_)); }
    friend Counting sinh(Counting a) { return called(polhode::sinh(a.value_)); }
    friend Counting cosh(Counting a) { return called(polhode::cosh(a.value_)); }
    friend Counting tanh(Counting a) { return called(polhode::tanh(a.value_)); }
    friend Counting cbrt(Counting a) { return called(polhode::cbrt(a.value_)); }

 private:
    static Counting called(T result) {
        ++operations().elementary;
        return result;
    }

    T value_{0};
};

}  // namespace polhode

// A counted number has the range and precision of the number it counts.
template <class T>
class std::numeric_limits<polhode::Counting<T>> : public std::numeric_limits<T> {
 public:
    static constexpr polhode::Counting<T> min() noexcept { return std::numeric_limits<T>::min(); }
    static constexpr polhode::Counting<T> max() noexcept { return std::numeric_limits<T>::max(); }
    static constexpr polhode::Counting<T> lowest() noexcept { return std::numeric_limits<T>::lowest(); }
    static constexpr polhode::Counting<T> epsilon() noexcept { return std::numeric_limits<T>::epsilon(); }
    static constexpr polhode::Counting<T> infinity() noexcept { return std::numeric_limits<T>::infinity(); }
    static constexpr polhode::Counting<T> quiet_NaN() noexcept { return std::numeric_limits<T>::quiet_NaN(); }
};
