#include "polhode/input/csv_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <optional>

#include "polhode/base/parse_number.hpp"
#include "polhode/base/utf8.hpp"
#include "polhode/files/input_file.hpp"
#include "polhode/input/csv_rows.hpp"
#include "polhode/input/csv_times.hpp"
#include "polhode/input/time_column.hpp"
#include "polhode/input/toml_text.hpp"

namespace polhode {

namespace {

constexpr std::size_t wanted_columns = 4;

std::string lower(std::string_view s) {
    std::string out(s);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

// Text of a file as it may stand in a message.
std::string cell_text(std::string_view s) { return escaped_for_message(std::string(s), 32); }

bool not_finite(std::string_view field) {
    std::string plain = lower(trimmed(field));
    if (!plain.empty() && (plain[0] == '+' || plain[0] == '-')) plain.erase(0, 1);
    return plain == "nan" || plain == "inf" || plain == "infinity";
}
bool meant_as_number(std::string_view field) { return parse_number(trimmed(field)).has_value() || not_finite(field); }

// Blanks around a row mean nothing, except that a tab may be a separator with an empty field at the end.
std::string_view trimmed_row(std::string_view line) {
    while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    return line.find_first_not_of(" \t") == std::string_view::npos ? std::string_view{} : line;
}

// `where` gives the Place for a complaint.
template <class Where>
double finite_number(std::string_view field, Where&& where) {
    field = trimmed(field);
    const std::optional<double> value = parse_number(field);
    if (value && std::isfinite(*value)) return *value;
    if (value) throw InputError(where(), "'" + cell_text(field) + "' is too large for a double");
    if (field.empty()) throw InputError(where(), "the field is empty; a number must stand here");
    if (not_finite(field))
        throw InputError(where(), "'" + cell_text(field) + "' cannot be used: only finite numbers can");
    if (field.find(',') != std::string_view::npos)
        throw InputError(where(), "'" + cell_text(field) + "' is not a number: decimals are written with a point");
    throw InputError(where(), "'" + cell_text(field) + "' is not a number");
}

std::string counted_columns(std::size_t n) { return std::to_string(n) + (n == 1 ? " column" : " columns"); }

void check_width(std::size_t read, std::size_t width, const CsvRows& rows, const std::string& name) {
    if (read == width) return;
    throw InputError({name, rows.number(), ""},
                     "this row has " + counted_columns(read) + ", the rows before it have " + std::to_string(width) +
                         (rows.at_end() && read < width ? "; the file seems to be cut off here" : ""));
}

std::string column_title(std::size_t column, const std::vector<std::string>& names) {
    const std::string number = "column " + std::to_string(column + 1);
    return column < names.size() ? number + " (" + cell_text(names[column]) + ")" : number;
}

class Reader {
 public:
    Reader(std::string_view text, const std::string& name, const CsvRequest& request, const CsvTimes& times)
        : text_(text), name_(name), request_(request), times_(times) {}

    TimeTable read() {
        if (text_.find('\0') != std::string_view::npos) fail(0, "", "this is not a text file: it holds zero bytes");
        CsvRows rows(text_, name_);
        std::string_view row, comment;
        CsvFields fields;
        TimeTable table;
        bool started = false;
        while (rows.next(row, started ? separator_ : '\0')) {
            row = trimmed_row(row);
            if (row.empty()) continue;
            if (row.front() == '#') {
                comment = trimmed(row.substr(1));
                continue;
            }
            if (!started) {
                started = true;
                separator_ = separator_of(row);
                fields.split(row, separator_);
                const bool header = std::none_of(fields.begin(), fields.end(), meant_as_number) &&
                                    std::any_of(fields.begin(), fields.end(), [](auto f) { return !f.empty(); });
                width_ = fields.size();
                if (header)
                    take_names(fields);
                else if (!comment.empty()) {
                    CsvFields names;
                    names.split(comment, separator_of(comment));
                    if (names.size() == width_) take_names(names);
                }
                choose_columns(rows.number());
                if (header) continue;
            } else
                fields.split(row, separator_);
            add_row(fields, rows, table);
        }
        if (table.times.empty()) fail(0, "", started ? "there is a header but no row of numbers" : "the file is empty");
        return table;
    }

 private:
    void take_names(const CsvFields& fields) {
        for (std::string_view f : fields) names_.emplace_back(trimmed(f));
    }

    std::size_t find_name(const std::string& name) const {
        const auto same = [&](const std::string& other) { return other == name; };
        auto it = std::find_if(names_.begin(), names_.end(), same);
        if (it == names_.end())
            it = std::find_if(names_.begin(), names_.end(),
                              [&](const std::string& n) { return lower(n) == lower(name); });
        return static_cast<std::size_t>(it - names_.begin());
    }

    void choose_columns(int line) {
        if (!request_.columns.empty()) {
            for (const std::string& wanted : request_.columns) columns_.push_back(column_called(wanted, line));
        } else if (!choose_usual() && width_ == wanted_columns) {
            columns_ = {0, 1, 2, 3};
        }
        if (columns_.size() != wanted_columns)
            fail(line, "",
                 "read " + std::to_string(width_) + (width_ == 1 ? " column" : " columns") +
                     "; needed: time and three components" +
                     (width_ > wanted_columns ? "; say which with columns = \"" + example() + "\"" : ""));
        choose_time_unit(line);
    }

    bool choose_usual() {
        for (const std::vector<std::string>& set : request_.usual) {
            std::vector<std::size_t> found;
            for (const std::string& name : set) {
                std::size_t i = find_name(name);
                if (i == names_.size() && name == "t") i = find_name("time");
                if (i == names_.size() && name == "t") i = find_time();
                if (i < names_.size()) found.push_back(i);
            }
            if (found.size() == wanted_columns) {
                columns_ = found;
                return true;
            }
        }
        return false;
    }

    // t_ms, Time [us], timestamp ...: the first of them
    std::size_t find_time() const {
        return static_cast<std::size_t>(
            std::find_if(names_.begin(), names_.end(), [](const std::string& n) { return time_column(n).time; }) -
            names_.begin());
    }

    // By what the scenario says or the column is called; where neither does, seconds.
    void choose_time_unit(int line) {
        const TimeColumn said = columns_[0] < names_.size() ? time_column(names_[columns_[0]]) : TimeColumn{};
        const std::string column = column_title(columns_[0], names_);
        if (!said.unknown.empty())
            fail(line, column, "times are read in s, ms, us or ns, and not in '" + said.unknown + "'");
        if (!times_.unit.empty() && !said.unit.empty() && said.unit != times_.unit)
            fail(line, column,
                 "its name says '" + said.unit + "', and the scenario says time_unit = \"" + times_.unit + "\"");
        if (times_.unit.empty() && said.ambiguous)
            fail(line, column,
                 "this name does not say in which unit the times are; say so with time_unit = \"s\", \"ms\", \"us\" or "
                 "\"ns\"");
        units_ = units_to_a_second(times_.unit.empty() ? said.unit : times_.unit);
    }

    // A date is no time of a run: the first of January 1973 has 1e8 s, and no run begins after three years.
    void refuse_date(double t, int line) const {
        constexpr double latest_start = 1e8;
        if (!(std::fabs(t) >= latest_start)) return;
        char text[192];
        std::snprintf(text, sizeof text,
                      "the first row stands at t = %.10g s, which is a date rather than a time of the run; say "
                      "time_zero = \"first-row\" to count time from it",
                      t);
        fail(line, column_title(columns_[0], names_), text);
    }

    std::string example() const {
        if (names_.size() < wanted_columns) return "1, 2, 3, 4";
        return names_[0] + ", " + names_[1] + ", " + names_[2] + ", " + names_[3];
    }

    std::size_t column_called(const std::string& wanted, int line) const {
        const std::size_t i = find_name(wanted);
        if (i < names_.size()) return i;
        const bool number = !wanted.empty() && wanted.size() < 6 &&
                            std::all_of(wanted.begin(), wanted.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (number) {
            const auto k = static_cast<std::size_t>(std::stoul(wanted));
            if (k >= 1 && k <= width_) return k - 1;
            fail(line, "", "there is no column " + wanted + ": the file has " + std::to_string(width_));
        }
        if (names_.empty())
            fail(line, "",
                 "there is no header line, so that no column can be called '" + wanted +
                     "': name columns by number, counted from 1");
        const std::string near = nearest_name(wanted, names_);
        fail(line, "",
             "there is no column '" + wanted + "'; the header has " + listed(names_) +
                 (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }

    void add_row(const CsvFields& fields, const CsvRows& rows, TimeTable& table) {
        const int line = rows.number();
        check_width(fields.size(), width_, rows, name_);
        double row[wanted_columns];
        for (std::size_t k = 0; k < wanted_columns; ++k)
            row[k] = finite_number(fields[columns_[k]], [&] {
                return Place{name_, line, column_title(columns_[k], names_)};
            });
        if (times_.from_first_row) row[0] = from_first_row_(trimmed(fields[columns_[0]]), row[0]);
        if (units_ != 1) row[0] /= units_;
        if (table.times.empty() && !times_.from_first_row) refuse_date(row[0], line);
        if (!table.times.empty() && !(table.times.back() < row[0])) {
            char text[96];
            std::snprintf(text, sizeof text, "time must rise from row to row: %.17g comes after %.17g", row[0],
                          table.times.back());
            fail(line, column_title(columns_[0], names_), text);
        }
        table.times.push_back(row[0]);
        table.values.push_back({row[1], row[2], row[3]});
    }

    [[noreturn]] void fail(int line, const std::string& column, const std::string& what) const {
        throw InputError(Place{name_, line, column}, what);
    }

    std::string_view text_;
    const std::string& name_;
    const CsvRequest& request_;
    const CsvTimes times_;
    char separator_ = ',';
    std::size_t width_ = 0;
    std::vector<std::string> names_;
    std::vector<std::size_t> columns_;
    double units_ = 1;  // to a second
    TimesFromFirstRow from_first_row_;
};

}  // namespace

std::string read_text_file(const std::string& path, const Place& asked) {
    InputBytes file = read_input_file(path);
    // the place names the file already where nobody but the command line asked for it
    const bool named = asked.file == path && asked.line == 0 && asked.key.empty();
    const std::string cannot = named ? "cannot be read: " : "cannot read '" + path + "': ";
    if (!file.fault.empty()) throw InputError(asked, cannot + file.fault);
    if (file.cut_off)
        throw InputError(asked, cannot + "it is larger than " + std::to_string(largest_table >> 30) +
                                    " GB; tables are held in memory");
    return std::move(file.bytes);
}

TimeTable parse_csv_table(std::string_view text, const std::string& name, const CsvRequest& request) {
    return parse_csv_table(text, name, request, {});
}

TimeTable parse_csv_table(std::string_view text, const std::string& name, const CsvRequest& request,
                          const CsvTimes& times) {
    return Reader(text, name, request, times).read();
}

namespace {

void check_utf8(std::string_view field, const Place& place) {
    const std::size_t i = first_not_utf8(field);
    if (i == std::string_view::npos) return;
    char byte[8];
    std::snprintf(byte, sizeof byte, "0x%02X", static_cast<unsigned>(static_cast<unsigned char>(field[i])));
    throw InputError(place, std::string("byte ") + byte + " is not valid UTF-8; save the file as UTF-8 text");
}

// The rows of a table of cases, the header among them.
class CaseRows {
 public:
    CaseRows(std::string_view text, const std::string& name) : rows_(text, name), name_(name) {
        if (text.find('\0') != std::string_view::npos) fail(0, "this is not a text file: it holds zero bytes");
        if (!next(header_)) fail(0, "the file is empty");
        for (const std::string_view f : header_) {
            if (meant_as_number(f))
                fail(rows_.number(),
                     "a file of cases begins with a line of names, one for each column; read '" + cell_text(f) + "'");
            check_utf8(f, {name_, rows_.number(), "column " + std::to_string(titles_.size() + 1)});
            titles_.emplace_back(trimmed(f));
        }
        header_line_ = rows_.number();
    }
    CaseHeader header() const { return {titles_, header_line_}; }
    bool next_case(CsvFields& fields) {
        if (!next(fields)) return false;
        if (separator_ == ' ' && fields.size() < titles_.size())
            fail(rows_.number(), "this row has " + counted_columns(fields.size()) + ", the header has " +
                                     std::to_string(titles_.size()) +
                                     ": blanks separate them where there is no comma, semicolon or tab; a title with "
                                     "blanks stands in quotation marks then");
        check_width(fields.size(), titles_.size(), rows_, name_);
        return true;
    }
    int line() const { return rows_.number(); }
    Place place(std::size_t column) const { return {name_, rows_.number(), column_title(column, titles_)}; }
    [[noreturn]] void fail(int line, const std::string& what) const { throw InputError({name_, line, ""}, what); }

 private:
    bool next(CsvFields& fields) {
        std::string_view row;
        while (rows_.next(row, separator_)) {
            row = trimmed_row(row);
            if (row.empty() || row.front() == '#') continue;
            if (!separator_) separator_ = separator_of(row);
            fields.split(row, separator_);
            return true;
        }
        return false;
    }

    CsvRows rows_;
    const std::string& name_;
    char separator_ = '\0';
    CsvFields header_;
    std::vector<std::string> titles_;
    int header_line_ = 0;
};

}  // namespace

CaseHeader parse_case_header(std::string_view text, const std::string& name) { return CaseRows(text, name).header(); }

namespace {

// "1,5": what a program that writes decimals with a comma means as a number.
bool has_decimal_comma(std::string_view field) {
    std::string plain(trimmed(field));
    const std::size_t comma = plain.find(',');
    if (comma == std::string::npos) return false;
    plain[comma] = '.';
    return parse_number(plain).has_value();
}

// What the cells of a column have in common; decided before the first of them is used.
class ColumnForm {
 public:
    explicit ColumnForm(bool label) : label_(label) {}

    void look_at(std::string_view field, bool quoted, const CaseRows& rows, std::size_t column) {
        if (trimmed(field).empty()) return;
        const auto where = [&] { return rows.place(column); };
        if (!quoted && has_decimal_comma(field)) (void)finite_number(field, where);
        if (meant_as_number(field)) {
            has_number_ = true;
            if (quoted) return;
            has_plain_number_ = true;
            if (!label_ && !first_text_.empty())
                throw InputError(where(), "'" + cell_text(field) +
                                              "' is a number, but the column begins with the text '" +
                                              cell_text(first_text_) + "'; in quotation marks it is a text too");
            return;
        }
        if (!label_ && has_plain_number_) (void)finite_number(field, where);
        if (!first_text_.empty()) return;
        first_text_ = field;
        first_place_ = where();
    }

    // A column in which nothing stands is one of texts where texts may be empty.
    bool is_text() const { return !first_text_.empty() || (label_ && !has_number_); }
    void tell_odd(CaseColumn& column) const {
        if (first_text_.empty() || !has_number_) return;
        column.odd_text = first_text_;
        column.odd_place = first_place_;
    }

 private:
    bool label_, has_number_ = false, has_plain_number_ = false;
    std::string first_text_;
    Place first_place_;
};

}  // namespace

CaseTable parse_case_table(std::string_view text, const std::string& name, const std::vector<CaseWanted>& wanted) {
    std::vector<ColumnForm> forms;
    for (const CaseWanted& w : wanted) forms.emplace_back(w.label);
    {
        CaseRows rows(text, name);
        bool any = false;
        for (CsvFields fields; rows.next_case(fields); any = true)
            for (std::size_t k = 0; k < wanted.size(); ++k)
                forms[k].look_at(fields[wanted[k].column], fields.quoted(wanted[k].column), rows, wanted[k].column);
        if (!any) rows.fail(0, "there is a header but no case");
    }
    CaseRows rows(text, name);
    CaseTable table;
    table.columns.resize(wanted.size());
    for (std::size_t k = 0; k < wanted.size(); ++k) forms[k].tell_odd(table.columns[k]);
    std::vector<std::map<std::string, double, std::less<>>> places(wanted.size());  // of the texts of a column
    for (CsvFields fields; rows.next_case(fields);) {
        table.lines.push_back(rows.line());
        for (std::size_t k = 0; k < wanted.size(); ++k) {
            CaseColumn& column = table.columns[k];
            const std::string_view field = fields[wanted[k].column];
            const auto where = [&] { return rows.place(wanted[k].column); };
            const bool empty = trimmed(field).empty();
            if (empty && !(forms[k].is_text() && wanted[k].label))
                throw InputError(where(), std::string("the field is empty; a ") +
                                              (forms[k].is_text() ? "text" : "number") + " must stand here");
            if (!forms[k].is_text()) {
                column.numbers.push_back(finite_number(field, where));
                continue;
            }
            const auto known = places[k].find(field);
            if (known != places[k].end()) {
                column.numbers.push_back(known->second);
                continue;
            }
            check_utf8(field, where());
            const auto place = static_cast<double>(column.texts.size());
            places[k].emplace(std::string(field), place);
            column.texts.emplace_back(field);
            column.text_lines.push_back(rows.line());
            column.numbers.push_back(place);
        }
    }
    return table;
}

std::vector<std::string> split_names(const std::string& list) {
    CsvFields fields;
    fields.split(list, separator_of(list));
    return {fields.begin(), fields.end()};
}

}  // namespace polhode
