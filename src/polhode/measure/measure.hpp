// Measures: how far a computed row is from the true state at the same time, in every way that the founding documents
// and their successors use. Each is described once in the registry (kind "measure").
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "polhode/base/growth_fit.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

enum class MeasureId {
    geodesic,
    axes,
    axes_unfolded,
    axis_111,
    axis_z,
    rate,
    phase,
    cross_track,
    constraint,
    orthogonality,
    energy,
    momentum,
    world_axes,
    rows,
    normality,
    perpendicularity,
    cofactors
};
inline constexpr int measure_count = 17;

// By MeasureId; not a number where a measure has no meaning (energy where the rate is given).
using Measured = std::array<double, measure_count>;

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
    std::array<One, measure_count> all_;
    double first_time_ = 0, last_time_ = 0;
    long count_ = 0;
};

}  // namespace polhode
