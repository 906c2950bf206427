#include "polhode/problem/orbit_model.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string_view>

#include "polhode/base/shortest.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/problem/samples/model_values.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

namespace {

// WGS 84 (NIMA TR8350.2, table 3.1)
constexpr const char* earth_gm = "3.986004418e14";

double mean_motion_of(const Values& values, double gm) {
    int given = 0;
    for (const char* key : {"semi_major_axis", "period", "rate"}) given += values.given(key) ? 1 : 0;
    if (given != 1)
        throw InputError(values.place(), given == 0 ? "the size of the orbit is missing: give one of semi_major_axis "
                                                      "(m), period (s) or rate (rad/s). Example: period = 5400.0"
                                                    : "semi_major_axis, period and rate say the same thing: keep one");
    if (values.given("period")) return two_pi<double>() / values.number("period");
    if (values.given("rate")) return values.number("rate");
    const double a = values.number("semi_major_axis");
    return std::sqrt(gm / a) / a;
}

double read_angle(const Values& values, const std::string& name) {
    return values.given(name) || values.given(name + "_deg") ? read_one_of(values, name, name + "_deg", degree) : 0.0;
}

// Days from 2000 January 1, 12h.
double read_epoch(const Values& values) {
    const std::string& text = values.text("epoch");
    const auto refuse = [&](const std::string& why) {
        values.refuse("epoch", "read '" + escaped_for_message(text) + "': " + why +
                                   ". Example: \"2026-03-20\", or with a time in UTC \"2026-03-20T14:46:00\"");
    };
    const bool with_time = text.size() == 19 || (text.size() == 20 && text[19] == 'Z');
    if (text.size() != 10 && !with_time) refuse("a date is year-month-day");
    constexpr std::string_view shape = "dddd-dd-ddTdd:dd:dd";
    for (std::size_t i = 0; i < std::min(text.size(), shape.size()); ++i)
        if (shape[i] == 'd' ? !(text[i] >= '0' && text[i] <= '9') : text[i] != shape[i])
            refuse("a date is year-month-day");
    const auto part = [&](std::size_t at, std::size_t length) {
        int n = 0;
        for (std::size_t i = at; i < at + length; ++i) n = 10 * n + (text[i] - '0');
        return n;
    };
    using namespace std::chrono;
    const year_month_day date{year(part(0, 4)), month(static_cast<unsigned>(part(5, 2))),
                              day(static_cast<unsigned>(part(8, 2)))};
    if (!date.ok()) refuse("no calendar has this day");
    if (part(0, 4) < 1950 || part(0, 4) > 2050) refuse("the Sun is known here from 1950 to 2050");
    int seconds = 0;
    if (with_time) {
        if (part(11, 2) > 23 || part(14, 2) > 59 || part(17, 2) > 59) refuse("no clock shows this time");
        seconds = 3600 * part(11, 2) + 60 * part(14, 2) + part(17, 2);
    }
    const auto days = (sys_days(date) - sys_days(year_month_day{year(2000), month(1), day(1)})).count();
    return static_cast<double>(days) - 0.5 + seconds / 86400.0;
}

}  // namespace

Quaternion<double> OrbitModel::frame(double t) const {
    return matrix_to_quaternion(orbit::orbit_frame<double>(path.at(t), path.normal()));
}

Vec3<double> OrbitModel::frame_rate(double t) const { return orbit::orbit_frame_rate<double>(path.at(t)); }

std::vector<Parameter> orbit_parameters() {
    return {
        {"semi_major_axis", Type::positive, "m", "", false, "half the length of the ellipse; or give period, or rate"},
        {"period", Type::positive, "s", "", false, "time of one round"},
        {"rate", Type::positive, "rad/s", "", false, "mean rate of going round, 2 pi/period"},
        {"eccentricity", Type::non_negative, "1", "0.0", false, "of the ellipse, below 1"},
        {"inclination_deg", Type::number, "deg", "", false, "of the plane to the world's xy plane"},
        {"inclination", Type::number, "rad", "", false, "the same in rad"},
        {"node_deg", Type::number, "deg", "", false, "from the world's x axis to where the body comes up through xy"},
        {"node", Type::number, "rad", "", false, "the same in rad"},
        {"perigee_deg", Type::number, "deg", "", false, "from the node to the nearest point, along the motion"},
        {"perigee", Type::number, "rad", "", false, "the same in rad"},
        {"mean_anomaly_deg", Type::number, "deg", "", false, "where the body is at t = 0; or give true_anomaly"},
        {"mean_anomaly", Type::number, "rad", "", false, "the same in rad"},
        {"true_anomaly_deg", Type::number, "deg", "", false, "angle from the perigee at t = 0"},
        {"true_anomaly", Type::number, "rad", "", false, "the same in rad"},
        {"epoch", Type::text, "", "", false,
         "date of t = 0, \"2026-03-20\" or \"2026-03-20T14:46:00\" (UTC), for where the Sun stands; 1950 to 2050"},
        {"gm", Type::positive, "m^3/s^2", earth_gm, false, "of the planet; left out: the Earth's"},
    };
}

OrbitModel build_orbit(const Values& values) {
    OrbitModel model;
    model.gm = values.number("gm");
    orbit::Kepler<double>::Elements of;
    of.mean_motion = mean_motion_of(values, model.gm);
    of.semi_major_axis = values.given("semi_major_axis") ? values.number("semi_major_axis")
                                                         : std::cbrt(model.gm / (of.mean_motion * of.mean_motion));
    of.eccentricity = values.number("eccentricity");
    if (!(of.eccentricity < 1))
        values.refuse("eccentricity", shortest(of.eccentricity) + " is no ellipse: it is below 1");
    const bool mean = values.given("mean_anomaly") || values.given("mean_anomaly_deg");
    for (const char* key : {"true_anomaly", "true_anomaly_deg"})
        if (mean && values.given(key)) values.refuse(key, "the place at t = 0 is given by mean_anomaly too: keep one");
    of.mean_anomaly = mean ? read_angle(values, "mean_anomaly")
                           : orbit::mean_of_true_anomaly(
                                 std::remainder(read_angle(values, "true_anomaly"), two_pi<double>()), of.eccentricity);
    of.inclination = read_angle(values, "inclination");
    of.node = read_angle(values, "node");
    of.perigee = read_angle(values, "perigee");
    model.path = orbit::Kepler<double>(of);
    if (values.given("epoch")) model.epoch = read_epoch(values);
    return model;
}

}  // namespace polhode
