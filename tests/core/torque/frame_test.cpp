#include "polhode/torque/frame.hpp"

#include "torque_laws.hpp"

namespace polhode {
namespace frame_test {

using V = Vec3<double>;

// The short form for quaternions is the general one, also where the quaternion has not unit length.
RC_GTEST_PROP(TorqueFrame, VerticalInBody, ()) {
    const Quaternion<double> q{laws::component(), laws::component(), laws::component(), laws::component()};
    RC_ASSERT(laws::largest_difference(torque::vertical_in_body(q), to_body(q, V{0, 0, 1})) <= 16 * 2.2e-16 * 4);
    const Quaternion<double> unit = laws::unit_quaternion();
    RC_ASSERT(laws::largest_difference(torque::vertical_in_body(laws::attitude_as(Dcm<double>{}, unit)),
                                       torque::vertical_in_body(unit)) <= 16 * 2.2e-16);
}

}  // namespace frame_test
}  // namespace polhode
