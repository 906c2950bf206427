#include "polhode/estimate/log_time.hpp"

#include <algorithm>
#include <cmath>

namespace polhode::estimate {

const char* name_of(TimeVerdict verdict) {
    switch (verdict) {
        case TimeVerdict::duplicate:
            return "duplicate";
        case TimeVerdict::backward:
            return "backward";
        case TimeVerdict::gap:
            return "gap";
        case TimeVerdict::ok:
            break;
    }
    return "ok";
}

TimeReport judge_times(const std::vector<double>& times) {
    TimeReport r;
    r.verdicts.assign(times.size(), TimeVerdict::ok);
    if (times.empty()) return r;
    std::vector<double> steps;
    double last = times[0];
    r.begin = r.end = last;
    for (std::size_t i = 1; i < times.size(); ++i)
        if (times[i] > last) {
            steps.push_back(times[i] - last);
            last = times[i];
        }
    if (!steps.empty()) {
        const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
        r.least = *std::min_element(steps.begin(), steps.end());
        r.largest = *std::max_element(steps.begin(), steps.end());
        std::nth_element(steps.begin(), middle, steps.end());
        r.median = *middle;
    }
    double squares = 0;
    std::size_t plain = 0;
    last = times[0];
    std::size_t last_row = 0;
    r.good = 1;
    const auto count = [](std::size_t& many, std::size_t& first, std::size_t row) {
        if (many++ == 0) first = row;
    };
    for (std::size_t i = 1; i < times.size(); ++i) {
        const double dt = times[i] - last;
        if (dt == 0) {
            r.verdicts[i] = TimeVerdict::duplicate;
            count(r.duplicates, r.first_duplicate, i);
            continue;
        }
        if (dt < 0) {
            r.verdicts[i] = TimeVerdict::backward;
            count(r.backward, r.first_backward, i);
            continue;
        }
        // a row that was left out before this one took its place in time
        const double places = static_cast<double>(i - last_row);
        last_row = i;
        if (dt > (places + 0.5) * r.median) {
            r.verdicts[i] = TimeVerdict::gap;
            count(r.gaps, r.first_gap, i);
        } else {
            squares += (dt / r.median - 1) * (dt / r.median - 1);
            ++plain;
        }
        ++r.good;
        last = r.end = times[i];
    }
    if (plain > 0) r.jitter = std::sqrt(squares / static_cast<double>(plain));
    return r;
}

}  // namespace polhode::estimate
