#include "polhode/reproduce/figure.hpp"

#include <cmath>
#include <cstddef>

#include "polhode/base/full_precision.hpp"
#include "polhode/reproduce/report_text.hpp"

namespace polhode {

namespace {

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

}  // namespace

std::string panel_csv(const FigurePanel& panel) {
    std::string text = "curve," + panel.x.column + "," + panel.y.column + "\n";
    for (const FigureCurve& curve : panel.curves)
        for (std::size_t i = 0; i < curve.x.size() && i < curve.y.size(); ++i)
            text += csv_cell(plain_of(curve.name)) + "," + full_precision(curve.x[i]) + "," +
                    (std::isfinite(curve.y[i]) ? full_precision(curve.y[i]) : "") + "\n";
    return text;
}

}  // namespace polhode
