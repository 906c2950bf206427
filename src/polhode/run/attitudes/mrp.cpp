// Modified Rodrigues parameters (rotation/mrp.hpp).
#include "polhode/run/engine/engine_instances.hpp"

namespace polhode {

AttitudeFamily attitude_mrp() {
    AttitudeKind kind = attitude_kind(
        {"attitude",
         "mrp",
         "modified Rodrigues parameters, axis times tan(angle/4); singular at a full turn, left at half a turn for the "
         "shadow set",
         {},
         "",
         "Schaub and Junkins, Analytical Mechanics of Space Systems"},
        {"sx", "sy", "sz"}, ModifiedRodrigues<double>{});
    engine::integrate_as<ModifiedRodrigues>(kind);
    return {{kind},
            {{{{"mrp", Type::vector3, "", "", false, "modified Rodrigues parameters, axis times tan(angle/4)"}},
              false,
              [](const StartTable& table) -> StartAttitude {
                  return {"mrp", list_of(table.values.vector("mrp"))};
              }}}};
}

}  // namespace polhode
