#include "polhode/sweep/results/sweep_csv.hpp"

#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

namespace {

constexpr CsvWriter::Pace pace{1 << 20};

}  // namespace

SweepCsv::SweepCsv(const std::string& path, const Sweep& sweep) : sweep_(sweep), csv_(path, pace) {
    csv_.text("run").text("status");
    if (sweep.keep.inputs)
        for (std::size_t i = 0; i < sweep.inputs.names().size(); ++i) {
            csv_.text(sweep.inputs.names()[i]);
            choices_.push_back(sweep.inputs.choices(static_cast<int>(i)));
        }
    for (const SweepOutcome& o : sweep.outcomes) csv_.text(o.name);
    csv_.end_header();
}

void SweepCsv::add(std::uint64_t first, std::uint64_t count, const double* inputs, const double* outcomes,
                   const std::uint8_t* failed) {
    const std::size_t width_in = sweep_.inputs.names().size(), width_out = sweep_.outcomes.size();
    for (std::uint64_t r = 0; r < count; ++r) {
        csv_.count(first + r).text(failed[r] ? "failed" : "ok");
        for (std::size_t i = 0; i < choices_.size(); ++i) {
            const double x = inputs[r * width_in + i];
            const std::vector<std::string>* choices = choices_[i];
            if (!choices) {
                csv_.number_or_empty(x);
                continue;
            }
            const auto which = x >= 0 && x < static_cast<double>(choices->size()) ? static_cast<std::size_t>(x) : 0;
            csv_.text((*choices)[which]);
        }
        for (std::size_t o = 0; o < width_out; ++o) csv_.number_or_empty(outcomes[r * width_out + o]);
        csv_.end_row();
    }
}

void SweepCsv::close() { csv_.close(); }

}  // namespace polhode
