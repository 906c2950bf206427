#include "polhode/output/readings_log.hpp"

#include "polhode/files/csv_writer.hpp"
#include "polhode/problem/samples/sensor_samples.hpp"

namespace polhode {

void write_readings_log(const std::string& path, const GyroReadings& readings) {
    const SensorSamples& s = readings.sensors();
    CsvWriter csv(path);
    csv.text("t");
    struct Sensor {
        const char* names[3];
        const std::vector<Vec3<double>>& readings;
    };
    const Sensor sensors[] = {{{"gyr_x", "gyr_y", "gyr_z"}, s.gyro},
                              {{"acc_x", "acc_y", "acc_z"}, s.accelerometer},
                              {{"mag_x", "mag_y", "mag_z"}, s.magnetometer}};
    for (const Sensor& sensor : sensors)
        for (const char* name : sensor.names)
            if (!sensor.readings.empty()) csv.text(name);
    for (const char* name : {"qw", "qx", "qy", "qz"}) csv.text(name);
    csv.end_header();
    for (std::size_t i = 0; i < s.t.size() && !csv.reader_gone(); ++i) {
        csv.number(s.t[i]);
        for (const Sensor& sensor : sensors)
            for (int k = 0; k < 3 && !sensor.readings.empty(); ++k) csv.number(sensor.readings[i][k]);
        const Quaternion<double>& q = s.attitude[i];
        csv.number(q.w).number(q.x).number(q.y).number(q.z).end_row();
    }
    csv.close();
}

}  // namespace polhode
