#include "polhode/estimate/gyro_only.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "polhode/kinematics/coning.hpp"
#include "polhode/strapdown/sculling.hpp"
#include "support/estimate_support.hpp"

namespace polhode::estimate {
namespace gyro_only_test {

using Vectors = std::vector<Vec3<double>>;

nlohmann::json strapdown_cases() {
    return nlohmann::json::parse(std::ifstream(test::data_file("exact-strapdown.json"))).at("cases");
}
double number(const nlohmann::json& text) { return std::strtod(text.get<std::string>().c_str(), nullptr); }
Quaternion<double> quaternion(const nlohmann::json& j) {
    return normalise(Quaternion<double>{number(j[0]), number(j[1]), number(j[2]), number(j[3])});
}
double largest_error(const nlohmann::json& c, ConingForm form) {
    Vectors d;
    for (const auto& i : c.at("increments")) d.push_back({number(i[0]), number(i[1]), number(i[2])});
    const auto q = integrate_increments(d, quaternion(c.at("q0")), form);
    double worst = 0;
    for (const auto& a : c.at("attitudes"))
        worst = std::max(worst, norm(log_rotation(q[a.at("k").get<size_t>() - 1] * conjugate(quaternion(a.at("q"))))));
    return worst;
}

// estimation-coning.csv: largest errors over exact attitudes, each to its printed digits and a tenth
TEST(GyroOnly, ErrorsAreThoseOfTheTable) {
    struct Line {
        ConingForm form;
        double cone, euler;
    };
    const auto cases = strapdown_cases();
    for (const Line& line :
         {Line{ConingForm::none, 1.0e-5, 4.0e-5}, Line{ConingForm::causal, 1.0e-7, 9.1e-7},
          Line{ConingForm::centred3, 1.4e-8, 3.8e-9}, Line{ConingForm::centred5, 3.2e-11, 2.2e-12}}) {
        EXPECT_LT(largest_error(cases[0], line.form), 1.1 * line.cone) << static_cast<int>(line.form);
        EXPECT_LT(largest_error(cases[1], line.form), 1.1 * line.euler) << static_cast<int>(line.form);
    }
    EXPECT_LT(largest_error(cases[0], ConingForm::centred7), 2e-13);
    EXPECT_LT(largest_error(cases[1], ConingForm::centred7), 2e-13);
}

// Page, section 6: cones of sampled rates, 6 rates and order 6: 2e-10, 7e-9, 5e-11 rad after 120 samples
TEST(GyroOnly, SampledRatesAreIntegratedToTheOrderOfTheirStencil) {
    struct Cone {
        double degrees, hertz, rate, expected;
    };
    for (const Cone& c : {Cone{2, 15, 1000, 2e-10}, Cone{10, 20, 1000, 7e-9}, Cone{5, 3, 285.7, 5e-11}}) {
        const kinematics::Coning<double> cone(c.degrees * degree, 2 * std::numbers::pi * c.hertz);
        // three more samples at both ends, so that the stencils are whole
        Vectors w;
        std::vector<double> dt;
        for (int i = -3; i <= 123; ++i) {
            w.push_back(cone(i / c.rate));
            dt.push_back(1 / c.rate);
        }
        Vectors d = increments_of_rates(w, dt);
        const auto q = integrate_increments(d, cone.attitude(-3 / c.rate), ConingForm::centred5);
        const Quaternion<double> off = q[2] * conjugate(cone.attitude(0));
        const double error = norm(log_rotation(conjugate(off) * q[122] * conjugate(cone.attitude(120 / c.rate))));
        EXPECT_LT(error, 3 * c.expected) << c.degrees << " deg " << c.hertz << " Hz";
    }
}

// Page, section 6: speed error after 1 s of in-phase sculling: without S 2.6e-4, causal 1.1e-6, centred 8.0e-7 m/s
TEST(GyroOnly, ScullingTermsTakeTheErrorAway) {
    const double angle = 0.02, force = 10, w = 2 * std::numbers::pi * 20, h = 1e-3;
    const int n = 1000;
    Vectors d, v;
    for (int i = -1; i <= n; ++i) {
        // attitude exp(angle sin wt about x), force along y in body axes in step with it: exact integrals of both
        const double t0 = i * h, t1 = t0 + h;
        d.push_back({angle * (std::sin(w * t1) - std::sin(w * t0)), 0, 0});
        v.push_back({0, force / w * (std::cos(w * t0) - std::cos(w * t1)), 0});
    }
    Vec3<double> exact;
    const int fine = 200;
    for (int i = 0; i < n * fine; ++i) {
        const double t = (i + 0.5) * h / fine;
        const Quaternion<double> q = exp_rotation(Vec3<double>{angle * std::sin(w * t), 0, 0});
        exact = exact + (h / fine) * to_world(q, Vec3<double>{0, force * std::sin(w * t), 0});
    }
    double error[3];
    for (int form = 0; form < 3; ++form) {
        Vec3<double> speed;
        for (int i = 0; i < n; ++i) {
            const size_t k = static_cast<size_t>(i + 1);
            Vec3<double> s;
            if (form == 1) s = strapdown::causal_sculling(d[k - 1], v[k - 1], d[k], v[k]);
            if (form == 2) s = strapdown::centred_sculling(d[k - 1], v[k - 1], d[k], v[k], d[k + 1], v[k + 1]);
            const Quaternion<double> q = exp_rotation(Vec3<double>{angle * std::sin(w * i * h), 0, 0});
            speed = speed + to_world(q, strapdown::velocity_change(d[k], v[k], s));
        }
        error[form] = norm(speed - exact);
    }
    EXPECT_GT(error[0], 1e-4);
    EXPECT_LT(error[1], 1.3e-6);
    EXPECT_LT(error[2], 1.0e-6);
}

TEST(GyroOnly, ShortLogsTakeSmallerStencils) {
    const Vectors d(2, Vec3<double>{0.1, 0, 0});
    for (const ConingForm form :
         {ConingForm::none, ConingForm::causal, ConingForm::centred3, ConingForm::centred5, ConingForm::centred7}) {
        const auto q = integrate_increments(d, {}, form);
        ASSERT_EQ(q.size(), 2u);
        EXPECT_NEAR(log_rotation(q[1])[0], 0.2, 1e-15);
    }
    EXPECT_TRUE(integrate_increments({}, {}, ConingForm::centred5).empty());
}

}  // namespace gyro_only_test
}  // namespace polhode::estimate
