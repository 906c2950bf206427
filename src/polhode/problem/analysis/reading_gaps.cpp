#include "polhode/problem/analysis/reading_gaps.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "polhode/problem/rates_kind.hpp"

namespace polhode {

std::string Gaps::in_words() const {
    char text[200];
    std::snprintf(
        text, sizeof text,
        "%zu %s in the readings: %s more than 1.5 times the usual %.4g s, the longest %.4g s from t = %.10g s", count,
        count == 1 ? "gap" : "gaps", count == 1 ? "an interval of" : "intervals of", usual, largest, at);
    return text;
}

Gaps gaps_in(const std::vector<double>& times) {
    Gaps gaps;
    if (times.size() < 3) return gaps;
    std::vector<double> intervals;
    for (std::size_t i = 1; i < times.size(); ++i) intervals.push_back(times[i] - times[i - 1]);
    std::vector<double> sorted = intervals;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    gaps.usual = *middle;
    std::size_t regular = 0;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        regular += std::fabs(intervals[i] - gaps.usual) <= 0.1 * gaps.usual ? 1 : 0;
        if (!(intervals[i] > 1.5 * gaps.usual)) continue;
        ++gaps.count;
        if (intervals[i] <= gaps.largest) continue;
        gaps.largest = intervals[i];
        gaps.at = times[i];
    }
    gaps.sampled = 10 * regular >= 9 * intervals.size();
    return gaps;
}

std::string gaps_of(const RatesModel& rates) {
    const RatesKind* const kind = find_rates_kind(rates.kind);
    const std::shared_ptr<const SampledHistory> table = facts_of(rates).table;
    if (!table || rates.measured || !kind || kind->rows == RowsOf::none) return "";
    const SampledHistory& history = *table;
    std::vector<double> times;
    for (std::size_t i = 0; i + 1 < history.rows(); ++i)
        times.push_back(history.piece(static_cast<long>(i), history.first()).begin);
    times.push_back(history.last());
    const Gaps gaps = gaps_in(times);
    return gaps.count > 0 && (gaps.sampled || kind->rows == RowsOf::readings) ? gaps.in_words() : "";
}

}  // namespace polhode
