// A text table taken apart: rows, and the fields of a row. A field may stand in quotation marks (RFC 4180): separators
// and line ends in it are part of it, and a quotation mark in it is written twice.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

// Without the blanks and tabs around it.
std::string_view trimmed(std::string_view text);

// ';', ',', a tab, or ' ' for blanks of any number: what separates the fields of this line.
char separator_of(std::string_view line);

// Rows one by one, without their ends: a line each, or more where a quoted field goes over the end of one.
class CsvRows {
 public:
    // `name` is the file's in complaints; both must outlive this. A byte order mark is passed over.
    CsvRows(std::string_view text, const std::string& name);

    // False after the last. The separator 0 is not known yet. Throws InputError where a quotation mark is not closed.
    bool next(std::string_view& row, char separator);
    int number() const { return number_; }  // of its first line, counted from 1
    bool at_end() const { return rest_.find_first_not_of(" \t\r\n") == std::string_view::npos; }

 private:
    std::string_view rest_;
    const std::string& name_;
    char line_end_ = '\n';
    int number_ = 0, next_number_ = 1;
};

// The fields of a row, without quotation marks and the blanks around them; kept to be used again for every row.
class CsvFields {
 public:
    void split(std::string_view row, char separator);
    std::size_t size() const { return cells_.size(); }
    std::string_view operator[](std::size_t i) const { return cells_[i]; }
    bool quoted(std::size_t i) const { return quoted_[i]; }
    auto begin() const { return cells_.begin(); }
    auto end() const { return cells_.end(); }

 private:
    void add(std::string_view field);

    std::vector<std::string_view> cells_;
    std::vector<bool> quoted_;
    std::deque<std::string> held_;  // cells that do not stand in the text as they are
};

}  // namespace polhode
