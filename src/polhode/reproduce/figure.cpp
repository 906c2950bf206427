#include "polhode/reproduce/figure.hpp"

#include <cstddef>

#include "polhode/files/csv_writer.hpp"
#include "polhode/reproduce/report_text.hpp"

namespace polhode {

std::string panel_csv(const FigurePanel& panel) {
    CsvWriter csv;
    csv.text("curve").text(panel.x.column).text(panel.y.column).end_header();
    for (const FigureCurve& curve : panel.curves)
        for (std::size_t i = 0; i < curve.x.size() && i < curve.y.size(); ++i)
            csv.text(plain_of(curve.name)).number(curve.x[i]).number_or_empty(curve.y[i]).end_row();
    return csv.take();
}

}  // namespace polhode
