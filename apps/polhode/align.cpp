// polhode align: clock and axes of a gyro against a record of attitudes.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/text_table.hpp"
#include "polhode/estimate/alignment.hpp"
#include "polhode/estimate/sources/recording.hpp"
#include "program.hpp"
#include "sensor_options.hpp"

namespace polhode::app {

namespace {

struct AlignCommand {
    std::string log;
    SensorOptions sensors;
    int most = 20;
    bool json = false;
};

int align(const AlignCommand& o) {
    const estimate::Sensors sensors = o.sensors.sensors();
    estimate::SensorLog log = estimate::read_recording(o.log, sensors.log);
    estimate::correct_readings(log, sensors);
    if (!log.has_truth)
        throw InputError({o.log, 0, "qw"}, "the log has no attitudes to align with: columns qw, qx, qy, qz");
    const estimate::LogSamples samples = estimate::samples_of(log, {true, true});
    std::vector<Vec3<double>> gyro;
    std::vector<Quaternion<double>> attitudes;
    std::vector<char> has;
    for (size_t i = 0; i < samples.samples.size(); ++i) {
        gyro.push_back(samples.samples[i].gyro);
        attitudes.push_back(log.rows[samples.row[i]].truth);
        has.push_back(log.rows[samples.row[i]].has_truth);
    }
    const estimate::Alignment a = estimate::align_recordings(gyro, attitudes, has, samples.time.median, o.most);
    if (a.used < 20)
        throw InputError({o.log, 0, "qw"}, "fewer than 20 rows have a gyro reading and attitudes around them");
    const auto degrees = [](const Vec3<double>& v) { return v / estimate::degree; };
    if (o.json) {
        const Vec3<double> r = degrees(a.rotation_vector), s = degrees(a.rotation_deviation);
        const nlohmann::ordered_json all{{"log", o.log},
                                         {"rows", a.used},
                                         {"offset_s", a.offset},
                                         {"offset_sd_s", a.offset_deviation},
                                         {"rotation_deg", {r[0], r[1], r[2]}},
                                         {"rotation_sd_deg", {s[0], s[1], s[2]}},
                                         {"angle_deg", norm(r)},
                                         {"clock_rate_ppm", a.rate_ppm},
                                         {"clock_rate_sd_ppm", a.rate_deviation_ppm},
                                         {"residual_deg_s", a.residual / estimate::degree}};
        print(all.dump(2) + "\n");
        return done;
    }
    const auto three = [](const Vec3<double>& v) { return fmt::format("{:.4f} {:.4f} {:.4f}", v[0], v[1], v[2]); };
    TextTable table;
    table.row("attitudes later than the gyro by, ms",
              {fmt::format("{:.3f} +- {:.3f}", 1e3 * a.offset, 1e3 * a.offset_deviation)});
    table.row("turned against the gyro's axes by, deg",
              {fmt::format("{}  +- {}", three(degrees(a.rotation_vector)), three(degrees(a.rotation_deviation)))});
    if (a.rate_deviation_ppm > 0)
        table.row("clocks run apart by, ppm", {fmt::format("{:.2f} +- {:.2f}", a.rate_ppm, a.rate_deviation_ppm)});
    table.row("rates that remain, deg/s", {fmt::format("{:.3f}", a.residual / estimate::degree)});
    print(table.text());
    return done;
}

}  // namespace

void add_align(Program& program) {
    auto o = std::make_shared<AlignCommand>();
    CLI::App* command = program.line.add_subcommand(
        "align", "Clock offset, clock rate and rotation between a gyro and a record of attitudes");
    command->add_option("LOG", o->log, "readings with a reference qw, qx, qy, qz; - for standard input")->required();
    o->sensors.add_to(*command);
    command->add_option("--most", o->most, "largest offset looked at, rows")
        ->check(whole_number(1, 10000))
        ->capture_default_str();
    command->add_flag("--json", o->json, "one JSON object");
    command->footer("Examples:\n  polhode align walk.csv\n");
    command->callback([&program, o] { program.chosen = [o] { return align(*o); }; });
}

}  // namespace polhode::app
