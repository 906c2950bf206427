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

void SweepCsv::add(const SweepRows& rows) {
    const std::size_t width_in = sweep_.inputs.names().size(), width_out = sweep_.outcomes.size();
    for (std::uint64_t r = 0; r < rows.count; ++r) {
        csv_.count(rows.first + r).text(rows.failed[r] ? "failed" : "ok");
        for (std::size_t i = 0; i < choices_.size(); ++i) {
            const double x = rows.inputs[r * width_in + i];
            const std::vector<std::string>* choices = choices_[i];
            if (!choices) {
                csv_.number_or_empty(x);
                continue;
            }
            const auto which = x >= 0 && x < static_cast<double>(choices->size()) ? static_cast<std::size_t>(x) : 0;
            csv_.text((*choices)[which]);
        }
        for (std::size_t o = 0; o < width_out; ++o) csv_.number_or_empty(rows.outcomes[r * width_out + o]);
        csv_.end_row();
    }
}

void SweepCsv::close(const std::string& /*hash*/) { csv_.close(); }

SweepRunTableFormat sweep_csv_format() {
    return {"csv", "runs.csv", [](const Sweep& sweep) { return sweep.keep.runs && sweep.keep.csv; },
            [](const std::string& path, const std::string&, const Sweep& sweep) -> std::unique_ptr<SweepRunTable> {
                return std::make_unique<SweepCsv>(path, sweep);
            }};
}

}  // namespace polhode
