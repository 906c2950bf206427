// Rows of a table: of a rate, or of what gyroscopes read (sampled_rates.hpp).
#include <cmath>

#include "polhode/problem/rates_kind.hpp"
#include "polhode/problem/samples/model_values.hpp"

namespace polhode {

namespace {

using Parameters = std::vector<Parameter>;
Parameters joined(Parameters all, const Parameters& a, const Parameters& b, const Parameters& c) {
    for (const Parameters* more : {&a, &b, &c}) all.insert(all.end(), more->begin(), more->end());
    return all;
}

std::vector<std::vector<std::string>> usual_columns() {
    return {{"t", "wx", "wy", "wz"}, {"t", "gx", "gy", "gz"}, {"t", "dx", "dy", "dz"}, {"t", "x", "y", "z"}};
}

void scale(TimeTable& table, double factor) {
    for (Vec3<double>& v : table.values) v = factor * v;
}

RatesModel build_table(const RatesTable& given) {
    const Values& values = given.values;
    TimeTable table = read_time_table(values, given.directory, usual_columns());
    if (values.text("unit") == "deg/s") scale(table, degree);
    apply(given.instrument, table);
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

RatesModel build_file(const RatesTable& given) {
    const Values& values = given.values;
    const bool increments = values.text("content") == "increments";
    const std::string per = increments ? "" : "/s";
    const std::string unit = values.given("unit") ? values.text("unit") : "rad" + per;
    if (unit != "rad" + per && unit != "deg" + per)
        values.refuse("unit",
                      values.text("content") + " are in 'rad" + per + "' or 'deg" + per + "', not in '" + unit + "'");
    if (increments && values.given("interpolation") && values.text("interpolation") != "hold")
        values.refuse("interpolation",
                      "increments leave no choice: the rate is held over each interval, so that its integral is right");
    TimeTable table = read_time_table(values, given.directory, usual_columns());
    if (unit == "deg" + per) scale(table, degree);
    if (increments) table = rates_of_increments(table, values);
    apply(given.instrument, table);
    const Interpolation between = increments ? Interpolation::hold : read_interpolation(values);
    return {"file", TableRates<double>(make_history(std::move(table), values, between))};
}

}  // namespace

RatesKind rates_table() {
    return {{"rates", "table", "a body rate over time from a file or from the scenario, interpolated",
             joined(file_parameters(false), inline_table_parameters("body rate", "rad/s or as unit says"),
                    {{"unit", Type::choice, "", "\"rad/s\"", false, "unit of the components", {"rad/s", "deg/s"}}},
                    interpolation_parameters()),
             "", "cubic: de Boor, A Practical Guide to Splines, chapter IV"},
            build_table,
            RowsOf::function};
}

RatesKind rates_file() {
    return {{"rates", "file", "gyroscope readings: body rates, or their integrals over each interval",
             joined(file_parameters(true), {},
                    {{"content",
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
                    interpolation_parameters()),
             "", "increments: rate = increment/interval, held"},
            build_file,
            RowsOf::readings};
}

}  // namespace polhode
