#include "sphere_plot.hpp"

#include <algorithm>
#include <cmath>

#include "text_table.hpp"

namespace polhode::overview {

namespace {

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

// The grid spacing that puts a few lines into a window of this size, deg.
double grid_step(double half_height) {
    for (const double step : {30.0, 10.0, 5.0, 2.0, 1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001})
        if (2 * half_height * to_degrees / step >= 4) return step;
    return 0.001;
}

}  // namespace

AxisState axis_state(const PlotData::Sample& s, const Vec3<double>& axis_B) {
    const double n = norm_squared(s.q_NB);
    return {s.t, to_world(s.q_NB, axis_B) / n, to_world(s.q_NB, cross(s.w_NB_B, axis_B)) / n};
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

}  // namespace polhode::overview
