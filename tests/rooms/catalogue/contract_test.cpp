// Every integrator with every attitude, arithmetic and constraint, on a body and under given rates: each combination
// runs to its end with finite rows, or is refused in words. What the registry lists is wired.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "polhode/input/toml_text.hpp"
#include "polhode/method/constraint_kind.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/run/arithmetic_kind.hpp"
#include "polhode/run/integrator_family.hpp"
#include "polhode/run/prepare.hpp"
#include "polhode/scenario/scenario.hpp"

namespace contract_test {

using namespace polhode;

namespace {

constexpr double step = 0.005;

Scenario scenario_of(const std::string& what, const std::string& span = "duration = 0.02\nsample = 0.01\n") {
    return read_scenario(what + "[start]\nattitude = { axis = [1.0, 2.0, 3.0], angle_deg = 50.0 }\n" +
                             (what.find("[body]") == 0 ? "rate = [0.7, -0.4, 1.1]\n" : "") +
                             "[method]\nintegrator = \"default\"\n[run]\n" + span,
                         "contract");
}

Method method_of(const std::string& integrator, const std::string& attitude, const std::string& arithmetic,
                 const std::string& constraint) {
    std::string text =
        "integrator = \"" + integrator + "\"\nattitude = \"" + attitude + "\"\narithmetic = \"" + arithmetic + "\"\n";
    const bool gained = constraint == "algebraic" || constraint == "derivative";
    text +=
        "constraint = " + (gained ? "{ kind = \"" + constraint + "\", gain = 0.1 }" : '"' + constraint + '"') + '\n';
    return read_method_table(parse_toml(text, "contract"));
}

// "" for a run that reached its end, the words of a refusal otherwise.
std::string outcome(const Scenario& scenario, Method method) {
    RunSpan span = scenario.run;
    const IntegratorTraits traits = family_of(method.integrator).traits(method.integrator);
    if (scenario.problem.readings)
        method.input = "readings";
    else if (traits.steps != IntegratorTraits::Steps::own)
        method.step = step;
    try {
        const Plan plan = prepare(scenario.problem, method, span);
        Statistics statistics;
        long rows = 0;
        bool finite = true;
        simulate(plan,
                 {.row =
                      [&](const Row& row) {
                          ++rows;
                          finite = finite && is_finite(row.q_NB.params()) && is_finite(row.w_NB_B) &&
                                   std::isfinite(row.defect) && row.state.size() == plan.columns().state.size();
                      }},
                 statistics);
        EXPECT_TRUE(finite) << method.integrator;
        EXPECT_EQ(rows, 3) << method.integrator;
        EXPECT_EQ(statistics.end_time, span.duration) << method.integrator;
        return "";
    } catch (const InputError& e) {
        EXPECT_GT(std::string(e.what()).size(), 20u);
        return e.what();
    }
}

bool estimates(const std::string& integrator) {
    const std::vector<std::string> estimators = names_of("estimator");
    return std::find(estimators.begin(), estimators.end(), integrator) != estimators.end();
}

}  // namespace

TEST(Contract, EveryCombinationRunsOrIsRefusedInWords_Long) {
    const std::vector<Scenario> problems{
        scenario_of("[body]\ninertia = [1.0, 1.7, 2.2]\n"),
        scenario_of(
            "[body]\ninertia = [1.0, 1.0, 1.6]\n[[torque]]\nkind = \"gravity\"\nmass = 0.3\nat = [0.0, 0.0, 0.4]\n"),
        scenario_of("[rates]\nkind = \"constant\"\nvalue = [0.3, -0.2, 0.5]\n"),
        // Estimators run on what sensors say, and find up and north in the first 0.3 s.
        scenario_of("[body]\ninertia = [1.0, 1.7, 2.2]\n[readings]\nsample_hz = 100.0\n[readings.accelerometer]\n"
                    "[readings.magnetometer]\nfield = [0.0, 16.0, -42.0]\n",
                    "duration = 0.6\nsample = 0.3\n")};
    std::map<std::string, long> ran;
    long refused = 0;
    for (const std::string& integrator : names_of("integrator"))
        for (const std::string& attitude : names_of("attitude"))
            for (const std::string& arithmetic : names_of("arithmetic"))
                for (const std::string& constraint : names_of("constraint")) {
                    const Method method = method_of(integrator, attitude, arithmetic, constraint);
                    SCOPED_TRACE(integrator + " " + attitude + " " + arithmetic + " " + constraint);
                    for (const Scenario& problem : problems) {
                        if ((problem.problem.readings != nullptr) != estimates(integrator)) continue;
                        if (outcome(problem, method).empty())
                            ++ran[integrator], ++ran[attitude], ++ran[arithmetic], ++ran[constraint];
                        else
                            ++refused;
                    }
                    if (HasFailure()) return;
                }
    // Nothing is in the registry that cannot run anywhere.
    for (const char* kind : {"integrator", "attitude", "arithmetic", "constraint"})
        for (const std::string& name : names_of(kind)) EXPECT_GT(ran[name], 0) << kind << " " << name;
    EXPECT_GT(refused, 1000);
}

TEST(Contract, WhatIsListedIsWired) {
    for (const std::string& name : names_of("integrator")) {
        const IntegratorFamily& family = family_of(name);
        EXPECT_NE(family.resolve, nullptr) << name;
        EXPECT_NE(family.run, nullptr) << name;
    }
    for (const std::string& name : names_of("arithmetic")) EXPECT_EQ(arithmetic_named(name).entry.name, name);
    for (const std::string& name : names_of("constraint")) EXPECT_EQ(constraint_kind(name).entry.name, name);
    EXPECT_THROW(family_of("rk5"), std::logic_error);
    EXPECT_THROW(arithmetic_named("decimal"), std::logic_error);
    EXPECT_THROW(constraint_kind("glue"), std::logic_error);
}

}  // namespace contract_test
