#include "polhode/analysis/momentum_path.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

namespace {

constexpr std::size_t most_steps = 20000;
// In so many parts of a step the side of the starting plane is looked at.
constexpr int looks = 8;

}  // namespace

MomentumPath::MomentumPath(const Vec3<double>& moments, const Vec3<double>& inside, const Vec3<double>& H)
    : moments_(moments), inside_(inside), start_(H) {
    follow();
}

Vec3<double> MomentumPath::rate_of(const Vec3<double>& H) const {
    Vec3<double> w;
    for (int k = 0; k < 3; ++k) w[k] = (H[k] - inside_[k]) / moments_[k];
    return w;
}

Vec3<double> MomentumPath::Step::at(double since) const {
    Vec3<double> H = term[order];
    for (int n = order; n-- > 0;) H = madd(since, H, term[n]);
    return H;
}

// Term n + 1 of H is the sum of H_j x w_(n-j), over n + 1; that of w follows without l.
MomentumPath::Step MomentumPath::step_from(double t, const Vec3<double>& H) const {
    Step step;
    step.begin = t;
    step.term[0] = H;
    Vec3<double> w[order];
    for (int n = 0; n < order; ++n) {
        for (int k = 0; k < 3; ++k) w[n][k] = (n == 0 ? H[k] - inside_[k] : step.term[n][k]) / moments_[k];
        Vec3<double> sum{};
        for (int j = 0; j <= n; ++j) sum = sum + cross(step.term[j], w[n - j]);
        step.term[n + 1] = sum / (n + 1);
    }
    return step;
}

// What the last two terms add is below a rounding of |H|.
double MomentumPath::length_of(const Step& step) const {
    double h = INFINITY;
    for (const int n : {order - 1, order})
        if (const double size = norm(step.term[n]); size > 0)
            h = std::min(h, std::pow(1e-17 * norm(start_) / size, 1.0 / n));
    return h;
}

void MomentumPath::follow() {
    const Vec3<double> along = cross(start_, rate_of(start_));
    const auto ahead = [&](const Vec3<double>& H) { return dot(H - start_, along); };
    double t = 0, widest = 0;
    bool behind = false;
    Vec3<double> H = start_;
    while (steps_.size() < most_steps) {
        steps_.push_back(step_from(t, H));
        const Step& step = steps_.back();
        const double h = length_of(step);
        if (!std::isfinite(h) || !(t + h > t)) return;
        for (int i = 1; i <= looks; ++i) {
            const double to = h * i / looks;
            const Vec3<double> here = step.at(to);
            widest = std::max(widest, norm(here - start_));
            if (ahead(here) < 0) {
                behind = true;
            } else if (behind) {
                behind = false;
                double a = h * (i - 1) / looks, b = to;
                for (int k = 0; k < 100 && a < b; ++k) {
                    const double middle = 0.5 * (a + b);
                    if (middle == a || middle == b) break;
                    (ahead(step.at(middle)) < 0 ? a : b) = middle;
                }
                // elsewhere on the curve it only passes the plane through the start
                const double off = norm(step.at(b) - start_);
                if (off > 1e-3 * widest) continue;
                // of a body that is all but a sphere roundings decide where it goes
                period_ = off > 1e-6 * widest ? 0 : t + b;
                return;
            }
        }
        t += h;
        H = step.at(h);
    }
}

Vec3<double> MomentumPath::rate_at(double t) const {
    t -= period_ * std::floor(t / period_);
    const auto after =
        std::upper_bound(steps_.begin(), steps_.end(), t, [](double time, const Step& s) { return time < s.begin; });
    const Step& step = after == steps_.begin() ? steps_.front() : *(after - 1);
    return rate_of(step.at(t - step.begin));
}

}  // namespace polhode
