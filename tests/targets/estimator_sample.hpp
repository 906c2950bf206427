// The estimators of the core in single precision over a made log, as words: what a small processor must say too.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>

#include "polhode/estimate/filter.hpp"
#include "polhode/estimate/small.hpp"

namespace estimator_sample {

using namespace polhode;

inline constexpr int rows = 900;
inline constexpr float dt = 0.01f;

// Readings that need no library but the core: still for two seconds, then turns that swell and fade in triangles, in
// small noise of a linear congruential generator. What the accelerometer says is no motion of a body; every branch of
// the estimators is passed all the same (rest, motion, a disturbed field, a magnet on the body).
class Readings {
 public:
    estimate::Sample<float> next() {
        estimate::Sample<float> s;
        s.dt = row_ > 0 ? dt : 0.0f;
        const int phase = row_ > 200 ? (row_ - 200) % 100 : 0;
        const float swell = static_cast<float>(phase < 50 ? phase : 100 - phase);
        const int other = row_ > 200 ? (row_ - 200) % 140 : 0;
        const float turn = static_cast<float>(other < 70 ? other : 140 - other);
        const Vec3<float> rate{0.05f * swell, -0.05f * turn, 0.03f * swell};
        attitude_ = normalise(attitude_ * exp_rotation(s.dt * rate));
        s.gyro = rate + Vec3<float>{0.004f + noise(0.002f), -0.003f + noise(0.002f), 0.002f + noise(0.002f)};
        s.accelerometer = {0.2f + 0.03f * swell + noise(0.02f), -0.1f + 0.02f * swell + noise(0.02f),
                           9.7f - 0.01f * swell + noise(0.02f)};
        const Vec3<float> field{0, 16, row_ > 450 && row_ < 480 ? -30.0f : -42.0f}, iron{5, -3, 4};
        s.magnetometer = to_body(attitude_, field) + iron + Vec3<float>{noise(0.2f), noise(0.2f), noise(0.2f)};
        s.has_magnetometer = row_ % 2 == 0;
        ++row_;
        return s;
    }

 private:
    float noise(float size) {
        state_ = state_ * 1664525u + 1013904223u;  // Numerical Recipes, section 7.1
        return size * (static_cast<float>(state_ >> 8) * (1.0f / 8388608.0f) - 1.0f);
    }
    Quaternion<float> attitude_;
    std::uint32_t state_ = 1952;
    int row_ = 0;
};

template <class Say>
void say_attitude(const Quaternion<float>& q, const Say& say) {
    for (const float x : {q.w, q.x, q.y, q.z}) say(std::bit_cast<std::uint32_t>(x));
}

// Each is too large for the stack of a small processor.
struct Estimators {
    estimate::SmallFilter<float> small{dt};
    estimate::Filter<float> full;
};

template <class Say, class Ticks>
void run_all(Estimators& e, const Say& say, const Ticks& ticks, std::uint32_t (&spent)[2]) {
    Readings readings;
    spent[0] = spent[1] = 0;
    for (int i = 0; i < rows; ++i) {
        const estimate::Sample<float> s = readings.next();
        const std::uint32_t begin = ticks();
        e.small.predict(s.gyro);
        e.small.accelerometer(s.accelerometer);
        if (s.has_magnetometer) e.small.magnetometer(s.magnetometer);
        const std::uint32_t between = ticks();
        e.full.step(s);
        spent[0] += between - begin;
        spent[1] += ticks() - between;
        if (i % 20 != 19) continue;
        say_attitude(e.small.attitude(), say);
        say_attitude(e.full.attitude(), say);
        say(std::bit_cast<std::uint32_t>(e.full.heading_deviation()));
    }
}

// A word as eight digits and a line end, without a library.
struct HexDigits {
    char text[10];
    explicit HexDigits(std::uint32_t word) {
        for (int k = 0; k < 8; ++k) text[k] = "0123456789abcdef"[word >> 4 * (7 - k) & 15];
        text[8] = '\n';
        text[9] = '\0';
    }
};

}  // namespace estimator_sample
