#include "polhode/estimate/tools/fit_scatter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "polhode/estimate/tools/fourier.hpp"

namespace polhode::estimate {

namespace {

constexpr std::size_t longest_piece = 1 << 15;  // rows: what a transform is made of, so that memory stays small
constexpr double bandwidth = 16;                // the spectrum is smoothed over so many steps of 1/length to both sides
constexpr int slow_steps = 12;  // the slowest so many are looked at for scatter that the spectrum misses

std::size_t power_of_two_from(std::size_t n) {
    std::size_t p = 1;
    while (p < n) p *= 2;
    return p;
}

template <class Of>
Spectrum spectrum_of(std::size_t rows, std::size_t size, const Of& of) {
    Spectrum x(size);
    for (std::size_t i = 0; i < rows; ++i) x[i] = of(i);
    transform(x);
    return x;
}

// A running mean over 2 half + 1 places of a ring.
void smooth_ring(Spectrum& x, std::size_t half) {
    const std::size_t n = x.size(), wide = std::min(2 * half + 1, n);
    Spectrum y(n);
    std::complex<double> sum;
    for (std::size_t i = 0; i < wide; ++i) sum += x[i];
    for (std::size_t i = 0; i < n; ++i) {
        y[(i + half) % n] = sum / static_cast<double>(wide);
        sum += x[(i + wide) % n] - x[i];
    }
    x = std::move(y);
}

// One piece of the rows, from row `from` on.
class Piece {
 public:
    Piece(const FittedRows& rows, std::size_t from, std::size_t many)
        : rows_(rows), from_(from), many_(many), size_(power_of_two_from(2 * many)) {
        density();
        for (const auto& slope : rows.slopes)
            for (int axis = 0; axis < 3; ++axis)
                slopes_.push_back(spectrum_of(many, size_, [&](std::size_t i) { return slope[from + i][axis]; }));
    }

    // sum over f of conj(J_p) S J_q: the covariance of sum J r cos(2 pi shift i/size) if r knows nothing of J
    double predicted(std::size_t p, std::size_t q, std::size_t shift) const {
        double sum = 0;
        for (std::size_t f = 0; f < size_; ++f) {
            const std::size_t g = f >= shift ? f - shift : f + size_ - shift;
            for (std::size_t k = 0; k < 3; ++k)
                for (std::size_t j = 0; j < 3; ++j) {
                    const std::complex<double> a = slopes_[3 * p + k][g], b = slopes_[3 * q + j][g], s = at(k, j, f);
                    // the real part of conj(a) s b
                    sum += s.real() * (a.real() * b.real() + a.imag() * b.imag()) -
                           s.imag() * (a.real() * b.imag() - a.imag() * b.real());
                }
        }
        return sum / static_cast<double>(size_);
    }
    // What the score of p really does there, squared.
    std::size_t step(int k) const { return static_cast<std::size_t>(k) * size_ / many_; }
    Spectrum scores(std::size_t p) const {
        return spectrum_of(many_, size_,
                           [&](std::size_t i) { return dot(rows_.slopes[p][from_ + i], rows_.rest[from_ + i]); });
    }

 private:
    std::complex<double> at(std::size_t k, std::size_t j, std::size_t f) const {
        static constexpr int place[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
        const std::complex<double> s = density_[static_cast<std::size_t>(place[k][j])][f];
        return k <= j ? s : std::conj(s);
    }
    // The spectral density of the residual: periodogram of what a taper leaves, smoothed (P. Welch 1967; the taper
    // keeps the strong noise of differences from leaking to where the motion is).
    void density() {
        std::vector<double> taper(many_);
        double squares = 0, all = 0;
        Vec3<double> mean;
        for (std::size_t i = 0; i < many_; ++i) {
            if (!rows_.good[from_ + i]) continue;
            const double s = std::sin(std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(many_));
            taper[i] = s * s;
            squares += taper[i] * taper[i];
            all += taper[i];
            mean = mean + taper[i] * rows_.rest[from_ + i];
        }
        if (!(all > 0)) return void(density_.fill(Spectrum(size_)));
        mean = mean / all;
        std::array<Spectrum, 3> x;
        for (int axis = 0; axis < 3; ++axis)
            x[static_cast<std::size_t>(axis)] = spectrum_of(many_, size_, [&](std::size_t i) {
                return taper[i] * (rows_.rest[from_ + i][axis] - mean[axis]) / std::sqrt(squares);
            });
        // two running means are a triangle
        const auto half =
            static_cast<std::size_t>(0.5 * bandwidth * static_cast<double>(size_) / static_cast<double>(many_));
        std::size_t pair = 0;
        for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t j = k; j < 3; ++j) {
                Spectrum& s = density_[pair++];
                s.resize(size_);
                for (std::size_t f = 0; f < size_; ++f) s[f] = x[k][f] * std::conj(x[j][f]);
                smooth_ring(s, half);
                smooth_ring(s, half);
            }
    }

    const FittedRows& rows_;
    std::size_t from_, many_, size_;
    std::array<Spectrum, 6> density_;
    std::vector<Spectrum> slopes_;
};

}  // namespace

Matrix covariance_of_scores(const FittedRows& rows) {
    const std::size_t n = rows.slopes.size(), all = rows.rest.size();
    const std::size_t pieces = (all + longest_piece - 1) / longest_piece;
    Matrix sum(n, Numbers(n, 0));
    Numbers seen(n, 0), expected(n, 0);
    for (std::size_t k = 0; k < pieces; ++k) {
        const std::size_t from = k * all / pieces, many = (k + 1) * all / pieces - from;
        const Piece piece(rows, from, many);
        for (std::size_t p = 0; p < n; ++p) {
            for (std::size_t q = 0; q <= p; ++q) sum[p][q] = sum[q][p] = sum[p][q] + piece.predicted(p, q, 0);
            const Spectrum score = piece.scores(p);
            for (int s = 1; s <= slow_steps; ++s) {
                seen[p] += std::norm(score[piece.step(s)]);
                expected[p] += piece.predicted(p, p, piece.step(s));
            }
        }
    }
    // Noise that goes with the motion (attitudes in axes that sway) adds up slower than a residual that knows nothing
    // of it: slow changes of the scores themselves show by how much.
    Numbers factor(n, 1);
    for (std::size_t p = 0; p < n; ++p)
        if (expected[p] > 0) factor[p] = std::sqrt(std::max(1.0, seen[p] / expected[p]));
    for (std::size_t p = 0; p < n; ++p)
        for (std::size_t q = 0; q < n; ++q) sum[p][q] *= factor[p] * factor[q];
    return sum;
}

}  // namespace polhode::estimate
