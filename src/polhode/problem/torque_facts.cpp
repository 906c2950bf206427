#include "polhode/problem/torque_facts.hpp"

#include "polhode/problem/overloaded.hpp"
#include "polhode/problem/torque_model.hpp"

namespace polhode {

namespace {

// A horizontal torque with a potential: Lz stays.
constexpr TorqueFacts::Keeps but_horizontal_momentum{true, false, true};

TorqueFacts of_weight(double force, const Vec3<double>& arm) {
    TorqueFacts f;
    f.keeps = but_horizontal_momentum;
    f.weight = TorqueFacts::Weight{force, arm};
    return f;
}

TorqueFacts of_gradient(const torque::GravityGradient<double>& g) {
    TorqueFacts f;
    const bool vertical = g.towards[0] == 0 && g.towards[1] == 0;
    f.keeps = {!g.turning, false, !g.turning && vertical};
    return f;
}

}  // namespace

TorqueFacts facts_of(const TorqueModel& model) {
    return std::visit(Overloaded{
                          [](const torque::Gravity<double>& g) { return of_weight(g.mass * g.g, g.at); },
                          [](const torque::Rockets<double>& r) {
                              return of_weight(r.k, {0, 0, 1});
                          },
                          [](const torque::Constant<double>&) { return TorqueFacts{}; },
                          [](const torque::Thruster<double>& t) {
                              TorqueFacts f;
                              f.on = std::pair(t.start, t.stop);
                              return f;
                          },
                          [](const torque::Damping<double>&) { return TorqueFacts{}; },
                          [](const torque::GravityGradient<double>& g) { return of_gradient(g); },
                          [](const TableTorque<double>& t) {
                              TorqueFacts f;
                              f.scheduled = true;
                              f.table = t.shared_history();
                              return f;
                          },
                          [](const FormulaTorque<double>& t) {
                              TorqueFacts f;
                              f.scheduled = true;
                              f.formulas = &t.formulas();
                              return f;
                          },
                          [](const CallableTorque<double>&) {
                              TorqueFacts f;
                              f.scheduled = true;
                              f.only_called = true;
                              return f;
                          },
                          [](const ExternalTorque<double>& t) { return t.model().facts(); },
                      },
                      model.torque);
}

}  // namespace polhode
