// The runs of a sweep as an HDF5 file: `inputs/NAME` and `outcomes/NAME`, one number a run in the order of the runs,
// not a number where there is none; `status` (0: good, 1: failed); `failures/run` and `failures/reason`. Attributes
// hold the texts it was made from, the fingerprint of the sweep and the hash of its results. The same runs give the
// same bytes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "polhode/sweep/results/sweep_run_table.hpp"

namespace polhode {

class SweepHdf5 : public SweepRunTable {
 public:
    // `name` stands in messages: the file is given its own name when complete. All throw OutputError.
    SweepHdf5(const std::string& path, const std::string& name, const Sweep& sweep);
    ~SweepHdf5() override;
    SweepHdf5(const SweepHdf5&) = delete;
    SweepHdf5& operator=(const SweepHdf5&) = delete;

    // Inputs are not looked at where they are not kept.
    void add(const SweepRows& rows) override;
    void failure(std::uint64_t run, const std::string& reason) override;
    void close(const std::string& hash) override;

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

SweepRunTableFormat sweep_hdf5_format();

// What is in such a file, for checks and for programs that go on with it.
struct SweepHdf5Contents {
    std::map<std::string, std::vector<double>> data;  // "inputs/NAME", "outcomes/NAME", "status", "failures/run"
    std::vector<std::string> reasons;
    std::map<std::string, std::string> attributes;  // those that are texts
};
SweepHdf5Contents read_sweep_hdf5(const std::string& path);  // throws InputError

}  // namespace polhode
