// Unit axis and angle (rotation/axis_angle.hpp).
#include <cmath>
#include <limits>

#include "polhode/run/engine/engine_instances.hpp"

namespace polhode {

namespace {

// The axis says a direction only, so any length will do; one that is 1 already is kept bit for bit.
StartAttitude axis_angle_start(const StartTable& table) {
    const Values& values = table.values;
    Vec3<double> axis = values.vector("axis");
    const double length = norm(axis);
    if (!(length > 0) || !std::isfinite(length))
        values.refuse("axis", "the axis has no direction: its length is " + short_number(length));
    constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
    if (std::fabs(length - 1) > rounding) axis = axis / length;
    return {"axis-angle", {axis[0], axis[1], axis[2], one_angle(values, "angle", "angle_deg")}};
}

}  // namespace

AttitudeFamily attitude_axis_angle() {
    AttitudeKind kind = attitude_kind<RotationVector<double>>(
        {"attitude",
         "axis-angle",
         "unit axis and angle, rad; singular at angle 0, where there is no axis",
         {},
         "",
         "Robinson 1958 eqs. 6-12; Shuster, J. Astronautical Sciences 41 (1993) 439"},
        {"ux", "uy", "uz", "angle"}, AxisAngle<double>{});
    kind.fault = [](const std::any&, const std::vector<double>& p) -> std::string {
        return norm(representation_of(AxisAngle<double>{}, p).axis) > 0 ? ""
                                                                        : "the axis has no direction: its length is 0";
    };
    engine::integrate_as<AxisAngle>(kind);
    return {{kind},
            {{{{"axis", Type::vector3, "", "", false, "axis of any length, with angle or angle_deg"},
               {"angle", Type::number, "rad", "", false, "angle about the axis"},
               {"angle_deg", Type::number, "deg", "", false, "the same in degrees"}},
              false,
              axis_angle_start}}};
}

}  // namespace polhode
