// Robinson 1958: what is taken off the runs, and the theory at the numbers of the report.
#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "polhode/reproduce/robinson/robinson.hpp"

namespace polhode::robinson {

double quaternion_length(const KeptRow& row) {
    return std::sqrt(row.state[0] * row.state[0] + row.state[1] * row.state[1] + row.state[2] * row.state[2] +
                     row.state[3] * row.state[3]) /
           50;
}
double vector_length(const KeptRow& row) { return std::hypot(row.state[0], row.state[1], row.state[2]) / 50; }
// A quaternion under rotation about y alone is e1 + i e3.
std::function<double(const KeptRow&)> length_of(int circuit) {
    return circuit == 0 ? quaternion_length : vector_length;
}

double times(double rate) { return rate * ten_revolutions / degree; }

MultiplierErrors single_axis(double sigma) { return {sigma, 50, {{0.5, 0, 0}}}; }
MultiplierErrors full_scale() { return {measured_sigma, 50, {{1, 1, 1}}}; }
double secular(double kappa) { return kappa * measured_sigma / 50 * turned_degrees; }

std::string fixed(double value, int decimals) { return fmt::format("{:.{}f}", value, decimals); }

FigureCurve coloured(FigureCurve curve, int colour) {
    curve.colour = colour;
    return curve;
}

}  // namespace polhode::robinson
