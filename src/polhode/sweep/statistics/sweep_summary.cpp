#include "polhode/sweep/statistics/sweep_summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "polhode/base/byte_stream.hpp"
#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

namespace {

constexpr std::size_t lanes = summary_lanes;
constexpr std::size_t batch = summary_batch;
static_assert(batch % lanes == 0);

struct Lanes {
    double of[lanes] = {};

    double sum() const {
        double s[lanes];
        for (std::size_t k = 0; k < lanes; ++k) s[k] = of[k];
        for (std::size_t half = lanes / 2; half > 0; half /= 2)
            for (std::size_t k = 0; k < half; ++k) s[k] += s[k + half];
        return s[0];
    }
};

// `n` is a multiple of the lanes in all of these; columns are filled up with what is not there.
double sum_of(const double* x, const double* there, std::size_t n) {
    Lanes s;
    for (std::size_t i = 0; i < n; i += lanes)
        for (std::size_t k = 0; k < lanes; ++k) s.of[k] += there[i + k] != 0 ? x[i + k] : 0.0;
    return s.sum();
}

void deviations(const double* x, const double* there, std::size_t n, double mean, double* d) {
    for (std::size_t i = 0; i < n; ++i) d[i] = there[i] != 0 ? x[i] - mean : 0.0;
}

double sum_of_products(const double* a, const double* b, std::size_t n) {
    Lanes s;
    for (std::size_t i = 0; i < n; i += lanes)
        for (std::size_t k = 0; k < lanes; ++k) s.of[k] = fma(a[i + k], b[i + k], s.of[k]);
    return s.sum();
}

void third_and_fourth(const double* d, std::size_t n, double& m3, double& m4) {
    Lanes s3, s4;
    for (std::size_t i = 0; i < n; i += lanes)
        for (std::size_t k = 0; k < lanes; ++k) {
            const double square = d[i + k] * d[i + k];
            s3.of[k] = fma(square, d[i + k], s3.of[k]);
            s4.of[k] = fma(square, square, s4.of[k]);
        }
    m3 = s3.sum();
    m4 = s4.sum();
}

// Not a number is worse than any.
bool worse(const SweepExtreme& a, const SweepExtreme& b, bool worst_is_low) {
    if (std::isnan(a.value) || std::isnan(b.value))
        return std::isnan(a.value) && std::isnan(b.value) ? a.run < b.run : std::isnan(a.value);
    if (a.value != b.value) return worst_is_low ? a.value < b.value : a.value > b.value;
    return a.run < b.run;
}

void remember(std::vector<SweepExtreme>& worst, const SweepExtreme& e, const SweepShape::Outcome& shape) {
    if (worst.size() >= shape.worst) {
        if (shape.worst == 0 || !worse(e, worst.back(), shape.worst_is_low)) return;
        worst.pop_back();
    }
    const auto at = std::lower_bound(worst.begin(), worst.end(), e, [&](const SweepExtreme& a, const SweepExtreme& b) {
        return worse(a, b, shape.worst_is_low);
    });
    worst.insert(at, e);
}

// The inputs' part must be merged before the moments are.
void merge_outcome(SweepOutcomeSummary& a, const SweepMoments& moments,
                   const std::vector<SweepCoMoments>& with_inputs) {
    if (moments.count == 0) return;
    const double na = static_cast<double>(a.moments.count), nb = static_cast<double>(moments.count), n = na + nb;
    const double weight = na * nb / n, dy = moments.mean - a.moments.mean;
    for (std::size_t i = 0; i < a.with_inputs.size(); ++i) {
        SweepCoMoments& into = a.with_inputs[i];
        const SweepCoMoments& from = with_inputs[i];
        if (a.moments.count == 0) {
            into = from;
            continue;
        }
        // the pairwise update of Chan, Golub and LeVeque, and its form for products (Pebay, section 3)
        const double dx = from.mean - into.mean;
        into.mean += dx * (nb / n);
        into.m2 += from.m2 + dx * dx * weight;
        into.product += from.product + dx * dy * weight;
    }
    a.moments.merge(moments);
}

}  // namespace

void SweepMoments::merge(const SweepMoments& other) {
    if (other.count == 0) return;
    if (count == 0) {
        *this = other;
        return;
    }
    // Pebay, section 2, for p = 2, 3, 4
    const double na = static_cast<double>(count), nb = static_cast<double>(other.count), n = na + nb;
    const double d = other.mean - mean, dn = d / n, dn2 = dn * dn, product = na * nb;
    m4 += other.m4 + d * dn * dn2 * product * (na * na - product + nb * nb) +
          6 * dn2 * (na * na * other.m2 + nb * nb * m2) + 4 * dn * (na * other.m3 - nb * m3);
    m3 += other.m3 + d * dn2 * product * (na - nb) + 3 * dn * (na * other.m2 - nb * m2);
    m2 += other.m2 + d * dn * product;
    mean += dn * nb;
    count += other.count;
}

SweepShape sweep_shape(const Sweep& sweep) {
    SweepShape shape = sweep_shape_over_time(sweep);
    shape.inputs = static_cast<std::size_t>(sweep.inputs.columns());
    for (const SweepOutcome& o : sweep.outcomes) {
        const auto listed = static_cast<std::uint64_t>(std::max(sweep.keep.worst_listed, 0));
        const std::uint64_t kept = o.name == sweep.keep.worst_of ? sweep.keep.worst : 0;
        // what has not come by the end comes later than all that has
        const bool missing_is_worst = o.can_be_never() && !o.worst_is_low;
        shape.outcomes.push_back({std::min(std::max(listed, kept), sweep.runs), o.worst_is_low, missing_is_worst});
    }
    return shape;
}

SweepShape sweep_shape_over_time(const Sweep& sweep) {
    SweepShape shape;
    shape.over_time = sweep.keep.over_time.size();
    return shape;
}

SweepSummary::SweepSummary(const SweepShape& shape)
    : shape_(shape), outcomes_(shape.outcomes.size()), over_time_(shape.over_time) {
    for (SweepOutcomeSummary& o : outcomes_) o.with_inputs.resize(shape.inputs);
}

void SweepSummary::add(std::uint64_t first, std::uint64_t count, const double* inputs, const double* outcomes,
                       const std::uint8_t* failed) {
    runs_ += count;
    if (outcomes_.empty()) return;
    for (std::uint64_t done = 0; done < count; done += batch) {
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(batch, count - done));
        add_batch(first + done, n, inputs + done * shape_.inputs, outcomes + done * outcomes_.size(),
                  failed ? failed + done : nullptr);
    }
}

void SweepSummary::add(const std::vector<std::uint64_t>& runs, const double* outcomes, const std::uint8_t* failed) {
    runs_ += runs.size();
    if (!outcomes_.empty() && !runs.empty()) add_batch(0, runs.size(), nullptr, outcomes, failed, runs.data());
}

void SweepSummary::add_batch(std::uint64_t first, std::size_t count, const double* inputs, const double* outcomes,
                             const std::uint8_t* failed, const std::uint64_t* numbers) {
    const auto number = [&](std::size_t r) { return numbers ? numbers[r] : first + r; };
    const std::size_t m = shape_.inputs, n = (count + lanes - 1) / lanes * lanes, width = outcomes_.size();
    // columns of the batch: the inputs, their deviations, and what is there of one outcome
    thread_local std::vector<double> room;
    room.assign((2 * m + 4) * batch, 0.0);
    double* const x = room.data();
    double* const dx = x + m * batch;
    double* const y = dx + m * batch;
    double* const there = y + batch;
    double* const dy = there + batch;
    double* const own_dx = dy + batch;
    for (std::size_t r = 0; r < count; ++r)
        for (std::size_t i = 0; i < m; ++i) x[i * batch + r] = inputs[r * m + i];

    std::vector<SweepCoMoments> whole, own(m);
    for (std::size_t o = 0; o < width; ++o) {
        SweepOutcomeSummary& s = outcomes_[o];
        std::size_t present = 0;
        std::fill(there, there + n, 0.0);
        for (std::size_t r = 0; r < count; ++r) {
            const double value = outcomes[r * width + o];
            const bool finite = std::isfinite(value);
            there[r] = finite ? 1.0 : 0.0;
            y[r] = finite ? value : 0.0;
            present += finite;
        }
        s.missing += count - present;
        for (std::size_t r = 0; r < count && present < count; ++r) {
            if (there[r] != 0 || (failed && failed[r] != 0)) continue;
            if (s.first_missing.size() < missing_named) s.first_missing.push_back(number(r));
            if (shape_.outcomes[o].missing_is_worst)
                remember(s.worst, {std::numeric_limits<double>::quiet_NaN(), number(r)}, shape_.outcomes[o]);
        }
        if (present == 0) continue;

        // extremes, the worst, the distribution
        bool none_yet = s.moments.count == 0;
        for (std::size_t r = 0; r < count; ++r) {
            if (there[r] == 0) continue;
            const SweepExtreme here{y[r], number(r)};
            if (none_yet || here.value < s.lowest.value) s.lowest = here;
            if (none_yet || here.value > s.highest.value) s.highest = here;
            none_yet = false;
            remember(s.worst, here, shape_.outcomes[o]);
            s.sketch.add(here.value);
        }

        SweepMoments moments;
        moments.count = present;
        moments.mean = sum_of(y, there, n) / static_cast<double>(present);
        deviations(y, there, n, moments.mean, dy);
        moments.m2 = sum_of_products(dy, dy, n);
        third_and_fourth(dy, n, moments.m3, moments.m4);

        // Where every run has the outcome the inputs' own sums are the same for all outcomes.
        const bool complete = present == count;
        if (complete && whole.empty() && m > 0) {
            whole.resize(m);
            for (std::size_t i = 0; i < m; ++i) {
                whole[i].mean = sum_of(x + i * batch, there, n) / static_cast<double>(present);
                deviations(x + i * batch, there, n, whole[i].mean, dx + i * batch);
                whole[i].m2 = sum_of_products(dx + i * batch, dx + i * batch, n);
            }
        }
        for (std::size_t i = 0; i < m; ++i) {
            if (complete) {
                own[i] = whole[i];
                own[i].product = sum_of_products(dx + i * batch, dy, n);
                continue;
            }
            own[i].mean = sum_of(x + i * batch, there, n) / static_cast<double>(present);
            deviations(x + i * batch, there, n, own[i].mean, own_dx);
            own[i].m2 = sum_of_products(own_dx, own_dx, n);
            own[i].product = sum_of_products(own_dx, dy, n);
        }
        merge_outcome(s, moments, own);
    }
}

SweepSketch& SweepSummary::over_time(std::size_t quantity, std::size_t sample) {
    std::vector<SweepSketch>& samples = over_time_[quantity];
    if (sample >= samples.size()) samples.resize(sample + 1);
    return samples[sample];
}

void SweepSummary::add_over_time(std::uint64_t sample, std::size_t quantity, const double* values, std::size_t count) {
    SweepSketch& sketch = over_time(quantity, static_cast<std::size_t>(sample));
    for (std::size_t i = 0; i < count; ++i)
        if (std::isfinite(values[i])) sketch.add(values[i]);
}

std::size_t SweepSummary::samples() const {
    std::size_t most = 0;
    for (const std::vector<SweepSketch>& q : over_time_) most = std::max(most, q.size());
    return most;
}

void SweepSummary::merge(const SweepSummary& later) {
    const auto different = [] {
        return std::runtime_error("two summaries of different sweeps cannot be put together");
    };
    runs_ += later.runs_;
    if (outcomes_.empty() && !later.outcomes_.empty()) {
        outcomes_ = later.outcomes_;
        shape_.inputs = later.shape_.inputs;
        shape_.outcomes = later.shape_.outcomes;
    } else if (!later.outcomes_.empty()) {
        if (shape_.inputs != later.shape_.inputs || outcomes_.size() != later.outcomes_.size()) throw different();
        for (std::size_t o = 0; o < outcomes_.size(); ++o) {
            SweepOutcomeSummary& into = outcomes_[o];
            const SweepOutcomeSummary& from = later.outcomes_[o];
            into.missing += from.missing;
            for (const std::uint64_t run : from.first_missing)
                if (into.first_missing.size() < missing_named) into.first_missing.push_back(run);
            for (const SweepExtreme& e : from.worst) remember(into.worst, e, shape_.outcomes[o]);
            if (from.moments.count == 0) continue;
            const bool none_yet = into.moments.count == 0;
            if (none_yet || worse(from.lowest, into.lowest, true)) into.lowest = from.lowest;
            if (none_yet || worse(from.highest, into.highest, false)) into.highest = from.highest;
            into.sketch.merge(from.sketch);
            merge_outcome(into, from.moments, from.with_inputs);
        }
    }
    if (over_time_.empty()) {
        over_time_ = later.over_time_;
        shape_.over_time = later.shape_.over_time;
    } else if (!later.over_time_.empty()) {
        if (over_time_.size() != later.over_time_.size()) throw different();
        for (std::size_t q = 0; q < over_time_.size(); ++q)
            for (std::size_t k = 0; k < later.over_time_[q].size(); ++k) over_time(q, k).merge(later.over_time_[q][k]);
    }
}

void SweepSummary::encode(ByteWriter& to) const {
    to.count(runs_);
    to.count(shape_.inputs);
    to.count(outcomes_.size());
    to.count(over_time_.size());
    const auto extreme = [&](const SweepExtreme& e) {
        to.number(e.value);
        to.count(e.run);
    };
    for (std::size_t o = 0; o < outcomes_.size(); ++o) {
        const SweepOutcomeSummary& s = outcomes_[o];
        to.count(shape_.outcomes[o].worst);
        to.u8(static_cast<std::uint8_t>((shape_.outcomes[o].worst_is_low ? 1 : 0) |
                                        (shape_.outcomes[o].missing_is_worst ? 2 : 0)));
        to.count(s.missing);
        to.count(s.first_missing.size());
        for (const std::uint64_t run : s.first_missing) to.count(run);
        to.count(s.moments.count);
        for (const double x : {s.moments.mean, s.moments.m2, s.moments.m3, s.moments.m4}) to.number(x);
        extreme(s.lowest);
        extreme(s.highest);
        to.count(s.worst.size());
        for (const SweepExtreme& e : s.worst) extreme(e);
        s.sketch.encode(to);
        for (const SweepCoMoments& c : s.with_inputs)
            for (const double x : {c.mean, c.m2, c.product}) to.number(x);
    }
    for (const std::vector<SweepSketch>& samples : over_time_) {
        to.count(samples.size());
        for (const SweepSketch& sketch : samples) sketch.encode(to);
    }
}

SweepSummary SweepSummary::decoded(ByteReader& from) {
    SweepSummary s;
    s.runs_ = from.count();
    const std::uint64_t inputs = from.count();
    // of an outcome: 4 moments, 2 extremes and 6 counts, and 3 numbers for each input
    const std::size_t outcomes = from.count_of(4 * 8 + 2 * 9 + 6);
    if (outcomes > 0 && inputs > from.left() / 24) throw std::runtime_error("the bytes end too early");
    const std::size_t quantities = from.count_of(1);
    if (outcomes > 0) s.shape_.inputs = static_cast<std::size_t>(inputs);
    s.shape_.over_time = quantities;
    const auto extreme = [&] {
        SweepExtreme e;
        e.value = from.number();
        e.run = from.count();
        return e;
    };
    for (std::size_t o = 0; o < outcomes; ++o) {
        SweepShape::Outcome shape;
        SweepOutcomeSummary one;
        shape.worst = from.count();
        const std::uint8_t which = from.u8();
        if (which > 3) throw std::runtime_error("which end is the worst must be 0 to 3");
        shape.worst_is_low = (which & 1) != 0;
        shape.missing_is_worst = (which & 2) != 0;
        one.missing = from.count();
        const std::size_t named = from.count_of(1);
        if (named > missing_named || named > one.missing)
            throw std::runtime_error("there are more runs without an outcome than can be");
        for (std::size_t i = 0; i < named; ++i) one.first_missing.push_back(from.count());
        one.moments.count = from.count();
        for (double* x : {&one.moments.mean, &one.moments.m2, &one.moments.m3, &one.moments.m4}) *x = from.number();
        one.lowest = extreme();
        one.highest = extreme();
        const std::size_t worst = from.count_of(9);
        if (worst > shape.worst) throw std::runtime_error("there are more of the worst runs than were asked for");
        for (std::size_t i = 0; i < worst; ++i) one.worst.push_back(extreme());
        one.sketch = SweepSketch::decoded(from);
        if (one.sketch.count() != one.moments.count)
            throw std::runtime_error("a distribution and its moments are not of as many values");
        if (s.shape_.inputs > from.left() / 24) throw std::runtime_error("the bytes end too early");
        one.with_inputs.resize(s.shape_.inputs);
        for (SweepCoMoments& c : one.with_inputs)
            for (double* x : {&c.mean, &c.m2, &c.product}) *x = from.number();
        s.shape_.outcomes.push_back(shape);
        s.outcomes_.push_back(std::move(one));
    }
    s.over_time_.resize(quantities);
    for (std::vector<SweepSketch>& samples : s.over_time_) {
        const std::size_t n = from.count_of(1);
        samples.reserve(n);
        for (std::size_t k = 0; k < n; ++k) samples.push_back(SweepSketch::decoded(from));
    }
    return s;
}

}  // namespace polhode
