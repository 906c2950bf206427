#include "polhode/estimate/rest_phases.hpp"

#include <algorithm>
#include <cmath>

namespace polhode::estimate {

namespace {

// Sums of a signal up to each sample, about its first value so that squares keep their digits.
class RunningSums {
 public:
    explicit RunningSums(const Vec3<double>& about) : about_(about) {}
    void add(const Vec3<double>& x) {
        const Vec3<double> d = x - about_;
        Vec3<double> s = sum_.back(), q = squares_.back();
        for (int i = 0; i < 3; ++i) {
            s[i] += d[i];
            q[i] += d[i] * d[i];
        }
        sum_.push_back(s);
        squares_.push_back(q);
    }
    Vec3<double> mean(size_t from, size_t to) const {
        return (1 / static_cast<double>(to - from)) * (sum_[to] - sum_[from]) + about_;
    }
    double spread(size_t from, size_t to) const {
        const double n = static_cast<double>(to - from);
        double v = 0;
        for (int i = 0; i < 3; ++i) {
            const double mean = (sum_[to][i] - sum_[from][i]) / n;
            v += (squares_[to][i] - squares_[from][i]) / n - mean * mean;
        }
        return std::sqrt(std::max(v, 0.0));
    }

 private:
    Vec3<double> about_;
    std::vector<Vec3<double>> sum_{{}}, squares_{{}};
};

}  // namespace

std::vector<RestPhase> rest_phases(const SensorLog& log, const LogSamples& samples, const RestSettings& settings) {
    std::vector<RestPhase> phases;
    const auto& s = samples.samples;
    if (s.empty() || !(samples.time.median > 0)) return phases;
    const auto half = static_cast<size_t>(std::max(1.0, std::floor(0.5 * settings.window / samples.time.median)));
    RunningSums rate(s[0].gyro), force(s[0].accelerometer);
    for (const Sample<double>& x : s) {
        rate.add(x.gyro);
        force.add(x.accelerometer);
    }
    const auto time = [&](size_t i) { return log.rows[samples.row[i]].t; };
    bool on = false;
    for (size_t i = half; i + half < s.size(); ++i) {
        const size_t from = i - half, to = i + half + 1;
        bool still = rate.spread(from, to) < settings.rate_spread && force.spread(from, to) < settings.force_spread;
        const Vec3<double> mean = rate.mean(from, to);
        for (int k = 0; k < 3; ++k) still = still && std::fabs(mean[k]) < settings.rate;
        if (still && !on) phases.push_back({time(i), time(i), i, i});
        if (still) {
            phases.back().end = time(i);
            phases.back().last = i;
        }
        on = still;
    }
    std::erase_if(phases, [&](const RestPhase& p) { return p.end - p.begin < settings.least; });
    return phases;
}

Vec3<double> rest_bias(const LogSamples& samples, const std::vector<RestPhase>& phases) {
    Vec3<double> sum;
    size_t many = 0;
    for (const RestPhase& p : phases)
        for (size_t i = p.first; i <= p.last; ++i, ++many) sum = sum + samples.samples[i].gyro;
    return many > 0 ? (1 / static_cast<double>(many)) * sum : sum;
}

}  // namespace polhode::estimate
