#include "polhode/output/summary_target.hpp"

#include <cmath>
#include <numbers>

namespace polhode {

namespace {

using Way = TargetRecord::Way;

// One row, one cell for each method.
template <class Cell>
void way_row(TextTable& table, const Summary& s, const std::string& label,
             std::optional<Way> (TargetRecord::*which)() const, const Cell& cell) {
    std::vector<std::string> cells;
    for (const MethodSummary& m : s.methods) {
        const std::optional<Way> way = ((*m.target).*which)();
        cells.push_back(way ? cell(*way) : "");
    }
    table.row("  " + label, cells);
}

void way_rows(TextTable& table, const Summary& s, const std::string& what, const std::string& unit, double scale,
              std::optional<Way> (TargetRecord::*which)() const) {
    way_row(table, s, what + " settled from, s", which, [](const Way& w) {
        return std::isfinite(w.settled) ? readable(w.settled) : std::string("not by the end");
    });
    way_row(table, s, what + " overshoot, % of the way", which, [&](const Way& w) {
        return std::isfinite(w.overshoot) ? readable(100 * w.overshoot, 3) + " of " + readable(w.first * scale) + unit
                                          : std::string("there from the start");
    });
    way_row(table, s, what + " off at the end," + unit, which,
            [&](const Way& w) { return readable(w.last * scale, 4); });
}

nlohmann::ordered_json way_json(const Way& w, double band) {
    return {{"settled_s", w.settled}, {"overshoot", w.overshoot}, {"first", w.first}, {"last", w.last}, {"band", band}};
}

}  // namespace

void target_rows(TextTable& table, const Summary& s) {
    if (s.methods.empty() || !s.methods.front().target) return;
    const TargetRecord& first = *s.methods.front().target;
    table.section("To the target (within " + readable(100 * first.band()) + " % of the way)");
    if (first.attitude()) way_rows(table, s, "attitude", " deg", 180 / std::numbers::pi, &TargetRecord::attitude);
    if (first.rate()) way_rows(table, s, "rate", " rad/s", 1, &TargetRecord::rate);
}

nlohmann::ordered_json target_json(const TargetRecord& record) {
    nlohmann::ordered_json all = nlohmann::ordered_json::object();
    if (const auto way = record.attitude()) all["attitude_rad"] = way_json(*way, record.band());
    if (const auto way = record.rate()) all["rate_rad_s"] = way_json(*way, record.band());
    return all;
}

}  // namespace polhode
