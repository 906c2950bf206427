#include "polhode/estimate/log_rows.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "polhode/base/parse_number.hpp"
#include "polhode/input/toml_text.hpp"

namespace polhode::estimate {

namespace {

constexpr double no_reading = std::numeric_limits<double>::quiet_NaN();

bool stands_for_nothing(std::string_view cell) {
    if (cell.empty()) return true;
    std::string lower;
    for (const char c : cell.substr(0, 5)) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower == "nan" || lower == "null" || lower == "na" || lower == "-nan";
}

}  // namespace

LogRowReader::LogRowReader(std::string name, LogSettings settings)
    : name_(std::move(name)), settings_(std::move(settings)) {
    log_.name = name_;
}

bool LogRowReader::take(std::string_view line, int number, bool cut, LogRow& row) {
    const std::string_view plain = trimmed(line);
    if (plain.empty() || plain.front() == '#') return false;
    if (has_header()) return read_row(line, number, cut, row);
    separator_ = separator_of(line);
    read_header(line, number);
    return false;
}

void LogRowReader::read_header(std::string_view line, int number) {
    fields_.split(line, separator_);
    std::vector<std::string> header;
    bool all_numbers = true;
    for (const std::string_view cell : fields_) {
        header.emplace_back(cell);
        if (!parse_number(cell)) all_numbers = false;
    }
    if (all_numbers)
        throw InputError({name_, number, ""},
                         "the first row holds numbers only; a log begins with the names of its columns, for "
                         "example t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z");
    take_header(header, number, separator_);
}

void LogRowReader::take_header(const std::vector<std::string>& header, int line, char separator) {
    columns_ = find_log_columns(header, settings_, name_, line);
    header_ = header;
    separator_ = separator;
    const std::string* said[4] = {nullptr, &settings_.gyro_unit, &settings_.accelerometer_unit,
                                  &settings_.magnetometer_unit};
    static const char* const option[] = {"", "--gyro-unit", "--acc-unit", "--mag-unit"};
    static const char* const si[] = {"s", "rad/s", "m/s^2", "uT"};
    std::string unit[4];
    bool named[4];
    for (int s = 0; s < 4; ++s) {
        const bool by_user = said[s] && !said[s]->empty(), by_header = !columns_.unit[s].empty();
        unit[s] = by_user ? *said[s] : by_header ? columns_.unit[s] : si[s];
        named[s] = by_user || by_header;
        factor_[s] = log_unit_factor(s, unit[s], by_user ? Place{option[s], 0, ""} : Place{name_, line, ""});
    }
    log_.gyro_unit = unit[1];
    log_.accelerometer_unit = unit[2];
    log_.magnetometer_unit = unit[3];
    log_.gyro_unit_named = named[1];
    log_.accelerometer_unit_named = named[2];
    log_.has_accelerometer = columns_.has(4);
    log_.has_magnetometer = columns_.has(7);
    log_.has_truth = columns_.has(10);
    log_.has_moving = columns_.has(14);
}

// The number of a column, or none; std::nullopt: it is not a number (and the row may have been cut there).
std::optional<double> LogRowReader::number(int quantity) const {
    const std::string_view cell = fields_[static_cast<size_t>(columns_.place[static_cast<size_t>(quantity)])];
    if (stands_for_nothing(cell)) return no_reading;
    return parse_number(cell);
}

bool LogRowReader::read_row(std::string_view line, int number_of_line, bool cut, LogRow& row) {
    fields_.split(line, separator_);
    // a row that was cut off while it was written is no fault of anybody's
    const auto leave_out = [&] {
        log_.notes.push_back(fmt::format("{}:{}: the last row was cut off and is left out", name_, number_of_line));
        return false;
    };
    if (fields_.size() != header_.size()) {
        if (cut && fields_.size() < header_.size()) return leave_out();
        throw InputError({name_, number_of_line, ""},
                         fmt::format("the row has {} fields, the header has {}", fields_.size(), header_.size()));
    }
    double x[log_quantities];
    for (int q = 0; q < log_quantities; ++q) {
        x[q] = no_reading;
        if (!columns_.has(q)) continue;
        const std::optional<double> read = number(q);
        if (!read) {
            if (cut) return leave_out();
            const std::string_view cell = fields_[static_cast<size_t>(columns_.place[static_cast<size_t>(q)])];
            throw InputError({name_, number_of_line, log_quantity_names()[static_cast<size_t>(q)]},
                             fmt::format("expected a number, read '{}'", escaped_for_message(std::string(cell))));
        }
        if (too_large(*read, q))
            refuse_size(fields_[static_cast<size_t>(columns_.place[static_cast<size_t>(q)])], q, number_of_line);
        x[q] = *read;
    }
    fill(x, number_of_line, row);
    return true;
}

void LogRowReader::take_numbers(const std::vector<double>& cells, int line, LogRow& row) {
    double x[log_quantities];
    for (int q = 0; q < log_quantities; ++q) {
        x[q] = columns_.has(q) ? cells[static_cast<size_t>(columns_.place[static_cast<size_t>(q)])] : no_reading;
        if (too_large(x[q], q)) refuse_size(fmt::format("{:g}", x[q]), q, line);
    }
    fill(x, line, row);
}

// No sensor says more, nor does the counter of a converter (32 bits); what is larger would only come to light later, as
// an overflow. Time may be counted in nanoseconds since 1970: it is judged in seconds.
constexpr double largest_reading = 1e10, largest_time = 1e11;

bool LogRowReader::too_large(double x, int quantity) const {
    return quantity == 0 ? std::fabs(factor_[0] * x) > largest_time : std::fabs(x) > largest_reading;
}

void LogRowReader::refuse_size(std::string_view read, int quantity, int line) const {
    const bool time = quantity == 0;
    throw InputError(
        {name_, line, log_quantity_names()[static_cast<size_t>(quantity)]},
        fmt::format("'{}' is too large for a {}; expected -{:g} to {:g}{}", escaped_for_message(std::string(read), 40),
                    time ? "time" : "reading", time ? largest_time : largest_reading,
                    time ? largest_time : largest_reading, time ? " s" : ""));
}

// A counter of 32 bits begins anew at 0: that of microseconds after 72 minutes. One stamp near its end is not believed.
double LogRowReader::counted_on(double x, int line) {
    constexpr double turn = 4294967296.0, near = turn / 16;
    if (factor_[0] == 1) return x;
    const bool high = x >= turn - near && x < turn, low = x >= 0 && x < near;
    if (high && counter_is_low_ && counter_begins_ > 0) return x + counter_begins_ - turn;  // late, from before
    if (low && high_counts_ >= 2) {
        if (counter_begins_ == 0)
            log_.notes.push_back(
                fmt::format("{}: time is a counter of 32 bits that began anew in line {}; it is "
                            "counted on",
                            name_, line));
        counter_begins_ += turn;
    }
    high_counts_ = high ? high_counts_ + 1 : 0;
    counter_is_low_ = low;
    return x + counter_begins_;
}

void LogRowReader::fill(const double (&x)[log_quantities], int line, LogRow& r) {
    r = LogRow{};
    r.line = line;
    if (std::isnan(x[0])) throw InputError({name_, line, "t"}, "the row has no time");
    r.t = factor_[0] * counted_on(x[0], line);
    const auto three = [&](int from, int sensor, Vec3<double>& to) {
        // two of three components are no reading
        if (std::isnan(x[from] + x[from + 1] + x[from + 2])) return false;
        for (int i = 0; i < 3; ++i) to[i] = factor_[sensor] * x[from + i];
        return true;
    };
    r.has_gyro = three(1, 1, r.gyro);
    r.has_accelerometer = three(4, 2, r.accelerometer);
    r.has_magnetometer = three(7, 3, r.magnetometer);
    if (log_.has_truth && !std::isnan(x[10] + x[11] + x[12] + x[13])) {
        r.truth = {x[10], x[11], x[12], x[13]};
        const double n = std::sqrt(norm_squared(r.truth));
        if (!(n > 0.5 && n < 2))
            throw InputError({name_, line, "qw"},
                             fmt::format("the reference quaternion has length {:.4g}; expected 1", n));
        r.truth = normalise(r.truth);
        r.has_truth = true;
    }
    if (log_.has_moving && !std::isnan(x[14])) {
        if (x[14] != 0 && x[14] != 1)
            throw InputError({name_, line, "moving"}, fmt::format("expected 0 or 1, read {:g}", x[14]));
        r.moving = x[14] == 1;
    }
    if (!log_.has_moving) r.moving = true;
}

}  // namespace polhode::estimate
