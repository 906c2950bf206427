#include "polhode/estimate/log_time.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace polhode::estimate {

const char* name_of(TimeVerdict verdict) {
    switch (verdict) {
        case TimeVerdict::duplicate:
            return "duplicate";
        case TimeVerdict::backward:
            return "backward";
        case TimeVerdict::gap:
            return "gap";
        case TimeVerdict::ahead:
            return "ahead";
        case TimeVerdict::ok:
            break;
    }
    return "ok";
}

bool TimeOrder::is_gap(const Stamp& s) const {
    // a row that was left out before this one took its place in time
    return s.t - last_.t > (static_cast<double>(s.row - last_.row) + 0.5) * median_;
}

void TimeOrder::add(const Stamp& s) {
    if (waiting_.empty()) {
        const bool in_doubt = !has_last_ || (s.t > last_.t && is_gap(s));
        if (!in_doubt) return judge(s);
        waiting_.push_back(s);
        against_ = 0;
        return;
    }
    const double doubted = waiting_.front().t;
    waiting_.push_back(s);
    if (s.t > doubted) return release(true);
    if (s.t < doubted && (!has_last_ || s.t > last_.t)) {
        const bool forward = against_ > 0 && s.t > latest_against_;
        if (forward || against_ == 0 || s.t < latest_against_) against_ = forward ? against_ + 1 : 1;
        latest_against_ = s.t;
    }
    if (against_ >= 2) return release(false);
    if (waiting_.size() > most_waiting) release(true);
}

void TimeOrder::release(bool first_is_good) {
    const std::vector<Stamp> all = std::exchange(waiting_, {});
    if (first_is_good)
        judge(all.front());
    else
        use_(all.front().row, TimeVerdict::ahead, 0);
    for (std::size_t i = 1; i < all.size(); ++i) add(all[i]);
}

void TimeOrder::finish() {
    while (!waiting_.empty()) release(true);
}

void TimeOrder::judge(const Stamp& s) {
    const double dt = has_last_ ? s.t - last_.t : 0;
    if (has_last_ && !(dt > 0)) return use_(s.row, dt == 0 ? TimeVerdict::duplicate : TimeVerdict::backward, 0);
    const bool gap = has_last_ && is_gap(s);
    last_ = s;
    has_last_ = true;
    use_(s.row, gap ? TimeVerdict::gap : TimeVerdict::ok, dt);
}

namespace {

void judge_all(const std::vector<double>& times, double median, const TimeOrder::Use& use) {
    TimeOrder order(median, use);
    for (const double t : times) order.push(t);
    order.finish();
}

double median_step(const std::vector<double>& times) {
    std::vector<double> steps;
    judge_all(times, 0, [&](std::size_t, TimeVerdict, double dt) {
        if (dt > 0) steps.push_back(dt);
    });
    if (steps.empty()) return 0;
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::nth_element(steps.begin(), middle, steps.end());
    return *middle;
}

}  // namespace

void TimeReport::count(std::size_t row, TimeVerdict verdict) {
    const auto one_more = [row](std::size_t& many, std::size_t& first) {
        if (many++ == 0) first = row;
    };
    if (verdict == TimeVerdict::duplicate) one_more(duplicates, first_duplicate);
    if (verdict == TimeVerdict::backward) one_more(backward, first_backward);
    if (verdict == TimeVerdict::gap) one_more(gaps, first_gap);
    if (verdict == TimeVerdict::ahead) one_more(ahead, first_ahead);
}

void TimeReport::count_good(double t, double dt) {
    if (good == 0) begin = t;
    if (good > 0) {
        largest = std::max(largest, dt);
        least = good == 1 ? dt : std::min(least, dt);
    }
    ++good;
    end = t;
}

TimeReport judge_times(const std::vector<double>& times) {
    TimeReport r;
    r.verdicts.assign(times.size(), TimeVerdict::ok);
    r.median = median_step(times);
    double squares = 0;
    std::size_t plain = 0;
    judge_all(times, r.median, [&](std::size_t row, TimeVerdict verdict, double dt) {
        r.verdicts[row] = verdict;
        r.count(row, verdict);
        if (is_left_out(verdict)) return;
        if (verdict == TimeVerdict::ok && r.good > 0) {
            squares += (dt / r.median - 1) * (dt / r.median - 1);
            ++plain;
        }
        r.count_good(times[row], dt);
    });
    if (plain > 0) r.jitter = std::sqrt(squares / static_cast<double>(plain));
    return r;
}

}  // namespace polhode::estimate
