#include "polhode/rotation/gibbs.hpp"

#include "polhode/run/engine/engine_instances.hpp"

namespace polhode {

AttitudeFamily attitude_gibbs() {
    AttitudeKind kind = attitude_kind({"attitude",
                                       "gibbs",
                                       "Rodrigues parameters, axis times tan(angle/2); singular at half a turn",
                                       {},
                                       "",
                                       "Shuster, J. Astronautical Sciences 41 (1993) 439"},
                                      {"gx", "gy", "gz"}, Gibbs<double>{});
    engine::integrate_as<Gibbs>(kind);
    return {{kind},
            {{{{"gibbs", Type::vector3, "", "", false, "Rodrigues parameters, axis times tan(angle/2)"}},
              false,
              [](const StartTable& table) -> StartAttitude {
                  return {"gibbs", list_of(table.values.vector("gibbs"))};
              }}}};
}

}  // namespace polhode
