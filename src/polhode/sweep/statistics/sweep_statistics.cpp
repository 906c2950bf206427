#include "polhode/sweep/statistics/sweep_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/statistics/sweep_student_quantile.hpp"

namespace polhode {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double tail = 0.025;

// The binomial distribution's terms as far as they have any weight, in parts of the largest: term(k, weight) for the
// mode, then from it downwards, then upwards. Only ratios of neighbours are needed, and no logarithm.
template <class F>
void for_each_binomial_term(double n, double p, const F& term) {
    const double q = 1 - p, mode = std::min(std::floor((n + 1) * p), n);
    term(mode, 1);
    double w = 1;
    for (double i = mode; i > 0 && w > 1e-20; --i) term(i - 1, w *= i * q / ((n - i + 1) * p));
    w = 1;
    for (double i = mode; i < n && w > 1e-20; ++i) term(i + 1, w *= (n - i) * p / ((i + 1) * q));
}

// P(X <= k) and P(X >= k)
struct BinomialTails {
    double below, above;
};
BinomialTails binomial_tails(double n, double p, double k) {
    if (p <= 0) return {1, k <= 0 ? 1.0 : 0.0};
    if (p >= 1) return {k >= n ? 1.0 : 0.0, 1};
    double below = 0, at = 0, above = 0;
    for_each_binomial_term(n, p, [&](double i, double weight) { (i < k ? below : i > k ? above : at) += weight; });
    const double total = below + at + above;
    return {(below + at) / total, (at + above) / total};
}

double correlation(const SweepMoments& y, const SweepCoMoments& x) {
    // squares that have left the range of the numbers, or lost digits at its lower end, tell nothing
    constexpr double least = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();
    for (const double squares : {x.m2, y.m2})
        if (!(squares >= least) || !std::isfinite(squares)) return unknown;
    const double r = x.product / (std::sqrt(x.m2) * std::sqrt(y.m2));
    return std::isfinite(r) ? std::clamp(r, -1.0, 1.0) : unknown;
}

}  // namespace

SweepEstimate mean_estimate(const SweepMoments& m) {
    if (m.count == 0) return {unknown, unknown, unknown};
    if (m.count == 1) return {m.mean, unknown, unknown};
    const double n = static_cast<double>(m.count);
    const double half = student_975(n - 1) * std::sqrt(m.m2 / (n - 1) / n);
    return {m.mean, m.mean - half, m.mean + half};
}

SweepEstimate share_estimate(std::uint64_t ones, std::uint64_t count) {
    if (count == 0) return {unknown, unknown, unknown};
    const double n = static_cast<double>(count), k = static_cast<double>(ones), share = k / n;
    // the end of a falling condition between two probabilities; halving ends at neighbouring numbers, or well before
    const auto last_that_holds = [](double yes, double no, const auto& holds) {
        for (int i = 0; i < 200 && std::fabs(no - yes) > 1e-14 * std::max(no, yes); ++i) {
            const double middle = 0.5 * (yes + no);
            (holds(middle) ? yes : no) = middle;
        }
        return 0.5 * (yes + no);
    };
    const double low =
        ones == 0 ? 0 : last_that_holds(0, share, [&](double p) { return binomial_tails(n, p, k).above <= tail; });
    const double high =
        ones == count ? 1 : last_that_holds(1, share, [&](double p) { return binomial_tails(n, p, k).below <= tail; });
    return {share, low, high};
}

std::optional<std::uint64_t> ones_among_zeros(const SweepSketch& sketch) {
    const double lowest = sketch.lowest(), highest = sketch.highest();
    if (sketch.empty() || (lowest != 0 && lowest != 1) || (highest != 0 && highest != 1)) return std::nullopt;
    if (lowest == highest) return lowest == 1 ? sketch.count() : 0;
    // the highest bin that there is begins at 1, and holds nothing above it
    std::uint64_t ones = 0, zeros = 0;
    sketch.for_each([&](std::int64_t bin, std::uint64_t n) {
        if (bin == sketch.bin_of(0)) zeros = n;
        if (bin == sketch.bin_of(1)) ones = n;
    });
    if (zeros + ones != sketch.count()) return std::nullopt;
    return ones;
}

SweepEstimate deviation_estimate(const SweepMoments& m) {
    if (m.count < 2) return {unknown, unknown, unknown};
    const double n = static_cast<double>(m.count), variance = m.m2 / (n - 1), s = std::sqrt(variance);
    if (m.count < 4) return {s, unknown, unknown};
    if (!(m.m2 > 0)) return {s, s, s};
    const double excess = m.m4 / n / (variance * variance) - (n - 3) / (n - 1);
    const double half = normal_975 * 0.5 * s * std::sqrt(std::max(excess, 0.0) / n);
    return {s, std::max(s - half, 0.0), s + half};
}

double skewness(const SweepMoments& m) {
    const double n = static_cast<double>(m.count), v = m.m2 / n;
    return m.m2 > 0 ? m.m3 / n / (v * std::sqrt(v)) : unknown;
}

double kurtosis(const SweepMoments& m) {
    const double n = static_cast<double>(m.count), v = m.m2 / n;
    return m.m2 > 0 ? m.m4 / n / (v * v) : unknown;
}

PercentileRanks percentile_ranks(std::uint64_t count, double percent) {
    const auto n = static_cast<std::int64_t>(count);
    PercentileRanks ranks;
    ranks.high = n;
    if (n == 0) return ranks;
    const double p = std::clamp(percent / 100, 0.0, 1.0);
    const double place = static_cast<double>(n - 1) * p;
    ranks.below = std::min(static_cast<std::int64_t>(place), n - 1);
    ranks.part = place - static_cast<double>(ranks.below);
    if (p <= 0 || p >= 1) return ranks;
    std::vector<double> lower, upper;  // from the mode (in `upper`) down, and up
    double mode = -1;
    for_each_binomial_term(static_cast<double>(n), p, [&](double k, double weight) {
        if (mode < 0) mode = k;
        (k < mode ? lower : upper).push_back(weight);
    });
    double total = 0;
    for (auto i = lower.rbegin(); i != lower.rend(); ++i) total += *i;
    for (const double u : upper) total += u;
    double below = 0;
    std::int64_t k = static_cast<std::int64_t>(mode) - static_cast<std::int64_t>(lower.size());
    // below everything that has weight the distribution function is 0
    ranks.low = k - 1;
    bool high_found = false;
    const auto look = [&](double weight) {
        below += weight / total;
        if (below <= tail) ranks.low = k;
        if (!high_found && below >= 1 - tail) {
            ranks.high = k;
            high_found = true;
        }
        ++k;
    };
    for (auto i = lower.rbegin(); i != lower.rend(); ++i) look(*i);
    for (const double u : upper) look(u);
    return ranks;
}

SweepEstimate percentile_estimate(std::uint64_t count, double percent,
                                  const std::function<double(std::int64_t)>& at_rank) {
    const auto n = static_cast<std::int64_t>(count);
    if (n == 0) return {unknown, unknown, unknown};
    const auto at = [&](std::int64_t rank) { return rank < 0 || rank >= n ? unknown : at_rank(rank); };
    const PercentileRanks ranks = percentile_ranks(count, percent);
    const double below = at(ranks.below);
    SweepEstimate e{ranks.part == 0 ? below : below * (1 - ranks.part) + at(ranks.below + 1) * ranks.part,
                    at(ranks.low), at(ranks.high)};
    // nothing is later than never
    if (e.value == never_s && std::isnan(e.high)) e.high = never_s;
    return e;
}

std::vector<SweepPercentile> sketch_percentiles(const SweepSketch& sketch, double lowest, double highest,
                                                const std::vector<double>& percents, std::uint64_t never) {
    std::vector<SweepPercentile> list;
    const auto n = static_cast<std::int64_t>(sketch.count());
    const auto at = [&](std::int64_t rank) {
        if (rank >= n) return never_s;
        if (rank == 0) return lowest;
        if (rank == n - 1) return highest;
        return std::clamp(sketch.at_rank(static_cast<std::uint64_t>(rank)), lowest, highest);
    };
    for (const double percent : percents)
        list.push_back({percent, percentile_estimate(sketch.count() + never, percent, at)});
    return list;
}

SweepHistogram sketch_histogram(const SweepSketch& sketch, double lowest, double highest, int bins) {
    SweepHistogram h;
    if (sketch.empty()) return h;
    // even edges, moved down to the beginnings of the sketch's own bins, each taken once
    std::vector<std::int64_t> begins;
    const auto begin = [&](std::int64_t bin) { return number_of_sketch_key(sketch.first_key(bin)); };
    const std::int64_t first = sketch.bin_of(lowest);
    for (int i = 1; i < bins; ++i) {
        const double part = static_cast<double>(i) / bins;
        const std::int64_t bin = sketch.bin_of(lowest * (1 - part) + highest * part);
        if (bin > (begins.empty() ? first : begins.back()) && begin(bin) < highest) begins.push_back(bin);
    }
    h.edges.push_back(lowest);
    for (const std::int64_t bin : begins) h.edges.push_back(begin(bin));
    h.edges.push_back(highest);
    h.counts.assign(begins.size() + 1, 0);
    std::size_t at = 0;
    sketch.for_each([&](std::int64_t bin, std::uint64_t count) {
        while (at < begins.size() && bin >= begins[at]) ++at;
        h.counts[at] += count;
    });
    return h;
}

bool too_narrow_for_sketch(const SweepSketch& sketch) {
    const std::uint64_t n = sketch.count(), trimmed = n / 100;
    const double lowest = sketch.lowest(), highest = sketch.highest();
    // differences in the last digits need no percentiles; those of the sketch stay between the lowest and the highest
    if (n < 2 || 0.5 * highest - 0.5 * lowest <= 1e-12 * std::max(std::fabs(lowest), std::fabs(highest))) return false;
    // f(weight, middle of a bin), halves so that sums stay finite
    const auto over_middle = [&](const auto& f) {
        std::uint64_t before = 0;
        sketch.for_each([&](std::int64_t bin, std::uint64_t count) {
            const std::uint64_t from = std::max(before, trimmed), to = std::min(before + count, n - trimmed);
            before += count;
            if (from >= to) return;
            const SweepSketch::Span span = sketch.span(bin);
            f(static_cast<double>(to - from) / static_cast<double>(n - 2 * trimmed), 0.5 * span.low + 0.5 * span.high);
        });
    };
    double mean = 0, size = 0;
    over_middle([&](double weight, double x) {
        mean += weight * x;
        size = std::max(size, std::fabs(x));
    });
    if (!(size > 0)) return false;
    double variance = 0;  // in units of the largest, so that squares stay in range
    over_middle([&](double weight, double x) {
        const double d = x / size - mean / size;
        variance += weight * d * d;
    });
    const SweepSketch::Span span = sketch.span(sketch.bin_of(std::clamp(mean, lowest, highest)));
    return std::sqrt(variance) < 3 * (span.high / size - span.low / size);
}

namespace {

// Not of times and counts, which are 0 or 1 by chance; and where all agree it must come from a comparison.
bool may_be_share(const SweepOutcome& outcome, bool all_agree) {
    using Take = SweepOutcome::Take;
    for (const Take take : {Take::first_time, Take::count, Take::measure, Take::settling, Take::overshoot})
        if (outcome.take == take) return false;
    return !all_agree || outcome.of.text().find_first_of("<>=") != std::string::npos;
}

}  // namespace

SweepStatistics sweep_statistics(const Sweep& sweep, const SweepSummary& summary, std::uint64_t failed) {
    SweepStatistics s;
    s.runs = sweep.runs;
    s.failed = failed;
    for (const SweepOutcomeSummary& o : summary.outcomes()) {
        SweepOutcomeStatistics one;
        one.count = o.moments.count;
        one.missing = o.missing;
        one.mean = mean_estimate(o.moments);
        const std::size_t index = s.outcomes.size();
        const bool a_time = index < sweep.outcomes.size() && sweep.outcomes[index].can_be_never();
        if (a_time && o.missing > failed) one.never = o.missing - failed;
        if (index < sweep.outcomes.size() && may_be_share(sweep.outcomes[index], !(o.lowest.value < o.highest.value)))
            one.ones = ones_among_zeros(o.sketch);
        if (one.ones) one.mean = share_estimate(*one.ones, one.count);
        one.deviation = deviation_estimate(o.moments);
        one.standard_error = one.deviation.value / std::sqrt(static_cast<double>(one.count));
        one.skewness = skewness(o.moments);
        one.kurtosis = kurtosis(o.moments);
        one.lowest = o.lowest;
        one.highest = o.highest;
        one.percentiles =
            sketch_percentiles(o.sketch, o.lowest.value, o.highest.value, sweep.keep.percentiles, one.never);
        one.histogram = sketch_histogram(o.sketch, o.lowest.value, o.highest.value, sweep.keep.bins);
        one.coarse = !sweep.keep.runs && too_narrow_for_sketch(o.sketch);
        for (std::size_t i = 0; i < o.with_inputs.size(); ++i)
            one.correlations.push_back({i, correlation(o.moments, o.with_inputs[i]), {}});
        one.worst = o.worst;
        one.first_missing = o.first_missing;
        s.outcomes.push_back(std::move(one));
    }
    const std::size_t samples = summary.samples();
    const double duration = sweep.base.run.duration;
    const double step = sweep.base.run.sample > 0 ? sweep.base.run.sample
                        : samples > 1             ? duration / static_cast<double>(samples - 1)
                                                  : duration;
    // row i of a run is due at i samples, the last one at the end
    for (std::size_t i = 0; i < samples; ++i) {
        const double t = static_cast<double>(i) * step;
        s.times.push_back(i + 1 < samples || t < duration ? t : duration);
    }
    for (std::size_t q = 0; q < summary.quantities(); ++q) {
        SweepStatistics::OverTime over_time;
        for (std::size_t k = 0; k < samples; ++k) {
            const SweepSketch none;
            const SweepSketch& sketch = k < summary.over_time(q).size() ? summary.over_time(q)[k] : none;
            over_time.counts.push_back(sketch.count());
            if (too_narrow_for_sketch(sketch) && over_time.coarse++ == 0)
                over_time.middle = sketch.at_rank((sketch.count() - 1) / 2);
            std::vector<double> values;
            for (const double percent : sweep.keep.percentiles) {
                const double place =
                    sketch.empty() ? 0 : static_cast<double>(sketch.count() - 1) * std::clamp(percent / 100, 0.0, 1.0);
                const auto below = static_cast<std::uint64_t>(place);
                const double part = place - static_cast<double>(below), low = sketch.at_rank(below);
                values.push_back(part == 0 ? low : low * (1 - part) + sketch.at_rank(below + 1) * part);
            }
            over_time.percentiles.push_back(std::move(values));
        }
        s.over_time.push_back(std::move(over_time));
    }
    return s;
}

}  // namespace polhode
