// The rows of a CSV file with a header, by column name; "" where a field is empty.
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace polhode::testing_data {

using CsvRow = std::map<std::string, std::string>;

inline std::vector<CsvRow> rows_of(const std::string& name) {
    std::ifstream file(std::string(POLHODE_TEST_DATA) + "/" + name);
    if (!file) throw std::runtime_error("cannot open " + name);
    const auto fields = [](const std::string& line) {
        std::vector<std::string> all;
        std::stringstream stream(line);
        for (std::string field; std::getline(stream, field, ',');) all.push_back(field);
        return all;
    };
    std::string line;
    std::getline(file, line);
    const std::vector<std::string> header = fields(line);
    std::vector<CsvRow> rows;
    while (std::getline(file, line)) {
        const std::vector<std::string> values = fields(line);
        CsvRow row;
        for (std::size_t i = 0; i < header.size() && i < values.size(); ++i) row[header[i]] = values[i];
        rows.push_back(row);
    }
    return rows;
}

}  // namespace polhode::testing_data
