// Who is in the registry of the whole program. A smaller program (the browser's) has a smaller catalogue.
#include "polhode/catalogue/preset_entries.hpp"
#include "polhode/closed_form/motion_start.hpp"
#include "polhode/estimate/estimation.hpp"
#include "polhode/measure/measure.hpp"
#include "polhode/method/constraint_kind.hpp"
#include "polhode/output/output_format.hpp"
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
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_tables.hpp"
#include "polhode/sweep/variation/sweep_variation.hpp"
#include "polhode/sweep/variation/sweep_variation_entries.hpp"

namespace polhode {

const std::vector<Entry>& registry() {
    static const std::vector<Entry> all = [] {
        std::vector<Entry> entries;
        for (const std::vector<Entry>& some : {table_entries(),
                                               attitude_entries(),
                                               integrator_entries(),
                                               constraint_entries(),
                                               arithmetic_entries(),
                                               torque_entries(),
                                               rotor_entries(),
                                               part_entries(),
                                               event_entries(),
                                               controller_entries(),
                                               contact_entries(),
                                               rates_entries(),
                                               noise_entries(),
                                               average_entries(),
                                               preset_entries(),
                                               motion_entries(),
                                               shape_entries(),
                                               border_entries(),
                                               measure_entries(),
                                               format_entries(),
                                               input_entries(),
                                               link_entries(),
                                               sweep_table_entries(),
                                               variation_entries(),
                                               sweep_outcome_entries(),
                                               estimate::estimator_entries(),
                                               estimate::sensors_entries()})
            entries.insert(entries.end(), some.begin(), some.end());
        return entries;
    }();
    return all;
}

}  // namespace polhode
