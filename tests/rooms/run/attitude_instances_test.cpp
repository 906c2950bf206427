// Every attitude of the registry is integrated, in both floating-point arithmetics, or refused by its name.
#include <gtest/gtest.h>

#include "polhode/problem/attitudes/attitude_kind.hpp"
#include "polhode/run/engine/engine_instances.hpp"
#include "polhode/scenario/scenario.hpp"

namespace attitude_instances_test {

namespace {

using namespace polhode;

// Rows of a run by rk4; 0 where the method was refused, with the complaint.
long rows_with(const std::string& attitude, const std::string& arithmetic, std::string& complaint) {
    try {
        const Scenario s = read_scenario(
            "[body]\ninertia = [1.0, 2.0, 3.0]\n[start]\nattitude = { euler = \"zyx\", angles = [0.3, 0.4, 0.5] }\n"
            "rate = [0.1, 0.2, 0.3]\n[run]\nduration = 0.1\n[method]\nintegrator = \"rk4\"\nstep = 0.01\nattitude = "
            "\"" +
                attitude + "\"\narithmetic = \"" + arithmetic + "\"\n",
            "attitude.toml");
        Statistics statistics;
        long rows = 0;
        const RunObserver observer{.row = [&](const Row&) { ++rows; }, .progress = {}, .stop = {}};
        simulate(s.problem, s.methods.front(), s.run, observer, statistics);
        return rows;
    } catch (const InputError& e) {
        complaint = e.what();
        return 0;
    }
}

}  // namespace

TEST(AttitudeInstances, EveryAttitudeRunsOrIsRefused) {
    for (const AttitudeKind& kind : attitude_kinds())
        for (const char* arithmetic : {"double", "float"}) {
            std::string complaint;
            if (rows_with(kind.entry.name, arithmetic, complaint) == 0) {
                EXPECT_NE(complaint, "") << kind.entry.name << ", " << arithmetic;
                // Gray's procedure has its own numbers
                EXPECT_EQ(kind.entry.name, "dcm-gray") << complaint;
            }
        }
}

TEST(AttitudeInstances, OnlyGraysProcedureIsNotTheEngines) {
    for (const AttitudeKind& kind : attitude_kinds()) {
        const bool by_the_engine = kind.entry.name != "dcm-gray";
        EXPECT_EQ(kind.run_double != nullptr, by_the_engine) << kind.entry.name;
        EXPECT_EQ(kind.run_float != nullptr, by_the_engine) << kind.entry.name;
    }
}

TEST(AttitudeInstances, AnUnknownNameIsNotAQuaternion) {
    Problem problem;
    Method method;
    method.attitude = "gibbs";
    Statistics statistics;
    const ResolvedMethod resolved;
    const RunSpan span;
    const RunObserver observer;
    const std::vector<double> params;
    const engine::Job job{{problem, method, resolved, span, observer, statistics}, params};
    EXPECT_THROW(engine::dispatch<double>(job), std::logic_error);
    method.attitude = "dcm-gray";
    EXPECT_THROW(engine::dispatch<float>(job), std::logic_error);
}

}  // namespace attitude_instances_test
