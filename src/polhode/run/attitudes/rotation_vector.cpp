// Axis times angle (rotation/rotation_vector.hpp).
#include "polhode/run/engine/engine_instances.hpp"

namespace polhode {

AttitudeFamily attitude_rotation_vector() {
    AttitudeKind kind = attitude_kind<AxisAngle<double>>(
        {"attitude",
         "rotation-vector",
         "axis times angle, rad; singular at a full turn, left at half a turn for the shorter way round",
         {},
         "",
         "Bortz, IEEE Trans. AES-7 (1971) 61"},
        {"rx", "ry", "rz"}, RotationVector<double>{});
    engine::integrate_as<RotationVector>(kind);
    return {{kind},
            {{{{"rotation_vector", Type::vector3, "rad", "", false, "axis times angle"}},
              false,
              [](const StartTable& table) -> StartAttitude {
                  return {"rotation-vector", list_of(table.values.vector("rotation_vector"))};
              }}}};
}

}  // namespace polhode
