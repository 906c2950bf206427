// The tables of sweep_report.hpp: histograms.csv and over-time.csv.
#include "polhode/base/readable.hpp"
#include "polhode/files/csv_writer.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/results/sweep_report.hpp"

namespace polhode {

std::string sweep_histograms_csv(const Sweep& sweep, const SweepStatistics& s) {
    CsvWriter csv;
    csv.text("outcome").text("low").text("high").text("count").end_header();
    for (std::size_t o = 0; o < s.outcomes.size(); ++o) {
        const SweepHistogram& h = s.outcomes[o].histogram;
        for (std::size_t i = 0; i < h.counts.size(); ++i) {
            csv.text(sweep.outcomes[o].name).number_or_empty(h.edges[i]).number_or_empty(h.edges[i + 1]);
            csv.count(h.counts[i]).end_row();
        }
    }
    return csv.take();
}

std::string sweep_over_time_csv(const Sweep& sweep, const SweepStatistics& s) {
    CsvWriter csv;
    csv.text("t");
    for (const SweepKeep::OverTime& q : sweep.keep.over_time) {
        csv.text(q.name + ".count");
        for (const double p : sweep.keep.percentiles) csv.text(q.name + ".p" + readable(p, 12));
    }
    csv.end_header();
    for (std::size_t k = 0; k < s.times.size(); ++k) {
        csv.number_or_empty(s.times[k]);
        for (const SweepStatistics::OverTime& q : s.over_time) {
            csv.count(q.counts[k]);
            for (const double x : q.percentiles[k]) csv.number_or_empty(x);
        }
        csv.end_row();
    }
    return csv.take();
}

}  // namespace polhode
