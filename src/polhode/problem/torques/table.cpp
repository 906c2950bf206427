// A torque over time, from a file or from the scenario (sampled_torques.hpp).
#include "polhode/problem/samples/model_values.hpp"
#include "polhode/problem/torque_kind.hpp"

namespace polhode {

namespace {

std::vector<Parameter> parameters() {
    std::vector<Parameter> all = file_parameters(false);
    for (const auto& more :
         {inline_table_parameters("torque", "N m"), {torque_frame_parameter()}, interpolation_parameters()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

AnyTorque<double> build_table(const TorqueTable& table) {
    const Values& values = table.values;
    TimeTable rows = read_time_table(values, table.directory,
                                     {{"t", "x", "y", "z"}, {"t", "tx", "ty", "tz"}, {"t", "mx", "my", "mz"}});
    return TableTorque<double>(make_history(std::move(rows), values, read_interpolation(values)), read_frame(values));
}

}  // namespace

TorqueKind torque_table() {
    return {{"torque", "table", "a torque over time from a file or from the scenario, interpolated", parameters(), "",
             "cubic: de Boor, A Practical Guide to Splines, chapter IV"},
            build_table};
}

}  // namespace polhode
