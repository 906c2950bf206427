#include "polhode/links/text_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/base/parse_number.hpp"
#include "polhode/links/strict_json.hpp"

namespace polhode {

void write_columns_head(std::string& text) { text += "t,qw,qx,qy,qz,wx,wy,wz\n"; }

void write_columns(std::string& text, const LiveFrame& frame) {
    write_json_number(text, frame.t);
    for (const double x : frame.q_NB) write_json_number(text += ',', x);
    for (const double x : frame.w_NB_B) write_json_number(text += ',', x);
    text += '\n';
}

ColumnsReader::ColumnsReader(std::size_t values) : count_(std::min(values, most_values)) {}

void ColumnsReader::forget_time() { begun_ = false; }

LinkFault ColumnsReader::read(std::string_view line) {
    if (line.size() > longest_line)
        return {"too long", fmt::format("a line of {} bytes; at most {} are read", line.size(), longest_line)};
    if (!line.empty() && line.back() == '\n') line.remove_suffix(1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    std::array<double, most_values + 1> numbers{};
    std::size_t read = 0;
    for (std::size_t begin = 0; begin <= line.size(); ++read) {
        const std::size_t end = std::min(line.find(',', begin), line.size());
        std::string_view word = line.substr(begin, end - begin);
        begin = end + 1;
        if (read > count_) continue;  // counted only
        while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
        while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
        const auto number = parse_number(word);
        if (!number || !std::isfinite(*number))
            return {"not a number", fmt::format("column {}: {} is not a number", read + 1, quoted_for_people(word))};
        numbers[read] = *number;
    }
    if (read != count_ + 1)
        return {"wrong count", fmt::format("{} columns; {} are wanted: time and {}", read, count_ + 1, count_)};
    if (begun_ && numbers[0] < time_) return {"older", fmt::format("t = {} came after t = {}", numbers[0], time_)};
    begun_ = true;
    time_ = numbers[0];
    std::copy_n(numbers.begin() + 1, count_, values_.begin());
    return {};
}

}  // namespace polhode
