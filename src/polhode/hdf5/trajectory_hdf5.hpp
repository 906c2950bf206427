// A trajectory as an HDF5 file that explains itself. Datasets, one row per time: `t`, `q_NB` (4), `w_NB_B` (3), in
// dynamics `energy` and `L_N` (3), and `state` (the method's own numbers) where they are not the quaternion; each with
// `units`, `description` and `columns`. The root carries the scenario, the method, the versions and a hash of the
// numbers. Written to disk every few seconds, so that a run cut short can be read up to there.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "polhode/output/output_format.hpp"

namespace polhode {

class TrajectoryHdf5 : public TrajectoryWriter {
 public:
    // Throws OutputError, as all of these do; it names the rows that are safe.
    TrajectoryHdf5(const std::string& path, const Columns& columns, const Scenario& scenario, const Method& method);
    ~TrajectoryHdf5() override;
    TrajectoryHdf5(const TrajectoryHdf5&) = delete;
    TrajectoryHdf5& operator=(const TrajectoryHdf5&) = delete;

    void row(const Row& row) override;
    void flush();
    // `status` becomes a root attribute: "complete", "interrupted", "failed: ...". It is "running" before.
    void close(const std::string& status = "complete") override;

    long rows() const;
    // SHA-256 of the numbers so far: for each row t, q_NB, w_NB_B, (energy, L_N), state as little-endian doubles.
    std::string data_hash() const;

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

OutputFormat hdf5_format();

// What such a file holds: its datasets row by row, and the texts among its root attributes (of lists the first).
struct Hdf5Contents {
    std::map<std::string, std::vector<double>> data;
    std::map<std::string, std::string> attributes;
};
// Throws InputError where the file cannot be read.
Hdf5Contents read_trajectory_hdf5(const std::string& path);

}  // namespace polhode
