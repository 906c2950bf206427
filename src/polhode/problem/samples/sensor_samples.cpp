#include "polhode/problem/samples/sensor_samples.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/problem/samples/sensor_walks.hpp"

namespace polhode {

namespace {

double since_before(const std::vector<double>& t, std::size_t i) { return i > 0 ? t[i] - t[i - 1] : 0; }

void spoil(const SensorErrors& e, const std::vector<double>& t, std::vector<Vec3<double>>& readings) {
    SensorWalk walk(e);
    for (std::size_t i = 0; i < readings.size(); ++i) readings[i] = walk.reading(readings[i], i, since_before(t, i));
}

std::vector<Parameter> error_parameters(const std::string& unit, const std::string& bias) {
    return {{"bias", Type::vector3, unit, "[0, 0, 0]", false, bias},
            {"bias_walk", Type::non_negative, unit + "/sqrt(s)", "0", false, "how fast the bias walks away"},
            {"deviation", Type::non_negative, unit, "0", false, "standard deviation of the noise of one reading"},
            {"matrix", Type::matrix3, "1", "", false, "scale and misalignment: what is felt is multiplied by it"},
            {"delay", Type::non_negative, "s", "0", false, "how late the sensor is"},
            {"range", Type::positive, unit, "", false, "where it clips; left out: nowhere"},
            {"resolution", Type::positive, unit, "", false, "readings are whole multiples of it; left out: any number"},
            {"seed", Type::integer, "", "1", false, "another seed, another run of the same instrument"}};
}

SensorErrors errors_of(const Values& v) {
    SensorErrors e;
    e.bias = v.vector("bias");
    e.bias_walk = v.number("bias_walk");
    e.deviation = v.number("deviation");
    if (v.has("matrix")) e.matrix = v.matrix("matrix");
    e.delay = v.number("delay");
    if (e.delay > 1) v.refuse("delay", "more than a second is no delay of a sensor; it is in seconds");
    if (v.has("range")) e.range = v.number("range");
    if (v.has("resolution")) e.resolution = v.number("resolution");
    e.seed = static_cast<unsigned long long>(v.number("seed"));
    return e;
}

}  // namespace

MotionTable::State MotionTable::at(double t) const {
    const double place = std::clamp(t / spacing, 0.0, static_cast<double>(rate.size() - 1));
    const auto i = static_cast<std::size_t>(std::lround(place));
    const double s = t <= 0 ? 0 : t - static_cast<double>(i) * spacing;
    const Vec3<double> a = acceleration(i);
    State state;
    state.w_NB_B = madd(s, a, rate[i]);
    state.q_NB = s == 0 ? attitude[i] : normalise(attitude[i] * exp_rotation(madd(0.5 * s * s, a, s * rate[i])));
    state.acceleration = a;
    return state;
}

// Central differences, of fourth order inside (Abramowitz and Stegun 25.3.6), of second at the ends.
Vec3<double> MotionTable::acceleration(std::size_t i) const {
    const std::size_t n = rate.size();
    if (n < 2) return {};
    if (i >= 2 && i + 2 < n) return (8 * (rate[i + 1] - rate[i - 1]) - (rate[i + 2] - rate[i - 2])) / (12 * spacing);
    if (i >= 1 && i + 1 < n) return (rate[i + 1] - rate[i - 1]) / (2 * spacing);
    if (n < 3) return (rate[1] - rate[0]) / spacing;
    if (i == 0) return (4 * rate[1] - 3 * rate[0] - rate[2]) / (2 * spacing);
    return (3 * rate[n - 1] - 4 * rate[n - 2] + rate[n - 3]) / (2 * spacing);
}

// The cubic through four rates, integrated between the middle two; at the ends the parabola through three.
Vec3<double> MotionTable::increment(std::size_t i) const {
    const std::size_t n = rate.size();
    if (i >= 1 && i + 2 < n) return (spacing / 24) * (13 * (rate[i] + rate[i + 1]) - (rate[i - 1] + rate[i + 2]));
    if (n < 3) return (0.5 * spacing) * (rate[i] + rate[i + 1]);
    if (i == 0) return (spacing / 12) * (5 * rate[0] + 8 * rate[1] - rate[2]);
    return (spacing / 12) * (5 * rate[i + 1] + 8 * rate[i] - rate[i - 1]);
}

Vec3<double> MotionTable::mean_rate(std::size_t i) const {
    if (i == 0) return rate[0];
    Vec3<double> sum{};
    const auto rows = std::min(static_cast<std::size_t>(per_sample), i);
    for (std::size_t k = i - rows; k < i; ++k) sum = sum + increment(k);
    return sum / (static_cast<double>(rows) * spacing);
}

void read_accelerometer(const Accelerometer& sensor, const MotionTable& motion, SensorSamples& samples) {
    std::vector<Vec3<double>>& out = samples.accelerometer;
    for (const double t : samples.t) {
        const MotionTable::State s = motion.at(t - sensor.errors.delay);
        out.push_back(specific_force(sensor, s.q_NB, s.w_NB_B, s.acceleration));
    }
    spoil(sensor.errors, samples.t, out);
}

void read_magnetometer(const Magnetometer& sensor, const MotionTable& motion, SensorSamples& samples) {
    std::vector<Vec3<double>>& out = samples.magnetometer;
    FieldWalk walk(sensor);
    for (std::size_t i = 0; i < samples.t.size(); ++i) {
        const double t = samples.t[i];
        const Vec3<double> field = walk.next(t, i, since_before(samples.t, i));
        out.push_back(to_body(motion.at(t - sensor.errors.delay).q_NB, field));
    }
    spoil(sensor.errors, samples.t, out);
}

Vec3<double> as_converted(Vec3<double> x, double range, double resolution) {
    for (int k = 0; k < 3; ++k) {
        if (range > 0) x[k] = std::clamp(x[k], -range, range);
        if (resolution > 0) x[k] = resolution * std::nearbyint(x[k] / resolution);
    }
    return x;
}

std::vector<Parameter> accelerometer_parameters() {
    std::vector<Parameter> p{
        {"at", Type::vector3, "m", "[0, 0, 0]", false, "where it sits, from the fixed point, in body axes"},
        {"gravity", Type::non_negative, "m/s^2", "9.81", false, "along -z of the world; 0 for a body in free fall"}};
    for (const Parameter& e : error_parameters("m/s^2", "constant error of the three axes")) p.push_back(e);
    return p;
}

std::vector<Parameter> magnetometer_parameters() {
    std::vector<Parameter> p{
        {"field", Type::vector3, "uT", "[0, 16, -42]", false, "of the world: East, North, Up"},
        {"disturbance", Type::vector3, "uT", "[0, 0, 0]", false, "added to the field for a while, world axes"},
        {"disturbed_from", Type::non_negative, "s", "0", false, "when the disturbance begins"},
        {"disturbed_until", Type::non_negative, "s", "", false, "when it ends; left out: never"},
        {"wander", Type::non_negative, "uT", "0", false, "standard deviation of a field that wanders, world axes"},
        {"wander_time", Type::positive, "s", "30", false, "in which the wandering field forgets itself"}};
    for (const Parameter& e : error_parameters("uT", "hard iron: a field that turns with the body")) p.push_back(e);
    return p;
}

std::vector<Parameter> gyro_error_parameters() {
    return {{"holds",
             Type::choice,
             "",
             "\"rate\"",
             false,
             "what a reading of the gyroscope is: the rate of the moment, or the mean rate since the reading before",
             {"rate", "mean"}},
            {"matrix", Type::matrix3, "1", "", false,
             "scale and misalignment of the gyroscope: the rate is multiplied by it before noise and bias are added"},
            {"delay", Type::non_negative, "s", "0", false, "how late the gyroscope is"},
            {"range", Type::positive, "rad/s", "", false, "where the gyroscope clips; left out: nowhere"},
            {"resolution", Type::positive, "rad/s", "", false,
             "readings of the gyroscope are whole multiples of it; left out: any number"}};
}

Accelerometer accelerometer_of(const Values& values) {
    Accelerometer a;
    a.errors = errors_of(values);
    a.at = values.vector("at");
    a.gravity = values.number("gravity");
    return a;
}

Magnetometer magnetometer_of(const Values& values) {
    Magnetometer m;
    m.errors = errors_of(values);
    m.field = values.vector("field");
    if (!(norm(m.field) > 0)) values.refuse("field", "expected a field that has a direction, read 0");
    m.disturbance = values.vector("disturbance");
    m.from = values.number("disturbed_from");
    m.until = values.has("disturbed_until") ? values.number("disturbed_until") : HUGE_VAL;
    m.wander = values.number("wander");
    m.wander_time = values.number("wander_time");
    return m;
}

}  // namespace polhode
