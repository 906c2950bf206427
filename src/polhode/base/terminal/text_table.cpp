#include "polhode/base/terminal/text_table.hpp"

#include <algorithm>

#include "polhode/base/terminal/display_width.hpp"

namespace polhode {

namespace {

std::string spaces(int n) { return std::string(static_cast<std::size_t>(std::max(n, 0)), ' '); }

std::string trimmed_end(std::string line) {
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
}

}  // namespace

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
