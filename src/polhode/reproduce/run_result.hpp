// A run of a report with all its rows, and runs that differ in one number: what documents take numbers and curves off.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "polhode/measure/measure.hpp"
#include "polhode/reproduce/figure.hpp"
#include "polhode/reproduce/later.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

// A row that stays. Values of Row; `measured` by MeasureId, empty where nothing was measured.
struct KeptRow {
    double t = 0;
    Quaternion<double> q_NB;
    Vec3<double> w_NB_B;
    double energy = 0;
    Vec3<double> L_N;
    double defect = 0;
    std::vector<double> state;
    Measured measured{};
    TrueState truth{};
};

// A number of a row, and of a whole run.
using OfRow = std::function<double(const KeptRow&)>;
struct RunResult;
using OfRun = std::function<double(const RunResult&)>;

struct RunResult {
    std::string command;  // "polhode run scenarios/wingnut.toml --set run.duration=20 --against exact"
    std::string against;  // what it was measured against, in words
    std::shared_ptr<const Scenario> scenario;
    Method method;
    Columns columns;
    Statistics statistics;
    std::string failure;  // why it broke down; "" if it did not
    std::vector<KeptRow> rows;

    const KeptRow& last() const;
    double end(MeasureId id) const { return last().measured[static_cast<std::size_t>(id)]; }
    double largest(MeasureId id) const;       // by size, without its sign
    double at(double t, MeasureId id) const;  // of the row nearest to t
    const KeptRow& row_at(double t) const;
    double cycles_per_second(double cycle_seconds) const;  // of computing, as TN D-5302 counts speed; 0: too short

    // A curve of two numbers of each row.
    FigureCurve curve(const std::string& name, const OfRow& x, const OfRow& y,
                      FigureCurve::Style style = FigureCurve::Style::line) const;
    FigureCurve over_time(const std::string& name, const OfRow& y,
                          FigureCurve::Style style = FigureCurve::Style::line) const;
};

OfRun at_end(MeasureId id);
OfRun largest_of(MeasureId id);
OfRow measured(MeasureId id);

// Runs that differ in one number.
struct RunSeries {
    std::vector<double> values;
    std::vector<Later<RunResult>> runs;
    std::string loop;  // all of them as one command; "" where they differ in several settings

    std::size_t size() const { return runs.size(); }
    const RunResult& operator[](std::size_t i) const { return runs[i].get(); }
    std::vector<double> each(const OfRun& number) const;  // of each run
    FigureCurve curve(const std::string& name, const std::vector<double>& x, const OfRun& y,
                      FigureCurve::Style style = FigureCurve::Style::line_and_points) const;
    std::vector<std::string> commands() const;  // the loop, or each run by itself
};

}  // namespace polhode
