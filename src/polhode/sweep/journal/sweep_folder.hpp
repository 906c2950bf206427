// The folder of a sweep: which names in it are results, whether those that stand there are a sweep's, and whose
// turn it is to write them.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "polhode/system/file.hpp"

namespace polhode {

class SweepFolderLock;
class WrittenFiles;

// Every file that the results may consist of, in the order in which they are listed; trajectories come behind them.
const std::vector<std::string>& sweep_result_names();

// Those that stand in the folder, with provenance.json and the trajectories: "runs.csv", "trajectories/run-3.csv".
std::vector<std::string> sweep_results_in(const std::string& folder);
// The first of them that Polhode did not write, or that was changed since; with `trajectories` also a file that has the
// name of their folder. "" where there is none. Waits for the lock where it is not held and something looks foreign.
std::string foreign_sweep_result(const std::string& folder, bool trajectories, const SweepFolderLock* held = nullptr);
// Whether complete results of the sweep with this fingerprint are there.
bool sweep_results_are_of(const std::string& folder, const std::string& fingerprint);
// Removes provenance.json, and nothing of what is known by it is forgotten. Throws OutputError.
void remove_sweep_provenance(const std::string& folder);
// Removes the results that Polhode wrote, finished or not. Throws OutputError.
void remove_sweep_results(const std::string& folder);
// Removes the trajectories whose file names are not among `wanted`, and their folder where it is empty then.
void remove_other_trajectories(const std::string& folder, const WrittenFiles& record,
                               const std::set<std::string>& wanted);

// Results are written by one process at a time: shards of a sweep end when they like.
class SweepFolderLock {
 public:
    // Waits until it is free; gives up when `stop` says so.
    SweepFolderLock(const std::string& folder, const std::function<bool()>& stop);

    bool held() const { return held_; }  // false: it was stopped

 private:
    Descriptor lock_;
    bool held_ = false;
};

}  // namespace polhode
