#include "polhode/inside/start_momentum.hpp"

#include "polhode/inside/inside_numbers.hpp"

namespace polhode {

// H = M w + l, with l that of the body at rest and the columns of M those of unit rates less l.
Vec3<double> rate_of_whole_momentum(const Problem& problem, const Quaternion<double>& q_NB, const Vec3<double>& H) {
    using exact::Two;
    const InsideNumbers<Two> numbers(problem);
    const Quaternion<Two> q{Two(q_NB.w), Two(q_NB.x), Two(q_NB.y), Two(q_NB.z)};
    const Vec3<Two> rest = numbers.momentum(numbers.start(q, {}));
    Mat3<Two> M;
    for (int j = 0; j < 3; ++j) {
        Vec3<Two> unit{};
        unit[j] = Two(1);
        const Vec3<Two> column = numbers.momentum(numbers.start(q, unit)) - rest;
        for (int i = 0; i < 3; ++i) M(i, j) = column[i];
    }
    const Vec3<Two> w = inside::solved(M, cast<Two>(H) - rest);
    return {inside::in_double(w[0]), inside::in_double(w[1]), inside::in_double(w[2])};
}

}  // namespace polhode
