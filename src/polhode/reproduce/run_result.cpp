#include "polhode/reproduce/run_result.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace polhode {

const KeptRow& RunResult::last() const {
    if (rows.empty()) throw std::logic_error("a run without rows: " + command);
    return rows.back();
}

double RunResult::largest(MeasureId id) const {
    double value = 0;
    for (const KeptRow& row : rows) value = std::max(value, std::fabs(row.measured[static_cast<std::size_t>(id)]));
    return value;
}

const KeptRow& RunResult::row_at(double t) const {
    const KeptRow* best = &last();
    for (const KeptRow& row : rows)
        if (std::fabs(row.t - t) < std::fabs(best->t - t)) best = &row;
    return *best;
}

double RunResult::at(double t, MeasureId id) const { return row_at(t).measured[static_cast<std::size_t>(id)]; }

double RunResult::cycles_per_second(double cycle_seconds) const {
    return statistics.cpu_seconds > 0 ? statistics.end_time / cycle_seconds / statistics.cpu_seconds : 0;
}

FigureCurve RunResult::curve(const std::string& name, const OfRow& x, const OfRow& y, FigureCurve::Style style) const {
    FigureCurve curve;
    curve.name = name;
    curve.style = style;
    for (const KeptRow& row : rows) {
        curve.x.push_back(x(row));
        curve.y.push_back(y(row));
    }
    return curve;
}

FigureCurve RunResult::over_time(const std::string& name, const OfRow& y, FigureCurve::Style style) const {
    return curve(
        name, [](const KeptRow& row) { return row.t; }, y, style);
}

OfRun at_end(MeasureId id) {
    return [id](const RunResult& run) { return run.end(id); };
}
OfRun largest_of(MeasureId id) {
    return [id](const RunResult& run) { return run.largest(id); };
}
OfRow measured(MeasureId id) {
    return [id](const KeptRow& row) { return row.measured[static_cast<std::size_t>(id)]; };
}

std::vector<double> RunSeries::each(const OfRun& number) const {
    std::vector<double> numbers;
    for (const Later<RunResult>& run : runs) numbers.push_back(number(*run));
    return numbers;
}

FigureCurve RunSeries::curve(const std::string& name, const std::vector<double>& x, const OfRun& y,
                             FigureCurve::Style style) const {
    FigureCurve curve;
    curve.name = name;
    curve.x = x;
    curve.y = each(y);
    curve.style = style;
    return curve;
}

std::vector<std::string> RunSeries::commands() const {
    if (!loop.empty()) return {loop};
    std::vector<std::string> all;
    for (const Later<RunResult>& run : runs) all.push_back(run->command);
    return all;
}

}  // namespace polhode
