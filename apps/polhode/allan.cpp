// polhode allan: the noise of a sensor at rest.
#include "polhode/estimate/tools/allan.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/terminal/text_table.hpp"
#include "polhode/estimate/log_samples.hpp"
#include "polhode/estimate/sources/recording.hpp"
#include "polhode/estimate/tools/tool_picture.hpp"
#include "polhode/files/csv_writer.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "program.hpp"
#include "sensor_options.hpp"

namespace polhode::app {

namespace {

using Json = nlohmann::ordered_json;

struct AllanCommand {
    std::string log, to, plot;
    SensorOptions sensors;
    double from = -INFINITY, until = INFINITY;
    bool json = false;
};

struct AllanSignal {
    std::string name;
    double step;  // s, between readings
    std::vector<double> x;
};

// The three axes of a sensor that speaks in rows of its own: it may be slower than the log.
struct AllanSensor {
    const char* name;
    const char* unit;
    double factor;  // from SI to what is shown
    bool estimate::LogRow::*has;
    Vec3<double> estimate::LogRow::*reading;
};

void add_signals(const estimate::SensorLog& log, const AllanCommand& o, const AllanSensor& sensor,
                 std::vector<AllanSignal>& all) {
    std::vector<double> times, x[3];
    for (const estimate::LogRow& r : log.rows) {
        if (!(r.t >= o.from && r.t < o.until) || !(r.*sensor.has)) continue;
        times.push_back(r.t);
        for (int k = 0; k < 3; ++k) x[k].push_back(sensor.factor * (r.*sensor.reading)[k]);
    }
    const estimate::TimeReport time = estimate::judge_times(times);
    const std::string from = std::isfinite(o.from) ? fmt::format(" from --from {:g} s", o.from) : "",
                      until = std::isfinite(o.until) ? fmt::format(" until --until {:g} s", o.until) : "";
    if (times.size() < 64)
        throw InputError({o.log, 0, fmt::format("{:.3}_x", sensor.name)},
                         fmt::format("{} readings{}{} are too few for an Allan deviation; at least 64 are needed (the "
                                     "log has t = {:g} to {:g} s)",
                                     times.size(), from, until, log.rows.front().t, log.rows.back().t));
    if (!(time.median > 0)) throw InputError({o.log, 0, "t"}, "time does not go forward");
    if (time.gaps + time.backward + time.ahead + time.duplicates > 0)
        note(fmt::format("{}: {}: {} gaps, {} backward and {} duplicate rows are taken as even steps of {:.6g} s",
                         o.log, sensor.name, time.gaps, time.backward + time.ahead, time.duplicates, time.median));
    for (size_t k = 0; k < 3; ++k)
        all.push_back({fmt::format("{} {}, {}", sensor.name, "xyz"[k], sensor.unit), time.median, std::move(x[k])});
}

std::vector<AllanSignal> signals_of(const estimate::SensorLog& log, const AllanCommand& o) {
    using estimate::LogRow;
    std::vector<AllanSignal> all;
    add_signals(log, o, {"gyro", "deg/s", 1 / estimate::degree, &LogRow::has_gyro, &LogRow::gyro}, all);
    if (log.has_accelerometer)
        add_signals(log, o, {"acc", "m/s^2", 1, &LogRow::has_accelerometer, &LogRow::accelerometer}, all);
    return all;
}

std::string coefficient_text(const estimate::AllanCoefficient& c) {
    return c.told ? fmt::format("{:.5g} +- {:.1g}", c.value, c.deviation) : fmt::format("at most {:.3g}", c.limit);
}
Json coefficient_json(const estimate::AllanCoefficient& c) {
    return {{"value", c.value}, {"sd", c.deviation}, {"upper_limit_95", c.limit}, {"told", c.told}};
}

// A panel for each sensor: deviations as dots, the fitted noise as a line.
void add_to_picture(std::vector<estimate::ToolPanel>& panels, const std::string& name, const estimate::AllanFit& fit) {
    const std::string unit = name.substr(name.find(", ") + 2), sensor = name.substr(0, name.find(' '));
    if (panels.empty() || panels.back().y_label != unit)
        panels.push_back({(sensor == "gyro" ? "Gyro" : "Accelerometer") + std::string("; lines: N, B and K fitted"),
                          "averaging time, s",
                          unit,
                          true,
                          {},
                          {}});
    estimate::ToolCurve seen{"", {}, true}, model{name.substr(0, name.find(',')), {}, false};
    for (const estimate::AllanPoint& p : fit.points) {
        seen.points.push_back({p.tau, p.deviation});
        model.points.push_back({p.tau, p.model});
    }
    panels.back().curves.push_back(seen);
    panels.back().curves.push_back(model);
}

int allan(const AllanCommand& o) {
    if (!o.plot.empty()) picture_format(o.plot);
    const estimate::Sensors sensors = o.sensors.sensors();
    estimate::SensorLog log = estimate::read_recording(o.log, sensors.log);
    estimate::correct_readings(log, sensors);
    const std::vector<AllanSignal> signals = signals_of(log, o);
    TextTable table({"N /sqrt(Hz)", "B", "K /sqrt(s)"});
    Json all = Json::array();
    CsvWriter csv;
    for (const char* name : {"signal", "tau_s", "deviation", "low", "high", "freedom", "model"}) csv.text(name);
    csv.end_header();
    std::vector<estimate::ToolPanel> panels;
    for (const AllanSignal& s : signals) {
        const estimate::AllanFit fit = estimate::allan_deviation(s.x, s.step);
        add_to_picture(panels, s.name, fit);
        table.row(s.name, {coefficient_text(fit.white), coefficient_text(fit.flicker), coefficient_text(fit.walk)});
        Json points = Json::array();
        for (const estimate::AllanPoint& p : fit.points) {
            points.push_back({{"tau_s", p.tau},
                              {"deviation", p.deviation},
                              {"low", p.low},
                              {"high", p.high},
                              {"freedom", p.freedom}});
            csv.text(s.name)
                .number(p.tau)
                .number(p.deviation)
                .number(p.low)
                .number(p.high)
                .number(p.freedom)
                .number(p.model);
            csv.end_row();
        }
        all.push_back({{"signal", s.name},
                       {"step_s", s.step},
                       {"readings", s.x.size()},
                       {"white", coefficient_json(fit.white)},
                       {"flicker", coefficient_json(fit.flicker)},
                       {"walk", coefficient_json(fit.walk)},
                       {"points", points}});
    }
    if (!o.to.empty()) write_file(o.to, csv.take());
    if (!o.plot.empty()) estimate::plot_panels(panels, "Allan deviation: " + o.log, o.plot);
    print(o.json
              ? Json{{"log", o.log}, {"step_s", signals[0].step}, {"rows", signals[0].x.size()}, {"signals", all}}.dump(
                    2) +
                    "\n"
              : table.text());
    return done;
}

}  // namespace

void add_allan(Program& program) {
    auto o = std::make_shared<AllanCommand>();
    CLI::App* command =
        program.line.add_subcommand("allan", "Noise of gyro and accelerometer at rest by Allan deviation");
    command->add_option("LOG", o->log, "readings at rest, with a header; - for standard input")->required();
    o->sensors.add_to(*command);
    command->add_option("--from", o->from, "first second that counts")->type_name("SECONDS");
    command->add_option("--until", o->until, "second before which it ends")->type_name("SECONDS");
    command->add_option("--to", o->to, "write the deviations as CSV")->type_name("FILE");
    command->add_option("--plot", o->plot, "draw it: .svg, .png or .pdf")->type_name("FILE");
    command->add_flag("--json", o->json, "one JSON object");
    command->footer(
        "N is white noise, B flicker, K random walk; where one cannot be told from nothing its upper limit is said.\n"
        "Examples:\n  polhode allan still.csv --to deviations.csv\n");
    command->callback([&program, o] { program.chosen = [o] { return allan(*o); }; });
}

}  // namespace polhode::app
