// Formulas of the time: of the rate, or of the Euler angles whose rate it is (sampled_rates.hpp).
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/problem/rates_kind.hpp"
#include "polhode/problem/samples/model_values.hpp"

namespace polhode {

namespace {

RatesModel build_euler_rates(const RatesTable& table) {
    const Values& values = table.values;
    EulerSequence sequence;
    if (!parse_euler_sequence(values.text("sequence").c_str(), sequence))
        values.refuse("sequence", "'" + values.text("sequence") + "' is not one of the twelve sequences");
    const EulerRates<double> motion(sequence, read_formulas(values, "angles", {"t"}));
    return {"euler-rates", motion, start_of(motion)};
}

}  // namespace

RatesKind rates_euler_rates() {
    return {
        {"rates",
         "euler-rates",
         "the rate of a motion given by its three Euler angles over time; brings its own start",
         {{"sequence", Type::choice, "", "\"zyx\"", false, "intrinsic axes: zyx means R_NB = Rz(a) Ry(b) Rx(c)",
           euler_sequences()},
          {"angles", Type::formulas, "rad", "", true,
           "three expressions in t, one for each angle in the order of the sequence; derivatives are found exactly"}},
         "",
         "Robinson 1958 eq. 186 (zyx)"},
        build_euler_rates};
}

RatesKind rates_formula() {
    return {{"rates",
             "formula",
             "three expressions in t; steps end where it switches",
             {{"value", Type::formulas, "rad/s", "", true,
               "one expression for each component: + - * / ^, comparisons, if(c,a,b), sin cos tan asin acos atan atan2 "
               "sinh cosh tanh exp log sqrt abs min max sign floor pow, pi, e"}},
             "",
             ""},
            [](const RatesTable& table) -> RatesModel {
                return {"formula", FormulaRates<double>(read_formulas(table.values, "value", {"t"}))};
            }};
}

}  // namespace polhode
