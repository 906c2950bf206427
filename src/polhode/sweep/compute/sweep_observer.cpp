#include "polhode/sweep/compute/sweep_observer.hpp"

#include <cmath>
#include <limits>

#include "polhode/measure/settling.hpp"

namespace polhode {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// Places among sweep_row_variables()
enum { t_, qw, qx, qy, qz, wx, wy, wz, energy, Lx, Ly, Lz, tilt, turned, speed, defect_, row_variables };

bool follows_rows(const SweepOutcome& o) {
    using Take = SweepOutcome::Take;
    return o.take == Take::largest || o.take == Take::smallest || o.take == Take::mean || o.take == Take::range ||
           o.take == Take::first_time || o.take == Take::count || o.take == Take::settling || o.take == Take::overshoot;
}

// Angle from the world's z axis to the body's, for a quaternion of any length: of the third column of R_NB
double tilt_of(const Quaternion<double>& q) {
    const double across = 2 * sqrt((q.w * q.w + q.z * q.z) * (q.x * q.x + q.y * q.y));
    return atan2(across, (q.w * q.w + q.z * q.z) - (q.x * q.x + q.y * q.y));
}
double turned_since(const Quaternion<double>& start, const Quaternion<double>& q) {
    const Quaternion<double> d = compose(conjugate(start), q);
    return 2 * atan2(sqrt(fma(d.x, d.x, fma(d.y, d.y, d.z * d.z))), abs(d.w));
}

}  // namespace

SweepObserver::SweepObserver(const Sweep& sweep)
    : sweep_(sweep),
      follows_(sweep.outcomes.size()),
      tracks_(sweep.outcomes.size()),
      way_(sweep.outcomes.size()),
      variables_(static_cast<std::size_t>(row_variables + sweep.inputs.columns()) + sweep.own_columns.size()),
      over_time_(sweep.keep.over_time.size()) {
    own_ = static_cast<std::size_t>(row_variables + sweep.inputs.columns());
    const auto look = [&](const Expression& e) {
        needs_invariants_ = needs_invariants_ || e.uses(energy) || e.uses(Lx) || e.uses(Ly) || e.uses(Lz);
        needs_tilt_ = needs_tilt_ || e.uses(tilt);
        needs_turned_ = needs_turned_ || e.uses(turned);
        needs_rate_ = needs_rate_ || e.uses(speed);
    };
    for (std::size_t i = 0; i < sweep.outcomes.size(); ++i) {
        const SweepOutcome& o = sweep.outcomes[i];
        follows_[i] = follows_rows(o);
        needs_rows_ = needs_rows_ || follows_[i] || (o.take == SweepOutcome::Take::measure && o.largest_measure);
        if (o.take != SweepOutcome::Take::measure) look(o.of);
    }
    for (const auto& q : sweep.keep.over_time) look(q.of);
    needs_rows_ = needs_rows_ || !sweep.keep.over_time.empty();
}

void SweepObserver::begin(const double* inputs) {
    for (int i = 0; i < sweep_.inputs.columns(); ++i)
        variables_[static_cast<std::size_t>(row_variables + i)] = inputs[i];
    rows_ = 0;
}

void SweepObserver::row(const Row& r) {
    if (rows_ == 0) {
        start_ = r.q_NB;
        start_time_ = r.t;
    }
    double* v = variables_.data();
    v[t_] = r.t;
    v[qw] = r.q_NB.w, v[qx] = r.q_NB.x, v[qy] = r.q_NB.y, v[qz] = r.q_NB.z;
    v[wx] = r.w_NB_B[0], v[wy] = r.w_NB_B[1], v[wz] = r.w_NB_B[2];
    v[energy] = r.energy;
    v[Lx] = r.L_N[0], v[Ly] = r.L_N[1], v[Lz] = r.L_N[2];
    if (needs_tilt_) v[tilt] = tilt_of(r.q_NB);
    if (needs_turned_) v[turned] = turned_since(start_, r.q_NB);
    if (needs_rate_) v[speed] = norm(r.w_NB_B);
    v[defect_] = r.defect;
    for (std::size_t i = 0; i < sweep_.own_columns.size(); ++i) {
        const std::size_t place = sweep_.own_columns[i].place;
        v[own_ + i] = place < r.state.size() ? r.state[place] : none;
    }
    for (std::size_t i = 0; i < tracks_.size(); ++i) {
        const SweepOutcome& o = sweep_.outcomes[i];
        if (o.take == SweepOutcome::Take::start ? rows_ == 0 : follows_[i]) add(o, tracks_[i], r.t, o.of(v));
    }
    for (std::size_t i = 0; i < over_time_.size(); ++i) over_time_[i] = sweep_.keep.over_time[i].of(v);
    ++rows_;
}

void SweepObserver::add(const SweepOutcome& o, Track& k, double t, double value) {
    if (o.take == SweepOutcome::Take::settling) {
        // what is left of the way to the target
        if (rows_ == 0) way_[static_cast<std::size_t>(&k - tracks_.data())] = abs(value - o.target);
        const double way = way_[static_cast<std::size_t>(&k - tracks_.data())];
        value = share_of_way_left(value, o.target, way);
    }
    const bool in = o.above ? value > o.level : value < o.level;
    if (rows_ == 0) {
        k = Track{};
        k.first = k.largest = k.smallest = value;
        k.time = in ? t : none;
    } else {
        // not a number stays: the outcome does not exist then
        k.largest = value > k.largest || value != value ? value : k.largest;
        k.smallest = value < k.smallest || value != value ? value : k.smallest;
        k.integral = fma(0.5 * (t - k.last_time), value + k.last, k.integral);
        const bool was_in = o.above ? k.last > o.level : k.last < o.level;
        if (in != was_in) {
            k.crossings += 1;
            const double at = level_met_at(o.level, k.last_time, k.last, t, value);
            if (in) {
                if (k.time != k.time) k.time = at;
            } else if (o.stays) {
                k.time = none;
            }
        }
    }
    k.last = value;
    k.last_time = t;
}

void SweepObserver::finish(double* outcomes) {
    using Take = SweepOutcome::Take;
    for (std::size_t i = 0; i < tracks_.size(); ++i) {
        const SweepOutcome& o = sweep_.outcomes[i];
        const Track& k = tracks_[i];
        switch (o.take) {
            case Take::final:
                outcomes[i] = o.of(variables_.data());
                break;
            case Take::start:
                outcomes[i] = k.first;
                break;
            case Take::largest:
                outcomes[i] = k.largest;
                break;
            case Take::smallest:
                outcomes[i] = k.smallest;
                break;
            case Take::mean:
                outcomes[i] = k.last_time > start_time_ ? k.integral / (k.last_time - start_time_) : k.first;
                break;
            case Take::range:
                outcomes[i] = k.largest - k.smallest;
                break;
            case Take::first_time:
                outcomes[i] = k.time;
                break;
            case Take::count:
                outcomes[i] = k.crossings;
                break;
            case Take::settling:
                outcomes[i] = k.time;
                break;
            case Take::overshoot:
                outcomes[i] = overshoot_of(k.first, k.smallest, k.largest, o.target);
                break;
            case Take::measure:
                break;
        }
    }
}

}  // namespace polhode
