// Tables for a terminal: a column of labels and columns of values, aligned by what is seen and not by bytes (UTF-8),
// broken into blocks when the terminal is too narrow for all columns.
#pragma once

#include <string>
#include <vector>

namespace polhode {

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
