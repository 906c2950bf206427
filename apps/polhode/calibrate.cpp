// polhode calibrate: constants of the sensors from a recording made for it.
#include <fmt/format.h>

#include <memory>

#include "polhode/estimate/sources/recording.hpp"
#include "polhode/estimate/tools/calibration_report.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "program.hpp"
#include "sensor_options.hpp"

namespace polhode::app {

namespace {

struct CalibrateCommand {
    std::string log, to, plot;
    SensorOptions sensors;
    double gravity = 9.80665, start = 50;
    bool magnetometer = false, json = false;
};

int calibrate(const CalibrateCommand& o) {
    if (!o.plot.empty()) picture_format(o.plot);
    const estimate::SensorLog log = estimate::read_recording(o.log, o.sensors.sensors().log);
    estimate::CalibrationReport report =
        o.magnetometer ? estimate::calibrate_field(log) : estimate::calibrate_inertial(log, {o.start, 2, 2, o.gravity});
    report.json["log"] = o.log;
    if (!o.to.empty()) write_file(o.to, fmt::format("# constants found by polhode calibrate\n{}", report.toml));
    if (!o.plot.empty()) estimate::plot_panels(report.panels, "Calibrated: " + o.log, o.plot);
    print(o.json ? report.json.dump(2) + "\n" : report.table.text());
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
    command->add_option("--plot", o->plot, "draw it: .svg, .png or .pdf")->type_name("FILE");
    command->add_flag("--json", o->json, "one JSON object");
    command->footer(
        "Let it lie for a minute, then put it down in thirty positions, five seconds each, all sides up.\n"
        "Examples:\n  polhode calibrate positions.csv --to sensors.toml\n  polhode calibrate turned.csv --magnetometer "
        "--to sensors.toml\n");
    command->callback([&program, o] { program.chosen = [o] { return calibrate(*o); }; });
}

}  // namespace polhode::app
