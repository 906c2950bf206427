// A campaign as an ensemble: bodies that differ in their numbers only, which can be followed side by side
// (ensemble_lanes.hpp) or on a graphics card. Says whether a campaign is one, and turns runs into columns and rows back
// into outcomes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "polhode/ensemble/mapping.hpp"
#include "sweep.hpp"
#include "sweep_runs.hpp"

namespace polhode {

class SweepEnsemble {
 public:
    // Null where the campaign has to be run one by one, with the reason in words.
    static std::unique_ptr<const SweepEnsemble> make(const Sweep& sweep, std::string& why);

    const ensemble::Shape& shape() const { return shape_; }
    const ensemble::Mapping& mapping() const { return mapping_; }
    // Every varied key is a column: the scenario of a run need not be read.
    bool direct() const { return direct_; }
    // The rows wanted of each body.
    ensemble::Rows rows() const;

    // The columns of a run, number c at body[c * stride]; false: this run has to be computed by itself.
    bool place(const double* inputs, SweepRuns& reader, double* body, long long stride) const;

    // Hands the rows of body i of an ensemble to the observer of `reader`, and the quantities over time of all of them
    // to `history` where it is not null; `finish` of the observer then gives the outcomes.
    void observe(const double* inputs, const double* body, long long stride, const ensemble::Out& out, long long i,
                 SweepRuns& reader, std::vector<double>* history) const;

 private:
    bool read_columns(const Scenario& scenario, double* body) const;

    const Sweep* sweep_ = nullptr;
    ensemble::Shape shape_;
    ensemble::Mapping mapping_;
    bool direct_ = false, needs_start_ = false, needs_invariants_ = false;
    std::vector<double> times_;
    std::vector<long long> steps_;
};

}  // namespace polhode
