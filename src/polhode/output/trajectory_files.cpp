#include "polhode/output/trajectory_files.hpp"

namespace polhode {

TrajectoryFiles::TrajectoryFiles(const OutputFormat& format, const Scenario& scenario,
                                 std::function<std::string(std::size_t)> path_of)
    : format_(format), scenario_(scenario), path_of_(std::move(path_of)) {}

void TrajectoryFiles::begin(const Method& method, const Columns& columns) {
    const std::string path = path_of_(methods_++);
    if (!path.empty()) file_ = format_.open(path, {scenario_, method, columns});
}

void TrajectoryFiles::row(const Row& row) {
    if (!file_) return;
    file_->row(row);
    reader_gone_ = file_->reader_gone();
}

void TrajectoryFiles::end(const Statistics& statistics, const std::string& failure) {
    if (!file_) return;
    file_->close(!failure.empty() ? "failed: " + failure : statistics.interrupted ? "interrupted" : "complete");
    // it may be found out only now
    reader_gone_ = file_->reader_gone();
    file_.reset();
}

}  // namespace polhode
