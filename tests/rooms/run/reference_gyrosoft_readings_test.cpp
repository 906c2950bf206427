// GyroSoft 2015 through scenarios alone: methods A, B and C as presets, readings with noise and average, the wrong spin
// constant of its figures 10 to 12.
#include <algorithm>
#include <functional>
#include <memory>

#include "polhode/problem/samples/readings.hpp"
#include "polhode/truth/truth.hpp"
#include "support/gyrosoft_support.hpp"

namespace reference_gyrosoft_readings_test {

namespace {

using namespace gyrosoft;

// ---- method errors, through presets ----

// The exact motion, and every preset that uses readings at the times of its steps; those that need true increments are
// judged in reference_gyrosoft_test.cpp, where the rate is known at all times.
TEST(GyrosoftPresets, MethodErrorsToThePrintedDigits_Long) {
    struct Case {
        const char *column, *preset;
        int readings_a_step;
    };
    const Case cases[] = {{"A_i", "gyrosoft-a-start", 1},     {"A_ip1", "gyrosoft-a", 1},
                          {"A_avg", "gyrosoft-a-average", 1}, {"A_mid", "gyrosoft-a-midpoint", 1},
                          {"A_J", "gyrosoft-a-j-cycle", 1},   {"A_J2", "gyrosoft-a-two-sample", 1},
                          {"C_i", "gyrosoft-c", 1},           {"C_ip1", "gyrosoft-c-end", 1},
                          {"C_avg", "gyrosoft-c-average", 1}, {"C_J", "gyrosoft-c-j-cycle", 3}};
    const auto table = table_of("gyrosoft_method_errors.csv");
    int judged = 0;
    for (const std::string motion : {"cusp", "loop", "wave", "circle"})
        for (const long hertz : {1000L, 2000L}) {
            std::map<int, Scenario> by_readings;
            for (const Case& c : cases) {
                std::string text = body_text(motion == "circle" ? "circle-slow" : motion) +
                                   "[readings]\nsample_hz = " + std::to_string(hertz * c.readings_a_step) +
                                   "\n[method]\nintegrator = \"exact\"\n" + "[[compare]]\n" + named("it", c.preset) +
                                   "step = " + digits(1.0 / static_cast<double>(hertz)) + "\n" + run_text_of(5, 1);
                const Scenario s = polhode::read_scenario(text, "test.toml");
                const Result truth = run(s), got = run(s, 1);
                for (const TableRow& row : table) {
                    if (row.text("motion") != motion || row.integer("rate_hz") != hertz ||
                        row.text("method") != c.column || row.number("time_s") > 5 ||
                        row.number("full_rotation_deg") > 90)
                        continue;
                    const auto i = static_cast<std::size_t>(std::lround(row.number("time_s")));
                    // six digits are printed
                    const double printed = row.number("full_rotation_deg");
                    EXPECT_NEAR(angle_full(truth.rows[i], got.rows[i]), printed, 2e-5 * printed)
                        << motion << ' ' << c.preset << ' ' << hertz << " Hz at " << row.text("time_s") << " s";
                    ++judged;
                }
            }
        }
    EXPECT_GT(judged, 120);
}

// Two true increments from a file of increments, as a strapdown gyroscope gives them: the coning term needs steps that
// go across the rows.
TEST(GyrosoftPresets, TwoSampleFromReadingsInside_Long) {
    const auto error = [](const std::string& more) {
        const Scenario s = polhode::read_scenario(
            body_text("circle-slow") +
                "[readings]\nsample_hz = 16000\ninterpolation = \"cubic\"\n[method]\nintegrator = "
                "\"exact\"\n[[compare]]\n" +
                named("it", "gyrosoft-c-two-sample", more) + run_text_of(5, 5),
            "test.toml");
        return angle_full(run(s).last(), run(s, 1).last());
    };
    // 2.1e-5 deg in the table; the spline through readings 62.5 us apart adds (w h)^4/384, 1e-9 of the rate
    EXPECT_NEAR(error(""), 2.08e-5, 3e-6);
}

// ---- figures 10 to 12 ----

class GyrosoftFigures : public testing::TestWithParam<std::tuple<std::string, int>> {};

TEST_P(GyrosoftFigures, ToThePrintedDigits_Long) {
    const auto& [set, number] = GetParam();
    Gyroscope g;
    if (set == "figure8_60") g = {0.002, 0.0008, 1, 0.04, 60};
    if (set == "default55") g.tilt_deg = 55;
    if (set == "default90") g.tilt_deg = 90;
    const char* const motions[] = {"cusp", "loop", "wave", "circle-slow"};
    int judged = 0;
    for (const std::string reference : {"true", "author_B"}) {
        std::vector<TableRow> rows;
        for (const TableRow& row : table_of("gyrosoft_fig10_11_12.csv"))
            if (row.text("param_set") == set && row.integer("case") == number && row.text("reference_B") == reference)
                rows.push_back(row);
        if (rows.empty()) continue;
        const double end = rows.back().number("time_s"), h = 5e-4;
        const Scenario s = polhode::read_scenario(
            body_text(motions[number - 1], g) + "[readings]\nsample_hz = 2000\nof = \"B\"\n[method]\n" +
                named("B", reference == "true" ? "gyrosoft-b" : "gyrosoft-b-psidot", "tolerance = 1e-12\n") +
                "[[compare]]\n" + named("A", "gyrosoft-a") + "[[compare]]\n" + named("C", "gyrosoft-c") +
                run_text_of(end, h),
            "figure.toml");
        const Result B = run(s, 0), A = run(s, 1), C = run(s, 2);
        double largest[4] = {};
        std::size_t next = 0;
        for (std::size_t i = 0; i < B.rows.size() && next < rows.size(); ++i) {
            const double now[4] = {angle_111(A.rows[i], B.rows[i]), angle_111(C.rows[i], B.rows[i]),
                                   angle_z(A.rows[i], B.rows[i]), angle_z(C.rows[i], B.rows[i])};
            for (int k = 0; k < 4; ++k) largest[k] = std::max(largest[k], now[k]);
            const TableRow& row = rows[next];
            if (B.rows[i].t < row.number("time_s") - 1e-9) continue;
            const char* const columns[] = {"AB_111_deg", "CB_111_deg", "AB_z_deg", "CB_z_deg"};
            const char* const maxima[] = {"AB_111_max_deg", "CB_111_max_deg", "AB_z_max_deg", "CB_z_max_deg"};
            for (int k = 0; k < 4; ++k) {
                // four decimals are printed
                EXPECT_NEAR(now[k], row.number(columns[k]), 6e-5)
                    << reference << ' ' << row.text("time_s") << columns[k];
                EXPECT_NEAR(largest[k], row.number(maxima[k]), 6e-5)
                    << reference << ' ' << row.text("time_s") << maxima[k];
                ++judged;
            }
            ++next;
        }
        EXPECT_EQ(next, rows.size());
    }
    EXPECT_GE(judged, 16);
}

INSTANTIATE_TEST_SUITE_P(Sets, GyrosoftFigures,
                         testing::Values(std::tuple{"default60", 1}, std::tuple{"default60", 2},
                                         std::tuple{"default60", 3}, std::tuple{"default60", 4},
                                         std::tuple{"figure8_60", 1}, std::tuple{"figure8_60", 2},
                                         std::tuple{"figure8_60", 3}, std::tuple{"figure8_60", 4},
                                         std::tuple{"default55", 4}, std::tuple{"default90", 4}),
                         [](const auto& p) {
                             return std::get<0>(p.param) + "_case" + std::to_string(std::get<1>(p.param));
                         });

// ---- case 6: a minute ----

TEST(GyrosoftCases, LongRunsOfAAndC_Long) {
    const auto expect = [](const std::string& motion, std::vector<double> of_a, std::vector<double> of_c) {
        const Scenario s = polhode::read_scenario_file(POLHODE_SOURCE_DIR "/scenarios/gyrosoft-case-6.toml",
                                                       {"start.motion=" + motion});
        const Result truth = run(s), A = run(s, 1), C = run(s, 2);
        for (int k = 0; k < 3; ++k) {
            double a = 0, c = 0;
            for (std::size_t i = static_cast<std::size_t>(20 * (k + 1) - 1) * 2000; i <= 40000u * (k + 1u); ++i) {
                a = std::max(a, angle_111(truth.rows[i], A.rows[i]));
                c = std::max(c, angle_111(truth.rows[i], C.rows[i]));
            }
            // the page gives three digits
            EXPECT_NEAR(a, of_a[static_cast<std::size_t>(k)], 6e-3 + 2e-3 * a) << motion << ' ' << k;
            EXPECT_NEAR(c, of_c[static_cast<std::size_t>(k)], 6e-3) << motion << ' ' << k;
        }
    };
    expect("cusp", {0.79, 1.60, 2.39}, {2.11, 3.02, 3.08});
    expect("loop", {30.3, 60.2, 90.3}, {3.08, 3.05, 3.12});
}

// ---- what the scenarios of the figures promise ----

TEST(GyrosoftScenarios, KeepWhatTheirCommentsPromise_Long) {
    const auto ends = [](const std::string& name, const std::vector<std::string>& settings, std::size_t method,
                         double t) {
        const Scenario s =
            polhode::read_scenario_file(POLHODE_SOURCE_DIR "/scenarios/gyrosoft-" + name + ".toml", settings);
        const auto i = static_cast<std::size_t>(std::lround(t / s.run.sample));
        return std::pair{run(s).rows[i], run(s, method).rows[i]};
    };
    const auto expect_111 = [&](const std::vector<std::string>& settings, double a, double c) {
        const auto [B, A] = ends("figure-10", settings, 1, 1);
        EXPECT_NEAR(angle_111(A, B), a, 6e-3 * a);
        const auto [B2, C] = ends("figure-10", settings, 2, 1);
        EXPECT_NEAR(angle_111(C, B2), c, 1e-3 * c);
    };
    expect_111({}, 98.35, 109.07);
    expect_111({"start.motion=circle-slow"}, 61.55, 48.49);
    expect_111({"method.spin_constant=rate"}, 0.1725, 2.884);
    expect_111({"method.spin_constant=rate", "start.motion=circle-slow"}, 0.1006, 2.980);

    const auto expect_z = [&](const std::vector<std::string>& settings, double at_1, double at_5) {
        const auto [B1, A1] = ends("figure-11", settings, 1, 1);
        const auto [B5, A5] = ends("figure-11", settings, 1, 5);
        EXPECT_NEAR(angle_z(A1, B1), at_1, 1e-3 * at_1 + 5e-4);
        EXPECT_NEAR(angle_z(A5, B5), at_5, 1e-3 * at_5 + 5e-4);
    };
    expect_z({}, 1.659, 8.026);
    expect_z({"start.motion=wave"}, 3.094, 15.45);
    expect_z({"method.spin_constant=rate"}, 0.193, 0.232);
    expect_z({"method.spin_constant=rate", "start.motion=wave"}, 0.428, 0.196);

    const auto [B, C] = ends("figure-12", {}, 1, 1);
    EXPECT_NEAR(angle_z(C, B), 60.12, 0.01);
    const auto [level, C90] = ends("figure-12", {"start.tilt_deg=90"}, 1, 0.5);
    EXPECT_LT(angle_z(C90, level), 1.80);

    // the loop of another start: gyroscope-loop is what it should follow
    const Result loop = run(polhode::read_scenario_file(POLHODE_SOURCE_DIR "/scenarios/gyroscope-loop.toml",
                                                        {"run.duration=5", "run.sample=5"}));
    const Result cured = run(polhode::read_scenario_file(POLHODE_SOURCE_DIR "/scenarios/gyrosoft-loop-cured.toml"));
    EXPECT_NEAR(angle_full(loop.last(), cured.last()), 0.195, 5e-4);

    const auto averaged = [&](const std::vector<std::string>& settings) {
        std::vector<std::string> all{"readings.noise.amplitude=0"};
        all.insert(all.end(), settings.begin(), settings.end());
        const auto [truth, got] = ends("case-9", all, 1, 1.2);
        return angle_full(truth, got);
    };
    EXPECT_NEAR(averaged({}), 5.722, 6e-4);
    EXPECT_NEAR(averaged({"readings.average.length=1"}), 0.186, 6e-4);
    EXPECT_NEAR(averaged({"readings.average.kind=causal"}), 43.459, 6e-4);
}

// ---- eq. 14 ----

TEST(GyrosoftCases, RotationVectorsDoNotAdd_Long) {
    const Scenario s = polhode::read_scenario_file(POLHODE_SOURCE_DIR "/scenarios/gyrosoft-summed.toml");
    const Result truth = run(s), apart = run(s, 1), printed = run(s, 2), C = run(s, 3);
    EXPECT_NEAR(angle_full(truth.rows[20], apart.rows[20]), 0.029, 5e-4);
    EXPECT_NEAR(angle_full(truth.rows[100], apart.rows[100]), 3.1, 0.05);
    EXPECT_NEAR(angle_full(truth.rows[1000], apart.rows[1000]), 68, 0.5);
    EXPECT_NEAR(angle_full(truth.rows[20], printed.rows[20]), 35, 0.5);
    EXPECT_LT(angle_full(truth.last(), C.last()), 3.2);
}

// ---- cases 8 and 9: noise and running average ----

struct Statistic {
    double rms_full = 0, rms_z = 0, error_full = 0, error_z = 0, mean_cos_z = 0;
};

// C from samples under many seeds, against a last row. `error` is the standard error of the rms.
Statistic statistic_of(const polhode::TimeTable& samples, polhode::Instrument instrument, const Problem& start,
                       const polhode::Method& method, double duration, const KeptRow& truth, int seeds) {
    double full2 = 0, full4 = 0, z2 = 0, z4 = 0, cosine = 0;
    for (int seed = 1; seed <= seeds; ++seed) {
        polhode::TimeTable table = samples;
        if (instrument.noise) instrument.noise->seed = static_cast<unsigned long long>(seed);
        polhode::apply(instrument, table);
        Problem problem;
        problem.start.attitude = start.start.attitude;
        problem.rates = polhode::RatesModel{
            "readings", polhode::TableRates<double>(std::make_shared<polhode::SampledHistory>(
                            std::move(table), polhode::Interpolation::linear, polhode::Outside::hold, "readings"))};
        polhode::RunSpan span;
        span.duration = span.sample = duration;
        const Result r = run(problem, method, span);
        const double full = angle_full(truth, r.last()), z = angle_z(truth, r.last());
        full2 += full * full, full4 += full * full * full * full;
        z2 += z * z, z4 += z * z * z * z;
        cosine += std::cos(radians(z));
    }
    Statistic s;
    const double n = seeds;
    full2 /= n, full4 /= n, z2 /= n, z4 /= n;
    s.rms_full = std::sqrt(full2);
    s.rms_z = std::sqrt(z2);
    s.error_full = std::sqrt(std::max(0.0, full4 - full2 * full2) / n) / (2 * s.rms_full);
    s.error_z = std::sqrt(std::max(0.0, z4 - z2 * z2) / n) / (2 * s.rms_z);
    s.mean_cos_z = cosine / n;
    return s;
}

// The scenario and the loop over seeds below draw the same numbers.
TEST(GyrosoftCases, ScenarioAndLoopOverSeedsAgree_Long) {
    const Scenario s = polhode::read_scenario_file(POLHODE_SOURCE_DIR "/scenarios/gyrosoft-case-9.toml");
    std::string why;
    const auto truth = polhode::truth_for(s.problem, 1.3, why);
    const polhode::TimeTable samples = polhode::sampled([&](double t) { return truth->at(t).w_NB_B; }, 1500, 1.2);
    polhode::Method method = s.methods[1];
    polhode::Noise noise;
    noise.amplitude = 1;
    const polhode::Average average{polhode::Average::Kind::centred, 11};
    const KeptRow end = run(s).last();
    const Statistic one = statistic_of(samples, {noise, average}, s.problem, method, 1.2, end, 1);
    EXPECT_EQ(one.rms_full, std::sqrt(angle_full(end, run(s, 1).last()) * angle_full(end, run(s, 1).last())));
    const Scenario other =
        polhode::read_scenario_file(POLHODE_SOURCE_DIR "/scenarios/gyrosoft-case-9.toml", {"readings.noise.seed=2"});
    EXPECT_NE(angle_full(end, run(other, 1).last()), angle_full(end, run(s, 1).last()));
}

TEST(GyrosoftCases, NoiseAndRunningAverage_Long) {
    // Rows without noise are exact to the three decimals printed. The others are compared within five standard errors
    // of both samples, theirs being of the order of 2000 runs.
    constexpr int seeds = 60;
    std::map<long, polhode::TimeTable> samples;
    std::map<long, Scenario> scenarios;
    for (const long hertz : {1500L, 2000L}) {
        scenarios[hertz] = polhode::read_scenario(
            body_text("cusp") + "[readings]\nsample_hz = " + std::to_string(hertz) +
                "\n[method]\nintegrator = \"exact\"\n[[compare]]\n" + named("C", "gyrosoft-c-average") +
                "step = " + digits(1.0 / static_cast<double>(hertz)) + "\n" + run_text_of(1.2, 1.2),
            "case-9.toml");
        std::string why;
        const auto truth = polhode::truth_for(scenarios[hertz].problem, 1.3, why);
        samples[hertz] =
            polhode::sampled([&](double t) { return truth->at(t).w_NB_B; }, static_cast<double>(hertz), 1.2);
    }
    int exact = 0, statistical = 0;
    for (const TableRow& row : table_of("gyrosoft_noise.csv")) {
        if (row.text("case") == "still") continue;
        const long hertz = row.integer("rate_hz");
        const Scenario& s = scenarios[hertz];
        const bool causal = row.text("case") == "cusp_causal";
        polhode::Instrument instrument;
        instrument.average = polhode::Average{causal ? polhode::Average::Kind::causal : polhode::Average::Kind::centred,
                                              row.integer("window_samples")};
        const double amplitude = row.number("amplitude_rad_s");
        if (amplitude > 0) {
            polhode::Noise noise;
            noise.amplitude = amplitude;
            instrument.noise = noise;
        }
        const Statistic got = statistic_of(samples[hertz], instrument, s.problem, s.methods[1], 1.2, run(s).last(),
                                           amplitude > 0 ? seeds : 1);
        const std::string name = row.text("case") + " " + row.text("rate_hz") + " Hz, " + row.text("amplitude_rad_s") +
                                 " rad/s, window " + row.text("window_samples");
        const double both = 5 * std::sqrt(1 + seeds / 2000.0);
        EXPECT_NEAR(got.rms_full, row.number("rms_full_deg"), 6e-4 + (amplitude > 0 ? both * got.error_full : 0))
            << name;
        EXPECT_NEAR(got.rms_z, row.number("rms_z_deg"), 6e-4 + (amplitude > 0 ? both * got.error_z : 0)) << name;
        ++(amplitude > 0 ? statistical : exact);
    }
    EXPECT_EQ(exact, 22);
    EXPECT_EQ(statistical, 44);
}

TEST(GyrosoftCases, NoiseAtRest_Long) {
    constexpr int seeds = 300;
    for (const TableRow& row : table_of("gyrosoft_noise.csv")) {
        if (row.text("case") != "still") continue;
        const Scenario s = polhode::read_scenario_file(POLHODE_SOURCE_DIR "/scenarios/gyrosoft-case-8.toml");
        polhode::Noise noise;
        noise.amplitude = row.number("amplitude_rad_s");
        const polhode::TimeTable still = polhode::sampled([](double) { return Vec3<double>{}; }, 500, 4);
        const Statistic got = statistic_of(still, {noise, {}}, s.problem, s.methods[1], 4, run(s).last(), seeds);
        const double both = 5 * std::sqrt(1 + seeds / 2000.0);
        EXPECT_NEAR(got.rms_full, row.number("rms_full_deg"), both * got.error_full);
        EXPECT_NEAR(got.rms_z, row.number("rms_z_deg"), both * got.error_z);
        // c^N with c = <(1 + 2 cos a)/3>: the mean of cos(z) is known exactly
        const double predicted = row.number("predicted_mean_cos_z");
        EXPECT_NEAR(got.mean_cos_z, predicted, 5 * (1 - predicted) / std::sqrt(static_cast<double>(seeds)) + 1e-4);
    }
}

}  // namespace

}  // namespace reference_gyrosoft_readings_test
