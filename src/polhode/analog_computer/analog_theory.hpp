// What Robinson predicts of his machines by statistics (WADC TR 58-17, 1958, equations 97 to 120), each as printed and
// as it should be, and what remains of a multiplier's error after whole revolutions.
//
// s = sigma/S throughout; the report has 100 V (50 V in 119) for the scale S. For uncorrelated errors the rates are the
// full-scale rates P_m, Q_m, R_m, for correlated errors the sizes of the rates themselves. W^2 = P^2 + Q^2 + R^2.
#pragma once

#include <vector>

#include "polhode/arithmetic/vec.hpp"

namespace polhode {

enum class TheoryForm { printed, corrected };

struct MultiplierErrors {
    double sigma = 0.053;           // V at 100 V across the pot
    double volts_per_unit = 50;     // S
    Vec3<double> rates{{1, 1, 1}};  // rad/s
    double s() const { return sigma / volts_per_unit; }
    double W() const { return norm(rates); }
};

// The sum a1^2 P^2 + a2^2 Q^2 + a3^2 R^2 that a column of the cosine matrix takes off W^2, and its mean over random
// orientations, W^2/3.
double taken_off(const MultiplierErrors& e, const Vec3<double>& column);
double taken_off_on_average(const MultiplierErrors& e);

// ---- rates of change, 1/s and rad/s -----------------------------------------------------------------------------
double quaternion_length_rate(const MultiplierErrors& e);  // before 114: s W/2
double quaternion_drift_rate(const MultiplierErrors& e);   // exact: s W about each moving axis
// 118, 119 as printed, sqrt(1 + P^2/(sqrt 2 K^2)); as 114 and 117 give it, sqrt(1 + P^2/K^2). The factor is no drift:
// it appears when rates are computed from a quaternion off its length (equation 79).
double quaternion_apparent_drift_rate(const MultiplierErrors& e, double P, double K, TheoryForm form);
// 97, 98, 106 as printed: the bound sqrt 2 s W. Corrected: s sqrt(W^2 - taken off): of the length of i column 1, of the
// drift about fixed z (i on j) column 2, about fixed y and x column 3.
double cosine_rate(const MultiplierErrors& e, double taken_off, TheoryForm form);

// ---- static length error ----------------------------------------------------------------------------------------
struct CorrectionGains {
    double K = 2;                  // K of the quaternion, k1 of the cosines, 1/s
    double C = 10;                 // ahead of the multiplier
    bool correction_error = true;  // the correction multipliers are off as well (uncorrelated)
    bool squaring_error = true;    // so are the squares (uncorrelated)
};
double quaternion_length_error(const MultiplierErrors& e, const CorrectionGains& g, TheoryForm form);  // 114
double cosine_length_error(const MultiplierErrors& e, double taken_off, const CorrectionGains& g,
                           TheoryForm form);  // 101

// ---- which gains do: 102, 103, 107, 115 -------------------------------------------------------------------------
struct GainWindow {
    double lowest, highest;
};
GainWindow quaternion_gain_window(const MultiplierErrors& e, double C, double length_tolerance);
GainWindow cosine_gain_window(const MultiplierErrors& e, double C, double length_tolerance, TheoryForm form);

// ---- after whole revolutions ------------------------------------------------------------------------------------
// The standard deviation of the drift about the input axis is kappa (sigma/S) x angle turned: of an error curve f along
// the shaft, over a whole turn, only the mean of cos(theta) f(S cos(theta)) stays. Constant errors average out.
double secular_factor_of_gain(double volts_per_unit, double rms_range = 100);  // rms sigma over +-rms_range volts
double secular_factor_of_sine(double volts_per_unit);                          // ten cycles over the shaft
double secular_factor_of_knots(double volts_per_unit, int knots);
// A Gaussian process along the shaft, covariance sigma^2 exp(-d^2/(2 length^2))
double secular_factor_of_process(double volts_per_unit, double length);
// The most that errors with one variance all along the shaft can give, whatever their covariance
double largest_secular_factor();
// Mean over a turn of cos(theta) x the hat function of each knot, at S cos(theta)
std::vector<double> knot_weights(double volts_per_unit, int knots);

}  // namespace polhode
