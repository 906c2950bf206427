// Four numbers of unit length (rotation/quaternion.hpp).
#include "polhode/run/engine/engine_instances.hpp"

namespace polhode {

AttitudeFamily attitude_quaternion() {
    AttitudeKind kind = attitude_kind(
        {"attitude",
         "quaternion",
         "q_NB = (w, x, y, z), Hamilton, scalar first, body to world; nowhere singular",
         {{"rate_form",
           Type::choice,
           "",
           "\"body\"",
           false,
           "the rate equations in stages that are not quite unit: q (0, w_B)/2, or (0, w_N) q/2 with w_N by the matrix "
           "of q, homogeneous (world) or as Ganapathi prints it (world-unit)",
           {"body", "world", "world-unit"}},
          {"torque_attitude",
           Type::choice,
           "",
           "\"held\"",
           false,
           "which quaternion torques see in a stage: the stage's own, or that normalised",
           {"held", "normalised"}}},
         "",
         "TN D-5302 eq. 16; Robinson 1958 eqs. 54-77"},
        {"qw", "qx", "qy", "qz"}, Quaternion<double>{});
    kind.fault = [](const std::any&, const std::vector<double>& p) -> std::string {
        return norm(representation_of(Quaternion<double>{}, p).params()) > 0
                   ? ""
                   : "the length is 0; an attitude has length 1";
    };
    engine::integrate_as<Quaternion>(kind);
    return {{kind},
            {{{{"quaternion", Type::numbers, "", "", false, "q_NB = [w, x, y, z], scalar first, body to world"}},
              true,
              [](const StartTable& table) -> StartAttitude {
                  return {"quaternion", start_unit(table, start_numbers(table, 4, "(w, x, y, z)"))};
              }}}};
}

}  // namespace polhode
