#include "sweep_rank_correlation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "ordered_bits.hpp"

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

double pearson(const std::vector<double>& x, const std::vector<double>& y) {
    const double n = static_cast<double>(x.size()), mean = (n + 1) / 2;  // of ranks
    double xx = 0, yy = 0, xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double a = x[i] - mean, b = y[i] - mean;
        xx += a * a;
        yy += b * b;
        xy += a * b;
    }
    // The sums are exact (ranks are multiples of a half below 2^18, and so few), and sqrt(x x) is x: a perfect order
    // gives 1 or -1.
    return xx > 0 && yy > 0 ? std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

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

std::vector<std::vector<double>> SweepRankSample::correlations() const {
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
        std::vector<bool> finite(column.size());
        for (std::size_t r = 0; r < column.size(); ++r) {
            finite[r] = std::isfinite(column[r]);
            if (finite[r]) any[r] = true;
        }
        there.push_back(std::move(finite));
    }
    const auto ranked_inputs = [&](const std::vector<bool>& taken) {
        std::vector<std::vector<double>> ranks;
        for (const std::vector<double>& column : inputs_) {
            std::vector<double> part = part_of(column, taken);
            const bool usable = std::all_of(part.begin(), part.end(), [](double x) { return std::isfinite(x); });
            ranks.push_back(usable ? average_ranks(part) : std::vector<double>(part.size(), 0.0));
        }
        return ranks;
    };
    const std::vector<std::vector<double>> common = ranked_inputs(any);
    std::vector<std::vector<double>> all;
    for (std::size_t o = 0; o < outcomes_.size(); ++o) {
        const std::vector<double> y = average_ranks(part_of(outcomes_[o], there[o]));
        const bool shared = there[o] == any;
        const std::vector<std::vector<double>> own =
            shared ? std::vector<std::vector<double>>{} : ranked_inputs(there[o]);
        std::vector<double> row;
        for (const std::vector<double>& x : shared ? common : own)
            // ranks begin with 1: these are of a column that has none
            row.push_back(!x.empty() && x[0] == 0 ? std::numeric_limits<double>::quiet_NaN() : pearson(x, y));
        all.push_back(std::move(row));
    }
    return all;
}

}  // namespace polhode
