#include "polhode/ensemble/ensemble.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "polhode/arithmetic/lanes.hpp"
#include "polhode/ensemble/mapping.hpp"
#include "polhode/integrate/projection.hpp"
#include "polhode/integrate/spin_free.hpp"
#include "polhode/integrate/taylor.hpp"

namespace polhode::ensemble {
namespace ensemble_test {

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
    for (const int torques : {0, 1, 2})
        for (const Stepper stepper : {Stepper::rk4, Stepper::taylor}) {
            Shape shape;
            shape.stepper = stepper;
            shape.torques = torques;
            shape.torque[0] = TorqueKind::gravity;
            shape.torque[1] = TorqueKind::damping;
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
    for (const int torques : {0, 1, 2})
        for (const Stepper stepper : {Stepper::rk4, Stepper::taylor, Stepper::exact}) {
            shape.stepper = stepper;
            shape.torques = stepper == Stepper::exact ? 0 : torques;
            shape.torque[0] = TorqueKind::gravity;
            shape.torque[1] = TorqueKind::damping;
            Bodies b(shape);
            if (shape.torques == 1) {  // some of them tops
                for (long long i = 0; i < b.count; i += 3) {
                    b.at(at_moments, i) = b.at(at_moments + 1, i) = 1.5;
                    b.at(at_torques + 1, i) = b.at(at_torques + 2, i) = 0;
                }
            }
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

// The numbers of a body's torques as the recurrences of one body want them.
integrate::PolynomialTorque<double> polynomial_torque(Bodies& b, long long i) {
    integrate::PolynomialTorque<double> p;
    int n = at_torques;
    for (int k = 0; k < b.shape.torques; ++k) {
        const auto x = [&](int j) { return b.at(n + j, i); };
        switch (b.shape.torque[k]) {
            case TorqueKind::gravity:
                p.add_weight(x(0) * x(4) * Vec3<double>{x(1), x(2), x(3)});
                break;
            case TorqueKind::constant_body:
                p.constant = p.constant + Vec3<double>{x(0), x(1), x(2)};
                break;
            case TorqueKind::constant_world:
                p.add_world({x(0), x(1), x(2)});
                break;
            case TorqueKind::damping:
                p.damped = true;
                p.damping = p.damping + Mat3<double>::diagonal({x(0), x(1), x(2)});
                break;
            case TorqueKind::rockets:
                p.add_weight(x(0) * Vec3<double>{0, 0, 1});
                break;
            case TorqueKind::gravity_gradient:
            case TorqueKind::orbiting:
                throw std::logic_error("these tests have no planet");
        }
        n += numbers_of(b.shape.torque[k]);
    }
    return p;
}

// One body alone with a fixed step, as library/taylor_path.hpp follows it.
struct Alone {
    Quaternion<double> q;
    Vec3<double> w;

    Alone(Bodies& b, long long i, double h) {
        const Shape& shape = b.shape;
        const double end = shape.duration;
        const Vec3<double> I = load3<double>(b.view(), at_moments, i);
        q = normalise(Quaternion<double>{b.at(at_attitude, i), b.at(at_attitude + 1, i), b.at(at_attitude + 2, i),
                                         b.at(at_attitude + 3, i)});
        w = load3<double>(b.view(), at_rate, i);
        const integrate::PolynomialTorque<double> torque = polynomial_torque(b, i);
        const Mat3<double>& m = torque.linear[2];
        const Vec3<double> arm{m(1, 2), m(2, 0), m(0, 1)};
        integrate::TaylorBody<double> body(I, torque, shape.order);
        integrate::SpinFree<double> spin;
        const bool heavy = torque.weight_only();
        if (torque.free() || heavy) spin.take_out(I, arm, w);
        body.set_rotor(spin.rotor());
        const auto free_level = integrate::FreeBodyProjection<double>::of_rate(I, w);
        const integrate::HeavyBodyProjection<double> heavy_level(I, arm, spin.rotor(), spin.axis(), q, w,
                                                                 shape.project_energy, shape.project_vertical);
        double t = 0;
        for (int n = 1; t < end; ++n) {
            double limit = n * h;
            if (end < limit || std::fabs(limit - end) < 1e-9 * h) limit = end;
            const double scale = std::min(h, limit - t), s = (limit - t) / scale;
            body.expand(q, w, scale);
            q = normalise(body.attitude_at(s));
            w = body.rate_at(s);
            if (shape.project && shape.torques == 0) w = free_level(w);
            if (shape.project && heavy) w = heavy_level(q, w);
            t = limit;
        }
        spin.put_back(end, q, w);
    }
};

void expect_those_of_one_body(Bodies& b, double h) {
    expect_every_width_the_same(b, end_alone());
    const Result all = follow_all<Lanes<double, 4>>(b, end_alone());
    for (long long i = 0; i < b.count; ++i) {
        EXPECT_EQ(all.declined[static_cast<std::size_t>(i)], 0);
        const Alone one(b, i, h);
        const double expected[7] = {one.q.w, one.q.x, one.q.y, one.q.z, one.w[0], one.w[1], one.w[2]};
        for (int k = 0; k < 7; ++k)
            ASSERT_EQ(expected[k], all.rows[static_cast<std::size_t>(k * b.count + i)])
                << "order " << b.shape.order << ", body " << i;
    }
}

Shape taylor_shape(int order) {
    Shape shape;
    shape.stepper = Stepper::taylor;
    shape.order = order;
    shape.duration = 3;
    return shape;
}

// The recurrences, component by component, against those of one body (integrate/taylor.hpp).
TEST(Ensemble, TaylorSeriesAreThoseOfOneBody) {
    for (const int order : {8, 12, 16, 20}) {
        Bodies b(taylor_shape(order), 0.3);
        expect_those_of_one_body(b, 0.3);
    }
}

// Every third body is a top about one of its axes: its spin is taken out. Others have two equal moments and their
// weight beside that axis, or no arm at all.
TEST(Ensemble, TaylorSeriesOfHeavyBodies) {
    for (const int order : {8, 12, 16, 20})
        for (const bool rockets : {false, true}) {
            Shape shape = taylor_shape(order);
            shape.torques = rockets ? 2 : 1;
            shape.torque[0] = TorqueKind::gravity;
            shape.torque[1] = TorqueKind::rockets;
            shape.project = order != 12;
            shape.project_energy = order != 16;
            shape.project_vertical = order != 20;
            Bodies b(shape, 0.07);
            for (long long i = 0; i < b.count; ++i) {
                const int axis = static_cast<int>(i % 4);
                if (i % 3 == 1 && axis < 3) {
                    for (int k = 0; k < 3; ++k) b.at(at_moments + k, i) = k == axis ? 0.9 : 1.25;
                    for (int k = 0; k < 3; ++k)
                        if (k != axis) b.at(at_torques + 1 + k, i) = 0;
                    b.at(at_rate + axis, i) = 20.0;
                } else if (i % 3 == 2) {
                    b.at(at_moments + (axis + 1) % 3, i) = b.at(at_moments + axis % 3, i);
                } else if (i == 12) {
                    for (int k = 0; k < 3; ++k) b.at(at_torques + 1 + k, i) = 0;
                }
            }
            expect_those_of_one_body(b, 0.07);
        }
}

TEST(Ensemble, TaylorSeriesUnderOtherTorques_Long) {
    using K = TorqueKind;
    const std::vector<std::vector<K>> sums = {{K::damping},
                                              {K::constant_body},
                                              {K::constant_world},
                                              {K::gravity, K::damping},
                                              {K::constant_world, K::rockets},
                                              {K::gravity, K::damping, K::constant_world, K::constant_body},
                                              {K::constant_body, K::constant_body, K::damping, K::damping}};
    for (const int order : {8, 12, 16, 20})
        for (const auto& sum : sums) {
            Shape shape = taylor_shape(order);
            for (const K kind : sum) shape.torque[shape.torques++] = kind;
            Bodies b(shape, 0.1);
            // two equal moments, and torques about some axes alone
            for (long long i = 0; i < b.count; i += 5) b.at(at_moments + 1, i) = b.at(at_moments, i);
            for (long long i = 0; i < b.count; i += 3) b.at(at_torques + static_cast<int>(i % 2), i) = 0;
            expect_those_of_one_body(b, 0.1);
        }
}

// As a card has it for free bodies and heavy ones.
template <Acting acting, int order>
void expect_the_same_with_a_known_order() {
    Shape shape = taylor_shape(order);
    shape.torques = acting == Acting::none ? 0 : 1;
    const Bodies b(shape, 0.2);
    const Result expected = follow_all<double>(b, end_alone());
    Result known = expected;
    for (double& x : known.rows) x = -1;
    const Out out{known.rows.data(), b.count, known.declined.data()};
    for (long long i = 0; i < b.count; ++i) follow_taylor<acting, order, double>(shape, b.view(), i, end_alone(), out);
    EXPECT_EQ(known, expected) << order;
}
TEST(Ensemble, TaylorSeriesOfAnOrderKnownToTheCompiler) {
    expect_the_same_with_a_known_order<Acting::none, 8>();
    expect_the_same_with_a_known_order<Acting::none, 20>();
    expect_the_same_with_a_known_order<Acting::weight, 8>();
    expect_the_same_with_a_known_order<Acting::weight, 16>();
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

    // a weight that leaves the range, and one whose square does
    shape.torques = 1;
    shape.torque[0] = TorqueKind::gravity;
    Bodies heavy(shape);
    heavy.at(at_torques, 3) = 1e308;
    for (int k = 0; k < 3; ++k) heavy.at(at_torques + 1 + k, 4) = 1e-200;
    const Result h = follow_all<Lanes<double, 8>>(heavy, end_alone());
    for (long long i = 0; i < b.count; ++i)
        EXPECT_EQ(h.declined[static_cast<std::size_t>(i)], i == 3 || i == 4 ? 1 : 0) << i;

    // a torque of no size is none: what is left is a free body or a heavy one
    shape.torques = 2;
    shape.torque[1] = TorqueKind::constant_world;
    Bodies none(shape);
    for (int k = 0; k < 3; ++k) none.at(at_torques + 5 + k, 7) = 0;
    for (int k = 0; k < 2; ++k) none.at(at_torques + 5 + k, 8) = 0;
    const Result n = follow_all<Lanes<double, 8>>(none, end_alone());
    for (long long i = 0; i < b.count; ++i) EXPECT_EQ(n.declined[static_cast<std::size_t>(i)], i == 7 ? 1 : 0) << i;
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

}  // namespace ensemble_test
}  // namespace polhode::ensemble
