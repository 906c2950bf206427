#include "polhode/problem/rates_model.hpp"

#include <stdexcept>

#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/problem/overloaded.hpp"
#include "polhode/problem/rates_kind.hpp"
#include "polhode/problem/samples/model_values.hpp"

namespace polhode {

void check_sample_count(const Values& values, double end) {
    constexpr double most = 1e7;  // half a gigabyte with its copies
    if (values.number("sample_hz") * end > most)
        values.refuse("sample_hz",
                      "that makes more samples than memory holds (at most 1e7 in a run); read less often "
                      "or run for a shorter time");
}

RatesModel read_by(const std::string& kind, TimeTable samples, const Instrument& instrument, const Values& values) {
    apply(instrument, samples);
    return {kind, TableRates<double>(std::make_shared<SampledHistory>(std::move(samples), read_interpolation(values),
                                                                      Outside::hold, "the readings",
                                                                      values.place("sample_hz")))};
}

RatesModel build_rates(const std::string& kind, const Values& values, const std::string& directory,
                       const Instrument& instrument, double end) {
    const RatesKind* const found = find_rates_kind(kind);
    if (!found) throw std::logic_error("no rates are called '" + kind + "'");
    const RatesModel function = found->build({values, directory, instrument});
    if (found->rows != RowsOf::none) return function;
    if (!values.given("sample_hz")) {
        if (instrument.noise)
            values.refuse("noise", "noise belongs to samples: say how often the rate is read, sample_hz");
        if (instrument.average)
            values.refuse("average", "an average is over samples: say how often the rate is read, sample_hz");
        if (values.given("interpolation"))
            values.refuse("interpolation", "this rate is known at all times; to read it by samples give sample_hz");
        return function;
    }
    check_sample_count(values, end);
    const RatesFunction<double> rate(function);
    RatesModel readings = read_by(kind, sampled(rate, values.number("sample_hz"), end), instrument, values);
    readings.start_quaternion = function.start_quaternion;
    readings.measured = std::make_shared<RatesModel>(function);
    return readings;
}

RatesModel across_rows(const RatesModel& model) {
    RatesModel crossed = model;
    if (const auto* table = std::get_if<TableRates<double>>(&model.rates)) crossed.rates = table->crossed();
    return crossed;
}

std::vector<double> switching_times(const RatesModel& model, double end) {
    std::vector<double> times;
    std::visit(Overloaded{[&](const TableRates<double>& r) {
                              r.history().require_cover(end);
                              r.switching_times(end, times);
                          },
                          [&](const FormulaRates<double>& r) { r.formulas().switching_times(end, times); },
                          [&](const EulerRates<double>& r) { r.formulas().switching_times(end, times); },
                          [&](const ExternalRates<double>& r) { r.model().switching_times(end, times); },
                          [](const kinematics::Constant<double>&) {}, [](const kinematics::Benchmark<double>&) {},
                          [](const kinematics::Coning<double>&) {}, [](const CallableRates<double>&) {}},
               model.rates);
    tidy_switching_times(times, end);
    return times;
}

const RatesKind* find_rates_kind(const std::string& name) {
    for (const RatesKind& kind : rates_kinds())
        if (kind.entry.name == name) return &kind;
    return nullptr;
}

std::vector<Entry> rates_entries() {
    std::vector<Entry> entries;
    for (const RatesKind& kind : rates_kinds()) {
        entries.push_back(kind.entry);
        std::vector<Parameter>& all = entries.back().parameters;
        const auto add = [&](const std::vector<Parameter>& more) { all.insert(all.end(), more.begin(), more.end()); };
        if (kind.rows == RowsOf::none) add(sampling_parameters());
        add(instrument_parameters());
    }
    return entries;
}

}  // namespace polhode
