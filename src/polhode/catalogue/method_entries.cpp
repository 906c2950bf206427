#include "polhode/catalogue/method_entries.hpp"

#include "polhode/method/method_parameters.hpp"
#include "polhode/run/adams_run.hpp"
#include "polhode/run/analog_runs.hpp"
#include "polhode/run/fixed_point_runs.hpp"
#include "polhode/run/geometric_runs.hpp"
#include "polhode/run/gray_runs.hpp"
#include "polhode/run/summed_run.hpp"
#include "polhode/run/top_angles_run.hpp"

namespace polhode {

std::vector<Entry> integrator_entries() {
    const std::string hnw = "Hairer, Norsett, Wanner, Solving ODEs I";
    const std::vector<Parameter> merson = {
        {"e_max", Type::positive, "state units", "", false,
         "largest estimated error of any state variable; above it the step is halved and tried again"},
        {"e_min", Type::positive, "state units", "", false, "below it the next step is doubled; default e_max"},
        largest_step_parameter()};
    std::vector<Entry> entries = {
        {"integrator",
         "default",
         "picks a good method by itself; needs neither step nor tolerance",
         {largest_step_parameter()},
         "",
         ""},
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
         {largest_step_parameter()},
         "5(4)",
         hnw + " II.5 table 5.2"},
        {"integrator",
         "dop853",
         "Dormand-Prince 8(5,3), adaptive with dense output (fixed with `step` alone)",
         {largest_step_parameter()},
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
          {"project", Type::boolean, "", "true", false,
           "put a free body back on its two invariants after each step, a heavy one on energy and vertical momentum"},
          {"invariants",
           Type::choice,
           "",
           "\"all\"",
           false,
           "which of the two `project` holds for a heavy body",
           {"all", "energy", "vertical"}},
          largest_step_parameter()},
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
         "truth for every torque that switches at known times only: Taylor series in 32 digits (the closed form where "
         "there is one)",
         {largest_step_parameter()},
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
           {"start", "end", "average", "midpoint", "j-cycle", "increment", "two-sample", "increment-previous"}},
          {"solver",
           Type::choice,
           "",
           "\"rk4\"",
           false,
           "with torque: how the rate advances over the step under the held torque; adaptive keeps 1.5e-8 of the rate",
           {"rk4", "adaptive"}},
          rows_parameter()},
         "1 to 4",
         "GyroSoft 2015 eq. 11-13, 20, 21"},
    };
    for (const auto& some : {adams_entries(), summed_entries(), top_angles_entries(), geometric_entries()})
        entries.insert(entries.end(), some.begin(), some.end());
    return entries;
}

std::vector<Entry> constraint_entries() {
    const Parameter fraction{"gain_fraction",
                             Type::positive,
                             "1",
                             "",
                             false,
                             "the gain as a fraction of its stability limit, in place of gain"};
    const std::vector<Parameter> algebraic = {
        {"gain", Type::non_negative, "1/s", "", false, "K: the error decays as exp(-2 K t); this or gain_fraction"},
        fraction,
        {"evaluate",
         Type::choice,
         "",
         "\"step\"",
         false,
         "eps once, at the start of each step, or again in every stage, as an analog machine does",
         {"step", "stage"}}};
    const std::vector<Parameter> derivative = {
        {"gain", Type::non_negative, "1", "", false, "M; this or gain_fraction"},
        fraction,
        {"rate_max", Type::positive, "rad/s", "", false,
         "largest rate, which sets the limit that gain_fraction refers to; left out: that of the given rates"},
        {"reading",
         Type::choice,
         "",
         "\"start\"",
         false,
         "which derivative is held: that of the step's start (limit 8), of the step before, as printed (8/3), or of "
         "the "
         "stage before (16)",
         {"start", "lag1", "stage"}}};
    const auto vector_gains = [](const std::string& where) -> std::vector<Parameter> {
        return {{"k1", Type::number, "1/s", "1.0", false, "gain of the length errors, which decay as exp(-2 k1 t)"},
                {"k2", Type::number, "1/s", "2.0", false,
                 "gain of the orthogonality error, which decays as exp(-k2 t); it goes into " + where}};
    };
    std::vector<Entry> entries = {
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
        {"constraint", "algebraic",
         "feedback into the rate equations, q' = G q + K eps q, eps = 1 - |q|^2; stable up to h K = 1 (quaternion, "
         "cayley-klein)",
         algebraic, "", "TN D-5302 eqs. 20, 21; continuous: Robinson 1958 eq. 108 with gain = K/2"},
        {"constraint",
         "normalized",
         "normalises what enters the derivative and leaves the state alone, as TN D-5302 describes it; it does not "
         "work "
         "(quaternion, cayley-klein)",
         {{"reading",
           Type::choice,
           "",
           "\"scaled\"",
           false,
           "the factor 1 + eps/2 on the derivative of every stage (scaled), or stages that start from the normalised "
           "state (substituted)",
           {"scaled", "substituted"}}},
         "",
         "TN D-5302 eq. 28"},
        {"constraint", "derivative",
         "feedback of the derivative, q' = G q + M eps D, D held over the step; stable up to M (h w)^2 = 8 "
         "(quaternion, "
         "cayley-klein)",
         derivative, "", "TN D-5302 eqs. 33, 36"},
        {"constraint", "two-vector",
         "feedback into i' and j': + k1 i (1 - i.i), + k1 j (1 - j.j) - k2 i (i.j) (dcm-two-vector)", vector_gains("j"),
         "", "Robinson 1958 eq. 82, sign of k1 corrected"},
        {"constraint", "three-vector",
         "feedback into all nine cosines of the three length and three orthogonality errors (dcm)",
         vector_gains("both vectors, half in each"), "", "Robinson 1958 eq. 81; Howe 1956"},
    };
    for (const Entry& e : gray_constraint_entries()) entries.push_back(e);
    return entries;
}

std::vector<Entry> arithmetic_entries() {
    std::vector<Entry> entries = {
        {"arithmetic", "double", "IEEE binary64", {}, "", "IEEE 754"},
        {"arithmetic", "float", "IEEE binary32; rows are written with all digits of the float", {}, "", "IEEE 754"},
    };
    entries.push_back(fixed_point_entry());
    for (const Entry& e : analog_entries()) entries.push_back(e);
    return entries;
}

}  // namespace polhode
