// The summary for people: what a run came to, how right it is, what it cost, and what is known without stepping.
#include <cmath>
#include <numbers>

#include "polhode/base/readable.hpp"
#include "polhode/base/terminal/display_width.hpp"
#include "polhode/base/terminal/text_table.hpp"
#include "polhode/output/summary.hpp"
#include "polhode/output/summary_analysis.hpp"
#include "polhode/output/summary_target.hpp"
#include "polhode/scenario/method_line.hpp"

namespace polhode {

namespace {

constexpr double deg = 180 / std::numbers::pi;

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

std::string list(const Vec3<double>& v) { return readable(v[0]) + ", " + readable(v[1]) + ", " + readable(v[2]); }

std::string range(double low, double high) {
    const std::string from = readable(low), to = readable(high);
    return from == to ? from : from + " … " + to;
}

std::vector<std::string> heads_of(const Summary& s) {
    std::vector<std::string> names;
    for (const MethodSummary& m : s.methods) names.push_back(without_control_characters(m.method.name));
    return names.size() > 1 ? names : std::vector<std::string>{};
}

// Of the measures against a truth, what is asked first: the attitude, the axis, the rate; where the rate is given, the
// attitude's own numbers in its place.
bool asked_first(MeasureId id, bool dynamics) {
    return id == MeasureId::geodesic || id == MeasureId::axis_z ||
           id == (dynamics ? MeasureId::rate : MeasureId::constraint);
}

class SummaryWriter {
 public:
    SummaryWriter(const Summary& summary, int width, bool all)
        : s_(summary),
          all_(all),
          several_(summary.methods.size() > 1),
          one_line_(!several_ && (width <= 0 || width >= 90)),
          table_(heads_of(summary)) {}

    std::string text(int width) {
        outcome();
        target_rows(table_, s_);
        constancy();
        cost();
        differences();
        against_truth();
        heavy_top();
        free_body();
        analysis_rows(table_, s_);
        body();
        std::string text = without_control_characters(s_.title.empty() ? s_.file : s_.title);
        if (width > 0) text = shortened(text, width);
        text += "\n\n" + table_.text(width) + notes();
        if (left_out_) text += "\nmore measures with --all\n";
        return text;
    }

 private:
    // One row, one cell for each method.
    template <class Cell>
    void each(const std::string& label, Cell&& cell) {
        std::vector<std::string> cells;
        for (const MethodSummary& m : s_.methods) cells.push_back(cell(m));
        table_.row("  " + label, cells);
    }
    // A row of a measure that is shown only with all of them.
    template <class Cell>
    void further(const std::string& label, Cell&& cell) {
        if (all_)
            each(label, cell);
        else
            left_out_ = true;
    }
    // Vectors stand in one line where there is room for it.
    template <class Value>
    void vector(const std::string& label, const std::vector<std::string>& components, Value&& value) {
        if (one_line_) {
            std::string names;
            for (const std::string& c : components) names += (names.empty() ? "" : ", ") + c;
            each(label + " (" + names + ")", [&](const MethodSummary& m) {
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
    }
    template <class Says>
    bool any(Says&& says) const {
        for (const MethodSummary& m : s_.methods)
            if (says(m.statistics)) return true;
        return false;
    }

    void outcome();
    void last_state();
    void constancy();
    void cost();
    void differences();
    void against_truth();
    void heavy_top();
    void free_body();
    void circulation(const FreeMotion& f);
    void body();
    std::string axis_name(int principal) const;
    std::string notes() const;

    const Summary& s_;
    bool all_, several_, one_line_, left_out_ = false;
    TextTable table_;
};

void SummaryWriter::outcome() {
    bool same_end = true, all_complete = true;
    for (const MethodSummary& m : s_.methods) {
        same_end = same_end && m.record.last.t == s_.methods.front().record.last.t;
        all_complete = all_complete && m.status() == "complete";
    }
    if (!s_.methods.empty() && same_end)
        table_.section("At t = " + readable(s_.methods.front().record.last.t) + " s");
    else
        table_.section("At the end");
    if (several_)
        each("method", [](const MethodSummary& m) {
            return m.method.integrator + (m.method.attitude == "quaternion" ? "" : ", " + m.method.attitude);
        });
    else
        each("method", [](const MethodSummary& m) { return method_line(m.method); });
    if (any([](const Statistics& x) { return !x.chosen.empty(); }))
        each("chosen", [](const MethodSummary& m) { return m.statistics.chosen; });
    if (any([](const Statistics& x) { return x.estimated_error >= 0; }))
        each("attitude error, estimated, rad", [](const MethodSummary& m) {
            return m.statistics.estimated_error >= 0 ? readable(m.statistics.estimated_error, 2) : std::string();
        });
    if (!all_complete) each("outcome", [](const MethodSummary& m) { return m.status(); });
    if (!same_end) each("time reached (s)", [](const MethodSummary& m) { return readable(m.record.last.t); });
    last_state();
}

void SummaryWriter::last_state() {
    vector("attitude q_NB", {"w", "x", "y", "z"}, [](const MethodSummary& m) { return m.record.last.q_NB.params(); });
    vector("Euler angles zyx, deg", {"psi", "theta", "phi"},
           [](const MethodSummary& m) { return m.final_euler_zyx_deg(); });
    vector("rate w_NB_B, rad/s", {"x", "y", "z"}, [](const MethodSummary& m) { return m.record.last.w_NB_B; });
    if (!s_.dynamics) return;
    each("energy, J", [](const MethodSummary& m) { return readable(m.record.last.energy); });
    vector("momentum L_N, kg m²/s", {"x", "y", "z"}, [](const MethodSummary& m) { return m.record.last.L_N; });
    for (std::size_t i = 0; i < s_.inside.size(); ++i)
        each(s_.works && i + 1 == s_.inside.size() ? "work of " + s_.work_of + ", J" : s_.inside[i],
             [&](const MethodSummary& m) {
                 return i < m.record.last_state.size() ? readable(m.record.last_state[i]) : std::string();
             });
}

// What is conserved is judged by its relative drift; the drift itself comes with all measures.
void SummaryWriter::constancy() {
    table_.section(s_.dynamics ? "How constant (largest change over all rows)" : "How right");
    const auto energy = [](const MethodSummary& m) { return readable(m.record.largest_energy_change, 3); };
    const auto momentum = [](const MethodSummary& m) { return readable(m.record.largest_momentum_change, 3); };
    // what motors and bearings inside do is physics and no drift
    const std::string what = s_.works ? "energy less work" : "energy";
    if (s_.dynamics && s_.invariants.energy) {
        each(what + " drift, relative", [](const MethodSummary& m) { return readable(m.energy_drift_relative(), 3); });
        further(what + " drift, J", energy);
    } else if (s_.dynamics) {
        each(what + " change (not conserved), J", energy);
    }
    // A body that starts at rest has no momentum that a drift could be compared with.
    bool at_rest = false;
    for (const MethodSummary& m : s_.methods) at_rest = at_rest || norm(m.record.first.L_N) == 0;
    const auto drift = [&](const std::string& name, auto&& relative, auto&& absolute) {
        if (!at_rest) each(name + ", relative", relative);
        if (at_rest)
            each(name + ", kg m²/s", absolute);
        else
            further(name + ", kg m²/s", absolute);
    };
    if (s_.dynamics && s_.invariants.momentum)
        drift(
            "momentum drift", [](const MethodSummary& m) { return readable(m.momentum_drift_relative(), 3); },
            momentum);
    else if (s_.dynamics && s_.invariants.momentum_about_z)
        drift(
            "vertical momentum drift", [](const MethodSummary& m) { return readable(m.Lz_drift_relative(), 3); },
            [](const MethodSummary& m) { return readable(m.record.largest_Lz_change, 3); });
    else if (s_.dynamics)
        each("momentum change (not conserved), kg m²/s", momentum);
    each("constraint error", [](const MethodSummary& m) { return readable(m.record.largest_defect, 3); });
}

void SummaryWriter::cost() {
    table_.section("Cost");
    each("evaluations", [](const MethodSummary& m) { return readable_count(m.statistics.evaluations); });
    if (any([](const Statistics& x) { return x.accepted > 0; }))
        further("steps accepted", [](const MethodSummary& m) { return readable_count(m.statistics.accepted); });
    if (any([](const Statistics& x) { return x.rejected > 0; }))
        further("steps rejected", [](const MethodSummary& m) { return readable_count(m.statistics.rejected); });
    if (any([](const Statistics& x) { return x.accepted > 0; })) {
        further("smallest and largest step", [](const MethodSummary& m) {
            const Statistics& x = m.statistics;
            const std::string low = readable_seconds(x.smallest_step), high = readable_seconds(x.largest_step);
            return low == high ? low : low + " … " + high;
        });
        further("time per step", [](const MethodSummary& m) { return readable_seconds(m.seconds_per_step()); });
    }
    each("computing time", [](const MethodSummary& m) { return readable_seconds(m.statistics.cpu_seconds); });
    each("times faster than real time", [](const MethodSummary& m) { return readable_factor(m.times_real_time()); });
    if (!s_.cycle) return;
    further("cycles a second of computing",
            [&](const MethodSummary& m) { return readable_factor(m.cycles_per_second(*s_.cycle)); });
    further("evaluations a cycle of " + readable_seconds(s_.cycle->seconds),
            [&](const MethodSummary& m) { return readable(m.evaluations_per_cycle(*s_.cycle), 4); });
}

// How the methods differ: one column for each method, none under the reference.
void SummaryWriter::differences() {
    if (s_.differences.empty()) return;
    table_.section("Difference from " + without_control_characters(s_.reference) + " (largest; at the end)");
    const auto difference = [&](const std::string& label, double Difference::*which) {
        std::vector<std::string> cells(s_.methods.size());
        for (std::size_t i = 0; i < s_.differences.size() && i + 1 < cells.size(); ++i)
            cells[i + 1] = s_.differences[i].samples == 0 ? "no common times"
                                                          : readable(s_.differences[i].largest.*which, 3) + "; " +
                                                                readable(s_.differences[i].final.*which, 3);
        table_.row("  " + label, cells);
    };
    difference("attitude, rad", &Difference::geodesic);
    if (all_)
        difference("(1,1,1) direction, rad", &Difference::axis111);
    else
        left_out_ = true;
    difference("z axis, rad", &Difference::axisz);
    difference("rate, rad/s", &Difference::rate);
}

// How far every method is from the truth.
void SummaryWriter::against_truth() {
    if (!s_.measures) return;
    table_.section("Against " + without_control_characters(s_.measures->against) + " (largest; at the end; growth)");
    if (s_.measures->truth_error > 0)
        table_.row("  its own error, rad", {"below " + readable(s_.measures->truth_error, 2)});
    if (!s_.measures->caveat.empty()) table_.row("  but", {s_.measures->caveat});
    for (const Entry& measure : measure_entries()) {
        std::vector<std::string> cells(s_.methods.size());
        bool there = false;
        for (std::size_t i = 0; i < s_.measures->methods.size() && i < cells.size(); ++i)
            for (const MeasureSummary& m : s_.measures->methods[i].measures) {
                if (measure_entry(m.id).name != measure.name) continue;
                cells[i] = readable(m.largest, 3) + "; " + readable(m.final, 3) + growth_text(m.growth);
                there = true;
            }
        if (!there) continue;
        if (all_ || asked_first(*measure_named(measure.name), s_.dynamics))
            table_.row("  " + measure.name + (measure.unit == "1" ? "" : ", " + measure.unit), cells);
        else
            left_out_ = true;
    }
}

void SummaryWriter::heavy_top() {
    if (!s_.top) return;
    const TopMotion& t = *s_.top;
    table_.section("Heavy top (exact, from its start)");
    table_.row("  kind of motion",
               {std::string(name_of(t.kind)) + (t.kind == TopKind::sleeping && !t.stable ? " (unstable)" : "")});
    table_.row("  tilt, deg",
               {t.tilt_min == t.tilt_max ? readable(t.tilt_min * deg)
                                         : readable(t.tilt_min * deg) + " … " + readable(t.tilt_max * deg)});
    if (t.nutation_period > 0) table_.row("  nutation period, s", {readable(t.nutation_period)});
    if (std::isfinite(t.mean_precession)) table_.row("  mean precession, rad/s", {readable(t.mean_precession)});
    if (t.precession_min != t.precession_max)
        table_.row("  precession, rad/s", {readable(t.precession_min) + " … " + readable(t.precession_max)});
}

// "z", or "principal axis 3" of a body given in other axes
std::string SummaryWriter::axis_name(int principal) const {
    if (s_.body && s_.body->diagonal) return std::string(1, static_cast<char>('x' + principal));
    return "principal axis " + std::to_string(principal + 1);
}

void SummaryWriter::free_body() {
    if (!s_.free || s_.free->kind == FreeKind::at_rest) return;
    const FreeMotion& f = *s_.free;
    table_.section("Free body (exact, from its start)");
    const std::string moment = std::string(axis_moment_name(f)) + " moment";
    switch (f.kind) {
        case FreeKind::sphere:
            table_.row("  kind of motion", {"steady: three equal moments"});
            return;
        case FreeKind::steady:
            table_.row("  kind of motion", {"steady turn about " + axis_name(f.axis) + ", the " + moment});
            if (!f.stable)
                table_.row("  unstable", {"a disturbance grows e-fold in " + readable_seconds(1 / f.growth_rate)});
            return;
        case FreeKind::separatrix:
            table_.row("  kind of motion",
                       {"separatrix: ends in a turn about " + axis_name(f.axis) + ", the middle moment"});
            table_.row("  precession at last, rad/s", {readable(f.precession)});
            return;
        default:
            table_.row("  momentum circles", {axis_name(f.axis) + ", the " + moment +
                                              (f.kind == FreeKind::symmetric ? " and symmetry" : "")});
            circulation(f);
    }
}

void SummaryWriter::circulation(const FreeMotion& f) {
    const bool symmetric = f.kind == FreeKind::symmetric;
    if (f.polhode_period > 0)
        table_.row("  polhode period, s",
                   {readable(f.polhode_period) +
                    (symmetric ? "" : "; in it a turn of " + readable(f.rotation_per_period) + " rad about L")});
    table_.row(symmetric ? "  coning angle, axis to momentum, deg" : "  wobble, axis to momentum, deg",
               {range(f.wobble_min * deg, f.wobble_max * deg)});
    table_.row("  rate to momentum, deg", {range(f.rate_to_momentum_min * deg, f.rate_to_momentum_max * deg)});
    table_.row("  precession of the axis, rad/s",
               {readable(f.precession) +
                (symmetric ? "" : " in the mean (" + range(f.precession_min, f.precession_max) + ")")});
    if (!symmetric) table_.row("  a round of the axis, s", {readable(2 * std::numbers::pi / f.precession)});
    if (symmetric) {
        table_.row("  nutation in the body, rad/s", {readable(-f.spin)});
        return;
    }
    if (f.flips())
        table_.row("  turns over",
                   {"every " + readable(f.polhode_period / 2) + " s, first at " + readable(f.first_sign_change) +
                    " s; " + readable(f.sign_changes_within(s_.duration)) + " in " + readable(s_.duration) + " s"});
    table_.row("  from the separatrix, 2 T I₂/L² - 1", {readable(f.separatrix_distance, 4) + " (pure spin " +
                                                        readable(f.pure_spin_distance, 4) + ", separatrix 0)"});
    table_.row("  nearest to the middle axis, deg",
               {readable(f.middle_to_momentum_min * deg) + " (k'² = " + readable(f.complementary_parameter, 4) + ")"});
}

void SummaryWriter::body() {
    if (!s_.body) return;
    const BodyModel& b = *s_.body;
    table_.section("Body");
    if (b.mass > 0) table_.row("  mass, kg", {readable(b.mass)});
    table_.row("  principal moments, kg m²", {list(b.principal_moments)});
    if (!b.diagonal)
        for (int i = 0; i < 3; ++i)
            table_.row("  principal axis " + std::to_string(i + 1) + " in body axes",
                       {list(b.principal_axes.column(i))});
    if (b.ellipsoid.size() != 3) return;
    if (all_)
        table_.row(b.mass > 0 ? "  equivalent ellipsoid, m" : "  equivalent ellipsoid of 1 kg, m",
                   {list({b.ellipsoid[0], b.ellipsoid[1], b.ellipsoid[2]})});
    else
        left_out_ = true;
}

std::string SummaryWriter::notes() const {
    std::string text;
    const auto name = [&](const MethodSummary& m) {
        return several_ ? without_control_characters(m.method.name) + ": " : std::string();
    };
    for (const MethodSummary& m : s_.methods)
        for (const std::string& note : m.statistics.notes)
            text += "\n" + name(m) + without_control_characters(note) + "\n";
    for (const MethodSummary& m : s_.methods)
        if (!m.failure.empty()) text += "\n" + name(m) + without_control_characters(m.failure) + "\n";
    return text;
}

}  // namespace

std::string summary_table(const Summary& summary, int width, bool all) {
    return SummaryWriter(summary, width, all).text(width);
}

}  // namespace polhode
