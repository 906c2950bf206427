#include "polhode/problem/rates_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/folder.hpp"

namespace polhode {
namespace rates_model_test {

using V = Vec3<double>;
using Q = Quaternion<double>;
using Texts = std::vector<std::string>;

constexpr double turn = 6.283185307179586476;

class Table {
 public:
    explicit Table(const std::string& kind) : kind_(kind) {
        values_.set_table_place({"s.toml", 10, "rates"});
        for (const Entry& e : rates_entries())
            if (e.name == kind)
                for (const Parameter& p : e.parameters) {
                    if (p.fallback.empty()) continue;
                    const Place at{"s.toml", 10, "rates." + p.name};
                    if (p.type == Type::choice)
                        values_.set(p.name, p.fallback.substr(1, p.fallback.size() - 2), at, false);
                    else
                        values_.set(p.name, std::stod(p.fallback), at, false);
                }
    }
    Table& set(const std::string& name, Values::Value value) {
        values_.set(name, std::move(value), {"s.toml", 11, "rates." + name});
        return *this;
    }
    RatesModel build(const std::string& directory = "") const { return build_rates(kind_, values_, directory); }
    std::string complaint(const std::string& directory = "") const {
        try {
            build(directory);
        } catch (const InputError& e) {
            return e.what();
        }
        return "accepted";
    }

 private:
    std::string kind_;
    Values values_;
};

V rate_at(const RatesModel& model, double t) { return RatesFunction<double>(model)(t); }

struct File {
    explicit File(const std::string& text) { folder.write(name, text); }
    const polhode::test::Folder folder;
    const std::string directory = folder.path() + "/", name = "rates.csv";
};

nlohmann::json strapdown_case(const std::string& kind) {
    std::ifstream file(POLHODE_TEST_DATA "/exact-strapdown.json");
    const nlohmann::json document = nlohmann::json::parse(file);
    for (const auto& one : document["cases"])
        if (one["kind"] == kind) return one;
    throw std::runtime_error("no such case");
}
double number(const nlohmann::json& n) { return n.is_string() ? std::stod(n.get<std::string>()) : n.get<double>(); }
V vector_of(const nlohmann::json& v) { return {number(v[0]), number(v[1]), number(v[2])}; }
Q quaternion_of(const nlohmann::json& v) { return {number(v[0]), number(v[1]), number(v[2]), number(v[3])}; }

TEST(RatesModel, EveryKindIsDescribedAndBuilt) {
    Texts names;
    for (const Entry& e : rates_entries()) {
        names.push_back(e.name);
        EXPECT_EQ(e.kind, "rates");
        EXPECT_FALSE(e.summary.empty());
        for (const Parameter& p : e.parameters) {
            EXPECT_FALSE(p.summary.empty()) << e.name << " " << p.name;
            EXPECT_EQ(p.type == Type::choice, !p.choices.empty()) << e.name << " " << p.name;
        }
    }
    EXPECT_EQ(names, (Texts{"constant", "benchmark", "coning", "euler-rates", "table", "formula", "file"}));
    EXPECT_THROW(build_rates("magic", {}, ""), std::logic_error);
}

TEST(RatesModel, ConstantAndFormula) {
    EXPECT_EQ(rate_at(Table("constant").set("value", V{1, 2, 3}).build(), 7), (V{1, 2, 3}));
    EXPECT_TRUE(Table("constant").set("value", V{1, 2, 3}).build().start_quaternion.empty());
    const RatesModel model = Table("formula").set("value", Texts{"t^2", "if(t < 1, 5, 6)", "-1"}).build();
    EXPECT_EQ(rate_at(model, 3), (V{9, 6, -1}));
    EXPECT_EQ(RatesFunction<float>(model)(3.0f), (Vec3<float>{9, 6, -1}));
    EXPECT_NE(Table("formula")
                  .set("value", Texts{"wx", "0", "0"})
                  .complaint()
                  .find("unknown name 'wx'; known: 't', 'pi' or 'e'"),
              std::string::npos);
}

TEST(RatesModel, BenchmarkInEitherUnit) {
    const double b0 = 85.0 * turn / 360;
    const RatesModel degrees_model = Table("benchmark").set("b0_deg", 85.0).build();
    EXPECT_LT(norm(rate_at(degrees_model, 0.3) - V{-turn * std::sin(b0), 0, turn * std::cos(b0)}), 4e-15);
    const RatesModel same = Table("benchmark").set("b0", b0).set("rate", turn).build();
    EXPECT_LT(norm(rate_at(same, 0) - rate_at(degrees_model, 0)), 4e-15);
    ASSERT_EQ(same.start_quaternion.size(), 4u);
    EXPECT_NEAR(same.start_quaternion[0], std::cos(b0 / 2), 1e-15);
    EXPECT_NEAR(same.start_quaternion[2], std::sin(b0 / 2), 1e-15);
    EXPECT_LT(norm(rate_at(Table("benchmark").set("b0_deg", 85.0).set("cycles_per_second", 2.0).build(), 0) -
                   2.0 * rate_at(degrees_model, 0)),
              1e-14);
    EXPECT_NE(Table("benchmark").complaint().find("either 'b0' or 'b0_deg' must be given"), std::string::npos);
    EXPECT_NE(Table("benchmark").set("b0_deg", 1.0).set("b0", 1.0).complaint().find("keep one"), std::string::npos);
}

// Rates and attitudes with 34 digits. The rate is 3.3 rad/s, its phase up to 11 rad is rounded once: 4e-15.
TEST(RatesModel, ConingAgainstTheReference) {
    const auto reference = strapdown_case("coning");
    const RatesModel model = Table("coning")
                                 .set("angle", number(reference["cone_half_angle"]))
                                 .set("rate", number(reference["cone_rate"]))
                                 .build();
    const double h = number(reference["sample_interval"]);
    for (const auto& r : reference["rates"])
        EXPECT_LT(norm(rate_at(model, h * r["k"].get<int>()) - vector_of(r["omega"])), 2e-14);
    const auto& coning = std::get<kinematics::Coning<double>>(model.rates);
    for (const auto& a : reference["attitudes"])
        EXPECT_LT(norm(coning.attitude(h * a["k"].get<int>()).params() - quaternion_of(a["q"]).params()), 1e-15);
    EXPECT_LT(norm(coning.attitude(0).params() - quaternion_of(reference["q0"]).params()), 1e-15);
    EXPECT_EQ(model.start_quaternion[0], coning.attitude(0).w);
    EXPECT_NE(Table("coning").set("angle_deg", 1.0).complaint().find("either 'rate' or 'frequency_hz'"),
              std::string::npos);
}

std::string polynomial(const nlohmann::json& coefficients) {
    std::string text = "0";
    for (std::size_t i = 0; i < coefficients.size(); ++i) {
        char term[64];
        std::snprintf(term, sizeof term, " + (%.17g)*t^%zu", number(coefficients[i]), i);
        text += term;
    }
    return text;
}

// Angles up to some rad, rates up to 10 rad/s: some tens of roundings.
TEST(RatesModel, EulerRatesAgainstTheReference) {
    const auto reference = strapdown_case("euler-polynomial");
    const RatesModel model = Table("euler-rates")
                                 .set("angles", Texts{polynomial(reference["yaw"]), polynomial(reference["pitch"]),
                                                      polynomial(reference["roll"])})
                                 .build();
    const double h = number(reference["sample_interval"]);
    for (const auto& r : reference["rates"])
        EXPECT_LT(norm(rate_at(model, h * r["k"].get<int>()) - vector_of(r["omega"])), 2e-14) << r["k"];
    const auto& motion = std::get<EulerRates<double>>(model.rates);
    for (const auto& a : reference["attitudes"]) {
        const Q got = motion.attitude(h * a["k"].get<int>()), expected = quaternion_of(a["q"]);
        EXPECT_LT(std::min(norm(got.params() - expected.params()), norm(got.params() + expected.params())), 2e-15);
    }
    EXPECT_LT(norm(Vec<double, 4>{model.start_quaternion[0], model.start_quaternion[1], model.start_quaternion[2],
                                  model.start_quaternion[3]} -
                   quaternion_of(reference["q0"]).params()),
              1e-15);
}

// All twelve sequences: the rate is that of the attitude, by five-point differences (h^4/30 of the fifth derivative,
// about 1e2, and 2e-16/h of rounding).
TEST(RatesModel, EulerRatesOfEverySequence) {
    for (const Entry& e : rates_entries()) {
        if (e.name != "euler-rates") continue;
        ASSERT_EQ(e.parameters[0].choices.size(), 12u);
        for (const std::string& sequence : e.parameters[0].choices) {
            const RatesModel model = Table("euler-rates")
                                         .set("sequence", sequence)
                                         .set("angles", Texts{"sin(2*t)", "1 + t^2", "exp(-t)"})
                                         .build();
            const auto& motion = std::get<EulerRates<double>>(model.rates);
            const double t = 0.4, h = 5e-4;
            const auto q = [&](double at) { return motion.attitude(at).params(); };
            const Vec<double, 4> dq = (1 / (12 * h)) * (8.0 * (q(t + h) - q(t - h)) - (q(t + 2 * h) - q(t - 2 * h)));
            EXPECT_LT(norm(rate(motion.attitude(t), dq) - rate_at(model, t)), 1e-11) << sequence;
        }
    }
}

TEST(RatesModel, TableInTheScenario) {
    Table table("table");
    table.set("times", std::vector<double>{0, 2})
        .set("x", std::vector<double>{0, 180})
        .set("y", std::vector<double>{0, 0})
        .set("z", std::vector<double>{0, 0})
        .set("unit", std::string("deg/s"));
    EXPECT_NEAR(rate_at(table.build(), 1)[0], turn / 4, 1e-15);
    EXPECT_TRUE(switching_times(table.build(), 2).empty());
    EXPECT_THROW(switching_times(table.build(), 2.5), InputError);
}

TEST(RatesModel, FileOfRates) {
    const File file("t,wx,wy,wz\n0,0,0,1\n1,1,0,1\n3,1,0,5\n");
    const RatesModel model = Table("file").set("file", file.name).build(file.directory);
    EXPECT_EQ(rate_at(model, 0.5), (V{0.5, 0, 1}));
    EXPECT_EQ(rate_at(model, 2), (V{1, 0, 3}));
    EXPECT_EQ(switching_times(model, 3), (std::vector<double>{1}));
    EXPECT_NEAR(
        rate_at(Table("file").set("file", file.name).set("unit", std::string("deg/s")).build(file.directory), 0)[2],
        turn / 360, 1e-17);
    EXPECT_NE(Table("file")
                  .set("file", file.name)
                  .set("unit", std::string("deg"))
                  .complaint(file.directory)
                  .find("rates are in 'rad/s' or 'deg/s', not in 'deg'"),
              std::string::npos);
}

// Increments of the coning reference: the held rate over each interval has the increment as its integral.
TEST(RatesModel, FileOfIncrements) {
    const auto reference = strapdown_case("coning");
    const double h = number(reference["sample_interval"]);
    std::string text = "t,dx,dy,dz\n";
    int k = 0;
    for (const auto& d : reference["increments"]) {
        char row[128];
        const V v = vector_of(d);
        std::snprintf(row, sizeof row, "%.17g,%.17g,%.17g,%.17g\n", h * ++k, v[0], v[1], v[2]);
        text += row;
    }
    const File file(text);
    const RatesModel model =
        Table("file").set("file", file.name).set("content", std::string("increments")).build(file.directory);
    RatesFunction<double> rates(model);
    std::vector<double> knots = switching_times(model, h * k);
    EXPECT_EQ(knots.size(), static_cast<std::size_t>(k - 1));
    knots.insert(knots.begin(), 0.0);
    knots.push_back(h * k);
    for (int i = 0; i < k; ++i) {
        const double begin = knots[static_cast<std::size_t>(i)], end = knots[static_cast<std::size_t>(i) + 1];
        rates.segment(begin, end);
        const V expected = vector_of(reference["increments"][static_cast<std::size_t>(i)]);
        EXPECT_EQ(rates(begin), rates(end));
        // interval ends are rounded to 2e-17 s of 1e-3 s
        EXPECT_LT(norm((end - begin) * rates(begin) - expected), 1e-12 * norm(expected));
    }
    EXPECT_NE(Table("file")
                  .set("file", file.name)
                  .set("content", std::string("increments"))
                  .set("interpolation", std::string("cubic"))
                  .complaint(file.directory)
                  .find("increments leave no choice"),
              std::string::npos);
}

TEST(RatesModel, IncrementsBeforeTheFirstRow) {
    const File from_zero("0 1 0 0\n1 2 0 0\n2 3 0 0\n");  // the first row ends at 0: what came before is not needed
    const auto build = [](const File& f) {
        return Table("file").set("file", f.name).set("content", std::string("increments")).build(f.directory);
    };
    EXPECT_EQ(rate_at(build(from_zero), 0.5), (V{2, 0, 0}));
    EXPECT_EQ(rate_at(build(from_zero), 1.5), (V{3, 0, 0}));
    const File one("0.5 1 0 0\n");
    EXPECT_EQ(rate_at(build(one), 0.25), (V{2, 0, 0}));
}

TEST(RatesModel, AnyCallableIsARate) {
    const RatesModel model{"callable", CallableRates<double>([](double t) { return V{t, 2 * t, 0}; }), {}};
    EXPECT_EQ(rate_at(model, 2), (V{2, 4, 0}));
    EXPECT_EQ(RatesFunction<float>(model)(2.0f), (Vec3<float>{2, 4, 0}));
    EXPECT_TRUE(switching_times(model, 10).empty());
}

}  // namespace rates_model_test
}  // namespace polhode
