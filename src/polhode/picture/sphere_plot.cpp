#include "polhode/picture/sphere_plot.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/base/readable.hpp"

namespace polhode::overview {

namespace {

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
        view.zoom_to(path);
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

Vec3<double> at_degrees(double longitude, double latitude) {
    const double lon = longitude / to_degrees, lat = latitude / to_degrees;
    return {std::cos(lat) * std::cos(lon), std::cos(lat) * std::sin(lon), std::sin(lat)};
}

// Meridians and parallels.
class Grid {
 public:
    explicit Grid(const View& view, double half_width) : view_(view) {
        if (view.zoomed)
            near_view(half_width);
        else
            whole_sphere();
    }
    double step = 30;  // deg
    Line front, back;

 private:
    template <class PointAt>
    void add(PointAt&& point, double from, double to, double fine) {
        Path path;
        const int n = std::max(2, static_cast<int>(std::ceil((to - from) / fine)));
        for (int i = 0; i <= n; ++i) path.push_back(point(from + (to - from) * i / n));
        const Halves h = halves(view_, path);
        append(front, h.front);
        append(back, h.back);
    }
    void parallel(double lat, double from, double to, double fine) {
        add([&](double lon) { return at_degrees(lon, lat); }, from, to, fine);
    }
    void meridian(double lon, double from, double to, double fine) {
        add([&](double lat) { return at_degrees(lon, lat); }, from, to, fine);
    }
    void whole_sphere() {
        for (double lat = -60; lat < 61; lat += step) parallel(lat, 0, 360, 3);
        for (double lon = 0; lon < 359; lon += step) meridian(lon, -90, 90, 3);
    }
    void near_view(double half_width) {
        step = grid_step(view_.half_height);
        const double lat0 = std::asin(std::clamp(view_.towards[2], -1.0, 1.0)) * to_degrees;
        const double lon0 = std::atan2(view_.towards[1], view_.towards[0]) * to_degrees;
        const double reach = 1.6 * std::max(view_.half_height, half_width) * to_degrees + step;
        const double lat_low = std::max(-90.0, lat0 - reach), lat_high = std::min(90.0, lat0 + reach);
        const bool pole = lat_high >= 90 || lat_low <= -90;
        const double widest = std::cos(std::min(89.9, std::fabs(lat0) + reach) / to_degrees);
        const double lon_reach = pole ? 180 : std::min(180.0, reach / std::max(widest, 1e-3));
        const double lon_step =
            pole ? 30 : step * std::max(1.0, std::round(1 / std::max(std::cos(lat0 / to_degrees), 0.05)));
        for (double lat = std::ceil(lat_low / step) * step; lat <= lat_high; lat += step)
            parallel(lat, lon0 - lon_reach, lon0 + lon_reach, lon_reach / 120);
        for (double lon = std::ceil((lon0 - lon_reach) / lon_step) * lon_step; lon <= lon0 + lon_reach; lon += lon_step)
            meridian(lon, lat_low, lat_high, (lat_high - lat_low) / 60);
    }

    const View& view_;
};

}  // namespace

DirectionState axis_state(const PlotData::Sample& s, const Vec3<double>& axis_B) {
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
        std::vector<DirectionState> states;
        for (const PlotData::Sample& one : s) states.push_back(axis_state(one, axis_B));
        paths.push_back(sphere_path(states));
    }
    const View view = chosen_view(paths.front());
    SpherePicture picture(script, view, box);
    const double aspect =
        (box.right - box.left) * script.page().width / ((box.top - box.bottom) * script.page().height);
    const Grid grid(view, view.half_height * aspect);
    picture.lines(grid.back, "#EEF1F4", 0.6);
    const char* names[] = {"{/:Italic x}", "{/:Italic y}", "{/:Italic z}"};
    for (int i = 0; i < 3; ++i) {
        Vec3<double> e{};
        e[i] = 1;
        picture.axis(e, names[i]);
    }

    // the far side first, then the near side; of a long run the first turn stands out
    std::vector<Path> strong;
    for (const Path& path : paths)
        strong.emplace_back(path.begin(),
                            path.begin() + static_cast<std::ptrdiff_t>(data.pivoted ? first_turn(path) : path.size()));
    const bool rest_paler = strong.front().size() < paths.front().size();
    for (std::size_t m = paths.size(); m-- > 0;) picture.lines(halves(view, strong[m]).back, pale_colour_of(m), 0.9);
    picture.lines(grid.front, "#C9D1DA", 0.6);
    picture.rim();
    if (rest_paler) {
        const Path rest(paths.front().begin() + static_cast<std::ptrdiff_t>(strong.front().size()) - 1,
                        paths.front().end());
        picture.lines(halves(view, rest).front, pale_colour_of(0), 0.6);
    }
    for (std::size_t m = 0; m < paths.size(); ++m) {
        // a long path in a small window needs a thin line to be seen as one
        const double thinner =
            std::clamp(std::sqrt(40 * view.half_height / std::max(length_of(strong[m]), 1e-9)), 0.3, 1.0);
        const double width = thinner * (paths.size() == 1 ? 1.7 : std::max(0.8, 2.4 - 0.8 * static_cast<double>(m)));
        picture.lines(halves(view, strong[m]).front, colour_of(m), width);
    }
    if (!paths.front().empty()) {
        picture.mark(paths.front().back(), false);
        picture.mark(paths.front().front(), true);
    }
    panel_title(script, box, letter, "Path of the " + axis_name(axis_B) + " in the world");
    std::string note = "● start   ○ end";
    if (!view.zoomed) note += "   far side pale";
    if (rest_paler) note += ", first turn bold";
    if (view.zoomed) note += "   enlarged, grid " + readable(grid.step) + "°";
    panel_note(script, box, note);
    picture.finish();
}

}  // namespace polhode::overview
