// The rows of a log, one after the other as they come: a header first, then readings in SI units.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "polhode/estimate/log_columns.hpp"
#include "polhode/input/csv_rows.hpp"

namespace polhode::estimate {

inline constexpr const char* no_text =
    "it holds bytes that are no text, and does not begin as JSON, MAVLink or MCAP does";

class LogRowReader {
 public:
    LogRowReader(std::string name, LogSettings settings);

    // One line without its end. True: it was a row, and `row` holds it; false: a header, a remark, nothing, or a row
    // that was `cut` off while it was written. Throws InputError with file, line, column and what was read.
    bool take(std::string_view line, int number, bool cut, LogRow& row);
    // The header, where it does not stand in the text.
    void take_header(const std::vector<std::string>& header, int line, char separator = ',');
    // Readings by the place of their column; NaN where there is none.
    void take_numbers(const std::vector<double>& cells, int line, LogRow& row);

    bool has_header() const { return !header_.empty(); }
    const std::vector<std::string>& header() const { return header_; }
    char separator() const { return separator_; }
    // What the header says, and notes; without rows.
    const SensorLog& facts() const { return log_; }
    SensorLog& facts() { return log_; }

 private:
    void read_header(std::string_view line, int number);
    bool read_row(std::string_view line, int number, bool cut, LogRow& row);
    std::optional<double> number(int quantity) const;
    bool too_large(double x, int quantity) const;
    [[noreturn]] void refuse_size(std::string_view read, int quantity, int line) const;
    double counted_on(double x, int line);
    void fill(const double (&x)[log_quantities], int line, LogRow& row);

    std::string name_;
    LogSettings settings_;
    SensorLog log_;
    LogColumns columns_;
    double factor_[4] = {1, 1, 1, 1};  // to SI: time, gyro, accelerometer, magnetometer
    std::vector<std::string> header_;
    CsvFields fields_;
    char separator_ = 0;
    double counter_begins_ = 0;    // in units of the column
    std::size_t high_counts_ = 0;  // rows in a row near the end of a counter
    bool counter_is_low_ = false;  // it was near its beginning in the last row
};

}  // namespace polhode::estimate
