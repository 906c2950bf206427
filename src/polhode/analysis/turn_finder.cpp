#include "polhode/analysis/turn_finder.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

namespace {

// To the last bit; the sign of `value` differs at the ends.
template <class Value>
double crossing(double a, double b, const Value& value) {
    const bool below = value(a) < 0;
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (a + b);
        if (middle == a || middle == b) break;
        ((value(middle) < 0) == below ? a : b) = middle;
    }
    return 0.5 * (a + b);
}

}  // namespace

TurnFinder::TurnFinder(const Vec3<double>& moments, const Vec3<double>& inside, double G)
    : I_(moments), l_(inside), G_(G) {
    // moments that are equal but for roundings are equal, and a component that is one is none
    for (int i = 1; i < 3; ++i)
        if (I_[i] - I_[i - 1] <= 1e-12 * I_[i]) I_[i] = I_[i - 1];
    for (int i = 0; i < 3; ++i)
        if (std::fabs(l_[i]) <= 1e-14 * norm(l_)) l_[i] = 0;
}

std::vector<TurnFinder::Turn> TurnFinder::all() {
    turns_.clear();
    if (norm(l_) > 0) between_poles();
    for (int i = 0; i < 3; i = next_moment(i)) along_free_axes(i);
    return turns_;
}

// The first axis with another moment.
int TurnFinder::next_moment(int i) const {
    int j = i + 1;
    while (j < 3 && I_[j] == I_[i]) ++j;
    return j;
}

Vec3<double> TurnFinder::momentum(double x) const {
    Vec3<double> H{};
    for (int i = 0; i < 3; ++i)
        if (l_[i] != 0) H[i] = l_[i] / (1 - x * I_[i]);
    return H;
}

double TurnFinder::excess(double x) const {
    const double length = norm(momentum(x));
    return std::isfinite(length) ? length - G_ : INFINITY;
}

// Half of the derivative of the square: increasing in every gap.
double TurnFinder::slope(double x) const {
    double sum = 0;
    for (int i = 0; i < 3; ++i)
        if (l_[i] != 0) sum += l_[i] * l_[i] * I_[i] / std::pow(1 - x * I_[i], 3);
    return sum;
}

void TurnFinder::between_poles() {
    std::vector<double> poles;
    for (int i = 2; i >= 0; --i)
        if (l_[i] != 0 && (poles.empty() || 1 / I_[i] > poles.back())) poles.push_back(1 / I_[i]);
    const auto over = [this](double x) { return excess(x); };
    double low = -poles.front(), high = 2 * poles.back();
    while (excess(low) > 0) low *= 2;
    while (excess(high) > 0) high *= 2;
    // ends a little inside, where the function is a large number: the nearest double may be the pole itself
    const auto inside = [](double pole, double side) { return pole * (1 + side * 1e-15); };
    add(crossing(low, inside(poles.front(), -1), over));
    for (std::size_t k = 0; k + 1 < poles.size(); ++k) {
        const double a = inside(poles[k], 1), b = inside(poles[k + 1], -1);
        if (!(a < b)) continue;
        const double least = crossing(a, b, [this](double x) { return slope(x); });
        if (!(excess(least) < 0)) continue;
        add(crossing(a, least, over));
        add(crossing(least, b, over));
    }
    add(crossing(inside(poles.back(), 1), high, over));
}

// x = 1/I of a moment about whose axes nothing turns inside
void TurnFinder::along_free_axes(int i) {
    const int end = next_moment(i);
    for (int j = i; j < end; ++j)
        if (l_[j] != 0) return;
    const double x = 1 / I_[i];
    Vec3<double> H{};
    for (int j = 0; j < 3; ++j)
        if (l_[j] != 0) H[j] = l_[j] / (1 - I_[j] * x);
    const double left = (G_ - norm(H)) * (G_ + norm(H));
    if (!(left > 1e-13 * G_ * G_)) return;
    const bool circle = end - i > 1;
    for (const double side : {1.0, -1.0}) {
        Vec3<double> turn = H;
        turn[circle && end == 3 ? end - 1 : i] = side * std::sqrt(left);
        turns_.push_back({turn, x, circle});
        if (circle) break;
    }
}

TurnFinder::Shape TurnFinder::shape_of(const Turn& turn) const {
    const Vec3<double> h = turn.H / norm(turn.H);
    int least = 0;
    for (int i = 1; i < 3; ++i)
        if (std::fabs(h[i]) < std::fabs(h[least])) least = i;
    Vec3<double> e{};
    e[least] = 1;
    Vec3<double> a = cross(h, e);
    a = a / norm(a);
    const Vec3<double> b = cross(h, a);
    // the second variation of the energy across H, and both of its values
    double aa = 0, ab = 0, bb = 0;
    for (int i = 0; i < 3; ++i) {
        const double d = 1 / I_[i] - turn.x;
        aa += d * a[i] * a[i], ab += d * a[i] * b[i], bb += d * b[i] * b[i];
    }
    const double mean = 0.5 * (aa + bb), apart = std::hypot(0.5 * (aa - bb), ab);
    const double low = mean - apart, high = mean + apart, tiny = 1e-12 * (1 / I_[0] + std::fabs(turn.x));
    if (low > tiny) return Shape::minimum;
    if (high < -tiny) return Shape::maximum;
    return low < -tiny && high > tiny ? Shape::saddle : Shape::flat;
}

double TurnFinder::energy_of(const Turn& turn) const {
    double sum = 0;
    for (int i = 0; i < 3; ++i) sum += 0.5 * I_[i] * (turn.x * turn.H[i]) * (turn.x * turn.H[i]);
    return sum;
}

}  // namespace polhode
