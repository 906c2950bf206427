#include "polhode/picture/herpolhode_plot.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/arithmetic/vec.hpp"

namespace polhode::overview {

namespace {

// More periods, or more turns about L, than these fill the ring between the two circles.
constexpr double periods_drawn = 12, turns_drawn = 60, bold_turns = 15;

struct PlaneState {
    double t;
    Point at, velocity;
};

// Two directions across L, with e1 x e2 along it.
struct Plane {
    Vec3<double> e1, e2;
    explicit Plane(const Vec3<double>& L) {
        const Vec3<double> n = L / norm(L);
        const Vec3<double> world = std::fabs(n[0]) < 0.9 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
        e1 = world - dot(world, n) * n;
        e1 = e1 / norm(e1);
        e2 = cross(n, e1);
    }
    Point operator()(const Vec3<double>& v) const { return {dot(e1, v), dot(e2, v)}; }
};

// The rate in the world changes as it does in the body: w x w is zero. w_B' = I^-1 (L_B x w_B), Euler's equations.
std::vector<PlaneState> states_of(const PlotData& data, const Samples& samples, const Plane& plane, double until) {
    const BodyModel& body = *data.body;
    std::vector<PlaneState> states;
    for (const PlotData::Sample& s : samples) {
        if (s.t > until) break;
        const double n = norm_squared(s.q_NB);
        const Vec3<double> torque = cross(to_body(s.q_NB, s.L_N) / n, s.w_NB_B);
        Vec3<double> acceleration = body.principal_axes.transposed() * torque;
        for (int i = 0; i < 3; ++i) acceleration[i] /= body.principal_moments[i];
        acceleration = body.principal_axes * acceleration;
        const Vec3<double> w_N = to_world(s.q_NB, s.w_NB_B) / n;
        if (!is_finite(w_N)) break;
        states.push_back({s.t, plane(w_N), plane(to_world(s.q_NB, acceleration) / n)});
    }
    return states;
}

Line circle(double radius) {
    Line line;
    for (int i = 0; i <= 180; ++i)
        line.push_back({radius * std::cos(2 * i / to_degrees), radius * std::sin(2 * i / to_degrees)});
    return line;
}

}  // namespace

Line herpolhode(const PlotData& data, const Samples& samples, const Vec3<double>& L_N, double until) {
    const std::vector<PlaneState> states = states_of(data, samples, Plane(L_N), until);
    Line line;
    for (std::size_t i = 0; i < states.size(); ++i) {
        const PlaneState& b = states[i];
        if (i > 0 && states.size() <= 5000) {
            // a cubic through places and velocities, as on the sphere
            const PlaneState& a = states[i - 1];
            const double h = b.t - a.t,
                         size = std::max({std::hypot(a.at.x, a.at.y), std::hypot(b.at.x, b.at.y), 1e-300});
            const double way =
                h * std::max(std::hypot(a.velocity.x, a.velocity.y), std::hypot(b.velocity.x, b.velocity.y));
            const int pieces = way < 1.5 * size ? std::min(24, static_cast<int>(way / (0.03 * size)) + 1) : 1;
            for (int k = 1; k < pieces; ++k) {
                const double s = static_cast<double>(k) / pieces, r = 1 - s;
                const auto mix = [&](double p, double u, double q, double v) {
                    return r * r * (1 + 2 * s) * p + s * r * r * h * u + s * s * (3 - 2 * s) * q - s * s * r * h * v;
                };
                line.push_back(
                    {mix(a.at.x, a.velocity.x, b.at.x, b.velocity.x), mix(a.at.y, a.velocity.y, b.at.y, b.velocity.y)});
            }
        }
        line.push_back(b.at);
    }
    return line;
}

bool has_herpolhode(const PlotData& data) {
    return data.free && (data.free->kind == FreeKind::symmetric || data.free->kind == FreeKind::polhode) &&
           data.free->rate_to_momentum_max > 1e-9;
}

void draw_herpolhode(Script& script, const PlotData& data, const std::vector<Samples>& samples, const Box& box,
                     char letter) {
    const FreeMotion& f = *data.free;
    // the component of the rate along L is constant, 2T/|L|
    const double along = 2 * f.energy / f.momentum;
    const double inner = along * std::tan(f.rate_to_momentum_min), outer = along * std::tan(f.rate_to_momentum_max);
    const Page& page = script.page();
    const double aspect = (box.right - box.left) * page.width / ((box.top - box.bottom) * page.height);
    const double hh = 1.12 * outer * std::max(1.0, 1 / aspect), hw = hh * aspect;
    script.add("reset");
    script.add(margins(box));
    script.add(
        "set border 3 lc rgb '#505050' lw 0.8; set tics nomirror out scale 0.5 textcolor rgb '#303030'; unset key");
    script.add(format("set xrange [%.9g:%.9g]; set yrange [%.9g:%.9g]", -hw, hw, -hh, hh));
    const double rough = outer / 1.5, power = std::pow(10, std::floor(std::log10(rough)));
    const double tick = (rough >= 5 * power ? 5 : rough >= 2 * power ? 2 : 1) * power;
    script.add(format("set xtics %.10g; set ytics %.10g", tick, tick));
    script.add("set xlabel 'Rate across {/:Italic L} (rad/s)' offset 0,0.5");
    std::string plot = "plot " + script.data(circle(outer)) + " with lines lc rgb '#B4BEC8' lw 0.8";
    if (inner > 1e-3 * outer) plot += ", " + script.data(circle(inner)) + " with lines lc rgb '#B4BEC8' lw 0.8";

    // one polhode period bold, what follows pale
    const double period = f.polhode_period > 0 ? f.polhode_period : INFINITY, turn = 2 * pi / f.precession;
    const double bold = std::min(period, bold_turns * turn) * (1 + 1e-9),
                 drawn = std::min(periods_drawn * period, turns_drawn * turn);
    const auto add = [&](const Line& line, const char* colour, double width) {
        if (!line.empty())
            plot += format(", %s with lines lc rgb '%s' lw %.2f", script.data(line).c_str(), colour, width);
    };
    const Vec3<double> L = samples.front().front().L_N;
    add(herpolhode(data, samples.front(), L, drawn), pale_colour_of(0), 0.7);
    for (std::size_t m = samples.size(); m-- > 0;)
        add(herpolhode(data, samples[m], L, bold), colour_of(m),
            samples.size() == 1 ? 1.6 : std::max(0.8, 2.2 - 0.7 * static_cast<double>(m)));
    const Line start = herpolhode(data, samples.front(), L, samples.front().front().t);
    if (!start.empty())
        plot += ", " + script.data({start.front()}) + " with points pt 7 ps 0.9 lw 1.4 lc rgb '#202020'";
    plot += ", " + script.data({{0, 0}}) + " with points pt 1 ps 0.8 lw 1.4 lc rgb '#202020'";
    // on the side where the path does not begin
    const bool left = !start.empty() && start.front().x > 0;
    script.add(format("set label 1 '{/:Italic L}' at 0,0 offset %s font ',11' textcolor rgb '#303030' front",
                      left ? "-1.6,-0.6" : "0.8,0.6"));
    panel_title(script, box, letter, "Herpolhode: the rate on the invariable plane");
    const double t_end = samples.front().back().t;
    if (t_end > bold) {
        const std::string note = (bold < period ? "first turns bold" : "one polhode period bold") +
                                 std::string(t_end > drawn ? ", some more pale" : ", the rest pale");
        script.add(format("set label 101 '%s' at screen %.5f, screen %.5f center font ',9' textcolor rgb '#505050'",
                          note.c_str(), (box.left + box.right) / 2, box.bottom - 46 / page.height));
    }
    script.add(plot);
}

}  // namespace polhode::overview
