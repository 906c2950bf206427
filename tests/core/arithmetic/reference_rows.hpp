// Rows of a table in tests/data, by the names in its header. Hexadecimal numbers are read exactly.
#pragma once

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace reference_rows {

class Row {
 public:
    explicit Row(std::map<std::string, std::string> cells) : cells_(std::move(cells)) {}
    const std::string& text(const std::string& column) const { return cells_.at(column); }
    double operator[](const std::string& column) const { return std::strtod(text(column).c_str(), nullptr); }

 private:
    std::map<std::string, std::string> cells_;
};

inline std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
    return cells;
}

inline std::vector<Row> read(const std::string& file) {
    std::ifstream in(std::string(POLHODE_TEST_DATA) + "/" + file);
    std::string line;
    if (!std::getline(in, line)) throw std::runtime_error("cannot read " + file);
    const auto names = cells_of(line);
    std::vector<Row> rows;
    while (std::getline(in, line)) {
        const auto cells = cells_of(line);
        if (cells.size() != names.size()) throw std::runtime_error(file + ": a row of another length: " + line);
        std::map<std::string, std::string> row;
        for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = cells[i];
        rows.emplace_back(std::move(row));
    }
    return rows;
}

}  // namespace reference_rows
