// Two recordings of one motion: how their clocks and axes differ. One is a gyro, the other a record of attitudes.
#pragma once

#include "polhode/estimate/tools/two_recordings.hpp"

namespace polhode::estimate {

// Deviations are infinite where nothing tells a number; that of a turn is at most that of any turn at all, 104 degrees.
struct Alignment {
    // s: time of the attitudes minus time of the gyro, by least cost with lines between rows. Noise draws that towards
    // half a row, and the deviation knows by how much; `unpulled` is free of it. Where the clocks' rate is told, both
    // are the same.
    double offset = 0, offset_deviation = 0, unpulled_offset = 0, unpulled_deviation = 0;
    double offset_at = 0;                              // s after the first row, when it is that; it grows by rate_ppm
    Mat3<double> rotation;                             // attitude axes <- gyro axes
    Vec3<double> rotation_vector, rotation_deviation;  // rad, of it
    double residual = 0;                               // rad/s, rms of the rates that remain
    double rate_ppm = 0, rate_deviation_ppm = 0;  // of the clocks against each other; 0 where the record is too short
    std::size_t used = 0;
};

// Rates of the attitudes by central differences, both smoothed alike; where something is missing a window is cut out.
// `most`: the largest lag looked at, rows.
Alignment align_recordings(const TwoRecordings& both, int most = 20);

// The gyro of a log against the attitudes in it; an InputError where it has none, or too few.
struct Aligned {
    TwoRecordings recordings;
    Alignment alignment;
    std::vector<std::string> notes;  // whole sentences: what was strange about the readings
};
Aligned align_log(const SensorLog& log, int most = 20);

}  // namespace polhode::estimate
