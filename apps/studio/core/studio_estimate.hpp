// A log of readings that came to the studio's page: its attitude by the estimators of the program, with the same bits.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "polhode/estimate/estimation.hpp"
#include "polhode/estimate/evaluation.hpp"
#include "polhode/estimate/log_file.hpp"
#include "studio_answers.hpp"

namespace polhode {

// What follows the sixteen numbers of a row. Deviations and errors in rad; an error is that about the vertical, and
// about the horizontal axis with the larger one; not a number where there is no reference.
inline const std::array<const char*, 9> estimate_columns{
    "sd_heading", "sd_tilt", "bias_x", "bias_y", "bias_z", "mag_weight", "error_heading", "error_tilt", "rest"};

// `row(method, t, q, w, own)`: method 0 is the estimate, 1 the reference where it is known (nothing of its own).
using EstimateSink = std::function<void(int, double, const Quaternion<double>&, const Vec3<double>&, const double*)>;

inline Json estimate_readings(const std::string& text, const std::string& name, const std::string& estimator,
                              const EstimateSink& row) {
    using namespace estimate;
    const SensorLog log = parse_log(text, name, {});
    EstimationSettings settings;
    settings.estimator = estimator;
    const Estimation e = estimate_log(log, {}, settings);
    const double first = log.rows[e.samples.row.front()].t;
    for (size_t i = 0; i < e.rows.size(); ++i) {
        const EstimateRow& r = e.rows[i];
        const LogRow& of = log.rows[e.samples.row[i]];
        // the rotation vector of the error, in the world (as `polhode estimate` counts what lies inside of a deviation)
        const Vec3<double> error = of.has_truth ? log_rotation(r.attitude * conjugate(of.truth)) : Vec3<double>{};
        const double none = std::numeric_limits<double>::quiet_NaN();
        const double tilt = std::fabs(error[0]) > std::fabs(error[1]) ? error[0] : error[1];
        const double own[] = {e.with_deviations ? r.heading_deviation : none,
                              e.with_deviations ? r.tilt_deviation : none,
                              r.bias[0],
                              r.bias[1],
                              r.bias[2],
                              r.field_weight,
                              of.has_truth ? error[2] : none,
                              of.has_truth ? tilt : none,
                              r.rest ? 1.0 : 0.0};
        row(0, of.t - first, r.attitude, r.rate, own);
        if (of.has_truth) row(1, of.t - first, of.truth, {}, nullptr);
    }
    Json notes = Json::array();
    for (const auto* some : {&log.notes, &e.samples.notes, &e.notes})
        for (const std::string& note : *some) notes.push_back(note);
    Json answer{{"ok", true},
                {"rows", e.rows.size()},
                {"reference", log.has_truth},
                {"seconds", e.samples.time.end - e.samples.time.begin},
                {"interval", e.samples.time.median},
                {"columns", estimate_columns},
                {"notes", notes}};
    if (e.with_deviations && !e.rows.empty())
        answer["sure"] = {{"heading", e.last.heading_deviation}, {"tilt", e.last.tilt_deviation}};
    if (!e.evaluations.empty())
        answer["errors"] = {{"total", e.evaluations[0].total},
                            {"heading", e.evaluations[0].heading},
                            {"inclination", e.evaluations[0].inclination}};
    return answer;
}

}  // namespace polhode
