#include "polhode/base/eigenvalues.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode {

namespace {

class SmallMatrix {
 public:
    explicit SmallMatrix(std::vector<double> rows) : numbers_(std::move(rows)) {
        while ((size_ + 1) * (size_ + 1) <= numbers_.size()) ++size_;
    }
    double& operator()(std::size_t i, std::size_t j) { return numbers_[i * size_ + j]; }
    std::size_t size() const { return size_; }
    bool finite() const {
        return std::all_of(numbers_.begin(), numbers_.end(), [](double x) { return std::isfinite(x); });
    }

    void balance();
    void reduce();
    std::vector<std::complex<double>> roots();

 private:
    bool balance_one(std::size_t i);
    std::size_t small_below(std::size_t last);
    void sweep(std::size_t first, std::size_t last, double sum, double product);

    std::vector<double> numbers_;
    std::size_t size_ = 0;
};

// Rows and columns of like size, by powers of two (Parlett and Reinsch 1969): momenta beside angles differ by many.
bool SmallMatrix::balance_one(std::size_t i) {
    double column = 0, row = 0;
    for (std::size_t j = 0; j < size_; ++j)
        if (j != i) {
            column += std::fabs((*this)(j, i));
            row += std::fabs((*this)(i, j));
        }
    if (column == 0 || row == 0) return false;
    const double factor = std::exp2(std::round(0.5 * std::log2(row / column)));
    if (!((column * factor + row / factor) < 0.95 * (column + row))) return false;
    for (std::size_t j = 0; j < size_; ++j) (*this)(i, j) /= factor;
    for (std::size_t j = 0; j < size_; ++j) (*this)(j, i) *= factor;
    return true;
}
void SmallMatrix::balance() {
    for (int pass = 0; pass < 100; ++pass) {
        bool changed = false;
        for (std::size_t i = 0; i < size_; ++i) changed |= balance_one(i);
        if (!changed) return;
    }
}

// Zeros below the first subdiagonal, by elimination with the largest as pivot (Golub and Van Loan, section 7.4).
void SmallMatrix::reduce() {
    SmallMatrix& a = *this;
    for (std::size_t m = 1; m + 1 < size_; ++m) {
        std::size_t pivot = m;
        for (std::size_t i = m + 1; i < size_; ++i)
            if (std::fabs(a(i, m - 1)) > std::fabs(a(pivot, m - 1))) pivot = i;
        if (a(pivot, m - 1) == 0) continue;
        if (pivot != m) {
            for (std::size_t j = 0; j < size_; ++j) std::swap(a(pivot, j), a(m, j));
            for (std::size_t j = 0; j < size_; ++j) std::swap(a(j, pivot), a(j, m));
        }
        for (std::size_t i = m + 1; i < size_; ++i) {
            const double factor = a(i, m - 1) / a(m, m - 1);
            if (factor == 0) continue;
            for (std::size_t j = 0; j < size_; ++j) a(i, j) -= factor * a(m, j);
            for (std::size_t j = 0; j < size_; ++j) a(j, m) += factor * a(j, i);
            a(i, m - 1) = 0;
        }
    }
}

// The first row of the block that ends with `last` and whose subdiagonals all count.
std::size_t SmallMatrix::small_below(std::size_t last) {
    for (std::size_t l = last; l > 0; --l) {
        double size = std::fabs((*this)(l - 1, l - 1)) + std::fabs((*this)(l, l));
        if (size == 0)
            size = std::fabs(*std::max_element(numbers_.begin(), numbers_.end(),
                                               [](double x, double y) { return std::fabs(x) < std::fabs(y); }));
        if (std::fabs((*this)(l, l - 1)) <= std::numeric_limits<double>::epsilon() * size) {
            (*this)(l, l - 1) = 0;
            return l;
        }
    }
    return 0;
}

// Francis's double step with shifts of the given sum and product, by reflections of three (Golub and Van Loan, 7.5).
void SmallMatrix::sweep(std::size_t first, std::size_t last, double sum, double product) {
    SmallMatrix& a = *this;
    double x =
        a(first, first) * a(first, first) + a(first, first + 1) * a(first + 1, first) - sum * a(first, first) + product;
    double y = a(first + 1, first) * (a(first, first) + a(first + 1, first + 1) - sum);
    double z = first + 2 <= last ? a(first + 1, first) * a(first + 2, first + 1) : 0;
    for (std::size_t k = first; k < last; ++k) {
        const std::size_t rows = std::min<std::size_t>(3, last - k + 1);
        double v[3] = {x, y, rows == 3 ? z : 0};
        const double length = std::copysign(std::hypot(v[0], v[1], v[2]), v[0]);
        if (length != 0) {
            v[0] += length;
            const double over = 1 / (length * v[0]);
            for (std::size_t j = k > first ? k - 1 : first; j < size_; ++j) {
                double along = 0;
                for (std::size_t i = 0; i < rows; ++i) along += v[i] * a(k + i, j);
                for (std::size_t i = 0; i < rows; ++i) a(k + i, j) -= along * over * v[i];
            }
            for (std::size_t i = 0; i <= std::min(last, k + 3); ++i) {
                double along = 0;
                for (std::size_t j = 0; j < rows; ++j) along += v[j] * a(i, k + j);
                for (std::size_t j = 0; j < rows; ++j) a(i, k + j) -= along * over * v[j];
            }
        }
        x = a(k + 1, k);
        y = k + 2 <= last ? a(k + 2, k) : 0;
        z = k + 3 <= last ? a(k + 3, k) : 0;
    }
}

// Roots of z^2 - sum z + product, the larger first, so that nothing cancels.
void add_pair(double sum, double product, std::vector<std::complex<double>>& all) {
    const double half = 0.5 * sum, square = half * half - product;
    if (square < 0) {
        all.emplace_back(half, std::sqrt(-square));
        all.emplace_back(half, -std::sqrt(-square));
        return;
    }
    const double large = half + std::copysign(std::sqrt(square), half);
    all.emplace_back(large);
    all.emplace_back(large == 0 ? 0 : product / large);
}

std::vector<std::complex<double>> SmallMatrix::roots() {
    SmallMatrix& a = *this;
    std::vector<std::complex<double>> all;
    int tries = 0;
    for (std::size_t left = size_; left > 0;) {
        const std::size_t last = left - 1, first = small_below(last);
        if (first == last) {
            all.emplace_back(a(last, last));
            left -= 1, tries = 0;
            continue;
        }
        double sum = a(last - 1, last - 1) + a(last, last);
        double product = a(last - 1, last - 1) * a(last, last) - a(last - 1, last) * a(last, last - 1);
        // Sixty tries are six times what any matrix has taken; what is left is taken as it stands.
        if (first + 1 == last || ++tries > 60) {
            add_pair(sum, product, all);
            left -= 2, tries = 0;
            continue;
        }
        if (tries % 10 == 0) {  // shifts from elsewhere, where these go round in a circle (Wilkinson)
            const double size = std::fabs(a(last, last - 1)) + std::fabs(a(last - 1, last - 2));
            sum = 1.5 * size, product = size * size;
        }
        sweep(first, last, sum, product);
    }
    return all;
}

}  // namespace

std::vector<std::complex<double>> eigenvalues(std::vector<double> matrix) {
    SmallMatrix a(std::move(matrix));
    if (!a.finite()) return {};
    a.balance();
    a.reduce();
    return a.roots();
}

}  // namespace polhode
