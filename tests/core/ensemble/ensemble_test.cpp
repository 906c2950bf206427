#include "polhode/ensemble/ensemble.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "polhode/arithmetic/lanes.hpp"
#include "polhode/ensemble/mapping.hpp"
#include "polhode/integrate/projection.hpp"
#include "polhode/integrate/taylor.hpp"

namespace polhode::ensemble {
namespace {

// Bodies with moments in every order, random starts, and numbers for whatever acts on them.
struct Bodies {
    Shape shape;
    long long count = 24;
    std::vector<double> columns;

    explicit Bodies(const Shape& s, double h = 0.05) : shape(s) {
        columns.resize(static_cast<std::size_t>(shape.columns() * count));
        std::mt19937 random(7);
        std::normal_distribution<double> normal;
        std::uniform_real_distribution<double> uniform(0.5, 1.5);
        for (long long i = 0; i < count; ++i) {
            double I[3] = {1.0 + 0.1 * uniform(random), 1.4 + 0.1 * uniform(random), 1.8 + 0.1 * uniform(random)};
            std::shuffle(I, I + 3, random);
            double q[4], length = 0;
            for (double& x : q) {
                x = normal(random);
                length += x * x;
            }
            for (int k = 0; k < 3; ++k) at(at_moments + k, i) = I[k];
            for (int k = 0; k < 4; ++k) at(at_attitude + k, i) = q[k] / std::sqrt(length);
            for (int k = 0; k < 3; ++k) at(at_rate + k, i) = normal(random);
            at(at_step, i) = h;
            at(at_steps, i) = std::floor(shape.duration / h + 1e-9);
            at(at_last_step, i) = 0;
            for (int c = at_torques; c < shape.columns(); ++c) at(c, i) = uniform(random);
        }
    }
    double& at(int column, long long i) { return columns[static_cast<std::size_t>(column * count + i)]; }
    Columns view() const { return {columns.data(), count}; }
};

struct Result {
    std::vector<double> rows;
    std::vector<unsigned char> declined;
    bool operator==(const Result&) const = default;
};

template <class T>
Result follow_all(const Bodies& b, const Rows& rows) {
    Result r;
    r.rows.assign(static_cast<std::size_t>(7 * rows.count * b.count), -1);
    r.declined.assign(static_cast<std::size_t>(b.count), 9);
    const Out out{r.rows.data(), b.count, r.declined.data()};
    for (long long i = 0; i < b.count; i += Access<T>::width) follow<T>(b.shape, b.view(), i, rows, out);
    return r;
}

void expect_every_width_the_same(const Bodies& b, const Rows& rows) {
    const Result one = follow_all<double>(b, rows);
    for (const double x : one.rows) ASSERT_TRUE(std::isfinite(x));
    EXPECT_EQ(one, (follow_all<Lanes<double, 1>>(b, rows)));
    EXPECT_EQ(one, (follow_all<Lanes<double, 2>>(b, rows)));
    EXPECT_EQ(one, (follow_all<Lanes<double, 4>>(b, rows)));
    EXPECT_EQ(one, (follow_all<Lanes<double, 8>>(b, rows)));
}

const double end_time[1] = {3.0};
Rows end_alone() {
    Rows rows;
    rows.time = end_time;
    return rows;
}

TEST(Ensemble, EveryWidthGivesTheSameBits) {
    for (const Constraint constraint : {Constraint::none, Constraint::normalise, Constraint::binomial})
        for (const int torques : {0, 1, 4}) {
            Shape shape;
            shape.duration = 3;
            shape.constraint = constraint;
            shape.torques = torques;
            shape.torque[0] = TorqueKind::gravity;
            shape.torque[1] = TorqueKind::damping;
            shape.torque[2] = TorqueKind::constant_world;
            shape.torque[3] = torques == 4 ? TorqueKind::rockets : TorqueKind::constant_body;
            expect_every_width_the_same(Bodies(shape), end_alone());
        }
    for (const int order : {8, 12, 16, 20}) {
        Shape shape;
        shape.stepper = Stepper::taylor;
        shape.order = order;
        shape.duration = 3;
        expect_every_width_the_same(Bodies(shape), end_alone());
    }
    Shape shape;
    shape.stepper = Stepper::exact;
    shape.duration = 3;
    expect_every_width_the_same(Bodies(shape), end_alone());
}

// Steps of its own for each body: lanes that are through wait without moving.
TEST(Ensemble, StepsOfTheirOwn) {
    for (const Stepper stepper : {Stepper::rk4, Stepper::taylor}) {
        Shape shape;
        shape.stepper = stepper;
        shape.duration = 3;
        shape.constraint = Constraint::binomial;
        shape.same_steps = false;
        Bodies b(shape);
        for (long long i = 0; i < b.count; ++i) {
            double whole = 0, last = 0;
            const double h = 0.02 + 0.003 * static_cast<double>(i);
            ASSERT_TRUE(detail::sound_grid(shape, h, whole, last));
            b.at(at_step, i) = h;
            b.at(at_steps, i) = whole;
            b.at(at_last_step, i) = last;
        }
        expect_every_width_the_same(b, end_alone());
        // and each ends where it would have ended alone
        const Result together = follow_all<Lanes<double, 8>>(b, end_alone());
        shape.same_steps = true;
        for (long long i = 0; i < b.count; ++i) {
            Bodies one = b;
            one.shape.same_steps = true;
            for (long long j = 0; j < b.count; ++j)
                for (int c = 0; c < shape.columns(); ++c) one.at(c, j) = b.at(c, i);
            const Result alone = follow_all<double>(one, end_alone());
            for (int k = 0; k < 7; ++k)
                EXPECT_EQ(alone.rows[static_cast<std::size_t>(k * b.count)],
                          together.rows[static_cast<std::size_t>(k * b.count + i)])
                    << "body " << i;
        }
    }
}

TEST(Ensemble, RowsLieOnTheWay) {
    Shape shape;
    shape.duration = 3;
    const double time[3] = {1.0, 2.0, 3.0};
    const long long step[3] = {20, 40, 60};
    const Rows rows{3, time, step};
    for (const Stepper stepper : {Stepper::rk4, Stepper::taylor, Stepper::exact}) {
        shape.stepper = stepper;
        const Bodies b(shape);
        expect_every_width_the_same(b, rows);
        const Result all = follow_all<double>(b, rows);
        Bodies shorter = b;
        shorter.shape.duration = 2;
        for (long long i = 0; i < b.count; ++i) shorter.at(at_steps, i) = 40;
        const double two = 2.0;
        Rows last;
        last.time = &two;
        const Result until_two = follow_all<double>(shorter, last);
        for (std::size_t k = 0; k < static_cast<std::size_t>(7 * b.count); ++k)
            EXPECT_EQ(until_two.rows[k], all.rows[static_cast<std::size_t>(7 * b.count) + k]);
    }
}

// The recurrences, component by component, against those of one body (integrate/taylor.hpp).
TEST(Ensemble, TaylorSeriesAreThoseOfOneBody) {
    for (const int order : {8, 12, 16, 20}) {
        Shape shape;
        shape.stepper = Stepper::taylor;
        shape.order = order;
        shape.duration = 3;
        const double h = 0.3;
        Bodies b(shape, h);
        const Result all = follow_all<Lanes<double, 4>>(b, end_alone());
        for (long long i = 0; i < b.count; ++i) {
            const Vec3<double> I = load3<double>(b.view(), at_moments, i);
            Quaternion<double> q = normalise(Quaternion<double>{b.at(at_attitude, i), b.at(at_attitude + 1, i),
                                                                b.at(at_attitude + 2, i), b.at(at_attitude + 3, i)});
            Vec3<double> w = load3<double>(b.view(), at_rate, i);
            integrate::TaylorBody<double> body(I, {}, order);
            const auto projection = integrate::FreeBodyProjection<double>::of_rate(I, w);
            double t = 0;
            for (int n = 1; t < 3; ++n) {
                double limit = n * h;
                if (3 < limit || std::fabs(limit - 3) < 1e-9 * h) limit = 3;
                const double scale = std::min(h, limit - t);
                body.expand(q, w, scale);
                const double s = (limit - t) / scale;
                q = normalise(body.attitude_at(s));
                w = projection(body.rate_at(s));
                t = limit;
            }
            const double expected[7] = {q.w, q.x, q.y, q.z, w[0], w[1], w[2]};
            for (int k = 0; k < 7; ++k)
                EXPECT_EQ(expected[k], all.rows[static_cast<std::size_t>(k * b.count + i)]) << order << ", body " << i;
        }
    }
}

TEST(Ensemble, WhatItCannotDoIsDeclined) {
    Shape shape;
    shape.duration = 3;
    Bodies b(shape);
    b.at(at_rate, 5) = 1e200;  // squares leave the range of double
    const Result r = follow_all<Lanes<double, 8>>(b, end_alone());
    for (long long i = 0; i < b.count; ++i) EXPECT_EQ(r.declined[static_cast<std::size_t>(i)], i == 5 ? 1 : 0);
    shape.stepper = Stepper::taylor;
    Bodies symmetric(shape);
    symmetric.at(at_moments + 1, 9) = symmetric.at(at_moments, 9);
    const Result t = follow_all<Lanes<double, 8>>(symmetric, end_alone());
    for (long long i = 0; i < b.count; ++i) EXPECT_EQ(t.declined[static_cast<std::size_t>(i)], i == 9 ? 1 : 0);
}

TEST(Ensemble, BodiesThatAScenarioWouldRefuseAreNotPlaced) {
    Shape shape;
    shape.duration = 3;
    Mapping map;
    map.columns = shape.columns();
    std::fill(std::begin(map.from), std::end(map.from), -1);
    double* c = map.constant;
    c[0] = 1, c[1] = 1.5, c[2] = 2, c[3] = 1, c[7] = 0.1;
    for (int i = 0; i < 3; ++i) map.from[i] = i;
    double body[most_body_columns];
    const auto placed = [&](double a, double b, double d) {
        const double inputs[3] = {a, b, d};
        return place_body(shape, map, inputs, body, 1);
    };
    EXPECT_TRUE(placed(1, 1.5, 2));
    EXPECT_EQ(body[2], 2);
    EXPECT_FALSE(placed(1, 1.5, 2.6));  // 2.6 > 1 + 1.5
    EXPECT_FALSE(placed(0, 1.5, 1.5));
    EXPECT_FALSE(placed(-1, 1.5, 2));
    EXPECT_FALSE(placed(std::nan(""), 1.5, 2));
    EXPECT_FALSE(placed(1e120, 1e120, 1e120));
}

}  // namespace
}  // namespace polhode::ensemble
