// Gyrostats and bodies with several rotors against the tables of reference numbers (34 digits, from independent
// computations): Taylor series in two words to 1e-28 of their condition, and in double to its digits.
#include <gtest/gtest.h>

#include "support/inside_support.hpp"

namespace inside_reference_test {

using namespace polhode;
using namespace polhode::test;

namespace {

template <class T>
double worst_of(const Problem& problem, const nlohmann::json& samples,
                const typename InsideSeries<T>::Settings& settings, double until, bool by_condition) {
    InsidePath<T> path(problem, std::min(samples.back().at("t").get<double>(), until), settings);
    double worst = 0;
    for (const nlohmann::json& sample : samples) {
        const double t = sample.at("t");
        if (t > until) break;
        const double condition =
            by_condition ? std::max(1.0, std::stod(sample.at("attitude_condition").get<std::string>())) : 1.0;
        worst = std::max(worst, distance_from(sample, path.at(t, [](double) {}), path.numbers()) / condition);
    }
    return worst;
}

}  // namespace

TEST(InsideReference, GyrostatsWithOneRotor_Long) {
    double worst_two = 0, worst_double = 0;
    int cases = 0;
    const nlohmann::json data = inside_data("inside-gyrostat.json");
    for (const nlohmann::json& c : data.at("cases")) {
        SCOPED_TRACE(c.at("name").get<std::string>());
        Problem p = body_of(c);
        auto inside = std::make_shared<Inside>();
        inside->rotors.push_back(rotor_of(c.at("rotor"), "wheel"));
        p.inside = inside;
        const double until = 12;
        const double two = worst_of<exact::Two>(p, c.at("samples"), {28, 1e-31, 0, 0}, until, true);
        const double one = worst_of<double>(p, c.at("samples"), {20, 1e-16, 0, 0}, until, true);
        EXPECT_LT(two, 1e-28);
        EXPECT_LT(one, 1e-14);
        worst_two = std::max(worst_two, two), worst_double = std::max(worst_double, one);
        ++cases;
    }
    EXPECT_EQ(cases, 16);
    RecordProperty("worst_two_words", std::to_string(worst_two * 1e30) + "e-30");
    RecordProperty("worst_double", std::to_string(worst_double * 1e16) + "e-16");
    std::printf("worst over condition: two words %.2g, double %.2g\n", worst_two, worst_double);
}

TEST(InsideReference, SeveralRotorsFrictionAndDrives_Long) {
    int cases = 0;
    const nlohmann::json data = inside_data("inside-smooth.json");
    for (const nlohmann::json& c : data.at("cases")) {
        if (c.at("model") != "rotors") continue;
        const std::string name = c.at("name");
        SCOPED_TRACE(name);
        Problem p = body_of(c);
        auto inside = std::make_shared<Inside>();
        for (const nlohmann::json& r : c.at("rotors"))
            inside->rotors.push_back(rotor_of(r, "rotor" + std::to_string(inside->rotors.size() + 1)));
        const std::vector<std::string> names = inside->variables();
        for (std::size_t k = 0; k < inside->rotors.size(); ++k) {
            const nlohmann::json& r = c.at("rotors")[k];
            const auto formula = [&](const std::string& text) { inside->rotors[k].torque = Expression(text, names); };
            if (r.contains("torque_sin"))
                formula(r["torque_sin"][0].dump() + "*sin(" + r["torque_sin"][1].dump() + "*t)");
            if (r.contains("torque_rate")) formula(r["torque_rate"].dump() + "*" + names[14 + k]);
        }
        p.inside = inside;
        EXPECT_LT(worst_of<exact::Two>(p, c.at("samples"), {28, 1e-31, 0, 0}, 100, false), 1e-28);
        EXPECT_LT(worst_of<double>(p, c.at("samples"), {20, 1e-16, 0, 0}, 100, false), 4e-14);
        ++cases;
    }
    EXPECT_EQ(cases, 5);
}

}  // namespace inside_reference_test
