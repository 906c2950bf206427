// Tables of numbers over time, and of cases, from text files.
//
// One row a line, columns separated by commas, semicolons, tabs or spaces (found from the first row); decimal points
// whatever the locale; a header line with names is optional; empty lines and lines that begin with '#' are passed over
// (the last '#' line before the rows serves as header if its names fit); Windows line ends, those of old Macintoshes
// and a byte order mark do not matter. A field may stand in quotation marks (RFC 4180): separators and line ends in it
// are part of it, and a quotation mark in it is written twice. Only the columns asked for must be numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "polhode/arithmetic/vec.hpp"
#include "polhode/base/diagnostic.hpp"

namespace polhode {

// Time and three components, row by row; time rises strictly.
struct TimeTable {
    std::vector<double> times;
    std::vector<Vec3<double>> values;
};

struct CsvRequest {
    // Time and the three components, each by its name in the header or its number, counted from 1. Empty: the columns
    // whose names are among `usual`, or the first four where the file has exactly four.
    std::vector<std::string> columns{};
    // Names the columns usually have, sets of four, the first set found wins. ("t" also stands for "time".)
    std::vector<std::vector<std::string>> usual{};
};

// Reads all of a file. Throws InputError at `asked` (where the scenario names the file) if that is not possible.
std::string read_text_file(const std::string& path, const Place& asked);

// `name` is the file's name in complaints. Throws InputError with file, line, column and what was read.
TimeTable parse_csv_table(std::string_view text, const std::string& name, const CsvRequest& request);

// A table of cases: a header line with the names of its columns, then a line for each case. A column holds numbers, in
// quotation marks or not, or texts; then each number is the place of the text in `texts`.
struct CaseColumn {
    std::vector<double> numbers;
    std::vector<std::string> texts;
    std::vector<int> text_lines;  // where each first stands
    // Of a column of texts that has numbers among them: which text made it one, and where it stands.
    std::string odd_text;
    Place odd_place;
};
struct CaseHeader {
    std::vector<std::string> titles;  // at least one; they may be empty, or stand twice
    int line = 0;
};
struct CaseTable {
    std::vector<CaseColumn> columns;
    std::vector<int> lines;  // of the cases
};
// What is wanted of a column: a label may be any text in any case, and nothing at all; in another column a text among
// plain numbers, or a number among texts, is a slip, and the numbers stand in quotation marks where they are meant as
// texts.
struct CaseWanted {
    std::size_t column = 0;  // its place in the header
    bool label = false;
};
// Both throw InputError with file, line, column and what was read. Columns that are not wanted may hold anything. There
// is at least one case.
CaseHeader parse_case_header(std::string_view text, const std::string& name);
CaseTable parse_case_table(std::string_view text, const std::string& name, const std::vector<CaseWanted>& wanted);

// "t, wx, wy, wz" -> {"t", "wx", "wy", "wz"}
std::vector<std::string> split_names(const std::string& list);

}  // namespace polhode
