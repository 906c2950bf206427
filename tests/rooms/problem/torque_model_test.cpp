#include "polhode/problem/torque_model.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/problem/body_model.hpp"
#include "polhode/rotation/dcm.hpp"
#include "polhode/rotation/euler_angles.hpp"
#include "support/folder.hpp"

namespace polhode {
namespace torque_model_test {

using V = Vec3<double>;
using Q = Quaternion<double>;

// Values as the scenario reader makes them: what the test gives, and the defaults of the entry.
class Table {
 public:
    explicit Table(const std::string& kind) : kind_(kind) {
        values_.set_table_place({"s.toml", 10, "torque[0]"});
        for (const Entry& e : torque_entries())
            if (e.name == kind)
                for (const Parameter& p : e.parameters) fill(p);
    }
    Table& set(const std::string& name, Values::Value value) {
        values_.set(name, std::move(value), {"s.toml", 11, "torque[0]." + name});
        return *this;
    }
    TorqueModel build(const BodyModel& body = {}, const std::string& directory = "") const {
        return build_torque(kind_, values_, body, directory);
    }
    std::string complaint(const BodyModel& body = {}, const std::string& directory = "") const {
        try {
            build(body, directory);
        } catch (const InputError& e) {
            return e.what();
        }
        return "accepted";
    }

 private:
    void fill(const Parameter& p) {
        if (p.fallback.empty()) return;
        const Place at{"s.toml", 10, "torque[0]." + p.name};
        if (p.type == Type::choice)
            values_.set(p.name, p.fallback.substr(1, p.fallback.size() - 2), at, false);
        else if (p.type == Type::boolean)
            values_.set(p.name, p.fallback == "true", at, false);
        else if (p.type == Type::vector3) {
            V v;
            std::sscanf(p.fallback.c_str(), "[%lf, %lf, %lf]", &v[0], &v[1], &v[2]);
            values_.set(p.name, v, at, false);
        } else
            values_.set(p.name, std::stod(p.fallback), at, false);
    }
    std::string kind_;
    Values values_;
};

V torque_of(const TorqueModel& model, double t = 0, const Q& q = {}, const V& w = {}) {
    return TorqueSum<double>({model})(t, q, w);
}

BodyModel weighed_body() {
    BodyModel body;
    body.weighing_mass = body.mass = 2;
    body.centre = {0, 0, 0.5};
    body.inertia = Mat3<double>::diagonal({1, 2, 3});
    return body;
}

TEST(TorqueModel, EveryKindIsDescribedAndBuilt) {
    std::vector<std::string> names;
    for (const Entry& e : torque_entries()) {
        names.push_back(e.name);
        EXPECT_EQ(e.kind, "torque");
        EXPECT_FALSE(e.summary.empty());
        EXPECT_FALSE(e.source.empty()) << e.name;
        for (const Parameter& p : e.parameters) {
            EXPECT_FALSE(p.summary.empty()) << e.name << " " << p.name;
            EXPECT_FALSE(p.required && !p.fallback.empty()) << e.name << " " << p.name;
            EXPECT_EQ(p.type == Type::choice, !p.choices.empty()) << e.name << " " << p.name;
        }
    }
    EXPECT_EQ(names, (std::vector<std::string>{"gravity", "constant", "thruster", "rockets", "damping", "coulomb",
                                               "gravity-gradient", "magnetic", "solar", "drag", "table", "formula"}));
    EXPECT_THROW(build_torque("magic", {}, {}, ""), std::logic_error);
}

TEST(TorqueModel, GravityFromItsTableOrFromTheBody) {
    const Q q{std::cos(0.3), std::sin(0.3), 0, 0};
    const TorqueModel given = Table("gravity").set("mass", 2.0).set("at", V{0, 0, 0.5}).set("g", 9.8).build();
    EXPECT_NEAR(torque_of(given, 0, q)[0], 9.8 * std::sin(0.6), 1e-14);
    const TorqueModel from_parts = Table("gravity").build(weighed_body());
    EXPECT_NEAR(torque_of(from_parts, 0, q)[0], 9.80665 * std::sin(0.6), 1e-14);
    EXPECT_NEAR(TorqueSum<double>({from_parts}).potential(q), 9.80665 * std::cos(0.6), 1e-14);
    EXPECT_EQ(
        Table("gravity").complaint(),
        "s.toml:10: torque[0].mass: must be given: the body is described by its moments alone, so that its mass is "
        "not known");
    EXPECT_NE(Table("gravity").set("mass", 1.0).complaint().find("torque[0].at: must be given"), std::string::npos);
}

TEST(TorqueModel, ThrusterSwitches) {
    const TorqueModel model =
        Table("thruster").set("force", V{0, 1, 0}).set("at", V{2, 0, 0}).set("start", 1.0).set("stop", 4.0).build();
    EXPECT_EQ(torque_of(model, 2), (V{0, 0, 2}));
    EXPECT_EQ(switching_times({model}, 10), (std::vector<double>{1, 4}));
    EXPECT_EQ(switching_times({model}, 3), (std::vector<double>{1}));
    // two thrusters that switch at the same time, but for rounding
    const TorqueModel other = Table("thruster")
                                  .set("force", V{0, 1, 0})
                                  .set("at", V{2, 0, 0})
                                  .set("start", 0.1 + 0.2)
                                  .set("stop", 4.0)
                                  .build();
    const TorqueModel third =
        Table("thruster").set("force", V{0, 1, 0}).set("at", V{2, 0, 0}).set("start", 0.3).build();
    EXPECT_EQ(switching_times({third, other, model}, 10).size(), 3u);
    TorqueSum<double> sum({model});
    sum.segment(0, 1);
    EXPECT_EQ(sum(1.0, Q{}, V{}), V{});
    sum.segment(1, 4);
    EXPECT_EQ(sum(4.0, Q{}, V{}), (V{0, 0, 2}));
    EXPECT_NE(Table("thruster")
                  .set("force", V{})
                  .set("at", V{})
                  .set("start", 2.0)
                  .set("stop", 1.0)
                  .complaint()
                  .find("torque[0].stop: the thruster must stop after its start"),
              std::string::npos);
    EXPECT_EQ(torque_of(Table("thruster").set("force", V{0, 1, 0}).set("at", V{2, 0, 0}).set("couple", true).build()),
              (V{0, 0, 4}));
}

TEST(TorqueModel, DampingWithOneOrThreeNumbers) {
    EXPECT_EQ(torque_of(Table("damping").set("coefficient", 2.0).build(), 0, {}, {1, 2, 3}), (V{-2, -4, -6}));
    EXPECT_EQ(torque_of(Table("damping").set("coefficients", V{1, 0, 2}).build(), 0, {}, {1, 2, 3}), (V{-1, 0, -6}));
    EXPECT_NE(Table("damping").complaint().find("give either 'coefficient'"), std::string::npos);
    EXPECT_NE(Table("damping").set("coefficients", V{1, -1, 0}).complaint().find("negative"), std::string::npos);
}

TEST(TorqueModel, GravityGradientTakesTheBodysInertia) {
    const TorqueModel model =
        Table("gravity-gradient").set("orbit_rate", 2.0).set("towards", V{0, 3, 3}).build(weighed_body());
    // 3 n^2 g x I g with g = (0, 1, 1)/sqrt 2 and I = (1, 2, 3): 12 (g2 g3)(I3 - I2) about x
    EXPECT_NEAR(torque_of(model)[0], 6, 1e-14);
    EXPECT_NE(Table("gravity-gradient")
                  .set("orbit_rate", 2.0)
                  .set("towards", V{})
                  .complaint(weighed_body())
                  .find("zero length"),
              std::string::npos);
    EXPECT_NE(Table("gravity-gradient")
                  .set("orbit_rate", 2.0)
                  .set("orbit_normal", V{0, 0, 1})
                  .complaint(weighed_body())
                  .find("right angle"),
              std::string::npos);
    const TorqueModel turning =
        Table("gravity-gradient").set("orbit_rate", 2.0).set("orbit_normal", V{1, 0, 0}).build(weighed_body());
    const auto& gradient = std::get<torque::GravityGradient<double>>(turning.torque);
    EXPECT_TRUE(gradient.turning);
    // a quarter of an orbit about x carries -z into y
    EXPECT_LT(norm(gradient.direction(std::acos(-1.0) / 4) - V{0, 1, 0}), 1e-15);
}

TEST(TorqueModel, RocketsAndConstant) {
    const double h = std::sqrt(0.5);
    const Q about_x{h, h, 0, 0};  // body z is now -y of the world
    EXPECT_NEAR(torque_of(Table("rockets").set("k", 3.0).build(), 0, about_x)[0], 3, 1e-15);
    EXPECT_EQ(torque_of(Table("constant").set("value", V{1, 2, 3}).build(), 0, about_x), (V{1, 2, 3}));
    EXPECT_NEAR(
        torque_of(Table("constant").set("value", V{0, 0, 1}).set("frame", std::string("world")).build(), 0, about_x)[1],
        1, 1e-15);
}

TEST(TorqueModel, TableInTheScenario) {
    Table table("table");
    table.set("times", std::vector<double>{0, 1, 2})
        .set("x", std::vector<double>{0, 1, 0})
        .set("y", std::vector<double>{0, 0, 0})
        .set("z", std::vector<double>{5, 5, 5});
    const TorqueModel model = table.build();
    EXPECT_EQ(torque_of(model, 0.25), (V{0.25, 0, 5}));
    EXPECT_EQ(switching_times({model}, 1.5), (std::vector<double>{1}));
    EXPECT_THROW(switching_times({model}, 3), InputError);
    table.set("outside", std::string("zero"));
    EXPECT_EQ(switching_times({table.build()}, 3), (std::vector<double>{1, 2}));

    EXPECT_NE(Table("table").complaint().find("the rows are missing"), std::string::npos);
    EXPECT_NE(Table(table).set("y", std::vector<double>{1}).complaint().find("torque[0].y: read 1 values for 3 times"),
              std::string::npos);
    EXPECT_NE(Table(table).set("times", std::vector<double>{0, 2, 1}).complaint().find("entry 3 does not"),
              std::string::npos);
    EXPECT_NE(Table(table).set("file", std::string("a.csv")).complaint().find("one or the other"), std::string::npos);
    EXPECT_NE(Table("table").set("times", std::vector<double>{0, 1}).complaint().find("needs 'x', 'y' and 'z'"),
              std::string::npos);
}

TEST(TorqueModel, TableFromAFile) {
    const polhode::test::Folder folder;
    const std::string directory = folder.path() + "/", name = "torque.csv";
    folder.write(name, "t,k,x,y,z\n0,9,0,0,1\n2,9,4,0,1\n");
    const TorqueModel model = Table("table").set("file", name).set("frame", std::string("world")).build({}, directory);
    EXPECT_EQ(torque_of(model, 1), (V{2, 0, 1}));
    EXPECT_NEAR(torque_of(model, 1, {0, 0, 0, 1})[0], -2, 1e-15);
    EXPECT_EQ(
        torque_of(Table("table").set("file", name).set("columns", std::string("t, z, k, x")).build({}, directory), 2),
        (V{1, 9, 4}));
    EXPECT_NE(Table("table")
                  .set("file", name)
                  .set("columns", std::string("t, z"))
                  .complaint({}, directory)
                  .find("four columns"),
              std::string::npos);
    EXPECT_EQ(Table("table").set("file", std::string("absent.csv")).complaint({}, "/nowhere"),
              "s.toml:11: torque[0].file: cannot read '/nowhere/absent.csv': No such file or directory");
}

// Time, attitude and rate by every name, in any representation.
TEST(TorqueModel, FormulaSeesTheWholeState) {
    const auto formula = [](const std::string& x, const std::string& y, const std::string& z) {
        return Table("formula").set("value", std::vector<std::string>{x, y, z}).build();
    };
    const Q q = normalise(Q{0.7, -0.3, 0.5, 0.4});
    EXPECT_EQ(torque_of(formula("2*t", "wx*wy", "-0.5*wz"), 3, q, {1, 2, 4}), (V{6, 2, -2}));
    EXPECT_EQ(torque_of(formula("qw", "qx - qy", "qz"), 0, q), (V{q.w, q.x - q.y, q.z}));

    // weight on a top by hand: m g l z x x3 = (r32, -r31, 0)
    const TorqueModel weight = formula("2*r32", "-2*r31", "0");
    const TorqueModel gravity = Table("gravity").set("mass", 1.0).set("at", V{0, 0, 1}).set("g", 2.0).build();
    EXPECT_LT(norm(torque_of(weight, 0, q) - torque_of(gravity, 0, q)), 1e-15);
    Dcm<double> R;
    assign_quaternion(R, q);
    EulerAngles<double> angles;
    assign_quaternion(angles, q);
    EXPECT_LT(norm(TorqueSum<double>({weight})(0.0, R, V{}) - torque_of(gravity, 0, q)), 1e-15);
    EXPECT_LT(norm(TorqueSum<double>({weight})(0.0, angles, V{}) - torque_of(gravity, 0, q)), 2e-15);
    const Vec3<float> single = TorqueSum<float>({weight})(0.0f, cast<float>(q), Vec3<float>{});
    EXPECT_LT(norm(cast<double>(single) - torque_of(gravity, 0, q)), 1e-6);

    const std::string matrix[] = {"r11", "r12", "r13", "r21", "r22", "r23", "r31", "r32", "r33"};
    for (int i = 0; i < 3; ++i) {
        const V row = torque_of(formula(matrix[3 * i], matrix[3 * i + 1], matrix[3 * i + 2]), 0, q);
        EXPECT_LT(norm(row - R.R_NB.row(i)), 4e-16);
    }

    const TorqueModel world = Table("formula")
                                  .set("value", std::vector<std::string>{"0", "0", "1"})
                                  .set("frame", std::string("world"))
                                  .build();
    EXPECT_LT(norm(torque_of(world, 0, q) - to_body(q, V{0, 0, 1})), 4e-16);
}

TEST(TorqueModel, FormulaFaultsNameTheComponent) {
    const std::string said = Table("formula").set("value", std::vector<std::string>{"1", "sin(tt)", "0"}).complaint();
    EXPECT_EQ(
        said.rfind("s.toml:11: torque[0].value: component 2: in the formula 'sin(tt)', character 5: unknown name 'tt'",
                   0),
        0u)
        << said;
    EXPECT_NE(said.find("did you mean 't'?"), std::string::npos) << said;
}

TEST(TorqueModel, AnyCallableIsATorque) {
    const TorqueModel model{"callable", CallableTorque<double>([](double t, const Q& q, const V& w) {
                                return V{t, q.w, w[2]};
                            })};
    EXPECT_EQ(torque_of(model, 3, {0.5, 0.5, 0.5, 0.5}, {1, 2, 4}), (V{3, 0.5, 4}));
    EXPECT_EQ(TorqueSum<float>({model})(3.0f, Quaternion<float>{}, Vec3<float>{}), (Vec3<float>{3, 1, 0}));
}

TEST(TorqueModel, TorquesAddUp) {
    const TorqueModel a = Table("constant").set("value", V{1, 0, 0}).build(),
                      b = Table("rockets").set("k", 2.0).build();
    const Q q{std::cos(0.3), std::sin(0.3), 0, 0};
    const TorqueSum<double> sum({a, b});
    EXPECT_EQ(sum(0.0, q, V{}), torque_of(a, 0, q) + torque_of(b, 0, q));
    EXPECT_NEAR(sum.potential(q), 2 * std::cos(0.6), 1e-15);
    EXPECT_TRUE(TorqueSum<double>({}).empty());
}

}  // namespace torque_model_test
}  // namespace polhode
