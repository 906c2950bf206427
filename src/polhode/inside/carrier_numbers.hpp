// Moments of inertia that change, and masses that are moved, in one arithmetic: H = I(t) w + h(t), and H, not w, is
// integrated, so that no derivative of I is needed (Wittenburg 1977, ch. 5).
//
// Masses m_i at r_i(t) add to a pivoted body sum m_i (r_i^2 - r_i r_i^T) and h = sum m_i r_i x r_i'. A body of mass M
// that floats turns about a centre of mass that moves: of S = sum m_i r_i and the whole mass M_t it has
// (S^2 - S S^T)/M_t and S x S'/M_t less; with one mass this is the reduced mass m M/(m + M).
#pragma once

#include <optional>
#include <vector>

#include "polhode/inside/gyro_numbers.hpp"
#include "polhode/inside/time_formulas.hpp"
#include "polhode/problem/problem.hpp"

namespace polhode::inside {

template <class T>
class CarrierNumbers {
    using S = typename SeriesOf<T>::type;

 public:
    explicit CarrierNumbers(const Problem& problem) {
        const ChangingInertia& c = problem.inside->changing;
        if (c.moments) moments_.emplace(c.moments);
        if (c.table) table_.emplace(c.table);
        if (c.products) products_.emplace(c.products);
        if (c.momentum) momentum_.emplace(c.momentum);
        whole_mass_ = T(problem.body->mass);
        for (const MovingMass& m : problem.inside->masses) {
            paths_.push_back({T(m.mass), TimeVector<T>(m.path)});
            whole_mass_ = whole_mass_ + T(m.mass);
            pivoted_ = m.pivoted;
        }
    }
    bool changes_moments() const { return moments_ || table_; }
    bool any() const { return changes_moments() || momentum_ || !paths_.empty(); }
    void segment(double begin, double end) {
        for (auto* three : {&moments_, &products_, &momentum_})
            if (*three) (*three)->segment(begin, end);
        if (table_) table_->segment(begin, end);
        for (Path& p : paths_) p.at.segment(begin, end);
    }

    // I(t) of the body itself, where it changes.
    Mat3<T> tensor(const T& t) const {
        const Vec3<T> m = moments_ ? (*moments_)(t) : from_table(t);
        Mat3<T> I = Mat3<T>::diagonal(m);
        if (products_) {
            const Vec3<T> p = (*products_)(t);
            I(0, 1) = I(1, 0) = p[0], I(0, 2) = I(2, 0) = p[1], I(1, 2) = I(2, 1) = p[2];
        }
        return I;
    }
    // Adds the moments of the masses, and the momentum of all that moves while the body stands.
    void add(const T& t, Mat3<T>& I, Vec3<T>& h) const {
        if (momentum_) h = h + (*momentum_)(t);
        each_mass(t, [&](const T& m, const Vec3<T>& r, const Vec3<T>& v) {
            const T square = dot(r, r);
            for (int i = 0; i < 3; ++i) I(i, i) = fma(m, square, I(i, i));
            add_dyad(I, -m, r);
            h = h + m * cross(r, v);
        });
    }
    // What they have of the kinetic energy: sum m |r' + w x r|^2/2; of h(t) the part w.h, for the rest is not known.
    T energy(const T& t, const Vec3<T>& w) const {
        T sum(0);
        if (momentum_) sum = dot(w, (*momentum_)(t));
        each_mass(t, [&](const T& m, const Vec3<T>& r, const Vec3<T>& v) {
            const Vec3<T> moves = v + cross(w, r);
            sum = sum + T(0.5) * m * dot(moves, moves);
        });
        return sum;
    }

 private:
    struct Path {
        T mass;
        TimeVector<T> at;
    };
    template <class Use>
    void each_mass(const T& t, const Use& use) const {
        Vec3<T> all{}, flow{};
        for (const Path& p : paths_) {
            const auto [r, v] = p.at.with_slope(t);
            if (!pivoted_ && paths_.size() == 1) return use(p.mass * (whole_mass_ - p.mass) / whole_mass_, r, v);
            use(p.mass, r, v);
            all = all + p.mass * r, flow = flow + p.mass * v;
        }
        if (!pivoted_ && !paths_.empty()) use(T(-1) / whole_mass_, all, flow);
    }
    Vec3<T> from_table(const T& t) const {
        if constexpr (std::is_same_v<T, S> || std::is_same_v<T, double>) {
            return (*table_)(t);
        } else {
            const OrderFor<S> order(0);
            const Vec3<S> v = (*table_)(S(t));
            return {v[0].c[0], v[1].c[0], v[2].c[0]};
        }
    }

    std::optional<TimeVector<T>> moments_, products_, momentum_;
    std::optional<SampledFunction<std::conditional_t<std::is_same_v<T, double>, double, S>>> table_;
    std::vector<Path> paths_;
    T whole_mass_{0};
    bool pivoted_ = false;
};

// M^-1 b of a symmetric M by its adjugate: it divides once, and goes over any arithmetic.
template <class T>
Vec3<T> solved(const Mat3<T>& M, const Vec3<T>& b) {
    const Vec3<T> c0 = cross(M.row(1), M.row(2)), c1 = cross(M.row(2), M.row(0)), c2 = cross(M.row(0), M.row(1));
    const T det = dot(M.row(0), c0);
    const Vec3<T> x = b[0] * c0 + b[1] * c1 + b[2] * c2;
    return {x[0] / det, x[1] / det, x[2] / det};
}

}  // namespace polhode::inside
