#include "summary.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "text_table.hpp"
#include "top_analysis.hpp"
#include "version.hpp"

namespace polhode {

namespace {

using Json = nlohmann::ordered_json;

constexpr double deg = 180 / std::numbers::pi;

// (psi, theta, phi) of R_NB = Rz(psi) Ry(theta) Rx(phi), deg; at theta = +-90 deg phi is taken as 0.
Vec3<double> euler_zyx_deg(const Quaternion<double>& q_NB) {
    const double n = norm_squared(q_NB);
    const Vec3<double> x = to_world(q_NB, {1, 0, 0}) / n, y = to_world(q_NB, {0, 1, 0}) / n,
                       z = to_world(q_NB, {0, 0, 1}) / n;
    const double across = std::hypot(x[0], x[1]);
    const double theta = std::atan2(-x[2], across);
    if (across < 1e-12) return {std::atan2(-y[0], y[1]) * deg, theta * deg, 0};
    return {std::atan2(x[1], x[0]) * deg, theta * deg, std::atan2(y[2], z[2]) * deg};
}

double ratio(double a, double b) { return b > 0 ? a / b : (a == 0 ? 0 : INFINITY); }

template <int N>
Json json_of(const Vec<double, N>& v) {
    Json list = Json::array();
    for (int i = 0; i < N; ++i) list.push_back(v[i]);
    return list;
}

// "; 1.2e-05 t": what explains an error over time best.
std::string growth_text(const Growth& g) {
    if (g.kind == Growth::Kind::none) return "";
    const char* power = g.kind == Growth::Kind::linear ? " t" : g.kind == Growth::Kind::quadratic ? " t²" : "";
    return "; " + readable(g.coefficient, 3) + power;
}

// A speed is worth three digits.
std::string readable_factor(double x) {
    if (!(x >= 1000)) return readable(x, 3);
    const double scale = std::pow(10, std::floor(std::log10(x)) - 2);
    const double rounded = std::round(x / scale) * scale;
    return rounded < 1e15 ? readable_count(static_cast<long>(rounded)) : readable(x, 3);
}

}  // namespace

std::string MethodSummary::status() const {
    if (!failure.empty()) return "failed";
    return statistics.interrupted ? "interrupted" : "complete";
}

double MethodSummary::energy_drift_relative() const {
    return ratio(record.largest_energy_change, std::max(std::fabs(record.first.energy), record.largest_kinetic_energy));
}
double MethodSummary::momentum_drift_relative() const {
    return ratio(record.largest_momentum_change, norm(record.first.L_N));
}
double MethodSummary::Lz_drift_relative() const { return ratio(record.largest_Lz_change, norm(record.first.L_N)); }
double MethodSummary::seconds_per_step() const {
    const long steps = statistics.accepted + statistics.rejected;
    return steps > 0 ? statistics.cpu_seconds / static_cast<double>(steps) : 0;
}
double MethodSummary::times_real_time() const {
    return statistics.cpu_seconds > 0 ? statistics.end_time / statistics.cpu_seconds : 0;
}
double MethodSummary::cycles_per_second(const Cycle& cycle) const { return times_real_time() / cycle.seconds; }
double MethodSummary::evaluations_per_cycle(const Cycle& cycle) const {
    const double cycles = statistics.end_time / cycle.seconds;
    return cycles > 0 ? static_cast<double>(statistics.evaluations) / cycles : 0;
}

std::string method_line(const Method& m) {
    // " order 3": what the scenario says about one part of the method, by the registry's description of it
    const auto details = [](const std::string& kind, const std::string& name, const Values& values) {
        std::string text;
        const Entry* entry = find_entry(kind, name);
        if (!entry) return text;
        for (const Parameter& p : entry->parameters) {
            if (!values.given(p.name)) continue;
            text += " " + p.name + " ";
            if (p.type == Type::text || p.type == Type::choice)
                text += values.text(p.name);
            else if (p.type == Type::integer)
                text += std::to_string(values.integer(p.name));
            else if (p.type == Type::number || p.type == Type::positive || p.type == Type::non_negative)
                text += readable(values.number(p.name)) + (p.unit.empty() ? "" : " " + p.unit);
            else if (p.type == Type::boolean)
                text += values.boolean(p.name) ? "yes" : "no";
        }
        return text;
    };
    std::string line = m.attitude + details("attitude", m.attitude, m.attitude_values) + ", " + m.integrator +
                       details("integrator", m.integrator, m.integrator_values);
    if (m.input == "readings") line += ", from readings";
    if (m.step) line += ", step " + readable(*m.step) + " s";
    if (m.tolerance) line += ", tolerance " + readable(*m.tolerance);
    if (m.compensated) line += ", compensated";
    if (m.constraint != "none") line += ", " + m.constraint + details("constraint", m.constraint, m.constraint_values);
    if (m.arithmetic != "double")
        line += ", " + m.arithmetic + details("arithmetic", m.arithmetic, m.arithmetic_values);
    return line;
}

Summary summarise(const Scenario& scenario, std::vector<MethodSummary> methods, const Comparison& comparison) {
    Summary s;
    s.title = scenario.title;
    s.file = scenario.file;
    s.settings = scenario.settings;
    s.warnings = scenario.warnings;
    s.duration = scenario.run.duration;
    s.sample = scenario.run.sample;
    s.dynamics = scenario.problem.dynamics();
    s.invariants = invariants_of(scenario.problem);
    s.body = scenario.problem.body;
    s.methods = std::move(methods);
    s.reference = comparison.reference();
    s.differences = comparison.differences();
    s.cycle = cycle_of(scenario.problem);
    s.top = analyse_top(scenario.problem);
    if (s.top && s.top->kind == TopKind::free) s.top.reset();
    return s;
}

std::string summary_table(const Summary& s, int width) {
    std::vector<std::string> names;
    for (const MethodSummary& m : s.methods) names.push_back(printable(m.method.name));
    const bool several = s.methods.size() > 1;
    TextTable table(several ? names : std::vector<std::string>{});

    const auto each = [&](const std::string& label, auto&& cell) {
        std::vector<std::string> cells;
        for (const MethodSummary& m : s.methods) cells.push_back(cell(m));
        table.row("  " + label, cells);
    };
    // Vectors stand in one line where there is room for it.
    const bool one_line = !several && (width <= 0 || width >= 90);
    const auto vector = [&](const std::string& label, const std::vector<std::string>& components, auto&& value) {
        if (one_line) {
            std::string list;
            for (const std::string& c : components) list += (list.empty() ? "" : ", ") + c;
            each(label + " (" + list + ")", [&](const MethodSummary& m) {
                std::string text;
                const auto v = value(m);
                for (int i = 0; i < v.size; ++i) text += (i ? ", " : "") + readable(v[i]);
                return text;
            });
            return;
        }
        for (std::size_t i = 0; i < components.size(); ++i)
            each(label + " " + components[i],
                 [&](const MethodSummary& m) { return readable(value(m)[static_cast<int>(i)]); });
    };

    // -- where it ended
    const MethodSummary* first = s.methods.empty() ? nullptr : &s.methods.front();
    bool same_end = true;
    for (const MethodSummary& m : s.methods) same_end = same_end && m.record.last.t == first->record.last.t;
    if (first && same_end)
        table.section("At t = " + readable(first->record.last.t) + " s");
    else
        table.section("At the end");
    if (several)
        each("method", [](const MethodSummary& m) {
            return m.method.integrator + (m.method.attitude == "quaternion" ? "" : ", " + m.method.attitude);
        });
    else
        each("method", [](const MethodSummary& m) { return method_line(m.method); });
    const auto any = [&](auto&& says) {
        for (const MethodSummary& m : s.methods)
            if (says(m.statistics)) return true;
        return false;
    };
    if (any([](const Statistics& x) { return !x.chosen.empty(); }))
        each("chosen", [](const MethodSummary& m) { return m.statistics.chosen; });
    if (any([](const Statistics& x) { return x.estimated_error >= 0; }))
        each("attitude error, estimated, rad", [](const MethodSummary& m) {
            return m.statistics.estimated_error >= 0 ? readable(m.statistics.estimated_error, 2) : std::string();
        });
    bool all_complete = true;
    for (const MethodSummary& m : s.methods) all_complete = all_complete && m.status() == "complete";
    if (!all_complete) each("outcome", [](const MethodSummary& m) { return m.status(); });
    if (!same_end) each("time reached (s)", [](const MethodSummary& m) { return readable(m.record.last.t); });
    vector("attitude q_NB", {"w", "x", "y", "z"}, [](const MethodSummary& m) { return m.record.last.q_NB.params(); });
    vector("Euler angles zyx, deg", {"psi", "theta", "phi"},
           [](const MethodSummary& m) { return euler_zyx_deg(m.record.last.q_NB); });
    vector("rate w_NB_B, rad/s", {"x", "y", "z"}, [](const MethodSummary& m) { return m.record.last.w_NB_B; });
    if (s.dynamics) {
        each("energy, J", [](const MethodSummary& m) { return readable(m.record.last.energy); });
        vector("momentum L_N, kg m²/s", {"x", "y", "z"}, [](const MethodSummary& m) { return m.record.last.L_N; });
    }

    // -- how right it is
    table.section(s.dynamics ? "How constant (largest change over all rows)" : "How right");
    if (s.dynamics) {
        const std::string energy = s.invariants.energy ? "energy drift" : "energy change (not conserved)";
        each(energy + ", J", [](const MethodSummary& m) { return readable(m.record.largest_energy_change, 3); });
        if (s.invariants.energy)
            each("  relative", [](const MethodSummary& m) { return readable(m.energy_drift_relative(), 3); });
        if (s.invariants.momentum) {
            each("momentum drift, kg m²/s",
                 [](const MethodSummary& m) { return readable(m.record.largest_momentum_change, 3); });
            each("  relative", [](const MethodSummary& m) { return readable(m.momentum_drift_relative(), 3); });
        } else if (s.invariants.momentum_about_z) {
            each("vertical momentum drift, kg m²/s",
                 [](const MethodSummary& m) { return readable(m.record.largest_Lz_change, 3); });
            each("  relative", [](const MethodSummary& m) { return readable(m.Lz_drift_relative(), 3); });
        } else {
            each("momentum change (not conserved), kg m²/s",
                 [](const MethodSummary& m) { return readable(m.record.largest_momentum_change, 3); });
        }
    }
    each("constraint error", [](const MethodSummary& m) { return readable(m.record.largest_defect, 3); });

    // -- what it cost
    table.section("Cost");
    each("evaluations", [](const MethodSummary& m) { return readable_count(m.statistics.evaluations); });
    if (any([](const Statistics& x) { return x.accepted > 0; }))
        each("steps accepted", [](const MethodSummary& m) { return readable_count(m.statistics.accepted); });
    if (any([](const Statistics& x) { return x.rejected > 0; }))
        each("steps rejected", [](const MethodSummary& m) { return readable_count(m.statistics.rejected); });
    if (any([](const Statistics& x) { return x.accepted > 0; }))
        each("smallest and largest step", [](const MethodSummary& m) {
            const Statistics& x = m.statistics;
            const std::string low = readable_seconds(x.smallest_step), high = readable_seconds(x.largest_step);
            return low == high ? low : low + " … " + high;
        });
    if (any([](const Statistics& x) { return x.accepted > 0; }))
        each("time per step", [](const MethodSummary& m) { return readable_seconds(m.seconds_per_step()); });
    each("computing time", [](const MethodSummary& m) { return readable_seconds(m.statistics.cpu_seconds); });
    each("times faster than real time", [](const MethodSummary& m) { return readable_factor(m.times_real_time()); });
    if (s.cycle) {
        each("cycles a second of computing",
             [&](const MethodSummary& m) { return readable_factor(m.cycles_per_second(*s.cycle)); });
        each("evaluations a cycle of " + readable_seconds(s.cycle->seconds),
             [&](const MethodSummary& m) { return readable(m.evaluations_per_cycle(*s.cycle), 4); });
    }

    // -- how the methods differ: one column for each method, none under the reference
    if (!s.differences.empty()) {
        table.section("Difference from " + printable(s.reference) + " (largest; at the end)");
        const auto difference = [&](const std::string& label, double Difference::*which) {
            std::vector<std::string> cells(s.methods.size());
            for (std::size_t i = 0; i < s.differences.size() && i + 1 < cells.size(); ++i)
                cells[i + 1] = s.differences[i].samples == 0 ? "no common times"
                                                             : readable(s.differences[i].largest.*which, 3) + "; " +
                                                                   readable(s.differences[i].final.*which, 3);
            table.row("  " + label, cells);
        };
        difference("attitude, rad", &Difference::geodesic);
        difference("(1,1,1) direction, rad", &Difference::axis111);
        difference("z axis, rad", &Difference::axisz);
        difference("rate, rad/s", &Difference::rate);
    }

    // -- how far every method is from the truth
    if (s.measures) {
        table.section("Against " + printable(std::string_view(s.measures->against)) + " (largest; at the end; growth)");
        for (const Entry& measure : measure_entries()) {
            std::vector<std::string> cells(s.methods.size());
            bool there = false;
            for (std::size_t i = 0; i < s.measures->methods.size() && i < cells.size(); ++i)
                for (const MeasureSummary& m : s.measures->methods[i].measures) {
                    if (measure_entry(m.id).name != measure.name) continue;
                    cells[i] = readable(m.largest, 3) + "; " + readable(m.final, 3) + growth_text(m.growth);
                    there = true;
                }
            if (there) table.row("  " + measure.name + (measure.unit == "1" ? "" : ", " + measure.unit), cells);
        }
    }

    // -- what is known without stepping
    if (s.top) {
        const TopMotion& t = *s.top;
        table.section("Heavy top (exact, from its start)");
        table.row("  kind of motion",
                  {std::string(name_of(t.kind)) + (t.kind == TopKind::sleeping && !t.stable ? " (unstable)" : "")});
        table.row("  tilt, deg",
                  {t.tilt_min == t.tilt_max ? readable(t.tilt_min * deg)
                                            : readable(t.tilt_min * deg) + " … " + readable(t.tilt_max * deg)});
        if (t.nutation_period > 0) table.row("  nutation period, s", {readable(t.nutation_period)});
        if (std::isfinite(t.mean_precession)) table.row("  mean precession, rad/s", {readable(t.mean_precession)});
        if (t.precession_min != t.precession_max)
            table.row("  precession, rad/s", {readable(t.precession_min) + " … " + readable(t.precession_max)});
    }
    if (s.body) {
        const BodyModel& b = *s.body;
        table.section("Body");
        const auto list = [](const Vec3<double>& v) {
            return readable(v[0]) + ", " + readable(v[1]) + ", " + readable(v[2]);
        };
        if (b.mass > 0) table.row("  mass, kg", {readable(b.mass)});
        table.row("  principal moments, kg m²", {list(b.principal_moments)});
        if (!b.diagonal)
            for (int i = 0; i < 3; ++i)
                table.row("  principal axis " + std::to_string(i + 1) + " in body axes",
                          {list(b.principal_axes.column(i))});
        if (b.ellipsoid.size() == 3)
            table.row(b.mass > 0 ? "  equivalent ellipsoid, m" : "  equivalent ellipsoid of 1 kg, m",
                      {list({b.ellipsoid[0], b.ellipsoid[1], b.ellipsoid[2]})});
    }

    std::string text = printable(s.title.empty() ? s.file : s.title) + "\n";
    if (width > 0) text = shortened(text.substr(0, text.size() - 1), width) + "\n";
    text += "\n" + table.text(width);
    for (const MethodSummary& m : s.methods)
        for (const std::string& note : m.statistics.notes)
            text += "\n" + (several ? printable(m.method.name) + ": " : std::string()) + printable(note) + "\n";
    for (const MethodSummary& m : s.methods)
        if (!m.failure.empty())
            text += "\n" + (several ? printable(m.method.name) + ": " : std::string()) + printable(m.failure) + "\n";
    return text;
}

std::string summary_json(const Summary& s, int indent) {
    Json all{{"polhode_version", version()}, {"title", s.title},
             {"scenario", s.file},           {"settings", s.settings},
             {"warnings", s.warnings},       {"problem", s.dynamics ? "dynamics" : "kinematics"},
             {"duration_s", s.duration},     {"sample_s", s.sample}};
    if (s.body) {
        Json axes = Json::array();
        for (int i = 0; i < 3; ++i) axes.push_back(json_of(s.body->principal_axes.column(i)));
        Json body{{"mass_kg", s.body->mass > 0 ? Json(s.body->mass) : Json(nullptr)},
                  {"principal_moments_kg_m2", json_of(s.body->principal_moments)},
                  {"principal_axes_in_body", axes}};
        body["ellipsoid_semi_axes_m"] = s.body->ellipsoid.size() == 3 ? Json(s.body->ellipsoid) : Json(nullptr);
        all["body"] = body;
    }
    if (s.dynamics)
        all["conserved"] = Json{{"energy", s.invariants.energy},
                                {"momentum", s.invariants.momentum},
                                {"momentum_about_z", s.invariants.momentum_about_z}};
    if (s.top) {
        const TopMotion& t = *s.top;
        all["top"] = Json{{"kind", name_of(t.kind)},
                          {"stable", t.stable},
                          {"tilt_min_deg", t.tilt_min * deg},
                          {"tilt_max_deg", t.tilt_max * deg},
                          {"nutation_period_s", t.nutation_period},
                          {"mean_precession_rad_s", t.mean_precession},
                          {"precession_min_rad_s", t.precession_min},
                          {"precession_max_rad_s", t.precession_max},
                          {"energy_J", t.energy},
                          {"momentum_vertical_kg_m2_s", t.L_vertical},
                          {"momentum_axis_kg_m2_s", t.L_axis}};
    }
    if (s.cycle) all["cycle"] = Json{{"seconds", s.cycle->seconds}, {"what", s.cycle->what}};
    Json methods = Json::array();
    for (const MethodSummary& m : s.methods) {
        const Row& last = m.record.last;
        Json final{{"t_s", last.t},
                   {"q_NB", json_of(last.q_NB.params())},
                   {"euler_zyx_deg", json_of(euler_zyx_deg(last.q_NB))},
                   {"w_NB_B_rad_s", json_of(last.w_NB_B)}};
        if (s.dynamics) {
            final["energy_J"] = last.energy;
            final["L_N_kg_m2_s"] = json_of(last.L_N);
        }
        if (!m.record.last_state.empty()) final["state"] = m.record.last_state;
        Json one{{"name", m.method.name},
                 {"attitude", m.method.attitude},
                 {"integrator", m.method.integrator},
                 {"constraint", m.method.constraint},
                 {"arithmetic", m.method.arithmetic},
                 {"compensated", m.method.compensated},
                 {"step_s", m.method.step ? Json(*m.method.step) : Json(nullptr)},
                 {"tolerance", m.method.tolerance ? Json(*m.method.tolerance) : Json(nullptr)},
                 {"status", m.status()}};
        if (!m.failure.empty()) one["failure"] = m.failure;
        if (!m.statistics.chosen.empty()) one["chosen"] = m.statistics.chosen;
        if (!m.statistics.notes.empty()) one["notes"] = m.statistics.notes;
        if (m.statistics.estimated_error >= 0) one["estimated_attitude_error_rad"] = m.statistics.estimated_error;
        one["rows"] = m.record.rows;
        one["final"] = m.record.rows > 0 ? final : Json(nullptr);
        if (s.dynamics) {
            one["energy_drift_J"] = m.record.largest_energy_change;
            one["energy_drift_relative"] = m.energy_drift_relative();
            one["momentum_drift_kg_m2_s"] = m.record.largest_momentum_change;
            one["momentum_drift_relative"] = m.momentum_drift_relative();
            one["momentum_z_drift_kg_m2_s"] = m.record.largest_Lz_change;
            one["momentum_z_drift_relative"] = m.Lz_drift_relative();
        }
        one["constraint_error"] = m.record.largest_defect;
        one["evaluations"] = m.statistics.evaluations;
        one["steps_accepted"] = m.statistics.accepted;
        one["steps_rejected"] = m.statistics.rejected;
        one["smallest_step_s"] = m.statistics.smallest_step;
        one["largest_step_s"] = m.statistics.largest_step;
        one["end_time_s"] = m.statistics.end_time;
        one["cpu_time_s"] = m.statistics.cpu_seconds;
        one["wall_time_s"] = m.statistics.wall_seconds;
        one["time_per_step_ns"] = m.seconds_per_step() * 1e9;
        one["times_faster_than_real_time"] = m.times_real_time();
        if (s.cycle) {
            one["cycles_per_second"] = m.cycles_per_second(*s.cycle);
            one["evaluations_per_cycle"] = m.evaluations_per_cycle(*s.cycle);
        }
        methods.push_back(one);
    }
    all["methods"] = methods;
    if (!s.differences.empty()) {
        Json list = Json::array();
        const auto numbers = [](const Difference& d) {
            return Json{{"t_s", d.t},
                        {"geodesic_rad", d.geodesic},
                        {"axis111_rad", d.axis111},
                        {"axisz_rad", d.axisz},
                        {"rate_rad_s", d.rate}};
        };
        for (const DifferenceSummary& d : s.differences)
            list.push_back(Json{{"method", d.name},
                                {"from", s.reference},
                                {"samples", d.samples},
                                {"largest", numbers(d.largest)},
                                {"final", numbers(d.final)}});
        all["differences"] = list;
    }
    if (s.measures) {
        Json measures{{"against", s.measures->against},
                      {"cycle_s", s.measures->cycle ? Json(s.measures->cycle->seconds) : Json(nullptr)},
                      {"cycle", s.measures->cycle ? Json(s.measures->cycle->what) : Json(nullptr)}};
        Json each_method = Json::array();
        for (const MethodMeasures& method : s.measures->methods) {
            Json one{{"method", method.method}, {"rows", method.rows}};
            for (const MeasureSummary& m : method.measures) {
                Json growth{{"kind", name_of(m.growth.kind)},
                            {"coefficient", m.growth.coefficient},
                            {"explained", m.growth.explained}};
                one[measure_entry(m.id).name] = Json{{"unit", measure_entry(m.id).unit},
                                                     {"final", m.final},
                                                     {"largest", m.largest},
                                                     {"largest_at_s", m.largest_time},
                                                     {"per_cycle", m.per_cycle ? Json(*m.per_cycle) : Json(nullptr)},
                                                     {"growth", growth}};
            }
            each_method.push_back(one);
        }
        measures["methods"] = each_method;
        all["measures"] = measures;
    }
    return all.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace polhode
