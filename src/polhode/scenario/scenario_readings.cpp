#include "polhode/scenario/scenario_readings.hpp"

#include <cmath>

#include "polhode/base/shortest.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/run/prepare.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

namespace {

RunSpan sample_span(const RunSpan& run, const Values& values) {
    RunSpan span = run;
    span.sample = 1 / values.number("sample_hz");
    span.sample_place = values.place("sample_hz");
    return span;
}
// The rows of a run, one for each sample.
TimeTable samples_of_run(const Plan& plan) {
    TimeTable samples;
    RunObserver observer;
    observer.row = [&](const Row& row) {
        // a run that does not end on a sample has a last row of its own
        const double place = row.t / plan.span().sample;
        if (std::fabs(place - std::round(place)) > 1e-6) return;
        samples.times.push_back(row.t);
        samples.values.push_back(row.w_NB_B);
    };
    Statistics statistics;
    simulate(plan, observer, statistics);
    return samples;
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
    return parameters;
}

std::shared_ptr<const GyroReadings> build_readings(const TomlNode& table, const Scenario& scenario) {
    const Values values = read_values(table, readings_parameters(), {"noise", "average"});
    const Instrument instrument = read_instrument(table.find("noise"), table.find("average"));
    const double hertz = values.number("sample_hz"), end = scenario.run.duration;
    check_sample_count(values, end);
    if (1 / hertz > end * (1 + 1e-9))
        values.refuse("sample_hz", "not two readings fit into the run: its duration is " + shortest(end) + " s");

    const Problem problem = scenario.problem;
    const std::string& of = values.text("of");
    std::function<TimeTable()> samples;
    if (of == "exact") {
        std::string why;
        if (!truth_to_read(problem, end, hertz, why))
            values.refuse("of", "there is no exact motion to read: " + why +
                                    "; name a method of this scenario, of = \"" + scenario.methods.front().name + "\"");
        samples = [problem, end, hertz] {
            std::string none;
            const auto truth = truth_to_read(problem, end, hertz, none);
            return sampled([&](double t) { return truth->at(t).w_NB_B; }, hertz, end);
        };
    } else {
        const Method* found = nullptr;
        std::vector<std::string> known{"exact"};
        for (const Method& m : scenario.methods) {
            if (m.input == "readings") continue;
            known.push_back(m.name);
            if (m.name == of) found = &m;
        }
        if (!found) {
            const std::string near = nearest_name(of, known);
            values.refuse("of", "'" + escaped_for_message(of) +
                                    "' is no method of this scenario that moves the body; known: " + listed(known) +
                                    "." + (near.empty() ? "" : " Did you mean '" + near + "'?"));
        }
        const Plan plan = prepare(problem, *found, sample_span(scenario.run, values));
        samples = [plan] { return samples_of_run(plan); };
    }
    const auto read = [instrument, values](TimeTable taken) {
        return read_by("readings", std::move(taken), instrument, values);
    };
    const RatesModel outline = read_by("readings", {{0, 1 / hertz}, {Vec3<double>{}, Vec3<double>{}}}, {}, values);
    return std::make_shared<GyroReadings>(hertz, outline, [samples, read] { return read(samples()); });
}

}  // namespace polhode
