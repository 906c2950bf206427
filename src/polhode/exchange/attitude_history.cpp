#include "polhode/exchange/attitude_history.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/base/readable.hpp"
#include "polhode/calendar/time_system.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

namespace {

// Unit, and nearest in sign to another.
Quaternion<double> unit_near(Quaternion<double> q, const Quaternion<double>& other) {
    const double length = std::sqrt(norm_squared(q));
    if (q.w * other.w + q.x * other.x + q.y * other.y + q.z * other.z < 0) q = -q;
    return {q.w / length, q.x / length, q.y / length, q.z / length};
}

Vec3<double> turn_between(const Quaternion<double>& from, const Quaternion<double>& to) {
    return log_rotation(conjugate(from) * to);
}

RotationVector<double> as_vector(const Vec3<double>& v) { return {v[0], v[1], v[2]}; }

// Hermite's cubic through two rotation vectors, 0 and `turn`, with rates at both ends; h the time between, s in it.
TrueState between(const Quaternion<double>& q, const Vec3<double>& turn, const Vec3<double>& w0, const Vec3<double>& w1,
                  double h, double s) {
    const double u = s / h;
    const Vec3<double> d0 = w0, d1 = derivative(as_vector(turn), w1);
    const double a = u * u * (3 - 2 * u), b = h * u * (1 - u) * (1 - u), c = h * u * u * (u - 1);
    const double da = 6 * u * (1 - u) / h, db = (1 - u) * (1 - 3 * u), dc = u * (3 * u - 2);
    const Vec3<double> r = a * turn + b * d0 + c * d1, dr = da * turn + db * d0 + dc * d1;
    return {q * exp_rotation(r), rate(as_vector(r), dr)};
}

// Rates where a file has none: the mean of the turns before and after a row, each by its own time.
void estimate_rates(std::vector<ImportedRow>& rows) {
    const std::size_t n = rows.size();
    for (std::size_t i = 0; i < n; ++i) {
        const bool before = i > 0 && !rows[i].begins, after = i + 1 < n && !rows[i + 1].begins;
        const double hb = before ? rows[i].t - rows[i - 1].t : 0, ha = after ? rows[i + 1].t - rows[i].t : 0;
        // the turn before, in the axes of this row as that after: its own axis does not change by it
        const Vec3<double> b = before ? turn_between(rows[i - 1].q_NB, rows[i].q_NB) / hb : Vec3<double>{};
        const Vec3<double> a = after ? turn_between(rows[i].q_NB, rows[i + 1].q_NB) / ha : Vec3<double>{};
        if (before && after)
            rows[i].w_NB_B = (ha * b + hb * a) / (ha + hb);
        else
            rows[i].w_NB_B = before ? b : a;
    }
}

// Gauss elimination of a small symmetric system, with pivots; false where it is singular.
bool solve(std::vector<std::vector<double>> m, std::vector<double> y, std::vector<double>& x) {
    const std::size_t n = y.size();
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, std::fabs(m[i][i]));
    for (std::size_t i = 0; i < n; ++i) {
        std::size_t best = i;
        for (std::size_t r = i + 1; r < n; ++r)
            if (std::fabs(m[r][i]) > std::fabs(m[best][i])) best = r;
        if (!(std::fabs(m[best][i]) > 1e-13 * largest)) return false;
        std::swap(m[i], m[best]);
        std::swap(y[i], y[best]);
        for (std::size_t r = i + 1; r < n; ++r) {
            const double f = m[r][i] / m[i][i];
            for (std::size_t c = i; c < n; ++c) m[r][c] -= f * m[i][c];
            y[r] -= f * y[i];
        }
    }
    x.assign(n, 0);
    for (std::size_t i = n; i-- > 0;) {
        double sum = y[i];
        for (std::size_t c = i + 1; c < n; ++c) sum -= m[i][c] * x[c];
        x[i] = sum / m[i][i];
    }
    return true;
}

std::string turn_text(const Quaternion<double>& q) {
    constexpr double in_degrees = 180 / 3.14159265358979323846;
    const Vec3<double> v = in_degrees * log_rotation(q);
    return "(" + readable(v[0]) + ", " + readable(v[1]) + ", " + readable(v[2]) + ") deg";
}

}  // namespace

AttitudeHistory::AttitudeHistory(ImportedFile file, const std::string& path, double shift, const AlignRequest& align)
    : rows_(std::move(file.rows)), path_(path), what_(file.about.what), shift_(shift), align_(align) {
    if (rows_.empty()) throw InputError({path, 0, ""}, "there is no row in it to measure against");
    if (align.any() && rows_.size() < 3) throw InputError({path, 0, ""}, "three rows at least are needed to align it");
    double widest = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Quaternion<double> before = i > 0 ? rows_[i - 1].q_NB : rows_[i].q_NB;
        rows_[i].q_NB = unit_near(rows_[i].q_NB, before);
        if (i > 0 && !rows_[i].begins) widest = std::max(widest, norm(turn_between(before, rows_[i].q_NB)));
    }
    if (!file.about.rates) {
        estimate_rates(rows_);
        caveat_ = "the file has no rates: those it is measured with are differences of its attitudes";
    }
    if (widest > 1.5)
        caveat_ += std::string(caveat_.empty() ? "" : "; ") + "its rows are up to " +
                   readable(widest * 57.29577951308232, 3) + " deg apart, so that what stands between them is a guess";
}

std::optional<TrueState> AttitudeHistory::in_file(double t) const {
    const double slack = 1e-9 * std::max(1.0, std::fabs(t));
    const auto after =
        std::upper_bound(rows_.begin(), rows_.end(), t, [](double x, const ImportedRow& r) { return x < r.t; });
    for (const auto near : {after, after == rows_.begin() ? after : after - 1})
        if (near != rows_.end() && std::fabs(near->t - t) <= slack) return TrueState{near->q_NB, near->w_NB_B};
    if (after == rows_.begin() || after == rows_.end() || after->begins) return std::nullopt;
    const ImportedRow &a = *(after - 1), &b = *after;
    return between(a.q_NB, turn_between(a.q_NB, b.q_NB), a.w_NB_B, b.w_NB_B, b.t - a.t, t - a.t);
}

std::optional<TrueState> AttitudeHistory::aligned(double t) const {
    auto state = in_file(t - shift_ + offset_);
    if (!state) return state;
    // axes turned by m: q_NB = n q_file m, and the rate in the new body axes
    state->q_NB = world_ * state->q_NB * body_;
    state->w_NB_B = to_body(body_, state->w_NB_B);
    return state;
}

std::optional<TrueState> AttitudeHistory::at(double t) { return aligned(t); }

void AttitudeHistory::first_guess(const std::vector<TimedState>& rows) {
    for (const TimedState& row : rows) {
        const auto state = in_file(row.t - shift_);
        if (!state) continue;
        if (align_.body)
            body_ = conjugate(state->q_NB) * unit_near(row.state.q_NB, row.state.q_NB);
        else if (align_.world)
            world_ = unit_near(row.state.q_NB, row.state.q_NB) * conjugate(state->q_NB);
        return;
    }
}

// One step of Gauss and Newton on the rotation vectors from the file's attitude to the run's. False where it stands
// still.
bool AttitudeHistory::improve(const std::vector<TimedState>& rows, double& size) {
    const std::size_t n = (align_.clock ? 1u : 0u) + (align_.body ? 3u : 0u) + (align_.world ? 3u : 0u);
    std::vector<std::vector<double>> m(n, std::vector<double>(n, 0.0));
    std::vector<double> y(n, 0.0), step;
    double squares = 0;
    std::size_t used = 0;
    for (const TimedState& row : rows) {
        const auto state = aligned(row.t);
        if (!state) continue;
        ++used;
        const Vec3<double> e = turn_between(state->q_NB, row.state.q_NB);
        squares += dot(e, e);
        // how the file's attitude turns, in its body axes, for each unknown
        std::vector<Vec3<double>> turns;
        if (align_.clock) turns.push_back(state->w_NB_B);
        for (int i = 0; i < 3 && align_.body; ++i)
            turns.push_back({i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0});
        for (int i = 0; i < 3 && align_.world; ++i)
            turns.push_back(
                to_body(state->q_NB, Vec3<double>{i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0}));
        for (std::size_t i = 0; i < n; ++i) {
            y[i] += dot(turns[i], e);
            for (std::size_t j = 0; j < n; ++j) m[i][j] += dot(turns[i], turns[j]);
        }
    }
    if (used < 3)
        throw InputError({path_, 0, ""}, "fewer than three rows of the run fall into its times: it cannot be aligned");
    fit_error_ = std::sqrt(squares / static_cast<double>(used));
    if (!solve(m, y, step))
        throw InputError({path_, 0, ""},
                         "the motion does not tell clock and axes apart: ask for fewer of them to be aligned");
    std::size_t at = 0;
    size = 0;
    for (const double s : step) size = std::max(size, std::fabs(s));
    if (align_.clock) offset_ += step[at++];
    if (align_.body) {
        body_ = unit_near(body_ * exp_rotation(Vec3<double>{step[at], step[at + 1], step[at + 2]}), body_);
        at += 3;
    }
    if (align_.world)
        world_ = unit_near(exp_rotation(Vec3<double>{step[at], step[at + 1], step[at + 2]}) * world_, world_);
    return size > 1e-14;
}

void AttitudeHistory::fit(const std::vector<TimedState>& rows) {
    first_guess(rows);
    constexpr int most_steps = 60;
    double size = 0;
    for (int i = 0; i < most_steps; ++i)
        if (!improve(rows, size)) break;
    fitted_ = true;
    if (!(size < 1e-6)) caveat_ += std::string(caveat_.empty() ? "" : "; ") + "the alignment did not settle";
}

std::string AttitudeHistory::description() const {
    std::string text = path_ + " (" + what_ + ")";
    if (!fitted_) return text;
    if (align_.clock) text += ", its clock ahead by " + readable(offset_, 9) + " s";
    // how its axes stand, seen from ours: x_file = m x_body, and x_world = n x_file
    if (align_.body) text += ", its body axes turned by " + turn_text(conjugate(body_)) + " from ours";
    if (align_.world) text += ", its world axes turned by " + turn_text(world_) + " from ours";
    return text + ", found from the run (root mean square left " + readable(fit_error_, 3) + " rad)";
}

double shift_of_epochs(const Epoch& ours, const ImportedHead& theirs, const std::string& path) {
    if (!ours.given || !theirs.epoch) return 0;
    std::string why;
    const auto zero = in_system(*theirs.epoch, theirs.time_system, ours.system, why);
    const auto span = zero ? span_between(ours.time, *zero, ours.system, why) : std::nullopt;
    if (!span)
        throw InputError({path, 0, ""}, "its times (" + theirs.time_system + ") cannot be compared with [epoch] (" +
                                            ours.system + "): " + why);
    return seconds_of(*span);
}

}  // namespace polhode
