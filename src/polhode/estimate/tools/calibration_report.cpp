#include "polhode/estimate/tools/calibration_report.hpp"

#include <fmt/format.h>

#include "polhode/base/diagnostic.hpp"
#include "polhode/estimate/log_columns.hpp"
#include "polhode/estimate/tools/ellipsoid.hpp"
#include "polhode/estimate/tuning.hpp"

namespace polhode::estimate {

namespace {

using Json = nlohmann::ordered_json;

std::string toml_vector(const Vec3<double>& v) { return fmt::format("[{:.17g}, {:.17g}, {:.17g}]", v[0], v[1], v[2]); }
std::string toml_matrix(const Mat3<double>& m) {
    return fmt::format("[{}, {}, {}]", toml_vector(m.row(0)), toml_vector(m.row(1)), toml_vector(m.row(2)));
}
// The file will stand beside logs in the unit of this one: offsets are in that, and the matrix follows on SI.
std::string toml_table(const std::string& name, int sensor, const std::string& unit, const Vec3<double>& offset,
                       const Mat3<double>& matrix) {
    return fmt::format("[{}]\noffset = {}\nmatrix = {}\n", name,
                       toml_vector(offset / log_unit_factor(sensor, unit, {})), toml_matrix(matrix));
}
Json vector_json(const Vec3<double>& v) { return {v[0], v[1], v[2]}; }
Json matrix_json(const Mat3<double>& m) {
    return {vector_json(m.row(0)), vector_json(m.row(1)), vector_json(m.row(2))};
}
Json model_json(const SensorModel& m) {
    return {{"offset", vector_json(m.offset)},
            {"scale", vector_json(m.scale)},
            {"scale_sd", vector_json(m.scale_deviation)},
            {"angles", m.angles},
            {"angles_sd", m.angle_deviation},
            {"matrix", matrix_json(m.matrix())},
            {"rms", m.rms}};
}
std::string numbers_text(const Vec3<double>& v) { return fmt::format("{:.8g} {:.8g} {:.8g}", v[0], v[1], v[2]); }

template <class Deviation>
ToolPanel deviations(const char* title, const char* of, const char* unit, size_t count, const Deviation& deviation) {
    ToolPanel panel{title, of, unit, false, {{"", {}, true}}, {}};
    for (size_t i = 0; i < count; ++i) panel.curves[0].points.push_back({static_cast<double>(i + 1), deviation(i)});
    return panel;
}

}  // namespace

CalibrationReport calibrate_inertial(const SensorLog& log, const CalibrationSettings& settings) {
    CalibrationReport out;
    out.json = {{"log", log.name}};
    std::vector<LogRow> rows;
    for (const LogRow& r : log.rows)
        if (r.has_gyro && r.has_accelerometer) rows.push_back(r);
    const TimeReport time = judged_times_of(rows);
    std::vector<double> times;
    std::vector<Vec3<double>> gyro, force;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (is_left_out(time.verdicts[i])) continue;
        times.push_back(rows[i].t);
        gyro.push_back(rows[i].gyro);
        force.push_back(rows[i].accelerometer);
    }
    if (!log.has_accelerometer) throw InputError({log.name, 0, "acc_x"}, "the log has no accelerometer");
    const Calibration c = calibrate(times, gyro, force, settings);
    if (!c.refusal.empty()) throw InputError({log.name, 0, ""}, c.refusal);
    const std::vector<std::string> missing = missing_directions(c.positions, &c.accelerometer);
    out.table.row("static positions", {fmt::format("{} (variance below {} times that of the start), {} turns",
                                                   c.positions.size(), c.threshold, c.rotations)});
    out.table.row("directions missing", {missing.empty() ? "none" : fmt::format("{}", fmt::join(missing, ", "))});
    out.table.section("accelerometer: a = T K (raw - offset)");
    out.table.row("offset", {numbers_text(c.accelerometer.offset)});
    out.table.row("K, m/s^2", {numbers_text(c.accelerometer.scale)});
    out.table.row("angles of T, rad", {fmt::format("{:.6f}", fmt::join(c.accelerometer.angles, " "))});
    out.table.row("rms of |a| - g, m/s^2", {fmt::format("{:.6f}", c.accelerometer.rms)});
    out.table.section("gyro: w = T K (raw - offset), in the accelerometer's axes");
    out.table.row("offset", {numbers_text(c.gyro.offset)});
    out.table.row("K, rad/s", {numbers_text(c.gyro.scale)});
    out.table.row("angles of T, rad", {fmt::format("{:.6f}", fmt::join(c.gyro.angles, " "))});
    out.table.row("rms of directions, deg", {fmt::format("{:.4f}", c.gyro.rms / degree)});
    out.json["positions"] = c.positions.size();
    out.json["threshold"] = c.threshold;
    out.json["rotations"] = c.rotations;
    out.json["missing_directions"] = missing;
    out.json["accelerometer"] = model_json(c.accelerometer);
    out.json["gyro"] = model_json(c.gyro);
    out.panels = {deviations(
        "Accelerometer: |a| - g of each static position", "position", "m/s^2", c.positions.size(), [&](size_t i) {
            return norm(c.accelerometer.matrix() * (c.positions[i].mean - c.accelerometer.offset)) - settings.gravity;
        })};
    out.toml +=
        toml_table("gyro", 1, log.gyro_unit, c.gyro.offset, c.gyro.matrix()) + "\n" +
        toml_table("accelerometer", 2, log.accelerometer_unit, c.accelerometer.offset, c.accelerometer.matrix());
    return out;
}

CalibrationReport calibrate_field(const SensorLog& log) {
    CalibrationReport out;
    out.json = {{"log", log.name}};
    std::vector<Vec3<double>> readings;
    for (const LogRow& r : log.rows)
        if (r.has_magnetometer) readings.push_back(r.magnetometer);
    if (!log.has_magnetometer) throw InputError({log.name, 0, "mag_x"}, "the log has no magnetometer");
    const EllipsoidFit e = fit_ellipsoid(readings);
    if (!e.refusal.empty())
        throw InputError({log.name, 0, "mag_x"},
                         fmt::format("{} (weakest direction {:.1g} of the strongest)", e.refusal, e.weakest));
    out.table.section("magnetometer: |W (m - centre)| = field; W is known up to a rotation");
    out.table.row("centre", {numbers_text(e.centre)});
    for (int r = 0; r < 3; ++r) out.table.row(r == 0 ? "W" : "", {numbers_text(e.shape.row(r))});
    out.table.row("field, rms residual", {fmt::format("{:.4f}, {:.4f}", e.field, e.rms)});
    out.json["magnetometer"] = {{"centre", vector_json(e.centre)},
                                {"matrix", matrix_json(e.shape)},
                                {"field", e.field},
                                {"rms", e.rms},
                                {"weakest", e.weakest},
                                {"noise_share_of_weakest", e.noise_share}};
    out.panels = {deviations("Magnetometer: |W (m - centre)| less the field", "reading", "its unit", readings.size(),
                             [&](size_t i) { return norm(e.shape * (readings[i] - e.centre)) - e.field; })};
    out.toml += toml_table("magnetometer", 3, log.magnetometer_unit, e.centre, e.shape);
    return out;
}

}  // namespace polhode::estimate
