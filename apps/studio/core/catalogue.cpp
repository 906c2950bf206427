// Who is in the registry of the studio's page: everything of a scenario, nothing of sweeps.
#include "polhode/catalogue/preset_entries.hpp"
#include "polhode/closed_form/motion_start.hpp"
#include "polhode/measure/measure.hpp"
#include "polhode/method/constraint_kind.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/problem/body_model.hpp"
#include "polhode/problem/inside/controller_tables.hpp"
#include "polhode/problem/inside/inside_tables.hpp"
#include "polhode/problem/inside/part_tables.hpp"
#include "polhode/problem/rates_model.hpp"
#include "polhode/problem/samples/readings.hpp"
#include "polhode/problem/torque_model.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/run/arithmetic_kind.hpp"
#include "polhode/run/integrator_family.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

const std::vector<Entry>& registry() {
    static const std::vector<Entry> all = [] {
        std::vector<Entry> entries;
        for (const std::vector<Entry>& some :
             {table_entries(),   attitude_entries(), integrator_entries(), constraint_entries(), arithmetic_entries(),
              torque_entries(),  rotor_entries(),    part_entries(),       event_entries(),      controller_entries(),
              contact_entries(), rates_entries(),    noise_entries(),      average_entries(),    preset_entries(),
              motion_entries(),  shape_entries(),    border_entries(),     measure_entries(),    input_entries(),
              link_entries()})
            entries.insert(entries.end(), some.begin(), some.end());
        return entries;
    }();
    return all;
}

}  // namespace polhode
