// polhode live: a scenario beside a clock, pushed from outside, seen by other programs, and recorded.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <exception>
#include <optional>
#include <thread>

#include "interrupt.hpp"
#include "live_door.hpp"
#include "named_text.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/live/flight_recorder.hpp"
#include "polhode/live/live_link_kinds.hpp"
#include "polhode/live/live_links.hpp"
#include "polhode/live/live_runner.hpp"
#include "polhode/live/live_trajectories.hpp"
#include "polhode/scenario/scenario_writer.hpp"
#include "polhode/system/host/process.hpp"
#include "program.hpp"
#include "show_in_browser.hpp"

namespace polhode::app {

namespace {

struct LiveCommandLine {
    std::string scenario, replay, record, clock = "wall", csv, report;
    std::vector<std::string> settings, to;
    double speed = 1, seconds = 0, timeout = 0;
    std::optional<double> wake;
    LiveDoorOptions door;
    bool serve = false, studio = false, from_lines = false, recorded = false;
    bool realtime = false, quiet = false;
};

// Ordinary programs wait behind the thread that steps. Without the right to it a run is only less punctual.
void ask_for_real_time() {
    if (!system::keep_memory_present()) note(fmt::format("warning: memory is not locked: {}", std::strerror(errno)));
    if (!system::go_before_others(50)) note(fmt::format("warning: no real-time priority: {}", std::strerror(errno)));
}

LiveOptions options_of(const LiveCommandLine& line, const Scenario& scenario, const std::vector<LiveTable>& links) {
    LiveOptions o;
    o.clock = line.clock == "none"       ? LiveOptions::Clock::none
              : line.clock == "external" ? LiveOptions::Clock::external
                                         : LiveOptions::Clock::wall;
    o.speed = line.speed;
    o.timeout = line.timeout;
    o.replay = !line.replay.empty();
    o.frame_rate = fastest_rate(links);
    o.duration = line.seconds;
    // who asks for real time wants each step at its time
    o.wake = line.wake.value_or(line.realtime ? 0 : LiveOptions::usual_wake);
    // without a clock nobody would notice the end, and a flight is as long as it was
    if (o.duration == 0 && (o.clock == LiveOptions::Clock::none || o.replay)) o.duration = scenario.run.duration;
    return o;
}

std::vector<LiveTable> links_of(const LiveCommandLine& line, const Scenario& scenario, bool& standard_output) {
    std::vector<LiveTable> links = line.replay.empty() ? scenario.links : std::vector<LiveTable>{};
    for (const std::string& words : line.to) {
        if (words == "-")
            standard_output = true;
        else
            links.push_back(link_in_words(words, "--to"));
    }
    return links;
}

// The thread that steps, and what became of it.
class Stepping {
 public:
    Stepping(LiveRunner& runner, bool realtime) {
        thread_ = std::thread([this, &runner, realtime] {
            try {
                if (realtime) ask_for_real_time();
                end_ = runner.run([this] { return interrupted() || stop_.load(std::memory_order_relaxed); });
            } catch (...) {
                thrown_ = std::current_exception();
            }
            over_.store(true, std::memory_order_release);
        });
    }
    ~Stepping() {
        stop_ = true;
        if (thread_.joinable()) thread_.join();
    }
    bool over() const { return over_.load(std::memory_order_acquire); }
    LiveRunner::End end() {
        thread_.join();
        if (thrown_) std::rethrow_exception(thrown_);
        return end_;
    }

 private:
    std::atomic<bool> over_{false}, stop_{false};
    LiveRunner::End end_ = LiveRunner::End::complete;
    std::exception_ptr thrown_;
    std::thread thread_;
};

// What the other thread does while one steps.
void tend(const Stepping& stepping, LiveLinks& others, std::optional<FlightRecorder>& recorder) try {
    auto next_flush = std::chrono::steady_clock::now();
    while (!stepping.over()) {
        others.turn(20);
        if (const auto now = std::chrono::steady_clock::now(); recorder && now >= next_flush) {
            recorder->flush();
            next_flush = now + std::chrono::milliseconds(50);
        }
    }
} catch (...) {
    if (recorder) recorder->abandon();
    throw;
}

std::string reason_of(LiveRunner::End end, LiveRunner& runner, const LiveCommandLine& line) {
    switch (end) {
        case LiveRunner::End::complete:
            return "the end of the flight";
        case LiveRunner::End::stopped:
            return "stopped";
        case LiveRunner::End::failed:
            return runner.body().failure();
        case LiveRunner::End::timed_out:
            return fmt::format("no request for {:g} s", line.timeout);
    }
    return "";
}

// Where the command line or the scenario asks for a server. A replay takes nothing from outside, but can be watched.
std::optional<LiveDoor> door_of(const LiveCommandLine& line, const Scenario& scenario,
                                const std::vector<LiveTable>& links, LiveRunner& runner) {
    const auto needed = port_that_is_needed(links, line.replay.empty() ? scenario.inputs : std::vector<LiveTable>{});
    if (!line.serve && !line.studio && !needed) return std::nullopt;
    LiveDoorOptions options = line.door;
    if (!line.serve) options.port = needed.value_or(0);
    options.names = runner.body().companion_names();
    return std::make_optional<LiveDoor>(options, links);
}

// What there is to say in the end; to standard error where standard output holds something else.
void report_on(const LiveCommandLine& line, LiveRunner& runner, const std::string& counts,
               const std::vector<std::string>& recorded, bool standard_output_taken) {
    const LiveReport report = runner.report();
    for (std::size_t i = 1; i < runner.body().methods(); ++i)
        if (const std::string& why = runner.body().run(i).failure(); !why.empty())
            note(runner.body().plan(i).method().name + ": " + why);
    if (!line.report.empty()) {
        const std::string json = live_report_json(report) + "\n";
        if (line.report == "-")
            print(json);
        else
            write_file(line.report, json);
    }
    if (line.quiet) return;
    std::string text = live_report_text(report) + counts;
    if (!recorded.empty()) text += "recorded:\n";
    for (const std::string& name : recorded) text += "  " + name + "\n";
    if (standard_output_taken)
        std::fputs(text.c_str(), stderr);
    else
        print(text);
}

// What a command line cannot mean.
void refuse_contradictions(const LiveCommandLine& line) {
    if (line.scenario.empty() && line.replay.empty())
        throw InputError({"polhode live", 0, ""}, "name a scenario, or a record with --replay");
    if (!line.scenario.empty() && !line.replay.empty())
        throw InputError({"--replay", 0, ""}, "a record is a scenario of its own: leave the other out");
    if (line.from_lines && line.scenario == "-")
        throw InputError({"--from", 0, ""}, "standard input can hold the scenario or commands, not both");
    if (!line.replay.empty() && line.recorded) throw InputError({"--record", 0, ""}, "a replay is recorded already");
    if (line.csv == "-" && line.report == "-")
        throw InputError({"--json", 0, ""}, "standard output can hold rows or the report, not both");
}

int fly(const LiveCommandLine& line) {
    refuse_contradictions(line);
    const std::string& file = line.replay.empty() ? line.scenario : line.replay;
    const Scenario scenario = scenario_of(read_named_text(file), line.settings);
    bool standard_output = false;
    const std::vector<LiveTable> links = links_of(line, scenario, standard_output);
    if (standard_output && line.csv == "-")
        throw InputError({"--to", 0, ""}, "standard output can hold frames or rows, not both");
    for (const auto& [path, option] : {std::pair{line.csv, "--csv"}, {line.report, "--json"}})
        if (!path.empty() && path != "-") keep_what_is_read(scenario, path, option);
    LiveRunner runner(scenario, options_of(line, scenario, links));
    if (!line.quiet)
        for (const std::string& warning : scenario.warnings) note("warning: " + warning);

    LiveLinks others(scenario, links, runner, [&](const std::string& text) {
        if (!line.quiet) note(text);
    });
    if (line.from_lines) others.listen_to_standard_input();
    if (standard_output) others.add(standard_output_link(runner.body().companion_names()));
    runner.set_on_frame([&] { others.wake(); });
    std::optional<LiveDoor> door = door_of(line, scenario, links, runner);

    // after all that may be refused: an earlier record of this name is lost now
    std::optional<FlightRecorder> recorder;
    if (line.recorded) {
        recorder.emplace(scenario, runner.body(), line.record);
        runner.set_recorder(&*recorder);
    }
    std::vector<TrajectoryRequest> files;
    if (!line.csv.empty()) files.push_back({"csv", line.csv});
    LiveTrajectories rows(scenario, runner.body(), files);
    runner.body().set_row_sink([&](std::size_t method, const Row& row) { rows.row(method, row); });
    runner.set_on_reset([&] { rows.begin_again(); });

    if (door) {
        door->join(others);
        if (!line.quiet) note(door->told());
        door->start();
        if (line.studio) show_in_browser(door->url());
    }

    watch_for_interrupts();
    others.begin();
    LiveRunner::End end{};
    {
        Stepping stepping(runner, line.realtime);
        tend(stepping, others, recorder);
        end = stepping.end();
    }
    if (recorder) recorder->close();  // before a reader of standard output is waited for
    const std::string reason = reason_of(end, runner, line);
    others.end(reason);
    if (door) door->stop();
    rows.close(runner.body(), end == LiveRunner::End::stopped);

    if (end != LiveRunner::End::complete) note(reason);
    report_on(line, runner, others.counts(), recorder ? recorder->files() : std::vector<std::string>{},
              standard_output || line.csv == "-" || line.report == "-");
    return end == LiveRunner::End::complete ? done : failed;
}

}  // namespace

void add_live(Program& program) {
    auto line = std::make_shared<LiveCommandLine>();
    CLI::App* command = program.line.add_subcommand("live", "Fly a scenario in real time");
    command->add_option("SCENARIO", line->scenario, "scenario file (TOML); - for standard input");
    command->add_option("--set", line->settings, "KEY=VALUE in place of what the scenario says; may be repeated")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    command->add_option("--speed", line->speed, "times real time; 0 begins paused; default 1")
        ->check(number_between(below_zero, INFINITY, "a number >= 0"))
        ->type_name("X");
    command
        ->add_option("--wake", line->wake,
                     "steps shorter than this time of the wall are made in groups, with one wake-up for each; 0: every "
                     "step has its own; default 0.004, with --realtime 0")
        ->check(number_between(below_zero, INFINITY, "a number of seconds >= 0"))
        ->type_name("SECONDS");
    command->add_option("--for", line->seconds, "seconds of the motion; default: until Ctrl-C")
        ->check(number_between(0, INFINITY, "a number of seconds > 0"))
        ->type_name("SECONDS");
    command
        ->add_option("--clock", line->clock,
                     "wall: real time; external: steps when another program asks; none: as fast as it can")
        ->check(one_of({"wall", "external", "none"}))
        ->type_name("CLOCK");
    command
        ->add_option("--timeout", line->timeout, "seconds without a request after which an external clock has failed")
        ->check(number_between(0, INFINITY, "a number of seconds > 0"))
        ->type_name("SECONDS");
    command->add_option("--record", line->record, "write what is flown as a scenario with its table")
        ->each([line](const std::string&) { line->recorded = true; })
        ->type_name("FILE");
    command->add_option("--replay", line->replay, "fly a record again; nothing pushes from outside")->type_name("FILE");
    command
        ->add_option(
            "--to", line->to,
            "show it to a program, KIND:HOST:PORT of `polhode list link`; - is standard output; may be repeated")
        ->allow_extra_args(false)
        ->type_name("LINK");
    command
        ->add_option_function<std::string>(
            "--from", [line](const std::string&) { line->from_lines = true; },
            "- takes commands from standard input, own JSON, a line each")
        ->check(one_of({"-"}))
        ->type_name("-");
    command->add_option("--serve", line->door.port, "answer WebSockets and the studio's page at this port; 0: any")
        ->check(whole_number(0, 65535))
        ->each([line](const std::string&) { line->serve = true; })
        ->type_name("PORT");
    command->add_flag("--studio", line->studio, "serve, and open the studio's page on the running body");
    command->add_option("--address", line->door.address, "where to serve; default: this machine only")
        ->type_name("ADDRESS");
    command->add_option("--host", line->door.hosts, "a further name under which a browser may call it; may be repeated")
        ->allow_extra_args(false)
        ->type_name("NAME");
    command->add_option("--csv", line->csv, "write the trajectory as CSV; - is standard output")->type_name("FILE");
    command->add_option("--json", line->report, "write the report as JSON; - is standard output")->type_name("FILE");
    command->add_flag("--realtime", line->realtime, "real-time priority and locked memory, where the system allows it");
    command->add_flag("--quiet", line->quiet, "no report, no warnings");
    command->footer(
        "The scenario says with [[input]] what pushes the body and with [[link]] who sees it. Steps are those of\n"
        "`polhode run`: a record gives the same bits with --replay at any speed, and with `polhode run`.\n"
        "Ends with 0 when done, 2 for bad input, 3 when stopped, when the computation failed or nobody asked for "
        "steps.\n"
        "Examples:\n"
        "  polhode live mine.toml --for 10 --to json:127.0.0.1:5500\n"
        "  polhode live mine.toml --studio\n"
        "  polhode live mine.toml --record flight.toml\n"
        "  polhode live --replay flight.toml --speed 10\n"
        "  polhode run flight.toml\n");
    command->callback([&program, line] { program.chosen = [line] { return fly(*line); }; });
}

}  // namespace polhode::app
