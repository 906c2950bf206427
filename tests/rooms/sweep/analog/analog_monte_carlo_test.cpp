// The statistics of many machines against the reference Monte Carlo and against the laws. A standard deviation from n
// normal numbers has a relative error of 1/sqrt(2 n); two of them are compared within five standard errors of the
// difference, so that a right program fails once in two million.
#include "polhode/sweep/analog/analog_monte_carlo.hpp"

#include "polhode/analog_computer/analog_theory.hpp"
#include "polhode/arithmetic/philox.hpp"
#include "support/analog_support.hpp"

namespace analog_monte_carlo_test {

namespace {

using namespace analog_test;
using analog::ErrorCurve;
using reference::degrees;

// Under sanitizers, which slow every operation down, fewer machines are looked at, with wider limits.
#if defined(POLHODE_PLAIN_INLINE)
constexpr long fewer = 16;
constexpr double wider = 4;
#else
constexpr long fewer = 1;
constexpr double wider = 1;
#endif

double five_standard_errors(double n, double m) { return 5 * std::sqrt(1 / (2 * n) + 1 / (2 * m)); }

void set_gains_ahead(AnalogSettings& s, double C) { s.scaling.C = s.scaling.C1 = s.scaling.C2 = C; }

Quaternion<double> turn_of(const Vec3<double>& rate, double t) {
    const double half_angle = 0.5 * norm(rate) * t, s = std::sin(half_angle) / norm(rate);
    return {std::cos(half_angle), s * rate[0], s * rate[1], s * rate[2]};
}

ErrorCurve curve_of(const std::string& name) {
    if (name == "uncorrelated_constant") return ErrorCurve::uncorrelated_constant;
    if (name == "correlated_constant") return ErrorCurve::correlated_constant;
    if (name == "correlated_gain") return ErrorCurve::correlated_gain;
    if (name == "correlated_ten_cycle_sine") return ErrorCurve::correlated_sine;
    EXPECT_EQ(name, "correlated_45_knots");
    return ErrorCurve::correlated_knots;
}

std::string toml_list(const Vec3<double>& v) {
    return "[" + reference::digits(v[0]) + ", " + reference::digits(v[1]) + ", " + reference::digits(v[2]) + "]";
}

// Machines as these tests describe them; a scenario says the same in words.
struct ManyMachines {
    AnalogSettings settings;
    long machines = 1000;
    Vec3<double> rate{};
    double duration = ten_revolutions, step = 0.1;
    int threads = 0;
    std::function<void(double)> progress{};
    std::function<bool()> stop{};
};

std::string text_of(const ManyMachines& x) {
    const AnalogSettings& s = x.settings;
    const AnalogScaling& k = s.scaling;
    const auto is = [](const char* key, double value) {
        return ", " + std::string(key) + " = " + reference::digits(value);
    };
    std::string error;
    for (const std::string& name : analog_error_names())
        if (ErrorCurve curve; analog_error_named(name, curve) && curve == s.curve) error = name;
    return "[rates]\nkind = \"constant\"\nvalue = " + toml_list(x.rate) + "\n[method]\nattitude = \"" +
           (k.circuit == AnalogCircuit::quaternion ? "quaternion" : "dcm-two-vector") +
           "\"\nintegrator = \"rk4\"\nstep = " + reference::digits(x.step) +
           "\narithmetic = { kind = \"analog\", error = \"" + error +
           "\", full_scale_rate = " + toml_list(k.full_scale_rate) +
           ", symmetric = " + (k.symmetric ? "true" : "false") +
           ", squaring_error = " + (s.squaring_error ? "true" : "false") + ", knots = " + std::to_string(s.knots) +
           ", seed = " + std::to_string(s.seed) + is("volts_per_unit", k.volts_per_unit) + is("K", k.K) +
           is("k1", k.k1) + is("k2", k.k2) + is("C", k.C) + is("C1", k.C1) + is("C2", k.C2) + is("sigma", s.sigma) +
           is("servo_sigma", s.servo_sigma) + is("gain_error", s.gain_error) + is("gain_spread", s.gain_spread) +
           is("offset_spread", s.offset_spread) + is("lag", s.lag) +
           " }\n[run]\nduration = " + reference::digits(x.duration) + "\n";
}

std::vector<AnalogOutcome> run_machines(const ManyMachines& x) {
    AnalogExperiment experiment = analog_experiment(text_of(x), "test.toml", {}, "", x.machines);
    experiment.threads = x.threads;
    experiment.progress = x.progress;
    experiment.stop = x.stop;
    return polhode::run_machines(experiment);
}

ManyMachines experiment_of(const reference::TableRow& row) {
    ManyMachines x;
    x.settings =
        ideal(row.text("method") == "quaternion" ? AnalogCircuit::quaternion : AnalogCircuit::direction_cosines);
    x.settings.scaling.symmetric = row.text("method") == "direction_cosine_symmetric_orthogonality";
    x.settings.curve = curve_of(row.text("error_model"));
    if (x.settings.curve == ErrorCurve::uncorrelated_constant) set_gains_ahead(x.settings, 10);
    const std::string& input = row.text("input");
    if (input != "none") x.rate[static_cast<int>(input[0] - 'P')] = 0.5;
    return x;
}

// robinson_mc_drift_10_revolutions.csv
TEST(AnalogMonteCarlo, DriftAfterTenRevolutions_Long) {
    int judged = 0;
    for (const auto& row : rows_of("robinson_mc_drift_10_revolutions.csv")) {
        ManyMachines x = experiment_of(row);
        x.machines = 1000 / fewer;
        x.step = 0.2;  // 0.003 degrees of step error, common to all machines
        const AnalogStatistics s = statistics_of(run_machines(x));
        const std::string name = row.text("method") + ", " + row.text("error_model") + ", " + row.text("input");
        const double n = static_cast<double>(x.machines), m = row.number("N");
        const double five = five_standard_errors(n, m);
        const bool rotating = row.text("input") != "none";
        const int axis = rotating ? static_cast<int>(row.text("input")[0] - 'P') : 0;
        const char* const deviations[] = {"std_x_deg", "std_y_deg", "std_z_deg"};
        const char* const means[] = {"mean_x_deg", "mean_y_deg", "mean_z_deg"};
        for (int i = 0; i < 3; ++i) {
            // In rotation the components across the axis are of second order and heavy-tailed (kurtosis up to 16: the
            // variance of a squared deviation is then 16 - 1 in place of 2). So is the one about the axis where a
            // constant error leaves nothing of first order.
            const double wanted = row.number(deviations[i]), got = degrees(s.drift[i].deviation);
            const bool second_order = (rotating && i != axis) || degrees(s.drift[axis].deviation) < 0.1;
            EXPECT_NEAR(got, wanted, (second_order ? five * std::sqrt(15 / 2.0) : five) * wanted) << name << " " << i;
            const double error = 5 * wanted * std::sqrt(1 / n + 1 / m);
            EXPECT_NEAR(degrees(s.drift[i].mean), row.number(means[i]), error + 0.0031) << name << " " << i;
        }
        EXPECT_NEAR(s.length_error.deviation, row.number("std_norm_error"), five * row.number("std_norm_error"))
            << name;
        ++judged;
    }
    EXPECT_EQ(judged, 17);
}

// robinson_mc_length_and_rate.csv
TEST(AnalogMonteCarlo, LengthAndRate_Long) {
    int judged = 0;
    for (const auto& row : rows_of("robinson_mc_length_and_rate.csv")) {
        ManyMachines x;
        const bool quaternion = row.text("method") == "quaternion";
        x.settings = quaternion ? ideal() : ideal_cosines();
        const std::string& model = row.text("error_model");
        x.settings.curve = model == "U"    ? ErrorCurve::uncorrelated_constant
                           : model == "Cc" ? ErrorCurve::correlated_constant
                                           : ErrorCurve::correlated_knots;
        x.settings.sigma = model == "Cc" ? 0.05 : 0.053;
        x.settings.scaling.volts_per_unit = row.number("scale_volts");
        x.settings.squaring_error = row.integer("squaring_error_on") == 1;
        if (model == "U") set_gains_ahead(x.settings, 10);
        const std::string& gains = row.text("gains");
        (quaternion ? x.settings.scaling.K : x.settings.scaling.k1) =
            std::strtod(gains.c_str() + gains.find('=') + 1, nullptr);
        const std::string& quantity = row.text("quantity");
        x.machines = 4000 / fewer;
        x.duration = 20;
        if (quantity == "length_error")
            x.duration = 12;
        else
            x.rate = {{quantity == "drift_x_rad" ? 0.01 : 0.5, 0, 0}};
        const AnalogStatistics s = statistics_of(run_machines(x));
        double got = 0;
        if (quantity == "length_error") got = s.length_error.deviation;
        if (quantity == "apparent_rate_error_eq79") got = s.apparent_rate_error[0].deviation;
        if (quantity == "true_rate_error") got = s.true_rate_error[0].deviation;
        if (quantity == "drift_x_rad") got = s.drift[0].deviation;
        ASSERT_GT(got, 0) << quantity;
        const double wanted = row.number("mc_std");
        EXPECT_NEAR(got, wanted, wanted * five_standard_errors(static_cast<double>(x.machines), row.number("samples")))
            << row.text("method") << " " << model << " " << quantity << " " << gains;
        ++judged;
    }
    EXPECT_EQ(judged, 13);
}

// robinson_sigma_instantaneous.csv: drift rates and length rates of machines at random orientations, at the first
// instant. 1e5 machines: 1 % is 4.5 standard errors.
TEST(AnalogMonteCarlo, InstantaneousRates_Long) {
    constexpr int lanes = 8;
    constexpr long machines = 100000 / fewer;
    int judged = 0;
    struct Case {
        bool correlated;
        double S, sigma;
        Vec3<double> rates;
        std::map<std::string, double> exact;
    };
    std::vector<Case> cases;
    for (const auto& row : rows_of("robinson_sigma_instantaneous.csv")) {
        const Case c{row.text("error_type").rfind("correlated", 0) == 0,
                     row.number("scale_volts"),
                     row.number("sigma_volts"),
                     {{row.number("P_or_Pm"), row.number("Q_or_Qm"), row.number("R_or_Rm")}},
                     {}};
        if (cases.empty() || cases.back().correlated != c.correlated || cases.back().S != c.S ||
            cases.back().sigma != c.sigma || norm(cases.back().rates - c.rates) > 0)
            cases.push_back(c);
        cases.back().exact[row.text("quantity")] = row.number("exact_orientation_averaged");
    }
    for (const Case& c : cases) {
        std::map<std::string, double> sums;
        for (const bool quaternion : {true, false}) {
            AnalogSettings s = quaternion ? ideal() : ideal_cosines();
            s.curve = c.correlated ? ErrorCurve::correlated_constant : ErrorCurve::uncorrelated_constant;
            s.sigma = c.sigma;
            s.scaling.volts_per_unit = c.S;
            s.scaling.K = s.scaling.k1 = s.scaling.k2 = 0;
            if (!c.correlated) s.scaling.full_scale_rate = c.rates;
            const Vec3<double> rate = c.correlated ? c.rates : Vec3<double>{};
            const AnalogPlan plan(s);
            analog::Machine<double, lanes> m(plan.circuit);
            const auto in = plan.inputs(rate);
            for (long first = 0; first < machines; first += lanes) {
                for (int l = 0; l < lanes; ++l) {
                    const auto seed = static_cast<std::uint64_t>(first + l);
                    fill_machine(m, l, plan, seed, nullptr);
                    const RandomStream random{seed, 99};
                    const Quaternion<double> q = normalise(
                        Quaternion<double>{random.normal(0), random.normal(1), random.normal(2), random.normal(3)});
                    start_machine(m, l, analog_start(s.scaling, q));
                }
                m.read_out(in);
                for (int l = 0; l < lanes; ++l) {
                    double y[6], dy[6];
                    for (int i = 0; i < plan.circuit.integrators; ++i) {
                        y[i] = m.state[i][l] / c.S;
                        dy[i] = m.slope[i][l] / c.S;
                    }
                    const auto add = [&](const char* name, double value) { sums[name] += value * value; };
                    if (quaternion) {
                        add("quat_length_rate", y[0] * dy[0] + y[1] * dy[1] + y[2] * dy[2] + y[3] * dy[3]);
                        // Robinson 1958 eq. 79
                        const auto rate_of = [&](int a, int b, int d, double sign) {
                            return 2 * (y[0] * dy[a] - y[a] * dy[0] + sign * (y[b] * dy[d] - y[d] * dy[b]));
                        };
                        add("quat_drift_P", rate_of(3, 1, 2, 1) - rate[0]);
                        add("quat_drift_Q", rate_of(2, 3, 1, 1) - rate[1]);
                        add("quat_drift_R", rate_of(1, 2, 3, 1) - rate[2]);
                    } else {
                        const Vec3<double> i{{y[0], y[1], y[2]}}, j{{y[3], y[4], y[5]}}, k = cross(i, j);
                        const Vec3<double> di{{dy[0], dy[1], dy[2]}}, dj{{dy[3], dy[4], dy[5]}};
                        // what the rate itself does: i' = Omega i = i x w
                        const Vec3<double> ei = di - cross(i, rate), ej = dj - cross(j, rate);
                        add("dc_length_rate", dot(i, ei));
                        add("dc_drift_R0", dot(j, ei));
                        add("dc_drift_Q0", dot(k, ei));
                        add("dc_drift_P0", dot(k, ej));
                    }
                }
            }
        }
        for (const auto& [quantity, exact] : c.exact) {
            ASSERT_TRUE(sums.count(quantity)) << quantity;
            EXPECT_NEAR(std::sqrt(sums[quantity] / machines), exact, 0.01 * wider * exact)
                << quantity << " " << c.correlated;
            ++judged;
        }
    }
    EXPECT_EQ(judged, 48);
}

// kappa: what is left of an error curve after whole turns, within 2 % at 1e4 machines and more
TEST(AnalogMonteCarlo, SecularFactors_Long) {
    struct Case {
        ErrorCurve curve;
        int knots;
        double kappa;
    };
    for (const Case& c : {Case{ErrorCurve::correlated_knots, 45, secular_factor_of_knots(50, 45)},
                          Case{ErrorCurve::correlated_knots, 10, secular_factor_of_knots(50, 10)},
                          Case{ErrorCurve::correlated_sine, 45, secular_factor_of_sine(50)},
                          Case{ErrorCurve::correlated_gain, 45, secular_factor_of_gain(50)}}) {
        ManyMachines x;
        x.settings = ideal();
        x.settings.curve = c.curve;
        x.settings.knots = c.knots;
        x.machines = 20000 / fewer;
        x.step = 0.2;
        x.rate = {{0.5, 0, 0}};
        // one revolution of the quaternion is two turns: already whole
        x.duration = 8 * reference::pi;
        const double expected = c.kappa * 0.053 / 50 * 4 * reference::pi;
        EXPECT_NEAR(statistics_of(run_machines(x)).drift[0].deviation, expected, 0.02 * wider * expected) << c.kappa;
    }
}

// Figure 6: with the errors of the machine and gains 1 - N(1.44e-3, 0.4e-3) the indicated length error stays below
// 0.1 % in 99.5 % of readings, while the true one is larger (rms 3.1e-4 against 4.4e-4).
TEST(AnalogMonteCarlo, IndicatedLengthIsBetterThanTheTrueOne_Long) {
    ManyMachines x;
    x.settings = ideal();
    x.settings.curve = ErrorCurve::correlated_knots;
    x.settings.gain_error = 1.44e-3;
    x.settings.gain_spread = 0.4e-3;
    x.rate = {{0.5, 0, 0}};
    x.machines = 400 / fewer;
    long below = 0, all = 0;
    double indicated = 0, real = 0;
    // readings at times spread over a revolution, after settling
    for (int n = 0; n < 8; ++n) {
        x.duration = 12 + 4 * reference::pi * n / 8;
        for (const AnalogOutcome& o : run_machines(x)) {
            below += std::fabs(o.indicated_length_error) < 1e-3;
            indicated += o.indicated_length_error * o.indicated_length_error;
            real += o.length_error * o.length_error;
            ++all;
        }
    }
    // 3200 readings of 400 machines, binomial: five standard errors of 400 at 0.5 % are 1.8 %
    EXPECT_GT(static_cast<double>(below) / static_cast<double>(all), 1 - 0.023 * wider);
    EXPECT_NEAR(std::sqrt(indicated / static_cast<double>(all)), 3.1e-4, 0.18 * wider * 3.1e-4);
    EXPECT_NEAR(std::sqrt(real / static_cast<double>(all)), 4.4e-4, 0.18 * wider * 4.4e-4);
}

// The same numbers for any number of threads, and for a machine by itself.
TEST(AnalogMonteCarlo, ThreadsDoNotMatter_Long) {
    ManyMachines x;
    x.settings = ideal_cosines();
    x.settings.curve = ErrorCurve::correlated_knots;
    x.settings.seed = 77;
    x.machines = 101;  // not a multiple of the lanes
    x.rate = {{0.2, 0.3, -0.4}};
    x.duration = 7.03;
    x.threads = 1;
    const auto one = run_machines(x);
    x.threads = 5;
    const auto five = run_machines(x);
    ASSERT_EQ(one.size(), 101u);
    for (std::size_t n = 0; n < one.size(); ++n) {
        EXPECT_EQ(one[n].length_error, five[n].length_error);
        for (int i = 0; i < 3; ++i) EXPECT_EQ(one[n].drift[i], five[n].drift[i]);
    }
    x.settings.seed = 77 + 100;
    x.machines = 1;
    EXPECT_EQ(run_machines(x)[0].drift[0], one[100].drift[0]);
}

TEST(AnalogMonteCarlo, CanBeWatchedAndStopped_Long) {
    ManyMachines x;
    x.settings = ideal();
    x.machines = 64;
    x.duration = 1;
    double last = 0;
    x.progress = [&](double part) { last = std::max(last, part); };
    EXPECT_EQ(run_machines(x).size(), 64u);
    EXPECT_EQ(last, 1);
    x.stop = [] { return true; };
    EXPECT_TRUE(run_machines(x).empty());
}

// The experiment of a scenario is what the scenario runs: machine n is the run with seed n.
TEST(AnalogMonteCarlo, AScenarioManyTimes_Long) {
    const auto text = [](int seed) {
        return "[start]\nattitude = { axis = [1, 2, 3], angle_deg = 40 }\n[rates]\nkind = \"constant\"\nvalue = [0.3, "
               "-0.2, 0.5]\n[method]\nintegrator = \"rk4\"\nstep = 0.1\narithmetic = { kind = \"analog\", gain_error "
               "= 1e-3, seed = " +
               std::to_string(seed) + " }\n[run]\nduration = 9.25\nsample = 9.25\n";
    };
    const auto outcomes = polhode::run_machines(analog_experiment(text(5), "test.toml", {}, "", 3));
    for (int n = 0; n < 3; ++n) {
        const reference::Result one = reference::run_text(text(5 + n));
        const Quaternion<double> exact = one.rows[0].q_NB * turn_of(Vec3<double>{{0.3, -0.2, 0.5}}, 9.25);
        const Vec3<double> drift = analog_drift(conjugate(exact) * one.last().q_NB);
        for (int i = 0; i < 3; ++i) EXPECT_NEAR(outcomes[static_cast<std::size_t>(n)].drift[i], drift[i], 1e-15);
        EXPECT_GT(norm(drift), 1e-4);
    }
    // the third of them by itself
    const auto later = polhode::run_machines(analog_experiment(text(5), "test.toml", {}, "", 1, 2));
    EXPECT_EQ(later[0].drift[0], outcomes[2].drift[0]);
    const auto refused = [](const std::string& scenario, const std::string& why) {
        try {
            analog_experiment(scenario, "test.toml", {}, "", 3);
            ADD_FAILURE() << why;
        } catch (const InputError& e) {
            EXPECT_NE(std::string(e.what()).find(why), std::string::npos) << e.what();
        }
    };
    const std::string end = "[method]\nintegrator = \"rk4\"\nstep = 0.1\n";
    refused("[rates]\nkind = \"constant\"\nvalue = [0, 0, 1]\n" + end + "[run]\nduration = 1\n", "no method");
    refused("[rates]\nkind = \"formula\"\nvalue = [\"t\", \"0\", \"0\"]\n" + end +
                "arithmetic = \"analog\"\n[run]\nduration = 1\n",
            "constant");
}

// Of several methods the first that is an analog computer is taken, wherever its seed stands.
TEST(AnalogMonteCarlo, AMethodAmongOthers_Long) {
    const std::string rates = "[rates]\nkind = \"constant\"\nvalue = [0.3, -0.2, 0.5]\n",
                      run = "[run]\nduration = 3\nsample = 0.5\n";
    const auto drift = [&](const std::string& methods, const std::vector<std::string>& settings = {}) {
        const AnalogExperiment x = analog_experiment(rates + methods + run, "test.toml", settings, "", 2);
        return polhode::run_machines(x).at(1).drift[0];
    };
    const std::string plain = "integrator = \"rk4\"\nstep = 0.1\n", digital = "[method]\n" + plain + "[[compare]]\n";
    const double wanted = drift("[method]\n" + plain + "arithmetic = { kind = \"analog\", seed = 7 }\n");
    EXPECT_EQ(drift("[method]\n" + plain + "arithmetic = \"analog\"\nseed = 7\n"), wanted);
    EXPECT_EQ(drift("[method]\n" + plain + "arithmetic = \"analog\"\n", {"method.seed=7"}), wanted);
    EXPECT_EQ(drift("[method]\n" + plain + "arithmetic = { kind = \"analog\" }\n", {"method.arithmetic.seed=7"}),
              wanted);
    EXPECT_EQ(drift(digital + plain + "arithmetic = \"analog\"\n", {"compare[0].seed=7"}), wanted);
    EXPECT_EQ(drift("[[compare]]\n" + plain + "arithmetic = \"analog\"\nseed = 7\n"), wanted);
    EXPECT_NE(drift("[method]\n" + plain + "arithmetic = { kind = \"analog\", seed = 8 }\n"), wanted);
}

// A step too long for the gains: the machine that breaks down is told of.
TEST(AnalogMonteCarlo, AMachineThatBreaksDown_Long) {
    ManyMachines x;
    x.settings = ideal();
    x.settings.curve = ErrorCurve::correlated_knots;
    x.settings.scaling.K = 1e3;
    x.machines = 9;
    EXPECT_THROW(run_machines(x), ComputationFailed);
}

TEST(AnalogMonteCarlo, Moments_Long) {
    const Moments m = moments_of({1, 2, 3, 4});
    EXPECT_DOUBLE_EQ(m.mean, 2.5);
    EXPECT_DOUBLE_EQ(m.deviation, std::sqrt(5.0 / 3));
    EXPECT_DOUBLE_EQ(m.rms, std::sqrt(7.5));
    EXPECT_NEAR(m.excess_kurtosis, 4 * (2 * 5.0625 + 2 * 0.0625) / 25 - 3, 1e-14);
}

}  // namespace

}  // namespace analog_monte_carlo_test
