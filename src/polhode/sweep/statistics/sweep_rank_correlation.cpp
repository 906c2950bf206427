#include "polhode/sweep/statistics/sweep_rank_correlation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "polhode/base/ordered_bits.hpp"

namespace polhode {

namespace {

// A well mixed number for each run (the output function of SplitMix64; Steele, Lea and Flood, OOPSLA 2014).
std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

struct Keyed {
    std::uint64_t key;  // stands in the order of the numbers
    std::uint32_t place;
};

}  // namespace

double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const double n = static_cast<double>(a.size()), mean = (n + 1) / 2;  // of ranks
    double xx = 0, yy = 0, xy = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double x = a[i] - mean, y = b[i] - mean;
        xx += x * x;
        yy += y * y;
        xy += x * y;
    }
    // The sums are exact (ranks are multiples of a half below 2^18, and so few), and sqrt(x x) is x: a perfect order
    // gives 1 or -1.
    return xx > 0 && yy > 0 ? std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0) : std::numeric_limits<double>::quiet_NaN();
}

std::vector<double> average_ranks(const std::vector<double>& values) {
    const std::size_t n = values.size();
    std::vector<Keyed> now(n), next(n);
    for (std::size_t i = 0; i < n; ++i) now[i] = {ordered_bits(values[i]), static_cast<std::uint32_t>(i)};
    // by eleven bits at a time, from the lowest; digits that are the same everywhere need no pass
    constexpr int digit = 11;
    for (int shift = 0; shift < 64; shift += digit) {
        std::array<std::size_t, 1 << digit> begin{};
        for (const Keyed& k : now) ++begin[(k.key >> shift) & ((1 << digit) - 1)];
        if (n == 0 || begin[(now[0].key >> shift) & ((1 << digit) - 1)] == n) continue;
        std::size_t sum = 0;
        for (std::size_t& b : begin) {
            const std::size_t count = b;
            b = sum;
            sum += count;
        }
        for (const Keyed& k : now) next[begin[(k.key >> shift) & ((1 << digit) - 1)]++] = k;
        now.swap(next);
    }
    std::vector<double> ranks(n);
    for (std::size_t i = 0; i < n;) {
        std::size_t end = i + 1;
        while (end < n && now[end].key == now[i].key) ++end;
        const double rank = (static_cast<double>(i) + static_cast<double>(end) + 1) / 2;
        for (; i < end; ++i) ranks[now[i].place] = rank;
    }
    return ranks;
}

SweepRankSample::SweepRankSample(std::uint64_t runs, std::size_t inputs, std::size_t outcomes)
    : threshold_(runs <= about ? UINT64_MAX : UINT64_MAX / runs * about), inputs_(inputs), outcomes_(outcomes) {}

bool SweepRankSample::takes(std::uint64_t run) const { return mixed(run) <= threshold_; }

void SweepRankSample::add(const double* inputs, const double* outcomes) {
    for (std::size_t i = 0; i < inputs_.size(); ++i) inputs_[i].push_back(inputs[i]);
    for (std::size_t o = 0; o < outcomes_.size(); ++o) outcomes_[o].push_back(outcomes[o]);
    ++size_;
}

std::vector<std::vector<SweepRankCorrelation>> SweepRankSample::correlations() const {
    const auto part_of = [](const std::vector<double>& all, const std::vector<bool>& taken) {
        std::vector<double> part;
        for (std::size_t r = 0; r < all.size(); ++r)
            if (taken[r]) part.push_back(all[r]);
        return part;
    };
    // runs that have some outcome share their inputs' ranks; an outcome that lacks some of them needs its own
    std::vector<std::vector<bool>> there;
    std::vector<bool> any(static_cast<std::size_t>(size_), false);
    for (const std::vector<double>& column : outcomes_) {
        std::vector<bool> has(column.size());
        for (std::size_t r = 0; r < column.size(); ++r) {
            has[r] = !std::isnan(column[r]);
            if (has[r]) any[r] = true;
        }
        there.push_back(std::move(has));
    }
    struct Ranked {
        std::vector<double> ranks;  // empty: there are none
        SweepColumnShape shape;
    };
    const auto ranked_inputs = [&](const std::vector<bool>& taken) {
        std::vector<Ranked> all;
        for (const std::vector<double>& column : inputs_) {
            const std::vector<double> part = part_of(column, taken);
            Ranked one;
            if (std::all_of(part.begin(), part.end(), [](double x) { return std::isfinite(x); }))
                one.ranks = average_ranks(part);
            one.shape = column_shape(one.ranks);
            all.push_back(std::move(one));
        }
        return all;
    };
    const std::vector<Ranked> common = ranked_inputs(any);
    std::vector<std::vector<SweepRankCorrelation>> all;
    for (std::size_t o = 0; o < outcomes_.size(); ++o) {
        const std::vector<double> y = average_ranks(part_of(outcomes_[o], there[o]));
        const SweepColumnShape shape = column_shape(y);
        const bool shared = there[o] == any;
        const std::vector<Ranked> own = shared ? std::vector<Ranked>{} : ranked_inputs(there[o]);
        std::vector<SweepRankCorrelation> row;
        for (const Ranked& x : shared ? common : own)
            row.push_back({x.ranks.empty() ? std::numeric_limits<double>::quiet_NaN() : rank_correlation(x.ranks, y),
                           chance_of(static_cast<double>(y.size()), x.shape, shape)});
        all.push_back(std::move(row));
    }
    return all;
}

}  // namespace polhode
