// A spring between a point of the body and a far point of the world: it pulls a body axis into a direction of the
// world, torque = k axis x direction, potential = -k axis . direction.
#include "polhode/problem/torque_kind.hpp"

namespace polhode {

namespace {

template <class T>
struct Spring {
    T stiffness;        // k, N m
    Vec3<T> axis;       // body axes
    Vec3<T> direction;  // world axes

    template <class Attitude>
    Vec3<T> operator()(T, const Attitude& attitude, const Vec3<T>&) const {
        return stiffness * cross(axis, to_body(attitude, direction));
    }
    template <class Attitude>
    T potential(const Attitude& attitude) const {
        return -(stiffness * dot(axis, to_body(attitude, direction)));
    }
    template <class To>
    Spring<To> as() const {
        return {static_cast<To>(stiffness), cast<To>(axis), cast<To>(direction)};
    }
    TorqueFacts facts() const {
        TorqueFacts f;
        f.keeps.energy = true;
        return f;
    }
};

}  // namespace

TorqueKind torque_spring() {
    return {{"torque",
             "spring",
             "pulls an axis of the body into a direction of the world",
             {{"stiffness", Type::positive, "N m", "", true, "torque at a right angle"},
              {"axis", Type::vector3, "", "[0.0, 0.0, 1.0]", false, "body axes"},
              {"direction", Type::vector3, "", "[1.0, 0.0, 0.0]", false, "world axes"}},
             "",
             "k axis x direction"},
            [](const TorqueTable& table) -> AnyTorque<double> {
                return external_torque(Spring<double>{table.values.number("stiffness"), table.values.vector("axis"),
                                                      table.values.vector("direction")});
            }};
}

}  // namespace polhode
