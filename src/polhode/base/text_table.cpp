#include "polhode/base/text_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "polhode/base/utf8.hpp"

namespace polhode {

namespace {

std::string spaces(int n) { return std::string(static_cast<std::size_t>(std::max(n, 0)), ' '); }

std::string trimmed_end(std::string line) {
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
}

}  // namespace

std::string without_control_characters(std::string_view text) {
    std::string clean;
    for (std::size_t i = 0; i < text.size();) {
        std::uint32_t code_point = 0;
        const std::size_t length = utf8_length(text, i, code_point);
        if (length == 0)
            clean += "\xef\xbf\xbd";
        else if (code_point < 0x20 || (code_point >= 0x7f && code_point < 0xa0))
            clean += ' ';
        else
            clean += text.substr(i, length);
        i += length == 0 ? 1 : length;
    }
    return clean;
}

std::string readable(double x, int digits) {
    if (std::isnan(x)) return "not a number";
    if (std::isinf(x)) return x > 0 ? "infinite" : "-infinite";
    char text[64];
    std::snprintf(text, sizeof text, "%.*g", digits, x);
    return std::string(text) == "-0" ? "0" : text;
}

std::string readable_seconds(double s) {
    if (!std::isfinite(s)) return readable(s);
    const double a = std::fabs(s);
    if (a == 0) return "0 s";
    if (a < 1e-6) return readable(s * 1e9, 4) + " ns";
    if (a < 1e-3) return readable(s * 1e6, 4) + " µs";
    if (a < 1) return readable(s * 1e3, 4) + " ms";
    return readable(s, 6) + " s";
}

std::string readable_count(long n) {
    const std::string digits = std::to_string(n < 0 ? -n : n);
    std::string text = n < 0 ? "-" : "";
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0 && digits.size() > 4) text += ' ';
        text += digits[i];
    }
    return text;
}

void TextTable::row(std::string label, std::vector<std::string> cells) {
    lines_.push_back({false, std::move(label), std::move(cells)});
}

void TextTable::section(std::string title) { lines_.push_back({true, std::move(title), {}}); }

std::string TextTable::text(int width) const {
    int label_width = 0;
    std::size_t columns = heads_.size();
    for (const Line& line : lines_)
        if (!line.section) {
            label_width = std::max(label_width, display_width(line.label));
            columns = std::max(columns, line.cells.size());
        }
    std::vector<int> widths(columns, 0);
    for (std::size_t c = 0; c < heads_.size(); ++c) widths[c] = display_width(heads_[c]);
    for (const Line& line : lines_)
        // a lone cell in a table of several columns may run over its neighbours
        if (line.cells.size() > 1 || columns <= 1)
            for (std::size_t c = 0; c < line.cells.size(); ++c)
                widths[c] = std::max(widths[c], display_width(line.cells[c]));

    std::string all;
    for (std::size_t begin = 0; begin < columns || begin == 0;) {
        // as many columns as fit, but at least one
        std::size_t end = begin;
        int used = label_width;
        while (end < columns && (end == begin || width <= 0 || used + 2 + widths[end] <= width))
            used += 2 + widths[end++];

        const auto line_of = [&](const std::string& label, const std::vector<std::string>& cells) {
            std::string line = label + spaces(label_width - display_width(label));
            for (std::size_t c = begin; c < end && c < cells.size(); ++c)
                line += "  " + cells[c] + spaces(widths[c] - display_width(cells[c]));
            return trimmed_end(line) + "\n";
        };
        if (begin > 0) all += "\n";
        if (!heads_.empty()) {
            all += line_of("", heads_);
            std::string rule = spaces(label_width);
            for (std::size_t c = begin; c < end; ++c) {
                rule += "  ";
                for (int i = 0; i < widths[c]; ++i) rule += "─";
            }
            all += rule + "\n";
        }
        bool pending_section = false;
        std::string section;
        for (const Line& line : lines_) {
            if (line.section) {
                section = line.label;
                pending_section = true;
                continue;
            }
            // what is said once for all columns stands in the first block only
            if (begin > 0 && line.cells.size() <= 1) continue;
            if (pending_section) {
                all += (all.empty() ? "" : "\n") + section + "\n";
                pending_section = false;
            }
            all += line_of(line.label, line.cells);
        }
        begin = end;
        if (columns == 0) break;
    }
    return all;
}

}  // namespace polhode
