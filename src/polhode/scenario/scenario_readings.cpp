#include "polhode/scenario/scenario_readings.hpp"

#include <cmath>

#include "polhode/base/shortest.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/run/prepare.hpp"
#include "polhode/scenario/toml_setting.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

namespace {

RunSpan sample_span(const RunSpan& run, const Values& values) {
    RunSpan span = run;
    span.sample = 1 / values.number("sample_hz");
    span.sample_place = values.place("sample_hz");
    return span;
}
// A motion as it is read: at the moments of the readings and, where sensors ask for more, between them.
struct ReadMotion {
    TimeTable samples;
    MotionTable table;
};

// The rows of a run, one for each sample.
ReadMotion motion_of_run(const Plan& plan) {
    ReadMotion read;
    read.table.spacing = plan.span().sample;
    RunObserver observer;
    observer.row = [&](const Row& row) {
        // a run that does not end on a sample has a last row of its own
        const double place = row.t / plan.span().sample;
        if (std::fabs(place - std::round(place)) > 1e-6) return;
        read.samples.times.push_back(row.t);
        read.samples.values.push_back(row.w_NB_B);
        read.table.attitude.push_back(row.q_NB);
        read.table.rate.push_back(row.w_NB_B);
    };
    Statistics statistics;
    simulate(plan, observer, statistics);
    return read;
}

// The exact motion, `between` times as often as it is read.
ReadMotion motion_of_truth(Truth& truth, double hertz, double end, int between) {
    ReadMotion read;
    read.table.spacing = 1 / (between * hertz);
    read.table.per_sample = between;
    const auto take = [&](double t) {
        const TrueState s = truth.at(t);
        read.table.attitude.push_back(s.q_NB);
        read.table.rate.push_back(s.w_NB_B);
        return s.w_NB_B;
    };
    read.samples = sampled(
        [&](double t) {
            for (int k = 1; k < between && t > 0; ++k) take(t - (1 - k / static_cast<double>(between)) / hertz);
            return take(t);
        },
        hertz, end);
    return read;
}

// Reads a motion that is known from beginning to end.
struct Strapped : StrappedSensors {
    // A gyroscope that says the rate of the moment needs none between its samples.
    bool needs_more_than_samples() const {
        return mean_rates || gyro_errors.delay > 0 || accelerometer || magnetometer;
    }

    // The samples of `moved` become what the gyroscope says; the others are read beside it.
    SensorSamples read(ReadMotion& moved) const {
        SensorSamples out;
        out.t = moved.samples.times;
        out.mean_rates = mean_rates;
        out.gyro_range = gyro_errors.range;
        std::vector<Vec3<double>>& rates = moved.samples.values;
        for (std::size_t i = 0; i < rates.size(); ++i) {
            const std::size_t row = i * static_cast<std::size_t>(moved.table.per_sample);
            out.attitude.push_back(moved.table.attitude[row]);
            if (mean_rates) rates[i] = moved.table.mean_rate(row);
            if (gyro_errors.delay > 0) rates[i] = late_rate(moved.table, out.t[i], row);
            if (!(gyro_errors.matrix == Mat3<double>::identity())) rates[i] = gyro_errors.matrix * rates[i];
        }
        apply(gyro, moved.samples);
        for (Vec3<double>& w : rates) w = as_converted(w, gyro_errors.range, gyro_errors.resolution);
        out.gyro = rates;
        if (accelerometer) read_accelerometer(*accelerometer, moved.table, out);
        if (magnetometer) read_magnetometer(*magnetometer, moved.table, out);
        return out;
    }

 private:
    // The rate of a while ago; a mean is taken between whole rows of the motion and moved by the rest.
    Vec3<double> late_rate(const MotionTable& table, double t, std::size_t row) const {
        const Vec3<double> then = table.at(t - gyro_errors.delay).w_NB_B;
        if (!mean_rates) return then;
        const auto rows = static_cast<std::size_t>(std::lround(gyro_errors.delay / table.spacing));
        if (rows >= row) return table.rate[0];
        const std::size_t from = row - rows;
        return table.mean_rate(from) + then - table.rate[from];
    }
};

Strapped read_strapped(const TomlNode& table, const Values& values) {
    Strapped s;
    s.hertz = values.number("sample_hz");
    s.gyro = read_instrument(table.find("noise"), table.find("average"));
    s.mean_rates = values.text("holds") == "mean";
    if (values.has("matrix")) s.gyro_errors.matrix = values.matrix("matrix");
    s.gyro_errors.delay = values.number("delay");
    if (s.gyro_errors.delay > 1) values.refuse("delay", "more than a second is no delay of a sensor; it is in seconds");
    if (values.has("range")) s.gyro_errors.range = values.number("range");
    if (values.has("resolution")) s.gyro_errors.resolution = values.number("resolution");
    if (const TomlNode* sensor = table.find("accelerometer")) {
        require_table(*sensor);
        s.accelerometer = accelerometer_of(read_values(*sensor, accelerometer_parameters()));
    }
    if (const TomlNode* sensor = table.find("magnetometer")) {
        require_table(*sensor);
        s.magnetometer = magnetometer_of(read_values(*sensor, magnetometer_parameters()));
    }
    return s;
}

Values values_of_readings(const TomlNode& table) {
    return read_values(table, readings_parameters(), {"noise", "average", "accelerometer", "magnetometer"});
}

const Method& method_to_read(const Values& values, const std::string& of, const Scenario& scenario) {
    std::vector<std::string> known{"exact"};
    for (const Method& m : scenario.methods) {
        if (m.input == "readings") continue;
        if (m.name == of) return m;
        known.push_back(m.name);
    }
    const std::string near = nearest_name(of, known);
    values.refuse("of", "'" + escaped_for_message(of) + "' is no method of this scenario that moves the body; known: " +
                            listed(known) + "." + (near.empty() ? "" : " Did you mean '" + near + "'?"));
}

// One sample may lie beyond the end of the run.
std::unique_ptr<Truth> truth_to_read(const Problem& problem, double end, double hertz, std::string& why) {
    return truth_for(problem, end + 1 / hertz, why);
}

}  // namespace

std::vector<Parameter> readings_parameters() {
    std::vector<Parameter> parameters{
        {"of", Type::text, "", "\"exact\"", false,
         "whose body rates are read: \"exact\" for the exact motion, or the name of a method of this scenario"}};
    for (Parameter p : sampling_parameters()) {
        if (p.name == "sample_hz") {
            p.required = true;
            p.summary = "readings a second";
        }
        parameters.push_back(p);
    }
    for (const Parameter& p : instrument_parameters()) parameters.push_back(p);
    for (const Parameter& p : gyro_error_parameters()) parameters.push_back(p);
    parameters.push_back({"accelerometer", Type::text, "", "", false, "table: an accelerometer beside the gyroscope"});
    parameters.push_back({"magnetometer", Type::text, "", "", false, "table: a magnetometer beside the gyroscope"});
    return parameters;
}

std::optional<StrappedSensors> strapped_sensors(const Scenario& scenario) {
    if (!scenario.problem.readings) return std::nullopt;
    TomlNode tree = parse_toml(scenario.text, scenario.file);
    for (const std::string& setting : scenario.settings) apply_setting(tree, setting);
    const TomlNode* table = tree.find("readings");
    if (!table) return std::nullopt;
    return read_strapped(*table, values_of_readings(*table));
}

std::shared_ptr<const GyroReadings> build_readings(const TomlNode& table, const Scenario& scenario) {
    const Values values = values_of_readings(table);
    const Strapped strapped = read_strapped(table, values);
    const double hertz = values.number("sample_hz"), end = scenario.run.duration;
    check_sample_count(values, end);
    if (1 / hertz > end * (1 + 1e-9))
        values.refuse("sample_hz", "not two readings fit into the run: its duration is " + shortest(end) + " s");

    const Problem problem = scenario.problem;
    const std::string& of = values.text("of");
    std::function<ReadMotion()> motion;
    if (of == "exact") {
        std::string why;
        if (!truth_to_read(problem, end, hertz, why))
            values.refuse("of", "there is no exact motion to read: " + why +
                                    "; name a method of this scenario, of = \"" + scenario.methods.front().name + "\"");
        const int between = strapped.needs_more_than_samples() ? 4 : 1;
        motion = [problem, end, hertz, between] {
            std::string none;
            const auto truth = truth_to_read(problem, end, hertz, none);
            return motion_of_truth(*truth, hertz, end, between);
        };
    } else {
        const Plan plan = prepare(problem, method_to_read(values, of, scenario), sample_span(scenario.run, values));
        motion = [plan] { return motion_of_run(plan); };
    }
    const auto take = [strapped, values, motion] {
        ReadMotion moved = motion();
        auto sensors = std::make_shared<SensorSamples>(strapped.read(moved));
        return GyroReadings::Taken{read_by("readings", std::move(moved.samples), {}, values), std::move(sensors)};
    };
    GyroReadings::Outline outline{hertz,
                                  read_by("readings", {{0, 1 / hertz}, {Vec3<double>{}, Vec3<double>{}}}, {}, values),
                                  strapped.accelerometer.has_value(), strapped.magnetometer.has_value()};
    return std::make_shared<GyroReadings>(std::move(outline), take);
}

}  // namespace polhode
