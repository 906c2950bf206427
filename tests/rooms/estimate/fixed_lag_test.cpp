#include "polhode/estimate/fixed_lag.hpp"

#include <gtest/gtest.h>

#include "polhode/estimate/online_estimation.hpp"
#include "support/estimate_support.hpp"

namespace polhode::estimate {
namespace fixed_lag_test {

struct Seen {
    std::vector<double> times;
    Estimation estimation;
};
Seen with_lag(const SensorLog& log, double lag) {
    EstimationSettings settings;
    settings.lag = lag;
    Seen seen;
    OnlineEstimation online(log, {}, settings,
                            [&](const LogRow& row, const EstimateRow&) { seen.times.push_back(row.t); });
    for (const LogRow& row : log.rows) online.push(row);
    seen.estimation = online.finish();
    return seen;
}

// A row for each row, in their order, and better the longer one waits: the errors of the tilt fall to those of the
// smoother. (The heading of this log hangs on its first second, which no later reading mends.)
TEST(FixedLag, WaitingHelps_Long) {
    const SensorLog log = read_log(test::data_file("estimation-made-log.csv"), {});
    const Seen none = with_lag(log, 0), some = with_lag(log, 2);
    ASSERT_EQ(some.times.size(), log.rows.size());
    for (std::size_t i = 0; i < some.times.size(); ++i) EXPECT_EQ(some.times[i], log.rows[i].t);
    const Evaluation a = none.estimation.evaluations[0], b = some.estimation.evaluations[0];
    EXPECT_LT(b.inclination, a.inclination);
    EXPECT_LT(b.total, a.total);
}

// Shorter than one stretch, or than the filter needs to begin with: nothing is lost.
TEST(FixedLag, ShortLogsComeOutWhole) {
    SensorLog log = read_log(test::data_file("estimation-made-log.csv"), {});
    for (const std::size_t rows : {40u, 150u, 450u}) {
        log.rows.resize(rows);
        EXPECT_EQ(with_lag(log, 3).times.size(), rows);
        log = read_log(test::data_file("estimation-made-log.csv"), {});
    }
}

}  // namespace fixed_lag_test
}  // namespace polhode::estimate
