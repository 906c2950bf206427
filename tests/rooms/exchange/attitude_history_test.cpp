#include "polhode/exchange/attitude_history.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/calendar/time_system.hpp"
#include "polhode/measure/comparison.hpp"
#include "polhode/rotation/rotation.hpp"
#include "support/exchange_support.hpp"

namespace attitude_history_test {

using namespace polhode;
using namespace polhode::test;

// The free symmetric body of the samples (I = 1, 1, 0.5; w0 = 0.1, 0, 1) at any time: it turns about its momentum L =
// (0.1, 0, 0.5) with |L|/1, and about its own axis with w3 (1 - I3/I1) = 0.5 (MacCullagh; Landau and Lifshitz,
// Mechanics, section 33).
TrueState symmetric(double t) {
    const Vec3<double> L{0.1, 0, 0.5};
    const Quaternion<double> q = exp_rotation(t * L) * exp_rotation(Vec3<double>{0, 0, 0.5 * t});
    return {q, {0.1 * std::cos(0.5 * t), -0.1 * std::sin(0.5 * t), 1.0}};
}

ImportedFile history(double step, int n, bool rates) {
    ImportedFile file;
    file.about.what = "made here";
    file.about.rates = rates;
    for (int i = 0; i < n; ++i) {
        const TrueState s = symmetric(i * step);
        ImportedRow row;
        row.t = i * step;
        row.q_NB = i % 3 == 1 ? -s.q_NB : s.q_NB;  // signs may jump
        if (rates) row.w_NB_B = s.w_NB_B;
        file.rows.push_back(row);
    }
    return file;
}

TEST(AttitudeHistory, TheFormulaIsThatOfTheSamples) {
    for (const ImportedRow& row : sample_rows().rows) {
        EXPECT_LT(geodesic_angle(symmetric(row.t).q_NB, row.q_NB), 1e-14) << row.t;
        EXPECT_LT(norm(symmetric(row.t).w_NB_B - row.w_NB_B), 1e-14) << row.t;
    }
}

double worst(AttitudeHistory& h, double end) {
    double most = 0;
    for (double t = 0; t <= end; t += 0.0137) most = std::max(most, geodesic_angle(h.at(t)->q_NB, symmetric(t).q_NB));
    return most;
}

TEST(AttitudeHistory, BetweenRowsIsACubicOfFourthOrder) {
    AttitudeHistory coarse(history(0.2, 51, true), "a", 0, {}), fine(history(0.1, 101, true), "a", 0, {});
    const double a = worst(coarse, 10), b = worst(fine, 10);
    EXPECT_LT(b, 1e-7);
    EXPECT_NEAR(std::log2(a / b), 4, 0.3);
    // without rates they are differences, of second order, times the step
    AttitudeHistory bare(history(0.1, 101, false), "a", 0, {});
    EXPECT_LT(worst(bare, 10), 1e-3);
    EXPECT_NE(bare.caveat().find("no rates"), std::string::npos);
}

TEST(AttitudeHistory, IsNotKnownOutsideNorAcrossIntervals) {
    ImportedFile file = history(0.5, 21, true);
    file.rows[5].begins = true;
    AttitudeHistory h(file, "a", 0, {});
    EXPECT_FALSE(h.at(-0.1));
    EXPECT_FALSE(h.at(10.1));
    EXPECT_FALSE(h.at(2.25));
    EXPECT_TRUE(h.at(2.0));
    EXPECT_TRUE(h.at(2.5));
    EXPECT_TRUE(h.at(2.75));
    AttitudeHistory later(history(0.5, 21, true), "a", 3, {});
    EXPECT_FALSE(later.at(2.9));
    EXPECT_LT(geodesic_angle(later.at(3.5)->q_NB, symmetric(0.5).q_NB), 1e-15);
}

std::vector<TimedState> run_rows(double clock, const Quaternion<double>& world, const Quaternion<double>& body) {
    std::vector<TimedState> rows;
    for (int i = 0; i <= 100; ++i) {
        const double t = 0.5 + 0.09 * i;
        TrueState s = symmetric(t + clock);
        s.q_NB = world * s.q_NB * body;
        s.w_NB_B = to_body(body, s.w_NB_B);
        rows.push_back({t, s});
    }
    return rows;
}

TEST(AttitudeHistory, FindsClockAndAxes) {
    const Quaternion<double> none{}, body = exp_rotation(Vec3<double>{0.02, -0.3, 0.1}),
                                     world = exp_rotation(Vec3<double>{0.4, 0.1, -0.2});
    const auto fitted = [&](AlignRequest align, double clock, const Quaternion<double>& n,
                            const Quaternion<double>& m) {
        auto h = std::make_unique<AttitudeHistory>(history(0.05, 220, true), "theirs", 0, align);
        const auto rows = run_rows(clock, n, m);
        h->fit(rows);
        for (const TimedState& row : rows) EXPECT_LT(geodesic_angle(h->at(row.t)->q_NB, row.state.q_NB), 1e-8);
        return h;
    };
    EXPECT_NEAR(fitted({true, false, false}, 0.0123, none, none)->clock_offset(), 0.0123, 1e-8);
    EXPECT_LT(geodesic_angle(fitted({false, true, false}, 0, none, body)->body_turn(), body), 1e-8);
    EXPECT_LT(geodesic_angle(fitted({false, false, true}, 0, world, none)->world_turn(), world), 1e-8);
    const auto both = fitted({true, true, false}, -0.02, none, body);
    EXPECT_NEAR(both->clock_offset(), -0.02, 1e-7);
    EXPECT_LT(geodesic_angle(both->body_turn(), body), 1e-7);
    EXPECT_NE(both->description().find("its clock ahead by -0.02"), std::string::npos) << both->description();
    // ours = theirs * body: their axes are ours turned the other way
    const std::string body_text = fitted({false, true, false}, 0, none, body)->description();
    EXPECT_NE(body_text.find("its body axes turned by (-1.14592, 17.1887, -5.72958) deg from ours"), std::string::npos)
        << body_text;
    // components in ours = world * those in theirs: their axes are ours turned by it
    const std::string world_text = fitted({false, false, true}, 0, world, none)->description();
    EXPECT_NE(world_text.find("its world axes turned by (22.9183, 5.72958, -11.4592) deg from ours"), std::string::npos)
        << world_text;
}

TEST(AttitudeHistory, RefusesWhatCannotBeFound) {
    // all three at once: a turn of the world about the momentum is an offset of the clock and a turn about the body's
    // axis
    AttitudeHistory h(history(0.05, 220, true), "theirs", 0, {true, true, true});
    EXPECT_THROW(h.fit(run_rows(0, {}, {})), InputError);
    AttitudeHistory elsewhere(history(0.05, 220, true), "theirs", 1e6, {true, false, false});
    EXPECT_THROW(elsewhere.fit(run_rows(0, {}, {})), InputError);
    EXPECT_THROW(AttitudeHistory(ImportedFile{}, "empty", 0, {}), InputError);
}

TEST(AttitudeHistory, ComparesEpochs) {
    Epoch ours;
    ImportedHead theirs;
    EXPECT_EQ(shift_of_epochs(ours, theirs, "a"), 0);
    ours.given = true;  // 2000-01-01T12:00:00 TAI
    theirs.epoch = Instant{0, 43200 - 32 + 5, 0};
    theirs.time_system = "UTC";
    EXPECT_EQ(shift_of_epochs(ours, theirs, "a"), 5);
    theirs.time_system = "UT1";
    EXPECT_THROW(shift_of_epochs(ours, theirs, "a"), InputError);
}

}  // namespace attitude_history_test
