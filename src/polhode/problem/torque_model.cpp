#include "polhode/problem/torque_model.hpp"

#include <cmath>
#include <stdexcept>

#include "polhode/problem/overloaded.hpp"
#include "polhode/problem/samples/model_values.hpp"
#include "polhode/problem/torque_kind.hpp"

namespace polhode {

Parameter torque_frame_parameter() {
    return {"frame", Type::choice, "", "\"body\"", false, "axes the components are given in", {"body", "world"}};
}

torque::Frame read_frame(const Values& values) {
    return values.text("frame") == "world" ? torque::Frame::world : torque::Frame::body;
}

TorqueModel build_torque(const std::string& kind, const Values& values, const BodyModel& body,
                         const std::string& directory, const OrbitModel* orbit) {
    for (const TorqueKind& one : torque_kinds())
        if (one.entry.name == kind) return {kind, one.build({values, body, directory, orbit})};
    throw std::logic_error("no torque is called '" + kind + "'");
}

std::vector<Entry> torque_entries() {
    std::vector<Entry> entries;
    for (const TorqueKind& kind : torque_kinds()) entries.push_back(kind.entry);
    return entries;
}

std::vector<double> switching_times(const std::vector<TorqueModel>& models, double end) {
    std::vector<double> times;
    for (const TorqueModel& model : models)
        std::visit(Overloaded{[&](const torque::Thruster<double>& t) {
                                  times.push_back(t.start);
                                  if (std::isfinite(t.stop)) times.push_back(t.stop);
                              },
                              [&](const TableTorque<double>& t) {
                                  t.history().require_cover(end);
                                  t.switching_times(end, times);
                              },
                              [&](const FormulaTorque<double>& t) { t.formulas().switching_times(end, times); },
                              [&](const ExternalTorque<double>& t) { t.model().switching_times(end, times); },
                              [](const torque::Gravity<double>&) {}, [](const torque::Constant<double>&) {},
                              [](const torque::Rockets<double>&) {}, [](const torque::Damping<double>&) {},
                              [](const torque::GravityGradient<double>&) {}, [](const CallableTorque<double>&) {}},
                   model.torque);
    tidy_switching_times(times, end);
    return times;
}

}  // namespace polhode
