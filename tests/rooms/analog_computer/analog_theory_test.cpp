#include "polhode/analog_computer/analog_theory.hpp"

#include <cmath>
#include <numbers>

#include "support/analog_support.hpp"

namespace analog_theory_test {

namespace {

using namespace analog_test;

// robinson_sigma_instantaneous.csv: the printed bound and the exact law beside it
TEST(AnalogTheory, InstantaneousRatesPrintedAndCorrected) {
    int judged = 0;
    for (const auto& row : rows_of("robinson_sigma_instantaneous.csv")) {
        const MultiplierErrors e{row.number("sigma_volts"),
                                 row.number("scale_volts"),
                                 {{row.number("P_or_Pm"), row.number("Q_or_Qm"), row.number("R_or_Rm")}}};
        const std::string& quantity = row.text("quantity");
        double printed = 0, corrected = 0;
        if (quantity == "quat_length_rate")
            printed = corrected = quaternion_length_rate(e);
        else if (quantity.rfind("quat_drift", 0) == 0)
            printed = corrected = quaternion_drift_rate(e);
        else {
            printed = cosine_rate(e, 0, TheoryForm::printed);
            corrected = cosine_rate(e, taken_off_on_average(e), TheoryForm::corrected);
        }
        EXPECT_NEAR(printed, row.number("document_value_or_bound"), 1e-5 * printed) << quantity;
        // the table's column is the mean over its own sample of orientations: within 0.08 %
        EXPECT_NEAR(corrected, row.number("exact_orientation_averaged"), 8e-4 * corrected) << quantity;
        ++judged;
    }
    EXPECT_EQ(judged, 48);
}

// robinson_mc_length_and_rate.csv: columns document_formula and corrected_prediction
TEST(AnalogTheory, LengthErrorsAndApparentRates) {
    int judged = 0;
    for (const auto& row : rows_of("robinson_mc_length_and_rate.csv")) {
        const bool quaternion = row.text("method") == "quaternion";
        const std::string& gains = row.text("gains");
        const double K = std::strtod(gains.c_str() + gains.find('=') + 1, nullptr);
        MultiplierErrors e{row.text("error_model") == "Cc" ? 0.05 : 0.053, row.number("scale_volts"), {{1, 1, 1}}};
        const std::string& quantity = row.text("quantity");
        if (quantity == "length_error") {
            const CorrectionGains g{K, 10, true, row.integer("squaring_error_on") == 1};
            // at the start, i along x: its column takes P_m^2 off
            const double off = taken_off(e, {{1, 0, 0}});
            const double printed = quaternion ? quaternion_length_error(e, g, TheoryForm::printed)
                                              : cosine_length_error(e, off, g, TheoryForm::printed);
            const double corrected = quaternion ? quaternion_length_error(e, g, TheoryForm::corrected)
                                                : cosine_length_error(e, off, g, TheoryForm::corrected);
            EXPECT_NEAR(printed, row.number("document_formula"), 1e-5 * printed);
            EXPECT_NEAR(corrected, row.number("corrected_prediction"), 1e-5 * corrected);
        } else if (quantity == "drift_x_rad") {
            e.rates = {{0.01, 0, 0}};
            EXPECT_NEAR(quaternion_drift_rate(e) * 20, row.number("document_formula"), 1e-5 * 2.12e-4);
        } else {
            e.rates = {{0.5, 0, 0}};
            const double printed = quaternion_apparent_drift_rate(e, 0.5, K, TheoryForm::printed);
            EXPECT_NEAR(printed, row.number("document_formula"), 1e-5 * printed);
            const double corrected = quantity == "true_rate_error"
                                         ? quaternion_drift_rate(e)
                                         : quaternion_apparent_drift_rate(e, 0.5, K, TheoryForm::corrected);
            EXPECT_NEAR(corrected, row.number("corrected_prediction"), 1e-5 * corrected);
        }
        ++judged;
    }
    EXPECT_EQ(judged, 13);
}

// Equation 120: 5.15e-4 rad/s and 3.7 degrees contain the factor that is no drift; without it 5.00e-4 at 0.05 V and
// 5.30e-4, 3.82 degrees in 40 pi s at 0.053 V.
TEST(AnalogTheory, PredictionOfTheReport) {
    MultiplierErrors e{0.05, 50, {{0.5, 0, 0}}};
    EXPECT_NEAR(quaternion_apparent_drift_rate(e, 0.5, 2, TheoryForm::corrected), 5.154e-4, 1e-7);
    EXPECT_NEAR(quaternion_apparent_drift_rate(e, 0.5, 2, TheoryForm::printed), 5.109e-4, 1e-7);
    EXPECT_NEAR(reference::degrees(5.154e-4 * ten_revolutions), 3.71, 0.01);
    EXPECT_NEAR(quaternion_drift_rate(e), 5.0e-4, 1e-18);
    e.sigma = 0.053;
    EXPECT_NEAR(quaternion_drift_rate(e), 5.3e-4, 1e-18);
    EXPECT_NEAR(reference::degrees(quaternion_drift_rate(e) * ten_revolutions), 3.82, 0.005);
}

// The correction must be strong enough for the length and weak enough for its own multipliers; C = 10 exceeds the
// 4 K/W_m = 4.6 that K = 2 asks for.
TEST(AnalogTheory, GainWindow) {
    const MultiplierErrors e{0.053, 50, {{1, 1, 1}}};
    const GainWindow w = quaternion_gain_window(e, 10, 1e-3);
    EXPECT_NEAR(w.lowest, 0.053 * std::sqrt(3.0) / 50 / 2e-3, 1e-12);
    EXPECT_NEAR(w.highest, 10 * std::sqrt(3.0) / 4, 1e-12);
    EXPECT_GT(w.highest, 2);
    EXPECT_LT(quaternion_gain_window(e, 4.6, 1e-3).highest, 2);
    EXPECT_NEAR(cosine_gain_window(e, 10, 1e-3, TheoryForm::printed).lowest, std::sqrt(2.0) * w.lowest, 1e-12);
    EXPECT_NEAR(cosine_gain_window(e, 10, 1e-3, TheoryForm::corrected).lowest, w.lowest, 1e-12);
}

TEST(AnalogTheory, KnotWeights) {
    const auto weights = knot_weights(50, 45);
    int judged = 0;
    for (const auto& row : rows_of("robinson_knot_weights.csv")) {
        EXPECT_NEAR(weights[static_cast<std::size_t>(row.integer("knot"))],
                    row.number("weight_mean_of_cos_theta_times_hat_function_S50"), 2e-8);
        ++judged;
    }
    EXPECT_EQ(judged, 45);
}

// robinson_secular_factor_sensitivity.csv, four digits printed
TEST(AnalogTheory, SecularFactors) {
    int judged = 0;
    for (const auto& row : rows_of("robinson_secular_factor_sensitivity.csv")) {
        const std::string &family = row.text("error_family"), &parameter = row.text("parameter");
        double kappa = -1;
        if (family == "gaussian_process_squared_exponential")
            kappa =
                secular_factor_of_process(50, std::strtod(parameter.c_str() + parameter.rfind("length") + 6, nullptr));
        if (family == "independent_knots_linear")
            kappa = secular_factor_of_knots(50, static_cast<int>(std::strtol(parameter.c_str(), nullptr, 10)));
        if (family == "gain_type")
            kappa = secular_factor_of_gain(50, parameter.find("used") == std::string::npos ? 100 : 50);
        if (family == "constant") kappa = 0;
        EXPECT_NEAR(kappa, row.number("kappa_S50"), 6e-5) << family << " " << parameter;
        EXPECT_NEAR(kappa * 0.053 / 50 * 3600, row.number("drift_std_deg_10_revolutions_sigma_0.053"), 6e-4);
        ++judged;
    }
    EXPECT_EQ(judged, 19);
    EXPECT_NEAR(secular_factor_of_sine(50), 0.197, 5e-4);
}

// sqrt(2) max |J1| = sqrt(2) x 0.5818652243 (Abramowitz and Stegun, table 9.5); a cosine of that wavelength along the
// shaft, begun anywhere, has it, and no process and no other wave has more
TEST(AnalogTheory, LargestSecularFactorOfOneVariance) {
    const double most = largest_secular_factor();
    EXPECT_NEAR(most, std::sqrt(2.0) * 0.5818652242815963, 1e-14);
    // kappa^2 = 2 E[(mean of cos(t) f(S cos t))^2]/sigma^2 for f = sqrt(2) sigma cos(k x + p), p uniform
    const auto of_wave = [](double k) {
        const int turn = 400, phases = 16;
        double square = 0;
        for (int p = 0; p < phases; ++p) {
            double mean = 0;
            for (int n = 0; n < turn; ++n) {
                const double c = std::cos(2 * std::numbers::pi * n / turn);
                mean += c * std::sqrt(2.0) * std::cos(k * 50 * c + 2 * std::numbers::pi * p / phases) / turn;
            }
            square += mean * mean / phases;
        }
        return std::sqrt(2 * square);
    };
    EXPECT_NEAR(of_wave(1.8411837813406593 / 50), most, 1e-12);
    for (double k = 0.001; k < 0.5; k *= 1.1) EXPECT_LE(of_wave(k), most + 1e-12) << k;
    for (const double length : {1.0, 4.3, 15.0, 25.0, 60.0, 200.0})
        EXPECT_LT(secular_factor_of_process(50, length), most) << length;
    EXPECT_GT(secular_factor_of_gain(50, 50), most);  // its variance is not the same along the shaft
}

}  // namespace

}  // namespace analog_theory_test
