#include "polhode/estimate/gyro_only.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "polhode/kinematics/coning.hpp"
#include "polhode/strapdown/coning.hpp"
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

// A body that spins, cones and is pushed about, all at once: constant parts and sines of both, in closed form.
struct PushedAbout {
    Vec3<double> rate{1.1, -2.3, 0.7}, rate_sine{1.4, 0.8, -1.2}, rate_phase{0.3, 1.9, 4.0};
    Vec3<double> force{2, -1, 9.8}, force_sine{4, -6, 3}, force_phase{2.2, 0.4, 5.1};
    double w = 17;

    template <class Part>
    static Vec3<double> each(const Part& part) {
        return {part(0), part(1), part(2)};
    }
    Vec3<double> rate_at(double t) const {
        return each([&](int i) { return rate[i] + rate_sine[i] * std::sin(w * t + rate_phase[i]); });
    }
    Vec3<double> force_at(double t) const {
        return each([&](int i) { return force[i] + force_sine[i] * std::sin(w * t + force_phase[i]); });
    }
    Vec3<double> turned(double a, double b) const {
        return each([&](int i) {
            return rate[i] * (b - a) -
                   rate_sine[i] / w * (std::cos(w * b + rate_phase[i]) - std::cos(w * a + rate_phase[i]));
        });
    }
    Vec3<double> pushed(double a, double b) const {
        return each([&](int i) {
            return force[i] * (b - a) -
                   force_sine[i] / w * (std::cos(w * b + force_phase[i]) - std::cos(w * a + force_phase[i]));
        });
    }
    // Simpson's rule over the push, turned by an attitude that many centred steps carry.
    Vec3<double> change(double a, double b) const {
        const int n = 400;
        const double h = (b - a) / n;
        Quaternion<double> q;
        Vec3<double> sum = to_world(q, force_at(a));
        for (int i = 0; i < n; ++i) {
            const double t = a + i * h;
            q = normalise(q * exp_rotation(strapdown::centred_three(turned(t - h, t), turned(t, t + h),
                                                                    turned(t + h, t + 2 * h))));
            sum = sum + (i + 1 == n ? 1. : i % 2 ? 2. : 4.) * to_world(q, force_at(t + h));
        }
        return (h / 3) * sum;
    }
};

template <class T>
Vec3<double> change_by(const PushedAbout& body, double t, double h, bool centred) {
    const auto in = [](const Vec3<double>& x) { return Vec3<T>{T(x[0]), T(x[1]), T(x[2])}; };
    Vec3<T> d[3], v[3];
    for (int k = 0; k < 3; ++k) {
        d[k] = in(body.turned(t + (k - 1) * h, t + k * h));
        v[k] = in(body.pushed(t + (k - 1) * h, t + k * h));
    }
    const Vec3<T> s = centred ? strapdown::centred_sculling(d[0], v[0], d[1], v[1], d[2], v[2])
                              : strapdown::causal_sculling(d[0], v[0], d[1], v[1]);
    const Vec3<T> change = strapdown::velocity_change(d[1], v[1], s);
    return {static_cast<double>(change[0]), static_cast<double>(change[1]), static_cast<double>(change[2])};
}

// Half the step, a sixteenth of the error of a sample; and single precision gives what it can hold.
TEST(GyroOnly, ScullingIsOfTheFourthOrderInAnyMotion) {
    const PushedAbout body;
    for (const bool centred : {false, true}) {
        double error[3] = {0, 0, 0};
        for (int k = 0; k < 3; ++k)
            for (int place = 0; place < 40; ++place) {
                const double h = 0.01 / (1 << k), t = 0.013 * place;
                const Vec3<double> exact = body.change(t, t + h);
                error[k] = std::max(error[k], norm(change_by<double>(body, t, h, centred) - exact));
                EXPECT_LT(norm(change_by<float>(body, t, h, centred) - change_by<double>(body, t, h, centred)), 1e-7);
            }
        EXPECT_LT(error[0], centred ? 3e-6 : 1e-5);
        for (int k = 0; k < 2; ++k) EXPECT_GT(error[k] / error[k + 1], 14) << centred << " " << k;
    }
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
