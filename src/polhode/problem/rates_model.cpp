#include "polhode/problem/rates_model.hpp"

#include <cmath>

#include "polhode/problem/attitude.hpp"
#include "polhode/problem/model_values.hpp"

namespace polhode {

namespace {

constexpr double rad_per_degree = pi<double>() / 180;

std::vector<double> numbers_of(const Quaternion<double>& q) { return {q.w, q.x, q.y, q.z}; }

RatesModel build_benchmark(const Values& values) {
    const double b0 = read_one_of(values, "b0", "b0_deg", rad_per_degree);
    const double rate = read_one_of(values, "rate", "cycles_per_second", two_pi<double>());
    const kinematics::Benchmark<double> motion(b0, rate);
    return {"benchmark", motion, numbers_of(motion.attitude(0.0))};
}

RatesModel build_coning(const Values& values) {
    const kinematics::Coning<double> motion(read_one_of(values, "angle", "angle_deg", rad_per_degree),
                                            read_one_of(values, "rate", "frequency_hz", two_pi<double>()));
    return {"coning", motion, numbers_of(motion.attitude(0.0))};
}

RatesModel build_euler_rates(const Values& values) {
    EulerSequence sequence;
    if (!parse_euler_sequence(values.text("sequence").c_str(), sequence))
        values.refuse("sequence", "'" + values.text("sequence") + "' is not one of the twelve sequences");
    const EulerRates<double> motion(sequence, read_formulas(values, "angles", {"t"}));
    return {"euler-rates", motion, numbers_of(motion.attitude(0.0))};
}

std::vector<std::vector<std::string>> usual_columns() {
    return {{"t", "wx", "wy", "wz"}, {"t", "gx", "gy", "gz"}, {"t", "dx", "dy", "dz"}, {"t", "x", "y", "z"}};
}

void scale(TimeTable& table, double factor) {
    for (Vec3<double>& v : table.values) v = factor * v;
}

RatesModel build_table(const Values& values, const std::string& directory, const Instrument& instrument) {
    TimeTable table = read_time_table(values, directory, usual_columns());
    if (values.text("unit") == "deg/s") scale(table, rad_per_degree);
    apply(instrument, table);
    return {"table", TableRates<double>(make_history(std::move(table), values, read_interpolation(values)))};
}

// Each row holds the integral of the rate over the interval that ends with it. The interval before the first row is as
// long as the next, or begins at 0 where the file has one row only.
TimeTable rates_of_increments(const TimeTable& increments, const Values& values) {
    const std::vector<double>& t = increments.times;
    double begin = t.size() > 1 ? t[0] - (t[1] - t[0]) : 0.0;
    const double interval = t[0] - begin;
    if (!(interval > 0)) values.refuse("file", "a single row of increments must have a time after 0");
    if (std::abs(begin) < 1e-6 * interval) begin = 0;
    TimeTable rates;
    for (std::size_t i = 0; i < t.size(); ++i) {
        rates.times.push_back(begin);
        rates.values.push_back(increments.values[i] / (t[i] - begin));
        begin = t[i];
    }
    rates.times.push_back(begin);
    rates.values.push_back(rates.values.back());
    return rates;
}

RatesModel build_file(const Values& values, const std::string& directory, const Instrument& instrument) {
    const bool increments = values.text("content") == "increments";
    const std::string per = increments ? "" : "/s";
    const std::string unit = values.given("unit") ? values.text("unit") : "rad" + per;
    if (unit != "rad" + per && unit != "deg" + per)
        values.refuse("unit",
                      values.text("content") + " are in 'rad" + per + "' or 'deg" + per + "', not in '" + unit + "'");
    if (increments && values.given("interpolation") && values.text("interpolation") != "hold")
        values.refuse("interpolation",
                      "increments leave no choice: the rate is held over each interval, so that its integral is right");
    TimeTable table = read_time_table(values, directory, usual_columns());
    if (unit == "deg" + per) scale(table, rad_per_degree);
    if (increments) table = rates_of_increments(table, values);
    apply(instrument, table);
    const Interpolation between = increments ? Interpolation::hold : read_interpolation(values);
    return {"file", TableRates<double>(make_history(std::move(table), values, between))};
}

RatesModel build_function(const std::string& kind, const Values& values) {
    if (kind == "constant") return {kind, kinematics::Constant<double>{values.vector("value")}};
    if (kind == "benchmark") return build_benchmark(values);
    if (kind == "coning") return build_coning(values);
    if (kind == "euler-rates") return build_euler_rates(values);
    if (kind == "formula") return {kind, FormulaRates<double>(read_formulas(values, "value", {"t"}))};
    throw std::logic_error("no rates are called '" + kind + "'");
}

}  // namespace

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
    if (kind == "table") return build_table(values, directory, instrument);
    if (kind == "file") return build_file(values, directory, instrument);
    const RatesModel function = build_function(kind, values);
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
    if (const auto* table = std::get_if<TableRates<double>>(&model.rates)) {
        table->history().require_cover(end);
        table->switching_times(end, times);
    } else if (const auto* formula = std::get_if<FormulaRates<double>>(&model.rates)) {
        formula->formulas().switching_times(end, times);
    } else if (const auto* angles = std::get_if<EulerRates<double>>(&model.rates)) {
        angles->formulas().switching_times(end, times);
    }
    tidy_switching_times(times, end);
    return times;
}

std::vector<Entry> rates_entries() {
    const auto with = [](std::vector<Parameter> first, const std::vector<std::vector<Parameter>>& more) {
        for (const auto& some : more) first.insert(first.end(), some.begin(), some.end());
        return first;
    };
    const Parameter rate_unit{
        "unit", Type::choice, "", "\"rad/s\"", false, "unit of the components", {"rad/s", "deg/s"}};
    std::vector<Entry> entries = {
        {"rates",
         "constant",
         "a body rate that does not change",
         {{"value", Type::vector3, "rad/s", "", true, "w_NB_B"}},
         "",
         "TN D-5302 eq. 1"},
        {"rates",
         "benchmark",
         "the motion of TN D-5302: tilted by B0 about y, then turning about the world's z; brings its own start",
         {{"b0_deg", Type::number, "deg", "", false, "the tilt; how near Euler angles 1-2-3 come to gimbal lock"},
          {"b0", Type::number, "rad", "", false, "the same in rad"},
          {"cycles_per_second", Type::number, "1/s", "1.0", false, "turns a second"},
          {"rate", Type::number, "rad/s", "", false, "the same in rad/s"}},
         "",
         "TN D-5302 eq. 1, 2, 9 to 11, 17"},
        {"rates",
         "coning",
         "the body's x axis goes round a cone; brings its own start",
         {{"angle_deg", Type::number, "deg", "", false, "half angle of the cone"},
          {"angle", Type::number, "rad", "", false, "the same in rad"},
          {"frequency_hz", Type::number, "Hz", "", false, "rounds a second"},
          {"rate", Type::number, "rad/s", "", false, "the same in rad/s"}},
         "",
         "Goodman and Robinson 1958; rate of q = (cos a/2, 0, sin a/2 cos Wt, sin a/2 sin Wt)"},
        {"rates",
         "euler-rates",
         "the rate of a motion given by its three Euler angles over time; brings its own start",
         {{"sequence", Type::choice, "", "\"zyx\"", false, "intrinsic axes: zyx means R_NB = Rz(a) Ry(b) Rx(c)",
           euler_sequences()},
          {"angles", Type::formulas, "rad", "", true,
           "three expressions in t, one for each angle in the order of the sequence; derivatives are found exactly"}},
         "",
         "Robinson 1958 eq. 186 (zyx)"},
        {"rates", "table", "a body rate over time from a file or from the scenario, interpolated",
         with(file_parameters(false),
              {inline_table_parameters("body rate", "rad/s or as unit says"), {rate_unit}, interpolation_parameters()}),
         "", "cubic: de Boor, A Practical Guide to Splines, chapter IV"},
        {"rates",
         "formula",
         "three expressions in t; steps end where it switches",
         {{"value", Type::formulas, "rad/s", "", true,
           "one expression for each component: + - * / ^, comparisons, if(c,a,b), sin cos tan asin acos atan atan2 "
           "sinh cosh tanh exp log sqrt abs min max sign floor pow, pi, e"}},
         "",
         ""},
        {"rates", "file", "gyroscope readings: body rates, or their integrals over each interval",
         with(file_parameters(true),
              {{{"content",
                 Type::choice,
                 "",
                 "\"rates\"",
                 false,
                 "rates at the times of the rows, or increments over the interval that ends with each row",
                 {"rates", "increments"}},
                {"unit",
                 Type::choice,
                 "",
                 "",
                 false,
                 "rad/s or deg/s for rates, rad or deg for increments; default rad",
                 {"rad/s", "deg/s", "rad", "deg"}}},
               interpolation_parameters()}),
         "", "increments: rate = increment/interval, held"},
    };
    for (Entry& e : entries) {
        const bool rows = e.name == "table" || e.name == "file";
        if (!rows) e.parameters = with(e.parameters, {sampling_parameters()});
        e.parameters = with(e.parameters, {instrument_parameters()});
    }
    return entries;
}

}  // namespace polhode
