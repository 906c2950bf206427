// The times of a table in a file: their unit, and where t = 0 is.
#pragma once

#include "polhode/input/csv_table.hpp"

namespace polhode {

struct CsvTimes {
    // "s", "ms", "us", "ns", or "" where the column's name says it (t_ms), or it is seconds.
    std::string unit{};
    bool from_first_row = false;  // time counts from the first row, to the last digit of the file
};

// As parse_csv_table, with the times in seconds.
TimeTable parse_csv_table(std::string_view text, const std::string& name, const CsvRequest& request,
                          const CsvTimes& times);

}  // namespace polhode
