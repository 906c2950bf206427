#include "polhode/method/method_parameters.hpp"

namespace polhode {

std::vector<Parameter> method_parameters() {
    return {
        {"name", Type::text, "", "", false, "how the method is called in tables and file names"},
        {"preset", Type::text, "", "", false, "a named method: its keys are added where they are not given here"},
        {"input",
         Type::choice,
         "",
         "\"body\"",
         false,
         "what the method is given: the body and its torques, or the readings of a gyroscope on it ([readings]); with "
         "[rates] it is always the rates",
         {"body", "readings"}},
        {"attitude", Type::text, "", "\"quaternion\"", false, "attitude representation that is integrated"},
        {"integrator", Type::text, "", "\"default\"", false, "how time advances"},
        {"constraint", Type::text, "", "\"none\"", false, "what holds redundant numbers to their constraint"},
        {"arithmetic", Type::text, "", "\"double\"", false, "the numbers the method computes with"},
        {"step", Type::positive, "s", "", false, "fixed step, or the first step of an adaptive method"},
        {"tolerance", Type::positive, "1", "", false,
         "relative error per step of an adaptive method; with \"default\" the attitude error of the result in rad"},
        {"compensated", Type::boolean, "", "false", false,
         "the state keeps the low-order bits that each step would round away (compensated summation)"},
    };
}

Parameter rows_parameter() {
    return {"rows",
            Type::choice,
            "",
            "\"stop\"",
            false,
            "where rates come from a table: no step goes across a row, or steps use the rows as readings",
            {"stop", "across"}};
}

Parameter largest_step_parameter() {
    return {"largest_step", Type::positive, "s", "", false, "no step of an adaptive run grows beyond this"};
}

}  // namespace polhode
