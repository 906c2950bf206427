#include "polhode/closed_form/motion_start.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "polhode/arithmetic/elementary.hpp"
#include "polhode/closed_form/top_analysis.hpp"
#include "polhode/closed_form/top_release.hpp"

namespace polhode {

namespace {

// A quantity that may be given in SI units or in the unit its other name carries, `whole` of which are `whole_si`.
double given_once(const Values& values, const std::string& si, const std::string& other, double whole, double whole_si,
                  const std::string& meaning) {
    if (values.has(si) && values.has(other))
        values.refuse(other, "given twice, as " + si + " and as " + other + "; leave one of them out");
    if (values.has(si)) return values.number(si);
    if (values.has(other)) return values.number(other) / whole * whole_si;
    Place place = values.place();
    place.key += (place.key.empty() ? "" : ".") + other;
    throw InputError(place, "missing; motion = \"" + values.text("motion") + "\" needs the " + meaning + ": " + other +
                                " (or " + si + ")");
}

bool upright(const std::string& motion) { return motion == "sleeping"; }

}  // namespace

Start motion_start(const Values& values, const BodyModel& body, const std::vector<TorqueModel>& torques,
                   std::vector<std::string>& warnings) {
    const std::string motion = values.text("motion");
    const double spin = given_once(values, "spin", "spin_hz", 1, 2 * std::numbers::pi, "spin about the symmetry axis");
    const bool has_tilt = values.has("tilt") || values.has("tilt_deg");
    const double tilt = upright(motion) && !has_tilt
                            ? 0.0
                            : given_once(values, "tilt", "tilt_deg", 180, std::numbers::pi, "tilt from the vertical");
    const double transverse = values.has("transverse") ? values.number("transverse") : 0.0;

    const WeightMoment weight = weight_moment(torques);
    if (norm(weight.moment) == 0)
        values.refuse("motion",
                      "a named motion belongs to a body with weight off its fixed point: add a [[torque]] with "
                      "kind = \"gravity\", or give attitude and rate");
    if (body.symmetry_axis() < 0)
        values.refuse("motion",
                      "a named motion belongs to a symmetric body: two of its moments about its own axes must "
                      "be equal; give attitude and rate for this one");
    const int axis = top_axis(body, weight.moment);
    if (axis < 0)
        values.refuse("motion", std::string("a named motion needs the centre of mass on the symmetry axis, here ") +
                                    "xyz"[body.symmetry_axis()] + "; give attitude and rate for this one");
    for (const std::string& other : weight.others)
        warnings.push_back("motion = \"" + motion + "\" is that of the weight alone; the torque \"" + other +
                           "\" changes it");

    const int across = (axis + 1) % 3;
    const Top top{body.inertia(across, across), body.inertia(axis, axis), weight.moment[axis]};
    TopRelease release;
    try {
        release = top_release(motion, top, spin, tilt, transverse);
    } catch (const std::domain_error& error) {
        values.refuse("motion", error.what());
    }
    for (const std::string& warning : release.warnings) warnings.push_back(warning);

    Start start;
    const Vec3<double>& v = release.rotation_vector;
    if (axis == 2) {
        start.attitude = {"rotation-vector", {v[0], v[1], v[2]}};
    } else {
        // Released about z, with the axes renamed back.
        double sine, cosine;
        sincos(v[0] / 2, sine, cosine);
        const Quaternion<double> about_z{cosine, sine, 0, 0};
        const Quaternion<double> q_NB = about_z * conjugate(along_axis(Quaternion<double>{}, axis));
        start.attitude = {"quaternion", {q_NB.w, q_NB.x, q_NB.y, q_NB.z}};
    }
    for (int i = 0; i < 3; ++i) start.rate[(axis + 1 + i) % 3] = release.w_NB_B[i];
    return start;
}

std::vector<Entry> motion_entries() {
    const Parameter spin{"spin", Type::number, "rad/s", "", false, "rate about the symmetry axis, w3 (not psidot)"};
    const Parameter spin_hz{"spin_hz", Type::number, "Hz", "", false, "the same in turns per second; either one"};
    const Parameter tilt{"tilt", Type::number, "rad", "", false, "of the symmetry axis from the vertical, 0 to pi"};
    const Parameter tilt_deg{"tilt_deg", Type::number, "deg", "", false, "the same in degrees; either one"};
    // GyroSoft 2015, setcase: 4 rad/s for loop and wave
    const Parameter transverse{"transverse", Type::positive, "rad/s",
                               "4.0",        false,          "rate across the axis at the start"};
    const std::vector<Parameter> plain{spin, spin_hz, tilt, tilt_deg},
        pushed{spin, spin_hz, tilt, tilt_deg, transverse};
    return {
        {"motion", "cusp", "released at rest but for its spin: the axis stops at the top of each arc", plain, "",
         "GyroSoft 2015, case 1"},
        {"motion", "loop", "pushed along the tilt: the axis runs backwards for a part of each nutation", pushed, "",
         "GyroSoft 2015, case 2"},
        {"motion", "wave", "pushed along its precession: the axis moves in waves, never backwards", pushed, "",
         "GyroSoft 2015, case 3"},
        {"motion", "circle-slow", "steady precession, the slower of two", plain, "", "GyroSoft 2015 eq. 22"},
        {"motion", "circle-fast", "steady precession, the faster of two (none at 90 degrees)", plain, "",
         "GyroSoft 2015 eq. 22"},
        {"motion", "sleeping", "upright, spinning about the vertical", plain, "", "GyroSoft 2015, erratum 23"},
    };
}

}  // namespace polhode
