// An orthographic view of the unit sphere, and what the pictures on it share: paths with a near and a far side,
// shading, arrows of the axes, marks.
#pragma once

#include <string>
#include <vector>

#include "polhode/picture/plot.hpp"
#include "polhode/picture/script_plot.hpp"

namespace polhode::overview {

using Samples = std::vector<PlotData::Sample>;
using Path = std::vector<Vec3<double>>;

struct View {
    Vec3<double> right, up, towards;
    double centre_x = 0, centre_y = 0, half_height = 1.25;
    bool zoomed = false;

    // From `towards` (any length), with `vertical` upwards in the picture.
    View(const Vec3<double>& towards, const Vec3<double>& vertical);
    // With z upwards.
    View(double azimuth, double elevation);

    Point operator()(const Vec3<double>& v) const { return {dot(right, v), dot(up, v)}; }
    double depth(const Vec3<double>& v) const { return dot(towards, v); }
    // Comes near enough to fill the picture with these places.
    void zoom_to(const Path& path);
};

// The near and the far part of a path on the sphere.
struct Halves {
    Line front, back;
};
Halves halves(const View& view, const Path& path);
void append(Line& to, const Line& from);

// A direction and its velocity at one instant.
struct DirectionState {
    double t;
    Vec3<double> direction, velocity;
};
// The path through these states: a cubic through directions and velocities at both ends of each interval (Hermite), put
// back on the sphere, so that few samples per turn still give a smooth curve and sharp cusps. Ends before the first
// direction that is no number.
Path sphere_path(const std::vector<DirectionState>& states);

double length_of(const Path& path);

// The grid spacing that puts a few lines into a window of this size, deg.
double grid_step(double half_height);

// Collects one picture of the sphere; nothing is drawn before finish().
class SpherePicture {
 public:
    SpherePicture(Script& script, const View& view, const Box& box);

    void lines(const Line& line, const char* colour, double width, bool dashed = false);
    void rim();
    // Start and end of a path: a filled and an open dot.
    void mark(const Vec3<double>& place, bool filled);
    // An arrow along an axis of the frame, outside the sphere. Not in a zoomed view.
    void axis(const Vec3<double>& direction, const std::string& name);
    void finish() const { script_.add(plot_); }

 private:
    Script& script_;
    const View& view_;
    std::string plot_;
    int arrows_ = 0;
};

}  // namespace polhode::overview
