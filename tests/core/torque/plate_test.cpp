// Forces on a plate against numbers worked out by hand.
#include "polhode/torque/plate.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace polhode {
namespace plate_test {

using V = Vec3<double>;
using Plate = torque::Plate<double>;

void expect_vector(const V& got, const V& expected, double tolerance) {
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(got[i], expected[i], tolerance) << i;
}

// A black plate takes the momentum of the light, along the light; a mirror twice the part along its normal.
TEST(Plate, LightOnBlackMirrorAndWhite) {
    const Plate plate{2, {0, 0, 1}, {1, 0, 0}, false};
    const V s{0.6, 0, 0.8};
    // p S x = 5 * 2 * 0.8 = 8
    expect_vector(plate.light(s, 5, 0, 0), {-4.8, 0, -6.4}, 1e-15);
    expect_vector(plate.light(s, 5, 1, 0), {0, 0, -8 * 2 * 0.8}, 1e-14);
    expect_vector(plate.light(s, 5, 0, 1), {-4.8, 0, -6.4 - 8 * 2 / 3.0}, 1e-14);
    // half mirrored, a quarter scattered: -8 [0.5 s + 2 (0.4 + 1/12) n]
    const V mixed = plate.light(s, 5, 0.5, 0.25);
    expect_vector(mixed, {-2.4, 0, -8 * (0.4 + 2 * (0.4 + 0.25 / 3))}, 1e-14);
    // c x F with c = (1, 0, 0)
    expect_vector(plate.torque_of(mixed), {0, -mixed[2], mixed[1]}, 1e-15);
}

TEST(Plate, TheBackIsDarkUnlessItIsAsTheFront) {
    Plate plate{2, {0, 0, 1}, {1, 0, 0}, false};
    const V s{0.6, 0, -0.8};
    expect_vector(plate.light(s, 5, 1, 0), {0, 0, 0}, 0);
    expect_vector(plate.drag({0, 0, -3}, 1, 2), {0, 0, 0}, 0);
    plate.both_sides = true;
    expect_vector(plate.light(s, 5, 1, 0), {0, 0, 8 * 2 * 0.8}, 1e-14);
    expect_vector(plate.drag({0, 0, -3}, 1, 2), {0, 0, 18}, 1e-14);
    // edge-on
    expect_vector(plate.light({1, 0, 0}, 5, 1, 0), {0, 0, 0}, 0);
}

// -rho C_d S (n.v) v/2 = -0.5 * 4 * 2.2 * 2 * (3 * 0.8 ...) by hand
TEST(Plate, Air) {
    const Plate plate{2, {0, 0.6, 0.8}, {0, 0, 0.5}, false};
    const V v{1, 0, 3};  // n.v = 2.4
    const V F = plate.drag(v, 4, 2.2);
    expect_vector(F, {-0.5 * 4 * 2.2 * 2 * 2.4, 0, -0.5 * 4 * 2.2 * 2 * 2.4 * 3}, 1e-13);
    expect_vector(plate.torque_of(F), {0, 0.5 * F[0], 0}, 1e-13);
}

}  // namespace plate_test
}  // namespace polhode
