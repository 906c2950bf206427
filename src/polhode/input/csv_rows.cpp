#include "polhode/input/csv_rows.hpp"

#include <algorithm>

#include "polhode/base/diagnostic.hpp"
#include "polhode/input/toml_text.hpp"

namespace polhode {

namespace {

bool blank(char c) { return c == ' ' || c == '\t'; }

// Behind the closing quotation mark of the field that begins with one at `begin`; npos where it is not closed.
std::size_t end_of_quoted(std::string_view s, std::size_t begin) {
    for (std::size_t i = begin + 1;; i += 2) {
        i = s.find('"', i);
        if (i == std::string_view::npos) return i;
        if (i + 1 == s.size() || s[i + 1] != '"') return i + 1;
    }
}

// Whether the quotation mark at `i` begins a field. The separator 0 is not known yet.
bool begins_field(std::string_view line, std::size_t i, char separator) {
    if (separator == ' ') return i == 0 || blank(line[i - 1]);
    while (i > 0 && line[i - 1] == ' ') --i;
    if (i == 0) return true;
    const char before = line[i - 1];
    return separator ? before == separator : before == ',' || before == ';' || before == '\t';
}

}  // namespace

std::string_view trimmed(std::string_view s) {
    while (!s.empty() && blank(s.front())) s.remove_prefix(1);
    while (!s.empty() && blank(s.back())) s.remove_suffix(1);
    return s;
}

char separator_of(std::string_view line) {
    std::string plain;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"' && begins_field(line, i, 0)) i = std::min(end_of_quoted(line, i), line.size()) - 1;
        plain += line[i];
    }
    for (char c : {';', ',', '\t'})
        if (plain.find(c) != std::string::npos) return c;
    return ' ';
}

CsvRows::CsvRows(std::string_view text, const std::string& name) : rest_(text), name_(name) {
    if (rest_.substr(0, 3) == "\xef\xbb\xbf") rest_.remove_prefix(3);
    if (rest_.find('\n') == std::string_view::npos) line_end_ = '\r';
}

bool CsvRows::next(std::string_view& row, char separator) {
    if (rest_.empty()) return false;
    number_ = next_number_;
    const std::size_t first = rest_.find_first_not_of(" \t");
    const bool comment = first != std::string_view::npos && rest_[first] == '#';
    std::size_t end = rest_.find(line_end_);
    for (std::size_t i = comment ? end : 0; (i = rest_.substr(0, end).find('"', i)) != std::string_view::npos;) {
        if (!begins_field(rest_, i, separator)) {
            ++i;
            continue;
        }
        const std::size_t behind = end_of_quoted(rest_, i);
        if (behind == std::string_view::npos)
            throw InputError({name_, next_number_, ""},
                             "the quotation mark before '" +
                                 escaped_for_message(std::string(rest_.substr(i + 1, end - i - 1)), 32) +
                                 "' is not closed; one that is part of a text is written twice, in quotation marks");
        for (; end < behind; end = rest_.find(line_end_, end + 1)) ++next_number_;
        i = behind;
    }
    row = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (!row.empty() && row.back() == '\r') row.remove_suffix(1);
    ++next_number_;
    return true;
}

void CsvFields::split(std::string_view row, char separator) {
    cells_.clear();
    quoted_.clear();
    held_.clear();
    std::size_t i = 0;
    const auto pass_blanks = [&] {
        while (i < row.size() && blank(row[i]) && row[i] != separator) ++i;
    };
    if (separator == ' ') {
        const auto pass_all_blanks = [&] {
            while (i < row.size() && blank(row[i])) ++i;
        };
        for (pass_all_blanks(); i < row.size(); pass_all_blanks()) {
            const std::size_t begin = i;
            if (row[i] == '"') i = std::min(end_of_quoted(row, i), row.size());
            while (i < row.size() && !blank(row[i])) ++i;
            add(row.substr(begin, i - begin));
        }
        return;
    }
    for (;;) {
        pass_blanks();
        const std::size_t begin = i;
        if (i < row.size() && row[i] == '"') i = std::min(end_of_quoted(row, i), row.size());
        i = row.find(separator, i);
        add(trimmed(row.substr(begin, i - begin)));
        if (i == std::string_view::npos) return;
        ++i;
    }
}

void CsvFields::add(std::string_view field) {
    quoted_.push_back(field.size() >= 2 && field.front() == '"' && end_of_quoted(field, 0) == field.size());
    if (quoted_.back()) {
        field = field.substr(1, field.size() - 2);
        if (field.find('"') != std::string_view::npos) {
            std::string plain;
            for (std::size_t k = 0; k < field.size(); k += field[k] == '"' ? 2 : 1) plain += field[k];
            held_.push_back(std::move(plain));
            field = held_.back();
        }
    }
    cells_.push_back(field);
}

}  // namespace polhode
