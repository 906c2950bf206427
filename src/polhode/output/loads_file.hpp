// --loads FILE: forces and torques of every row (analysis/loads.hpp) as CSV: method, t, and one column each.
#pragma once

#include "polhode/analysis/loads.hpp"
#include "polhode/files/csv_writer.hpp"
#include "polhode/measure/row_sink.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

class LoadsFile : public RowSink {
 public:
    // Throws InputError where the motion has no loads.
    LoadsFile(const Scenario& scenario, const std::string& path);

    void begin(const Method& method, const Columns&) override { method_ = method.name; }
    void row(const Row& row) override;
    void finish() override { csv_.close(); }

 private:
    Loads loads_;
    CsvWriter csv_;
    std::string method_{};
};

}  // namespace polhode
