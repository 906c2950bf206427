#include "polhode/estimate/gyro_only.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/base/diagnostic.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/strapdown/coning.hpp"
#include "polhode/strapdown/lanes_of_increments.hpp"

namespace polhode::estimate {

namespace {

using Vector = Vec3<double>;
using Attitude = Quaternion<double>;

size_t place_among(const std::string& name, const std::vector<std::string>& known, const std::string& what,
                   const std::string& place) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found != known.end()) return static_cast<size_t>(found - known.begin());
    const std::string near = nearest_name(name, known);
    throw InputError({place, 0, ""},
                     fmt::format("'{}' is not {}; known: {}{}", escaped_for_message(name), what, fmt::join(known, ", "),
                                 near.empty() ? "" : "; did you mean '" + near + "'?"));
}

// The stencils of N increments for every place of the sample in it: the middle inside the log, others at its ends.
template <int N>
class Stencils {
 public:
    Stencils() {
        for (int at = 0; at < N; ++at) fits_.emplace_back(-at);
    }
    Attitude turn(const std::vector<Vector>& d, size_t i) const {
        const size_t last_begin = d.size() - N;
        const size_t begin = std::min(i < N / 2 ? 0 : i - N / 2, last_begin);
        Vector near[N], a[N];
        for (size_t k = 0; k < N; ++k) near[k] = d[begin + k];
        fits_[i - begin].fit(near, a);
        // the parabola through three: D + a0 x a1/12; a little better than strapdown::centred_three, and good at the
        // ends
        if constexpr (N == 3) return exp_rotation(d[i] + (1. / 12) * cross(a[0], a[1]));
        if constexpr (N == 5) return exp_rotation(strapdown::sixth_order(d[i], a[0], a[1], a[2], a[3]));
        return strapdown::turn_by_series(a);
    }

 private:
    std::vector<strapdown::RateThroughIncrements<double, N>> fits_;
};

// With the causal rule, whole blocks side by side; what turns too far in one sample, and the rest, one by one.
std::vector<Attitude> carried_causally(const std::vector<Vector>& d, const Attitude& start) {
    constexpr size_t block = static_cast<size_t>(strapdown::side_by_side) * strapdown::piece_length;
    constexpr double short_turn = 0.9 * strapdown::longest_lane_turn;  // the coning term adds a little
    std::vector<Attitude> result(d.size());
    Attitude q = start;
    Vector before{};
    for (size_t i = 0; i < d.size();) {
        const auto is_short = [](const Vector& x) { return dot(x, x) < short_turn * short_turn; };
        const auto from = d.begin() + static_cast<std::ptrdiff_t>(i);
        if (i + block <= d.size() && is_short(before) &&
            std::all_of(from, from + static_cast<std::ptrdiff_t>(block), is_short)) {
            strapdown::integrate_pieces(&d[i], before, q, &result[i]);
            i += block;
        } else {
            const size_t end = std::min(i + block, d.size());
            for (; i < end; ++i) {
                q = normalise(q * exp_rotation(strapdown::causal_two(before, d[i])));
                before = d[i];
                result[i] = q;
            }
        }
        q = normalise(result[i - 1]);
        before = d[i - 1];
    }
    return result;
}

template <class Turn>
std::vector<Attitude> carried(const std::vector<Vector>& d, const Attitude& start, const Turn& turn) {
    std::vector<Attitude> result;
    result.reserve(d.size());
    Attitude q = start;
    for (size_t i = 0; i < d.size(); ++i) {
        q = normalise(q * turn(i));
        result.push_back(q);
    }
    return result;
}

}  // namespace

ConingForm coning_form(const std::string& name, const std::string& place) {
    static const std::vector<std::string> known{"none", "causal", "centred3", "centred5", "centred7"};
    return static_cast<ConingForm>(place_among(name, known, "a way to integrate", place));
}
GyroHolds gyro_holds(const std::string& name, const std::string& place) {
    static const std::vector<std::string> known{"mean", "sampled", "increments"};
    return static_cast<GyroHolds>(place_among(name, known, "what a gyro column holds", place));
}

Vector reading_after_hole(GyroHolds holds, const Vector& before, const Vector& now, double dt, double usual) {
    switch (holds) {
        case GyroHolds::mean:
            return 0.5 * (before + now);
        case GyroHolds::sampled:
            break;  // both ends are there, and whoever integrates draws the line
        case GyroHolds::increments:
            return (0.5 * dt / usual) * (before + now);
    }
    return now;
}
double rate_of_reading(GyroHolds holds, double usual) {
    return holds == GyroHolds::increments && usual > 0 ? 1 / usual : 1;
}

std::vector<Attitude> integrate_increments(const std::vector<Vector>& d, const Attitude& start, ConingForm form) {
    const size_t n = d.size();
    // too short a log for the stencil: the next smaller one
    if (form == ConingForm::centred7 && n < 7) form = ConingForm::centred5;
    if (form == ConingForm::centred5 && n < 5) form = ConingForm::centred3;
    if (form == ConingForm::centred3 && n < 3) form = ConingForm::causal;
    switch (form) {
        case ConingForm::none:
            return carried(d, start, [&](size_t i) { return exp_rotation(d[i]); });
        case ConingForm::causal:
            return carried_causally(d, start);
        case ConingForm::centred3: {
            const Stencils<3> stencils;
            return carried(d, start, [&](size_t i) { return stencils.turn(d, i); });
        }
        case ConingForm::centred5: {
            const Stencils<5> stencils;
            return carried(d, start, [&](size_t i) { return stencils.turn(d, i); });
        }
        case ConingForm::centred7:
            break;
    }
    const Stencils<7> stencils;
    return carried(d, start, [&](size_t i) { return stencils.turn(d, i); });
}

std::vector<Vector> increments_of_rates(const std::vector<Vector>& w, const std::vector<double>& dt) {
    std::vector<Vector> d;
    for (size_t i = 0; i + 1 < w.size(); ++i) {
        const double h = dt[i];
        const auto even = [&](size_t reach) {
            if (i < reach || i + 1 + reach >= w.size()) return false;
            for (size_t k = i - reach; k <= i + reach; ++k)
                if (std::fabs(dt[k] - h) > 0.01 * h) return false;
            return true;
        };
        if (even(2)) {
            // (11, -93, 802, 802, -93, 11) h/1440: the quintic through six rates
            d.push_back((h / 1440) *
                        (11. * (w[i - 2] + w[i + 3]) - 93. * (w[i - 1] + w[i + 2]) + 802. * (w[i] + w[i + 1])));
        } else if (even(1)) {
            // (-1, 13, 13, -1) h/24: the cubic through four
            d.push_back((h / 24) * (13. * (w[i] + w[i + 1]) - (w[i - 1] + w[i + 2])));
        } else {
            d.push_back((h / 2) * (w[i] + w[i + 1]));
        }
    }
    return d;
}

}  // namespace polhode::estimate
