// polhode estimate: from a log of readings to attitude.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "estimate_stream.hpp"
#include "interrupt.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/estimate/log_columns.hpp"
#include "polhode/estimate/online_estimation.hpp"
#include "polhode/estimate/sources/recording.hpp"
#include "polhode/estimate/tools/estimation_report.hpp"
#include "polhode/estimate/world_axes.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "program.hpp"
#include "sensor_options.hpp"

namespace polhode::app {

void SensorOptions::add_to(CLI::App& command) {
    command.add_option("--sensors", file, "what is known about the sensors (TOML; `polhode list sensors`)")
        ->type_name("FILE");
    command.add_option("--columns", columns, "how the log calls its columns: gyr_x=wx,gyr_y=wy,..")->type_name("LIST");
    command.add_option("--gyro-unit", gyro_unit, "rad/s, deg/s, dps or mdeg/s")->type_name("UNIT");
    command.add_option("--acc-unit", accelerometer_unit, "m/s^2, g or mg")->type_name("UNIT");
    command.add_option("--mag-unit", magnetometer_unit, "uT, gauss, mG, nT, T or any")->type_name("UNIT");
}

estimate::Sensors SensorOptions::sensors() const {
    estimate::Sensors s;
    if (!file.empty()) s = estimate::read_sensors_file(file);
    if (!columns.empty()) {
        s.log.columns = estimate::parse_column_names(columns, "--columns");
        s.log.columns_place = "--columns";
    }
    if (!gyro_unit.empty()) s.log.gyro_unit = gyro_unit;
    if (!accelerometer_unit.empty()) s.log.accelerometer_unit = accelerometer_unit;
    if (!magnetometer_unit.empty()) s.log.magnetometer_unit = magnetometer_unit;
    return s;
}

namespace {

struct EstimateCommand {
    std::string log, to, plot, estimator, world, axes, form = "causal", holds = "mean";
    SensorOptions sensors;
    std::string from;
    double lag = 0;
    std::optional<double> patience;
    std::optional<int> iterations;
    LinkOptions links;
    std::vector<std::string> topics;
    bool offline = false, gyro_only = false, six_axis = false, json = false, quiet = false;
};

std::string chosen_estimator(const EstimateCommand& o) {
    const std::vector<std::string> known = names_of("estimator");
    if (!o.estimator.empty() && std::find(known.begin(), known.end(), o.estimator) == known.end())
        refuse_unknown("--estimator", o.estimator, "an estimator", known);
    std::string name = o.estimator;
    const auto also = [&name](bool asked, const char* option, const char* means) {
        if (!asked) return;
        if (!name.empty() && name != means)
            throw InputError({option, 0, ""},
                             fmt::format("means the estimator '{}', and '{}' was asked for too", means, name));
        name = means;
    };
    also(o.offline, "--offline", "smoother");
    also(o.gyro_only, "--gyro-only", "gyro");
    return name.empty() ? "filter" : name;
}

// Rows are taken as they come from whatever is no file, and from a file that memory should not hold.
bool wants_stream(const EstimateCommand& o, const std::string& estimator) {
    if (o.log.empty() == o.from.empty())
        throw InputError({o.log.empty() ? "LOG" : "--from", 0, ""},
                         o.log.empty() ? "expected a log, or --from udp:PORT, serial:DEVICE or -"
                                       : "a log was named too; leave one of them out");
    constexpr std::uintmax_t large = 256u << 20;
    std::error_code none;
    const bool file = o.from.empty() && o.log != "-";
    const bool whole = !o.plot.empty() || !estimate::is_online(estimator);
    if (file) return !whole && (o.links.any() || (std::filesystem::file_size(o.log, none) > large && !none));
    if (whole && !o.from.empty() && o.from != "-")
        throw InputError({"--from", 0, ""},
                         fmt::format("{} needs the whole log; record it first, or use --estimator filter or small",
                                     o.plot.empty() ? "'" + estimator + "'" : "a picture"));
    return !whole;
}

// A whole log that was estimated at once, shown as it went by.
void show_estimation(const LinkOptions& options, const estimate::SensorLog& log, const estimate::Sensors& sensors,
                     const estimate::EstimationSettings& settings, const estimate::Estimation& e, bool quiet) {
    watch_for_interrupts();
    EstimateLinks links(options, sensors, settings, quiet);
    RecordingPace pace(options.speed.value_or(1));
    links.begin(log, e.samples.time.median);
    for (std::size_t i = 0; i < e.rows.size() && !interrupted(); ++i) {
        const estimate::LogRow& row = log.rows[e.samples.row[i]];
        pace.wait_for(row.t);
        links.row(row, e.rows[i]);
    }
    links.end(interrupted() ? "stopped" : "no more readings");
    if (!quiet) note(links.counts());
}

// A row of the log is wrong: what comes before it is estimated and saved, then the fault is told.
[[noreturn]] void save_rows_before(const EstimateCommand& o, const estimate::SensorLog& log,
                                   const estimate::Sensors& sensors, const estimate::EstimationSettings& settings,
                                   const std::exception_ptr& fault) {
    if (!o.to.empty()) try {
            std::exception_ptr failure;
            const estimate::Estimation e = estimate::estimate_log(log, sensors, settings, &failure);
            estimate::write_estimate_csv(o.to, log, sensors, settings, e);
        } catch (const InputError&) {
            // too little for an estimate: the fault says why
        }
    std::rethrow_exception(fault);
}

// What was asked for and would be passed over in silence.
void refuse_idle_options(const EstimateCommand& o, const std::string& estimator) {
    const auto goes_with = [&](const char* option, const char* what) {
        throw InputError({option, 0, ""}, fmt::format("goes with {}; the estimator is '{}'", what, estimator));
    };
    if (o.lag > 0 && estimator != "filter") goes_with("--lag", "the filter");
    if (o.form != "causal" && estimator != "gyro") goes_with("--form", "--gyro-only");
    if (o.iterations && estimator != "smoother") goes_with("--iterations", "--offline");
    if (o.links.speed && !o.links.any())
        throw InputError({"--speed", 0, ""}, "goes with --link, --serve or --studio: nothing is shown");
    if (o.patience && o.from.empty() && o.log != "-")
        throw InputError({"--patience", 0, ""}, "goes with --from or -: a file does not keep anybody waiting");
    if (o.patience && (!o.plot.empty() || !estimate::is_online(estimator)))
        throw InputError({"--patience", 0, ""},
                         fmt::format("goes with rows as they come; {} waits for the end of the log",
                                     o.plot.empty() ? "'" + estimator + "'" : "a picture"));
}

int carry_out_estimate(const EstimateCommand& o) {
    estimate::EstimationSettings settings;
    settings.estimator = chosen_estimator(o);
    settings.form = estimate::coning_form(o.form, "--form");
    settings.holds = estimate::gyro_holds(o.holds, "--holds");
    settings.six_axis = o.six_axis;
    settings.iterations = o.iterations.value_or(settings.iterations);
    settings.lag = o.lag;
    refuse_idle_options(o, settings.estimator);
    if (o.links.takes_standard_output() && o.to == "-")
        throw InputError({"--link", 0, ""}, "standard output can hold frames or rows, not both");
    estimate::Sensors sensors = o.sensors.sensors();
    sensors.log.topics = o.topics;
    if (!o.world.empty()) {
        const auto& known = estimate::world_names();
        if (std::find(known.begin(), known.end(), o.world) == known.end())
            refuse_unknown("--world", o.world, "a world", known);
        sensors.world = o.world;
    }
    if (!o.axes.empty()) {
        const auto& known = estimate::body_axes_names();
        if (std::find(known.begin(), known.end(), o.axes) == known.end())
            refuse_unknown("--axes", o.axes, "a way to name axes of a body", known);
        settings.axes = o.axes;
    }
    if (!o.plot.empty()) picture_format(o.plot);
    if (wants_stream(o, settings.estimator)) {
        StreamRequest request{o.from.empty() ? o.log : o.from,
                              o.from.empty() ? o.log : "--from",
                              o.to,
                              o.patience.value_or(0),
                              o.json,
                              o.quiet,
                              o.links};
        return estimate_stream(request, sensors, settings);
    }
    std::exception_ptr fault;
    estimate::SensorLog log = estimate::read_recording(o.log.empty() ? "-" : o.log, sensors.log, &fault);
    estimate::correct_readings(log, sensors);
    estimate::turn_reference(log, sensors);
    for (std::size_t i = 0; i < log.rows.size(); ++i) try {
            estimate::refuse_absurd(log, log.rows[i]);
        } catch (const InputError&) {
            fault = std::current_exception();
            log.rows.resize(i);
        }
    if (fault) save_rows_before(o, log, sensors, settings, fault);
    std::exception_ptr failure;
    const estimate::Estimation e = estimate::estimate_log(log, sensors, settings, &failure);
    if (failure) {
        if (!o.to.empty()) estimate::write_estimate_csv(o.to, log, sensors, settings, e);
        std::rethrow_exception(failure);
    }
    if (!o.quiet && !o.json)
        for (const auto* some : {&std::as_const(log).notes, &e.samples.notes, &e.notes})
            for (const std::string& text : *some) note(text);
    if (o.links.any()) show_estimation(o.links, log, sensors, settings, e, o.quiet);
    if (!o.to.empty()) estimate::write_estimate_csv(o.to, log, sensors, settings, e);
    if (!o.plot.empty())
        estimate::plot_estimation(
            log, e, fmt::format("{}: {}", std::filesystem::path(o.log).filename().string(), settings.estimator),
            o.plot);
    if (o.quiet && !o.json) return done;
    const std::string text =
        o.json ? estimation_json(log, sensors, settings, e) : estimation_text(log, sensors, settings, e);
    if (o.to == "-" || o.links.takes_standard_output())
        std::fputs(text.c_str(), stderr);
    else
        print(text);
    return done;
}

}  // namespace

void add_estimate(Program& program) {
    auto o = std::make_shared<EstimateCommand>();
    CLI::App* command =
        program.line.add_subcommand("estimate", "From a log of gyro, accelerometer and magnetometer to attitude");
    command->add_option(
        "LOG", o->log,
        "table of readings with a header (t, gyr_x.., acc_x.., mag_x..); - for standard input, row by row");
    command
        ->add_option("--from", o->from,
                     "readings as they come, in place of LOG: udp:PORT, udp:ADDRESS:PORT, serial:DEVICE[:BAUD] or -; "
                     "columns, JSON objects, MAVLink or MCAP")
        ->type_name("WHERE");
    command
        ->add_option("--lag", o->lag,
                     "of the filter: rows come so many seconds later (up to twice that), smoothed with what came since")
        ->check(number_between(below_zero, 60.001, "a number of seconds from 0 to 60"))
        ->type_name("SECONDS");
    command->add_option("--patience", o->patience, "with --from: ends when nothing has come for so many seconds")
        ->check(number_between(below_zero, 1e9, "a number of seconds >= 0"))
        ->type_name("SECONDS");
    command->add_option("--to", o->to, "write the attitude as CSV; - is standard output")->type_name("FILE");
    command->add_flag("--offline", o->offline, "smooth the whole log in place of filtering row by row");
    command->add_option("--estimator", o->estimator, "one of `polhode list estimator`; default filter")
        ->type_name("NAME");
    command->add_flag("--gyro-only", o->gyro_only, "integrate the gyro alone");
    command->add_option("--form", o->form, "of --gyro-only: none, causal, centred3, centred5 or centred7")
        ->capture_default_str();
    command
        ->add_option(
            "--holds", o->holds,
            "what a gyro column holds: mean (rate since the row before), sampled (rate of the moment) or increments")
        ->capture_default_str();
    command->add_flag("--six-axis", o->six_axis, "leave the magnetometer out");
    o->sensors.add_to(*command);
    command->add_option("--topic", o->topics, "of an MCAP file: a channel that is listened to; may be repeated")
        ->allow_extra_args(false)
        ->type_name("TOPIC");
    o->links.add_to(*command);
    command
        ->add_option("--world", o->world, "of attitudes, and of a reference in the log: ENU, NED or NWU; default ENU")
        ->type_name("WORLD");
    command
        ->add_option("--axes", o->axes,
                     "body axes of what is written: FLU or FRD; default those of the sensor (FLU unless the sensors "
                     "file says FRD)")
        ->type_name("AXES");
    command->add_option("--iterations", o->iterations, "of --offline, at most; default 6")->check(whole_number(1, 50));
    command->add_option("--plot", o->plot, "draw it: .svg, .png or .pdf")->type_name("FILE");
    command->add_flag("--json", o->json, "the summary as one JSON object");
    command->add_flag("--quiet", o->quiet, "no summary, no notes");
    command->footer(
        "Columns qw, qx, qy, qz in the log are a reference, and `moving` says where it counts: errors are then those "
        "of\n"
        "the BROAD paper, nothing aligned.\n"
        "Examples:\n"
        "  polhode estimate walk.csv --to attitude.csv\n"
        "  polhode estimate walk.csv --offline --plot walk.svg\n"
        "  polhode estimate walk.csv --gyro-unit deg/s --acc-unit g --six-axis\n"
        "  polhode estimate --from udp:14550 --world NED --to -\n"
        "  polhode estimate --from serial:/dev/ttyUSB0 --studio --link mavlink:14550\n");
    command->callback([&program, o] { program.chosen = [o] { return carry_out_estimate(*o); }; });
}

}  // namespace polhode::app
