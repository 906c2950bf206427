// What a run came to, in numbers: for people as a table, for programs as one JSON object with the same numbers under
// keys that carry their units.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polhode/analysis/equilibria.hpp"
#include "polhode/analysis/gyrostat_analysis.hpp"
#include "polhode/analysis/libration.hpp"
#include "polhode/analysis/lyapunov.hpp"
#include "polhode/closed_form/cycle.hpp"
#include "polhode/closed_form/free_motion.hpp"
#include "polhode/closed_form/top_motion.hpp"
#include "polhode/measure/comparison.hpp"
#include "polhode/measure/run_measures.hpp"
#include "polhode/measure/run_record.hpp"
#include "polhode/measure/target_record.hpp"
#include "polhode/problem/analysis/invariants.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

struct MethodSummary {
    Method method;
    Statistics statistics;
    RunRecord record;
    std::string failure;                   // why it broke down; "" if it did not
    std::optional<TargetRecord> target{};  // where the scenario has one

    std::string status() const;              // "complete", "interrupted", "failed"
    double energy_drift_relative() const;    // to the largest of |E0|, the kinetic energy and the work inside
    double momentum_drift_relative() const;  // to |L0|
    double Lz_drift_relative() const;        // to |L0|
    double seconds_per_step() const;         // of computing; 0 where there was no step
    double times_real_time() const;          // seconds of motion per second of computing
    // TN D-5302's measures of speed: cycles of motion per second of computing, and what does not depend on the machine
    double cycles_per_second(const Cycle& cycle) const;
    double evaluations_per_cycle(const Cycle& cycle) const;
    // (psi, theta, phi) of R_NB = Rz(psi) Ry(theta) Rx(phi) at the end; at theta = +-90 deg phi is taken as 0
    Vec3<double> final_euler_zyx_deg() const;
};

// Makes them while the rows stream past.
class MethodSummaries : public RowSink {
 public:
    // The problem outlives this.
    explicit MethodSummaries(const Problem& problem, const std::optional<Target>& target = {})
        : problem_(problem), target_(target) {}

    void begin(const Method& method, const Columns&) override;
    void row(const Row& row) override {
        methods_.back().record.row(row);
        if (target_) methods_.back().target->row(row);
    }
    void end(const Statistics& statistics, const std::string& failure) override;
    const std::vector<MethodSummary>& methods() const { return methods_; }
    std::string status() const;  // of all of them together

 private:
    const Problem& problem_;
    std::optional<Target> target_;
    std::vector<MethodSummary> methods_;
};

struct Summary {
    std::string title, file;
    std::vector<std::string> settings, warnings;
    double duration = 0, sample = 0;  // s, as asked for
    bool dynamics = true;
    Invariants invariants;
    std::vector<std::string> inside;  // columns of what the body has inside
    std::string work_of = "motors and bearings";
    bool works = false;  // motors or bearings inside do work, which is taken from the energy
    std::optional<BodyModel> body;
    std::optional<TopMotion> top;              // of a heavy symmetric top, from its start, in closed form
    std::optional<FreeMotion> free;            // of a body on which nothing acts, likewise
    std::optional<GyrostatAnalysis> gyrostat;  // of a free body with rotors that nothing drives, likewise
    std::optional<Libration> libration;        // of a satellite near rest in a circular orbit
    std::optional<LyapunovExponent> lyapunov;  // where asked for
    Equilibria equilibria;                     // steady motions; `none` says why where there are none
    bool list_equilibria = false;              // each of them in the table, not only how many
    std::optional<Cycle> cycle;                // as given, or known from the problem
    std::vector<MethodSummary> methods;
    std::string reference;  // the method that the others are compared with
    std::vector<DifferenceSummary> differences;
    std::optional<RunMeasureSummary> measures;  // of every method against one truth, where asked for
};

Summary summarise(const Scenario& scenario, std::vector<MethodSummary> methods, const Comparison& comparison);

// At most `width` columns where that is possible; 0: as wide as it gets. Of each kind of measure (what stays constant,
// what it cost, how methods differ, how far they are from the truth) the three most asked for, or all of them.
std::string summary_table(const Summary& summary, int width = 0, bool all = false);
// Always everything. `indent` < 0: one line.
std::string summary_json(const Summary& summary, int indent = 2);

}  // namespace polhode
