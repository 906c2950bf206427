// GyroSoft 2015: attitudes of its four motions, and the errors of its methods A (torque held over the step) and C (from
// body rates alone) against a right reference, to the printed digits.
#include <algorithm>
#include <memory>

#include "polhode/closed_form/top_motion.hpp"
#include "support/reference_support.hpp"

namespace reference_gyrosoft_test {

namespace {

using namespace reference;
using polhode::Vec3;

std::string gyroscope(const std::string& motion) {
    return "[body]\ninertia = [5.76875e-4, 5.76875e-4, 9.375e-5]\n[start]\nmotion = \"" + motion +
           "\"\nspin_hz = 20.0\ntilt_deg = 60.0\n[[torque]]\nkind = \"gravity\"\nmass = 0.3\nat = [0.0, 0.0, 0.01]\n"
           "g = 9.8\n";
}
std::string motion_named(const std::string& name) { return name == "circle" ? "circle-slow" : name; }

// `limit` in rad; the transverse rates, up to 4 rad/s, follow within four times as much.
void hold_against_truth(const std::string& method, double limit) {
    int judged = 0;
    for (const TableRow& row : table_of("gyrosoft_truth.csv")) {
        const double t = row.number("time_s");
        if (t == 0) continue;
        const Result r = run_text(gyroscope(motion_named(row.text("motion"))) + "[method]\n" + method +
                                  "[run]\nduration = " + digits(t) + "\nsample = " + digits(t) + "\n");
        const std::string name = row.text("motion") + " at " + row.text("time_s") + " s";
        EXPECT_LT(static_cast<double>(angle(quaternion_of_row(row), wide(r.last().q_NB))), limit) << name;
        EXPECT_NEAR(r.last().w_NB_B[0], row.number("wx"), 4 * limit) << name;
        EXPECT_NEAR(r.last().w_NB_B[1], row.number("wy"), 4 * limit) << name;
        EXPECT_NEAR(r.last().w_NB_B[2], row.number("wz"), 1e-10) << name;
        ++judged;
    }
    EXPECT_EQ(judged, 16);
}

// Eleven decimals are printed: nine rounded cosines are good to 3e-11 rad as an attitude.
TEST(ReferenceGyrosoft, TruthToThePrintedDigits_Long) {
    hold_against_truth("integrator = \"dop853\"\nconstraint = \"normalise\"\ntolerance = 3e-15\n", 3e-11);
}
TEST(ReferenceGyrosoft, TruthByDefault) { hold_against_truth("integrator = \"default\"\n", 3e-11); }

TEST(ReferenceGyrosoft, KindAndRangesOfEveryRelease) {
    const std::map<std::string, polhode::Top> sets{{"default_printed_I1", {5.76875e-4, 9.375e-5, 0.3 * 9.8 * 0.01}},
                                                   {"default_exact_I1", {5.775e-4, 9.375e-5, 0.3 * 9.8 * 0.01}},
                                                   {"figure8", {0.002, 0.0008, 1 * 9.8 * 0.04}}};
    for (const TableRow& row : table_of("gyrosoft_initial_conditions.csv")) {
        const double tilt = radians(row.number("theta0_deg"));
        const polhode::Quaternion<double> q{std::cos(tilt / 2), -std::sin(tilt / 2), 0, 0};
        const Vec3<double> w{row.number("wx0"), row.number("wy0"), row.number("wz0")};
        const polhode::TopMotion m = polhode::top_motion(sets.at(row.text("param_set")), q, w);
        const std::string name = row.text("param_set") + " " + row.text("theta0_deg") + " " + row.text("motion");
        const bool circle = row.text("classified_as") == "circle";
        // twelve digits are printed; a circle from rates of twelve digits still nutates by their rounding
        EXPECT_NEAR(degrees(m.tilt_min), row.number("theta_min_deg"), circle ? 1e-4 : 1e-8) << name;
        EXPECT_NEAR(degrees(m.tilt_max), row.number("theta_max_deg"), circle ? 1e-4 : 1e-8) << name;
        EXPECT_NEAR(m.nutation_period / row.number("nutation_period_s"), 1, circle ? 1e-6 : 1e-9) << name;
        EXPECT_NEAR(m.mean_precession / row.number("mean_precession_rad_s"), 1, 1e-9) << name;
        if (!circle) {
            EXPECT_EQ(polhode::name_of(m.kind), row.text("classified_as")) << name;
        }
    }
}

// ---- errors of methods ----

constexpr double finest = 1.0 / 4000;  // s, the grid of the reference
constexpr double longest = 20;         // s

struct Truth {
    polhode::Problem problem;
    std::vector<KeptRow> rows;  // every `finest`

    const KeptRow& at(double t) const { return rows[static_cast<std::size_t>(std::lround(t / finest))]; }

    // The rate between rows by Lagrange interpolation over eight of them: the rate turns by 0.03 rad between rows, so
    // the error is near (0.03)^8 of its transverse part, below rounding.
    Vec3<double> rate(double t) const {
        constexpr int points = 8;
        const double place = t / finest;
        const double nearest = std::round(place);
        if (std::fabs(place - nearest) < 1e-7) return rows[static_cast<std::size_t>(nearest)].w_NB_B;
        const long last = static_cast<long>(rows.size()) - points;
        const long first = std::clamp(static_cast<long>(std::floor(place)) - points / 2 + 1, 0L, last);
        const double u = place - static_cast<double>(first);
        Vec3<double> sum{};
        for (int i = 0; i < points; ++i) {
            double weight = 1;
            for (int j = 0; j < points; ++j)
                if (j != i) weight *= (u - j) / (i - j);
            sum = sum + weight * rows[static_cast<std::size_t>(first + i)].w_NB_B;
        }
        return sum;
    }
};

// DOP853 with 200 steps a turn: truncation far below rounding.
std::shared_ptr<const Truth> truth_of(const std::string& motion) {
    auto truth = std::make_shared<Truth>();
    const polhode::Scenario s = polhode::read_scenario(
        gyroscope(motion_named(motion)) +
            "[method]\nintegrator = \"dop853\"\nconstraint = \"normalise\"\nstep = 2.5e-4\n[run]\nduration = 20.0\n"
            "sample = 2.5e-4\n",
        "truth.toml");
    truth->problem = s.problem;
    truth->rows = run(s).rows;
    return truth;
}

struct Known {
    bool dynamics;
    const char* rate;
};
const std::map<std::string, Known>& known_methods() {
    static const std::map<std::string, Known> methods{
        {"A_i", {true, "start"}},
        {"A_ip1", {true, "end"}},
        {"A_avg", {true, "average"}},
        {"A_J", {true, "j-cycle"}},
        {"A_J2", {true, "two-sample"}},
        {"A_mid", {true, "midpoint"}},
        {"C_i", {false, "start"}},
        {"C_ip1", {false, "end"}},
        {"C_avg", {false, "average"}},
        {"C_J", {false, "j-cycle"}},
        {"C_inc", {false, "increment"}},
        {"C_cone2", {false, "two-sample"}},
        {"C_incprev", {false, "increment-previous"}},
    };
    return methods;
}

polhode::Method method_of(const std::string& rate, double step) {
    const polhode::Scenario s = polhode::read_scenario(
        "[rates]\nkind = \"constant\"\nvalue = [0.0, 0.0, 1.0]\n[method]\nattitude = \"quaternion\"\n"
        "integrator = \"rotation-vector\"\nrate = \"" +
            rate + "\"\nstep = " + digits(step) + "\n[run]\nduration = 20.0\nsample = 1.0\n",
        "method.toml");
    return s.methods[0];
}

class ReferenceGyrosoftMethods : public testing::TestWithParam<std::string> {};

TEST_P(ReferenceGyrosoftMethods, ErrorsToThePrintedDigits_Long) {
    const auto truth = truth_of(GetParam());
    std::map<std::pair<std::string, long>, Result> runs;
    int judged = 0, saturated = 0;
    for (const TableRow& row : table_of("gyrosoft_method_errors.csv")) {
        if (row.text("motion") != GetParam()) continue;
        const auto known = known_methods().find(row.text("method"));
        ASSERT_NE(known, known_methods().end()) << row.text("method");
        const long hertz = row.integer("rate_hz");
        const double t = row.number("time_s");
        const auto key = std::pair{row.text("method"), hertz};
        if (!runs.count(key)) {
            polhode::Problem problem = truth->problem;
            if (!known->second.dynamics) {
                problem.body.reset();
                problem.torques.clear();
                problem.rates = polhode::RatesModel{
                    "callable", polhode::CallableRates<double>([truth](double at) { return truth->rate(at); })};
            }
            polhode::RunSpan span;
            span.duration = longest;
            span.sample = 1;
            runs[key] = run(problem, method_of(known->second.rate, 1.0 / static_cast<double>(hertz)), span);
        }
        const KeptRow& got = runs[key].rows[static_cast<std::size_t>(std::lround(t))];
        const KeptRow& want = truth->at(t);
        const double full = degrees(static_cast<double>(angle(wide(want.q_NB), wide(got.q_NB))));
        const double along = 1 / std::sqrt(3.0);
        const double axis111 = degrees(
            angle_between(direction(want.q_NB, {along, along, along}), direction(got.q_NB, {along, along, along})));
        const double axisz = degrees(angle_between(direction(want.q_NB, {0, 0, 1}), direction(got.q_NB, {0, 0, 1})));
        const std::string name = row.text("method") + " " + row.text("rate_hz") + " Hz at " + row.text("time_s") + " s";
        if (row.number("full_rotation_deg") > 90) {
            // saturated: only that the error is large means something
            EXPECT_GT(full, 45) << name;
            ++saturated;
            continue;
        }
        // Six digits are printed. Errors below 1e-5 deg carry the rounding of the reference: 20 s are 2500 rad.
        const auto close = [&](double value, const char* column) {
            const double printed = row.number(column);
            EXPECT_NEAR(value, printed, 2e-5 * printed + 5e-9) << name << ' ' << column;
        };
        close(full, "full_rotation_deg");
        close(axis111, "axis111_deg");
        close(axisz, "axis_z_deg");
        ++judged;
    }
    EXPECT_GE(judged, 100);
    EXPECT_GE(saturated, 5);
}

INSTANTIATE_TEST_SUITE_P(Motions, ReferenceGyrosoftMethods, testing::Values("cusp", "loop", "wave", "circle"),
                         [](const auto& param) { return param.param; });

}  // namespace

}  // namespace reference_gyrosoft_test
