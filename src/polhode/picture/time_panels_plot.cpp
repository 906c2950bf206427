#include "polhode/picture/time_panels_plot.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/base/terminal/display_width.hpp"

namespace polhode::overview {

namespace {

// Too many points for a page: of each narrow column of time only the lowest and the highest are drawn, in order, which
// looks the same and keeps what stands out. A gap stays a gap.
Line reduced(const Line& line, std::size_t columns = 1200) {
    if (line.size() <= 2 * columns) return line;
    Line out;
    const auto draw = [&](std::size_t begin, std::size_t end) {
        if (begin == end) return;
        std::size_t low = begin, high = begin;
        for (std::size_t i = begin; i < end; ++i) {
            if (line[i].y < line[low].y) low = i;
            if (line[i].y > line[high].y) high = i;
        }
        out.push_back(line[std::min(low, high)]);
        if (low != high) out.push_back(line[std::max(low, high)]);
    };
    for (std::size_t c = 0; c < columns; ++c) {
        std::size_t begin = c * line.size() / columns;
        const std::size_t end = (c + 1) * line.size() / columns;
        for (std::size_t i = begin; i < end; ++i) {
            if (!std::isnan(line[i].y)) continue;
            draw(begin, i);
            if (out.empty() || !std::isnan(out.back().y)) out.push_back({not_there, not_there});
            begin = i + 1;
        }
        draw(begin, end);
    }
    out.push_back(line.back());
    return out;
}

// Of what is drawn on a logarithmic scale and jumps about (rounding errors) the largest value in each narrow column of
// time says what matters; a curve through everything would be a solid block.
Line upper_envelope(const Line& line, std::size_t columns = 320) {
    if (line.size() <= 2 * columns) return line;
    Line out;
    for (std::size_t c = 0; c < columns; ++c) {
        const std::size_t begin = c * line.size() / columns, end = (c + 1) * line.size() / columns;
        std::size_t high = begin;
        for (std::size_t i = begin; i < end; ++i)
            if (line[i].y > line[high].y || std::isnan(line[high].y)) high = i;
        out.push_back(line[high]);
    }
    out.push_back(line.back());
    return out;
}

// About five round numbers over the range.
double tick_step(const Range& r) {
    const double rough = (r.high - r.low) / 5, power = std::pow(10, std::floor(std::log10(rough)));
    for (const double f : {1.0, 2.0, 5.0})
        if (rough <= 1.001 * f * power) return f * power;
    return 10 * power;
}
// Angles in steps that divide a circle.
double angle_step(const Range& r) {
    for (const double step : {15.0, 30.0, 45.0, 90.0, 180.0, 360.0, 720.0, 1800.0, 3600.0})
        if ((r.high - r.low) / step <= 5.5 && (r.high - r.low) / step > 1.5) return step;
    return tick_step(r);
}

// The unit that keeps the numbers on the time axis short.
struct TimeUnit {
    const char* name;
    double seconds;
};
TimeUnit time_unit(double t_end) {
    if (t_end >= 3 * 365.25 * 86400) return {"years", 365.25 * 86400};
    if (t_end >= 3 * 86400) return {"days", 86400};
    if (t_end >= 3 * 3600) return {"h", 3600};
    if (t_end >= 0.2 || t_end <= 0) return {"s", 1};
    if (t_end >= 2e-4) return {"ms", 1e-3};
    if (t_end >= 2e-7) return {"µs", 1e-6};
    return {"ns", 1e-9};
}

// A broken line where an angle jumps from 180 to -180 degrees.
Line wrapped(const Line& line) {
    Line out;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (i > 0 && std::fabs(line[i].y - line[i - 1].y) > 180) out.push_back({not_there, not_there});
        out.push_back(line[i]);
    }
    return out;
}

constexpr double smallest_drawn = 1e-17;
// Relative errors below this are rounding errors.
constexpr double least_telling = 1e-12;

void set_logarithmic_axis(Script& script, const Panel& panel) {
    // Dips to zero would stretch the panel: the lowest tenth of the values may leave it.
    std::vector<double> values;
    for (const Curve& c : panel.curves)
        for (const Point& p : upper_envelope(c.line))
            if (p.y > 0) values.push_back(p.y);
    double low = 1e-17, high = 1e-15;
    if (!values.empty()) {
        const auto tenth = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 10);
        std::nth_element(values.begin(), tenth, values.end());
        high = *std::max_element(values.begin(), values.end());
        low = std::min(*tenth, high * 1e-2);
    }
    int from = static_cast<int>(std::floor(std::log10(std::max(low, 1e-17)))),
        to = static_cast<int>(std::ceil(std::log10(std::max(high, 1e-16)) + 0.1));
    if (to - from < 2) from = to - 2;
    const int step = std::max(1, (to - from + 3) / 5);
    script.add(format("set logscale y; set yrange [1e%d:1e%d]; unset mytics", from, to));
    script.add(format("set ytics 1e%d, 1e%d, 1e%d format '10^{%%T}'", from, step, to));
}

void set_linear_axes(Script& script, const Panel& panel) {
    Range first, second;
    for (const Curve& c : panel.curves) (c.second_axis ? second : first).take(c.line);
    Range r = first.padded(panel.least_span);
    if (panel.never_negative) r = {std::max(r.low, 0.0), r.high};
    script.add(format("set yrange [%.10g:%.10g]; set ytics %.10g", r.low, r.high,
                      panel.degrees ? angle_step(r) : tick_step(r)));
    if (!second.empty()) {
        const Range r2 = second.padded(panel.second_least_span);
        script.add(format("set y2range [%.10g:%.10g]; set y2tics %.10g", r2.low, r2.high,
                          panel.degrees ? angle_step(r2) : tick_step(r2)));
        script.add("set y2label '" + panel.second_label + "' offset -1.2,0; set border 11");
    }
}

// Names of the curves in their colours, from the right; DejaVu Sans has about six units per letter at this size
void name_curves(Script& script, const Panel& panel, const Box& box) {
    script.add("unset key");
    double right = box.right;
    int label = 200;
    for (auto c = panel.curves.rbegin(); c != panel.curves.rend(); ++c) {
        if (c->title.empty()) continue;
        const std::string& text = c->title;
        script.add(format("set label %d %s at screen %.5f, screen %.5f right font ',10' textcolor rgb '%s' enhanced",
                          label++, gnuplot_string(text).c_str(), right, box.top + 14 / script.page().height,
                          c->colour.c_str()));
        const int markup = static_cast<int>(
            std::count_if(text.begin(), text.end(), [](char x) { return x == '_' || x == '{' || x == '}'; }));
        const int letters = display_width(text) - markup;
        right -= (6.2 * letters + 18) / script.page().width;
    }
}

}  // namespace

bool says_something(const Panel& panel) {
    for (const Curve& c : panel.curves)
        for (const Point& p : c.line)
            if (std::fabs(p.y) > least_telling) return true;
    return false;
}

void draw_panel(Script& script, const Panel& panel, const Box& box, char letter, bool bottom, double t_end) {
    const TimeUnit unit = time_unit(t_end);
    script.add("reset");
    script.add(margins(box));
    script.add("set border 3 lc rgb '#505050' lw 0.8; set tics nomirror out scale 0.5 textcolor rgb '#303030'");
    script.add("set grid lc rgb '#E6E8EB' lw 0.6 lt 1");
    script.add(format("set xrange [0:%.10g]", t_end > 0 ? t_end / unit.seconds : 1.0));
    if (bottom)
        script.add(format("set xlabel 'Time (%s)' offset 0,0.4", unit.name));
    else
        script.add("set format x ''");
    script.add("set ylabel '" + panel.label + "' offset 1.2,0");
    if (panel.logarithmic)
        set_logarithmic_axis(script, panel);
    else
        set_linear_axes(script, panel);
    int object = 1;
    for (const Interval& on : panel.shaded)
        script.add(format(
            "set object %d rectangle from first %.10g, graph 0 to first %.10g, graph 1 behind fc rgb '#E69F00' fs "
            "transparent solid 0.22 noborder",
            object++, on.begin / unit.seconds, on.end / unit.seconds));
    name_curves(script, panel, box);
    panel_title(script, box, letter, panel.title);
    std::string plot;
    for (const Curve& c : panel.curves) {
        Line line = panel.logarithmic ? upper_envelope(c.line) : reduced(c.line);
        for (Point& p : line) p.x /= unit.seconds;
        plot += (plot.empty() ? "plot " : ", ") + script.data(line) + (c.second_axis ? " axes x1y2" : "") +
                format(" with lines lc rgb '%s' lw %.2f%s", c.colour.c_str(), c.width, c.dashed ? " dt (9,5)" : "");
        plot += " notitle";
    }
    script.add(plot);
}

Panel rates_panel(const Samples& samples) {
    Panel panel;
    panel.title = "Body rates";
    panel.label = "Rate (rad/s)";
    Line lines[3];
    Range ranges[3];
    for (const PlotData::Sample& s : samples)
        for (int i = 0; i < 3; ++i) lines[i].push_back({s.t, s.w_NB_B[i]});
    for (int i = 0; i < 3; ++i) ranges[i].take(lines[i]);
    // A spin far above the other two rates would flatten them: it gets an axis of its own.
    int spin = -1;
    for (int i = 0; i < 3; ++i) {
        const double others = std::max(ranges[(i + 1) % 3].largest(), ranges[(i + 2) % 3].largest());
        if (!ranges[i].empty() && ranges[i].low * ranges[i].high > 0 &&
            std::min(std::fabs(ranges[i].low), std::fabs(ranges[i].high)) > 6 * others && others > 0)
            spin = i;
    }
    const char* names[] = {"ω_{x}", "ω_{y}", "ω_{z}"};
    double largest = 0;
    for (int i = 0; i < 3; ++i)
        if (i != spin) largest = std::max(largest, ranges[i].largest());
    for (int i = 0; i < 3; ++i) {
        Curve c{lines[i], names[i], colour_of(static_cast<std::size_t>(i)), 1.1, false, i == spin};
        if (i == spin) {
            c.title += ", right";
            panel.second_label = "Spin rate (rad/s)";
        }
        panel.curves.push_back(c);
    }
    panel.least_span = largest > 0 ? 1e-3 * largest : 1e-3;
    if (spin >= 0) panel.second_least_span = 0.02 * ranges[spin].largest();
    return panel;
}

Panel angles_panel(const PlotData& data, const Samples& samples) {
    Panel panel;
    if (data.pivoted) {
        const Vec3<double> axis_B = chosen_axis(data, samples);
        panel.title = "Tilt and precession of the axis";
        panel.never_negative = true;
        panel.degrees = true;
        panel.label = "Tilt (deg)";
        panel.second_label = "Precession (deg)";
        Line tilt, precession;
        double turned = 0, before = 0;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const Vec3<double> v = axis_state(samples[i], axis_B).direction;
            const double across = std::hypot(v[0], v[1]), now = std::atan2(v[1], v[0]);
            tilt.push_back({samples[i].t, std::atan2(across, v[2]) * to_degrees});
            if (i > 0) turned += std::remainder(now - before, 2 * pi);
            before = now;
            precession.push_back({samples[i].t, turned * to_degrees});
        }
        panel.curves.push_back({tilt, "tilt", colour_of(0), 1.3, false, false});
        panel.curves.push_back({precession, "precession, right", colour_of(1), 1.3, false, true});
        panel.least_span = 2;
        panel.second_least_span = 2;
        return panel;
    }
    panel.title = "Euler angles, sequence zyx";
    panel.label = "Angle (deg)";
    panel.degrees = true;
    Line lines[3];
    for (const PlotData::Sample& s : samples) {
        const double n = norm_squared(s.q_NB);
        const Vec3<double> x = to_world(s.q_NB, {1, 0, 0}) / n, y = to_world(s.q_NB, {0, 1, 0}) / n,
                           z = to_world(s.q_NB, {0, 0, 1}) / n;
        const double angles[] = {std::atan2(x[1], x[0]), std::atan2(-x[2], std::hypot(x[0], x[1])),
                                 std::atan2(y[2], z[2])};
        for (int i = 0; i < 3; ++i) lines[i].push_back({s.t, angles[i] * to_degrees});
    }
    const char* names[] = {"ψ (z)", "θ (y)", "φ (x)"};
    for (int i = 0; i < 3; ++i)
        panel.curves.push_back(
            {wrapped(lines[i]), names[i], colour_of(static_cast<std::size_t>(i)), 1.1, false, false});
    panel.least_span = 2;
    return panel;
}

Panel momentum_angles_panel(const PlotData& data, const Samples& samples) {
    Panel panel;
    panel.title = "Angle of the momentum to each principal axis";
    panel.label = "Angle (deg)";
    panel.degrees = true;
    Line lines[3];
    for (const PlotData::Sample& s : samples) {
        const Vec3<double> L_B = to_body(s.q_NB, s.L_N);
        for (int i = 0; i < 3; ++i) {
            const Vec3<double> e = data.body->principal_axes.column(i);
            lines[i].push_back({s.t, std::atan2(norm(cross(L_B, e)), dot(L_B, e)) * to_degrees});
        }
    }
    for (int i = 0; i < 3; ++i)
        panel.curves.push_back(
            {lines[i], data.body->diagonal ? std::string(1, static_cast<char>('x' + i)) : std::to_string(i + 1),
             colour_of(static_cast<std::size_t>(i)), 1.1, false, false});
    panel.least_span = 2;
    return panel;
}

Panel invariants_panel(const PlotData& data, const std::vector<Samples>& samples) {
    Panel panel;
    const bool energy = data.invariants.energy, vector = data.invariants.momentum,
               vertical = data.invariants.momentum_about_z && !vector;
    panel.title = energy || vector || vertical ? "Conservation" : "Change of energy and momentum";
    panel.label = energy || vector || vertical ? "Relative drift" : "Relative change";
    panel.logarithmic = true;
    for (std::size_t m = 0; m < samples.size(); ++m) {
        if (samples[m].empty()) continue;
        const PlotData::Sample& first = samples[m].front();
        // a body that starts at rest has no momentum to compare with at first
        double momentum_scale = 1e-300;
        for (const PlotData::Sample& s : samples[m])
            if (is_finite(s.L_N)) momentum_scale = std::max(momentum_scale, norm(s.L_N));
        const double energy_scale = std::max({std::fabs(first.energy), data.kinetic_energy, 1e-300});
        Line of_energy, of_momentum;
        for (const PlotData::Sample& s : samples[m]) {
            if (&s == &first) continue;
            of_energy.push_back({s.t, std::max(std::fabs(s.energy - first.energy) / energy_scale, smallest_drawn)});
            const double change = vertical ? std::fabs(s.L_N[2] - first.L_N[2]) : norm(s.L_N - first.L_N);
            of_momentum.push_back({s.t, std::max(change / momentum_scale, smallest_drawn)});
        }
        const bool one = samples.size() == 1;
        const bool any = energy || vector || vertical;
        if (energy || !any)
            panel.curves.push_back({of_energy, one ? "energy" : "", colour_of(one ? 0 : m), 1.1, false, false});
        if (vector || vertical || !any)
            panel.curves.push_back({of_momentum, one ? (vertical ? "vertical momentum" : "momentum") : "",
                                    colour_of(one ? 1 : m), 1.1, !one, false});
    }
    if (samples.size() > 1 && panel.curves.size() > samples.size())
        panel.title =
            std::string("Conservation: energy (solid), ") + (vertical ? "vertical momentum" : "momentum") + " (dashed)";
    return panel;
}

Panel constraint_panel(const std::vector<Samples>& samples) {
    Panel panel;
    panel.title = "Constraint error of the attitude";
    panel.label = "Constraint error";
    panel.logarithmic = true;
    for (std::size_t m = 0; m < samples.size(); ++m) {
        Curve c;
        bool any = false;
        for (const PlotData::Sample& s : samples[m]) {
            c.line.push_back({s.t, std::max(std::fabs(s.defect), smallest_drawn)});
            any = any || s.defect != 0;
        }
        if (!any) continue;
        c.colour = colour_of(m);
        panel.curves.push_back(c);
    }
    return panel;
}

Panel differences_panel(const Comparison& comparison) {
    Panel panel;
    panel.title = "Attitude of each method against the first";
    panel.label = "Angle (rad)";
    panel.logarithmic = true;
    for (std::size_t i = 0; i < comparison.curves().size(); ++i) {
        Curve c;
        for (const Difference& d : comparison.curves()[i].items())
            if (d.t > 0) c.line.push_back({d.t, std::max(d.geodesic, smallest_drawn)});
        if (c.line.empty()) continue;
        c.colour = colour_of(i + 1);
        panel.curves.push_back(c);
    }
    return panel;
}

}  // namespace polhode::overview
