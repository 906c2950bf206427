#include "polhode/sweep/compute/ensemble_lanes.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace polhode {
namespace ensemble_lanes_test {

using namespace ensemble;

// Bodies that all take the same steps, and what comes of them.
struct Bodies {
    static constexpr long long count = 96;
    Shape shape;
    std::vector<double> columns, out, time{5.0, 100.0};
    std::vector<long long> step;
    std::vector<unsigned char> declined = std::vector<unsigned char>(count, 0);

    Bodies(Stepper stepper, long long steps) : step{steps / 20, steps} {
        shape.stepper = stepper;
        shape.duration = 100;
        columns.assign(static_cast<std::size_t>(shape.columns() * count), 0);
        for (long long i = 0; i < count; ++i) {
            const auto put = [&](int c, double x) { columns[static_cast<std::size_t>(c * count + i)] = x; };
            for (int k = 0; k < 3; ++k) put(at_moments + k, 1 + 0.5 * k);
            put(at_attitude, 1);
            for (int k = 0; k < 3; ++k) put(at_rate + k, 0.1 + 0.2 * k + 1e-3 * static_cast<double>(i));
            put(at_step, 100 / static_cast<double>(steps));
            put(at_steps, static_cast<double>(steps));
        }
        out.assign(static_cast<std::size_t>(14 * count), -1);
    }
    long long follow(int lanes, const Attention* attention) {
        return follow_ensemble(shape, {columns.data(), count}, count, {2, time.data(), step.data()},
                               {out.data(), count, declined.data()}, lanes, attention);
    }
};

// Whoever waits is asked many times on the way, hears how far it is, and can end it: bodies that are at their end by
// then are what they would have been.
TEST(EnsembleLanes, AnswerWhoeverWantsToStop_Long) {
    for (const Stepper stepper : {Stepper::rk4, Stepper::taylor})
        for (const LaneWidth& width : lane_widths()) {
            const long long steps = stepper == Stepper::rk4 ? 32000 : 1600;
            Bodies straight(stepper, steps);
            ASSERT_EQ(straight.follow(width.lanes, nullptr), Bodies::count);
            struct Waiting {
                int asked = 0, patience = 1 << 30;
                double bodies = 0;
            } waiting;
            Attention attention;
            attention.who = &waiting;
            attention.goes_on = [](void* who, double bodies) {
                auto& w = *static_cast<Waiting*>(who);
                EXPECT_GE(bodies, w.bodies);
                EXPECT_LE(bodies, static_cast<double>(Bodies::count));
                w.bodies = bodies;
                return ++w.asked < w.patience;
            };
            Bodies asked(stepper, steps);
            ASSERT_EQ(asked.follow(width.lanes, &attention), Bodies::count);
            EXPECT_EQ(asked.out, straight.out);
            EXPECT_GT(waiting.asked, 80) << width.name;
            // two thirds of the way
            waiting = {0, 2 * waiting.asked / 3, 0};
            Bodies stopped(stepper, steps);
            const long long followed = stopped.follow(width.lanes, &attention);
            EXPECT_GT(followed, 0);
            EXPECT_LT(followed, Bodies::count);
            EXPECT_NEAR(waiting.bodies, 64, 33);
            for (int row = 0; row < 14; ++row)
                for (long long i = 0; i < followed; ++i) {
                    const auto at = static_cast<std::size_t>(row * Bodies::count + i);
                    ASSERT_EQ(stopped.out[at], straight.out[at]);
                }
        }
}

}  // namespace ensemble_lanes_test
}  // namespace polhode
