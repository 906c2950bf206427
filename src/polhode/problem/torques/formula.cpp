// Three expressions (sampled_torques.hpp).
#include "polhode/problem/samples/model_values.hpp"
#include "polhode/problem/torque_kind.hpp"

namespace polhode {

TorqueKind torque_formula() {
    return {
        {"torque",
         "formula",
         "three expressions in t, qw qx qy qz (q_NB), r11 .. r33 (R_NB), wx wy wz (w_NB_B); steps end where t alone "
         "makes it switch",
         {{"value", Type::formulas, "N m", "", true,
           "one expression for each component: + - * / ^, comparisons, if(c,a,b), sin cos tan asin acos atan atan2 "
           "sinh cosh tanh exp log sqrt abs min max sign floor pow, pi, e"},
          torque_frame_parameter()},
         "",
         "Ganapathi 2005, section 7: torque as a function of orientation and time"},
        [](const TorqueTable& table) -> AnyTorque<double> {
            return FormulaTorque<double>(read_formulas(table.values, "value", FormulaTorque<double>::variables()),
                                         read_frame(table.values));
        }};
}

}  // namespace polhode
