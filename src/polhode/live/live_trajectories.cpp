#include "polhode/live/live_trajectories.hpp"

#include <utility>

#include "polhode/files/output_folder.hpp"

namespace polhode {

LiveTrajectories::LiveTrajectories(const Scenario& scenario, const LiveBody& body,
                                   std::vector<TrajectoryRequest> requests)
    : scenario_(scenario), body_(body), requests_(std::move(requests)) {
    for (const TrajectoryRequest& request : requests_)
        if (const OutputFormat* format = find_format(request.format); !format || !format->open) {
            const std::vector<std::string> known = written_formats();
            const std::string near = nearest_name(request.format, known);
            throw InputError({"--write", 0, ""}, "'" + request.format + "' is not a format; known: " + listed(known) +
                                                     (near.empty() ? "" : "; did you mean '" + near + "'?"));
        }
    open();
}

void LiveTrajectories::open() {
    writers_.clear();
    writers_.resize(body_.methods());
    names_.clear();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < body_.methods(); ++i) names.push_back(body_.plan(i).method().name);
    for (const TrajectoryRequest& request : requests_)
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (request.path == "-" && i > 0) continue;
            const std::string path = i == 0 ? request.path : file_of_method(request.path, names, i);
            const Plan& plan = body_.plan(i);
            writers_[i].push_back(find_format(request.format)->open(path, {scenario_, plan.method(), plan.columns()}));
            if (path != "-") names_.push_back(path);
        }
}

void LiveTrajectories::row(std::size_t method, const Row& row) {
    for (const auto& writer : writers_[method]) writer->row(row);
}

void LiveTrajectories::begin_again() {
    for (auto& some : writers_)
        for (const auto& writer : some) writer->close("interrupted");
    open();
}

void LiveTrajectories::close(const LiveBody& body, bool interrupted) {
    for (std::size_t i = 0; i < writers_.size(); ++i) {
        const std::string& failure = body.run(i).failure();
        for (const auto& writer : writers_[i])
            writer->close(!failure.empty() ? "failed: " + failure : interrupted ? "interrupted" : "complete");
    }
}

}  // namespace polhode
