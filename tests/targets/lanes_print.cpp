// Prints a hash of what ensembles of every kind come to, one number at a time and in lanes of several widths: the
// numbers must be the same on every machine.
#include <cstdio>
#include <utility>
#include <vector>

#include "polhode/arithmetic/lanes.hpp"
#include "polhode/arithmetic/philox.hpp"
#include "polhode/ensemble/ensemble.hpp"

namespace {

using namespace polhode::ensemble;

template <class T>
unsigned long long hash_of_all() {
    unsigned long long hash = 1469598103934665603ull;  // FNV-1a over words
    for (int kind = 0; kind < 6; ++kind) {
        Shape shape;
        shape.duration = 3;
        shape.constraint = kind == 1 ? Constraint::normalise : Constraint::binomial;
        if (kind >= 2) shape.stepper = Stepper::taylor;
        shape.order = kind == 2 ? 8 : kind == 3 ? 16 : 20;
        if (kind == 5) shape.stepper = Stepper::exact;
        const long long n = 16;
        std::vector<double> columns(static_cast<std::size_t>(shape.columns() * n)), out(7 * n);
        std::vector<unsigned char> declined(n);
        const auto at = [&](int c, long long i) -> double& { return columns[static_cast<std::size_t>(c * n + i)]; };
        for (long long i = 0; i < n; ++i) {
            const polhode::RandomStream random{3, static_cast<unsigned long long>(i)};
            for (int k = 0; k < 3; ++k) at(at_moments + k, i) = 1 + 0.4 * k + 0.1 * random.uniform(k);
            if (i % 2) std::swap(at(at_moments, i), at(at_moments + 2, i));
            at(at_attitude, i) = 1;
            for (int k = 0; k < 3; ++k) at(at_rate + k, i) = random.normal(7 + k);
            at(at_step, i) = 0.05;
            at(at_steps, i) = 60;
        }
        Rows rows;
        rows.time = &shape.duration;
        for (long long i = 0; i < n; i += Access<T>::width)
            follow<T>(shape, {columns.data(), n}, i, rows, {out.data(), n, declined.data()});
        for (const double x : out) {
            unsigned long long bits;
            __builtin_memcpy(&bits, &x, sizeof bits);
            hash = (hash ^ bits) * 1099511628211ull;
        }
    }
    return hash;
}

}  // namespace

int main() {
    using polhode::Lanes;
    std::printf("%016llx\n%016llx\n%016llx\n", hash_of_all<double>(), hash_of_all<Lanes<double, 2>>(),
                hash_of_all<Lanes<double, 4>>());
}
