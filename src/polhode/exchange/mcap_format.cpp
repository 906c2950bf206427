// MCAP trajectories: transforms as Foxglove shows them on /tf (foxglove.FrameTransform: the rotation takes the child's
// components to the parent's, q_NB), and Polhode's own frames on /state, which hold rates as well.
#include <algorithm>
#include <cmath>

#include "polhode/base/version.hpp"
#include "polhode/exchange/imported.hpp"
#include "polhode/exchange/mcap_records.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/links/foxglove.hpp"
#include "polhode/links/mcap.hpp"
#include "polhode/links/strict_json.hpp"
#include "polhode/output/output_format.hpp"

namespace polhode {

namespace {

class McapFile : public TrajectoryWriter {
 public:
    McapFile(const std::string& path, const Trajectory& trajectory)
        : file_(path),
          writer_(std::string("polhode ") + version()),
          rates_(trajectory.rates),
          dynamics_(trajectory.columns.dynamics) {
        for (const FoxgloveTopic& topic : foxglove_topics()) {
            if (topic.id == FoxgloveChannel::state && !rates_) continue;
            const std::uint16_t id = writer_.add_channel(topic.topic, topic.schema_name, topic.schema);
            (topic.id == FoxgloveChannel::state ? state_ : transform_) = id;
        }
        const Epoch& epoch = trajectory.scenario.epoch;
        writer_.add_metadata("polhode", {{"title", trajectory.scenario.title},
                                         {"convention", "q_NB: Hamilton, scalar first, body to world; w_NB_B rad/s"},
                                         {"epoch", epoch.given ? instant_text(epoch.time, 9) + " " + epoch.system : ""},
                                         {"frame", epoch.frame},
                                         {"body_frame", epoch.body_frame}});
    }
    void row(const Row& row) override {
        if (row.t < 0)
            throw InputError({file_.name(), 0, ""},
                             "MCAP has no times before 0, and a row stands at " + std::to_string(row.t) + " s");
        const std::array<double, 4> q{row.q_NB.w, row.q_NB.x, row.q_NB.y, row.q_NB.z};
        text_.clear();
        write_frame_transform(text_, row.t, q, "body");
        writer_.add_message(transform_, nanoseconds_of(row.t), text_);
        if (rates_) {
            LiveFrame frame;
            frame.seq = frame.step = rows_;
            frame.t = row.t;
            frame.q_NB = q;
            frame.w_NB_B = {row.w_NB_B[0], row.w_NB_B[1], row.w_NB_B[2]};
            frame.energy = dynamics_ ? row.energy : NAN;
            for (std::size_t i = 0; i < 3; ++i) frame.L_N[i] = dynamics_ ? row.L_N[static_cast<int>(i)] : NAN;
            frame.wall_ns = static_cast<std::int64_t>(nanoseconds_of(row.t));
            text_.clear();
            write_frame_json(text_, frame, {});
            writer_.add_message(state_, nanoseconds_of(row.t), text_);
        }
        ++rows_;
        hand_over();
    }
    void close(const std::string&) override {
        writer_.finish();
        hand_over();
        file_.close();
    }

 private:
    void hand_over() {
        if (writer_.bytes().empty()) return;
        file_.write(writer_.bytes());
        writer_.bytes().clear();
    }
    OutputFile file_;
    McapWriter writer_;
    bool rates_, dynamics_;
    std::uint16_t transform_ = 0, state_ = 0;
    std::uint64_t rows_ = 0;
    std::string text_;
};

class McapReader {
 public:
    McapReader(ByteSource& source, const ImportRequest& request, ImportGate& gate)
        : source_(source), request_(request), gate_(gate) {}

    void read() {
        choose();
        McapRecords records(source_);
        records.each_message([&](std::uint16_t id, std::uint64_t, std::string_view data) {
            const auto channel = records.channels().find(id);
            if (channel->second.topic != topic_) return;
            ++messages_;
            if (state_)
                take_state(data);
            else
                take_transform(data);
        });
        if (records.cut_short()) gate_.note("the file has no end: it was cut short, and is read up to there");
    }

 private:
    static bool usable(const McapChannel& channel) {
        return channel.encoding == "json" &&
               (channel.schema_name == "foxglove.FrameTransform" || channel.topic == "/state");
    }

    // One look at the channels: which of them is the attitude is said, or there is only one.
    void choose() {
        McapRecords records(source_);
        records.each_message([](std::uint16_t, std::uint64_t, std::string_view) {});
        std::vector<std::string> topics, all;
        for (const auto& [id, channel] : records.channels()) {
            all.push_back(channel.topic);
            if (usable(channel)) topics.push_back(channel.topic);
        }
        if (!request_.topic.empty()) {
            topic_ = request_.topic;
            for (const auto& [id, channel] : records.channels())
                if (channel.topic == topic_ && !usable(channel))
                    throw InputError({source_.name(), 0, topic_}, "it holds '" +
                                                                      escaped_for_message(channel.schema_name) +
                                                                      "' as '" + escaped_for_message(channel.encoding) +
                                                                      "'; foxglove.FrameTransform as json is read");
            if (std::find(all.begin(), all.end(), topic_) == all.end())
                throw InputError({source_.name(), 0, ""},
                                 "it has no channel '" + escaped_for_message(topic_) + "'; known: " + listed(all));
        } else if (std::find(topics.begin(), topics.end(), "/state") != topics.end()) {
            topic_ = "/state";  // ours, with rates
        } else if (topics.size() == 1) {
            topic_ = topics[0];
        } else if (topics.empty()) {
            throw InputError({source_.name(), 0, ""}, "no channel of it holds foxglove.FrameTransform as json" +
                                                          (all.empty() ? std::string() : "; there are " + listed(all)));
        } else {
            throw InputError({source_.name(), 0, ""},
                             "several channels hold transforms, say which one: --topic " + listed(topics));
        }
        state_ = topic_ == "/state";
    }

    nlohmann::json parsed(std::string_view data) const {
        std::string why;
        const auto json = parse_strict_json(data, {1 << 16, 8}, why);
        if (!json || !json->is_object()) throw InputError(place(), why.empty() ? "expected an object" : why);
        return *json;
    }
    Place place() const { return {source_.name(), 0, topic_ + ", message " + std::to_string(messages_)}; }

    double number(const nlohmann::json& object, const char* key) const {
        const auto found = object.find(key);
        if (found == object.end() || !found->is_number())
            throw InputError(place(), std::string("'") + key + "' is no number in it");
        return found->get<double>();
    }
    const nlohmann::json& part(const nlohmann::json& object, const char* key) const {
        const auto found = object.find(key);
        if (found == object.end()) throw InputError(place(), std::string("there is no '") + key + "' in it");
        return *found;
    }
    std::int64_t whole(const nlohmann::json& object, const char* key, std::int64_t most) const {
        const auto found = object.find(key);
        if (found == object.end() || !found->is_number_integer() || found->get<double>() < 0 ||
            found->get<double>() > static_cast<double>(most))
            throw InputError(place(),
                             std::string("'") + key + "' is no whole number from 0 to " + std::to_string(most));
        return found->get<std::int64_t>();
    }

    void take_transform(std::string_view data) {
        const nlohmann::json json = parsed(data);
        const nlohmann::json& time = part(json, "timestamp");
        if (!time.is_object()) throw InputError(place(), "'timestamp' is no object");
        const std::int64_t ns = whole(time, "sec", 9'000'000'000) * 1'000'000'000 + whole(time, "nsec", 999'999'999);
        const nlohmann::json &parent = part(json, "parent_frame_id"), &child = part(json, "child_frame_id");
        if (!parent.is_string() || !child.is_string())
            throw InputError(place(), "the names of its frames are no texts");
        if (!begun_) {
            head_.what = "MCAP, foxglove.FrameTransform";
            head_.frame = parent.get<std::string>();
            head_.body_frame = child.get<std::string>();
            first_ = ns;
            begin();
            if (ns != 0) gate_.note("t counts from the first message, at " + std::to_string(ns) + " ns");
        }
        // other transforms of the same tree
        if (child.get<std::string>() != head_.body_frame || parent.get<std::string>() != head_.frame) {
            if (!told_) gate_.note("transforms between other frames than the first are passed over");
            told_ = true;
            return;
        }
        if (ns < first_) throw InputError(place(), "time does not rise: it goes back before the first message");
        const nlohmann::json& q = part(json, "rotation");
        if (!q.is_object()) throw InputError(place(), "'rotation' is no object");
        ImportedRow row;
        row.t = static_cast<double>(ns - first_) / 1e9;
        row.q_NB = {number(q, "w"), number(q, "x"), number(q, "y"), number(q, "z")};
        gate_.row(row, place());
    }

    std::vector<double> numbers(const nlohmann::json& json, const char* key, std::size_t n) const {
        const nlohmann::json& list = part(json, key);
        std::vector<double> all;
        if (list.is_array())
            for (const nlohmann::json& x : list)
                if (x.is_number()) all.push_back(x.get<double>());
        if (all.size() != n || list.size() != n)
            throw InputError(place(), std::string("'") + key + "' is no list of " + std::to_string(n) + " numbers");
        return all;
    }

    void take_state(std::string_view data) {
        const nlohmann::json json = parsed(data);
        if (const auto op = json.find("op"); op != json.end() && op->is_string() && *op != "frame") return;
        const auto energy = json.find("energy");
        const bool dynamics = energy != json.end() && energy->is_number();
        if (!begun_) {
            head_.what = "MCAP, frames of Polhode";
            head_.rates = true;
            head_.dynamics = dynamics;
            begin();
        }
        const std::vector<double> q = numbers(json, "q_NB", 4), w = numbers(json, "w_NB_B", 3);
        ImportedRow row;
        row.t = number(json, "t");
        row.q_NB = {q[0], q[1], q[2], q[3]};
        row.w_NB_B = {w[0], w[1], w[2]};
        if (head_.dynamics) {
            const std::vector<double> L = numbers(json, "L_N", 3);
            row.energy = number(json, "energy");
            row.L_N = {L[0], L[1], L[2]};
        }
        gate_.row(row, place());
    }

    void begin() {
        begun_ = true;
        gate_.head(head_);
    }

    ByteSource& source_;
    const ImportRequest& request_;
    ImportGate& gate_;
    std::string topic_;
    bool state_ = false, begun_ = false, told_ = false;
    std::int64_t first_ = 0;
    long messages_ = 0;
    ImportedHead head_;
};

}  // namespace

OutputFormat mcap_format() {
    OutputFormat format;
    format.entry = {"format", "mcap", "for Foxglove: transforms on /tf, rates, energy and momentum on /state"};
    format.entry.source = "MCAP specification; foxglove.FrameTransform";
    format.keeps = "every bit on /state; attitude to the last bit and time to a nanosecond on /tf; names of frames";
    format.loses = "the epoch, when read";
    format.ending = ".mcap";
    format.usual_bytes = 60;
    format.least_bytes = 30;
    format.open = [](const std::string& path, const Trajectory& trajectory) -> std::unique_ptr<TrajectoryWriter> {
        return std::make_unique<McapFile>(path, trajectory);
    };
    format.read = [](ByteSource& source, const ImportRequest& request, ImportGate& gate) {
        McapReader(source, request, gate).read();
    };
    format.recognises = [](std::string_view front) { return front.substr(0, 5) == "\x89MCAP"; };
    return format;
}

}  // namespace polhode
