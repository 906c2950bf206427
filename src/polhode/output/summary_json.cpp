// The summary as one JSON object.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "polhode/base/version.hpp"
#include "polhode/output/summary.hpp"
#include "polhode/output/summary_analysis.hpp"
#include "polhode/output/summary_target.hpp"

namespace polhode {

namespace {

using Json = nlohmann::ordered_json;

constexpr double deg_per_rad = 180 / std::numbers::pi;

template <int N>
Json json_of(const Vec<double, N>& v) {
    Json list = Json::array();
    for (int i = 0; i < N; ++i) list.push_back(v[i]);
    return list;
}

Json body_json(const BodyModel& body) {
    Json axes = Json::array();
    for (int i = 0; i < 3; ++i) axes.push_back(json_of(body.principal_axes.column(i)));
    Json out{{"mass_kg", body.mass > 0 ? Json(body.mass) : Json(nullptr)},
             {"principal_moments_kg_m2", json_of(body.principal_moments)},
             {"principal_axes_in_body", axes}};
    out["ellipsoid_semi_axes_m"] = body.ellipsoid.size() == 3 ? Json(body.ellipsoid) : Json(nullptr);
    return out;
}

Json top_json(const TopMotion& t) {
    return Json{{"kind", name_of(t.kind)},
                {"stable", t.stable},
                {"tilt_min_deg", t.tilt_min * deg_per_rad},
                {"tilt_max_deg", t.tilt_max * deg_per_rad},
                {"nutation_period_s", t.nutation_period},
                {"mean_precession_rad_s", t.mean_precession},
                {"precession_min_rad_s", t.precession_min},
                {"precession_max_rad_s", t.precession_max},
                {"energy_J", t.energy},
                {"momentum_vertical_kg_m2_s", t.L_vertical},
                {"momentum_axis_kg_m2_s", t.L_axis}};
}

// So many are named; the rest follow at the same distance.
Json first_flips(const FreeMotion& f, double duration) {
    Json times = Json::array();
    for (double i = 0; i < std::min(10.0, f.sign_changes_within(duration)); ++i) times.push_back(f.sign_change(i));
    return times;
}

// What does not exist for a kind of motion is left out; what is infinite is null.
Json free_json(const FreeMotion& f, const BodyModel& body, double duration) {
    Json out{{"kind", name_of(f.kind)}, {"stable", f.stable}, {"energy_J", f.energy}, {"momentum_kg_m2_s", f.momentum}};
    if (f.axis >= 0) {
        out["axis"] = f.axis + 1;
        out["axis_in_body"] = json_of(body.principal_axes.column(f.axis));
        out["axis_moment_kg_m2"] = body.principal_moments[f.axis];
        out["axis_moment"] = axis_moment_name(f);
    }
    if (f.kind == FreeKind::steady && !f.stable) out["growth_rate_1_s"] = f.growth_rate;
    out["rate_min_rad_s"] = json_of(f.rate_min);
    out["rate_max_rad_s"] = json_of(f.rate_max);
    if (f.kind == FreeKind::symmetric || f.kind == FreeKind::polhode) {
        out["polhode_period_s"] = f.polhode_period;
        out["wobble_min_deg"] = f.wobble_min * deg_per_rad;
        out["wobble_max_deg"] = f.wobble_max * deg_per_rad;
        out["rate_to_momentum_min_deg"] = f.rate_to_momentum_min * deg_per_rad;
        out["rate_to_momentum_max_deg"] = f.rate_to_momentum_max * deg_per_rad;
        out["precession_mean_rad_s"] = f.precession;
        out["precession_period_s"] = 2 * std::numbers::pi / f.precession;
        out["precession_min_rad_s"] = f.precession_min;
        out["precession_max_rad_s"] = f.precession_max;
    }
    if (f.kind == FreeKind::polhode) out["rotation_about_momentum_per_period_rad"] = f.rotation_per_period;
    if (f.kind == FreeKind::symmetric) {
        out["body_nutation_rate_rad_s"] = -f.spin;
        out["rate_to_axis_deg"] = f.rate_to_axis * deg_per_rad;
    }
    if (f.kind == FreeKind::polhode || f.kind == FreeKind::separatrix) {
        out["separatrix_distance"] = f.separatrix_distance;
        out["separatrix_distance_of_pure_spin"] = f.pure_spin_distance;
        out["complementary_parameter"] = f.complementary_parameter;
        out["middle_axis_to_momentum_min_deg"] = f.middle_to_momentum_min * deg_per_rad;
    }
    if (f.flips())
        out["flips"] = Json{{"every_s", f.polhode_period / 2},
                            {"first_s", f.first_sign_change},
                            {"in_run", f.sign_changes_within(duration)},
                            {"times_s", first_flips(f, duration)}};
    return out;
}

Json final_json(const Summary& s, const MethodSummary& m) {
    const Row& last = m.record.last;
    Json final{{"t_s", last.t},
               {"q_NB", json_of(last.q_NB.params())},
               {"euler_zyx_deg", json_of(m.final_euler_zyx_deg())},
               {"w_NB_B_rad_s", json_of(last.w_NB_B)}};
    if (s.dynamics) {
        final["energy_J"] = last.energy;
        final["L_N_kg_m2_s"] = json_of(last.L_N);
    }
    if (!m.record.last_state.empty()) final["state"] = m.record.last_state;
    for (std::size_t i = 0; i < s.inside.size() && i < m.record.last_state.size(); ++i)
        final["inside"][s.inside[i]] = m.record.last_state[i];
    return final;
}

Json method_json(const Summary& s, const MethodSummary& m) {
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
    one["final"] = m.record.rows > 0 ? final_json(s, m) : Json(nullptr);
    if (s.dynamics) {
        one["energy_drift_J"] = m.record.largest_energy_change;
        one["energy_drift_relative"] = m.energy_drift_relative();
        one["momentum_drift_kg_m2_s"] = m.record.largest_momentum_change;
        one["momentum_drift_relative"] = m.momentum_drift_relative();
        one["momentum_z_drift_kg_m2_s"] = m.record.largest_Lz_change;
        one["momentum_z_drift_relative"] = m.Lz_drift_relative();
    }
    if (m.target) one["target"] = target_json(*m.target);
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
    return one;
}

Json differences_json(const Summary& s) {
    const auto numbers = [](const Difference& d) {
        return Json{{"t_s", d.t},
                    {"geodesic_rad", d.geodesic},
                    {"axis111_rad", d.axis111},
                    {"axisz_rad", d.axisz},
                    {"rate_rad_s", d.rate}};
    };
    Json list = Json::array();
    for (const DifferenceSummary& d : s.differences)
        list.push_back(Json{{"method", d.name},
                            {"from", s.reference},
                            {"samples", d.samples},
                            {"largest", numbers(d.largest)},
                            {"final", numbers(d.final)}});
    return list;
}

Json measures_json(const RunMeasureSummary& summary) {
    Json measures{{"against", summary.against},
                  {"truth_error_rad", summary.truth_error > 0 ? Json(summary.truth_error) : Json(nullptr)},
                  {"caveat", summary.caveat},
                  {"cycle_s", summary.cycle ? Json(summary.cycle->seconds) : Json(nullptr)},
                  {"cycle", summary.cycle ? Json(summary.cycle->what) : Json(nullptr)}};
    Json each_method = Json::array();
    for (const MethodMeasures& method : summary.methods) {
        Json one{{"method", method.method}, {"rows_compared", method.rows}};
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
    return measures;
}

}  // namespace

std::string summary_json(const Summary& s, int indent) {
    Json all{{"polhode_version", version()}, {"title", s.title},
             {"scenario", s.file},           {"settings", s.settings},
             {"warnings", s.warnings},       {"problem", s.dynamics ? "dynamics" : "kinematics"},
             {"duration_s", s.duration},     {"sample_s", s.sample}};
    if (s.body) all["body"] = body_json(*s.body);
    if (s.dynamics)
        all["conserved"] = Json{{"energy", s.invariants.energy},
                                {"momentum", s.invariants.momentum},
                                {"momentum_about_z", s.invariants.momentum_about_z}};
    // what motors and bearings inside do is taken from the energy
    if (s.works) {
        all["conserved"]["energy"] = false;
        all["conserved"]["energy_less_work"] = s.invariants.energy;
    }
    if (s.top) all["top"] = top_json(*s.top);
    if (s.free && s.body) all["free"] = free_json(*s.free, *s.body, s.duration);
    add_analysis(all, s);
    if (s.cycle) all["cycle"] = Json{{"seconds", s.cycle->seconds}, {"what", s.cycle->what}};
    Json methods = Json::array();
    for (const MethodSummary& m : s.methods) methods.push_back(method_json(s, m));
    all["methods"] = methods;
    if (!s.differences.empty()) all["differences"] = differences_json(s);
    if (s.measures) all["measures"] = measures_json(*s.measures);
    return all.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace polhode
