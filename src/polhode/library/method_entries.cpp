#include "method_entries.hpp"

#include "geometric_runs.hpp"

namespace polhode {

std::vector<Parameter> method_parameters() {
    return {
        {"name", Type::text, "", "", false, "how the method is called in tables and file names"},
        {"attitude", Type::text, "", "\"quaternion\"", false, "attitude representation that is integrated"},
        {"integrator", Type::text, "", "\"default\"", false, "how time advances"},
        {"constraint", Type::text, "", "\"none\"", false, "what holds redundant numbers to their constraint"},
        {"arithmetic", Type::text, "", "\"double\"", false, "the numbers the method computes with"},
        {"step", Type::positive, "s", "", false, "fixed step, or the first step of an adaptive method"},
        {"tolerance", Type::positive, "1", "", false,
         "relative error per step of an adaptive method; with \"default\" the attitude error of the result in rad"},
    };
}

std::vector<Entry> integrator_entries() {
    const std::string hnw = "Hairer, Norsett, Wanner, Solving ODEs I";
    const std::vector<Parameter> merson = {
        {"e_max", Type::positive, "state units", "", false,
         "largest estimated error of any state variable; above it the step is halved and tried again"},
        {"e_min", Type::positive, "state units", "", false, "below it the next step is doubled; default e_max"},
        {"largest_step", Type::positive, "s", "", false, "no step grows beyond this"}};
    std::vector<Entry> entries = {
        {"integrator", "default", "picks a good method by itself; needs neither step nor tolerance", {}, "", ""},
        {"integrator", "euler", "forward Euler: one evaluation, for lessons", {}, "1", hnw + " II.1"},
        {"integrator", "midpoint", "Runge's midpoint rule, two evaluations", {}, "2", hnw + " II.1 table 1.1"},
        {"integrator", "heun", "mean of the slopes at both ends, two evaluations", {}, "2", hnw + " II.1"},
        {"integrator", "rk4", "classical Runge-Kutta, four evaluations", {}, "4", hnw + " II.1 table 1.2"},
        {"integrator", "merson",
         "Runge-Kutta-Merson, five evaluations; fixed with `step`, or halving and doubling with `e_max`", merson, "4",
         "TN D-5302, section on variable step; Merson 1957"},
        {"integrator",
         "dopri5",
         "Dormand-Prince 5(4), adaptive with dense output (fixed with `step` alone)",
         {},
         "5(4)",
         hnw + " II.5 table 5.2"},
        {"integrator",
         "dop853",
         "Dormand-Prince 8(5,3), adaptive with dense output (fixed with `step` alone)",
         {},
         "8(5,3)",
         hnw + " II.5, II.6, II.10"},
        {"integrator",
         "adams-bashforth",
         "one evaluation a step from the slopes of earlier steps; started by rk4",
         {{"order", Type::integer, "1", "4", false, "2, 3 or 4"}},
         "2 to 4",
         hnw + " III.1 eq. 1.5"},
        {"integrator",
         "taylor",
         "Taylor series by recurrence, adaptive with dense output (fixed with `step` alone); every smooth torque",
         {{"order", Type::integer, "1", "16", false, "4 to 30"},
          {"project", Type::boolean, "", "true", false, "put a free body back on its two invariants after each step"}},
         "4 to 30",
         "Corliss and Chang 1982; Griewank and Walther, Evaluating Derivatives, ch. 13"},
        {"integrator",
         "exact",
         "closed form, any time in constant time: free bodies, Lagrange tops, given motions",
         {},
         "",
         "Jacobi 1850; Whittaker, Analytical Dynamics, ch. VI"},
        {"integrator",
         "reference",
         "truth for every smooth torque: Taylor series in 32 digits (the closed form where there is one)",
         {},
         "24",
         "Corliss and Chang 1982; Dekker 1971"},
        {"integrator",
         "rotation-vector",
         "one exponential a step; with torque: frozen torque, RK4 for the rate (GyroSoft methods A and C)",
         {{"rate",
           Type::choice,
           "",
           "\"midpoint\"",
           false,
           "which rate stands for the step",
           {"start", "end", "average", "midpoint", "j-cycle", "increment", "two-sample"}}},
         "1 to 4",
         "GyroSoft 2015 eq. 11-13, 20, 21"},
    };
    for (const Entry& e : geometric_entries()) entries.push_back(e);
    return entries;
}

std::vector<Entry> constraint_entries() {
    return {
        {"constraint", "none", "the numbers are left as the integrator makes them", {}, "", ""},
        {"constraint",
         "normalise",
         "after each step the nearest exact rotation (quaternion divided by its length, matrix made orthonormal)",
         {},
         "",
         "TN D-5302 verdict 7; Higham 1986 for the matrix"},
        {"constraint",
         "normalise-binomial",
         "the same to first order, without square root",
         {},
         "",
         "TN D-5302 eq. 28 applied to the state; Gray 1952 step 2"},
    };
}

std::vector<Entry> arithmetic_entries() {
    return {
        {"arithmetic", "double", "IEEE binary64", {}, "", "IEEE 754"},
        {"arithmetic", "float", "IEEE binary32; rows are written with all digits of the float", {}, "", "IEEE 754"},
    };
}

}  // namespace polhode
