// The rows of a live run in files, as `polhode run` writes them: one for each method and format, all open at once. A
// reset begins them again: they hold the last flight.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "polhode/live/live_body.hpp"
#include "polhode/output/output_format.hpp"
#include "polhode/output/run_outputs.hpp"

namespace polhode {

class LiveTrajectories {
 public:
    // Throws InputError for an unknown format, OutputError for a file that cannot be made.
    LiveTrajectories(const Scenario& scenario, const LiveBody& body, std::vector<TrajectoryRequest> requests);

    void row(std::size_t method, const Row& row);
    void begin_again();
    void close(const LiveBody& body, bool interrupted);
    const std::vector<std::string>& files() const { return names_; }

 private:
    void open();

    const Scenario& scenario_;
    const LiveBody& body_;
    std::vector<TrajectoryRequest> requests_;
    std::vector<std::vector<std::unique_ptr<TrajectoryWriter>>> writers_;  // by method
    std::vector<std::string> names_;
};

}  // namespace polhode
