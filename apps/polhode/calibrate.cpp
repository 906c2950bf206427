// polhode calibrate: constants of the sensors from a recording made for it.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/text_table.hpp"
#include "polhode/estimate/calibration.hpp"
#include "polhode/estimate/ellipsoid.hpp"
#include "polhode/estimate/sources/recording.hpp"
#include "polhode/files/output_file.hpp"
#include "program.hpp"
#include "sensor_options.hpp"

namespace polhode::app {

namespace {

using Json = nlohmann::ordered_json;

struct CalibrateCommand {
    std::string log, to;
    SensorOptions sensors;
    double gravity = 9.80665, start = 50;
    bool magnetometer = false, json = false;
};

std::string toml_vector(const Vec3<double>& v) { return fmt::format("[{:.17g}, {:.17g}, {:.17g}]", v[0], v[1], v[2]); }
std::string toml_matrix(const Mat3<double>& m) {
    return fmt::format("[{}, {}, {}]", toml_vector(m.row(0)), toml_vector(m.row(1)), toml_vector(m.row(2)));
}
std::string toml_table(const std::string& name, const Vec3<double>& offset, const Mat3<double>& matrix) {
    return fmt::format("[{}]\noffset = {}\nmatrix = {}\n", name, toml_vector(offset), toml_matrix(matrix));
}
Json vector_json(const Vec3<double>& v) { return {v[0], v[1], v[2]}; }
Json matrix_json(const Mat3<double>& m) {
    return {vector_json(m.row(0)), vector_json(m.row(1)), vector_json(m.row(2))};
}
Json model_json(const estimate::SensorModel& m) {
    return {{"offset", vector_json(m.offset)},
            {"scale", vector_json(m.scale)},
            {"scale_sd", vector_json(m.scale_deviation)},
            {"angles", m.angles},
            {"angles_sd", m.angle_deviation},
            {"matrix", matrix_json(m.matrix())},
            {"rms", m.rms}};
}
std::string numbers_text(const Vec3<double>& v) { return fmt::format("{:.8g} {:.8g} {:.8g}", v[0], v[1], v[2]); }

struct CalibrateResult {
    TextTable table;
    Json json;
    std::string toml;
};

void calibrate_inertial(const CalibrateCommand& o, const estimate::SensorLog& log, CalibrateResult& out) {
    std::vector<double> times;
    std::vector<Vec3<double>> gyro, force;
    for (const estimate::LogRow& r : log.rows) {
        if (!r.has_gyro || !r.has_accelerometer || (!times.empty() && r.t <= times.back())) continue;
        times.push_back(r.t);
        gyro.push_back(r.gyro);
        force.push_back(r.accelerometer);
    }
    if (!log.has_accelerometer) throw InputError({o.log, 0, "acc_x"}, "the log has no accelerometer");
    const estimate::Calibration c = estimate::calibrate(times, gyro, force, {o.start, 2, 2, o.gravity});
    if (!c.refusal.empty()) throw InputError({o.log, 0, ""}, c.refusal);
    const std::vector<std::string> missing = estimate::missing_directions(c.positions, &c.accelerometer);
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
    out.table.row("rms of directions, deg", {fmt::format("{:.4f}", c.gyro.rms / estimate::degree)});
    out.json["positions"] = c.positions.size();
    out.json["threshold"] = c.threshold;
    out.json["rotations"] = c.rotations;
    out.json["missing_directions"] = missing;
    out.json["accelerometer"] = model_json(c.accelerometer);
    out.json["gyro"] = model_json(c.gyro);
    out.toml += toml_table("gyro", c.gyro.offset, c.gyro.matrix()) + "\n" +
                toml_table("accelerometer", c.accelerometer.offset, c.accelerometer.matrix());
}

void calibrate_field(const CalibrateCommand& o, const estimate::SensorLog& log, CalibrateResult& out) {
    std::vector<Vec3<double>> readings;
    for (const estimate::LogRow& r : log.rows)
        if (r.has_magnetometer) readings.push_back(r.magnetometer);
    if (!log.has_magnetometer) throw InputError({o.log, 0, "mag_x"}, "the log has no magnetometer");
    const estimate::EllipsoidFit e = estimate::fit_ellipsoid(readings);
    if (!e.refusal.empty())
        throw InputError({o.log, 0, "mag_x"},
                         fmt::format("{} (weakest direction {:.1g} of the strongest)", e.refusal, e.weakest));
    out.table.section("magnetometer: |W (m - centre)| = field; W is known up to a rotation");
    out.table.row("centre", {numbers_text(e.centre)});
    for (int r = 0; r < 3; ++r) out.table.row(r == 0 ? "W" : "", {numbers_text(e.shape.row(r))});
    out.table.row("field, rms residual", {fmt::format("{:.4f}, {:.4f}", e.field, e.rms)});
    out.json["magnetometer"] = {{"centre", vector_json(e.centre)},
                                {"matrix", matrix_json(e.shape)},
                                {"field", e.field},
                                {"rms", e.rms},
                                {"weakest", e.weakest}};
    out.toml += toml_table("magnetometer", e.centre, e.shape);
}

int calibrate(const CalibrateCommand& o) {
    const estimate::SensorLog log = estimate::read_recording(o.log, o.sensors.sensors().log);
    CalibrateResult result;
    result.json = {{"log", o.log}};
    if (o.magnetometer)
        calibrate_field(o, log, result);
    else
        calibrate_inertial(o, log, result);
    if (!o.to.empty()) write_file(o.to, fmt::format("# constants found by polhode calibrate\n{}", result.toml));
    print(o.json ? result.json.dump(2) + "\n" : result.table.text());
    return done;
}

}  // namespace

void add_calibrate(Program& program) {
    auto o = std::make_shared<CalibrateCommand>();
    CLI::App* command = program.line.add_subcommand(
        "calibrate", "Constants of accelerometer and gyro from static positions, or of a magnetometer");
    command->add_option("LOG", o->log, "readings with a header; counts of a converter will do; - for standard input")
        ->required();
    o->sensors.add_to(*command);
    command->add_flag("--magnetometer", o->magnetometer,
                      "the ellipsoid of the magnetometer in place of the static positions");
    command->add_option("--gravity", o->gravity, "of the place, m/s^2")
        ->check(number_between(9, 10, "a number of m/s^2 from 9 to 10"))
        ->capture_default_str();
    command->add_option("--start", o->start, "seconds at rest at the beginning")
        ->check(number_between(1, 1e6, "a number of seconds > 1"))
        ->capture_default_str();
    command->add_option("--to", o->to, "write the constants as a file for `polhode estimate --sensors`")
        ->type_name("FILE");
    command->add_flag("--json", o->json, "one JSON object");
    command->footer(
        "Let it lie for a minute, then put it down in thirty positions, two seconds each, all sides up.\n"
        "Examples:\n  polhode calibrate positions.csv --to sensors.toml\n  polhode calibrate turned.csv --magnetometer "
        "--to sensors.toml\n");
    command->callback([&program, o] { program.chosen = [o] { return calibrate(*o); }; });
}

}  // namespace polhode::app
