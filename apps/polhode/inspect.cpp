// polhode inspect: what a log of readings is like, before anybody believes it.
#include <memory>

#include "polhode/estimate/inspection.hpp"
#include "polhode/estimate/sources/recording.hpp"
#include "program.hpp"
#include "sensor_options.hpp"

namespace polhode::app {

namespace {

struct InspectCommand {
    std::string log;
    SensorOptions sensors;
    bool json = false;
};

int inspect(const InspectCommand& o) {
    const estimate::Sensors sensors = o.sensors.sensors();
    estimate::SensorLog log = estimate::read_recording(o.log, sensors.log);
    estimate::correct_readings(log, sensors);
    const estimate::Inspection i = estimate::inspect_log(log);
    for (const std::string& text : log.notes) note(text);
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
    command->add_flag("--json", o->json, "one JSON object");
    command->footer("Examples:\n  polhode inspect walk.csv\n");
    command->callback([&program, o] { program.chosen = [o] { return inspect(*o); }; });
}

}  // namespace polhode::app
