// Gray, Rubinoff, Sohon 1952: what several parts of the page read off the runs.
#include <algorithm>
#include <cmath>

#include "polhode/reproduce/gray/gray.hpp"

namespace polhode::gray {

double off(const RunResult& run) { return run.end(MeasureId::world_axes); }

double defect_until(const RunResult& run, double t) {
    double largest = 0;
    for (const KeptRow& row : run.rows)
        if (row.t > 0 && row.t < t + 1e-9) largest = std::max(largest, std::fabs(row.defect));
    return largest;
}
double largest_defect(const RunResult& run) { return defect_until(run, 1e300); }
Vector row_3(const KeptRow& row) { return {row.state.at(6), row.state.at(7), row.state.at(8)}; }

FigureCurve without_zero(FigureCurve c) {
    if (!c.x.empty() && c.x.front() == 0) {
        c.x.erase(c.x.begin());
        c.y.erase(c.y.begin());
    }
    return c;
}

std::size_t place(const std::vector<double>& values, double v) {
    return static_cast<std::size_t>(std::find(values.begin(), values.end(), v) - values.begin());
}

}  // namespace polhode::gray
