// polhode inspect: what a log of readings is like, before anybody believes it.
#include <cmath>
#include <memory>

#include "polhode/estimate/sources/recording.hpp"
#include "polhode/estimate/tools/inspection.hpp"
#include "polhode/estimate/tools/tool_picture.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "program.hpp"
#include "sensor_options.hpp"

namespace polhode::app {

namespace {

struct InspectCommand {
    std::string log, plot;
    SensorOptions sensors;
    bool json = false;
};

// Readings over time with the rest phases shaded, and the time from row to row.
std::vector<estimate::ToolPanel> panels_of(const estimate::SensorLog& log, const estimate::Inspection& i) {
    using estimate::LogRow;
    std::vector<estimate::ToolPanel> panels;
    const double begin = log.rows.empty() ? 0 : log.rows.front().t;
    const auto three = [&](const char* title, const char* unit, double factor, bool LogRow::*has,
                           Vec3<double> LogRow::*reading) {
        estimate::ToolPanel p{title, "t, s", unit, false, {{"x", {}}, {"y", {}}, {"z", {}}}, {}};
        for (const LogRow& r : log.rows)
            for (int k = 0; k < 3; ++k)
                p.curves[static_cast<size_t>(k)].points.push_back(
                    {r.t - begin, r.*has ? factor * (r.*reading)[k] : NAN});
        for (const estimate::RestPhase& rest : i.rest) p.shaded.push_back({rest.begin - begin, rest.end - begin});
        panels.push_back(p);
    };
    three("Gyro; shaded: at rest", "deg/s", 1 / estimate::degree, &LogRow::has_gyro, &LogRow::gyro);
    if (log.has_accelerometer) three("Accelerometer", "m/s^2", 1, &LogRow::has_accelerometer, &LogRow::accelerometer);
    if (log.has_magnetometer) three("Magnetometer", "field", 1, &LogRow::has_magnetometer, &LogRow::magnetometer);
    estimate::ToolPanel steps{"Time from row to row", "t, s", "ms", false, {{"", {}, true}}, {}};
    // to a tenth of a microsecond: what rounding does to times is no jitter
    for (size_t k = 1; k < log.rows.size(); ++k)
        steps.curves[0].points.push_back(
            {log.rows[k].t - begin, 1e-4 * std::round(1e7 * (log.rows[k].t - log.rows[k - 1].t))});
    panels.push_back(steps);
    return panels;
}

int inspect(const InspectCommand& o) {
    if (!o.plot.empty()) picture_format(o.plot);
    const estimate::Sensors sensors = o.sensors.sensors();
    estimate::SensorLog log = estimate::read_recording(o.log, sensors.log);
    estimate::correct_readings(log, sensors);
    const estimate::Inspection i = estimate::inspect_log(log);
    for (const std::string& text : log.notes) note(text);
    if (!o.plot.empty()) estimate::plot_panels(panels_of(log, i), "Inspected: " + o.log, o.plot);
    print(o.json ? inspection_json(log, i) : inspection_text(log, i));
    return done;
}

}  // namespace

void add_inspect(Program& program) {
    auto o = std::make_shared<InspectCommand>();
    CLI::App* command = program.line.add_subcommand(
        "inspect", "Look over a log of readings: time stamps, clipping, rest, noise, units");
    command->add_option("LOG", o->log, "table of readings with a header; - for standard input")->required();
    o->sensors.add_to(*command);
    command->add_option("--plot", o->plot, "draw it: .svg, .png or .pdf")->type_name("FILE");
    command->add_flag("--json", o->json, "one JSON object");
    command->footer("Examples:\n  polhode inspect walk.csv\n");
    command->callback([&program, o] { program.chosen = [o] { return inspect(*o); }; });
}

}  // namespace polhode::app
