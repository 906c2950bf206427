#include "polhode/picture/polhode_plot.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/base/readable.hpp"

namespace polhode::overview {

namespace {

struct Order {
    int smallest, middle, largest;
};
Order order_of(const Vec3<double>& I) {
    int order[3] = {0, 1, 2};
    std::sort(order, order + 3, [&](int i, int j) { return I[i] < I[j]; });
    return {order[0], order[1], order[2]};
}

bool nearly_equal(double a, double b) { return std::fabs(a - b) <= 1e-12 * std::max(a, b); }

bool three_moments(const Vec3<double>& I) {
    return !nearly_equal(I[0], I[1]) && !nearly_equal(I[1], I[2]) && !nearly_equal(I[2], I[0]);
}

// The axis of symmetry of a body with exactly two equal moments; -1 otherwise.
int symmetry_of(const Vec3<double>& I) {
    for (int axis = 0; axis < 3; ++axis)
        if (nearly_equal(I[(axis + 1) % 3], I[(axis + 2) % 3]) && !nearly_equal(I[axis], I[(axis + 1) % 3]))
            return axis;
    return -1;
}

Vec3<double> unit(int axis, double length = 1) {
    Vec3<double> e{};
    e[axis] = length;
    return e;
}

Vec3<double> mean_of(const Path& path) {
    Vec3<double> mean{};
    for (const Vec3<double>& v : path) mean = mean + v;
    return path.empty() ? mean : mean / static_cast<double>(path.size());
}

// A free body is seen from the axis it circles, tilted so that both ends of the middle axis stay in sight; a driven one
// from the middle of its path. What is small is looked at from near by.
View chosen_view(const PlotData& data, const Path& path) {
    const Vec3<double>& I = data.body->principal_moments;
    const Vec3<double> mean = mean_of(path);
    double spread = 0;
    for (const Vec3<double>& v : path) spread = std::max(spread, norm(v - mean));
    if (spread < 0.25 && spread > 1e-5) {
        View view(mean, unit(std::fabs(mean[2]) > 0.8 * norm(mean) ? 1 : 2));
        view.zoom_to(path);
        return view;
    }
    const Order order = order_of(I);
    int axis = data.free && data.free->axis >= 0 ? data.free->axis : -1;
    if (axis < 0) {
        axis = 0;
        for (int i = 1; i < 3; ++i)
            if (std::fabs(mean[i]) > std::fabs(mean[axis])) axis = i;
    }
    // A wide path is looked at from where it passes nearest to the axis.
    const int middle = axis == order.middle ? order.largest : order.middle, other = 3 - axis - middle;
    const double end = mean[axis] < 0 ? -1 : 1;
    const double tilt =
        std::max(axis == 2 ? 58 / to_degrees : 35 / to_degrees, data.free ? 0.75 * data.free->wobble_min : 0.0);
    return View(unit(axis, end * std::cos(tilt)) + unit(other, std::sin(tilt)) + unit(middle, 0.32), unit(2));
}

// Circles of equal angles about the principal axis that is nearest to a small path, as a scale. Returns their spacing
// in degrees.
double draw_rings(SpherePicture& picture, const View& view) {
    int axis = 0;
    for (int i = 1; i < 3; ++i)
        if (std::fabs(view.towards[i]) > std::fabs(view.towards[axis])) axis = i;
    const Vec3<double> pole = unit(axis, view.towards[axis] < 0 ? -1 : 1);
    const double step = grid_step(view.half_height);
    const double away = std::atan2(norm(cross(pole, view.towards)), dot(pole, view.towards)) * to_degrees;
    const double reach = 3 * view.half_height * to_degrees;
    const Vec3<double> e1 = unit((axis + 1) % 3), e2 = unit((axis + 2) % 3);
    for (double angle = std::max(step, std::floor((away - reach) / step) * step); angle < std::min(90.0, away + reach);
         angle += step) {
        Path ring;
        for (int i = 0; i <= 360; ++i)
            ring.push_back(std::cos(angle / to_degrees) * pole +
                           std::sin(angle / to_degrees) *
                               (std::cos(i / to_degrees) * e1 + std::sin(i / to_degrees) * e2));
        picture.lines(halves(view, ring).front, "#C9D1DA", 0.6);
    }
    return step;
}

// How far from the axis the neighbours are drawn: all over the sphere, or beside a path that is looked at closely.
std::vector<double> neighbour_angles(const PlotData& data, const View& view) {
    std::vector<double> angles;
    if (!view.zoomed) {
        for (double a = 15; a < 80; a += 15) angles.push_back(a / to_degrees);
    } else if (data.free) {
        for (const double f : {0.5, 1.5})
            if (f * data.free->wobble_max < 1.5) angles.push_back(f * data.free->wobble_max);
    }
    return angles;
}

void draw_neighbours(SpherePicture& picture, const PlotData& data, const View& view, bool front) {
    const Vec3<double>& I = data.body->principal_moments;
    const Order order = order_of(I);
    std::vector<int> axes;
    if (three_moments(I))
        axes = {order.smallest, order.largest};
    else if (const int axis = symmetry_of(I); axis >= 0)
        axes = {axis};
    const auto draw = [&](const Path& path, bool dashed, const char* near_colour, double width) {
        const Halves h = halves(view, path);
        if (front)
            picture.lines(h.front, near_colour, width, dashed);
        else if (!view.zoomed)  // from near by the other end would lie behind the path
            picture.lines(h.back, "#E4E8EC", 0.6, dashed);
    };
    for (const int axis : axes)
        for (const int end : {1, -1})
            for (const double angle : neighbour_angles(data, view))
                draw(free_polhode(I, axis, end, angle), false, "#B4BEC8", 0.7);
    for (const Path& circle : separatrices(I)) draw(circle, true, "#5A646E", 1.1);
}

std::string axis_label(const PlotData& data, int i) {
    const Vec3<double>& I = data.body->principal_moments;
    const std::string name = data.body->diagonal ? std::string("{/:Italic ") + static_cast<char>('x' + i) + "}"
                                                 : "{/:Italic e}_{" + std::to_string(i + 1) + "}";
    const auto with = [&](const char* word) { return name + " {/*0.8 " + word + "}"; };
    if (three_moments(I)) {
        const Order order = order_of(I);
        return with(i == order.smallest ? "smallest" : i == order.middle ? "middle" : "largest");
    }
    if (symmetry_of(I) == i) return with("symmetry");
    return name;
}

std::string note_of(const PlotData& data, const View& view, double ring_step) {
    const Vec3<double>& I = data.body->principal_moments;
    std::string note = "● start   ○ end";
    if (view.zoomed) return note + "   enlarged, circles every " + readable(ring_step) + "°";
    if (data.pivoted) return note + "   far side pale";
    if (three_moments(I)) return note + "   thin: free polhodes, dashed: separatrices";
    return note + (symmetry_of(I) >= 0 ? "   thin: free polhodes" : "   far side pale");
}

}  // namespace

std::vector<DirectionState> momentum_states(const PlotData& data, const Samples& samples) {
    double largest = 0;
    for (const PlotData::Sample& s : samples)
        if (is_finite(s.L_N)) largest = std::max(largest, norm(s.L_N));
    const Mat3<double> to_principal = data.body->principal_axes.transposed();
    const TorqueSum<double> torques(data.torques);
    std::vector<DirectionState> states;
    for (const PlotData::Sample& s : samples) {
        const double n = norm_squared(s.q_NB);
        const Vec3<double> m = to_body(s.q_NB, s.L_N) / n;
        if (!is_finite(m)) break;
        if (!(norm(m) > 1e-12 * largest)) continue;
        const Vec3<double> direction = m / norm(m);
        // Euler's equations in body axes
        const Vec3<double> velocity = (cross(m, s.w_NB_B) + torques(s.t, s.q_NB, s.w_NB_B)) / norm(m);
        const Vec3<double> across = velocity - dot(velocity, direction) * direction;
        states.push_back({s.t, to_principal * direction, to_principal * across});
    }
    return states;
}

// With c the axis circled, sum of m_i^2 (1/I_i - 1/I_c) is constant on a polhode: an ellipse seen along c.
Path free_polhode(const Vec3<double>& I, int axis, int end, double angle) {
    const Order order = order_of(I);
    const int c = axis, b = c == order.middle ? order.smallest : order.middle, a = 3 - b - c;
    const double A2 = std::sin(angle), A1 = A2 * std::sqrt((1 / I[b] - 1 / I[c]) / (1 / I[a] - 1 / I[c]));
    Path path;
    constexpr int pieces = 180;
    for (int i = 0; i <= pieces; ++i) {
        const double phase = 2 * pi * i / pieces;
        Vec3<double> m{};
        m[a] = A1 * std::cos(phase);
        m[b] = A2 * std::sin(phase);
        m[c] = end * std::sqrt(std::max(0.0, 1 - m[a] * m[a] - m[b] * m[b]));
        path.push_back(m);
    }
    return path;
}

std::vector<Path> separatrices(const Vec3<double>& I) {
    if (!three_moments(I)) return {};
    const Order order = order_of(I);
    const double slope = std::sqrt((1 / I[order.middle] - 1 / I[order.largest]) /
                                   (1 / I[order.smallest] - 1 / I[order.middle]));  // m_smallest/m_largest
    std::vector<Path> circles(2);
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i <= 180; ++i) {
            const double phase = 2 * pi * i / 180, across = std::sin(phase) / std::hypot(1, slope);
            Vec3<double> m{};
            m[order.middle] = std::cos(phase);
            m[order.largest] = across;
            m[order.smallest] = (k == 0 ? slope : -slope) * across;
            circles[static_cast<std::size_t>(k)].push_back(m);
        }
    return circles;
}

void draw_polhode(Script& script, const PlotData& data, const std::vector<Samples>& samples, const Box& box,
                  char letter) {
    std::vector<Path> paths;
    for (const Samples& s : samples) paths.push_back(sphere_path(momentum_states(data, s)));
    const View view = chosen_view(data, paths.front());
    SpherePicture picture(script, view, box);
    for (int i = 0; i < 3; ++i) picture.axis(unit(i), axis_label(data, i));
    const double ring_step = view.zoomed ? draw_rings(picture, view) : 0;
    const bool guides = !data.pivoted;  // what free motion would do says little about a top
    if (guides) draw_neighbours(picture, data, view, false);
    for (std::size_t m = paths.size(); m-- > 0;) picture.lines(halves(view, paths[m]).back, pale_colour_of(m), 1.0);
    if (guides) draw_neighbours(picture, data, view, true);
    picture.rim();
    for (std::size_t m = 0; m < paths.size(); ++m) {
        // a driven body's path may be long; a free one runs over itself
        const double thinner =
            data.free ? 1.0
                      : std::clamp(std::sqrt(40 * view.half_height / std::max(length_of(paths[m]), 1e-9)), 0.3, 1.0);
        const double width = thinner * (paths.size() == 1 ? 2.0 : std::max(0.8, 2.4 - 0.8 * static_cast<double>(m)));
        picture.lines(halves(view, paths[m]).front, colour_of(m), width);
    }
    if (!paths.front().empty()) {
        picture.mark(paths.front().back(), false);
        picture.mark(paths.front().front(), true);
    }
    panel_title(script, box, letter,
                data.free ? "Polhode: the momentum in the body" : "Direction of the momentum in the body");
    panel_note(script, box, note_of(data, view, ring_step));
    picture.finish();
}

}  // namespace polhode::overview
