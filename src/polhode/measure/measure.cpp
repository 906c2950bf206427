#include "polhode/measure/measure.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/measure/measure_kind.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/problem/energy_momentum.hpp"

namespace polhode {

namespace {

Mat3<double> matrix_of(const Quaternion<double>& q_NB) {
    Mat3<double> R_NB;
    for (int j = 0; j < 3; ++j) {
        Vec3<double> axis_B{};
        axis_B[j] = 1;
        const Vec3<double> axis_N = to_world(q_NB, axis_B);
        for (int i = 0; i < 3; ++i) R_NB(i, j) = axis_N[i];
    }
    return R_NB;
}

Vec3<double> rotation_error(const Quaternion<double>& truth, const Quaternion<double>& computed) {
    Quaternion<double> d = compose(conjugate(truth), computed);
    if (d.w < 0) d = -d;
    const double length = norm(d.vector());
    if (!(length > 0)) return {};
    return (2 * std::atan2(length, d.w) / length) * d.vector();
}

}  // namespace

Entry described_measure(const char* name, const char* summary, const char* unit, const char* source) {
    Entry e{"measure", name, summary, {}, "", source};
    e.unit = unit;
    return e;
}

int measure_count() { return static_cast<int>(measure_kinds().size()); }

std::vector<Entry> measure_entries() {
    std::vector<Entry> entries;
    for (const MeasureKind& kind : measure_kinds()) entries.push_back(kind.entry);
    return entries;
}

const Entry& measure_entry(MeasureId id) { return measure_kinds()[static_cast<std::size_t>(id)].entry; }

std::optional<MeasureId> measure_named(const std::string& name) {
    for (std::size_t i = 0; i < measure_kinds().size(); ++i)
        if (measure_kinds()[i].entry.name == name) return static_cast<MeasureId>(i);
    return std::nullopt;
}

Measurer::Measurer(const Problem& problem, const std::string& attitude)
    // a truth says nothing of what a body has inside, whose share energy and momentum contain
    : dynamics_(problem.dynamics() && !problem.inside),
      matrix_(column_names(attitude) == column_names("dcm")),
      torques_(problem.torques) {
    if (dynamics_) inertia_ = problem.body->inertia;
}

namespace {

// One that changes ([[change]]) has its potential of the stretch that ends at t, as the row has it.
double potential_at(const TorqueSum<double>& torques, double t, const Quaternion<double>& q_NB) {
    const auto is_external = [](const AnyTorque<double>& one) {
        return std::holds_alternative<ExternalTorque<double>>(one);
    };
    if (std::none_of(torques.all().begin(), torques.all().end(), is_external)) return torques.potential(q_NB);
    TorqueSum<double> then = torques;
    then.segment(t - 1e-9 * (1 + t), t);
    return then.potential(q_NB);
}

}  // namespace

Measured Measurer::operator()(const Row& row, const TrueState& truth) const {
    MeasureInput in{row, truth, matrix_of(row.q_NB), matrix_of(truth.q_NB), rotation_error(truth.q_NB, row.q_NB),
                    {},  {}};
    if (matrix_ && row.state.size() == 9)
        for (int i = 0; i < 9; ++i) in.R_NB(i / 3, i % 3) = row.state[static_cast<std::size_t>(i)];
    const double rate = norm(truth.w_NB_B);
    if (rate > 0) in.along_rate = truth.w_NB_B / rate;
    if (dynamics_)
        in.true_dynamics =
            energy_momentum(inertia_, truth.q_NB, truth.w_NB_B, potential_at(torques_, row.t, truth.q_NB));
    Measured m;
    for (std::size_t i = 0; i < m.size(); ++i) m[i] = measure_kinds()[i].value(in);
    return m;
}

void MeasureSeries::add(double t, const Measured& values) {
    if (count_ == 0) first_time_ = t;
    last_time_ = t;
    ++count_;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) continue;
        One& one = all_[i];
        if (one.count == 0) one.first = values[i];
        ++one.count;
        one.last = values[i];
        if (one.count == 1 || std::fabs(values[i]) > std::fabs(one.largest)) {
            one.largest = values[i];
            one.largest_time = t;
        }
        one.growth.add(t, values[i]);
    }
}

std::vector<MeasureSummary> MeasureSeries::summary(std::optional<double> cycle) const {
    std::vector<MeasureSummary> list;
    for (std::size_t i = 0; i < all_.size(); ++i) {
        const One& one = all_[i];
        if (one.count == 0) continue;
        MeasureSummary s;
        s.id = static_cast<MeasureId>(i);
        s.final = one.last;
        s.largest = one.largest;
        s.largest_time = one.largest_time;
        const double cycles = cycle && *cycle > 0 ? (last_time_ - first_time_) / *cycle : 0;
        if (cycles > 0) s.per_cycle = (one.last - one.first) / cycles;
        s.growth = one.growth.best();
        list.push_back(s);
    }
    return list;
}

}  // namespace polhode
