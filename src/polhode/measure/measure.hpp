// Measures: how far a computed row is from the true state at the same time, in every way that the founding documents
// and their successors use. Each is one entry of measure_list.def (kind "measure" in the registry).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polhode/base/growth_fit.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

enum class MeasureId {
#define POLHODE_MEASURE(name) name,
#include "polhode/measure/measure_list.def"
#undef POLHODE_MEASURE
};
// How many there are: a program may have more than this file knows.
int measure_count();

// One number for each measure; not a number where a measure has no meaning (energy where the rate is given).
class Measured {
 public:
    Measured() : values_(static_cast<std::size_t>(measure_count())) {}

    double& operator[](std::size_t i) { return values_[i]; }
    double operator[](std::size_t i) const { return values_[i]; }
    double& operator[](MeasureId id) { return values_[static_cast<std::size_t>(id)]; }
    double operator[](MeasureId id) const { return values_[static_cast<std::size_t>(id)]; }
    std::size_t size() const { return values_.size(); }
    std::vector<double>::const_iterator begin() const { return values_.begin(); }
    std::vector<double>::const_iterator end() const { return values_.end(); }
    void fill(double value) { values_.assign(values_.size(), value); }

 private:
    std::vector<double> values_;
};

// Registry entries of kind "measure", in the order of MeasureId.
std::vector<Entry> measure_entries();
const Entry& measure_entry(MeasureId id);
std::optional<MeasureId> measure_named(const std::string& name);

// Measures rows of one method on one problem.
class Measurer {
 public:
    Measurer(const Problem& problem, const std::string& attitude);
    Measured operator()(const Row& row, const TrueState& truth) const;

 private:
    bool dynamics_, matrix_;  // matrix_: the method's own numbers are nine cosines
    Mat3<double> inertia_;
    TorqueSum<double> torques_;
};

// One measure over a whole run.
struct MeasureSummary {
    MeasureId id = MeasureId::geodesic;
    double final = 0;
    double largest = 0, largest_time = 0;  // by size; with its sign
    std::optional<double> per_cycle;       // mean change per cycle, from the first row to the last
    Growth growth;
};

// All measures of one method, fed row by row; memory does not grow.
class MeasureSeries {
 public:
    void add(double t, const Measured& values);
    long count() const { return count_; }
    // Those that were numbers. `cycle`: its length in s, where there is one.
    std::vector<MeasureSummary> summary(std::optional<double> cycle) const;

 private:
    struct One {
        double first = 0, last = 0, largest = 0, largest_time = 0;
        long count = 0;
        GrowthFit growth;
    };
    std::vector<One> all_ = std::vector<One>(static_cast<std::size_t>(measure_count()));
    double first_time_ = 0, last_time_ = 0;
    long count_ = 0;
};

}  // namespace polhode
