#include "polhode/files/csv_writer.hpp"

#include <algorithm>
#include <charconv>

namespace polhode {

std::string csv_cell(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string cell = "\"";
    for (const char c : text) {
        if (c == '"') cell += '"';
        cell += c;
    }
    return cell + '"';
}

CsvWriter::CsvWriter(const std::string& path, Pace pace)
    : file_(path), to_file_(true), pace_(pace), handed_over_(std::chrono::steady_clock::now()) {
    waiting_.resize(pace.bytes + 4096);
}

void CsvWriter::grow(std::size_t room) { waiting_.resize(std::max(2 * waiting_.size(), used_ + room + 256)); }

CsvWriter& CsvWriter::text(std::string_view cell) {
    const std::string written = csv_cell(cell);
    put_separator(written.size());
    std::copy(written.begin(), written.end(), waiting_.data() + used_);
    used_ += written.size();
    return *this;
}

CsvWriter& CsvWriter::count(std::uint64_t n) {
    constexpr std::size_t longest = 20;
    put_separator(longest);
    char* const begin = waiting_.data();
    used_ = static_cast<std::size_t>(std::to_chars(begin + used_, begin + used_ + longest, n).ptr - begin);
    return *this;
}

void CsvWriter::end_line() {
    if (waiting_.size() < used_ + 1) grow(1);
    waiting_[used_++] = '\n';
    row_begun_ = false;
}

void CsvWriter::end_header() { end_line(); }

void CsvWriter::end_row() {
    end_line();
    ++rows_;
    if (!to_file_) return;
    const bool due = pace_.longest_wait != std::chrono::milliseconds::max() &&
                     std::chrono::steady_clock::now() - handed_over_ > pace_.longest_wait;
    if (used_ >= pace_.bytes || due) flush();
}

void CsvWriter::flush() {
    if (used_ == 0) return;
    const std::size_t bytes = used_;
    used_ = 0;
    file_.write(std::string_view(waiting_.data(), bytes));
    safe_rows_ = rows_;
    if (pace_.longest_wait != std::chrono::milliseconds::max()) handed_over_ = std::chrono::steady_clock::now();
}

void CsvWriter::close() {
    flush();
    file_.close();
}

std::string CsvWriter::take() {
    std::string text = waiting_.substr(0, used_);
    used_ = 0;
    return text;
}

}  // namespace polhode
