// The gyro alone, integrated: attitude at every row from increments of angle, with a choice of how coning is dealt
// with.
#pragma once

#include <string>
#include <vector>

#include "polhode/rotation/rotation.hpp"

namespace polhode::estimate {

enum class ConingForm { none, causal, centred3, centred5, centred7 };
// What a gyro column holds: the mean rate since the row before, the rate at the moment of the row, or the angle turned
// since the row before.
enum class GyroHolds { mean, sampled, increments };

// "causal" .. ; throws InputError at `place` (an option) with the nearest name.
ConingForm coning_form(const std::string& name, const std::string& place);
GyroHolds gyro_holds(const std::string& name, const std::string& place);

// What the column holds at the end of a short hole in the log, `dt` long in place of `usual`, where the rates before
// and after it are joined by a line: rows that are lost are lost with their increments.
Vec3<double> reading_after_hole(GyroHolds holds, const Vec3<double>& before, const Vec3<double>& now, double dt,
                                double usual);
// What a reading is multiplied by to be a rate.
double rate_of_reading(GyroHolds holds, double usual);

// Attitudes after each increment, from `start`; near the ends of the log the stencil is one-sided.
std::vector<Quaternion<double>> integrate_increments(const std::vector<Vec3<double>>& increments,
                                                     const Quaternion<double>& start, ConingForm form);

// increments[i]: the angle turned between rows i and i+1, from rates at the rows: by six rates where there are as many
// around and steps are even (dt within 1 %), four, or the mean of the two ends. dt[i]: from row i to row i+1.
std::vector<Vec3<double>> increments_of_rates(const std::vector<Vec3<double>>& rates, const std::vector<double>& dt);

}  // namespace polhode::estimate
