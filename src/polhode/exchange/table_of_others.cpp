#include "polhode/exchange/table_of_others.hpp"

#include <algorithm>

#include "polhode/base/shortest.hpp"
#include "polhode/exchange/imported.hpp"
#include "polhode/exchange/text_lines.hpp"
#include "polhode/files/input_file.hpp"
#include "polhode/input/csv_rows.hpp"
#include "polhode/input/csv_table.hpp"
#include "polhode/input/time_column.hpp"
#include "polhode/output/output_format.hpp"
#include "polhode/registry/table_reader.hpp"

namespace polhode {

namespace {

constexpr double radians_in_a_degree = 3.14159265358979323846 / 180;

std::string text_literal(const std::string& text) {
    TomlNode node;
    node.kind = TomlNode::Kind::text;
    node.text = text;
    return toml_literal(node);
}

Values words_as_values(const std::map<std::string, std::string>& words, const std::string& file) {
    TomlNode table;
    table.place = {file, 0, ""};
    for (const auto& [key, text] : words) {
        TomlNode node;
        node.kind = TomlNode::Kind::text;
        node.name = key;
        node.place = {file, 0, key};
        node.text = text;
        table.items.push_back(node);
    }
    Values values = read_values(table, table_words());
    for (const char* key : {"rate_unit", "rate_frame"})
        if (values.given("rate") && !values.given(key))
            throw InputError({file, 0, key},
                             "the rates need a word on it: 'rate_unit' is rad/s or deg/s, 'rate_frame' "
                             "body or world");
    return values;
}

// Places of columns named by their title or by their number, counted from 1.
class NamedColumns {
 public:
    NamedColumns(const Values& values, std::vector<std::string> titles, std::size_t count, const Place& place)
        : values_(values), titles_(std::move(titles)), count_(count), place_(place) {}

    std::vector<std::size_t> of(const char* key, std::size_t n) const {
        const std::vector<std::string> names = split_names(values_.text(key));
        if (names.size() != n)
            values_.refuse(key, std::to_string(n) + " columns are wanted, and " + std::to_string(names.size()) +
                                    " are named in '" + values_.text(key) + "'");
        std::vector<std::size_t> places;
        for (const std::string& name : names) places.push_back(place_of(name, key));
        return places;
    }

 private:
    std::size_t place_of(const std::string& name, const char* key) const {
        const auto found = std::find(titles_.begin(), titles_.end(), name);
        if (found != titles_.end()) return static_cast<std::size_t>(found - titles_.begin());
        if (!name.empty() && name.size() < 6 && name.find_first_not_of("0123456789") == std::string::npos) {
            const auto number = static_cast<std::size_t>(std::stoul(name));
            if (number >= 1 && number <= count_) return number - 1;
            values_.refuse(key, "there is no column " + name + "; the row in line " + std::to_string(place_.line) +
                                    " has " + std::to_string(count_));
        }
        const std::string near = nearest_name(name, titles_);
        values_.refuse(key, "there is no column '" + name + "'" +
                                (titles_.empty() ? "; the file has no header, so columns are numbered from 1"
                                                 : "; known: " + listed(titles_)) +
                                (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }

    const Values& values_;
    std::vector<std::string> titles_;
    std::size_t count_;
    Place place_;
};

class TableReader {
 public:
    TableReader(ByteSource& source, const ImportRequest& request, ImportGate& gate)
        : source_(source), gate_(gate), values_(words_as_values(request.says, table_words_file(source.name()))) {}

    void read() {
        begin();
        do take_row();
        while (next_row());
    }

 private:
    bool next_row() {
        while (lines_.next(line_))
            if (!trimmed(line_).empty() && line_[0] != '#') return true;
        return false;
    }

    // The header, if there is one, and the first row.
    void begin() {
        std::vector<std::string> titles;
        if (!next_row()) throw InputError({source_.name(), 0, ""}, "there is no row in it");
        separator_ = separator_of(line_);
        fields_.split(line_, separator_);
        const bool header = std::none_of(fields_.begin(), fields_.end(), [](std::string_view field) {
            return !field.empty() && (std::isdigit(static_cast<unsigned char>(field.back())) != 0) &&
                   field.find_first_not_of("+-.eE0123456789") == std::string_view::npos;
        });
        if (header) {
            titles.assign(fields_.begin(), fields_.end());
            if (!next_row()) throw InputError({source_.name(), 0, ""}, "there is no row in it");
            fields_.split(line_, separator_);
        }
        count_ = header ? titles.size() : fields_.size();
        const NamedColumns columns(values_, titles, count_, lines_.place());
        time_ = columns.of("time", 1)[0];
        q_ = columns.of("quaternion", 4);
        if (values_.given("rate")) w_ = columns.of("rate", 3);
        ImportedHead head;
        head.what = "table";
        head.rates = !w_.empty();
        head.frame = values_.has("frame") ? values_.text("frame") : "";
        head.body_frame = values_.has("body_frame") ? values_.text("body_frame") : "";
        gate_.head(head);
    }

    void take_row() {
        const Place place = lines_.place();
        fields_.split(line_, separator_);
        if (fields_.size() != count_)
            throw InputError(place, std::to_string(fields_.size()) + " columns in place of " + std::to_string(count_));
        const auto number = [&](std::size_t i) { return finite_number(fields_[i], place); };
        ImportedRow row;
        row.t = number(time_);
        if (values_.text("time_zero") == "first-row") row.t = from_first_(fields_[time_], row.t);
        row.t /= units_to_a_second(values_.text("time_unit"));
        double q[4];
        for (std::size_t i = 0; i < 4; ++i) q[i] = number(q_[i]);
        row.q_NB = values_.text("scalar") == "first" ? Quaternion<double>{q[0], q[1], q[2], q[3]}
                                                     : Quaternion<double>{q[3], q[0], q[1], q[2]};
        if (values_.text("direction") == "world-to-body") row.q_NB = conjugate(row.q_NB);
        if (!w_.empty()) {
            Vec3<double> w{number(w_[0]), number(w_[1]), number(w_[2])};
            if (values_.text("rate_unit") == "deg/s") w = radians_in_a_degree * w;
            row.w_NB_B = values_.text("rate_frame") == "world" ? to_body(row.q_NB, w) : w;
        }
        gate_.row(row, place);
    }

    ByteSource& source_;
    ImportGate& gate_;
    Values values_;
    TextLines lines_{source_};
    CsvFields fields_;
    TimesFromFirstRow from_first_;
    std::string_view line_;
    char separator_ = ',';
    std::size_t count_ = 0, time_ = 0;
    std::vector<std::size_t> q_, w_;
};

}  // namespace

std::vector<Parameter> table_words() {
    return {{"time", Type::text, "", "", true, "the column of times, by title or number (from 1)"},
            {"time_unit", Type::choice, "", "\"s\"", false, "unit of the times", time_units()},
            {"time_zero",
             Type::choice,
             "",
             "\"file\"",
             false,
             "t = 0 is that of the file, or its first row",
             {"file", "first-row"}},
            {"quaternion", Type::text, "", "", true, "the four columns of the attitude: \"q1, q2, q3, q4\""},
            {"scalar",
             Type::choice,
             "",
             "",
             true,
             "whether the scalar stands first or last of the four",
             {"first", "last"}},
            {"direction",
             Type::choice,
             "",
             "",
             true,
             "which components the quaternion turns into which",
             {"body-to-world", "world-to-body"}},
            {"rate", Type::text, "", "", false, "the three columns of the rate: \"wx, wy, wz\""},
            {"rate_unit", Type::choice, "", "", false, "unit of the rate", {"rad/s", "deg/s"}},
            {"rate_frame", Type::choice, "", "", false, "axes of the rate's components", {"body", "world"}},
            {"frame", Type::text, "", "", false, "name of the world's axes"},
            {"body_frame", Type::text, "", "", false, "name of the body's axes"}};
}

std::string table_words_file(const std::string& path) { return path + ".toml"; }

std::map<std::string, std::string> remembered_words(const std::string& path,
                                                    const std::map<std::string, std::string>& said_now) {
    std::map<std::string, std::string> words;
    const std::string file = table_words_file(path);
    const InputBytes held = read_input_file(file, 1 << 16);
    if (!held.missing) {
        if (!held.fault.empty()) throw InputError({file, 0, ""}, held.fault);
        const TomlNode root = parse_toml(held.bytes, file);
        (void)read_values(root, table_words());  // complains with the line
        for (const TomlNode& node : root.items) words[node.name] = node.text;
    }
    for (const auto& [key, text] : said_now) words[key] = text;
    return words;
}

std::string table_words_text(const std::map<std::string, std::string>& words) {
    std::string text = "# What the columns of the table beside this file are, for `polhode import --from table`.\n";
    for (const Parameter& p : table_words())
        if (const auto found = words.find(p.name); found != words.end())
            text += p.name + " = " + text_literal(found->second) + "\n";
    return text;
}

OutputFormat table_format() {
    OutputFormat format;
    format.entry = {"format", "table", "a table of anybody, whose columns are named with --say or in FILE.toml",
                    table_words()};
    format.keeps = "time, attitude and rates as the columns are said to be";
    format.ending = ".csv.toml";
    format.read = [](ByteSource& source, const ImportRequest& request, ImportGate& gate) {
        TableReader(source, request, gate).read();
    };
    return format;
}

}  // namespace polhode
