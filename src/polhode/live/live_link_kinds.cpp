#include "polhode/live/live_link_kinds.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <utility>

#include "polhode/base/version.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/links/aircraft_axes.hpp"
#include "polhode/links/flightgear.hpp"
#include "polhode/links/foxglove.hpp"
#include "polhode/links/mavlink.hpp"
#include "polhode/links/mcap.hpp"
#include "polhode/links/own_json.hpp"
#include "polhode/links/text_columns.hpp"
#include "polhode/problem/samples/model_values.hpp"

namespace polhode {

namespace {

using Names = std::vector<std::string>;

class DatagramLink : public LiveLink {
 public:
    using Write = std::function<void(std::string&, const LiveFrame&)>;
    DatagramLink(const LiveTable& table, bool own, Write write)
        : name_(fmt::format("{} to {}:{}", table.kind, table.values.text("address"), table.values.integer("port"))),
          socket_(table.values.text("address"), static_cast<int>(table.values.integer("port")),
                  udp_places(table.values)),
          own_(own),
          write_(std::move(write)) {}

    bool frame(const LiveFrame& frame) override {
        bytes_.clear();
        write_(bytes_, frame);
        const std::uint64_t before = socket_.counts().sent;
        socket_.send(bytes_);
        return socket_.counts().sent > before;
    }
    void hello(const std::string& json) override { say(json); }
    void status(const std::string& json) override { say(json); }
    void report(const std::string& json) override { say(json); }
    void end(const std::string& json) override { say(json); }
    std::string name() const override { return name_; }

 private:
    void say(const std::string& json) {
        if (own_) socket_.send(json);
    }
    std::string name_, bytes_;
    UdpSender socket_;
    bool own_;  // speaks own messages, not only frames
    Write write_;
};

// Who asked for steps over a connection of his own has his answer there; for all others it is a frame like any other.
LiveFrame as_seen_by_others(LiveFrame frame) {
    if (frame.asked_by != 0) frame.id = -1;
    return frame;
}

// A reader that is slow, or does not read at all, holds up nobody: it gets the newest frame, as one by WebSocket does.
// Answers wait for it, and while many do, whoever asks by lines waits too.
class StandardOutputLink : public LiveLink {
 public:
    explicit StandardOutputLink(Names names) : file_("-"), names_(std::move(names)) {}
    bool frame(const LiveFrame& frame) override {
        text_.clear();
        write_frame_json(text_, as_seen_by_others(frame), names_);
        if (!newest_.empty()) {
            --sent;
            ++skipped;
            newest_.clear();
        }
        if (frame.asked_by == 0 && frame.id >= 0) return say(text_);
        newest_ = text_ + '\n';
        turn(0);
        return !file_.reader_gone();
    }
    void hello(const std::string& json) override { say(json); }
    void status(const std::string& json) override { say(json); }
    void report(const std::string& json) override { say(json); }
    void end(const std::string& json) override { file_.write(waiting_ + newest_ + json + '\n'); }
    void turn(std::int64_t) override {
        waiting_.erase(0, file_.write_what_fits(waiting_));
        if (!waiting_.empty() || newest_.empty()) return;
        // what has been begun is not replaced any more
        if (const std::size_t done = file_.write_what_fits(newest_); done > 0) {
            waiting_ = newest_.substr(done);
            newest_.clear();
        }
    }
    bool crowded() const override { return waiting_.size() > 64 * 1024; }
    std::string name() const override { return "json to standard output"; }

 private:
    static constexpr std::size_t most_waiting = 8 * 1024 * 1024;  // more than all answers that a crowd leads to
    bool say(const std::string& text) {
        if (waiting_.size() + text.size() >= most_waiting) return false;
        waiting_ += text + '\n';
        turn(0);
        return !file_.reader_gone();
    }
    OutputFile file_;
    Names names_;
    std::string text_, waiting_, newest_;
};

class McapLink : public LiveLink {
 public:
    McapLink(const std::string& path, Names names)
        : file_(path), writer_("polhode " + version()), names_(std::move(names)) {
        const auto& topics = foxglove_topics();
        for (std::size_t i = 0; i < topics.size(); ++i)
            channels_[i] = writer_.add_channel(topics[i].topic, topics[i].schema_name, topics[i].schema);
    }
    bool frame(const LiveFrame& frame) override {
        const std::uint64_t at = nanoseconds_of(frame.t);
        const auto add = [&](std::size_t channel, const auto& write) {
            text_.clear();
            write();
            writer_.add_message(channels_[channel], at, text_);
        };
        add(0, [&] { write_frame_transform(text_, frame.t, frame.q_NB, "body"); });
        for (std::size_t i = 0; i < frame.companions; ++i)
            add(0, [&] { write_frame_transform(text_, frame.t, frame.companion[i].q_NB, names_[i]); });
        add(1, [&] { write_frame_json(text_, frame, names_); });
        flush();
        return true;
    }
    void end(const std::string&) override {
        writer_.finish();
        flush();
        file_.close();
    }
    std::string name() const override { return "mcap to " + file_.name(); }

 private:
    void flush() {
        if (writer_.bytes().empty()) return;
        file_.write(writer_.bytes());
        writer_.bytes().clear();
    }
    OutputFile file_;
    McapWriter writer_;
    Names names_;
    std::array<std::uint16_t, 2> channels_{};
    std::string text_;
};

LinkAxes axes_of_link(const Values& v) { return v.text("axes") == "as-is" ? LinkAxes::as_is : LinkAxes::ned_frd; }

DatagramLink::Write flightgear_writer(const Values& v) {
    FlightGearState state;
    state.latitude = v.number("latitude") * degree;
    state.longitude = v.number("longitude") * degree;
    state.altitude = state.above_ground = v.number("altitude");
    return [state, axes = axes_of_link(v), version = v.text("version") == "25" ? 25 : 24](
               std::string& bytes, const LiveFrame& frame) mutable {
        state.attitude = aircraft_attitude(frame.q_NB, frame.w_NB_B, axes);
        write_native_fdm(bytes, state, version);
    };
}

DatagramLink::Write generic_writer(const Values& v) {
    return [axes = axes_of_link(v), binary = v.boolean("binary")](std::string& bytes, const LiveFrame& frame) {
        const AircraftAttitude attitude = aircraft_attitude(frame.q_NB, frame.w_NB_B, axes);
        if (binary)
            write_generic_binary(bytes, frame.t, attitude);
        else
            write_generic_text(bytes, frame.t, attitude);
    };
}

// HEARTBEAT and SYSTEM_TIME once a second of the motion, attitude and state with every frame, and what sensors of the
// scenario read.
DatagramLink::Write mavlink_writer(const Values& v, std::optional<LiveSensor> sensor) {
    MavlinkSender sender;
    sender.system = static_cast<std::uint8_t>(v.integer("system"));
    const MavlinkPlace place{v.number("latitude"), v.number("longitude"), v.number("altitude")};
    return [sender, place, sensor, axes = axes_of_link(v), last = -1.0](std::string& bytes,
                                                                        const LiveFrame& frame) mutable {
        const double second = std::floor(frame.t);
        if (second != last) {
            last = second;
            write_mavlink_heartbeat(bytes, sender);
            write_mavlink_system_time(bytes, sender, 0, frame.t);
        }
        const AircraftAttitude attitude = aircraft_attitude(frame.q_NB, frame.w_NB_B, axes);
        write_mavlink_attitude(bytes, sender, frame.t, attitude);
        write_mavlink_quaternion(bytes, sender, frame.t, attitude);
        write_mavlink_hil_state(bytes, sender, frame.t, attitude, place);
        if (!sensor) return;
        if (const auto read = sensor->read(frame, axes)) write_mavlink_hil_sensor(bytes, sender, frame.t, *read);
    };
}

}  // namespace

UdpPlaces udp_places(const Values& values) {
    return {values.place(), values.place("address"), values.place("port"), values.place("from")};
}

std::unique_ptr<LiveLink> standard_output_link(Names names) {
    return std::make_unique<StandardOutputLink>(std::move(names));
}

std::unique_ptr<LiveLink> open_link(const LiveTable& table, Names names, const std::optional<LiveSensor>& sensor) {
    const Values& v = table.values;
    std::unique_ptr<LiveLink> link;
    const auto datagrams = [&](DatagramLink::Write write, bool own = false) {
        link = std::make_unique<DatagramLink>(table, own, std::move(write));
    };
    if (table.kind == "json")
        datagrams([names](std::string& text,
                          const LiveFrame& frame) { write_frame_json(text, as_seen_by_others(frame), names); },
                  true);
    else if (table.kind == "text")
        datagrams([](std::string& text, const LiveFrame& frame) { write_columns(text, frame); });
    else if (table.kind == "flightgear")
        datagrams(flightgear_writer(v));
    else if (table.kind == "flightgear-generic")
        datagrams(generic_writer(v));
    else if (table.kind == "mavlink")
        datagrams(mavlink_writer(v, sensor));
    else if (table.kind == "mcap")
        link = std::make_unique<McapLink>(v.text("file"), std::move(names));
    if (link) link->rate = v.number("rate");
    return link;
}

}  // namespace polhode
