// Logs of a sensor in a hand, made: twenty-one kinds of motion and of trouble with the field, three devices, any number
// of each. The motion is known exactly; devices, places and noise come from counted random numbers, so that every run
// makes the same logs.
//
// What recordings show is in them: the field where the hand moves is another than where the body lay (1 to 3 uT in
// BROAD), it changes within reach, magnetometers are late and not quite free of hard iron, gyros not quite to scale,
// and all of them are late against the clock by what their own filters take.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "polhode/arithmetic/philox.hpp"
#include "polhode/estimate/block.hpp"

namespace bench {

using polhode::Mat3;
using polhode::Quaternion;
using polhode::RandomStream;
using polhode::Vec3;

struct HandLog {
    std::string name;
    std::vector<polhode::estimate::Sample<double>> samples;
    std::vector<Quaternion<double>> truth;
    std::vector<char> counts;  // in motion, with a truth
};

// Standard deviations of what a device of this kind gets wrong, and its noise; SI units and uT.
struct HandDevice {
    const char* name;
    double interval, gyro_noise, gyro_bias, gyro_scale, gyro_step, force_noise, force_bias, field_noise, hard_iron;
    double delay;     // of the magnetometer, s
    double late;      // gyro and accelerometer, s: as found in BROAD; group delays of an MPU-9250 at 41 and 184 Hz
    int field_every;  // rows from one reading of the magnetometer to the next
};
inline constexpr double degree = 0.017453292519943295, full_turn = 6.283185307179586;
inline constexpr HandDevice hand_devices[] = {
    {"inertial unit", 0.0035, 0.01 * degree, 0.3 * degree, 0.003, 0.061 * degree, 0.06, 0.03, 0.5, 0.4, 0.014, 0.0043,
     1},
    {"wrist", 0.01, 0.02 * degree, 0.5 * degree, 0.005, 0.03 * degree, 0.03, 0.06, 0.8, 0.8, 0.006, 0.0059, 1},
    {"phone", 0.005, 0.007 * degree, 0.1 * degree, 0.002, 0.0, 0.02, 0.03, 0.3, 1.2, 0.030, 0.0029, 4},
};

struct HandKind {
    const char* name;
    double turn, turn_hz;        // deg/s an axis, and how often it comes back
    double reach, reach_hz;      // m, and how often
    double gradient;             // uT/m of the field around the hand
    double wander, wander_time;  // uT, s: a field that changes by itself, or along a walk
    double magnet;               // uT of a magnet that stands within reach
    double attached;             // uT of a magnet put onto the body for a third of the time
    double taps;                 // m/s^2
    bool breaks;
    double vibration = 0;     // m/s^2, at 37 Hz
    bool from_start = false;  // the magnet was on the body all the time
    double elsewhere = 0.8;   // uT an axis, by which the field where the hand moves differs from that of the table
    double length = 75;       // s
};
inline constexpr HandKind hand_kinds[] = {
    {"slow rotation", 45, 0.25, 0.03, 0.3, 2, 0.1, 30, 0, 0, 0, false},
    {"slow rotation, breaks", 45, 0.25, 0.05, 0.3, 2, 0.1, 30, 0, 0, 0, true},
    {"fast rotation", 220, 0.8, 0.05, 0.8, 2, 0.1, 30, 0, 0, 0, false},
    {"fast rotation, breaks", 220, 0.8, 0.08, 0.8, 2, 0.1, 30, 0, 0, 0, true},
    {"slow translation", 6, 0.3, 0.25, 0.3, 2, 0.1, 30, 0, 0, 0, false},
    {"fast translation", 25, 0.9, 0.15, 1.1, 2, 0.1, 30, 0, 0, 0, false},
    {"slow combined", 40, 0.3, 0.2, 0.3, 3, 0.2, 30, 0, 0, 0, true},
    {"fast combined", 150, 0.8, 0.12, 0.9, 3, 0.2, 30, 0, 0, 0, false},
    {"tapping", 40, 0.4, 0.1, 0.4, 2, 0.1, 30, 0, 0, 25, false},
    {"wandering field", 80, 0.5, 0.1, 0.5, 2, 1.0, 30, 0, 0, 0, false},
    {"walking indoors", 60, 0.5, 0.1, 1.0, 2, 2.5, 12, 0, 0, 0, false},
    {"standing magnet", 60, 0.4, 0.2, 0.3, 2, 0.1, 30, 15, 0, 0, false},
    {"attached magnet", 60, 0.4, 0.15, 0.4, 2, 0.1, 30, 0, 8, 0, false},
};
// Made after the parameters; one factor of the noise was still halved with their figures in sight.
inline constexpr HandKind later_kinds[] = {
    {"gradients of an office", 60, 0.5, 0.25, 0.5, 15, 1.5, 15, 0, 0, 0, false},
    {"weak magnet put on", 60, 0.4, 0.15, 0.4, 2, 0.3, 30, 0, 4, 0, false},
    {"strong magnet put on", 120, 0.6, 0.1, 0.6, 2, 0.3, 30, 0, 30, 0, true},
    {"strong magnet stands", 90, 0.5, 0.2, 0.4, 2, 0.3, 30, 60, 0, 0, false},
    {"vibrating", 60, 0.5, 0.1, 0.5, 2, 0.3, 30, 0, 0, 0, false, 4},
    {"vibrating phone is a magnet", 60, 0.5, 0.1, 0.5, 2, 0.3, 30, 0, 8, 0, false, 4, true},
    {"very fast", 400, 1.2, 0.08, 1.2, 2, 0.3, 30, 0, 0, 0, false},
    {"hard taps", 90, 0.6, 0.15, 0.6, 2, 0.3, 30, 0, 0, 60, false},
};

// Rates and places as sums of waves, from rest to rest.
class HandMotion {
 public:
    HandMotion(const HandKind& kind, const RandomStream& random) : breaks_(kind.breaks), length_(kind.length) {
        unsigned long long n = 0;
        const auto fill = [&](Wave(&waves)[3][terms], double size, double hz) {
            for (auto& axis : waves)
                for (Wave& w : axis) {
                    w = {size * std::sqrt(2.0 / terms), hz * (0.4 + 1.2 * random.uniform(n)),
                         full_turn * random.uniform(n + 1)};
                    n += 2;
                }
        };
        fill(turn_, kind.turn * degree, kind.turn_hz);
        fill(place_, kind.reach, kind.reach_hz);
    }
    // 0 at rest, 1 in motion: at rest for 8 s and for the last 4, and 5 s of every 17 where there are breaks
    double swell(double t) const {
        const auto rise = [](double x) {
            x = std::fmin(1, std::fmax(0, x));
            return x * x * x * (10 + x * (6 * x - 15));
        };
        double s = rise(t - 8) * rise(length_ - 4 - t);
        if (breaks_) {
            const double u = std::fmod(t - 8 + 1700, 17);
            s *= rise(u) * rise(12 - u);
        }
        return s;
    }
    Vec3<double> rate(double t) const { return swell(t) * sum(turn_, t); }
    Vec3<double> place(double t) const { return swell(t) * sum(place_, t); }
    Vec3<double> acceleration(double t) const {
        const double h = 1e-3;
        return (1 / (h * h)) * (place(t + h) - 2.0 * place(t) + place(t - h));
    }

 private:
    static constexpr int terms = 4;
    struct Wave {
        double size, hz, phase;
    };
    static Vec3<double> sum(const Wave (&waves)[3][terms], double t) {
        Vec3<double> s;
        for (int i = 0; i < 3; ++i)
            for (const Wave& w : waves[i]) s[i] += w.size * std::sin(full_turn * w.hz * t + w.phase);
        return s;
    }
    bool breaks_;
    double length_;
    Wave turn_[3][terms], place_[3][terms];
};

// What stays the same through one log.
struct HandConstants {
    Vec3<double> bias, force_bias, iron, magnet_at, magnet, attached, elsewhere;
    Mat3<double> matrix, gradient;
    Quaternion<double> first;

    HandConstants(const HandKind& k, const HandDevice& d, const RandomStream& random) {
        unsigned long long n = 0;
        const auto vector = [&](double size) {
            Vec3<double> v;
            for (int i = 0; i < 3; ++i) v[i] = size * random.normal(n++);
            return v;
        };
        const auto square = [&](double size) {
            Mat3<double> m;
            for (int i = 0; i < 3; ++i) {
                const Vec3<double> row = vector(size);
                for (int j = 0; j < 3; ++j) m(i, j) = row[j];
            }
            return m;
        };
        bias = vector(d.gyro_bias);
        force_bias = vector(d.force_bias);
        iron = vector(d.hard_iron);
        magnet_at = vector(0.15);
        magnet = vector(k.magnet / std::sqrt(3.0));
        attached = vector(k.attached / std::sqrt(3.0));
        elsewhere = vector(k.elsewhere);
        matrix = square(d.gyro_scale);
        gradient = square(k.gradient);
        const double heading = full_turn * random.uniform(500);
        first = normalise(Quaternion<double>{std::cos(heading / 2), 0.02 * random.normal(501),
                                             0.02 * random.normal(502), std::sin(heading / 2)});
    }
    // Of the world at a place, without what wanders.
    Vec3<double> field(const Vec3<double>& place, double swell) const {
        const Vec3<double> off = place - magnet_at;
        const double near = 1 / (1 + dot(off, off) / (0.08 * 0.08));
        return Vec3<double>{0, 16, -42} + gradient * place + near * near * magnet + swell * elsewhere;
    }
};

inline Vec3<double> three_normals(const RandomStream& random, unsigned long long first) {
    return {random.normal(first), random.normal(first + 1), random.normal(first + 2)};
}

inline HandLog made_hand_log(const HandKind& k, const HandDevice& d, unsigned long long number) {
    const RandomStream noise{number, 4}, walk{number, 3};
    const HandConstants c(k, d, RandomStream{number, 1});
    const HandMotion motion(k, RandomStream{number, 2});
    HandLog log;
    log.name = std::string(k.name) + ", " + d.name;
    Quaternion<double> q = c.first;
    Vec3<double> wandering;
    std::vector<Vec3<double>> seen;  // field in the body, for the delay
    const double dt = d.interval, keep = std::exp(-dt / k.wander_time);
    constexpr int fine = 4;
    for (unsigned long long i = 0; static_cast<double>(i) * dt < k.length; ++i) {
        const double t = static_cast<double>(i) * dt, swell = motion.swell(t);
        Vec3<double> turned;
        for (int s = 0; s < fine && i > 0; ++s) {
            const Vec3<double> step = (dt / fine) * motion.rate(t - dt + (s + 0.5) * dt / fine);
            q = normalise(q * exp_rotation(step));
            turned = turned + step;
        }
        wandering = i > 0 ? keep * wandering + k.wander * std::sqrt(1 - keep * keep) * three_normals(walk, 3 * i)
                          : k.wander * three_normals(walk, 0);
        Vec3<double> in_body = to_body(q, c.field(motion.place(t), swell) + wandering) + c.iron;
        if (k.from_start || (t > 0.4 * k.length && t < 0.75 * k.length)) in_body = in_body + c.attached;
        seen.push_back(in_body);

        polhode::estimate::Sample<double> s;
        s.dt = i > 0 ? dt : 0;
        const Vec3<double> rate = turned / dt;
        s.gyro = rate + c.matrix * rate + c.bias + (d.gyro_noise / std::sqrt(dt)) * three_normals(noise, 9 * i);
        if (d.gyro_step > 0)
            for (int j = 0; j < 3; ++j) s.gyro[j] = d.gyro_step * std::round(s.gyro[j] / d.gyro_step);
        const Vec3<double> jolt = three_normals(noise, 9 * i + 3);
        s.accelerometer = to_body(q, motion.acceleration(t) + Vec3<double>{0, 0, 9.81}) + c.force_bias;
        s.accelerometer =
            s.accelerometer + (swell > 0.5 && std::fmod(t, 0.7) < 0.02 ? k.taps + d.force_noise : d.force_noise) * jolt;
        if (k.vibration > 0 && swell > 0.5) {
            const double at = full_turn * 37 * t;
            s.accelerometer =
                s.accelerometer + k.vibration * Vec3<double>{std::sin(at), 0.5 * std::cos(at), 0.3 * std::sin(at + 1)};
            s.gyro = s.gyro + Vec3<double>{0.1 * std::cos(at), 0.1 * std::sin(at), 0};
        }
        s.has_magnetometer = i % static_cast<unsigned long long>(d.field_every) == 0;
        const double at = std::fmax(0.0, static_cast<double>(i) - d.delay / dt), whole = std::floor(at);
        const std::size_t a = static_cast<std::size_t>(whole), b = std::min(a + 1, seen.size() - 1);
        s.magnetometer =
            (1 - at + whole) * seen[a] + (at - whole) * seen[b] + d.field_noise * three_normals(noise, 9 * i + 6);
        log.samples.push_back(s);
        log.truth.push_back(normalise(q * exp_rotation(d.late * motion.rate(t))));
        log.counts.push_back(swell > 0);
    }
    return log;
}

}  // namespace bench
