// The measures of a run: every method against one truth, row by row while they stream past.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "polhode/closed_form/cycle.hpp"
#include "polhode/measure/measure.hpp"
#include "polhode/measure/other_attitude.hpp"
#include "polhode/measure/row_sink.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

struct MeasureRequest {
    std::string against;          // "exact", "reference", or the name of a method of the scenario; "": no measures
    std::string file;             // the series as CSV: method, t and one column a measure; "": none
    std::optional<double> cycle;  // s; left out: from the problem
    std::shared_ptr<OtherAttitude> other{};  // in place of `against`, which is then only its name
};

struct MethodMeasures {
    std::string method;
    long rows = 0;  // at which there was something to compare with
    std::vector<MeasureSummary> measures;
};

struct RunMeasureSummary {
    std::string against;     // "closed form: Lagrange top"
    double truth_error = 0;  // what is known of the truth's own error up to the last row, rad
    std::string caveat{};    // what the reader should know of the truth; "" if nothing
    std::optional<Cycle> cycle;
    std::vector<MethodMeasures> methods;
};

class RunMeasures : public RowSink {
 public:
    // Throws InputError where there is no such truth. A method as truth is run here, once, before the others.
    RunMeasures(const Scenario& scenario, const MeasureRequest& request);
    ~RunMeasures() override;
    RunMeasures(const RunMeasures&) = delete;
    RunMeasures& operator=(const RunMeasures&) = delete;

    void begin(const Method& method, const Columns& = {}) override;
    void row(const Row& row) override;  // throws OutputError
    void end(const Statistics& = {}, const std::string& = "") override;
    void finish() override;
    const RunMeasureSummary& summary() const { return summary_; }

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    RunMeasureSummary summary_;
};

}  // namespace polhode
