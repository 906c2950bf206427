// Tables for a terminal: a column of labels and columns of values, aligned by what is seen and not by bytes (UTF-8),
// broken into blocks when the terminal is too narrow for all columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "polhode/base/display_width.hpp"

namespace polhode {

// Control characters (which could move the cursor or colour the terminal) replaced by spaces.
std::string without_control_characters(std::string_view text);

// A number for people: 6 significant digits, no superfluous zeros, exponent only for very large and small numbers.
std::string readable(double x, int digits = 6);
// A time for people: "350 ns", "1.25 ms", "20 s".
std::string readable_seconds(double seconds);
// A count for people: 12345678 -> "12 345 678".
std::string readable_count(long n);

class TextTable {
 public:
    // Heads of the value columns; none for a table without a head line.
    explicit TextTable(std::vector<std::string> heads = {}) : heads_(std::move(heads)) {}

    // One cell goes to the first value column only, several to one column each.
    void row(std::string label, std::vector<std::string> cells);
    void section(std::string title);  // an empty line and a title
    bool empty() const { return lines_.empty(); }

    // At most `width` columns wide where that is possible without cutting numbers; 0: as wide as it gets.
    std::string text(int width = 0) const;

 private:
    struct Line {
        bool section;
        std::string label;
        std::vector<std::string> cells;
    };
    std::vector<std::string> heads_;
    std::vector<Line> lines_;
};

}  // namespace polhode
