// Robinson 1958, appendix C: the multipliers themselves, tested as he tested his.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "polhode/reproduce/robinson/robinson.hpp"

namespace polhode::robinson {

namespace {

// The value below which a normal number stays with probability p.
double normal_quantile(double p) {
    double low = -9, high = 9;
    for (int n = 0; n < 80; ++n) {
        const double middle = 0.5 * (low + high);
        (0.5 * std::erfc(-middle / std::numbers::sqrt2) < p ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

// Records of every pot of one cosine machine, shaft after shaft: 36 pots, as twelve servos carry; `samples` along the
// sweep from -95 V to +95 V, V. The shared part of a shaft is that of its feedback pot.
std::vector<std::vector<double>> records(double shared, int samples) {
    AnalogSettings settings;
    settings.scaling.circuit = AnalogCircuit::direction_cosines;
    settings.servo_sigma = shared;
    const AnalogPlan plan(settings);
    std::vector<double> knots(static_cast<std::size_t>(plan.knots_per_machine()));
    analog::Machine<double, 1> one(plan.circuit);
    fill_machine(one, 0, plan, settings.seed, knots.data());
    std::vector<std::vector<double>> all;
    const auto count = static_cast<std::size_t>(settings.knots);
    const std::vector<int> channels = plan.netlist.of_kind(AnalogKind::channel);
    const auto shaft = [&](std::size_t n) {
        return plan.netlist.elements[static_cast<std::size_t>(channels[n])].inputs[0].from;
    };
    std::vector<std::size_t> order(channels.size());
    for (std::size_t n = 0; n < order.size(); ++n) order[n] = n;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t m, std::size_t n) { return shaft(m) < shaft(n); });
    for (const std::size_t channel : order) {
        std::vector<double> record;
        for (int n = 0; n < samples; ++n) {
            const double place = (n + 0.5) / samples * static_cast<double>(count - 1);
            const auto k = std::min(static_cast<std::size_t>(place), count - 2);
            const double along = place - static_cast<double>(k);
            record.push_back((1 - along) * knots[channel * count + k] + along * knots[channel * count + k + 1]);
        }
        all.push_back(std::move(record));
    }
    return all;
}

// Sorted into classes 0.02 V wide, as a curve on probability paper.
FigureCurve cumulative(const std::string& name, const std::vector<double>& volts, double& sigma) {
    FigureCurve curve{.name = name, .x = {}, .y = {}};
    sigma = 0;
    double x_before = 0, y_before = 0;
    for (int k = -16; k <= 26; ++k) {
        const double edge = 0.02 * k + 0.01;
        const auto below = std::count_if(volts.begin(), volts.end(), [&](double v) { return v < edge; });
        if (below < 2 || below + 2 > static_cast<long>(volts.size())) continue;
        const double y = normal_quantile(static_cast<double>(below) / static_cast<double>(volts.size()));
        if (!curve.y.empty() && y_before < 1 && y >= 1)
            sigma = x_before + (edge - x_before) * (1 - y_before) / (y - y_before);
        curve.x.push_back(x_before = edge);
        curve.y.push_back(y_before = y);
    }
    return curve;
}

}  // namespace

void multipliers(ReportPage& page) {
    page.lost("Figure 17 and Table III: testing the multipliers",
              "The circuit is described in words (sliders swept from -95 to +95 V in 40 s, compared with the feedback "
              "pot, about 45 readings a pot, classes 0.02 V wide). The body of the table is not recoverable: in the "
              "surviving copy one line repeats, and the first three do not add up to their own totals. Only the result "
              "is known: 0.053 V.");
    page.lost("Figures 18 and 19: the recordings",
              "The record of servo 1 and the cumulative curve are lost. Below is what the emulation's multipliers look "
              "like when they are tested in the same way.");
    const auto shared = records(0.05, 190);
    FigurePanel panel{.x = {"shaft, V", "shaft_volts"}, .y = {"error, V", "error_volts"}, .curves = {}};
    for (std::size_t n = 0; n < 4; ++n) {
        FigureCurve curve{
            .name = fmt::format("pot {}", static_cast<char>('A' + n)), .x = {}, .y = {}, .style = Style::line};
        for (std::size_t i = 0; i < shared[n].size(); ++i) {
            curve.x.push_back(-95 + 190 * (static_cast<double>(i) + 0.5) / static_cast<double>(shared[n].size()));
            curve.y.push_back(shared[n][i]);
        }
        panel.curves.push_back(curve);
    }
    page.figure({.name = "figure-18",
                 .title = "In the manner of figure 18: a record of one servo, emulated",
                 .caption = "Four pots on one shaft of the cosine machine of seed 1, with a part of 0.05 V that the "
                            "feedback pot of each shaft gives to all its pots, as the report saw on its servo 1.",
                 .description = "Four jagged curves between -0.25 and +0.25 V along the shaft.",
                 .panels = {panel},
                 .commands = {"polhode reproduce robinson"}});
    std::vector<double> good, with_bad;
    const auto all = records(0, 45);
    for (std::size_t n = 0; n < all.size(); ++n)
        for (const double v : all[n]) {
            good.push_back(v);
            // servo 2, pots 4 to 6: a positive bias, its first pot wide
            with_bad.push_back(n >= 3 && n < 6 ? (n == 3 ? 2 * v : v) + 0.12 : v);
        }
    double sigma = 0, sigma_bad = 0;
    const FigureCurve bad_curve = cumulative("with a bad servo", with_bad, sigma_bad);
    FigureCurve good_curve = cumulative("all servos good", good, sigma);
    page.figure(
        {.name = "figure-19",
         .title = "In the manner of figure 19: all readings together, emulated",
         .caption = fmt::format(
             "{} readings of 36 pots on probability paper, where a normal distribution is a straight line. It crosses "
             "one standard deviation (84.13 %) at {} V. One servo with a bias of 0.12 V and a wide first pot (assumed) "
             "bends the curve and shifts its middle, as the report describes; there it was servo 2.",
             good.size(), fixed(sigma, 3)),
         .description = "A straight line, and one that bends to the right above its middle.",
         .panels = {{.x = {"error, V", "error_volts"},
                     .y = {"cumulative share, in standard deviations", "quantile"},
                     .curves = {good_curve, bad_curve}}},
         .commands = {"polhode reproduce robinson"}});
}

}  // namespace polhode::robinson
