#include "polhode/analysis/linearisation.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/base/eigenvalues.hpp"

namespace polhode {

Problem with_an_inside(Problem problem) {
    if (!problem.inside) problem.inside = std::make_shared<Inside>();
    return problem;
}

Linearisation::Linearisation(const Problem& problem) : system_(problem), numbers_(problem) {
    const InsideLayout& at = numbers_.layout();
    system_.segment(0, 1);
    for (int i = InsideLayout::momentum; i < at.length; ++i)
        if (i != at.work && std::find(at.angle.begin(), at.angle.end(), i) == at.angle.end()) places_.push_back(i);
}

// y' and, in the first coefficient, what it changes by along a direction.
StateVector<Series<double>> Linearisation::slope(const StateVector<double>& y, const StateVector<double>& along) {
    using S = Series<double>;
    StateVector<S> both;
    both.length = y.length;
    for (int i = 0; i < y.length; ++i) {
        both[i] = S(y[i]);
        both[i].grow(1) = along[i];
    }
    S::order = 1;
    const StateVector<S> d = system_(S(0.0), both);
    S::order = S::capacity;
    return d;
}

std::vector<double> Linearisation::matrix(const StateVector<double>& y, bool with_turns) {
    const Quaternion<double> q = InsideNumbers<double>::attitude(y);
    const Vec3<double> w = numbers_.turning(y, numbers_.rate(0, y));
    const std::size_t turns = with_turns ? 3 : 0, n = turns + places_.size();
    std::vector<double> m(n * n);
    for (std::size_t j = 0; j < n; ++j) {
        StateVector<double> along(y.length);
        Quaternion<double> p{0, 0, 0, 0};  // half of the turn
        if (j < turns) {
            Vec3<double> one{};
            one[static_cast<int>(j)] = 0.5;
            p = {0, one[0], one[1], one[2]};
            const auto dq = compose(q, p).params();
            for (int i = 0; i < 4; ++i) along[i] = dq[i];
        } else {
            along[places_[j - turns]] = 1;
        }
        const StateVector<Series<double>> d = slope(y, along);
        if (with_turns) {
            // dq = q (0, p)/2 and q' = q (0, w)/2: (0, p') = 2 q* dq' - (0, w)(0, p)/2
            const Quaternion<double> turned = compose(conjugate(q), {d[0].at(1), d[1].at(1), d[2].at(1), d[3].at(1)});
            const Quaternion<double> carried = compose({0, w[0], w[1], w[2]}, p);
            m[j] = 2 * turned.x - carried.x;
            m[n + j] = 2 * turned.y - carried.y;
            m[2 * n + j] = 2 * turned.z - carried.z;
        }
        for (std::size_t i = turns; i < n; ++i) m[i * n + j] = d[places_[i - turns]].at(1);
    }
    return m;
}

std::vector<std::complex<double>> Linearisation::eigenvalues_at(const StateVector<double>& y, bool with_turns,
                                                                std::size_t zeros) {
    std::vector<std::complex<double>> all = eigenvalues(matrix(y, with_turns));
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return std::abs(a) < std::abs(b); });
    all.erase(all.begin(), all.begin() + static_cast<long>(std::min(zeros, all.size())));
    std::erase_if(all, [](const std::complex<double>& z) { return z.imag() < 0; });
    return all;
}

double Linearisation::unrest(const StateVector<double>& y) {
    const StateVector<Series<double>> d = slope(y, StateVector<double>(y.length));
    const Vec3<double> H = numbers_.momentum(y), w = numbers_.rate(0, y);
    double size = norm(H) * norm(w), most = 0;
    for (const int i : places_) most = std::max(most, std::fabs(d[i].at(0)));
    for (const int i : places_) size = std::max(size, std::fabs(y[i]) * norm(w));
    return most == 0 ? 0 : size > 0 ? most / size : INFINITY;
}

}  // namespace polhode
