#include <algorithm>
#include <cmath>
#include <numbers>

#include "polhode/estimate/tools/estimation_report.hpp"
#include "polhode/picture/time_panels_plot.hpp"

namespace polhode::estimate {

namespace {

using overview::Curve;
using overview::Panel;

constexpr double page_head = 70, page_foot = 80, one_panel = 150, panel_gap_height = 46;

// A curve of some number of the rows over time since the first.
template <class Number>
overview::Line line_over_time(const SensorLog& log, const Estimation& e, Number&& number) {
    overview::Line line;
    const double begin = log.rows[e.samples.row.front()].t;
    const size_t every = std::max<size_t>(1, e.rows.size() / 20000);
    for (size_t i = 0; i < e.rows.size(); i += every) line.push_back({log.rows[e.samples.row[i]].t - begin, number(i)});
    return line;
}

// Angles of the body (Tait-Bryan z-y-x): roll, pitch, and heading of its first axis, from East towards North.
Vec3<double> shown_angles(const Quaternion<double>& q) {
    const Mat3<double> r = to_matrix(q);
    const double k = overview::to_degrees;
    return {k * std::atan2(r(2, 1), r(2, 2)), -k * std::asin(std::clamp(r(2, 0), -1.0, 1.0)),
            k * std::atan2(r(1, 0), r(0, 0))};
}

// A jump of an angle over half a turn is no line.
overview::Line with_lifted_pen(const overview::Line& line) {
    overview::Line out;
    for (size_t i = 0; i < line.size(); ++i) {
        if (i > 0 && std::fabs(line[i].y - line[i - 1].y) > 180)
            out.push_back({overview::not_there, overview::not_there});
        out.push_back(line[i]);
    }
    return out;
}

Panel attitude_panel(const SensorLog& log, const Estimation& e) {
    Panel p;
    p.title = "Attitude: roll and pitch of the sensor, heading of its first axis from East";
    p.label = "deg";
    p.degrees = true;
    static const char* const names[] = {"roll", "pitch", "heading"};
    for (int k = 0; k < 3; ++k) {
        Curve c;
        c.line = with_lifted_pen(line_over_time(log, e, [&](size_t i) { return shown_angles(e.rows[i].attitude)[k]; }));
        c.title = names[k];
        c.colour = overview::colour_of(static_cast<size_t>(k));
        p.curves.push_back(c);
    }
    return p;
}

std::vector<overview::Interval> rest_intervals(const SensorLog& log, const Estimation& e) {
    std::vector<overview::Interval> all;
    const double begin = log.rows[e.samples.row.front()].t;
    bool on = false;
    for (size_t i = 0; i < e.rows.size(); ++i) {
        const double t = log.rows[e.samples.row[i]].t - begin;
        if (e.rows[i].rest && !on) all.push_back({t, t});
        if (e.rows[i].rest) all.back().end = t;
        on = e.rows[i].rest;
    }
    if (all.size() > 200) all.clear();  // more would be a grey wall
    return all;
}

Panel heading_panel(const SensorLog& log, const Estimation& e, bool truth) {
    Panel p;
    p.title = truth ? "Heading error, and the band of one standard deviation" : "Heading: one standard deviation";
    p.label = "deg";
    for (const int sign : {1, -1}) {
        Curve band;
        band.line =
            line_over_time(log, e, [&](size_t i) { return sign * overview::to_degrees * e.rows[i].heading_deviation; });
        band.colour = overview::pale_colour_of(0);
        band.title = sign > 0 ? "one standard deviation" : "";
        p.curves.push_back(band);
    }
    // a start that knows nothing must not flatten the rest
    for (Curve& c : p.curves)
        for (overview::Point& point : c.line)
            if (std::fabs(point.y) > 15) point.y = overview::not_there;
    if (!truth) return p;
    Curve error;
    error.line = line_over_time(log, e, [&](size_t i) {
        const LogRow& r = log.rows[e.samples.row[i]];
        return r.has_truth ? overview::to_degrees * log_rotation(e.rows[i].attitude * conjugate(r.truth))[2]
                           : overview::not_there;
    });
    error.title = "error";
    error.colour = overview::colour_of(1);
    p.curves.push_back(error);
    return p;
}

Panel error_panel(const SensorLog& log, const Estimation& e) {
    Panel p;
    p.title = "Inclination error";
    p.label = "deg";
    p.never_negative = true;
    Curve error;
    error.line = line_over_time(log, e, [&](size_t i) {
        const LogRow& r = log.rows[e.samples.row[i]];
        return r.has_truth ? overview::to_degrees * attitude_error(e.rows[i].attitude, r.truth).inclination
                           : overview::not_there;
    });
    error.colour = overview::colour_of(1);
    p.curves.push_back(error);
    return p;
}

Panel bias_panel(const SensorLog& log, const Estimation& e) {
    Panel p;
    p.title = "Gyro bias; shaded: at rest";
    p.label = "deg/s";
    p.least_span = 0.02;
    p.shaded = rest_intervals(log, e);
    static const char* const names[] = {"x", "y", "z"};
    for (int k = 0; k < 3; ++k) {
        Curve c;
        c.line = line_over_time(log, e, [&](size_t i) { return overview::to_degrees * e.rows[i].bias[k]; });
        c.title = names[k];
        c.colour = overview::colour_of(static_cast<size_t>(k));
        p.curves.push_back(c);
    }
    return p;
}

Panel weight_panel(const SensorLog& log, const Estimation& e) {
    Panel p;
    p.title = "Weight of the magnetometer";
    p.label = "1";
    p.never_negative = true;
    p.least_span = 1.1;
    Curve c;
    c.line = line_over_time(log, e, [&](size_t i) { return e.rows[i].field_weight; });
    c.colour = overview::colour_of(2);
    p.curves.push_back(c);
    return p;
}

}  // namespace

void plot_estimation(const SensorLog& log, const Estimation& e, const std::string& title, const std::string& path) {
    if (e.rows.empty()) throw PlotError("there is nothing to draw: the log gave no rows");
    const bool truth = log.has_truth && !e.evaluations.empty();
    std::vector<Panel> panels{attitude_panel(log, e)};
    if (e.with_deviations || truth) panels.push_back(heading_panel(log, e, truth));
    if (truth) panels.push_back(error_panel(log, e));
    panels.push_back(bias_panel(log, e));
    panels.push_back(weight_panel(log, e));
    const double many = static_cast<double>(panels.size());
    const PageSize size{1100, page_head + many * one_panel + (many - 1) * panel_gap_height + page_foot};
    overview::Script script(picture_format(path), size);
    double top = page_head;
    const double t_end = log.rows[e.samples.row.back()].t - log.rows[e.samples.row.front()].t;
    for (size_t i = 0; i < panels.size(); ++i) {
        const overview::Box box{0.08, 0.97, 1 - (top + one_panel) / size.height, 1 - top / size.height};
        overview::draw_panel(script, panels[i], box, static_cast<char>('a' + i), i + 1 == panels.size(), t_end);
        top += one_panel + panel_gap_height;
    }
    script.begin_frame(title, 29);
    script.foot_with_version(3, 18);
    script.draw(path);
}

}  // namespace polhode::estimate
