#include "polhode/sweep/results/sweep_page_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/base/readable.hpp"
#include "polhode/base/terminal/display_width.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/sweep/definition/sweep.hpp"

namespace polhode::sweep_picture {

namespace {

constexpr double page_width = 1280, head_height = 60, foot_height = 30, left_margin = 76;
constexpr double letter_width = 6.0;  // of the titles of panels, on average

int power_of(double x) { return x > 0 ? static_cast<int>(std::floor(std::log10(x) + 1e-12)) : 0; }
int engineering(int power) { return 3 * static_cast<int>(std::floor(power / 3.0)); }

// The nearest of 1, 2, 5, 10, 20, ... of any power of ten.
double round_step(double x) {
    const double power = std::pow(10.0, std::floor(std::log10(x))), part = x / power;
    return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

std::string raised(int number) {
    constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text;
    for (const char c : std::to_string(number)) text += c == '-' ? "⁻" : digits[c - '0'];
    return text;
}

// 0.02, 500, 10⁻⁵, 2·10⁷
std::string power_text(int first, int power) {
    if (power >= -3 && power <= 3) return readable(first * std::pow(10.0, power));
    return (first == 1 ? "" : std::to_string(first) + "·") + "10" + raised(power);
}

}  // namespace

std::vector<std::size_t> outcomes_with_panels(const Sweep& sweep, const SweepStatistics& statistics) {
    std::vector<std::size_t> shown, all;
    for (std::size_t o = 0; o < statistics.outcomes.size(); ++o) {
        if (statistics.outcomes[o].count == 0) continue;
        all.push_back(o);
        if (!sweep.outcomes[o].of_final_state) shown.push_back(o);
    }
    if (shown.empty()) shown = all;
    if (shown.empty()) throw PlotError("there is nothing to draw: no run has an outcome");
    constexpr std::size_t most = 24;
    if (shown.size() > most) shown.resize(most);
    return shown;
}

Page::Page(const Sweep& sweep, std::size_t panels, std::size_t columns, PanelSize panel_size)
    : PicturePage("svg", {page_width, head_height + foot_height +
                                          panel_size.height * static_cast<double>((panels + columns - 1) / columns)}),
      columns_(columns),
      panel_(panel_size),
      title_(sweep.title.empty() ? sweep.file : sweep.title) {}

Box Page::box(std::size_t number) const {
    const double column = static_cast<double>(number % columns_), row = static_cast<double>(number / columns_);
    const double width = page_width / static_cast<double>(columns_);
    return {width * column + left_margin, width * (column + 1) - panel_.right_margin,
            head_height + panel_.height * row + 26, head_height + panel_.height * (row + 1) - 54};
}

void Page::panel(std::size_t number, const std::string& title) {
    const Box b = box(number);
    add("reset");
    add(screen_margins(b.left / page_width, b.right / page_width, 1 - b.bottom / size().height,
                       1 - b.top / size().height));
    add("set tics scale 0.5 nomirror font ',9'; set border 3 lc rgb '#505050'; unset key");
    add("set grid xtics ytics lc rgb '#e4e4e4' lw 1");
    const double room = page_width / static_cast<double>(columns_) - left_margin - 10;
    add(fmt::format("set label 1 {} at screen {:.5f}, screen {:.5f} left noenhanced font ',11'",
                    gnuplot_string(shortened(without_control_characters(title), static_cast<int>(room / letter_width))),
                    b.left / page_width, 1 - (b.top - 13) / size().height));
}

void Page::key(std::size_t number) {
    const Box b = box(number);
    add(fmt::format("set key at screen {:.5f}, screen {:.5f} right top horizontal font ',9' samplen 1.2",
                    b.right / page_width, 1 - (b.top - 22) / size().height));
}

void Page::label(const std::string& text, double x, double y, const std::string& how) {
    add(fmt::format("set label {} {} at screen {:.5f}, screen {:.5f} {} noenhanced", labels_++,
                    gnuplot_string(without_control_characters(text)), x / page_width, 1 - y / size().height, how));
}

void Page::say(const std::string& sentence) { caption_ += (caption_.empty() ? "" : " ") + sentence; }

void Page::draw(const std::string& path) {
    constexpr double foot_line = 14;
    begin_frame(title_, 24);
    foot_with_version(2, foot_line);
    if (!caption_.empty()) foot(3, shortened(without_control_characters(caption_), 180), 0.015, foot_line, "left");
    PicturePage::draw(path);
}

Scale fitting_scale(double low, double high) {
    return low > 0 && high / 100 >= low * (1 - 1e-9) ? Scale::logarithmic : Scale::linear;
}

Axis::Axis(double low, double high, int wanted, Scale scale)
    : low_(low), high_(high), half_(0.5 * high - 0.5 * low), scale_(low > 0 ? scale : Scale::linear) {
    if (!(half_ > 0))
        ticks_.emplace_back(0.5, readable(low, 10));
    else if (scale_ == Scale::logarithmic)
        set_logarithmic_ticks(wanted);
    else
        set_linear_ticks(wanted);
}

void Axis::set_linear_ticks(int wanted) {
    // in units of a power of ten, in which all are below 10
    const int power = power_of(std::max(std::fabs(low_), std::fabs(high_)));
    const double unit = std::pow(10.0, power), from = low_ / unit, to = high_ / unit, range = to - from;
    const double step = round_step(range / wanted);
    const int step_power = power_of(step);
    const int digits = 1 - step_power;
    const double first = std::ceil(from / step - 1e-9);
    const auto count = static_cast<int>(std::floor((to / step - first) + 1e-9)) + 1;
    if (digits <= 5) {
        factor_ = power >= -2 && power <= 4 ? 0 : engineering(power);
        const int shift = power - factor_, decimals = std::max(0, -(step_power + shift));
        for (int k = 0; k < count; ++k)
            ticks_.emplace_back(((first + k) * step - from) / range,
                                fmt::format("{:.{}f}", (first + k) * step * std::pow(10.0, shift) + 0.0, decimals));
        return;
    }
    // too many digits for a label: distances from a round number, or from the lowest where none is in reach
    const bool round = digits <= 15;
    const double begin = round ? first * step : from;
    const std::string base = readable(round ? begin * unit : low_, round ? digits : 17);
    less_ = base[0] == '-' ? " + " + base.substr(1) : " − " + base;
    const int last = round ? count - 1 : static_cast<int>(std::floor(range / step + 1e-9));
    const int last_power = power_of(last * step) + power;
    factor_ = last_power >= -2 && last_power <= 4 ? 0 : engineering(last_power);
    const int shift = power - factor_, decimals = std::max(0, -(step_power + shift));
    for (int k = 0; k <= last; ++k)
        ticks_.emplace_back((begin - from + k * step) / range,
                            fmt::format("{:.{}f}", k * step * std::pow(10.0, shift), decimals));
}

void Axis::set_logarithmic_ticks(int wanted) {
    const double from = std::log10(low_), to = std::log10(high_), air = 1e-9;
    const auto place = [&](double logarithm) { return (logarithm - from) / (to - from); };
    // powers of ten, all or every so many; within few decades others between them
    const int stride = std::max(1, static_cast<int>(std::ceil((to - from) / wanted)));
    std::vector<int> digits{1};
    if (6 * (to - from) < wanted)
        digits = {1, 2, 3, 4, 6, 8};
    else if (2 * (to - from) < wanted)
        digits = {1, 2, 5};
    for (int power = static_cast<int>(std::floor(from)); power <= to + air; ++power) {
        if ((power % stride + stride) % stride != 0) continue;
        for (const int digit : digits) {
            const double logarithm = power + std::log10(static_cast<double>(digit));
            if (logarithm < from - air || logarithm > to + air) continue;
            ticks_.emplace_back(place(logarithm), power_text(digit, power));
        }
    }
    if (ticks_.size() > 1) return;
    ticks_.clear();
    set_linear_ticks(wanted);
    for (auto& [at, text] : ticks_) at = place(std::log10(low_ + at * (high_ - low_)));
}

Axis Axis::in_cells(std::size_t count) const {
    Axis cells = *this;
    const double n = static_cast<double>(count);
    cells.begin_ = 0.5 / n;
    cells.part_ = (n - 1) / n;
    for (auto& [place, text] : cells.ticks_) place = cells.begin_ + place * cells.part_;
    return cells;
}

double Axis::at(double x) const {
    double place = 0.5;
    if (half_ > 0)
        place = scale_ == Scale::logarithmic
                    ? (std::log10(x) - std::log10(low_)) / (std::log10(high_) - std::log10(low_))
                    : (0.5 * x - 0.5 * low_) / half_;
    return begin_ + place * part_;
}

std::string Axis::ticks() const {
    std::string text;
    for (const auto& [place, label] : ticks_)
        text += fmt::format("{}{} {:.9f}", text.empty() ? "" : ", ", gnuplot_string(label), place);
    return "(" + text + ")";
}

std::string with_unit(const std::string& name, const std::string& unit) {
    return name + (unit.empty() || unit == "1" ? "" : ", " + unit);
}

std::string Axis::label(const std::string& name, const std::string& unit) const {
    if (factor_ == 0) return with_unit(name + less_, unit);
    return name + less_ + ", 10" + raised(factor_) + (unit.empty() || unit == "1" ? "" : " " + unit);
}

std::string input_text(const Sweep& sweep, std::size_t column, double value) {
    const std::vector<std::string>* const texts = sweep.inputs.choices(static_cast<int>(column));
    if (texts && value >= 0 && value < static_cast<double>(texts->size()))
        return (*texts)[static_cast<std::size_t>(value)];
    return readable(value);
}

std::string unit_of_input(const Sweep& sweep, std::size_t column) {
    const SweepInput* input = nullptr;
    for (const SweepInput& i : sweep.inputs.inputs())
        if (static_cast<std::size_t>(i.first_column) <= column) input = &i;
    if (!input || input->keys.empty()) return "";
    const std::size_t own = column - static_cast<std::size_t>(input->first_column);
    std::string key = input->keys[std::min(own, input->keys.size() - 1)];
    // "torque[0].coefficients[2]": a table and a name
    const std::size_t dot = key.rfind('.');
    if (dot == std::string::npos) return "";
    const std::string table = key.substr(0, dot), name = key.substr(dot + 1, key.find('[', dot) - dot - 1);
    const Entry* entry = find_entry("table", table);
    if (const std::size_t bracket = table.find('['); bracket != std::string::npos) {
        // one of several tables: its kind says what its names mean
        const TomlNode* tables = sweep.tree.find(table.substr(0, bracket));
        const auto place = static_cast<std::size_t>(std::atoi(table.c_str() + bracket + 1));
        const TomlNode* kind = tables && place < tables->items.size() ? tables->items[place].find("kind") : nullptr;
        if (kind) entry = find_entry(table.substr(0, bracket), kind->text);
    }
    if (entry)
        for (const Parameter& p : entry->parameters)
            if (p.name == name) return p.unit;
    const bool angles = table == "start.attitude" && name.size() > 4 && name.rfind("_deg") == name.size() - 4;
    return angles ? "deg" : "";
}

}  // namespace polhode::sweep_picture
