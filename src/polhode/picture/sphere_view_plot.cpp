#include "polhode/picture/sphere_view_plot.hpp"

#include <algorithm>
#include <cmath>

namespace polhode::overview {

View::View(const Vec3<double>& from, const Vec3<double>& vertical) {
    towards = from / norm(from);
    right = cross(vertical, towards);
    if (!(norm(right) > 1e-6 * norm(vertical))) right = cross(Vec3<double>{1, 0, 0}, towards);
    if (!(norm(right) > 1e-6)) right = cross(Vec3<double>{0, 1, 0}, towards);
    right = right / norm(right);
    up = cross(towards, right);
}

View::View(double azimuth, double elevation) {
    const double ca = std::cos(azimuth), sa = std::sin(azimuth), ce = std::cos(elevation), se = std::sin(elevation);
    right = {-sa, ca, 0};
    up = {-se * ca, -se * sa, ce};
    towards = {ce * ca, ce * sa, se};
}

void View::zoom_to(const Path& path) {
    zoomed = true;
    Range x, y;
    for (const Vec3<double>& v : path) {
        x.take((*this)(v).x);
        y.take((*this)(v).y);
    }
    centre_x = (x.low + x.high) / 2;
    centre_y = (y.low + y.high) / 2;
    half_height = 0.72 * std::max(x.high - x.low, y.high - y.low);
}

Halves halves(const View& view, const Path& path) {
    Halves out;
    const Point gap{not_there, not_there};
    for (std::size_t i = 0; i < path.size(); ++i) {
        const bool front = view.depth(path[i]) >= 0;
        Line& mine = front ? out.front : out.back;
        mine.push_back(view(path[i]));
        if (i + 1 == path.size()) break;
        if ((view.depth(path[i + 1]) >= 0) == front) continue;
        // meet on the rim, where the depth is zero
        const double a = view.depth(path[i]), b = view.depth(path[i + 1]);
        const Vec3<double> between = madd(a / (a - b), path[i + 1] - path[i], path[i]);
        const Vec3<double> rim = between / std::max(norm(between), 1e-300);
        mine.push_back(view(rim));
        mine.push_back(gap);
        (front ? out.back : out.front).push_back(view(rim));
    }
    out.front.push_back(gap);
    out.back.push_back(gap);
    return out;
}

void append(Line& to, const Line& from) { to.insert(to.end(), from.begin(), from.end()); }

Path sphere_path(const std::vector<DirectionState>& states) {
    Path path;
    const bool refine = states.size() <= 5000;
    for (std::size_t i = 0; i < states.size(); ++i) {
        const DirectionState& b = states[i];
        if (!is_finite(b.direction) || !(norm(b.direction) > 0)) break;
        if (i > 0 && refine) {
            const DirectionState& a = states[i - 1];
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
    }
    return path;
}

double grid_step(double half_height) {
    for (const double step : {30.0, 10.0, 5.0, 2.0, 1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001})
        if (2 * half_height * to_degrees / step >= 4) return step;
    return 0.001;
}

double length_of(const Path& path) {
    double length = 0;
    for (std::size_t i = 1; i < path.size(); ++i) length += norm(path[i] - path[i - 1]);
    return length;
}

SpherePicture::SpherePicture(Script& script, const View& view, const Box& box) : script_(script), view_(view) {
    const Page& page = script.page();
    const double aspect = (box.right - box.left) * page.width / ((box.top - box.bottom) * page.height);
    // as wide a view as fits into a box that is higher than wide
    const double hh = view.half_height * std::max(1.0, 1 / aspect), hw = hh * aspect;
    script.add("reset");
    script.add(margins(box));
    script.add(
        "unset border; unset tics; unset key; set style textbox opaque noborder margins 0.4,0.4 fc rgb '#F7F9FA'");
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
    plot_ = "plot NaN";
}

void SpherePicture::lines(const Line& line, const char* colour, double width, bool dashed) {
    bool any = false;
    for (const Point& p : line) any = any || std::isfinite(p.x);
    if (any)
        plot_ += format(", %s with lines lc rgb '%s' lw %.2f%s", script_.data(line).c_str(), colour, width,
                        dashed ? " dt (7,4)" : "");
}

void SpherePicture::rim() {
    Line circle;
    for (int i = 0; i <= 360; ++i) circle.push_back({std::cos(i / to_degrees), std::sin(i / to_degrees)});
    lines(circle, "#8C96A0", 1.0);
}

void SpherePicture::mark(const Vec3<double>& place, bool filled) {
    plot_ += format(", %s with points pt %d ps 0.9 lw 1.4 lc rgb '%s'", script_.data({view_(place)}).c_str(),
                    filled ? 7 : 6, view_.depth(place) >= 0 ? "#202020" : "#A8A8A8");
}

void SpherePicture::axis(const Vec3<double>& e, const std::string& name) {
    if (view_.zoomed) return;
    const Point inner = view_(e), outer = view_(1.2 * e), text = view_(1.285 * e);
    const bool front = view_.depth(e) >= 0;
    if (!front && std::hypot(outer.x, outer.y) < 1.02) return;  // behind the sphere
    const double from = front ? 1 : 1 / std::hypot(inner.x, inner.y);
    if (from > 1.15) return;
    ++arrows_;
    script_.add(format(
        "set arrow %d from %.5f,%.5f to %.5f,%.5f head size screen 0.006,18 filled lc rgb '%s' lw 1.1 %s", arrows_,
        from * inner.x, from * inner.y, outer.x, outer.y, front ? "#404040" : "#A0A0A0", front ? "front" : "back"));
    const char* side = text.x > 0.5 ? "left" : text.x < -0.5 ? "right" : "center";
    const char* boxed = std::hypot(text.x, text.y) < 1 ? "boxed" : "";  // before the sphere and what is drawn on it
    script_.add(format("set label %d '%s' at %.5f,%.5f %s font ',11' textcolor rgb '#303030' front %s", arrows_,
                       name.c_str(), text.x, text.y, side, boxed));
}

}  // namespace polhode::overview
