// TN D-5302: gains, rates and axes that several parts of the page use.
#include <cmath>

#include "polhode/reproduce/nasa/nasa.hpp"

namespace polhode::nasa {

double derivative_gain(double value, double n) { return value / std::pow(2 * pi / n, 2); }

double plain_rate(const NasaRuns& r) { return r.plain.at(20)->end(MeasureId::phase) / 20; }

std::vector<double> divided(std::vector<double> values, double by) {
    for (double& v : values) v /= by;
    return values;
}

FigureAxis step_axis() { return {"step h, cycles", "step_cycles", true}; }

const std::vector<Interpretation>& interpretations() {
    static const std::vector<Interpretation> all{{"start", "start of the step (i)", Law::derivative_start},
                                                 {"lag1", "one step earlier (ii, as printed)", Law::derivative_lag1},
                                                 {"stage", "stage before (iii)", Law::derivative_stage}};
    return all;
}

}  // namespace polhode::nasa
