#include "polhode/problem/rates_facts.hpp"

#include "polhode/problem/overloaded.hpp"
#include "polhode/problem/rates_model.hpp"

namespace polhode {

RatesFacts facts_of(const RatesModel& model) {
    return std::visit(Overloaded{
                          [](const kinematics::Constant<double>&) { return RatesFacts{}; },
                          [](const kinematics::Benchmark<double>&) { return RatesFacts{}; },
                          [](const kinematics::Coning<double>&) { return RatesFacts{}; },
                          [](const EulerRates<double>& r) {
                              RatesFacts f;
                              f.formulas = &r.formulas();
                              f.of_angles = true;
                              return f;
                          },
                          [](const TableRates<double>& r) {
                              RatesFacts f;
                              f.table = r.shared_history();
                              return f;
                          },
                          [](const FormulaRates<double>& r) {
                              RatesFacts f;
                              f.formulas = &r.formulas();
                              return f;
                          },
                          [](const CallableRates<double>&) {
                              RatesFacts f;
                              f.only_called = true;
                              return f;
                          },
                          [](const ExternalRates<double>& r) { return r.model().facts(); },
                      },
                      model.rates);
}

}  // namespace polhode
