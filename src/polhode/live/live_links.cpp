#include "polhode/live/live_links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <utility>

#include "polhode/links/joystick.hpp"
#include "polhode/links/mavlink.hpp"
#include "polhode/links/own_json.hpp"
#include "polhode/links/text_columns.hpp"
#include "polhode/live/live_link_kinds.hpp"
#include "polhode/net/udp.hpp"
#include "polhode/system/clock.hpp"
#include "polhode/system/file.hpp"
#include "polhode/system/host/waiting.hpp"

namespace polhode {

namespace {

// So many datagrams at most before the others have their turn.
constexpr int datagrams_at_once = 64;
constexpr int reads_at_once = 16;  // of a stick, 8 KiB each
constexpr std::size_t longest_line = 65536;
constexpr std::size_t shortest_line = sizeof R"({"op":"set"})" - 1;
constexpr std::size_t most_kinds = 64;              // of faults that are told one by one
constexpr std::int64_t look_again = 1'000'000'000;  // ns, for a stick that was unplugged

}  // namespace

double fastest_rate(const std::vector<LiveTable>& links) {
    double fastest = 60;
    for (const LiveTable& link : links)
        if (link.values.has("rate")) fastest = std::max(fastest, link.values.number("rate"));
    return fastest;
}

struct LiveLinks::Impl {
    // Messages of one [[input]] that come as datagrams.
    struct UdpInput {
        std::size_t input;
        UdpReceiver socket;
        std::string format;
        ColumnsReader columns;
        MavlinkReader mavlink;
    };
    struct Stick {
        std::size_t input;
        std::string device;
        Descriptor file{};
        JoystickState state{};
        std::int64_t next_look = 0;
        bool told = false;
    };

    LiveRunner& runner;
    Told told;
    std::vector<std::string> names;  // of the companions
    LiveHello greeting;
    LinkList links;
    std::vector<UdpInput> datagrams;
    std::vector<Stick> sticks;
    std::vector<std::function<std::optional<LiveIncoming>()>> others;
    bool by_lines = false;                        // standard input is read
    std::string line;                             // of which the end has not come yet
    std::map<std::string, std::uint64_t> faults;  // by kind
    std::uint64_t next_seq = 0;                   // of a frame that is put out
    LiveSets sets;
    std::uint64_t taken = 0, slips = 0, refused = 0;
    system::Bell bell;
    system::Waiting waiting;
    std::array<char, 8192> room{};
    LiveReport report;

    Impl(const Scenario& scenario, LiveRunner& r, Told t)
        : runner(r), told(std::move(t)), sets(scenario, runner.body()) {}

    void fault(const std::string& kind, const std::string& message) {
        if (++faults[kind] > 1) return;
        told("warning: " + message + " (counted from now on)");
        std::string json;
        write_status_json(json, "warning", message);
        links.status(json);
    }
    void give(LiveCommand command) {
        if (command.kind == LiveCommand::Kind::reset) sets.reset();
        if (command.kind == LiveCommand::Kind::set && !prepare(command)) return;
        ++taken;
        if (!runner.offer(command)) fault("no room", "more commands come in than steps are made; some are dropped");
    }
    bool prepare(LiveCommand& command);
    void read(UdpInput& in);
    void take(UdpInput& in, std::string_view datagram);
    void read(Stick& stick, std::int64_t now);
    void read(const std::function<std::optional<LiveIncoming>()>& next);
    void read_lines();
    void take_line();
    void put_out(const LiveFrame& frame, bool answer);
    void put_out_report(const LiveReport& now) {
        const std::string json = R"({"op":"report",)" + live_report_json(now).substr(1);
        links.report(json);
    }
};

// What is set is read here: the thread that steps only takes it up. Each complaint is told, for whoever sets something
// waits for the answer; a flood of them is counted.
bool LiveLinks::Impl::prepare(LiveCommand& command) {
    try {
        auto values = sets.read(command.key.data(), command.text.data());
        command.count = values->number;
        if (runner.offer(std::move(values))) return true;
        fault("no room", "more is set than steps are made; some is dropped");
    } catch (const InputError& e) {
        fault(faults.size() < most_kinds ? std::string("set ") + e.what() : "set", e.what());
    }
    return false;
}

void LiveLinks::Impl::take(UdpInput& in, std::string_view datagram) {
    LiveCommand command;
    const std::string& name = runner.stimuli().inputs()[in.input].name;
    if (in.format == "mavlink") {
        const MavlinkReader::Counts before = in.mavlink.counts();
        const auto use = [&](LiveCommand stick) {
            stick.input = static_cast<std::int32_t>(in.input);
            give(stick);
        };
        in.mavlink.take(datagram, use);
        in.mavlink.end_of_datagram(use);
        const MavlinkReader::Counts after = in.mavlink.counts();
        if (after.damaged > before.damaged)
            fault(name + " damaged", "input '" + name + "': a MAVLink packet was damaged");
        if (after.refused > before.refused)
            fault(name + " refused", "input '" + name + "': MANUAL_CONTROL for another system, or out of range");
        if (after.commands + after.others + after.damaged + after.refused ==
            before.commands + before.others + before.damaged + before.refused)
            fault(name + " no MAVLink", "input '" + name + "': a datagram without MAVLink");
        return;
    }
    if (in.format == "text") {
        if (const LinkFault bad = in.columns.read(datagram))
            return fault(name + bad.kind, "input '" + name + "': " + bad.message);
        command.kind = LiveCommand::Kind::stick;
        command.axis_count = in.columns.count();
        for (std::size_t i = 0; i < in.columns.count(); ++i) command.axes[i] = in.columns.values()[i];
    } else if (const LinkFault bad = read_command_json(datagram, command)) {
        return fault(name + bad.kind, "input '" + name + "': " + bad.message);
    }
    if (command.kind == LiveCommand::Kind::stick) command.input = static_cast<std::int32_t>(in.input);
    give(command);
}

void LiveLinks::Impl::read(UdpInput& in) {
    for (int i = 0; i < datagrams_at_once; ++i) {
        const std::uint64_t foreign = in.socket.counts().foreign;
        const auto datagram = in.socket.next();
        if (in.socket.counts().foreign > foreign) {
            const std::string& name = runner.stimuli().inputs()[in.input].name;
            fault(name + " foreign", "input '" + name + "': datagrams from a machine that 'from' does not name");
        }
        if (!datagram) return;
        take(in, *datagram);
    }
}

void LiveLinks::Impl::read(const std::function<std::optional<LiveIncoming>()>& next) {
    for (int i = 0; i < datagrams_at_once; ++i) {
        const auto incoming = next();
        if (!incoming) return;
        if (incoming->fault)
            fault(incoming->fault.kind, incoming->fault.message);
        else
            give(incoming->command);
    }
    bell.ring();  // more may wait: the next turn comes at once
}

// A stick that is not there is looked for again every second; until then its axes are at rest.
void LiveLinks::Impl::read(Stick& stick, std::int64_t now) {
    if (!stick.file) {
        if (now < stick.next_look) return;
        stick.next_look = now + look_again;
        stick.file = opened(stick.device, open_for::reading | open_for::no_waiting);
        if (!stick.file) {
            if (!std::exchange(stick.told, true))
                told("warning: no stick at " + stick.device + ": " + std::strerror(errno) +
                     "; looking again every second");
            return;
        }
        stick.told = false;
    }
    bool changed = false;
    for (int i = 0; i < reads_at_once; ++i) {  // what stands for a stick may never end
        const std::ptrdiff_t n = system::read_some(stick.file.get(), room.data(), room.size());
        if (n > 0) {
            changed = stick.state.take(std::string_view(room.data(), static_cast<std::size_t>(n))) > 0 || changed;
            continue;
        }
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
        // unplugged, or the end of a file that stands for a stick
        stick.file = Descriptor();
        stick.state.let_go();
        stick.next_look = now + look_again;
        changed = true;
        if (!std::exchange(stick.told, true))
            told("warning: the stick at " + stick.device + " is gone; its axes are at rest");
        break;
    }
    if (!changed) return;
    LiveCommand command;
    command.kind = LiveCommand::Kind::stick;
    command.input = static_cast<std::int32_t>(stick.input);
    command.axis_count = LiveCommand::most_axes;
    for (std::size_t i = 0; i < LiveCommand::most_axes; ++i) command.axes[i] = stick.state.axis(i);
    command.buttons = stick.state.buttons();
    give(command);
}

void LiveLinks::Impl::take_line() {
    LiveCommand command;
    if (line.size() > longest_line) return fault("line", "standard input: a line of more than 64 KiB");
    if (line.find_first_not_of(" \t\r") == std::string::npos) return;
    if (const LinkFault bad = read_command_json(line, command))
        return fault(std::string("line ") + bad.kind, "standard input: " + bad.message);
    give(command);
}

// Called where the system says that there is something, or the end: it does not wait then.
void LiveLinks::Impl::read_lines() {
    const std::ptrdiff_t n = system::read_some(0, room.data(), room.size());
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) {
        by_lines = false;
        return take_line();
    }
    for (std::ptrdiff_t i = 0; i < n; ++i) {
        if (room[static_cast<std::size_t>(i)] == '\n') {
            take_line();
            line.clear();
        } else if (line.size() <= longest_line) {
            line += room[static_cast<std::size_t>(i)];
        }
    }
}

void LiveLinks::Impl::put_out(const LiveFrame& frame, bool answer) {
    if (frame.slips > slips) {
        slips = frame.slips;
        std::string json;
        write_status_json(json, "warning",
                          fmt::format("the loop was held up: {} slips, {:.3f} s lost; the motion is the same, later",
                                      frame.slips, frame.seconds_lost));
        links.status(json);
    }
    links.frame(frame, answer);
}

LiveLinks::LiveLinks(const Scenario& scenario, const std::vector<LiveTable>& links, LiveRunner& runner, Told told)
    : impl_(std::make_unique<Impl>(scenario, runner, std::move(told))) {
    impl_->names = runner.body().companion_names();
    impl_->greeting.title = scenario.title;
    impl_->greeting.step = runner.body().step_length();
    impl_->greeting.speed = runner.paused() ? 0 : runner.speed();
    impl_->greeting.compare = impl_->names;
    for (const StimulusInput& input : runner.stimuli().inputs()) impl_->greeting.inputs.push_back(input.name);
    std::optional<LiveSensor> sensor;
    if (const auto strapped = strapped_sensors(scenario)) sensor.emplace(*strapped);
    for (const LiveTable& table : links) {
        if (auto link = open_link(table, impl_->names, sensor)) add(std::move(link));
        if (table.kind == "mavlink" && sensor && !sensor->left_out().empty()) impl_->told(sensor->left_out());
    }
    if (runner.stimuli().inputs().empty()) return;  // a replay has none
    for (std::size_t i = 0; i < scenario.inputs.size(); ++i) {
        const Values& v = scenario.inputs[i].values;
        if (scenario.inputs[i].kind == "udp") {
            impl_->datagrams.push_back(
                {i,
                 UdpReceiver(v.text("address"), static_cast<int>(v.integer("port")), words_of_value(v, "from"),
                             udp_places(v)),
                 v.text("format"),
                 ColumnsReader(std::clamp(v.numbers("axes").size(), std::size_t{1}, ColumnsReader::most_values)),
                 MavlinkReader(1)});
            impl_->told(fmt::format("input '{}' listens at {}:{}", scenario.inputs[i].name, v.text("address"),
                                    impl_->datagrams.back().socket.port()));
        }
        if (scenario.inputs[i].kind == "joystick") impl_->sticks.push_back({i, v.text("device")});
    }
    for (Impl::Stick& stick : impl_->sticks) impl_->read(stick, system::steady_nanoseconds());
}

LiveLinks::~LiveLinks() = default;

LinkList& LiveLinks::all() { return impl_->links; }

void LiveLinks::add(std::unique_ptr<LiveLink> link) { impl_->links.add(std::move(link)); }

void LiveLinks::listen(std::function<std::optional<LiveIncoming>()> next) { impl_->others.push_back(std::move(next)); }

void LiveLinks::listen_to_standard_input() { impl_->by_lines = true; }

void LiveLinks::begin() {
    std::string json;
    write_hello_json(json, impl_->greeting);
    impl_->links.hello(json);
}

void LiveLinks::wake() { impl_->bell.ring(); }

void LiveLinks::turn(int milliseconds) {
    Impl& o = *impl_;
    o.waiting.clear();
    o.waiting.add(o.bell.descriptor());
    for (const Impl::UdpInput& in : o.datagrams) o.waiting.add(in.socket.descriptor());
    for (const Impl::Stick& stick : o.sticks)
        if (stick.file) o.waiting.add(stick.file.get());
    // Lines wait in their pipe until there is room for all that one look may bring: whoever writes them is held up, and
    // none is dropped.
    const bool read_lines = o.by_lines && !o.links.crowded() && o.runner.has_room(o.room.size() / shortest_line);
    const std::size_t lines = read_lines ? o.waiting.add(0) : 0;
    o.waiting.wait(milliseconds);
    o.bell.silence();
    if (read_lines && o.waiting.ready(lines)) o.read_lines();
    const std::int64_t now = system::steady_nanoseconds();
    for (Impl::UdpInput& in : o.datagrams) o.read(in);
    for (Impl::Stick& stick : o.sticks) o.read(stick, now);
    if (o.runner.has_room(o.others.size() * static_cast<std::size_t>(datagrams_at_once)))
        for (const auto& next : o.others) o.read(next);
    if (const std::uint64_t refused = o.runner.refused(); refused > o.refused) {
        o.refused = refused;
        o.fault("no meaning",
                "a command has no meaning here: a push needs a [body], a rate [rates] that are constant, a "
                "stick its [[input]], `step` a pause or an external clock");
    }
    // In the order in which they were made: a frame that was passed by the answers to requests is no news any more.
    const auto show = [&o](const LiveFrame& frame, bool answer) {
        if (frame.seq < o.next_seq) return;
        o.put_out(frame, answer);
        o.next_seq = frame.seq + 1;
    };
    LiveFrame newest, frame;
    bool fresh = o.runner.newest(newest);
    while (o.runner.answer(frame)) {
        if (fresh && newest.seq < frame.seq) {
            show(newest, false);
            fresh = false;
        }
        show(frame, true);
    }
    if (fresh) show(newest, false);
    if (o.runner.asked_report(o.report)) o.put_out_report(o.report);
    o.links.turn(system::steady_nanoseconds());
}

void LiveLinks::end(const std::string& reason) {
    turn(0);
    impl_->put_out_report(impl_->runner.report());
    std::string json;
    write_end_json(json, reason);
    impl_->links.end(json);
}

std::string LiveLinks::counts() const {
    std::string text = impl_->links.counts();
    std::uint64_t bad = 0;
    for (const auto& [kind, count] : impl_->faults) bad += count;
    if (impl_->taken + bad > 0) text += fmt::format("messages in: {} taken, {} not understood\n", impl_->taken, bad);
    return text;
}

}  // namespace polhode
