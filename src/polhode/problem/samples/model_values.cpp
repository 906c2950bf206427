#include "polhode/problem/samples/model_values.hpp"

#include <algorithm>

#include "polhode/input/csv_times.hpp"
#include "polhode/input/time_column.hpp"

namespace polhode {

std::shared_ptr<const std::array<Expression, 3>> read_formulas(const Values& values, const std::string& name,
                                                               const std::vector<std::string>& variables) {
    const std::vector<std::string>& texts = values.texts(name);
    auto formulas = std::make_shared<std::array<Expression, 3>>();
    if (texts.size() != formulas->size())
        values.refuse(name, "three formulas are needed, one for each component; read " + std::to_string(texts.size()));
    for (std::size_t i = 0; i < texts.size(); ++i) try {
            (*formulas)[i] = Expression(texts[i], variables, values.constants());
        } catch (const ExpressionError& e) {
            values.refuse(name, "component " + std::to_string(i + 1) + ": " + e.what());
        }
    return formulas;
}

Expression read_formula(const Values& values, const std::string& name, const std::vector<std::string>& variables) {
    try {
        return Expression(values.text(name), variables, values.constants());
    } catch (const ExpressionError& e) {
        values.refuse(name, e.what());
    }
}

double read_one_of(const Values& values, const std::string& first, const std::string& second, double factor) {
    if (values.given(first) && values.given(second))
        values.refuse(second, "'" + first + "' and '" + second + "' are given, but they say the same thing: keep one");
    if (values.given(second)) return factor * values.number(second);
    if (values.has(first)) return values.number(first);
    if (values.has(second)) return factor * values.number(second);
    values.refuse(first, "either '" + first + "' or '" + second + "' must be given");
}

namespace {

std::string joined_path(const std::string& directory, const std::string& file) {
    if (directory.empty() || file.empty() || file.front() == '/') return file;
    return directory.back() == '/' ? directory + file : directory + "/" + file;
}

TimeTable read_inline_table(const Values& values) {
    TimeTable table;
    const char* const components[] = {"x", "y", "z"};
    for (const char* name : components)
        if (!values.given(name)) values.refuse(name, "a table with 'times' needs 'x', 'y' and 'z' as well");
    table.times = values.numbers("times");
    table.values.resize(table.times.size());
    for (int k = 0; k < 3; ++k) {
        const std::vector<double>& column = values.numbers(components[k]);
        if (column.size() != table.times.size())
            values.refuse(components[k], "read " + std::to_string(column.size()) + " values for " +
                                             std::to_string(table.times.size()) + " times");
        for (std::size_t i = 0; i < column.size(); ++i) table.values[i][k] = column[i];
    }
    for (std::size_t i = 1; i < table.times.size(); ++i)
        if (!(table.times[i - 1] < table.times[i]))
            values.refuse("times", "time must rise from entry to entry; entry " + std::to_string(i + 1) + " does not");
    return table;
}

}  // namespace

TimeTable read_time_table(const Values& values, const std::string& directory,
                          const std::vector<std::vector<std::string>>& usual_columns) {
    if (values.given("times")) {
        if (values.given("file"))
            values.refuse("file", "'file' and 'times' are given: the rows come from one or the other");
        for (const char* name : {"time_unit", "time_zero", "columns"})
            if (values.given(name)) values.refuse(name, "this is about the times of a 'file'; 'times' are in seconds");
        return read_inline_table(values);
    }
    if (!values.given("file"))
        values.refuse("file", "the rows are missing: give a 'file', or 'times' with 'x', 'y' and 'z'");
    CsvRequest request;
    request.usual = usual_columns;
    if (values.given("columns")) {
        request.columns = split_names(values.text("columns"));
        if (request.columns.size() != 4)
            values.refuse("columns",
                          "four columns are needed, time and three components, such as \"t, x, y, z\"; read " +
                              std::to_string(request.columns.size()));
    }
    CsvTimes times;
    if (values.has("time_unit")) times.unit = values.text("time_unit");
    if (values.has("time_zero")) times.from_first_row = values.text("time_zero") == "first-row";
    const std::string path = joined_path(directory, values.text("file"));
    return parse_csv_table(read_text_file(path, values.place("file")), path, request, times);
}

Interpolation read_interpolation(const Values& values) {
    const std::string& name = values.text("interpolation");
    return name == "hold" ? Interpolation::hold : name == "cubic" ? Interpolation::cubic : Interpolation::linear;
}

std::shared_ptr<const SampledHistory> make_history(TimeTable table, const Values& values, Interpolation interpolation) {
    const std::string source = values.given("file") ? "file" : "times";
    if (table.times.size() < 2)
        values.refuse(source, "a table needs two rows at least; read " + std::to_string(table.times.size()));
    const std::string& beyond = values.text("outside");
    const Outside outside = beyond == "hold" ? Outside::hold : beyond == "zero" ? Outside::zero : Outside::error;
    const std::string name = source == "file" ? "the table '" + values.text("file") + "'" : "the table";
    return std::make_shared<SampledHistory>(std::move(table), interpolation, outside, name, values.place(source));
}

std::vector<Parameter> file_parameters(bool required) {
    return {
        {"file", Type::path, "", "", required,
         "text file with one row a line: time and three components; header, '#' lines, commas, semicolons, tabs or "
         "spaces are understood"},
        {"columns", Type::text, "", "", false,
         "the four columns to use, time first, by header name or number from 1, such as \"t, wx, wy, wz\"; needed "
         "only where the file has others too and the header does not tell"},
        {"time_unit", Type::choice, "", "", false,
         "unit of the times; left out: as the column is called (t_ms, time_us, Time [ns]), otherwise s", time_units()},
        {"time_zero",
         Type::choice,
         "",
         "\"file\"",
         false,
         "t = 0 of the run: where the file's own times are 0 (file), or at its first row (first-row), as for dates",
         {"file", "first-row"}}};
}

std::vector<Parameter> inline_table_parameters(const std::string& quantity, const std::string& unit) {
    return {{"times", Type::numbers, "s", "", false, "times of the rows, rising, in place of a file"},
            {"x", Type::numbers, unit, "", false, "first component of the " + quantity + " at these times"},
            {"y", Type::numbers, unit, "", false, "second component"},
            {"z", Type::numbers, unit, "", false, "third component"}};
}

std::vector<Parameter> interpolation_parameters() {
    return {{"interpolation",
             Type::choice,
             "",
             "\"linear\"",
             false,
             "between the rows: the last row's value (hold), a straight line (linear), or a smooth spline with "
             "continuous curvature (cubic, not-a-knot)",
             {"hold", "linear", "cubic"}},
            {"outside",
             Type::choice,
             "",
             "\"error\"",
             false,
             "before the first and after the last row: refuse the run (error), keep the end's value (hold), or zero",
             {"error", "hold", "zero"}}};
}

void tidy_switching_times(std::vector<double>& times, double end) {
    const double same = 1e-13 * end;
    std::sort(times.begin(), times.end());
    std::size_t kept = 0;
    for (const double t : times)
        if (t > same && t < end - same && (kept == 0 || t - times[kept - 1] > same)) times[kept++] = t;
    times.resize(kept);
}

}  // namespace polhode
