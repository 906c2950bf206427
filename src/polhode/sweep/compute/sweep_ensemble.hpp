// A sweep as an ensemble: bodies that differ in their numbers only, which can be followed in SIMD
// lanes (ensemble_lanes.hpp) or on a GPU. Says whether a sweep is one, and turns runs into columns and rows back
// into outcomes.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "polhode/ensemble/mapping.hpp"
#include "polhode/method/resolved_method.hpp"
#include "polhode/problem/principal_frame.hpp"
#include "polhode/sweep/compute/sweep_controllers.hpp"
#include "polhode/sweep/compute/sweep_inside.hpp"
#include "polhode/sweep/compute/sweep_runs.hpp"
#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

class SweepEnsemble {
 public:
    // Null where the sweep has to be run one by one, with the reason in words.
    static std::unique_ptr<const SweepEnsemble> make(const Sweep& sweep, std::string& why);

    const ensemble::Shape& shape() const { return shape_; }
    const ensemble::Mapping& mapping() const { return mapping_; }
    // Every varied key is a column, by itself: the scenario of a run need not be read.
    bool direct() const { return direct_ && chosen_.empty() && !principal_; }
    // Whether a GPU follows such bodies; else only the processor does.
    bool for_gpus() const;
    // The rows wanted of each body.
    ensemble::Rows rows() const;

    // What a thread has learnt of choices of texts: what the scenario that has them makes of the rest.
    struct Known {
        struct Choice {
            ensemble::Mapping mapping;
            int looked_at = 0;
            bool direct = true;  // the other varied keys are columns
        };
        std::map<std::vector<double>, Choice> choices{};
    };

    // The columns of a run, number c at body[c * stride]; false: this run has to be computed by itself.
    bool place(const double* inputs, SweepRuns& reader, Known& known, double* body, long long stride) const;

    // A body that can always be followed, for places that hold none.
    void place_idle(double* body, long long stride) const;

    // Hands the rows of body i of an ensemble to the observer of `reader`, and the quantities over time of all of them
    // to `history` where it is not null; `finish` of the reader then gives the outcomes. Throws InputError and
    // ComputationFailed where there is no truth to measure against.
    void observe(const double* inputs, const double* body, long long stride, const ensemble::Out& out, long long i,
                 SweepRuns& reader, std::vector<double>* history) const;

 private:
    // Which inputs are columns themselves.
    void find_mapping();
    // The times of the rows, and the steps before each; returns "" or why they are none for an ensemble.
    std::string find_rows(bool needs_rows, const RunSpan& span, const ResolvedMethod& resolved);
    std::string find_inside_rows(const RunSpan& span);
    bool read_columns(const Scenario& scenario, double* body) const;
    bool columns_of_run(const double* inputs, SweepRuns& reader, Known& known, double* own) const;
    bool says_the_same(const ensemble::Mapping& map, const double* inputs, SweepRuns& reader) const;

    const Sweep* sweep_ = nullptr;
    ensemble::Shape shape_;
    ensemble::Mapping mapping_;
    bool direct_ = false, needs_invariants_ = false, measures_ = false, free_ = false;
    std::optional<ensemble::InsideShape> inside_;  // what shape_ points to
    ControlSchedule schedule_;                     // and what it has of steps
    std::vector<double> first_;                    // columns of the scenario as it stands
    std::vector<int> chosen_;                      // inputs that choose a text or a table for a key
    // The closed form of a body with products of inertia, which is followed in its principal axes.
    std::optional<PrincipalFrame<double>> principal_;
    Mat3<double> inertia_{};
    std::vector<double> times_;
    std::vector<long long> steps_;
};

}  // namespace polhode
