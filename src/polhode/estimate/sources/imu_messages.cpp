#include "polhode/estimate/sources/imu_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "polhode/links/strict_json.hpp"

namespace polhode::estimate {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t second = 1'000'000'000;        // ns
constexpr std::int64_t most_seconds = 4'294'967'295;  // as many as the older clients of ROS count
const char* const too_short = "the message is shorter than what it should hold";

void forget_unless_finite(std::array<double, 3>& v) {
    if (!std::isfinite(v[0]) || !std::isfinite(v[1]) || !std::isfinite(v[2])) v.fill(unknown);
}

// Plain CDR, version 1: numbers stand at multiples of their size, counted from behind the four bytes of its head.
class CdrFields {
 public:
    explicit CdrFields(std::string_view data) : rest_(data) {
        little_ = data.size() > 1 && data[1] == 1;
        known_ = data.size() >= 4 && data[0] == 0 && (data[1] == 0 || data[1] == 1);
        if (known_) rest_.remove_prefix(4);
    }
    bool known() const { return known_; }
    bool whole() const { return whole_; }

    std::uint64_t number(std::size_t n) {
        at_ = (at_ + n - 1) / n * n;
        std::uint64_t x = 0;
        if (at_ > rest_.size() || rest_.size() - at_ < n) {
            whole_ = false;
            return 0;
        }
        for (std::size_t k = 0; k < n; ++k)
            x |= static_cast<std::uint64_t>(static_cast<unsigned char>(rest_[at_ + k]))
                 << 8 * (little_ ? k : n - 1 - k);
        at_ += n;
        return x;
    }
    double real() { return std::bit_cast<double>(number(8)); }
    std::array<double, 3> three() {
        const double x = real(), y = real(), z = real();
        return {x, y, z};
    }
    // Nine numbers, of which the first is -1 where the vector before is not known.
    bool covariance_says_unknown() {
        const double first = real();
        for (int i = 1; i < 9; ++i) (void)real();
        return first == -1;
    }
    void text() {
        const std::uint64_t n = number(4);
        if (n > rest_.size() - std::min(at_, rest_.size())) whole_ = false;
        if (whole_) at_ += static_cast<std::size_t>(n);
    }

 private:
    std::string_view rest_;
    std::size_t at_ = 0;
    bool little_ = true, known_ = false, whole_ = true;
};

std::string read_cdr(ImuMessage kind, std::string_view data, ImuReading& reading) {
    CdrFields fields(data);
    if (!fields.known()) return "it does not begin as plain CDR of version 1 does (00 00 or 00 01)";
    const auto seconds = static_cast<std::int32_t>(fields.number(4));
    const auto nanoseconds = static_cast<std::uint32_t>(fields.number(4));
    fields.text();
    const auto vector = [&fields] {
        std::array<double, 3> v = fields.three();
        if (fields.covariance_says_unknown()) v.fill(unknown);
        return v;
    };
    if (kind == ImuMessage::imu) {
        for (int i = 0; i < 4 + 9; ++i) (void)fields.real();  // somebody else's orientation
        reading.first = vector();
        reading.second = vector();
    } else {
        reading.first = fields.three();
        // 0 is "not known" here (MagneticField.msg), of the covariance and not of the field
        (void)fields.covariance_says_unknown();
    }
    if (!fields.whole()) return too_short;
    if (nanoseconds >= second) return fmt::format("its stamp has {} nanoseconds", nanoseconds);
    reading.stamp_ns = seconds * second + nanoseconds;
    return "";
}

std::string read_json_vector(const nlohmann::json& message, const char* name, std::array<double, 3>& v) {
    const auto found = message.find(name);
    if (found == message.end() || !found->is_object()) return fmt::format("there is no '{}' in it", name);
    static const char* const axes[] = {"x", "y", "z"};
    for (std::size_t k = 0; k < 3; ++k) {
        const auto x = found->find(axes[k]);
        if (x == found->end() || !(x->is_number() || x->is_null()))
            return fmt::format("'{}.{}' is no number", name, axes[k]);
        v[k] = x->is_null() ? unknown : x->get<double>();
    }
    const auto covariance = message.find(std::string(name) + "_covariance");
    if (covariance != message.end() && covariance->is_array() && !covariance->empty() &&
        covariance->front().is_number() && covariance->front().get<double>() == -1)
        v.fill(unknown);
    return "";
}

std::string read_json(ImuMessage kind, std::string_view data, ImuReading& reading) {
    std::string why;
    const auto message = parse_strict_json(data, {1 << 16, 8}, why);
    if (!message || !message->is_object()) return why.empty() ? "expected an object" : why;
    reading.stamp_ns = 0;
    const auto header = message->find("header");
    if (header != message->end() && header->is_object())
        if (const auto stamp = header->find("stamp"); stamp != header->end() && stamp->is_object()) {
            const auto whole = [&](const char* name, std::int64_t most) -> std::int64_t {
                const auto found = stamp->find(name);
                if (found == stamp->end()) return 0;
                if (!found->is_number_integer() || found->get<double>() < 0 ||
                    found->get<double>() > static_cast<double>(most)) {
                    why = fmt::format("'header.stamp.{}' is no whole number from 0 to {}", name, most);
                    return 0;
                }
                return found->get<std::int64_t>();
            };
            reading.stamp_ns =
                whole("sec", most_seconds) * second + whole("nanosec", second - 1) + whole("nsec", second - 1);
            if (!why.empty()) return why;
        }
    if (kind == ImuMessage::magnetic_field) return read_json_vector(*message, "magnetic_field", reading.first);
    why = read_json_vector(*message, "angular_velocity", reading.first);
    return why.empty() ? read_json_vector(*message, "linear_acceleration", reading.second) : why;
}

}  // namespace

ImuMessage imu_message_of(std::string_view schema_name) {
    if (schema_name == "sensor_msgs/msg/Imu" || schema_name == "sensor_msgs/Imu") return ImuMessage::imu;
    if (schema_name == "sensor_msgs/msg/MagneticField" || schema_name == "sensor_msgs/MagneticField")
        return ImuMessage::magnetic_field;
    return ImuMessage::none;
}

std::string read_imu_message(ImuMessage kind, std::string_view encoding, std::string_view data, ImuReading& reading) {
    std::string why = encoding == "cdr"    ? read_cdr(kind, data, reading)
                      : encoding == "json" ? read_json(kind, data, reading)
                                           : fmt::format("readings as '{}' are not read here; cdr and json are",
                                                         quoted_for_people(encoding));
    forget_unless_finite(reading.first);
    forget_unless_finite(reading.second);
    return why;
}

}  // namespace polhode::estimate
