#include "estimate_links.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

#include "interrupt.hpp"
#include "polhode/links/own_json.hpp"
#include "polhode/live/live_link_kinds.hpp"
#include "polhode/scenario/live_tables.hpp"
#include "program.hpp"
#include "show_in_browser.hpp"

namespace polhode::app {

namespace {

const char* const reference_name = "reference";

estimate::Sensors seen_from_aircraft(estimate::Sensors sensors) {
    sensors.world = "NWU";
    return sensors;
}
estimate::EstimationSettings seen_from_aircraft(estimate::EstimationSettings settings) {
    settings.axes = "FLU";
    return settings;
}

bool shows_aircraft(const LiveTable& table) {
    return table.kind == "flightgear" || table.kind == "flightgear-generic" || table.kind == "mavlink";
}

LiveFrame frame_of(double t, const estimate::EstimateRow& row, std::uint64_t number) {
    LiveFrame frame;
    frame.seq = frame.step = number;
    frame.t = t;
    frame.q_NB = {row.attitude.w, row.attitude.x, row.attitude.y, row.attitude.z};
    frame.w_NB_B = {row.rate[0], row.rate[1], row.rate[2]};
    frame.energy = NAN;
    frame.L_N = {NAN, NAN, NAN};
    frame.wall_ns = static_cast<std::int64_t>(std::clamp(1e9 * t, 0.0, 9e18));
    return frame;
}

}  // namespace

void LinkOptions::add_to(CLI::App& command) {
    command
        .add_option("--link", to,
                    "show it to a program while it is estimated, KIND:HOST:PORT of `polhode list link`; - is standard "
                    "output; may be repeated")
        ->allow_extra_args(false)
        ->type_name("LINK");
    command.add_option("--serve", door.port, "answer WebSockets and the studio's page at this port; 0: any")
        ->check(whole_number(0, 65535))
        ->each([this](const std::string&) { serve = true; })
        ->type_name("PORT");
    command.add_flag("--studio", studio, "serve, and open the studio's page on the sensor as it turns");
    command.add_option("--address", door.address, "where to serve; default: this machine only")->type_name("ADDRESS");
    command.add_option("--host", door.hosts, "a further name under which a browser may call it; may be repeated")
        ->allow_extra_args(false)
        ->type_name("NAME");
    command
        .add_option("--speed", speed,
                    "with --link or --studio: times real time at which a recording is shown; 0: as fast as it can; "
                    "default 1 for a file, and as they come for everything else")
        ->check(CLI::NonNegativeNumber)
        ->type_name("X");
}

bool LinkOptions::takes_standard_output() const { return std::find(to.begin(), to.end(), "-") != to.end(); }

void RecordingPace::wait_for(double t) {
    if (!(speed_ > 0)) return;
    constexpr double longest = 1;  // s: a hole in a recording is not waited for
    const auto now = Clock::now();
    const auto due = [&] {
        return *begun_ +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>((t - first_) / speed_));
    };
    if (!begun_ || t < first_ ||
        due() > now + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(longest))) {
        begun_ = now;
        first_ = t;
    }
    while (!interrupted() && Clock::now() < due())
        std::this_thread::sleep_for(std::min<Clock::duration>(due() - Clock::now(), std::chrono::milliseconds(50)));
}

EstimateLinks::EstimateLinks(const LinkOptions& options, const estimate::Sensors& sensors,
                             const estimate::EstimationSettings& settings, bool quiet)
    : axes_(sensors, settings),
      aircraft_axes_(seen_from_aircraft(sensors), seen_from_aircraft(settings)),
      options_(options) {
    for (const std::string& words : options.to)
        if (words != "-") tables_.push_back(link_in_words(words, "--link"));
    const auto needed = port_that_is_needed(tables_, {});
    if (!options.serve && !options.studio && !needed) return;
    LiveDoorOptions door = options.door;
    if (!options.serve) door.port = needed.value_or(0);
    door.names = {reference_name};
    door_.emplace(door, tables_);
    if (!quiet) note(door_->told());
    door_->start();
    if (options.studio) show_in_browser(door_->url());
}

// Only now it is known whether there is a reference.
void EstimateLinks::begin(const estimate::SensorLog& facts, double step) {
    with_reference_ = facts.has_truth;
    if (with_reference_) names_ = {reference_name};
    for (const LiveTable& table : tables_)
        if (auto link = open_link(table, names_, std::nullopt))
            (shows_aircraft(table) ? aircraft_ : plain_).add(std::move(link));
    if (options_.takes_standard_output()) plain_.add(standard_output_link(names_));
    if (door_) door_->join(plain_);
    LiveHello greeting;
    greeting.title = facts.name;
    greeting.step = step > 0 ? step : 0.01;
    greeting.compare = names_;
    std::string json;
    write_hello_json(json, greeting);
    plain_.hello(json);
    aircraft_.hello(json);
}

void EstimateLinks::row(const estimate::LogRow& row, const estimate::EstimateRow& estimate) {
    if (rows_++ == 0) first_time_ = row.t;
    const double t = row.t - first_time_;
    LiveFrame frame = frame_of(t, axes_(estimate), rows_);
    if (with_reference_) {
        frame.companions = 1;
        if (row.has_truth) {
            const Quaternion<double> truth = axes_(row.truth);
            reference_.q_NB = {truth.w, truth.x, truth.y, truth.z};
            reference_.angle = angle_between(row.truth, estimate.attitude);
        }
        frame.companion[0] = reference_;
    }
    plain_.frame(frame);
    if (!aircraft_.empty()) aircraft_.frame(frame_of(t, aircraft_axes_(estimate), rows_));
    answer_whoever_pushes();
}

void EstimateLinks::answer_whoever_pushes() {
    if (!door_ || !door_->somebody_spoke() || told_) return;
    told_ = true;
    std::string json;
    write_status_json(json, "warning", "this is a sensor that somebody holds: nothing here can push it or stop it");
    plain_.status(json);
}

void EstimateLinks::end(const std::string& reason) {
    std::string json;
    write_end_json(json, reason);
    plain_.end(json);
    aircraft_.end(json);
    if (door_) door_->stop();
}

}  // namespace polhode::app
