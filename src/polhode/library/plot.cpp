#include "plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <numbers>

#include "gnuplot.hpp"
#include "output_error.hpp"
#include "output_file.hpp"
#include "summary.hpp"
#include "text_table.hpp"
#include "top_analysis.hpp"
#include "version.hpp"

namespace polhode {

namespace {

constexpr double pi = std::numbers::pi, to_degrees = 180 / pi;
constexpr double not_there = std::numeric_limits<double>::quiet_NaN();

// The colours of Okabe and Ito, told apart by colour-blind readers as well.
constexpr const char* colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
constexpr const char* pale_colours[] = {"#A9CDE3", "#F0C4A6", "#A6DCCB", "#EBCBDD", "#F5DBA6", "#C6E4F6", "#B3B3B3"};
constexpr std::size_t colour_count = std::size(colours);

// The page in its own units (pixels of the SVG).
constexpr double page_width = 1200, page_height = 830;

[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, pattern);
    std::vsnprintf(text, sizeof text, pattern, arguments);
    va_end(arguments);
    return text;
}

using Samples = std::vector<PlotData::Sample>;

struct Point {
    double x, y;
};
using Line = std::vector<Point>;  // a point that is not a number is a gap

// Too many points for a page: of each narrow column of time only the lowest and the highest are drawn, in order, which
// looks the same and keeps what stands out.
Line reduced(const Line& line, std::size_t columns = 1200) {
    if (line.size() <= 2 * columns) return line;
    Line out;
    for (std::size_t c = 0; c < columns; ++c) {
        const std::size_t begin = c * line.size() / columns, end = (c + 1) * line.size() / columns;
        std::size_t low = begin, high = begin;
        for (std::size_t i = begin; i < end; ++i) {
            if (line[i].y < line[low].y || std::isnan(line[low].y)) low = i;
            if (line[i].y > line[high].y || std::isnan(line[high].y)) high = i;
        }
        out.push_back(line[std::min(low, high)]);
        if (low != high) out.push_back(line[std::max(low, high)]);
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

struct Range {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void take(double y) {
        if (!std::isfinite(y)) return;
        low = std::min(low, y);
        high = std::max(high, y);
    }
    void take(const Line& line) {
        for (const Point& p : line) take(p.y);
    }
    bool empty() const { return !(low <= high); }
    double largest() const { return empty() ? 0 : std::max(std::fabs(low), std::fabs(high)); }
    // With some air, and never so narrow that rounding errors fill the panel.
    Range padded(double least) const {
        if (empty()) return {-1, 1};
        const double middle = (low + high) / 2, half = std::max((high - low) / 2 * 1.08, least / 2);
        return {middle - half, middle + half};
    }
};

class Script {
 public:
    explicit Script(const TemporaryFolder& folder) : folder_(folder) {}

    void add(const std::string& command) { text_ += command + "\n"; }
    const std::string& text() const { return text_; }

    // A file of points for gnuplot; returns its name as a gnuplot string.
    std::string data(const Line& line) {
        std::string text;
        bool gap = true;
        for (const Point& p : line) {
            if (!std::isfinite(p.x) || !std::isfinite(p.y)) {
                if (!gap) text += "\n";
                gap = true;
                continue;
            }
            char one[64];
            std::snprintf(one, sizeof one, "%.10g %.8g\n", p.x, p.y);
            text += one;
            gap = false;
        }
        // gnuplot refuses a file without points
        if (text.empty()) text = "NaN NaN\n";
        const std::string name = "data-" + std::to_string(files_++) + ".txt";
        write_file(folder_.file(name), text);
        return gnuplot_string(name);
    }

 private:
    const TemporaryFolder& folder_;
    std::string text_;
    int files_ = 0;
};

// ---- the sphere ----------------------------------------------------------------------------------------------------

// Orthographic view of the unit sphere from the direction (azimuth, elevation).
struct View {
    Vec3<double> right, up, towards;
    double centre_x = 0, centre_y = 0, half_height = 1.25;
    bool zoomed = false;

    View(double azimuth, double elevation) {
        const double ca = std::cos(azimuth), sa = std::sin(azimuth), ce = std::cos(elevation), se = std::sin(elevation);
        right = {-sa, ca, 0};
        up = {-se * ca, -se * sa, ce};
        towards = {ce * ca, ce * sa, se};
    }
    Point operator()(const Vec3<double>& v) const { return {dot(right, v), dot(up, v)}; }
    double depth(const Vec3<double>& v) const { return dot(towards, v); }
};

using Path = std::vector<Vec3<double>>;

// The near and the far part of a path on the sphere.
struct Halves {
    Line front, back;
};
Halves halves(const View& view, const Path& path, bool closed = false) {
    Halves out;
    const Point gap{not_there, not_there};
    for (std::size_t i = 0; i < path.size(); ++i) {
        const bool front = view.depth(path[i]) >= 0;
        Line& mine = front ? out.front : out.back;
        mine.push_back(view(path[i]));
        const std::size_t next = i + 1 < path.size() ? i + 1 : 0;
        if (next == 0 && !closed) break;
        if ((view.depth(path[next]) >= 0) != front) {
            // meet on the rim, where the depth is zero
            const double a = view.depth(path[i]), b = view.depth(path[next]);
            const Vec3<double> between = madd(a / (a - b), path[next] - path[i], path[i]);
            const Vec3<double> rim = between / std::max(norm(between), 1e-300);
            mine.push_back(view(rim));
            mine.push_back(gap);
            (front ? out.back : out.front).push_back(view(rim));
        } else if (next == 0) {
            mine.push_back(view(path[0]));
        }
    }
    out.front.push_back(gap);
    out.back.push_back(gap);
    return out;
}

void append(Line& to, const Line& from) { to.insert(to.end(), from.begin(), from.end()); }

// The direction of the body's axis in the world and its velocity at one sample, whatever the length of q.
struct AxisState {
    double t;
    Vec3<double> direction, velocity;
};
AxisState axis_state(const PlotData::Sample& s, const Vec3<double>& axis_B) {
    const double n = norm_squared(s.q_NB);
    return {s.t, to_world(s.q_NB, axis_B) / n, to_world(s.q_NB, cross(s.w_NB_B, axis_B)) / n};
}

// The path of the axis through the samples: a cubic through directions and velocities at both ends of each interval
// (Hermite), put back on the sphere, so that few samples per nutation still give a smooth curve and sharp cusps.
// `ends[i]` is the number of points up to sample i.
Path axis_path(const Samples& samples, const Vec3<double>& axis_B, std::vector<std::size_t>& ends) {
    Path path;
    const bool refine = samples.size() <= 5000;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const AxisState b = axis_state(samples[i], axis_B);
        if (!is_finite(b.direction) || !(norm(b.direction) > 0)) break;
        if (i > 0 && refine) {
            const AxisState a = axis_state(samples[i - 1], axis_B);
            const double h = b.t - a.t;
            const double length =
                std::max(norm(b.direction - a.direction), h * std::max(norm(a.velocity), norm(b.velocity)));
            // beyond about a radian the samples say too little about what lies between
            const double turn = std::atan2(norm(cross(a.velocity, b.velocity)), dot(a.velocity, b.velocity));
            const double wanted = std::max(length / 0.015, turn / 0.15);
            const int pieces = length < 1.2 ? std::min(24, static_cast<int>(wanted) + 1) : 1;
            for (int k = 1; k < pieces; ++k) {
                const double s = static_cast<double>(k) / pieces, r = 1 - s;
                const Vec3<double> p = (r * r * (1 + 2 * s)) * a.direction + (s * r * r * h) * a.velocity +
                                       (s * s * (3 - 2 * s)) * b.direction - (s * s * r * h) * b.velocity;
                path.push_back(p / norm(p));
            }
        }
        path.push_back(b.direction / norm(b.direction));
        ends.push_back(path.size());
    }
    return path;
}

Vec3<double> chosen_axis(const PlotData& data, const Samples& samples) {
    if (data.axis) return *data.axis;
    // of a free body the axis nearest to its spin: the one whose tumbling one wants to see
    const Vec3<double> w = samples.empty() ? Vec3<double>{0, 0, 1} : samples.front().w_NB_B;
    int largest = 2;
    for (int i = 0; i < 3; ++i)
        if (std::fabs(w[i]) > 1.0001 * std::fabs(w[largest])) largest = i;
    Vec3<double> axis{};
    axis[largest] = 1;
    return axis;
}

std::string axis_name(const Vec3<double>& axis) {
    const char* names[] = {"x", "y", "z"};
    for (int i = 0; i < 3; ++i)
        if (std::fabs(std::fabs(axis[i]) - norm(axis)) < 1e-12)
            return std::string("body ") + (axis[i] < 0 ? "-" : "") + names[i] + " axis";
    return "body axis (" + readable(axis[0], 3) + ", " + readable(axis[1], 3) + ", " + readable(axis[2], 3) + ")";
}

View chosen_view(const Path& path) {
    Vec3<double> mean{};
    for (const Vec3<double>& v : path) mean = mean + v;
    if (!path.empty()) mean = (1 / static_cast<double>(path.size())) * mean;
    const double across = std::hypot(mean[0], mean[1]);
    double spread = 0;
    for (const Vec3<double>& v : path) spread = std::max(spread, norm(v - mean));

    if (spread < 0.25 && spread > 1e-5) {
        // a small path: look straight at it, from near by
        View view(across > 1e-9 ? std::atan2(mean[1], mean[0]) : -pi / 2,
                  std::clamp(std::atan2(mean[2], across), -1.55, 1.55));
        view.zoomed = true;
        Range x, y;
        for (const Vec3<double>& v : path) {
            x.take(view(v).x);
            y.take(view(v).y);
        }
        view.centre_x = (x.low + x.high) / 2;
        view.centre_y = (y.low + y.high) / 2;
        view.half_height = 0.72 * std::max(x.high - x.low, y.high - y.low);
        return view;
    }
    // a path that does not go all the way round is looked at from its middle
    const double azimuth = across > 0.12 ? std::atan2(mean[1], mean[0]) : 0.6;
    const double elevation = mean[2] > 0.8 ? 0.75 : mean[2] < -0.5 ? -0.3 : 0.42;
    return View(azimuth, elevation);
}

// Where on the path the first turn about the vertical is complete; the end if it never is.
std::size_t first_turn(const Path& path) {
    double turned = 0, before = 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const double now = std::atan2(path[i][1], path[i][0]);
        if (i > 0) turned += std::remainder(now - before, 2 * pi);
        before = now;
        if (std::fabs(turned) >= 2 * pi) return i + 1;
    }
    return path.size();
}

struct Box {
    double left, right, bottom, top;  // fractions of the page
};

std::string margins(const Box& b) {
    return format(
        "set lmargin at screen %.5f; set rmargin at screen %.5f; set bmargin at screen %.5f; set tmargin at screen "
        "%.5f",
        b.left, b.right, b.bottom, b.top);
}

// The grid spacing that puts a few lines into a window of this size, deg.
double grid_step(double half_height) {
    for (const double step : {30.0, 10.0, 5.0, 2.0, 1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001})
        if (2 * half_height * to_degrees / step >= 4) return step;
    return 0.001;
}

void panel_title(Script& script, const Box& box, char letter, const std::string& title) {
    script.add(format("set label 100 '{/:Bold (%c)}  %s' at screen %.5f, screen %.5f left enhanced font ',11'", letter,
                      title.c_str(), box.left, box.top + 16 / page_height));
}

void draw_sphere(Script& script, const PlotData& data, const std::vector<Samples>& samples, const Box& box,
                 char letter) {
    const Vec3<double> axis_B = chosen_axis(data, samples.front());
    std::vector<Path> paths;
    for (const Samples& s : samples) {
        std::vector<std::size_t> ends;
        paths.push_back(axis_path(s, axis_B, ends));
    }
    const View view = chosen_view(paths.front());
    const double aspect = (box.right - box.left) * page_width / ((box.top - box.bottom) * page_height);
    const double hh = view.half_height, hw = hh * aspect;

    script.add("reset");
    script.add(margins(box));
    script.add("unset border; unset tics; unset key");
    script.add(format("set xrange [%.9g:%.9g]; set yrange [%.9g:%.9g]", view.centre_x - hw, view.centre_x + hw,
                      view.centre_y - hh, view.centre_y + hh));
    // light from the upper left: circles inside one another, paler and shifted towards the light
    constexpr int shades = 28;
    for (int i = 0; i < shades; ++i) {
        const double f = static_cast<double>(i) / shades, r = 1 - f;
        const auto shade = [&](int dark) { return static_cast<int>(dark + (255 - dark) * std::sqrt(f)); };
        script.add(
            format("set object %d circle at %.5f, %.5f size %.5f fc rgb '#%02x%02x%02x' fs solid noborder behind",
                   i + 1, -0.28 * f, 0.34 * f, r, shade(222), shade(229), shade(237)));
    }

    // meridians and parallels of the world
    const double step = view.zoomed ? grid_step(hh) : 30;
    Line grid_front, grid_back;
    const auto add_grid = [&](auto&& point, double from, double to, double fine) {
        Path path;
        const int n = std::max(2, static_cast<int>(std::ceil((to - from) / fine)));
        for (int i = 0; i <= n; ++i) path.push_back(point((from + (to - from) * i / n) / to_degrees));
        const Halves h = halves(view, path);
        append(grid_front, h.front);
        append(grid_back, h.back);
    };
    if (!view.zoomed) {
        for (double lat = -60; lat < 61; lat += step)
            add_grid(
                [&](double a) {
                    return Vec3<double>{std::cos(lat / to_degrees) * std::cos(a),
                                        std::cos(lat / to_degrees) * std::sin(a), std::sin(lat / to_degrees)};
                },
                0, 360, 3);
        for (double lon = 0; lon < 359; lon += step)
            add_grid(
                [&](double a) {
                    return Vec3<double>{std::cos(a) * std::cos(lon / to_degrees),
                                        std::cos(a) * std::sin(lon / to_degrees), std::sin(a)};
                },
                -90, 90, 3);
    } else {
        const double lat0 = std::asin(std::clamp(view.towards[2], -1.0, 1.0)) * to_degrees;
        const double lon0 = std::atan2(view.towards[1], view.towards[0]) * to_degrees;
        const double reach = 1.6 * std::max(hh, hw) * to_degrees + step;
        const double lat_low = std::max(-90.0, lat0 - reach), lat_high = std::min(90.0, lat0 + reach);
        const bool pole = lat_high >= 90 || lat_low <= -90;
        const double widest = std::cos(std::min(89.9, std::fabs(lat0) + reach) / to_degrees);
        const double lon_reach = pole ? 180 : std::min(180.0, reach / std::max(widest, 1e-3));
        const double lon_step =
            pole ? 30 : step * std::max(1.0, std::round(1 / std::max(std::cos(lat0 / to_degrees), 0.05)));
        for (double lat = std::ceil(lat_low / step) * step; lat <= lat_high; lat += step)
            add_grid(
                [&](double a) {
                    return Vec3<double>{std::cos(lat / to_degrees) * std::cos(a),
                                        std::cos(lat / to_degrees) * std::sin(a), std::sin(lat / to_degrees)};
                },
                lon0 - lon_reach, lon0 + lon_reach, lon_reach / 120);
        for (double lon = std::ceil((lon0 - lon_reach) / lon_step) * lon_step; lon <= lon0 + lon_reach; lon += lon_step)
            add_grid(
                [&](double a) {
                    return Vec3<double>{std::cos(a) * std::cos(lon / to_degrees),
                                        std::cos(a) * std::sin(lon / to_degrees), std::sin(a)};
                },
                lat_low, lat_high, (lat_high - lat_low) / 60);
    }
    Line rim;
    for (int i = 0; i <= 360; ++i) rim.push_back({std::cos(i / to_degrees), std::sin(i / to_degrees)});

    std::string plot = "plot " + script.data(grid_back) + " with lines lc rgb '#EEF1F4' lw 0.6";
    const auto with_lines = [&](const Line& line, const char* colour, double width) {
        bool any = false;
        for (const Point& p : line) any = any || std::isfinite(p.x);
        if (any) plot += format(", %s with lines lc rgb '%s' lw %.2f", script.data(line).c_str(), colour, width);
    };

    // the world's axes, outside the sphere
    if (!view.zoomed) {
        const char* names[] = {"x", "y", "z"};
        for (int i = 0; i < 3; ++i) {
            Vec3<double> e{};
            e[i] = 1;
            const Point inner = view(e), outer = view(1.2 * e), text = view(1.285 * e);
            const double reach = std::hypot(outer.x, outer.y);
            const bool front = view.depth(e) >= 0;
            if (!front && reach < 1.02) continue;  // behind the sphere
            double from = 1;
            if (!front) from = 1 / std::hypot(inner.x, inner.y);
            if (from > 1.15) continue;
            script.add(format(
                "set arrow %d from %.5f,%.5f to %.5f,%.5f head size screen 0.006,18 filled lc rgb '%s' lw 1.1 %s",
                i + 1, from * inner.x, from * inner.y, outer.x, outer.y, front ? "#404040" : "#A0A0A0",
                front ? "front" : "back"));
            script.add(format("set label %d '{/:Italic %s}' at %.5f,%.5f center font ',11' textcolor rgb '#303030'",
                              i + 1, names[i], text.x, text.y));
        }
    }

    // the far side first, then the near side; of a long run the first turn stands out
    std::vector<std::size_t> strong;
    for (const Path& path : paths) strong.push_back(data.pivoted ? first_turn(path) : path.size());
    const bool rest_paler = strong.front() < paths.front().size();
    for (std::size_t m = paths.size(); m-- > 0;) {
        const Halves h =
            halves(view, Path(paths[m].begin(), paths[m].begin() + static_cast<std::ptrdiff_t>(strong[m])));
        with_lines(h.back, pale_colours[m % colour_count], 0.9);
    }
    with_lines(grid_front, "#C9D1DA", 0.6);
    with_lines(rim, "#8C96A0", 1.0);
    if (rest_paler) {
        const Path rest(paths.front().begin() + static_cast<std::ptrdiff_t>(strong.front()) - 1, paths.front().end());
        with_lines(halves(view, rest).front, pale_colours[0], 0.6);
    }
    for (std::size_t m = 0; m < paths.size(); ++m) {
        const Halves h =
            halves(view, Path(paths[m].begin(), paths[m].begin() + static_cast<std::ptrdiff_t>(strong[m])));
        // a long path in a small window needs a thin line to be seen as one
        double length = 0;
        for (std::size_t i = 1; i < strong[m]; ++i) length += norm(paths[m][i] - paths[m][i - 1]);
        const double thinner = std::clamp(std::sqrt(40 * hh / std::max(length, 1e-9)), 0.3, 1.0);
        const double width = thinner * (paths.size() == 1 ? 1.7 : std::max(0.8, 2.4 - 0.8 * static_cast<double>(m)));
        with_lines(h.front, colours[m % colour_count], width);
    }

    // start and end
    if (!paths.front().empty()) {
        const auto mark = [&](const Vec3<double>& v, int type) {
            const bool front = view.depth(v) >= 0;
            plot += format(", %s with points pt %d ps 0.9 lw 1.4 lc rgb '%s'", script.data({view(v)}).c_str(), type,
                           front ? "#202020" : "#A8A8A8");
        };
        mark(paths.front().back(), 6);
        mark(paths.front().front(), 7);
    }
    panel_title(script, box, letter, "Path of the " + axis_name(axis_B) + " on the unit sphere");
    std::string note = "● start   ○ end";
    if (!view.zoomed) note += "   far side pale";
    if (rest_paler) note += ", first turn bold";
    if (view.zoomed) note += "   enlarged, grid " + readable(step) + "°";
    script.add(format("set label 101 '%s' at screen %.5f, screen %.5f center font ',9' textcolor rgb '#505050'",
                      note.c_str(), (box.left + box.right) / 2, box.bottom - 9 / page_height));
    script.add(plot);
}

// ---- panels over time -----------------------------------------------------------------------------------------------

struct Curve {
    Line line;
    std::string title;  // with gnuplot's markup; "" for none
    std::string colour = colours[0];
    double width = 1.3;
    bool dashed = false;
    bool second_axis = false;
};

struct Panel {
    std::string title, label, second_label;
    std::vector<Curve> curves;
    bool logarithmic = false;
    bool never_negative = false;
    bool degrees = false;
    double least_span = 0, second_least_span = 0;
};

const char* colour_of(std::size_t i) { return colours[i % colour_count]; }

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
    Range first, second;
    for (const Curve& c : panel.curves) (c.second_axis ? second : first).take(c.line);
    if (panel.logarithmic) {
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
    } else {
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
    // names of the curves in their colours, from the right; DejaVu Sans has about six units per letter at this size
    script.add("unset key");
    double right = box.right;
    int label = 200;
    for (auto c = panel.curves.rbegin(); c != panel.curves.rend(); ++c) {
        if (c->title.empty()) continue;
        const std::string& text = c->title;
        script.add(format("set label %d %s at screen %.5f, screen %.5f right font ',10' textcolor rgb '%s' enhanced",
                          label++, gnuplot_string(text).c_str(), right, box.top + 14 / page_height, c->colour.c_str()));
        const int markup = static_cast<int>(
            std::count_if(text.begin(), text.end(), [](char x) { return x == '_' || x == '{' || x == '}'; }));
        const int letters = display_width(text) - markup;
        right -= (6.2 * letters + 18) / page_width;
    }
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

// A broken line where an angle jumps from 180 to -180 degrees.
Line wrapped(const Line& line) {
    Line out;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (i > 0 && std::fabs(line[i].y - line[i - 1].y) > 180) out.push_back({not_there, not_there});
        out.push_back(line[i]);
    }
    return out;
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

constexpr double smallest_drawn = 1e-17;

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
        const double energy_scale = std::max({std::fabs(first.energy), data.kinetic_energy, 1e-300}),
                     momentum_scale = std::max(norm(first.L_N), 1e-300);
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

std::string terminal(const std::string& kind) {
    const int w = static_cast<int>(page_width), h = static_cast<int>(page_height);
    if (kind == "svg")
        return format(
            "set terminal svg size %d,%d dynamic enhanced font 'DejaVu Sans,11' background rgb 'white' linewidth 1", w,
            h);
    if (kind == "png")
        return format(
            "set terminal pngcairo size %d,%d enhanced font 'DejaVu Sans,11' fontscale 1.5 linewidth 2 pointscale 2 "
            "background rgb 'white'",
            2 * w, 2 * h);
    return format(
        "set terminal pdfcairo size %.4fin,%.4fin enhanced font 'DejaVu Sans,11' fontscale 0.5 linewidth 1.3 "
        "pointscale 0.6 background rgb 'white'",
        w / 120.0, h / 120.0);
}

}  // namespace

PlotData::PlotData(const Scenario& scenario)
    : title(scenario.title.empty() ? scenario.file : scenario.title),
      dynamics(scenario.problem.dynamics()),
      invariants(invariants_of(scenario.problem)) {
    if (!dynamics) return;
    // a body on a pivot: its symmetry axis, or else the line to its centre of mass
    const Vec3<double> moment = weight_moment(scenario.problem.torques).moment;
    if (!(norm(moment) > 0)) return;
    pivoted = true;
    const int symmetry = top_axis(*scenario.problem.body, moment);
    axis = Vec3<double>{};
    if (symmetry >= 0)
        (*axis)[symmetry] = 1;
    else
        axis = moment / norm(moment);
}

void PlotData::begin(const std::string& method, const std::string& line) {
    curves.emplace_back();
    curves.back().name = method;
    curves.back().line = line;
}

void PlotData::row(const Row& r) {
    curves.back().rows.add({r.t, r.q_NB, r.w_NB_B, r.energy, r.L_N, r.defect});
    const double kinetic = 0.5 * dot(r.w_NB_B, to_body(r.q_NB, r.L_N)) / norm_squared(r.q_NB);
    if (kinetic > kinetic_energy) kinetic_energy = kinetic;
}

std::string picture_format(const std::string& path) {
    const std::string end = std::filesystem::path(path).extension().string();
    if (end == ".svg" || end == ".png" || end == ".pdf") return end.substr(1);
    throw InputError({"--plot", 0, ""},
                     "'" + path + "' is no kind of picture that can be drawn; the name must end in .svg, .png or .pdf");
}

void plot_overview(const PlotData& data, const Comparison& comparison, const std::string& path) {
    const std::string kind = picture_format(path);
    std::vector<Samples> samples;
    std::size_t stride = 1;
    double t_end = 0;
    for (const PlotData::Curve& c : data.curves) {
        samples.push_back(c.rows.items());
        stride = std::max(stride, c.rows.stride());
        if (!samples.back().empty()) t_end = std::max(t_end, samples.back().back().t);
    }
    if (samples.empty() || samples.front().empty()) throw PlotError("there is nothing to draw: the run gave no rows");
    const bool several = samples.size() > 1;

    // what stands in which column
    std::vector<Panel> right{rates_panel(samples.front()), angles_panel(data, samples.front())};
    if (several)
        for (Panel& p : right) p.title += " (" + std::string("first method") + ")";
    if (data.dynamics) right.push_back(invariants_panel(data, samples));
    std::optional<Panel> below;
    Panel constraint = constraint_panel(samples);
    if (several) {
        below = differences_panel(comparison);
        if (below->curves.empty()) below.reset();
        if (!constraint.curves.empty()) right.push_back(constraint);
    } else if (!constraint.curves.empty()) {
        below = constraint;
    }

    const TemporaryFolder folder;
    Script script(folder);
    script.add("set encoding utf8");
    script.add(terminal(kind));
    script.add("set output 'picture." + kind + "'");
    script.add("set multiplot");

    const double top = 0.895, bottom = 0.115, gap = 0.062;
    char letter = 'a';
    const double split = 0.40;
    draw_sphere(script, data, samples, {0.02, 0.455, below ? split + 0.02 : bottom, top}, letter++);
    if (below) draw_panel(script, *below, {0.075, 0.445, bottom, split - gap - 0.01}, 'b', true, t_end), letter = 'c';
    const double height =
        (top - bottom - gap * static_cast<double>(right.size() - 1)) / static_cast<double>(right.size());
    for (std::size_t i = 0; i < right.size(); ++i) {
        const double upper = top - static_cast<double>(i) * (height + gap);
        draw_panel(script, right[i], {0.53, 0.925, upper - height, upper}, letter++, i + 1 == right.size(), t_end);
    }

    // title above, methods below
    script.add(
        "reset; unset border; unset tics; unset key; set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0");
    script.add(format("set label 1 %s at screen 0.5, screen 0.965 center noenhanced font ',14'",
                      gnuplot_string(shortened(printable(data.title), 110)).c_str()));
    // Each method in its colour; only names when there are too many for their descriptions.
    const auto caption_of = [&](std::size_t m, bool full) {
        const PlotData::Curve& c = data.curves[m];
        return printable(!several ? c.line : full ? c.name + ": " + c.line : shortened(c.name, 30));
    };
    int total = 0;
    for (std::size_t m = 0; m < data.curves.size(); ++m) total += display_width(caption_of(m, true)) + 4;
    double left = 0.02;
    for (std::size_t m = 0; m < data.curves.size(); ++m) {
        const std::string text =
            shortened(caption_of(m, total < 165), std::max(4, static_cast<int>((0.88 - left) * 190)));
        script.add(format("set label %zu %s at screen %.5f, screen 0.022 left noenhanced font ',9' textcolor rgb '%s'",
                          10 + m, gnuplot_string(text).c_str(), left, several ? colour_of(m) : "#505050"));
        left += (5.7 * display_width(text) + 24) / page_width;
        if (left > 0.85) break;
    }
    if (stride > 1)
        script.add(format(
            "set label 4 'every %zuth row drawn' at screen 0.985, screen 0.042 right font ',9' textcolor rgb '#505050'",
            stride));
    script.add(format("set label 3 %s at screen 0.985, screen 0.022 right noenhanced font ',9' textcolor rgb '#505050'",
                      gnuplot_string("Polhode " + version()).c_str()));
    script.add("set xrange [0:1]; set yrange [0:1]; plot NaN notitle");
    script.add("unset multiplot; unset output");
    run_gnuplot(folder, script.text());

    std::ifstream stream(folder.file("picture." + kind), std::ios::binary);
    std::string picture((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    if (picture.empty()) throw PlotError("gnuplot drew an empty picture");
    if (kind == "svg") {
        // a machine without DejaVu Sans takes the next best
        const std::string font = "font-family=\"DejaVu Sans\"",
                          fonts = "font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\"";
        for (std::size_t i = 0; (i = picture.find(font, i)) != std::string::npos; i += fonts.size())
            picture.replace(i, font.size(), fonts);
    }
    write_file(path, picture);
}

}  // namespace polhode
