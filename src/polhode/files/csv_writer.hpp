// CSV as Polhode writes it everywhere: cells separated by commas, a line feed after every row, numbers with 17 digits
// and a decimal point whatever the locale, texts in quotation marks where they must be (RFC 4180).
//
//     CsvWriter csv("drift.csv");              // or CsvWriter csv; and csv.take() for the text
//     csv.text("t").text("drift").end_header();
//     csv.number(t).number(drift).end_row();
//     csv.close();
//
// Rows are gathered and handed to the file in whole lines only, so that a file cut short by whatever event still ends
// with a complete row.
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "polhode/base/full_precision.hpp"
#include "polhode/files/output_file.hpp"

namespace polhode {

// A text as a cell: in quotation marks, and those in it doubled, where it holds a separator, a mark or a line end.
std::string csv_cell(std::string_view text);

class CsvWriter {
 public:
    // When what was gathered is handed to the file.
    struct Pace {
        std::size_t bytes = 1 << 16;
        // Somebody may be watching: nothing waits longer than this while rows keep coming.
        std::chrono::milliseconds longest_wait = std::chrono::milliseconds::max();
    };

    CsvWriter() = default;  // for take(); nothing is written
    // "-" is standard output. Throws OutputError, as all that writes does.
    explicit CsvWriter(const std::string& path) : CsvWriter(path, Pace{}) {}
    CsvWriter(const std::string& path, Pace pace);

    CsvWriter& text(std::string_view cell);
    CsvWriter& number(double x) {
        put_separator(full_precision_room);
        used_ = static_cast<std::size_t>(write_full_precision(waiting_.data() + used_, x) - waiting_.data());
        return *this;
    }
    // Nothing in the cell where there is no finite number.
    CsvWriter& number_or_empty(double x) { return std::isfinite(x) ? number(x) : empty(); }
    CsvWriter& count(std::uint64_t n);
    CsvWriter& empty() {
        put_separator(0);
        return *this;
    }
    // A header line is no row. After that line, or after a row, what was gathered may be handed over.
    void end_header();
    void end_row();

    // To the file, now. After an OutputError nothing waits any more.
    void flush();
    void close();
    std::string take();  // what was gathered since; the writer is empty then

    long rows() const { return rows_; }            // written or waiting
    long safe_rows() const { return safe_rows_; }  // written
    bool reader_gone() const { return file_.reader_gone(); }

 private:
    // A comma between cells, and room for as many bytes behind it.
    void put_separator(std::size_t room) {
        if (waiting_.size() < used_ + room + 2) grow(room);
        if (row_begun_) waiting_[used_++] = ',';
        row_begun_ = true;
    }
    void grow(std::size_t room);
    void end_line();

    OutputFile file_;
    bool to_file_ = false;
    Pace pace_{};
    std::string waiting_;  // its first used_ bytes
    std::size_t used_ = 0;
    bool row_begun_ = false;
    long rows_ = 0, safe_rows_ = 0;
    std::chrono::steady_clock::time_point handed_over_{};
};

}  // namespace polhode
