#include "polhode/output/summary_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "polhode/output/summary_equilibria.hpp"

namespace polhode {

namespace {

constexpr double whole_turn = 2 * std::numbers::pi, degrees = 360 / whole_turn;

std::string span_of(double low, double high) {
    const std::string from = readable(low), to = readable(high);
    return from == to ? from : from + " … " + to;
}

const char* kind_name(exact::GyrostatMotion kind) {
    switch (kind) {
        case exact::GyrostatMotion::permanent:
            return "steady";
        case exact::GyrostatMotion::symmetric:
            return "symmetric";
        case exact::GyrostatMotion::periodic:
            return "periodic";
        default:
            return "separatrix";
    }
}

// "z", "-z", or a direction in body axes
std::string direction_name(const GyrostatAnalysis& g) {
    if (g.axis >= 0) return (g.centre[g.axis] < 0 ? "-" : "") + std::string(1, static_cast<char>('x' + g.axis));
    return "(" + readable(g.centre[0], 4) + ", " + readable(g.centre[1], 4) + ", " + readable(g.centre[2], 4) + ")";
}

void periodic_rows(TextTable& table, const GyrostatAnalysis& g, double duration) {
    const bool periodic = g.kind == exact::GyrostatMotion::periodic;
    table.row("  momentum circles", {direction_name(g) + (periodic ? "" : ", the axis of symmetry")});
    if (g.period > 0)
        table.row("  period of the rate, s",
                  {readable(g.period) +
                   (periodic ? "; in it a turn of " + readable(g.rotation_per_period) + " rad about L" : "")});
    table.row("  wobble to momentum, deg",
              {span_of(g.wobble_min * degrees, g.wobble_max * degrees) + "; of the rate " +
               span_of(g.rate_to_momentum_min * degrees, g.rate_to_momentum_max * degrees)});
    table.row("  precession in the mean, rad/s",
              {readable(g.precession) + ", a round in " + readable_seconds(whole_turn / std::fabs(g.precession))});
    if (!periodic) return;
    if (!g.flips.empty())
        table.row("  turns over",
                  {std::to_string(g.flips.size()) + " times a period, first at " + readable(g.flips.front()) + " s; " +
                   readable(g.flips_within(duration)) + " in " + readable(duration) + " s"});
    const std::string modulus =
        g.closed_form ? " (k'² = " + readable(g.complementary_parameter, 4) + ")" : std::string();
    if (g.unstable_to_momentum_min >= 0)
        table.row("  from the separatrix",
                  {readable(g.separatrix_distance, 4) + " of all energies" + modulus + "; momentum as near as " +
                   readable(g.unstable_to_momentum_min * degrees) + " deg"});
}

void gyrostat_rows(TextTable& table, const GyrostatAnalysis& g, double duration) {
    table.section(g.closed_form ? "Gyrostat (exact, from its start)" : "Gyrostat (from its start)");
    if (g.kind == exact::GyrostatMotion::permanent) {
        table.row("  kind of motion", {"steady turn, momentum along " + direction_name(g)});
        table.row(g.stable ? "  stable" : "  unstable",
                  {g.stable ? "a small disturbance stays small"
                            : "a disturbance grows e-fold in " + readable_seconds(1 / g.growth_rate)});
    } else if (g.kind == exact::GyrostatMotion::asymptotic) {
        table.row("  kind of motion", {"separatrix: ends in a steady turn that is not stable"});
    } else {
        periodic_rows(table, g, duration);
    }
}

void libration_rows(TextTable& table, const Libration& l) {
    table.section("Near rest in the orbit (small librations)");
    const auto swings = [&](const std::vector<double>& all) {
        std::string text;
        for (const double w : all)
            text +=
                (text.empty() ? "" : ", ") + readable(w) + " n: " + readable_seconds(whole_turn / (w * l.orbit_rate));
        return text;
    };
    const bool stable = l.region != Libration::Region::unstable;
    std::string what = stable ? std::string("stable, ") + name_of(l.region) + " region" : "unstable";
    if (l.region == Libration::Region::debra_delp) what += "; damping inside the body takes it away";
    if (l.growth > 0) what += ": e-fold in " + readable_seconds(1 / (l.growth * l.orbit_rate));
    table.row("  this attitude is", {what});
    if (!l.pitch.empty()) table.row("  pitch swings at", {swings(l.pitch)});
    if (!l.roll_yaw.empty()) table.row("  roll and yaw at", {swings(l.roll_yaw)});
}

void lyapunov_rows(TextTable& table, const LyapunovExponent& x) {
    table.section("How neighbouring motions part (over " + readable_seconds(x.duration) + ")");
    table.row("  Lyapunov exponent, 1/s", {readable(x.exponent, 4) + " ± " + readable(x.error, 2)});
    if (x.exponent > x.error)
        table.row("  e-fold in", {readable_seconds(1 / x.exponent)});
    else if (x.exponent < -x.error)
        table.row("  neighbours come together", {"to an e-th in " + readable_seconds(-1 / x.exponent)});
    else
        table.row("  no chaos seen", {"0 lies inside the interval; it falls as log(t)/t"});
    if (!x.ending.empty()) table.row("  up to then, for", {x.ending});
    if (!x.unseen.empty()) table.row("  without jumps", {x.unseen + ", which neighbours on the same side do not see"});
}

nlohmann::ordered_json gyrostat_json(const GyrostatAnalysis& g, double duration) {
    using Json = nlohmann::ordered_json;
    Json out{{"kind", kind_name(g.kind)},
             {"stable", g.stable},
             {"centre_in_body", {g.centre[0], g.centre[1], g.centre[2]}},
             {"period_s", g.period},
             {"precession_mean_rad_s", g.precession},
             {"precession_period_s", whole_turn / std::fabs(g.precession)},
             {"wobble_min_deg", g.wobble_min * degrees},
             {"wobble_max_deg", g.wobble_max * degrees},
             {"rate_to_momentum_min_deg", g.rate_to_momentum_min * degrees},
             {"rate_to_momentum_max_deg", g.rate_to_momentum_max * degrees},
             {"separatrix_distance", g.separatrix_distance}};
    if (g.closed_form) out["complementary_parameter"] = g.complementary_parameter;
    if (g.axis >= 0) out["axis"] = g.axis + 1;
    if (!g.stable) out["growth_rate_1_s"] = g.growth_rate;
    if (g.kind == exact::GyrostatMotion::periodic) {
        out["rotation_about_momentum_per_period_rad"] = g.rotation_per_period;
        if (g.unstable_to_momentum_min >= 0)
            out["unstable_turn_to_momentum_min_deg"] = g.unstable_to_momentum_min * degrees;
    }
    if (!g.flips.empty()) out["flips"] = Json{{"in_run", g.flips_within(duration)}, {"times_s", g.flips}};
    return out;
}

}  // namespace

void analysis_rows(TextTable& table, const Summary& s) {
    if (s.gyrostat) gyrostat_rows(table, *s.gyrostat, s.duration);
    if (s.libration) libration_rows(table, *s.libration);
    equilibrium_rows(table, s);
    if (s.lyapunov) lyapunov_rows(table, *s.lyapunov);
}

void add_analysis(nlohmann::ordered_json& all, const Summary& s) {
    using Json = nlohmann::ordered_json;
    if (s.gyrostat) all["gyrostat"] = gyrostat_json(*s.gyrostat, s.duration);
    if (const auto& l = s.libration)
        all["libration"] =
            Json{{"region", name_of(l->region)},           {"stable", l->region != Libration::Region::unstable},
                 {"orbit_rate_rad_s", l->orbit_rate},      {"pitch_in_orbit_rates", l->pitch},
                 {"roll_yaw_in_orbit_rates", l->roll_yaw}, {"growth_in_orbit_rates", l->growth},
                 {"start_tilt_deg", l->tilt * degrees},    {"start_rate_in_orbit_rates", l->rate}};
    if (!s.equilibria.all.empty()) all["equilibria"] = equilibria_json(s.equilibria);
    if (const auto& x = s.lyapunov)
        all["lyapunov"] = Json{{"exponent_1_s", x->exponent},
                               {"error_1_s", x->error},
                               {"duration_s", x->duration},
                               {"steps", x->steps},
                               {"parts_1_s", x->parts}};
    if (s.lyapunov && !s.lyapunov->ending.empty()) all["lyapunov"]["ending"] = s.lyapunov->ending;
    if (s.lyapunov && !s.lyapunov->unseen.empty()) all["lyapunov"]["without_jumps"] = s.lyapunov->unseen;
}

}  // namespace polhode
