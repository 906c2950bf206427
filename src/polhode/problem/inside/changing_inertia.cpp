#include "polhode/problem/inside/changing_inertia.hpp"

namespace polhode {

Mat3<double> ChangingInertia::at(double t) const {
    Mat3<double> I{};
    const Vec3<double> rows = table ? table->piece(table->interval_of(t), t)(t) : Vec3<double>{};
    for (int i = 0; i < 3; ++i) I(i, i) = table ? rows[i] : (*moments)[static_cast<std::size_t>(i)](&t);
    if (!products) return I;
    const int place[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    for (std::size_t k = 0; k < 3; ++k) I(place[k][0], place[k][1]) = I(place[k][1], place[k][0]) = (*products)[k](&t);
    return I;
}

}  // namespace polhode
