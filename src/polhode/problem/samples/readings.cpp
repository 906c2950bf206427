#include "polhode/problem/samples/readings.hpp"

#include <cmath>

#include "polhode/problem/samples/model_values.hpp"
#include "polhode/problem/samples/sensor_walks.hpp"
#include "polhode/registry/table_reader.hpp"

namespace polhode {

namespace {

constexpr double degree = pi<double>() / 180;         // in rad
constexpr double degree_per_hour = degree / 3600;     // in rad/s
constexpr double degree_per_root_hour = degree / 60;  // in rad/sqrt(s)

// A quantity in one of several units; at most one of the keys may be given. Nothing given: 0.
struct Unit {
    const char* key;
    double factor;
};
double one_unit(const Values& values, std::initializer_list<Unit> units) {
    const Unit* found = nullptr;
    for (const Unit& u : units) {
        if (!values.given(u.key)) continue;
        if (found)
            values.refuse(u.key, std::string("'") + found->key + "' and '" + u.key +
                                     "' are given, but they say the same thing: keep one");
        found = &u;
    }
    return found ? found->factor * values.number(found->key) : 0;
}

Noise read_noise(const TomlNode& table) {
    const Entry& entry = named_entry(table, "noise");
    require_table(table);
    const Values values = read_values(table, entry.parameters, {"kind"});
    Noise noise;
    if (entry.name == "uniform") {
        noise.kind = Noise::Kind::uniform;
        noise.amplitude = values.number("amplitude");
    } else {
        noise.kind = Noise::Kind::white;
        // A density of one sign of frequency, as data sheets give it, fills the band up to half the sample rate
        // (variance density^2 rate/2); the angle random walk N of IEEE Std 952 is 1/sqrt(2) of it.
        noise.random_walk = one_unit(values, {{"density", std::sqrt(0.5)},
                                              {"density_deg", std::sqrt(0.5) * degree},
                                              {"angle_random_walk", 1.0},
                                              {"angle_random_walk_deg", degree_per_root_hour}});
        if (noise.random_walk == 0 && !values.given("density") && !values.given("density_deg") &&
            !values.given("angle_random_walk") && !values.given("angle_random_walk_deg"))
            values.refuse("density_deg",
                          "missing; white noise needs its density: density_deg in deg/s/sqrt(Hz) as data sheets give "
                          "it, density in rad/s/sqrt(Hz), or angle_random_walk_deg in deg/sqrt(h)");
    }
    if (values.given("bias") && values.given("bias_deg"))
        values.refuse("bias_deg", "'bias' and 'bias_deg' are given, but they say the same thing: keep one");
    if (values.given("bias")) noise.bias = values.vector("bias");
    if (values.given("bias_deg")) noise.bias = degree * values.vector("bias_deg");
    noise.instability = one_unit(values, {{"instability", 1.0}, {"instability_deg_h", degree_per_hour}});
    noise.correlation_time = values.number("correlation_time");
    noise.bias_walk = one_unit(values, {{"bias_walk", 1.0}, {"bias_walk_deg_h", degree_per_hour / 60}});
    noise.seed = static_cast<unsigned long long>(values.number("seed"));
    return noise;
}

Average read_average(const TomlNode& table) {
    const Entry& entry = named_entry(table, "average");
    require_table(table);
    const Values values = read_values(table, entry.parameters, {"kind"});
    Average average;
    average.kind = entry.name == "causal" ? Average::Kind::causal : Average::Kind::centred;
    average.length = values.integer("length");
    if (average.length < 1) values.refuse("length", "an average is over one sample or more, read 0");
    if (average.kind == Average::Kind::centred && average.length % 2 == 0)
        values.refuse("length", "a centred average has as many samples before as after: an odd number, read " +
                                    std::to_string(average.length));
    return average;
}

}  // namespace

void add_noise(TimeTable& samples, const Noise& noise) {
    const std::size_t count = samples.times.size();
    if (count == 0) return;
    const double span = samples.times.back() - samples.times.front();
    NoiseWalk walk(noise, count > 1 && span > 0 ? static_cast<double>(count - 1) / span : 1);
    for (std::size_t i = 0; i < count; ++i)
        samples.values[i] = samples.values[i] + walk.next(i, i > 0 ? samples.times[i] - samples.times[i - 1] : 0);
}

void running_average(TimeTable& samples, const Average& average) {
    const std::vector<Vec3<double>> raw = samples.values;
    const long count = static_cast<long>(raw.size());
    const long before = average.kind == Average::Kind::causal ? average.length - 1 : average.length / 2;
    const long after = average.kind == Average::Kind::causal ? 0 : average.length / 2;
    for (long i = 0; i < count; ++i) {
        const long first = std::max(0L, i - before), last = std::min(count - 1, i + after);
        // summed anew for each sample: a running sum would carry its rounding along
        Vec3<double> sum{};
        for (long j = first; j <= last; ++j) sum = sum + raw[static_cast<std::size_t>(j)];
        samples.values[static_cast<std::size_t>(i)] = sum / static_cast<double>(last - first + 1);
    }
}

void apply(const Instrument& instrument, TimeTable& samples) {
    if (instrument.noise) add_noise(samples, *instrument.noise);
    if (instrument.average) running_average(samples, *instrument.average);
}

TimeTable sampled(const std::function<Vec3<double>(double)>& rate, double hertz, double end) {
    TimeTable table;
    const long last = static_cast<long>(std::ceil(end * hertz * (1 - 1e-12)));
    for (long i = 0; i <= std::max(1L, last); ++i) {
        const double t = static_cast<double>(i) / hertz;
        table.times.push_back(t);
        table.values.push_back(rate(t));
    }
    return table;
}

Instrument read_instrument(const TomlNode* noise, const TomlNode* average) {
    Instrument instrument;
    if (noise) instrument.noise = read_noise(*noise);
    if (average) instrument.average = read_average(*average);
    return instrument;
}

std::vector<Parameter> instrument_parameters() {
    return {{"noise", Type::text, "", "", false,
             "table { kind = \"uniform\" or \"white\", .. }: noise and bias on every sample and axis"},
            {"average", Type::text, "", "", false,
             "table { kind = \"causal\" or \"centred\", length = n }: every sample is replaced by the mean of n"}};
}

std::vector<Parameter> sampling_parameters() {
    std::vector<Parameter> parameters{
        {"sample_hz", Type::positive, "Hz", "", false,
         "read the rate so many times a second, as a gyroscope does; left out: it is known at all times"}};
    for (const Parameter& p : interpolation_parameters())
        if (p.name == "interpolation") parameters.push_back(p);
    return parameters;
}

std::vector<Entry> noise_entries() {
    const std::vector<Parameter> common{
        {"bias", Type::vector3, "rad/s", "", false, "constant error of the three axes"},
        {"bias_deg", Type::vector3, "deg/s", "", false, "the same in degrees per second"},
        {"instability", Type::non_negative, "rad/s", "", false, "standard deviation of a bias that wanders"},
        {"instability_deg_h", Type::non_negative, "deg/h", "", false, "the same in degrees per hour"},
        {"correlation_time", Type::positive, "s", "100.0", false, "in which the wandering bias forgets itself"},
        {"bias_walk", Type::non_negative, "rad/s/sqrt(s)", "", false, "rate random walk: a bias that walks away"},
        {"bias_walk_deg_h", Type::non_negative, "deg/h/sqrt(h)", "", false, "the same as data sheets give it"},
        {"seed", Type::integer, "", "1", false, "another seed, another run of the same instrument"}};
    std::vector<Parameter> uniform{{"amplitude", Type::non_negative, "rad/s", "", true,
                                    "every axis of every sample is off by a number between -amplitude and amplitude"}};
    std::vector<Parameter> white{
        {"density_deg", Type::non_negative, "deg/s/sqrt(Hz)", "", false,
         "noise density as data sheets give it, over positive frequencies; deviation of a sample: density "
         "sqrt(rate/2)"},
        {"density", Type::non_negative, "rad/s/sqrt(Hz)", "", false, "the same in rad"},
        {"angle_random_walk_deg", Type::non_negative, "deg/sqrt(h)", "", false,
         "in place of the density: how fast the angle walks off; deviation of a sample: walk sqrt(rate)"},
        {"angle_random_walk", Type::non_negative, "rad/sqrt(s)", "", false, "the same in rad and s"}};
    uniform.insert(uniform.end(), common.begin(), common.end());
    white.insert(white.end(), common.begin(), common.end());
    return {{"noise", "uniform", "evenly distributed errors, independent from sample to sample", uniform, "",
             "GyroSoft 2015, cases 8 and 9 (IncludeNoiseInOmega)"},
            {"noise", "white", "normally distributed errors by density, independent from sample to sample", white, "",
             "IEEE Std 952-1997, annex C"}};
}

std::vector<Entry> average_entries() {
    return {{"average",
             "causal",
             "mean of this sample and those before it: late by (length - 1)/2 samples",
             {{"length", Type::integer, "1", "", true, "samples"}},
             "",
             "GyroSoft 2015, case 9"},
            {"average",
             "centred",
             "mean of as many samples before as after: not late, but it needs the future",
             {{"length", Type::integer, "1", "", true, "samples, an odd number"}},
             "",
             "GyroSoft 2015, case 9"}};
}

}  // namespace polhode
