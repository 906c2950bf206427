#include "polhode/library/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/library/measure.hpp"
#include "polhode/library/truth.hpp"
#include "rooms/face/face_text.hpp"

namespace polhode {
namespace run_test {

using namespace face_test;

TEST(FaceRun, RowsAreHandedOverAndKeptAlike) {
    const RunPlan plan = plan_run(ScenarioFile::from_text(tumbling));
    std::vector<double> times, scalars;
    RunObserver observer;
    observer.row = [&](const Row& row) {
        times.push_back(row.t);
        scalars.push_back(row.q_NB.w);
    };
    const Statistics statistics = run(plan, observer);
    const Recording kept = record(plan);
    ASSERT_EQ(times.size(), 11u);
    ASSERT_EQ(kept.rows.size(), times.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
        EXPECT_EQ(kept.rows[i].t, times[i]);
        EXPECT_EQ(kept.rows[i].q_NB.w, scalars[i]);
    }
    EXPECT_EQ(times.front(), 0);
    EXPECT_EQ(times.back(), 1);
    EXPECT_EQ(statistics.evaluations, kept.statistics.evaluations);
    EXPECT_EQ(statistics.end_time, 1);
}

TEST(FaceRun, AnObserverMayLeaveEverythingOutAndMayStop) {
    const RunPlan plan = plan_run(ScenarioFile::from_text(tumbling));
    EXPECT_EQ(run(plan, {}).end_time, 1);
    RunObserver observer;
    observer.stop = [] { return true; };
    const Statistics statistics = run(plan, observer);
    EXPECT_TRUE(statistics.interrupted);
    EXPECT_LT(statistics.end_time, 1);
}

TEST(FaceRun, ThePlanSaysWhatItWillDo) {
    const ScenarioFile scenario = ScenarioFile::from_text(tumbling, "body.toml", {"run.duration=2"});
    const RunPlan plan = plan_run(scenario, "cosines");
    EXPECT_EQ(plan.method(), "cosines");
    EXPECT_EQ(plan.columns().state.size(), 9u);
    EXPECT_EQ(plan.duration(), 2);
    EXPECT_EQ(plan.sample(), 0.1);
    EXPECT_EQ(plan.scenario().file(), "body.toml");
    EXPECT_TRUE(says(plan.description(), "rk4"));
    EXPECT_EQ(scenario.methods(), (std::vector<std::string>{"fine", "cosines"}));
    EXPECT_EQ(scenario.with({"run.duration=3"}).duration(), 3);
    EXPECT_EQ(scenario.duration(), 2) << "a scenario does not change";
}

TEST(FaceRun, RefusalsNameThePlaceAndTheNearestName) {
    const std::string key =
        refusal([] { ScenarioFile::from_text("[run]\ndurration = 1\n[rates]\nkind = \"constant\"\n", "broken.toml"); });
    EXPECT_TRUE(says(key, "broken.toml:2")) << key;
    EXPECT_TRUE(says(key, "Did you mean 'duration'?")) << key;
    const ScenarioFile scenario = ScenarioFile::from_text(tumbling);
    EXPECT_TRUE(says(refusal([&] { plan_run(scenario, "cosine"); }), "did you mean 'cosines'?"));
    EXPECT_TRUE(says(refusal([&] { plan_run(scenario, 2); }), "there is no method 2"));
    EXPECT_TRUE(says(refusal([&] { scenario.with({"method.integrator=\"rk5\""}); }), "rk4"));
    EXPECT_TRUE(says(refusal([] { ScenarioFile::read("/nowhere/at-all.toml"); }), "at-all.toml"));
    const ScenarioFile given =
        ScenarioFile::from_text("[rates]\nkind = \"constant\"\nvalue = [0, 0, 1]\n[run]\nduration = 1\n");
    const auto nothing = [](double, const Quaternion<double>&, const Vec3<double>&) { return Vec3<double>{}; };
    EXPECT_TRUE(says(refusal([&] { given.with_torque("push", nothing); }), "would move nothing"));
}

TEST(FaceRun, AFailureComesThroughOrIsKept) {
    const ScenarioFile absurd = ScenarioFile::from_text(tumbling).with_torque(
        "absurd", [](double t, const Quaternion<double>&, const Vec3<double>&) {
            return Vec3<double>{t < 0.5 ? 0.0 : std::nan(""), 0, 0};
        });
    Statistics statistics;
    EXPECT_THROW(run(plan_run(absurd), {}, statistics), ComputationFailed);
    EXPECT_GT(statistics.evaluations, 0);
    const Recording kept = record(plan_run(absurd));
    EXPECT_TRUE(says(kept.failure, "the computation failed at t = ")) << kept.failure;
    EXPECT_GE(kept.rows.size(), 5u);
}

TEST(FaceTruth, ClosedFormAndReferenceAgree) {
    const ScenarioFile scenario = ScenarioFile::from_text(tumbling);
    TrueMotion exact = TrueMotion::of(scenario, "exact"), reference = TrueMotion::of(scenario, "reference");
    EXPECT_TRUE(exact.closed_form());
    EXPECT_FALSE(reference.closed_form());
    EXPECT_NEAR(exact.at(1).q_NB.w, reference.at(1).q_NB.w, 1e-13);
    EXPECT_LT(reference.error_bound(1), 1e-12);
    EXPECT_EQ(reference.caveat(), "");
    EXPECT_TRUE(says(refusal([&] { TrueMotion::of(scenario, "perfect"); }), "there is no truth 'perfect'"));
}

TEST(FaceMeasure, HasTheMeasuresOfTheRegistry) {
    const Measures measures = measure(plan_run(ScenarioFile::from_text(tumbling)), "exact");
    EXPECT_TRUE(says(measures.against, "closed form")) << measures.against;
    EXPECT_EQ(measures.rows, 11);
    ASSERT_FALSE(measures.results.empty());
    for (const MeasureResult& m : measures.results) {
        if (m.name == "geodesic") {
            EXPECT_GT(m.largest, 0);
            EXPECT_LT(m.largest, 1e-6);
            EXPECT_EQ(m.unit, "rad");
        }
    }
    EXPECT_NE(refusal([] { measure(plan_run(ScenarioFile::from_text(tumbling)), "fime"); }), "");
}

}  // namespace run_test
}  // namespace polhode
