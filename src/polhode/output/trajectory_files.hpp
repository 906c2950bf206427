// The trajectories of a run in one format, a file for each method.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "polhode/measure/row_sink.hpp"
#include "polhode/output/output_format.hpp"

namespace polhode {

class TrajectoryFiles : public RowSink {
 public:
    // `path_of` names the file of the method that begins, the n-th, counted from 0; "" where it has none.
    TrajectoryFiles(const OutputFormat& format, const Scenario& scenario,
                    std::function<std::string(std::size_t n)> path_of);

    void begin(const Method& method, const Columns& columns) override;
    void row(const Row& row) override;
    void end(const Statistics& statistics, const std::string& failure) override;
    bool reader_gone() const override { return reader_gone_; }

 private:
    const OutputFormat& format_;
    const Scenario& scenario_;
    std::function<std::string(std::size_t)> path_of_;
    std::unique_ptr<TrajectoryWriter> file_;  // of the method at work
    std::size_t methods_ = 0;
    bool reader_gone_ = false;
};

}  // namespace polhode
