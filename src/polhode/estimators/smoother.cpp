#include "polhode/estimators/smoother.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace polhode::estimate {

namespace {

using State = Navigation<double>;
constexpr int states = at::count;

// Four sums side by side, so that none waits for the one before.
double inner(const double* a, const double* b, int many) {
    double s[4] = {0, 0, 0, 0};
    int i = 0;
    for (; i + 4 <= many; i += 4)
        for (int k = 0; k < 4; ++k) s[k] = fma(a[i + k], b[i + k], s[k]);
    for (int k = 0; i < many; ++i, ++k) s[k] = fma(a[i], b[i], s[k]);
    return (s[0] + s[1]) + (s[2] + s[3]);
}

// P without its mirrored half: what a block keeps for the way back.
struct PackedCovariance {
    std::array<double, states*(states + 1) / 2> p;

    explicit PackedCovariance(const Covariance<double>& from) {
        size_t k = 0;
        for (int i = 0; i < states; ++i)
            for (int j = 0; j <= i; ++j) p[k++] = from(i, j);
    }
    Error<double> times(const Error<double>& x) const {
        Error<double> y;
        size_t k = 0;
        for (int i = 0; i < states; ++i) {
            const double* row = &p[k];
            y[i] = fma(row[i], x[i], y[i] + inner(row, &x[0], i));
            for (int j = 0; j < i; ++j) y[j] = fma(row[j], x[i], y[j]);
            k += static_cast<size_t>(i) + 1;
        }
        return y;
    }
    Error<double> column(int i) const {
        Error<double> c;
        for (int j = 0; j < states; ++j) c[j] = at(i, j);
        return c;
    }
    double at(int i, int j) const {
        const int row = std::max(i, j), column = std::min(i, j);
        return p[static_cast<size_t>(row * (row + 1) / 2 + column)];
    }
};

// What a reading left behind on the way forth.
struct Used {
    Error<double> gain;
    double innovation, variance;
};

struct Step {
    size_t first, last;  // samples of the block, [first, last)
    Block<double> block;
    Transition<double> transition;
    FieldSeen<double> seen;
    Evidence<double> evidence;
    Error<double> defect;  // where the block before leads to, seen from the state at its end
    std::vector<Used> used;
    std::vector<PackedCovariance> covariance;  // one, after the readings
    Error<double> deviation, adjoint;
};

// The information on the way back: L <- (I-KH)^T L (I-KH) + H^T H/S for a reading, F^T L F for a block. L is symmetric,
// and whole rows are worked on: the compiler takes four numbers at once.
class Information {
 public:
    void take(const Reading<double>& r, const Used& u) {
        // L (I-KH): each row loses (row . K) H; then the same from the left
        double row[width];
        times(u.gain, row);
        const double middle = 1 / u.variance + inner(&u.gain[0], row, states);
        for (int k = 0; k < r.used; ++k) {
            const double h = r.slope[k];
            double* line = l_[r.index[k]];
            for (int j = 0; j < width; ++j) line[j] = fma(-h, row[j], line[j]);
            for (int j = 0; j < states; ++j) l_[j][r.index[k]] = fma(-h, row[j], l_[j][r.index[k]]);
        }
        for (int k = 0; k < r.used; ++k)
            for (int m = 0; m < r.used; ++m)
                l_[r.index[k]][r.index[m]] = fma(r.slope[k] * r.slope[m], middle, l_[r.index[k]][r.index[m]]);
    }
    void carry_back(const Transition<double>& f) {
        from_the_left(f);
        for (int i = 0; i < states; ++i)
            for (int j = 0; j < i; ++j) std::swap(l_[i][j], l_[j][i]);
        from_the_left(f);
    }
    // The variance that remains of state i: P - P L P; and its covariances with others.
    double remaining(const PackedCovariance& p, int i) const {
        Vec3<double> none;
        return remaining(p, i, 0, none);
    }
    double remaining(const PackedCovariance& p, int i, int others, Vec3<double>& with_others) const {
        const Error<double> column = p.column(i);
        double row[width];
        times(column, row);
        for (int j = 0; others > 0 && j < 3; ++j)
            with_others[j] = p.at(i, others + j) - inner(&p.column(others + j)[0], row, states);
        return std::max(p.at(i, i) - inner(&column[0], row, states), 0.0);
    }

 private:
    static constexpr int width = 36;  // rows padded to whole registers

    void times(const Error<double>& x, double (&to)[width]) const {
        for (double& t : to) t = 0;
        for (int i = 0; i < states; ++i)
            for (int j = 0; j < width; ++j) to[j] = fma(x[i], l_[i][j], to[j]);
    }
    void add_row(int to, int from, double by) {
        for (int j = 0; j < width; ++j) l_[to][j] = fma(by, l_[from][j], l_[to][j]);
    }
    // F^T L: rows of what attitude, velocity and position hang on gain by theirs
    void from_the_left(const Transition<double>& f) {
        for (int i = 0; i < 3; ++i) {
            const int a = at::attitude + i, v = at::velocity + i, p = at::position + i;
            for (int j = 0; j < 3; ++j) {
                add_row(at::bias + j, a, f.attitude_by_bias(i, j));
                add_row(at::bias + j, v, f.velocity_by_bias(i, j));
                add_row(at::force_bias + j, v, f.velocity_by_force_bias(i, j));
                add_row(at::force_bias + j, p, f.position_by_force_bias(i, j));
            }
            for (int c = 0; c < 9; ++c) {
                add_row(at::matrix + c, a, f.attitude_by_matrix[i][c]);
                add_row(at::matrix + c, v, f.velocity_by_matrix[i][c]);
            }
            for (int j = 0; j < width; ++j) l_[at::disturbance + i][j] *= f.disturbance_kept;
        }
        // only now those that others hang on: attitude first, from velocities that are still the old ones
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                add_row(at::attitude + j, at::velocity + i, f.velocity_by_attitude(i, j));
                add_row(at::attitude + j, at::position + i, f.position_by_attitude(i, j));
            }
        for (int i = 0; i < 3; ++i) add_row(at::velocity + i, at::position + i, f.length);
    }

    double l_[states][width]{};
};

// F^T e
Error<double> carried_back(const Transition<double>& f, const Error<double>& e) {
    Error<double> r = e;
    for (int i = 0; i < 3; ++i) {
        const double a = e[at::attitude + i], v = e[at::velocity + i], p = e[at::position + i];
        for (int j = 0; j < 3; ++j) {
            r[at::bias + j] += f.attitude_by_bias(i, j) * a + f.velocity_by_bias(i, j) * v;
            r[at::attitude + j] += f.velocity_by_attitude(i, j) * v + f.position_by_attitude(i, j) * p;
            r[at::force_bias + j] += f.velocity_by_force_bias(i, j) * v + f.position_by_force_bias(i, j) * p;
        }
        for (int c = 0; c < 9; ++c)
            r[at::matrix + c] += f.attitude_by_matrix[i][c] * a + f.velocity_by_matrix[i][c] * v;
        r[at::velocity + i] += f.length * p;
        r[at::disturbance + i] = f.disturbance_kept * e[at::disturbance + i];
    }
    return r;
}

class WholeLog {
 public:
    WholeLog(const std::vector<Sample<double>>& samples, const SmootherSettings& settings)
        : samples_(samples), tuning_(settings.tuning), from_(settings.from) {
        if (from_) tuning_.hard_iron_prior = from_->hard_iron_prior;
    }

    bool begin() {
        if (samples_.empty()) return false;
        prior_covariance_.start(tuning_);
        if (from_) {
            prior_ = from_->state;
            scale_ = from_->field_scale;
            prior_covariance_ = from_->covariance;
            return true;
        }
        Start<double> start;
        Quaternion<double> since;
        size_t i = 0;
        for (; i < samples_.size() && (i == 0 || start.length() < tuning_.start_time); ++i) {
            Sample<double> s = samples_[i];
            if (i == 0) s.dt = 0;
            start.add(s);
            since = since * exp_rotation(s.dt * s.gyro);
        }
        if (!start.has_force() || !begin_at(start.force(), start.has_field(), start.field(), prior_, scale_))
            return false;
        prior_.attitude = normalise(prior_.attitude * conjugate(since));
        return true;
    }

    // States at block ends from the filter, with what does not change set to its last value.
    void filter() {
        Filter<double> filter(tuning_);
        filter.begin(prior_, scale_, prior_covariance_, from_ && from_->iron_known);
        states_.push_back(prior_);
        size_t first = 1;
        for (size_t i = 1; i < samples_.size(); ++i) {
            filter.step(samples_[i]);
            if (!filter.corrected() && i + 1 < samples_.size()) continue;
            Step step{};
            step.first = first;
            step.last = i + 1;
            step.evidence.rest = filter.at_rest() && filter.corrected();
            steps_.push_back(std::move(step));
            states_.push_back(filter.state());
            first = i + 1;
        }
        // a magnet that was on the body when the log began
        if (filter.iron_widened() > 0)
            prior_covariance_.widen_iron(square(tuning_.hard_iron_prior), filter.iron_widened());
        const State& last = states_.back();
        for (State& x : states_) {
            x.matrix = last.matrix;
            x.force_bias = last.force_bias;
            x.hard_iron = last.hard_iron;
            x.field_north = last.field_north;
            x.field_up = last.field_up;
            x.delay = last.delay;
        }
        mark_rest();
    }

    // One Gauss-Newton iteration; the largest change of the attitude, rad. gate: of this iteration, as a multiple of
    // the tuning's; 0: weights stay.
    double iterate(double gate) {
        carry_all();
        if (gate > 0) weigh_all(gate);
        forth();
        back();
        return move_all();
    }

    // How sure: from the gains of the last iteration.
    void deviations();

    Smoothed result();

 private:
    const Vec3<double>* next_of(size_t i) const { return i + 1 < samples_.size() ? &samples_[i + 1].gyro : nullptr; }
    void mark_rest();
    void carry_all();
    void weigh_all(double widened);
    void forth();
    void back();
    const std::vector<Reading<double>>& readings_of(size_t k);
    double move_all();

    const std::vector<Sample<double>>& samples_;
    Tuning<double> tuning_;
    const std::optional<SmootherStart>& from_;
    State prior_;
    Covariance<double> prior_covariance_;
    double scale_ = 1;
    std::vector<State> states_;  // one more than steps
    std::vector<Step> steps_;
    std::vector<Reading<double>> readings_;  // of one block, on the way back
    std::vector<Error<double>> variances_;   // at block ends, after the last iteration
    Error<double> first_deviation_;
    std::vector<PackedCovariance> first_covariance_;
    Scatter<double> scatter_;
};

// The causal watch says "rest" when a window and a hold have passed: the whole of both was rest. One block is taken off
// the beginning, and three off the end: a movement that begins softly is half way through the window before it is seen.
void WholeLog::mark_rest() {
    std::vector<char> rest(steps_.size(), 0);
    for (size_t k = 0; k < steps_.size(); ++k) {
        if (!steps_[k].evidence.rest) continue;
        double back = 0;
        for (size_t j = k + 1; j-- > 0 && back < tuning_.rest_window + tuning_.rest_hold;) {
            if (rest[j] && j != k) break;
            rest[j] = 1;
            for (size_t i = steps_[j].first; i < steps_[j].last; ++i) back += samples_[i].dt;
        }
    }
    for (size_t k = 0; k < steps_.size(); ++k) {
        bool all = rest[k] && (k == 0 || rest[k - 1]);
        for (size_t j = k + 1; j < steps_.size() && j <= k + 3; ++j) all = all && rest[j];
        steps_[k].evidence.rest = all;
    }
}

void WholeLog::carry_all() {
    BlockCarrier<double> carrier;
    for (size_t k = 0; k < steps_.size(); ++k) {
        Step& s = steps_[k];
        carrier.state = states_[k];
        carrier.clear();
        for (size_t i = s.first; i < s.last; ++i) {
            Sample<double> sample = samples_[i];
            sample.magnetometer = scale_ * sample.magnetometer;
            carrier.add(sample, tuning_.gyro_range, next_of(i));
        }
        s.block = carrier.block;
        s.transition = Transition<double>::of(s.block, tuning_, s.evidence.rest);
        s.defect = difference(carrier.state, states_[k + 1]);
        for (int i = 0; i < 3; ++i)
            s.defect[at::disturbance + i] =
                s.transition.disturbance_kept * states_[k].disturbance[i] - states_[k + 1].disturbance[i];
        // the field as it would be seen from the state at the end, not from where the block leads
        if (s.block.fields > 0) {
            s.seen = FieldSeen<double>::of(s.block).turned(exp_rotation(-part(s.defect, at::attitude)));
            s.seen.in_the_middle = true;
        }
    }
}

void WholeLog::weigh_all(double widened) {
    std::vector<double> begin(steps_.size() + 1, 0);
    for (size_t k = 0; k < steps_.size(); ++k) begin[k + 1] = begin[k] + steps_[k].block.length;
    // rms of the motion a second to both sides
    size_t from = 0, to = 0;
    double sum = 0;
    for (size_t k = 0; k < steps_.size(); ++k) {
        const double middle = 0.5 * (begin[k] + begin[k + 1]);
        for (; to < steps_.size() && begin[to + 1] <= middle + 1.05; ++to) sum += steps_[to].block.motion_square();
        for (; from < k && begin[from] < middle - 1.05; ++from) sum -= steps_[from].block.motion_square();
        steps_[k].evidence.motion_square =
            to > from ? std::max(sum, 0.0) / static_cast<double>(to - from) : steps_[k].block.motion_square();
    }
    for (size_t k = 0; k < steps_.size(); ++k) {
        Step& s = steps_[k];
        s.evidence.weight = 1;
        if (s.block.fields > 0 && tuning_.gate > 0)
            s.evidence.weight = gate_weight(vector_gate_square(s.seen.y, states_[k + 1], widened * tuning_.gate));
    }
}

void WholeLog::forth() {
    Covariance<double> covariance = prior_covariance_;
    Error<double> e = difference(prior_, states_[0]);
    first_deviation_ = e;
    first_covariance_.assign(1, PackedCovariance(covariance));
    scatter_ = from_ ? from_->scatter : Scatter<double>{};
    for (size_t k = 0; k < steps_.size(); ++k) {
        Step& s = steps_[k];
        e = s.transition.applied(e) + s.defect;
        covariance.carry(s.transition, block_noise(s.block, tuning_, s.transition.disturbance_kept));
        s.used.clear();
        const Error<double> before = e;
        for_each_reading(s.block, states_[k + 1], s.seen, s.evidence, tuning_, [&](const Reading<double>& r) {
            Used& u = s.used.emplace_back();
            u.innovation = r.value - r.of(e);
            u.variance = covariance.sharpen(r, u.gain);
            scatter_.reading(u.gain, u.variance);
            for (int i = 0; i < states; ++i) e[i] = fma(u.gain[i], u.innovation, e[i]);
        });
        scatter_.close_block(e - before, s.block.length, s.evidence.rest, s.block.fields > 0);
        s.deviation = e;
        s.covariance.clear();
        s.covariance.emplace_back(covariance);
    }
}

const std::vector<Reading<double>>& WholeLog::readings_of(size_t k) {
    const Step& s = steps_[k];
    readings_.clear();
    for_each_reading(s.block, states_[k + 1], s.seen, s.evidence, tuning_,
                     [&](const Reading<double>& r) { readings_.push_back(r); });
    return readings_;
}

void WholeLog::back() {
    Error<double> adjoint;
    for (size_t k = steps_.size(); k-- > 0;) {
        Step& s = steps_[k];
        s.adjoint = adjoint;
        const std::vector<Reading<double>>& readings = readings_of(k);
        for (size_t n = readings.size(); n-- > 0;) {
            const Reading<double>& r = readings[n];
            const Used& u = s.used[n];
            const double along = u.innovation / u.variance + inner(&u.gain[0], &adjoint[0], states);
            for (int i = 0; i < r.used; ++i) adjoint[r.index[i]] = fma(-r.slope[i], along, adjoint[r.index[i]]);
        }
        adjoint = carried_back(s.transition, adjoint);
    }
    first_deviation_ = first_deviation_ - first_covariance_[0].times(adjoint);
}

void WholeLog::deviations() {
    Information information;
    IronShare<double> share{square(tuning_.hard_iron_prior), {}, {}};
    variances_.assign(states_.size(), Error<double>{});
    const auto state_attitude = [&](size_t k, const PackedCovariance& p) {
        Vec3<double> with_iron;
        for (int i = 0; i < 2; ++i) variances_[k][i] = scatter_.tilt_factor() * information.remaining(p, i);
        const double heading = information.remaining(p, 2, at::hard_iron, with_iron);
        variances_[k][2] = share.stated(heading, with_iron, scatter_.heading_factor());
    };
    if (!steps_.empty()) {
        const PackedCovariance& end = steps_.back().covariance[0];
        for (int i = 3; i < states; ++i) variances_.back()[i] = end.at(i, i);
        share.iron = states_.back().hard_iron;
        share.variance = part(variances_.back(), at::hard_iron);
    }
    for (size_t k = steps_.size(); k-- > 0;) {
        const Step& s = steps_[k];
        state_attitude(k + 1, s.covariance[0]);
        const std::vector<Reading<double>>& readings = readings_of(k);
        for (size_t n = readings.size(); n-- > 0;) information.take(readings[n], s.used[n]);
        information.carry_back(s.transition);
    }
    state_attitude(0, first_covariance_[0]);
}

double WholeLog::move_all() {
    double largest = 0;
    const auto move = [&largest](State& x, const Error<double>& e) {
        largest = std::max(largest, norm(part(e, at::attitude)));
        x = moved(x, e);
    };
    move(states_[0], first_deviation_);
    for (size_t k = 0; k < steps_.size(); ++k) {
        const Step& s = steps_[k];
        move(states_[k + 1], s.deviation - s.covariance[0].times(s.adjoint));
    }
    return largest;
}

Smoothed WholeLog::result() {
    Smoothed out;
    out.rows.resize(samples_.size());
    const auto fill = [this](EstimateRow& row, size_t k, double share) {
        const auto deviation = [&](int i) { return (1 - share) * variances_[k][i] + share * variances_[k + 1][i]; };
        const LateTurn<double> late(to_world(row.attitude, row.rate), tuning_.lateness);
        row.heading_deviation = std::sqrt(deviation(2) + late.heading);
        row.tilt_deviation = std::sqrt(0.5 * (deviation(0) + deviation(1)) + late.tilt);
        row.field_weight = steps_[k].block.fields > 0 ? steps_[k].evidence.weight : 0;
        row.rest = steps_[k].evidence.rest;
        row.bias = states_[k + 1].bias;
    };
    out.rows[0].attitude = states_[0].attitude;
    out.rows[0].rate = states_[0].rate(samples_[0].gyro);
    if (!steps_.empty()) fill(out.rows[0], 0, 0);
    BlockCarrier<double> carrier;
    for (size_t k = 0; k < steps_.size(); ++k) {
        const Step& s = steps_[k];
        carrier.state = states_[k];
        double length = 0;
        for (size_t i = s.first; i < s.last; ++i) {
            carrier.turn(samples_[i], next_of(i));
            length += samples_[i].dt;
            out.rows[i].attitude = carrier.state.attitude;
            out.rows[i].rate = carrier.rate();
        }
        // what the block misses its end by is spread over it
        const Vec3<double> miss = log_rotation(states_[k + 1].attitude * conjugate(carrier.state.attitude));
        double passed = 0;
        for (size_t i = s.first; i < s.last; ++i) {
            passed += samples_[i].dt;
            const double share = length > 0 ? passed / length : 1;
            out.rows[i].attitude = normalise(exp_rotation(share * miss) * out.rows[i].attitude);
            fill(out.rows[i], k, share);
        }
    }
    out.constants = estimated_constants(states_.back(), variances_.back(), scale_);
    return out;
}

}  // namespace

Smoothed smooth(const std::vector<Sample<double>>& samples, const SmootherSettings& settings) {
    WholeLog log(samples, settings);
    if (!log.begin()) return {};
    log.filter();
    double change = INFINITY;
    int done = 0;
    double gate = settings.first_gate;
    // with weights that stay, Gauss and Newton's next change is less than a tenth of the last
    while (done < settings.iterations && (done <= settings.weighed || 0.1 * change > settings.settled)) {
        change = log.iterate(done++ < settings.weighed ? gate : 0);
        gate = std::max(1.0, gate / 4);
    }
    log.deviations();
    Smoothed out = log.result();
    out.iterations = done;
    out.last_change = change;
    return out;
}

}  // namespace polhode::estimate
