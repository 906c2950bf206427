#include "polhode/base/text_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace polhode {

namespace {

struct Character {
    std::uint32_t code;
    std::size_t bytes;
};

// One UTF-8 character; a malformed byte counts as one character of its own (U+FFFD).
Character character_at(std::string_view s, std::size_t i) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(s[k]); };
    const unsigned char c = byte(i);
    std::size_t n = c < 0x80 ? 1 : (c >> 5) == 0x6 ? 2 : (c >> 4) == 0xe ? 3 : (c >> 3) == 0x1e ? 4 : 0;
    if (n == 1) return {c, 1};
    if (n == 0 || i + n > s.size()) return {0xfffd, 1};
    std::uint32_t code = c & (0xffu >> (n + 1));
    for (std::size_t k = 1; k < n; ++k) {
        if ((byte(i + k) & 0xc0) != 0x80) return {0xfffd, 1};
        code = (code << 6) | (byte(i + k) & 0x3f);
    }
    return {code, n};
}

int width_of(std::uint32_t c) {
    if (c < 0x20 || (c >= 0x7f && c < 0xa0)) return 0;
    const bool combining = (c >= 0x300 && c <= 0x36f) || (c >= 0x20d0 && c <= 0x20ff) || (c >= 0x200b && c <= 0x200f) ||
                           (c >= 0xfe00 && c <= 0xfe0f) || c == 0xfeff;
    if (combining) return 0;
    const bool wide = (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) || (c >= 0xac00 && c <= 0xd7a3) ||
                      (c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
                      (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1f64f) ||
                      (c >= 0x1f900 && c <= 0x1f9ff) || (c >= 0x20000 && c <= 0x3fffd);
    return wide ? 2 : 1;
}

std::string spaces(int n) { return std::string(static_cast<std::size_t>(std::max(n, 0)), ' '); }

std::string trimmed_end(std::string line) {
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
}

}  // namespace

int display_width(std::string_view text) {
    int width = 0;
    for (std::size_t i = 0; i < text.size();) {
        const Character c = character_at(text, i);
        width += width_of(c.code);
        i += c.bytes;
    }
    return width;
}

std::string shortened(std::string_view text, int width) {
    if (display_width(text) <= width) return std::string(text);
    std::string cut;
    int used = 0;
    for (std::size_t i = 0; i < text.size();) {
        const Character c = character_at(text, i);
        if (used + width_of(c.code) > width - 1) break;
        cut += text.substr(i, c.bytes);
        used += width_of(c.code);
        i += c.bytes;
    }
    return cut + "…";
}

std::string printable(std::string_view text) {
    std::string clean;
    for (std::size_t i = 0; i < text.size();) {
        const Character c = character_at(text, i);
        if (c.code < 0x20 || (c.code >= 0x7f && c.code < 0xa0))
            clean += ' ';
        else if (c.code == 0xfffd && c.bytes == 1)
            clean += "\xef\xbf\xbd";
        else
            clean += text.substr(i, c.bytes);
        i += c.bytes;
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
