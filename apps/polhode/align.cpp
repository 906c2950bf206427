// polhode align: clock and axes of a gyro against a record of attitudes.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/terminal/text_table.hpp"
#include "polhode/estimate/sources/recording.hpp"
#include "polhode/estimate/tools/alignment.hpp"
#include "polhode/estimate/tools/tool_picture.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "program.hpp"
#include "sensor_options.hpp"

namespace polhode::app {

namespace {

struct AlignCommand {
    std::string log;
    SensorOptions sensors;
    std::string plot;
    int most = 20;
    bool json = false;
};

// Rates of the attitudes, and what remains when those of the gyro, turned and shifted, are taken off.
std::vector<estimate::ToolPanel> panels_of(const estimate::TwoRecordings& both, const estimate::Alignment& a) {
    const auto& [gyro, has_gyro, attitudes, has, dt, begin] = both;
    const std::vector<estimate::ToolCurve> axes{{"x", {}}, {"y", {}}, {"z", {}}};
    estimate::ToolPanel rates{"Rates of the attitudes", "t, s", "deg/s", false, axes, {}},
        rest{"What the gyro, turned and shifted, leaves of them", "t, s", "deg/s", false, axes, {}};
    for (size_t i = 1; i + 1 < gyro.size(); ++i) {
        const double later = a.offset + 1e-6 * a.rate_ppm * (static_cast<double>(i) * dt - a.offset_at);
        const double at = static_cast<double>(i) - later / dt, whole = std::floor(at);
        if (!has[i - 1] || !has[i + 1] || !has_gyro[i] || whole < 0 || whole + 1 >= static_cast<double>(gyro.size()))
            continue;
        const auto k = static_cast<size_t>(whole);
        const Vec3<double> rate = log_rotation(conjugate(attitudes[i - 1]) * attitudes[i + 1]) / (2 * dt);
        const Vec3<double> seen = a.rotation * ((1 - at + whole) * gyro[k] + (at - whole) * gyro[k + 1]);
        for (int j = 0; j < 3; ++j) {
            const double t = dt * static_cast<double>(i);
            rates.curves[static_cast<size_t>(j)].points.push_back({t, rate[j] / estimate::degree});
            rest.curves[static_cast<size_t>(j)].points.push_back({t, (rate - seen)[j] / estimate::degree});
        }
    }
    return {rates, rest};
}

int align(const AlignCommand& o) {
    if (!o.plot.empty()) picture_format(o.plot);
    const estimate::Sensors sensors = o.sensors.sensors();
    estimate::SensorLog log = estimate::read_recording(o.log, sensors.log);
    estimate::correct_readings(log, sensors);
    const auto [both, a, notes] = estimate::align_log(log, o.most);
    for (const auto* some : {&std::as_const(log).notes, &notes})
        for (const std::string& text : *some) note(text);
    if (!o.plot.empty()) estimate::plot_panels(panels_of(both, a), "Aligned: " + o.log, o.plot);
    const auto degrees = [](const Vec3<double>& v) { return v / estimate::degree; };
    if (o.json) {
        const Vec3<double> r = degrees(a.rotation_vector);
        // null where nothing tells it
        const auto told = [](double x) { return std::isfinite(x) ? nlohmann::ordered_json(x) : nullptr; };
        nlohmann::ordered_json turn_deviation = nlohmann::ordered_json::array();
        for (int i = 0; i < 3; ++i) turn_deviation.push_back(told(a.rotation_deviation[i] / estimate::degree));
        nlohmann::ordered_json all{{"log", o.log},
                                   {"rows", a.used},
                                   {"offset_s", a.offset},
                                   {"offset_sd_s", told(a.offset_deviation)},
                                   {"offset_unpulled_s", a.unpulled_offset},
                                   {"offset_unpulled_sd_s", told(a.unpulled_deviation)},
                                   {"offset_at_s", both.begin + a.offset_at},
                                   {"rotation_deg", {r[0], r[1], r[2]}},
                                   {"rotation_sd_deg", turn_deviation},
                                   {"angle_deg", norm(r)},
                                   {"clock_rate_ppm", nullptr},  // where it was not told
                                   {"clock_rate_sd_ppm", nullptr},
                                   {"residual_deg_s", a.residual / estimate::degree}};
        if (a.rate_deviation_ppm > 0) {
            all["clock_rate_ppm"] = a.rate_ppm;
            all["clock_rate_sd_ppm"] = told(a.rate_deviation_ppm);
        }
        print(all.dump(2) + "\n");
        return done;
    }
    const auto sure = [](double deviation, int digits) {
        return std::isfinite(deviation) ? fmt::format("{:.{}f}", deviation, digits) : "not told";
    };
    const Vec3<double> r = degrees(a.rotation_vector), s = degrees(a.rotation_deviation);
    TextTable table;
    table.row("attitudes later than the gyro by, ms",
              {fmt::format("{:.3f} +- {}{}", 1e3 * a.offset, sure(1e3 * a.offset_deviation, 3),
                           a.rate_deviation_ppm > 0 ? fmt::format(" at t = {:.1f} s", both.begin + a.offset_at) : "")});
    if (std::fabs(a.offset - a.unpulled_offset) > 0.5 * a.unpulled_deviation)
        table.row("less what noise draws it to half a row",
                  {fmt::format("{:.3f} +- {}", 1e3 * a.unpulled_offset, sure(1e3 * a.unpulled_deviation, 3))});
    table.row("turned against the gyro's axes by, deg",
              {fmt::format("{:.4f} {:.4f} {:.4f}  +- {} {} {}", r[0], r[1], r[2], sure(s[0], 4), sure(s[1], 4),
                           sure(s[2], 4))});
    if (a.rate_deviation_ppm > 0)
        table.row("clocks run apart by, ppm", {fmt::format("{:.2f} +- {}", a.rate_ppm, sure(a.rate_deviation_ppm, 2))});
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
    command->add_option("--plot", o->plot, "draw it: .svg, .png or .pdf")->type_name("FILE");
    command->add_flag("--json", o->json, "one JSON object");
    command->footer("Examples:\n  polhode align walk.csv\n");
    command->callback([&program, o] { program.chosen = [o] { return align(*o); }; });
}

}  // namespace polhode::app
