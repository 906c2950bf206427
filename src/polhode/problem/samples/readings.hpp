// What a gyroscope makes of a body rate: samples, noise, and the running average that is often put behind it.
//
// The order is that of the instrument: the rate is sampled, noise and bias are added to every sample, then the average
// replaces every sample. Described once here, valid for every kind of [rates] and for [readings].
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "polhode/problem/samples/sampled_history.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

// Added to each sample and axis, rad/s. `rate` is the number of samples a second.
struct Noise {
    enum class Kind { uniform, white } kind = Kind::uniform;
    double amplitude = 0;         // uniform in [-amplitude, amplitude] (GyroSoft 2015, IncludeNoiseInOmega), rad/s
    double random_walk = 0;       // white: rad/sqrt(s); the standard deviation of a sample is random_walk sqrt(rate)
    Vec3<double> bias{};          // rad/s
    double instability = 0;       // rad/s, standard deviation of a wandering bias ...
    double correlation_time = 0;  // s, ... that forgets itself in this time (first-order Gauss-Markov)
    double bias_walk = 0;         // rad/s/sqrt(s), rate random walk
    unsigned long long seed = 1;
};

// Sample n, axis k of a seed is the same number on every machine, whatever else is drawn (counter-based generator).
void add_noise(TimeTable& samples, const Noise& noise);

struct Average {
    enum class Kind { causal, centred } kind = Kind::centred;
    long length = 1;  // samples
};
// Windows are cut at the ends of the samples: the sum is divided by the number that is left.
void running_average(TimeTable& samples, const Average& average);

struct Instrument {
    std::optional<Noise> noise;
    std::optional<Average> average;
};
void apply(const Instrument& instrument, TimeTable& samples);

// Samples at i/hertz for i = 0 .. N, the last at `end` or just after it.
TimeTable sampled(const std::function<Vec3<double>(double)>& rate, double hertz, double end);

// From the tables noise = { kind = .., .. } and average = { kind = .., .. }; null where the key does not stand there.
struct TomlNode;
Instrument read_instrument(const TomlNode* noise, const TomlNode* average);

// The keys `noise` and `average`, which every table of rates has ...
std::vector<Parameter> instrument_parameters();
// ... and those of rates that are a function of time until they are sampled: sample_hz, interpolation.
std::vector<Parameter> sampling_parameters();
// kinds "noise" and "average"
std::vector<Entry> noise_entries();
std::vector<Entry> average_entries();

}  // namespace polhode
