#include "csv_table.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "parse_number.hpp"

namespace polhode {

namespace {

constexpr std::size_t wanted_columns = 4;

bool blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view s) {
    while (!s.empty() && blank(s.front())) s.remove_prefix(1);
    while (!s.empty() && blank(s.back())) s.remove_suffix(1);
    return s;
}

std::string lower(std::string_view s) {
    std::string out(s);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

// Text of a file as it may stand in a message.
std::string shown(std::string_view s) {
    constexpr std::size_t longest = 32;
    std::string out;
    for (char c : s.substr(0, longest)) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    return out + (s.size() > longest ? "..." : "");
}

// Lines one by one, without their ends, counted from 1.
class Lines {
 public:
    explicit Lines(std::string_view text) : rest_(text) {
        if (rest_.substr(0, 3) == "\xef\xbb\xbf") rest_.remove_prefix(3);
    }
    bool next(std::string_view& line) {
        if (rest_.empty()) return false;
        const std::size_t end = rest_.find('\n');
        line = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        ++number_;
        return true;
    }
    int number() const { return number_; }
    bool at_end() const { return rest_.find_first_not_of(" \t\r\n") == std::string_view::npos; }

 private:
    std::string_view rest_;
    int number_ = 0;
};

char separator_of(std::string_view line) {
    for (char c : {';', ',', '\t'})
        if (line.find(c) != std::string_view::npos) return c;
    return ' ';
}

// The fields of a line, into a list that is used again for every line.
void split(std::string_view line, char separator, std::vector<std::string_view>& fields) {
    fields.clear();
    if (separator == ' ') {
        for (std::size_t i = 0; i < line.size();) {
            while (i < line.size() && blank(line[i])) ++i;
            const std::size_t begin = i;
            while (i < line.size() && !blank(line[i])) ++i;
            if (i > begin) fields.push_back(line.substr(begin, i - begin));
        }
        return;
    }
    for (;;) {
        const std::size_t end = line.find(separator);
        fields.push_back(trimmed(line.substr(0, end)));
        if (end == std::string_view::npos) return;
        line.remove_prefix(end + 1);
    }
}

std::string_view unquoted(std::string_view s) {
    if (s.size() >= 2 && s.front() == '"' && s.back() == '"') s = trimmed(s.substr(1, s.size() - 2));
    return s;
}

bool not_finite(std::string_view field) {
    std::string plain = lower(field);
    if (!plain.empty() && (plain[0] == '+' || plain[0] == '-')) plain.erase(0, 1);
    return plain == "nan" || plain == "inf" || plain == "infinity";
}
bool meant_as_number(std::string_view field) { return parse_number(field).has_value() || not_finite(field); }

// Blanks around a row mean nothing, except that a tab may be a separator with an empty field at the end.
std::string_view trimmed_row(std::string_view line) {
    while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    return line.find_first_not_of(" \t") == std::string_view::npos ? std::string_view{} : line;
}

// `where` gives the Place for a complaint.
template <class Where>
double finite_number(std::string_view field, Where&& where) {
    const std::optional<double> value = parse_number(field);
    if (value && std::isfinite(*value)) return *value;
    if (value) throw InputError(where(), "'" + shown(field) + "' is too large for a double");
    if (field.empty()) throw InputError(where(), "the field is empty; a number must stand here");
    if (not_finite(field)) throw InputError(where(), "'" + shown(field) + "' cannot be used: only finite numbers can");
    if (field.find(',') != std::string_view::npos)
        throw InputError(where(), "'" + shown(field) + "' is not a number: decimals are written with a point");
    throw InputError(where(), "'" + shown(field) + "' is not a number");
}

std::string counted_columns(std::size_t n) { return std::to_string(n) + (n == 1 ? " column" : " columns"); }

void check_width(std::size_t read, std::size_t width, const Lines& lines, const std::string& name) {
    if (read == width) return;
    throw InputError({name, lines.number(), ""},
                     "this row has " + counted_columns(read) + ", the rows before it have " + std::to_string(width) +
                         (lines.at_end() && read < width ? "; the file seems to be cut off here" : ""));
}

std::string column_title(std::size_t column, const std::vector<std::string>& names) {
    const std::string number = "column " + std::to_string(column + 1);
    return column < names.size() ? number + " (" + shown(names[column]) + ")" : number;
}

class Reader {
 public:
    Reader(std::string_view text, const std::string& name, const CsvRequest& request)
        : text_(text), name_(name), request_(request) {}

    TimeTable read() {
        if (text_.find('\0') != std::string_view::npos) fail(0, "", "this is not a text file: it holds zero bytes");
        Lines lines(text_);
        std::string_view line, comment;
        std::vector<std::string_view> fields;
        TimeTable table;
        bool started = false;
        while (lines.next(line)) {
            line = trimmed_row(line);
            if (line.empty()) continue;
            if (line.front() == '#') {
                comment = trimmed(line.substr(1));
                continue;
            }
            if (!started) {
                started = true;
                separator_ = separator_of(line);
                split(line, separator_, fields);
                const bool header = std::none_of(fields.begin(), fields.end(), meant_as_number) &&
                                    std::any_of(fields.begin(), fields.end(), [](auto f) { return !f.empty(); });
                width_ = fields.size();
                if (header)
                    take_names(fields);
                else if (!comment.empty()) {
                    std::vector<std::string_view> names;
                    split(comment, separator_of(comment), names);
                    if (names.size() == width_) take_names(names);
                }
                choose_columns(lines.number());
                if (header) continue;
            } else
                split(line, separator_, fields);
            add_row(fields, lines, table);
        }
        if (table.times.empty()) fail(0, "", started ? "there is a header but no row of numbers" : "the file is empty");
        return table;
    }

 private:
    void take_names(const std::vector<std::string_view>& fields) {
        for (std::string_view f : fields) names_.emplace_back(unquoted(f));
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
    }

    bool choose_usual() {
        for (const std::vector<std::string>& set : request_.usual) {
            std::vector<std::size_t> found;
            for (const std::string& name : set) {
                std::size_t i = find_name(name);
                if (i == names_.size() && name == "t") i = find_name("time");
                if (i < names_.size()) found.push_back(i);
            }
            if (found.size() == wanted_columns) {
                columns_ = found;
                return true;
            }
        }
        return false;
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

    void add_row(const std::vector<std::string_view>& fields, const Lines& lines, TimeTable& table) const {
        const int line = lines.number();
        check_width(fields.size(), width_, lines, name_);
        double row[wanted_columns];
        for (std::size_t k = 0; k < wanted_columns; ++k)
            row[k] = finite_number(fields[columns_[k]], [&] {
                return Place{name_, line, column_title(columns_[k], names_)};
            });
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
    char separator_ = ',';
    std::size_t width_ = 0;
    std::vector<std::string> names_;
    std::vector<std::size_t> columns_;
};

}  // namespace

std::string read_text_file(const std::string& path, const Place& asked) {
    const auto fail = [&](int error) -> void {
        throw InputError(asked, "cannot read '" + path +
                                    "': " + (error == EISDIR ? "it is a directory, not a file" : std::strerror(error)));
    };
    errno = 0;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) fail(errno);
    std::string text;
    char buffer[1 << 16];
    for (;;) {
        const std::size_t n = std::fread(buffer, 1, sizeof buffer, file.get());
        text.append(buffer, n);
        if (n < sizeof buffer) break;
    }
    if (std::ferror(file.get())) fail(errno);
    return text;
}

TimeTable parse_csv_table(std::string_view text, const std::string& name, const CsvRequest& request) {
    return Reader(text, name, request).read();
}

std::vector<CaseColumn> parse_case_table(std::string_view text, const std::string& name) {
    const auto fail = [&](int line, const std::string& what) { throw InputError({name, line, ""}, what); };
    if (text.find('\0') != std::string_view::npos) fail(0, "this is not a text file: it holds zero bytes");
    Lines lines(text);
    std::string_view line;
    std::vector<std::string_view> fields;
    std::vector<std::string> names;
    std::vector<CaseColumn> columns;
    std::vector<std::map<std::string, double, std::less<>>> places;  // of the texts of a column
    char separator = ',';
    while (lines.next(line)) {
        line = trimmed_row(line);
        if (line.empty() || line.front() == '#') continue;
        if (columns.empty()) {
            separator = separator_of(line);
            split(line, separator, fields);
            for (const std::string_view f : fields) {
                if (meant_as_number(f))
                    fail(lines.number(),
                         "a file of cases begins with a line of names, one for each column; read '" + shown(f) + "'");
                const std::string title(unquoted(f));
                if (title.empty()) fail(lines.number(), "a column has no name; the header names every column");
                if (std::find(names.begin(), names.end(), title) != names.end())
                    fail(lines.number(), "the name '" + shown(title) + "' stands twice in the header");
                names.push_back(title);
                columns.push_back({title, {}, {}});
            }
            places.resize(columns.size());
            continue;
        }
        split(line, separator, fields);
        check_width(fields.size(), columns.size(), lines, name);
        for (std::size_t k = 0; k < columns.size(); ++k) {
            CaseColumn& column = columns[k];
            const std::string_view field = unquoted(fields[k]);
            const bool first = column.numbers.empty();
            const auto where = [&] { return Place{name, lines.number(), column_title(k, names)}; };
            if (first ? field.empty() || meant_as_number(field) : column.texts.empty()) {
                column.numbers.push_back(finite_number(field, where));
                continue;
            }
            if (meant_as_number(field))
                throw InputError(where(), "'" + shown(field) + "' is a number, but the column begins with the text '" +
                                              shown(column.texts.front()) + "'");
            if (field.empty()) throw InputError(where(), "the field is empty; a text must stand here");
            const auto known = places[k].find(field);
            if (known != places[k].end()) {
                column.numbers.push_back(known->second);
                continue;
            }
            const auto place = static_cast<double>(column.texts.size());
            places[k].emplace(std::string(field), place);
            column.texts.emplace_back(field);
            column.numbers.push_back(place);
        }
    }
    if (columns.empty()) fail(0, "the file is empty");
    if (columns.front().numbers.empty()) fail(0, "there is a header but no case");
    return columns;
}

std::vector<std::string> split_names(const std::string& list) {
    std::vector<std::string_view> fields;
    split(list, separator_of(list), fields);
    return {fields.begin(), fields.end()};
}

}  // namespace polhode
