// The varied numbers of one run of a sweep, as a function of (seed, run) alone: grids and lists by counting, random
// numbers by the counter-based generator of philox.hpp. A plan is plain data without ownership, so that the same code
// draws on a processor and on a graphics card, with the same bits.
//
// The counter of a random number is (place of its draw + 1, which number of that draw); its stream is the run. A draw
// added behind the others therefore changes none of them, and streams that other parts of a run count from 0 (noise of
// a gyroscope) are never met.
#pragma once

#include "../arithmetic/philox.hpp"

namespace polhode::ensemble {

inline constexpr int most_draws = 32;
inline constexpr int most_columns = 48;  // with the 16 quantities of a row, as many as a formula can name

enum class DrawKind : int {
    constant,
    grid,              // axis: evenly from a to b
    logarithmic_grid,  // axis: evenly in the logarithm
    list,              // axis: rows of a table
    uniform,           // between a and b
    log_uniform,       // the logarithm is uniform between those of a and b
    normal,            // mean a, deviation b
    truncated_normal,  // the same, between c and d
    correlated_normal,
    random_attitude,   // a unit quaternion w x y z with w >= 0, uniform over all rotations
    random_direction,  // uniform on the sphere of radius a
    choice,            // one of the rows of a table, by weight
};

POLHODE_INLINE constexpr bool is_axis(DrawKind kind) {
    return kind == DrawKind::grid || kind == DrawKind::logarithmic_grid || kind == DrawKind::list;
}

// How a truncated normal deviate is found (Robert, Statistics and Computing 5 (1995) 121).
enum class Truncation : int {
    by_normal,   // normal deviates until one lies within
    by_uniform,  // uniform within, accepted by the density
    above_low,   // far out: an exponential beyond the lower end, section 2
    below_high,  // the same beyond the upper end
};

struct Draw {
    DrawKind kind = DrawKind::constant;
    int column = 0;  // its first
    int width = 1;   // how many columns
    int place = 0;   // the number that goes into its counters
    // Of an axis: run / stride % count is the place on it.
    unsigned long long stride = 1, count = 1;
    double a = 0, b = 0, c = 0, d = 0;
    // Made from the above once: logarithms of the ends (of a grid with what a double leaves of them in c, d); ends of a
    // truncated normal in deviations.
    double p = 0, q = 0;
    Truncation truncation = Truncation::by_normal;
    // First of its numbers in DrawPlan::values. list: `count` rows of `width`. choice: the same, then `count` sums of
    // the weights up to each, the last 1. correlated_normal: means, then the lower factor of the covariance, packed row
    // by row.
    long long table = 0;
};

struct DrawPlan {
    unsigned long long seed = 1;
    int draws = 0, columns = 0;
    Draw draw[most_draws];
    const double* values = nullptr;
    long long value_count = 0;
};

namespace detail {

// Of a number that stands for a power of ten the logarithm of that, which it is not to the last bit (0.001).
POLHODE_HD inline polhode::detail::Pair logarithm_of_end(double x) {
    using namespace polhode::detail;
    double power = 1;  // exact up to 10^22
    for (int n = 0; n <= 22; ++n, power *= 10) {
        if (x != power && x != 1 / power) continue;
        const double exponent = x == power ? n : -n;
        const Pair product = two_product(exponent, 0x1.26bb1bbb55516p+1);  // ln 10, and the rest of it
        return fast_two_sum(product.hi, fma(exponent, -0x1.f48ad494ea3e9p-53, product.lo));
    }
    return log_pair(x);
}

}  // namespace detail

// Fills in p, q and the way of drawing; everything else is set. Uses the core's functions alone, so that a plan made
// on one machine has the bits of any other.
POLHODE_HD inline void prepare(Draw& d) {
    switch (d.kind) {
        case DrawKind::logarithmic_grid: {
            const polhode::detail::Pair from = detail::logarithm_of_end(d.a), to = detail::logarithm_of_end(d.b);
            d.p = from.hi;
            d.c = from.lo;
            d.q = to.hi;
            d.d = to.lo;
            break;
        }
        case DrawKind::log_uniform:
            d.p = log(d.a);
            d.q = log(d.b);
            break;
        case DrawKind::truncated_normal: {
            const double low = (d.c - d.a) / d.b, high = (d.d - d.a) / d.b;
            d.p = low;
            d.q = high;
            // Robert 1995 eqs. 2.2 to 2.4: where the range is narrow a uniform deviate is accepted more often
            const bool below = high <= 0;
            const double near = below ? -high : low, far = below ? -low : high;
            if (near < 0) {
                constexpr double root_two_pi = 0x1.40d931ff62706p+1;
                d.truncation = far - near > root_two_pi ? Truncation::by_normal : Truncation::by_uniform;
            } else {
                const double root = sqrt(fma(near, near, 4.0));
                constexpr double root_e = 0x1.a61298e1e069cp+0;
                const double width = 2 * root_e / (near + root) * exp(0.25 * near * (near - root));
                d.truncation = far - near <= width ? Truncation::by_uniform
                               : below             ? Truncation::below_high
                                                   : Truncation::above_low;
            }
            break;
        }
        default:
            break;
    }
}

namespace detail {

struct Counter {
    RandomStream stream;
    unsigned long long base;
    POLHODE_INLINE TwoNumbers uniform(unsigned k) const { return stream.uniform_pair(base + k); }
    POLHODE_INLINE TwoNumbers normal(unsigned k) const { return stream.normal_pair(base + k); }
};

POLHODE_INLINE double within(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

POLHODE_INLINE double between_logarithms(const Draw& d, double x) {
    const double y = exp(fma(x, d.q - d.p, d.p));
    return d.a < d.b ? within(y, d.a, d.b) : within(y, d.b, d.a);
}

// The logarithms as pairs, weighted by whole numbers, and rounded once at the end: round values stay round.
POLHODE_HD inline double on_logarithmic_grid(const Draw& d, unsigned long long i) {
    using namespace polhode::detail;
    const double last = static_cast<double>(d.count - 1), at = static_cast<double>(i), rest = last - at;
    const Pair from = two_product(d.p, rest), to = two_product(d.q, at), sum = two_sum(from.hi, to.hi);
    const double low = sum.lo + (from.lo + to.lo) + fma(d.c, rest, d.d * at);
    int k;
    const Pair e = exp_pair(quotient(two_sum(sum.hi, low), {last, 0.0}), k);
    const double y = scale(e.hi + e.lo, k);
    return d.a < d.b ? within(y, d.a, d.b) : within(y, d.b, d.a);
}

POLHODE_HD inline double truncated_normal(const Draw& d, const Counter& counter) {
    // Each try succeeds with a chance of about one half or more, so that the end of this loop is never seen; it is
    // there for ranges so far out (1e150 deviations) that the squares below overflow.
    constexpr unsigned tries = 400;
    switch (d.truncation) {
        case Truncation::by_normal:
            for (unsigned k = 0; k < tries; ++k) {
                const TwoNumbers z = counter.normal(k);
                if (z.first >= d.p && z.first <= d.q) return within(fma(d.b, z.first, d.a), d.c, d.d);
                if (z.second >= d.p && z.second <= d.q) return within(fma(d.b, z.second, d.a), d.c, d.d);
            }
            break;
        case Truncation::by_uniform: {
            // accepted by the density over its largest value within
            const double peak = d.p > 0 ? d.p : d.q < 0 ? d.q : 0;
            for (unsigned k = 0; k < tries; ++k) {
                const TwoNumbers u = counter.uniform(k);
                const double z = fma(u.first, d.q - d.p, d.p);
                if (log(u.second) <= 0.5 * (peak - z) * (peak + z)) return within(fma(d.b, z, d.a), d.c, d.d);
            }
            break;
        }
        case Truncation::above_low:
        case Truncation::below_high: {
            const bool above = d.truncation == Truncation::above_low;
            const double near = above ? d.p : -d.q, span = d.q - d.p;
            // Robert 1995 proposition 2.3: the best rate of the exponential, and near - rate without cancelling
            const double root = sqrt(fma(near, near, 4.0)), rate = 0.5 * (near + root), shift = -2.0 / (near + root);
            for (unsigned k = 0; k < tries; ++k) {
                const TwoNumbers u = counter.uniform(k);
                const double beyond = -log(u.first) / rate;
                if (beyond > span) continue;
                if (log(u.second) <= -0.5 * square(beyond + shift))
                    return within(above ? fma(d.b, beyond, d.c) : fma(-d.b, beyond, d.d), d.c, d.d);
            }
            return above ? d.c : d.d;
        }
    }
    return within(d.a, d.c, d.d);
}

// Shoemake, "Uniform random rotations", Graphics Gems III (1992) 124
POLHODE_HD inline void random_attitude(const Counter& counter, double* out) {
    const TwoNumbers u = counter.uniform(0), v = counter.uniform(1);
    const double near = sqrt(u.first), far = sqrt(1 - u.first);
    double s, c;
    sincos(two_pi<double>() * u.second, s, c);
    const double x = far * s, y = far * c;
    sincos(two_pi<double>() * v.first, s, c);
    const double z = near * s, w = near * c;
    const double sign = w < 0 ? -1.0 : 1.0;
    out[0] = sign * w;
    out[1] = sign * x;
    out[2] = sign * y;
    out[3] = sign * z;
}

// The height on the sphere is uniform (Archimedes).
POLHODE_HD inline void random_direction(const Counter& counter, double length, double* out) {
    const TwoNumbers u = counter.uniform(0);
    const double z = fma(2.0, u.first, -1.0), r = sqrt((1 - z) * (1 + z));
    double s, c;
    sincos(two_pi<double>() * u.second, s, c);
    out[0] = length * (r * c);
    out[1] = length * (r * s);
    out[2] = length * z;
}

POLHODE_HD inline void correlated_normal(const Draw& d, const Counter& counter, const double* table, double* out) {
    for (int i = 0; i < d.width; i += 2) {
        const TwoNumbers z = counter.normal(static_cast<unsigned>(i / 2));
        out[i] = z.first;
        if (i + 1 < d.width) out[i + 1] = z.second;
    }
    // In place, from the last row up: a row needs the deviates at and before it.
    for (int i = d.width - 1; i >= 0; --i) {
        const double* row = table + d.width + i * (i + 1) / 2;
        double sum = table[i];
        for (int j = 0; j <= i; ++j) sum = fma(row[j], out[j], sum);
        out[i] = sum;
    }
}

POLHODE_HD inline unsigned long long chosen(const Draw& d, const double* sums, double u) {
    unsigned long long low = 0, high = d.count - 1;  // the first whose sum is above u
    while (low < high) {
        const unsigned long long middle = (low + high) / 2;
        if (u < sums[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

}  // namespace detail

// The numbers of one draw in one run.
POLHODE_HD inline void draw_one(const Draw& d, unsigned long long seed, unsigned long long run, const double* values,
                                double* out) {
    const detail::Counter counter{{seed, run}, static_cast<unsigned long long>(d.place + 1) << 32};
    const double* table = values + d.table;
    switch (d.kind) {
        case DrawKind::constant:
            out[0] = d.a;
            break;
        case DrawKind::grid: {
            const unsigned long long i = run / d.stride % d.count;
            // weighted by whole numbers, so that round values stay round
            const double last = static_cast<double>(d.count - 1), at = static_cast<double>(i);
            out[0] = i == 0 ? d.a : at == last ? d.b : fma(d.a, last - at, d.b * at) / last;
            break;
        }
        case DrawKind::logarithmic_grid: {
            const unsigned long long i = run / d.stride % d.count;
            out[0] = i == 0 ? d.a : i + 1 == d.count ? d.b : detail::on_logarithmic_grid(d, i);
            break;
        }
        case DrawKind::list: {
            const unsigned long long i = run / d.stride % d.count;
            for (int k = 0; k < d.width; ++k) out[k] = table[i * static_cast<unsigned long long>(d.width) + k];
            break;
        }
        case DrawKind::uniform:
            out[0] = detail::within(fma(counter.uniform(0).first, d.b - d.a, d.a), d.a, d.b);
            break;
        case DrawKind::log_uniform:
            out[0] = detail::between_logarithms(d, counter.uniform(0).first);
            break;
        case DrawKind::normal:
            out[0] = fma(d.b, counter.normal(0).first, d.a);
            break;
        case DrawKind::truncated_normal:
            out[0] = detail::truncated_normal(d, counter);
            break;
        case DrawKind::correlated_normal:
            detail::correlated_normal(d, counter, table, out);
            break;
        case DrawKind::random_attitude:
            detail::random_attitude(counter, out);
            break;
        case DrawKind::random_direction:
            detail::random_direction(counter, d.a, out);
            break;
        case DrawKind::choice: {
            const auto width = static_cast<unsigned long long>(d.width);
            const unsigned long long i = detail::chosen(d, table + d.count * width, counter.uniform(0).first);
            for (unsigned long long k = 0; k < width; ++k) out[k] = table[i * width + k];
            break;
        }
    }
}

// All columns of a run.
POLHODE_HD inline void draw(const DrawPlan& plan, unsigned long long run, double* columns) {
    for (int i = 0; i < plan.draws; ++i)
        draw_one(plan.draw[i], plan.seed, run, plan.values, columns + plan.draw[i].column);
}

}  // namespace polhode::ensemble
