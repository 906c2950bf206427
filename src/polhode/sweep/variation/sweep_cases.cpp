#include "polhode/sweep/variation/sweep_cases.hpp"

#include <algorithm>

#include "polhode/input/csv_table.hpp"
#include "polhode/sweep/variation/sweep_lists.hpp"

namespace polhode {

using ensemble::DrawKind;
using Kind = TomlNode::Kind;

namespace {

// Places in the header of the columns that the table names; of all where it names none.
std::vector<std::size_t> columns_used(const TomlNode& table, const std::vector<std::string>& titles,
                                      const std::string& path) {
    std::vector<std::size_t> used;
    if (const TomlNode* columns = table.find("columns")) {
        for (const std::string& wanted : texts_in(*columns, "the names of columns in the file")) {
            const auto found = std::find(titles.begin(), titles.end(), wanted);
            if (found == titles.end()) {
                const std::string near = nearest_name(wanted, titles);
                throw InputError(columns->place, "there is no column '" + escaped_for_message(wanted) + "' in " + path +
                                                     "; its header has " + listed(titles) +
                                                     (near.empty() ? "" : "; did you mean '" + near + "'?"));
            }
            used.push_back(static_cast<std::size_t>(found - titles.begin()));
        }
    } else {
        for (std::size_t i = 0; i < titles.size(); ++i) used.push_back(i);
    }
    return used;
}

// A label is the text that it is; any other cell is what --set would make of it.
TomlNode value_in_cell(const std::string& text, bool label, Place place) {
    place.key = escaped_for_message(place.key);
    TomlNode node;
    if (!label && (text.find('\n') == std::string::npos || text.find_first_of("[{") == 0))
        node = parse_toml_value(text, place);
    if (label || node.kind == Kind::date || (node.kind == Kind::table && text.find('{') != 0)) {
        node = TomlNode{};
        node.kind = Kind::text;
        node.text = text;
        node.place = place;
    }
    return node;
}

}  // namespace

void read_sweep_cases(const TomlNode& table, const Values& values, const std::string& path, SweepVariation& variation,
                      std::vector<double>& numbers) {
    const std::string text = read_text_file(path, values.place("file"));
    const CaseHeader header = parse_case_header(text, path);
    const std::vector<std::string>& titles = header.titles;
    variation.header = {path, header.line, ""};
    const std::vector<std::size_t> used = columns_used(table, titles, path);
    if (used.size() > static_cast<std::size_t>(ensemble::most_columns)) refuse_too_many_columns(values.place("file"));
    for (const std::size_t i : used) {
        if (titles[i].empty())
            throw InputError(
                variation.header,
                "column " + std::to_string(i + 1) +
                    " has no name; the header names every column that is used, and `columns` says which are");
        if (std::count(titles.begin(), titles.end(), titles[i]) > 1)
            throw InputError(variation.header,
                             "the name '" + escaped_for_message(titles[i]) + "' stands twice in the header");
        variation.titles.push_back(titles[i]);
        variation.places.push_back(i);
    }
    std::vector<CaseWanted> wanted;
    for (const std::size_t i : used) wanted.push_back({i, !table.find("keys") && !title_is_key(titles[i])});
    CaseTable cases = parse_case_table(text, path, wanted);
    const std::size_t rows = cases.lines.size();
    std::vector<double> kept;
    for (std::size_t i = 0; i < rows; ++i)
        for (const CaseColumn& c : cases.columns) kept.push_back(c.numbers[i]);
    variation.draw.kind = DrawKind::list;
    variation.draw.count = rows;
    variation.draw.table = static_cast<long long>(numbers.size());
    numbers.insert(numbers.end(), kept.begin(), kept.end());
    variation.lines = std::move(cases.lines);
    variation.width = static_cast<int>(used.size());
    variation.choices.resize(used.size());
    for (std::size_t k = 0; k < used.size(); ++k) {
        const CaseColumn& column = cases.columns[k];
        for (std::size_t i = 0; i < column.texts.size(); ++i)
            variation.choices[k].push_back(
                value_in_cell(column.texts[i], wanted[k].label, {path, column.text_lines[i], variation.titles[k]}));
        variation.odd_texts.push_back({column.odd_text, column.odd_place});
    }
}

bool title_is_key(const std::string& title) {
    if (title.find('.') != std::string::npos) return true;
    // an item of a list: "torque[1]", but not "mass [kg]"
    const std::size_t open = title.find('[');
    if (open == 0 || open == std::string::npos || title.back() != ']') return false;
    const std::string before = title.substr(0, open), inside = title.substr(open + 1, title.size() - open - 2);
    return before.find(' ') == std::string::npos && !inside.empty() &&
           std::all_of(inside.begin(), inside.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace polhode
