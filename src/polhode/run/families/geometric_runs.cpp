// The integrators that respect the geometry of rotation: splitting, discrete Moser-Veselov, Lie-group Runge-Kutta,
// Magnus, Gauss collocation, variational, and those of flight simulators. All hold quaternion and momentum in principal
// axes (or, under given rates, the quaternion) and take fixed steps.
#include "polhode/run/arithmetic_kind.hpp"
#include "polhode/run/families/geometric_motion.hpp"
#include "polhode/run/integrator_family.hpp"

namespace polhode {

namespace {

std::vector<Entry> geometric_entries() {
    const Parameter kicks{"kicks",
                          Type::choice,
                          "",
                          "\"once\"",
                          false,
                          "how a torque acts: \"resolved\" where it depends on the rate (damping)",
                          {"once", "resolved"}};
    return {
        {"integrator",
         "splitting",
         "exact partial motions composed; keeps the momentum in space, energy bounded; best for fast symmetric tops",
         {{"order", Type::integer, "1", "4", false, "2, 4, 6 or 8"},
          {"variant",
           Type::choice,
           "",
           "\"symmetric-top\"",
           false,
           "which partial motions",
           {"symmetric-top", "five-rotation"}},
          kicks},
         "2, 4, 6, 8",
         "Touma and Wisdom 1994; Reich 1994; Blanes and Moan 2002; Kahan and Li 1997"},
        {"integrator",
         "symplectic-reference",
         "splitting of order 8 with compensated summation: the yardstick for long times of heavy asymmetric bodies",
         {kicks},
         "8",
         "Kahan and Li 1997; Touma and Wisdom 1994; Kahan 1965"},
        {"integrator",
         "dmv",
         "discrete Moser-Veselov with modified moments; free bodies exactly conserved, torque by kicks",
         {{"order", Type::integer, "1", "8", false, "2, 4, 6 or 8; free bodies also 10"}, kicks},
         "2 to 10",
         "Moser and Veselov 1991; Hairer and Vilmart 2006"},
        {"integrator",
         "rkmk4",
         "Runge-Kutta-Munthe-Kaas on the rotation group",
         {},
         "4",
         "Munthe-Kaas, BIT 38 (1998) 92"},
        {"integrator", "cf4", "commutator-free Lie-group Runge-Kutta", {}, "4", "Celledoni, Marthinsen, Owren 2003"},
        {"integrator",
         "crouch-grossman",
         "products of exponentials of stage rates",
         {{"order", Type::integer, "1", "4", false, "3 or 4"}},
         "3, 4",
         "Crouch and Grossman 1993"},
        {"integrator",
         "magnus",
         "one exponential a step from moments and commutators of a given rate",
         {{"order", Type::integer, "1", "6", false, "4 or 6"}},
         "4, 6",
         "Blanes, Casas, Ros, BIT 40 (2000)"},
        {"integrator",
         "gauss",
         "implicit Gauss collocation: keeps every quadratic invariant",
         {{"order", Type::integer, "1", "8", false, "2, 4, 6 or 8"}},
         "2, 4, 6, 8",
         "Hairer, Lubich, Wanner, Geometric Numerical Integration, II.1"},
        {"integrator",
         "implicit-midpoint",
         "Gauss collocation of order 2",
         {},
         "2",
         "Hairer, Lubich, Wanner, Geometric Numerical Integration, II.1"},
        {"integrator", "lgvi", "Lie-group variational integrator", {}, "2", "Lee, Leok, McClamroch 2007"},
        {"integrator",
         "buss",
         "augmented second-order step of game and flight engines",
         {{"order", Type::integer, "1", "2", false, "1 or 2"}},
         "1, 2",
         "Buss 2000"},
        {"integrator",
         "local-linear",
         "local linearisation of flight simulators, with Adams-Bashforth for the rate",
         {},
         "2",
         "Barker, Bowles, Williams, NASA TN D-7347"},
        {"integrator",
         "taylor-psi",
         "free bodies: Taylor series of the momentum and of the turn about it, exact assembly",
         {{"order", Type::integer, "1", "16", false, "4 to 30"},
          {"project", Type::boolean, "", "true", false, "put the body back on its two invariants after each step"}},
         "4 to 30",
         "van Zon and Schofield 2007; Corliss and Chang 1982"},
    };
}

// Why the method cannot run on the problem, "" if it can; fills in what its parameters mean.
std::string what_hinders(const Problem& problem, const Values& v, ResolvedMethod& m) {
    if (v.has("order")) m.order = static_cast<int>(v.integer("order"));
    if (v.has("kicks")) m.resolved_kicks = v.text("kicks") == "resolved";
    if (v.has("variant")) m.five_rotations = v.text("variant") == "five-rotation";
    if (v.has("project")) m.project = v.boolean("project");
    const auto among = [&](std::initializer_list<int> allowed) {
        for (int a : allowed)
            if (m.order == a) return;
        std::string list;
        for (int a : allowed) list += (list.empty() ? "" : ", ") + std::to_string(a);
        v.refuse("order", std::to_string(m.order) + " is not one of " + list);
    };
    if (m.integrator == "splitting" || m.integrator == "gauss") among({2, 4, 6, 8});
    if (m.integrator == "symplectic-reference") {
        m.order = 8;
        m.compensated = true;
    }
    if (m.integrator == "dmv") among({2, 4, 6, 8, 10});
    if (m.integrator == "crouch-grossman") among({3, 4});
    if (m.integrator == "magnus") among({4, 6});
    if (m.integrator == "buss") among({1, 2});
    if (m.integrator == "taylor-psi" && (m.order < 4 || m.order > 30))
        v.refuse("order", std::to_string(m.order) + " is not a number from 4 to 30");

    if (m.integrator == "dmv" && m.order == 10 && problem.dynamics() && !problem.torques.empty())
        v.refuse("order", "10 is for free bodies; with a torque the kicks reach order 8 (2, 4, 6 or 8)");
    const bool for_rates = m.integrator == "magnus" || m.integrator == "rkmk4" || m.integrator == "cf4";
    if (!problem.dynamics() && !for_rates) return "it moves bodies, not given rates; magnus, rkmk4 and cf4 take rates";
    if (problem.dynamics() && m.integrator == "magnus") return "it needs a rate given as a function of time ([rates])";
    if (problem.dynamics() && m.integrator == "taylor-psi" && !problem.torques.empty())
        return "it moves free bodies only; taylor takes torques";
    return "";
}

IntegratorTraits geometric_traits(const std::string&) {
    IntegratorTraits t;
    t.double_alone = true;
    return t;
}

void resolve_geometric(const Problem& problem, const Method& method, const RunSpan&, ResolvedMethod& m) {
    if (const std::string why = what_hinders(problem, method.integrator_values, m); !why.empty())
        throw InputError(method.at("integrator"), m.integrator + ": " + why);
}

void run_geometric(const RunJob& job) {
    with_double_or_counting(job.method.arithmetic,
                            [&](auto number) { geometric_motion::follow<decltype(number)>(job); });
}

}  // namespace

IntegratorFamily geometric_family() {
    return {geometric_entries(), geometric_traits, resolve_geometric, run_geometric};
}

}  // namespace polhode
