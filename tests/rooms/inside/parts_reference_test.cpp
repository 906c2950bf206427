// Slugs, the energy sink, a control moment gyro, moments that change and a mass that is moved, against the tables of
// reference numbers (34 digits, two independent computations): Taylor series in two words to 1e-28, in double to its
// digits.
#include <gtest/gtest.h>

#include "support/inside_support.hpp"

namespace parts_reference_test {

using namespace polhode;
using namespace polhode::test;

namespace {

using Json = nlohmann::json;

TimeFormulas formulas_of(const std::string& x, const std::string& y, const std::string& z) {
    const std::vector<std::string> t{"t"};
    return std::make_shared<const std::array<Expression, 3>>(
        std::array<Expression, 3>{Expression(x, t), Expression(y, t), Expression(z, t)});
}

void add_gyro(const Json& c, Inside& inside) {
    ControlMomentGyro g;
    g.name = "gyro";
    g.gimbal_axis = vector_of(c.at("gimbal_axis"));
    g.spin_axis = vector_of(c.at("spin_axis0"));
    g.wheel_moment = c.at("Js"), g.transverse_moment = c.at("Jt"), g.gimbal_moment = c.at("Jg");
    g.speed = c.at("wheel_speed0"), g.angle = c.at("gimbal0"), g.gimbal_rate = c.at("gimbal_rate0");
    g.held = false;
    inside.gyros.push_back(g);
    const Json& swing = c.at("gimbal_torque_sin");
    const std::vector<std::string> names = inside.variables();
    inside.gyros.back().gimbal_torque = Expression(swing[0].dump() + "*sin(" + swing[1].dump() + "*t)", names);
    inside.gyros.back().wheel_torque = Expression(c.at("wheel_torque").dump(), names);
}

// I0 (1 + swing sin(rate t)) about each axis
void add_swing(const Json& c, Inside& inside) {
    const auto one = [&](std::size_t i) {
        return c.at("inertia")[i].dump() + "*(1 + " + c.at("swing")[i].dump() + "*sin(" + c.at("rate")[i].dump() +
               "*t))";
    };
    inside.changing.moments = formulas_of(one(0), one(1), one(2));
}

// (p0 cos p4 t, p1 sin p4 t, p2 + p3 t)
void add_mass(const Json& c, Problem& p, Inside& inside) {
    const auto at = [&](std::size_t i) { return c.at("path")[i].dump(); };
    MovingMass m;
    m.mass = c.at("mass");
    m.pivoted = !c.contains("body_mass");
    if (!m.pivoted) p.body->mass = c.at("body_mass");
    m.path = formulas_of(at(0) + "*cos(" + at(4) + "*t)", at(1) + "*sin(" + at(4) + "*t)", at(2) + "+" + at(3) + "*t");
    inside.masses.push_back(m);
}

Problem part_problem(const Json& c) {
    Problem p = body_of(c);
    auto inside = std::make_shared<Inside>();
    const std::string model = c.at("model");
    if (model == "slug")
        inside->slugs.push_back({"slug", c.at("slug_moment"), c.at("viscous"), vector_of(c.at("slug_omega0")), false});
    if (model == "sink") inside->energy_sink = c.at("k");
    if (model == "cmg") add_gyro(c, *inside);
    if (model == "varin") add_swing(c, *inside);
    if (model == "pmass") add_mass(c, p, *inside);
    p.inside = inside;
    return p;
}

template <class T>
double worst_part(const Problem& p, const Json& samples, const typename InsideSeries<T>::Settings& settings) {
    InsidePath<T> path(p, samples.back().at("t").get<double>(), settings);
    double worst = 0;
    for (const Json& sample : samples)
        worst = std::max(worst, distance_from(sample, path.at(sample.at("t"), [](double) {}), path.numbers()));
    return worst;
}

}  // namespace

TEST(PartsReference, EveryKindAgainstItsTable_Long) {
    int cases = 0;
    const Json data = inside_data("inside-smooth.json");
    for (const Json& c : data.at("cases")) {
        if (c.at("model") == "rotors") continue;
        SCOPED_TRACE(c.at("name").get<std::string>());
        const Problem p = part_problem(c);
        const double two = worst_part<exact::Two>(p, c.at("samples"), {28, 1e-31, 0, 0});
        const double one = worst_part<double>(p, c.at("samples"), {20, 1e-16, 0, 0});
        EXPECT_LT(two, 1e-28);
        // the wheel of the gyro turns through four hundred radians
        EXPECT_LT(one, c.at("model") == "cmg" ? 4e-13 : 4e-14);
        std::printf("%-22s two words %.2g, double %.2g\n", c.at("name").get<std::string>().c_str(), two, one);
        ++cases;
    }
    EXPECT_EQ(cases, 9);
}

}  // namespace parts_reference_test
