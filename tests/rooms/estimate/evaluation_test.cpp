#include "polhode/estimate/evaluation.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace polhode::estimate {
namespace evaluation_test {

Quaternion<double> about(double x, double y, double z) { return exp_rotation(Vec3<double>{x, y, z}); }

// The truth turned by known angles in the world gives them back, small and large.
TEST(Evaluation, GivesBackKnownAngles) {
    const Quaternion<double> truth = normalise(Quaternion<double>{0.3, -0.5, 0.7, 0.4});
    for (const double a : {1e-9, 1e-5, 0.01, 0.5, 2.0}) {
        const AttitudeError heading = attitude_error(about(0, 0, a) * truth, truth);
        EXPECT_NEAR(heading.heading, a, 1e-15 + 1e-14 * a);
        EXPECT_NEAR(heading.total, a, 1e-15 + 1e-14 * a);
        EXPECT_NEAR(heading.inclination, 0, 1e-15);
        const AttitudeError tilt = attitude_error(about(0.6 * a, -0.8 * a, 0) * truth, truth);
        EXPECT_NEAR(tilt.inclination, a, 1e-15 + 1e-14 * a);
        EXPECT_NEAR(tilt.total, a, 1e-15 + 1e-14 * a);
        EXPECT_NEAR(tilt.heading, 0, 1e-15);
    }
    // the sign of a quaternion means nothing
    EXPECT_EQ(attitude_error(truth, -truth).total, attitude_error(truth, truth).total);
}

TEST(Evaluation, CountsRowsInMotionThatHaveATruthAndNoOthers) {
    SensorLog log;
    LogSamples samples;
    std::vector<EstimateRow> rows;
    for (size_t i = 0; i < 40; ++i) {
        LogRow r;
        r.t = 0.1 * static_cast<double>(i);
        r.moving = (i >= 10 && i < 20) || i >= 30;
        r.has_truth = i != 15;
        log.rows.push_back(r);
        samples.row.push_back(i);
        EstimateRow e;
        // one degree of heading in the first phase, two of tilt in the second, nonsense where it does not count
        e.attitude = i == 15 || !r.moving ? about(1, 1, 1) : i < 20 ? about(0, 0, degree) : about(2 * degree, 0, 0);
        e.heading_deviation = 0.9 * degree;
        e.tilt_deviation = 3 * degree;
        rows.push_back(e);
    }
    const std::vector<Evaluation> all = evaluate(log, samples, rows);
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].rows, 19u);
    EXPECT_EQ(all[1].rows, 9u);
    EXPECT_NEAR(all[1].heading, 1, 1e-12);
    EXPECT_NEAR(all[2].inclination, 2, 1e-12);
    EXPECT_NEAR(all[0].total, std::sqrt((9 * 1 + 10 * 4) / 19.), 1e-12);
    EXPECT_EQ(all[1].heading_within_1, 0);
    EXPECT_EQ(all[1].heading_within_2, 1);
    EXPECT_EQ(all[2].tilt_within_1, 1);
}

TEST(Evaluation, WithoutTruthThereIsNothingToSay) {
    SensorLog log;
    log.rows.resize(3);
    LogSamples samples;
    samples.row = {0, 1, 2};
    EXPECT_TRUE(evaluate(log, samples, std::vector<EstimateRow>(3)).empty());
}

}  // namespace evaluation_test
}  // namespace polhode::estimate
