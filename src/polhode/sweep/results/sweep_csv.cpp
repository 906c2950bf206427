#include "polhode/sweep/results/sweep_csv.hpp"

#include <charconv>
#include <cmath>

#include "polhode/base/full_precision.hpp"
#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

namespace {

constexpr std::size_t written_at_once = 1 << 20;

}  // namespace

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

std::string sweep_failure_row(std::uint64_t run, const std::string& reason) {
    return std::to_string(run) + "," + csv_cell(reason) + "\n";
}

SweepCsv::SweepCsv(const std::string& path, const Sweep& sweep) : sweep_(sweep), file_(path) {
    text_ = "run,status";
    if (sweep.keep.inputs)
        for (std::size_t i = 0; i < sweep.inputs.names().size(); ++i) {
            text_ += "," + csv_cell(sweep.inputs.names()[i]);
            choices_.push_back(sweep.inputs.choices(static_cast<int>(i)));
        }
    for (const SweepOutcome& o : sweep.outcomes) text_ += "," + csv_cell(o.name);
    text_ += "\n";
}

void SweepCsv::add(std::uint64_t first, std::uint64_t count, const double* inputs, const double* outcomes,
                   const std::uint8_t* failed) {
    const std::size_t width_in = sweep_.inputs.names().size(), width_out = sweep_.outcomes.size();
    const std::size_t longest = 40 + (choices_.size() + width_out) * (full_precision_room + 1);
    for (std::uint64_t r = 0; r < count; ++r) {
        const std::size_t before = text_.size();
        text_.resize(before + longest);
        char* const begin = text_.data();
        char* at = std::to_chars(begin + before, begin + text_.size(), first + r).ptr;
        for (const char* word = failed[r] ? ",failed" : ",ok"; *word; ++word) *at++ = *word;
        const auto number = [&](double x) {
            *at++ = ',';
            if (std::isfinite(x)) at = write_full_precision(at, x);
        };
        for (std::size_t i = 0; i < choices_.size(); ++i) {
            const double x = inputs[r * width_in + i];
            const std::vector<std::string>* choices = choices_[i];
            if (!choices) {
                number(x);
                continue;
            }
            // a text may be longer than a number
            const auto which = x >= 0 && x < static_cast<double>(choices->size()) ? static_cast<std::size_t>(x) : 0;
            const std::string cell = "," + csv_cell((*choices)[which]);
            const auto used = static_cast<std::size_t>(at - text_.data());
            text_.resize(used);
            text_ += cell;
            const std::size_t now = text_.size();
            text_.resize(now + longest);
            at = text_.data() + now;
        }
        for (std::size_t o = 0; o < width_out; ++o) number(outcomes[r * width_out + o]);
        *at++ = '\n';
        text_.resize(static_cast<std::size_t>(at - text_.data()));
        if (text_.size() >= written_at_once) {
            file_.write(text_);
            text_.clear();
        }
    }
}

void SweepCsv::close() {
    file_.write(text_);
    text_.clear();
    file_.close();
}

}  // namespace polhode
