#include "polhode/estimate/sources/row_decoder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "polhode/base/parse_number.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/links/mavlink_messages.hpp"
#include "polhode/links/strict_json.hpp"
#include "polhode/links/wire_bytes.hpp"

namespace polhode::estimate {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view begin_of_packet{"\xFD\xFE\0", 3};  // of MAVLink 2 and 1 (no bytes of UTF-8), of a .tlog
constexpr std::size_t most_speakers = 16;                     // that are named
constexpr std::string_view before_it_begins = " \t\r\n\xEF\xBB\xBF";
const char* const sensor_names[] = {"gyr", "acc", "mag"};

// What a table without a header holds, by the number of its columns.
std::vector<std::string> usual_header(std::size_t columns) {
    std::vector<std::string> all{"t", "gyr_x", "gyr_y", "gyr_z", "acc_x", "acc_y", "acc_z", "mag_x", "mag_y", "mag_z"};
    if (columns != 4 && columns != 7 && columns != 10) return {};
    all.resize(columns);
    return all;
}

// {"t": 1, "gyr": [x, y, z], "acc_x": 1, ..} as names and numbers; null is a reading that is not there.
bool flatten(const nlohmann::json& object, std::vector<std::string>& names, std::vector<double>& numbers) {
    const auto add = [&](const std::string& name, const nlohmann::json& value) {
        if (!value.is_number() && !value.is_null()) return false;
        names.push_back(name);
        numbers.push_back(value.is_null() ? nothing : value.get<double>());
        return true;
    };
    for (const auto& [key, value] : object.items()) {
        if (!value.is_array()) {
            if (!add(key, value)) return false;
            continue;
        }
        static const char* const axes[] = {"_x", "_y", "_z"};
        if (value.size() != 3) return false;
        for (std::size_t k = 0; k < 3; ++k)
            if (!add(key + axes[k], value[k])) return false;
    }
    return true;
}

double f32(std::string_view payload, std::size_t at) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(little_end(payload, at, 4))));
}
double i16(std::string_view payload, std::size_t at) {
    return static_cast<double>(static_cast<std::int16_t>(little_end(payload, at, 2)));
}

}  // namespace

RowDecoder::RowDecoder(std::string name, LogSettings log, DecoderSettings settings, Use use)
    : name_(name), settings_(settings), use_(std::move(use)), log_(log), reader_(name, log) {}

RowDecoder::Kind RowDecoder::kind_of(char first) {
    return begin_of_packet.find(first) != std::string_view::npos ? Kind::mavlink
           : first == mcap_first.front()                         ? Kind::mcap
           : first == '{'                                        ? Kind::json
                                                                 : Kind::text;
}

bool RowDecoder::holds_table(std::string_view bytes) {
    const std::size_t first = bytes.find_first_not_of(before_it_begins);
    return first == std::string_view::npos || kind_of(bytes[first]) == Kind::text;
}

void RowDecoder::refuse_topics(const LogSettings& settings, const std::string& name) {
    if (!settings.topics.empty())
        throw InputError({settings.topics_place, 0, ""}, fmt::format("goes with an MCAP file; {} is none", name));
}

void RowDecoder::take(std::string_view bytes) {
    if (kind_ == Kind::unknown && held_.empty()) {
        const std::size_t first = bytes.find_first_not_of(before_it_begins);
        if (first == std::string_view::npos) return;
        bytes.remove_prefix(first);
        kind_ = kind_of(bytes.front());
        if (kind_ != Kind::mcap) refuse_topics(log_, name_);
        if (kind_ == Kind::mcap)
            imu_.emplace(name_, log_.topics, [this](const std::vector<double>& cells) {
                units_in_header();
                numbers(cells);
            });
    }
    if (kind_ == Kind::mcap) return imu_->take(bytes);
    if (kind_ == Kind::mavlink) return packets(bytes);
    held_.append(bytes);
    std::size_t at = 0;
    for (std::size_t end; (end = held_.find('\n', at)) != std::string::npos; at = end + 1) {
        if (is_inside_a_packet(std::string_view(held_).substr(at, end - at))) {
            kind_ = Kind::mavlink;
            packets(std::string_view(held_).substr(at));
            return held_.clear();
        }
        line(std::string_view(held_).substr(at, end - at), false);
    }
    held_.erase(0, at);
    if (held_.size() > longest_line) {
        fault(fmt::format("a line of more than {} bytes", longest_line));
        held_.clear();
    }
}

// Whoever begins to listen to a serial port is in the middle of something: no text has such bytes.
bool RowDecoder::is_inside_a_packet(std::string_view text) const {
    return settings_.live && kind_ == Kind::text && !reader_.has_header() &&
           text.find_first_of(begin_of_packet) != std::string_view::npos;
}

void RowDecoder::packets(std::string_view bytes) {
    packets_.take(bytes, [this](const MavlinkPackets::Packet& p) { packet(p); });
}

void RowDecoder::end_of_datagram() {
    packets_.finish([this](const MavlinkPackets::Packet& p) { packet(p); });
    if (!held_.empty()) line(held_, false);
    held_.clear();
}

void RowDecoder::finish() {
    if (imu_) {
        imu_->finish();
        for (const std::string& note : imu_->notes()) reader_.facts().notes.push_back(note);
    }
    if (kind_ == Kind::mavlink) finish_packets();
    if (!held_.empty()) line(held_, true);
    held_.clear();
}

void RowDecoder::finish_packets() {
    packets_.finish([this](const MavlinkPackets::Packet& p) { packet(p); });
    std::vector<std::string>& notes = reader_.facts().notes;
    if (packets_.damaged() > 0)
        notes.push_back(
            fmt::format("{}: {} packets do not fit their checksum and are left out", name_, packets_.damaged()));
    if (passed_over_.empty()) return;
    std::vector<std::string> others;
    for (const Speaker& s : passed_over_) others.push_back(words_for(s));
    notes.push_back(fmt::format("{}: readings are those of {}, the first that spoke; passed over: {}", name_,
                                words_for(*speaker_), fmt::join(others, ", ")));
}

std::string RowDecoder::words_for(const Speaker& s) {
    return fmt::format("{} of system {}, component {}{}", s.message, s.system, s.component,
                       s.sensor > 0 ? fmt::format(", sensor {}", s.sensor) : "");
}

std::string RowDecoder::nothing_came() const {
    if (not_understood_ > 0) {
        // whoever says this names the source
        const std::string_view fault = std::string_view(first_fault_).substr(name_.size());
        return fmt::format("nothing was understood: {} lines, the first: {}{}", not_understood_,
                           fault.starts_with(": ") ? "" : "line ", fault.substr(fault.starts_with(": ") ? 2 : 1));
    }
    const std::uint64_t others = other_packets_ + packets_.unknown();
    if (kind_ == Kind::mavlink && others + packets_.damaged() == 0)
        return "it begins as no text does, and no packet of MAVLink was found in it";
    if (kind_ == Kind::mavlink)
        return fmt::format(
            "no packet of {}, {} or {} was found in it; {} of other messages were, and {} that do not "
            "fit their checksum",
            mavlink::highres_imu.name, mavlink::scaled_imu.name, mavlink::raw_imu.name, others, packets_.damaged());
    return reader_.has_header() ? "the log has a header and no rows below it"
                                : "the log is empty: it has neither a header nor rows";
}

void RowDecoder::line(std::string_view text, bool cut) {
    ++number_;
    if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
    if (trimmed(text).empty()) return;
    if (text.find('\0') != std::string_view::npos) return fault(no_text);
    if (settings_.live && !reader_.has_header() && trimmed(text).front() == '{') kind_ = Kind::json;
    bool row = false;
    try {
        row = kind_ == Kind::json ? json_line(text) : text_line(text, cut);
    } catch (const InputError& e) {
        // a header that cannot be right stays wrong
        if (!reader_.has_header() && number_ > 2) throw;
        fault(e);
    }
    // what is said of the log as a whole is not said of this line
    if (row) use_(row_);
}

bool RowDecoder::text_line(std::string_view text, bool cut) {
    if (settings_.live && !reader_.has_header() && trimmed(text).front() != '#') {
        CsvFields fields;
        fields.split(text, separator_of(text));
        bool numbers = fields.size() > 0;
        for (const std::string_view cell : fields) numbers = numbers && parse_number(cell).has_value();
        if (numbers) {
            const std::vector<std::string> header = usual_header(fields.size());
            if (header.empty())
                throw InputError(
                    {name_, number_, ""},
                    fmt::format("{} numbers without a header; expected 4, 7 or 10 (t, gyro, accelerometer, "
                                "magnetometer), or a line with names first",
                                fields.size()));
            reader_.take_header(header, number_, separator_of(text));
        }
    }
    return reader_.take(text, number_, cut, row_);
}

bool RowDecoder::json_line(std::string_view text) {
    std::string why;
    const auto object = parse_strict_json(text, {}, why);
    std::vector<std::string> names;
    cells_.clear();
    const Place place{name_, number_, ""};
    if (!object) throw InputError(place, why);
    if (!object->is_object() || !flatten(*object, names, cells_))
        throw InputError(place,
                         "expected an object of numbers, as {\"t\": 0, \"gyr\": [0, 0, 0], \"acc\": [0, 0, 9.81]}");
    if (!reader_.has_header()) reader_.take_header(names, number_);
    if (names != reader_.header()) throw InputError(place, "the keys are not those of the first object");
    reader_.take_numbers(cells_, number_, row_);
    return true;
}

// Axes of the body are forward, right, down; a field of a message that was not updated is a reading that is not there.
void RowDecoder::packet(const MavlinkPackets::Packet& p) {
    const mavlink::Message& m = p.message;
    const std::string_view payload = p.payload;
    const bool high = &m == &mavlink::highres_imu, raw = &m == &mavlink::raw_imu, scaled = &m == &mavlink::scaled_imu;
    if (!high && !raw && !scaled) {
        ++other_packets_;
        return;
    }
    // an autopilot has several sensors, and a stream may have several autopilots
    const unsigned number = scaled ? 0 : static_cast<unsigned char>(payload[high ? 62 : 26]);
    const Speaker speaker{m.name, p.system, p.component, number};
    if (!speaker_) {
        speaker_ = speaker;
        units_in_header();
    }
    if (speaker != *speaker_) {
        const bool known = std::find(passed_over_.begin(), passed_over_.end(), speaker) != passed_over_.end();
        if (!known && passed_over_.size() < most_speakers) passed_over_.push_back(speaker);
        return;
    }
    const double t = scaled ? 1e-3 * static_cast<double>(little_end(payload, 0, 4))
                            : 1e-6 * static_cast<double>(little_end(payload, 0, 8));
    cells_.assign(1, t);
    // accelerometer, gyro, magnetometer, as the message has them; gauss, or thousandths of g, rad/s and gauss
    static constexpr double small_unit[] = {9.80665e-3, 1e-3, 0.1}, high_unit[] = {1, 1, 100};
    const std::size_t begin = scaled ? 4 : 8;
    const auto updated = high ? little_end(payload, 60, 2) : 0x1FF;
    for (const std::size_t sensor : {1u, 0u, 2u})
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t i = 3 * sensor + k;
            const double x = high ? high_unit[sensor] * f32(payload, begin + 4 * i)
                                  : small_unit[sensor] * i16(payload, begin + 2 * i);
            cells_.push_back((updated >> i & 1) != 0 && std::isfinite(x) ? x : nothing);
        }
    numbers(cells_);
}

// Messages whose units nobody needs to name.
void RowDecoder::units_in_header() {
    if (reader_.has_header()) return;
    std::vector<std::string> header{"t"};
    static const char* const units[] = {"rad/s", "m/s^2", "uT"};
    for (int s = 0; s < 3; ++s)
        for (const char axis : {'x', 'y', 'z'})
            header.push_back(fmt::format("{}_{} ({})", sensor_names[s], axis, units[s]));
    reader_.take_header(header, 1);
}

void RowDecoder::numbers(const std::vector<double>& cells) {
    try {
        reader_.take_numbers(cells, ++number_, row_);
    } catch (const InputError& e) {
        return fault(e);
    }
    use_(row_);
}

void RowDecoder::fault(const std::string& why) { fault(InputError({name_, number_, ""}, why)); }
// What is live goes on without the row.
void RowDecoder::fault(const InputError& why) {
    if (!settings_.live) throw why;
    if (not_understood_++ == 0) first_fault_ = why.what();
}

}  // namespace polhode::estimate
