#include "polhode/estimate/tools/estimation_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "polhode/base/terminal/text_table.hpp"
#include "polhode/files/csv_writer.hpp"

namespace polhode::estimate {

namespace {

using Json = nlohmann::ordered_json;
constexpr double in_degrees = 180 / std::numbers::pi;

Json json_of(const Vec3<double>& v, double factor = 1) { return {factor * v[0], factor * v[1], factor * v[2]}; }

std::string three(const Vec3<double>& v, double factor, const char* format) {
    return fmt::format(fmt::runtime(fmt::format("{0} {0} {0}", format)), factor * v[0], factor * v[1], factor * v[2]);
}

Json json_of(const Evaluation& v, bool with_deviations) {
    Json j{{"begin_s", v.begin},   {"end_s", v.end},           {"rows", v.rows},
           {"total_deg", v.total}, {"heading_deg", v.heading}, {"inclination_deg", v.inclination}};
    if (with_deviations)
        j["coverage"] = {{"heading_68", v.heading_within_1},
                         {"heading_95", v.heading_within_2},
                         {"tilt_68", v.tilt_within_1},
                         {"tilt_95", v.tilt_within_2}};
    return j;
}

// Readings of the field are microtesla inside, whatever the log said, unless it said that any unit will do.
const char* field_unit(const SensorLog& log) { return log.magnetometer_unit == "any" ? "any" : "uT"; }

bool has_constants(const Estimation& e) { return e.constants.started; }

Json constants_json(const EstimatedConstants& c, const char* field_unit) {
    Json matrix = Json::array();
    for (int r = 0; r < 3; ++r) matrix.push_back(json_of(c.state.matrix.row(r)));
    return {{"gyro_bias_deg_s", json_of(c.state.bias, in_degrees)},
            {"gyro_bias_sd_deg_s", json_of(c.bias_deviation, in_degrees)},
            {"gyro_matrix", matrix},
            {"gyro_matrix_sd", c.matrix_deviation},
            {"accelerometer_bias_m_s2", json_of(c.state.force_bias)},
            {"accelerometer_bias_sd_m_s2", json_of(c.force_bias_deviation)},
            {"field_unit", field_unit},
            {"hard_iron", json_of(c.state.hard_iron)},
            {"hard_iron_sd", json_of(c.hard_iron_deviation)},
            {"field_north", c.state.field_north},
            {"field_up", c.state.field_up},
            {"magnetometer_delay_s", c.state.delay},
            {"magnetometer_delay_sd_s", c.delay_deviation}};
}

void constants_rows(TextTable& table, const EstimatedConstants& c, bool with_field, const char* field_unit) {
    table.section("what the sensors are like, by the end of the log");
    table.row("gyro bias, deg/s",
              {three(c.state.bias, in_degrees, "{:8.4f}") + "   +- " + three(c.bias_deviation, in_degrees, "{:.4f}")});
    for (int r = 0; r < 3; ++r)
        table.row(r == 0 ? "gyro scale, misalignment" : "",
                  {three(c.state.matrix.row(r), 1, "{:8.5f}") +
                   (r == 0 ? fmt::format("   +- {:.5f} at most", c.matrix_deviation) : "")});
    table.row("accelerometer bias, m/s^2",
              {three(c.state.force_bias, 1, "{:8.4f}") + "   +- " + three(c.force_bias_deviation, 1, "{:.4f}")});
    if (!with_field) return;
    table.row(fmt::format("hard iron, {}", field_unit),
              {three(c.state.hard_iron, 1, "{:8.3f}") + "   +- " + three(c.hard_iron_deviation, 1, "{:.3f}")});
    table.row(fmt::format("field north, up, {}", field_unit),
              {fmt::format("{:8.3f} {:8.3f}", c.state.field_north, c.state.field_up)});
    table.row("magnetometer late by, ms",
              {fmt::format("{:8.2f}   +- {:.2f}", 1e3 * c.state.delay, 1e3 * c.delay_deviation)});
}

}  // namespace

EstimateCsv::EstimateCsv(const std::string& path, const Sensors& sensors, const EstimationSettings& settings,
                         CsvWriter::Pace pace)
    : csv_(path, pace), axes_(sensors, settings), with_deviations_(gives_deviations(settings.estimator)) {
    for (const char* name : {"t", "qw", "qx", "qy", "qz", "wx", "wy", "wz", "sd_heading", "sd_tilt", "bias_x", "bias_y",
                             "bias_z", "mag_weight", "rest"})
        csv_.text(name);
    csv_.end_header();
}

void EstimateCsv::row(double t, const EstimateRow& row) {
    const EstimateRow r = axes_(row);
    const Quaternion<double>& q = r.attitude;
    csv_.number(t);
    for (const double x : {q.w, q.x, q.y, q.z, r.rate[0], r.rate[1], r.rate[2]}) csv_.number(x);
    if (with_deviations_)
        csv_.number(r.heading_deviation).number(r.tilt_deviation);
    else
        csv_.empty().empty();
    for (int k = 0; k < 3; ++k) csv_.number(r.bias[k]);
    csv_.number(r.field_weight).count(r.rest ? 1 : 0);
    csv_.end_row();
}

void write_estimate_csv(const std::string& path, const SensorLog& log, const Sensors& sensors,
                        const EstimationSettings& settings, const Estimation& e) {
    EstimateCsv csv(path, sensors, settings);
    for (size_t i = 0; i < e.rows.size() && !csv.reader_gone(); ++i) csv.row(log.rows[e.samples.row[i]].t, e.rows[i]);
    csv.close();
}

std::string estimation_text(const SensorLog& log, const Sensors& sensors, const EstimationSettings& s,
                            const Estimation& e) {
    const TimeReport& t = e.samples.time;
    TextTable table;
    table.row("log",
              {fmt::format("{}: {} rows, {:.3f} s, {:.3f} Hz", log.name, e.log_rows, t.end - t.begin, t.mean_rate())});
    std::string understood = fmt::format("gyro in {}", log.gyro_unit);
    if (log.has_accelerometer) understood += fmt::format(", accelerometer in {}", log.accelerometer_unit);
    if (log.has_magnetometer) understood += fmt::format(", magnetometer in {}", log.magnetometer_unit);
    if (log.has_truth) understood += ", with a reference";
    table.row("understood", {understood});
    table.row("estimator", {s.estimator + (s.six_axis ? ", without magnetometer" : "")});
    table.row("world", {sensors.world});
    if (e.gyro_range > 0) table.row("gyro clips at, rad/s", {fmt::format("{:.4g}", e.gyro_range)});
    if (s.estimator == "smoother")
        table.row("last iteration moved by, deg", {fmt::format("{:.4f}", in_degrees * e.last_change)});
    if (has_constants(e)) constants_rows(table, e.constants, e.has_field, field_unit(log));
    if (e.estimated_rows > 0 && e.with_deviations) {
        table.section("how sure at the end");
        table.row("heading, deg", {fmt::format("{:.3f}", in_degrees * e.last.heading_deviation)});
        table.row("tilt, deg", {fmt::format("{:.3f}", in_degrees * e.last.tilt_deviation)});
    }
    if (!e.evaluations.empty()) {
        table.section("against the reference, rows in motion: total, heading, inclination, deg (rms)");
        for (size_t i = 0; i < e.evaluations.size(); ++i) {
            const Evaluation& v = e.evaluations[i];
            if (i == 1 && e.evaluations.size() == 2) break;
            std::string cells = fmt::format("{:7.3f} {:7.3f} {:7.3f}", v.total, v.heading, v.inclination);
            if (e.with_deviations)
                cells += fmt::format("   within 1 and 1.96 sd: heading {:.0f} {:.0f} %, tilt {:.0f} {:.0f} %",
                                     100 * v.heading_within_1, 100 * v.heading_within_2, 100 * v.tilt_within_1,
                                     100 * v.tilt_within_2);
            table.row(i == 0 ? fmt::format("all {} rows", v.rows) : fmt::format("{:.2f} to {:.2f} s", v.begin, v.end),
                      {cells});
        }
    }
    return table.text();
}

std::string estimation_json(const SensorLog& log, const Sensors& sensors, const EstimationSettings& s,
                            const Estimation& e) {
    const TimeReport& t = e.samples.time;
    Json notes = Json::array();
    for (const auto* some : {&log.notes, &e.samples.notes, &e.notes})
        for (const std::string& note : *some) notes.push_back(note);
    Json all{
        {"log", log.name},
        {"rows", e.log_rows},
        {"estimated_rows", e.estimated_rows},
        {"seconds", t.end - t.begin},
        {"mean_rate_hz", t.mean_rate()},
        {"units",
         {{"gyro", log.gyro_unit}, {"accelerometer", log.accelerometer_unit}, {"magnetometer", log.magnetometer_unit}}},
        {"estimator", s.estimator},
        {"six_axis", s.six_axis},
        {"world", sensors.world},
        {"gyro_range_rad_s", e.gyro_range},
        {"notes", notes}};
    if (has_constants(e)) all["constants"] = constants_json(e.constants, field_unit(log));
    if (!e.evaluations.empty()) {
        all["evaluation"] = json_of(e.evaluations[0], e.with_deviations);
        Json phases = Json::array();
        for (size_t i = 1; i < e.evaluations.size(); ++i)
            phases.push_back(json_of(e.evaluations[i], e.with_deviations));
        all["phases"] = phases;
    }
    return all.dump(2) + "\n";
}

}  // namespace polhode::estimate
