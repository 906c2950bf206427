#include "polhode/estimate/sensors_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/estimate/log_columns.hpp"
#include "polhode/estimate/world_axes.hpp"
#include "polhode/input/csv_table.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/registry/table_reader.hpp"

namespace polhode::estimate {

namespace {

std::vector<Parameter> correction_keys(const std::string& unit) {
    return {{"offset", Type::vector3, unit, "[0, 0, 0]", false, "taken off each reading first, in the log's unit"},
            {"matrix", Type::matrix3, "1", "", false,
             "each reading is multiplied by it from the left, after the offset; to SI where the log holds counts"}};
}

const Entry& entry_named(const std::vector<Entry>& entries, const std::string& name) {
    return *std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name; });
}

SensorCorrection correction_of(const Values& v) {
    SensorCorrection c;
    c.offset = v.vector("offset");
    if (v.has("matrix")) {
        c.matrix = v.matrix("matrix");
        if (!(std::fabs(determinant(*c.matrix)) > 0))
            v.refuse("matrix", "it has no inverse, and would make readings equal");
    }
    return c;
}

}  // namespace

std::vector<Entry> sensors_entries() {
    std::vector<Parameter> log{
        {"gyro_unit", Type::choice, "", "", false, "of the gyro columns", {"rad/s", "deg/s", "dps", "mdeg/s"}},
        {"accelerometer_unit", Type::choice, "", "", false, "of the accelerometer columns", {"m/s^2", "g", "mg"}},
        {"magnetometer_unit",
         Type::choice,
         "",
         "",
         false,
         "of the magnetometer columns",
         {"uT", "gauss", "mG", "nT", "T", "any"}},
        {"columns", Type::text, "", "", false, "how the file calls its columns: gyr_x=wx,gyr_y=wy,.."},
        {"world", Type::choice, "", "\"ENU\"", false, "the world of attitudes, of the reference too", world_names()},
        {"axes", Type::choice, "", "\"FLU\"", false,
         "how the sensor's axes point: forward, left, up, or forward, right, down", body_axes_names()}};
    std::vector<Parameter> gyro = correction_keys("rad/s");
    gyro.push_back({"range", Type::positive, "rad/s", "", false, "where it clips; left out: found from the log"});
    gyro.push_back({"delay", Type::non_negative, "s", "", false,
                    "how late it is, with the accelerometer; attitudes are turned forward by it. Left out: not known, "
                    "and deviations allow for some milliseconds"});
    return {{"sensors", "log", "how a log of readings is to be read", log, "", ""},
            {"sensors", "gyro", "constants of the gyro", gyro, "", ""},
            {"sensors", "accelerometer", "constants of the accelerometer", correction_keys("m/s^2"), "", ""},
            {"sensors", "magnetometer", "constants of the magnetometer", correction_keys("1"), "", ""}};
}

Sensors parse_sensors(const std::string& text, const std::string& name) {
    const TomlNode root = parse_toml(text, name);
    const std::vector<Entry> entries = sensors_entries();
    std::vector<std::string> tables;
    for (const Entry& e : entries) tables.push_back(e.name);
    check_keys(root, tables);
    Sensors s;
    if (const TomlNode* table = root.find("log")) {
        require_table(*table);
        const Values v = read_values(*table, entry_named(entries, "log").parameters);
        if (v.has("gyro_unit")) s.log.gyro_unit = v.text("gyro_unit");
        if (v.has("accelerometer_unit")) s.log.accelerometer_unit = v.text("accelerometer_unit");
        if (v.has("magnetometer_unit")) s.log.magnetometer_unit = v.text("magnetometer_unit");
        if (v.has("columns")) {
            s.log.columns_place = fmt::format("{}:{}: log.columns", name, v.place("columns").line);
            s.log.columns = parse_column_names(v.text("columns"), s.log.columns_place);
        }
        s.world = v.text("world");
        s.axes = v.text("axes");
    }
    for (const char* sensor : {"gyro", "accelerometer", "magnetometer"}) {
        const TomlNode* table = root.find(sensor);
        if (!table) continue;
        require_table(*table);
        const Values v = read_values(*table, entry_named(entries, sensor).parameters);
        const SensorCorrection c = correction_of(v);
        if (sensor[0] == 'g') {
            s.gyro = c;
            if (v.has("range")) s.gyro_range = v.number("range");
            if (v.has("delay")) s.gyro_delay = v.number("delay");
            if (s.gyro_delay > 0.5)
                v.refuse("delay", "more than half a second is no delay of a gyro; it is in seconds");
        } else {
            (sensor[0] == 'a' ? s.accelerometer : s.magnetometer) = c;
        }
    }
    return s;
}

Sensors read_sensors_file(const std::string& path) { return parse_sensors(read_text_file(path, {path, 0, ""}), path); }

ReadingsCorrection::ReadingsCorrection(const SensorLog& facts, const Sensors& sensors)
    : sensor_{sensors.gyro, sensors.accelerometer, sensors.magnetometer} {
    const std::string* const units[] = {&facts.gyro_unit, &facts.accelerometer_unit, &facts.magnetometer_unit};
    for (int s = 0; s < 3; ++s) sensor_[s].offset = log_unit_factor(s + 1, *units[s], {"", 0, ""}) * sensor_[s].offset;
}

void ReadingsCorrection::operator()(LogRow& row) const {
    const auto put_right = [](bool there, Vec3<double>& x, const SensorCorrection& c) {
        if (!there) return;
        x = x - c.offset;
        if (c.matrix) x = *c.matrix * x;
    };
    put_right(row.has_gyro, row.gyro, sensor_[0]);
    put_right(row.has_accelerometer, row.accelerometer, sensor_[1]);
    put_right(row.has_magnetometer, row.magnetometer, sensor_[2]);
}

void correct_readings(SensorLog& log, const Sensors& sensors) {
    const ReadingsCorrection correct(log, sensors);
    for (LogRow& r : log.rows) correct(r);
}

}  // namespace polhode::estimate
