#include "polhode/measure/measure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "polhode/constrain/gray.hpp"
#include "polhode/measure/comparison.hpp"

namespace polhode {

namespace {

constexpr double not_there = std::numeric_limits<double>::quiet_NaN();

struct Axes {
    Vec3<double> axis[3];  // body axes in the world
};

Axes axes_of(const Quaternion<double>& q_NB) {
    return {{to_world(q_NB, {1, 0, 0}), to_world(q_NB, {0, 1, 0}), to_world(q_NB, {0, 0, 1})}};
}

// The rotation vector of the rotation that carries the true attitude into the computed one, in the true body's axes.
Vec3<double> rotation_error(const Quaternion<double>& truth, const Quaternion<double>& computed) {
    Quaternion<double> d = compose(conjugate(truth), computed);
    if (d.w < 0) d = -d;
    const double length = norm(d.vector());
    if (!(length > 0)) return {};
    return (2 * std::atan2(length, d.w) / length) * d.vector();
}

std::vector<Entry> build_entries() {
    const auto entry = [](const char* name, const char* summary, const char* unit, const char* source) {
        Entry e{"measure", name, summary, {}, "", source};
        e.unit = unit;
        return e;
    };
    return {
        entry("geodesic", "angle of the rotation from the true to the computed attitude", "rad",
              "Huynh, J. Math. Imaging Vis. 35 (2009) 155, section 3.6"),
        entry("axes", "asin of the largest |true axis x computed axis|, the computed axes as they come", "rad",
              "TN D-5302 eq. 3"),
        entry("axes-unfolded", "the same by atan2, so that angles beyond 90 deg and lengths do not count", "rad",
              "TN D-5302 eq. 3, erratum E6"),
        entry("axis-111", "angle between the true and the computed direction of the body's (1,1,1)", "rad",
              "GyroSoft 2015 item 26"),
        entry("axis-z", "angle between the true and the computed body z axis", "rad", "GyroSoft 2015 item 26"),
        entry("rate", "length of the error of w_NB_B", "rad/s", ""),
        entry("phase", "part of the rotation error about the true rate: positive where the computed body is ahead",
              "rad", "TN D-5302, signed phase error, for any motion"),
        entry("cross-track", "part of the rotation error across the true rate", "rad", ""),
        entry("constraint", "constraint error of the method's own numbers (for a quaternion 1 - |q|^2)", "1",
              "TN D-5302 eq. 18"),
        entry("orthogonality", "largest element of R^T R - 1, R made of the computed axes as they come", "1",
              "Robinson 1958 section on orthogonality"),
        entry("energy", "computed less true energy, kinetic and potential", "J", ""),
        entry("momentum", "length of the error of the angular momentum in world axes", "kg m^2/s", ""),
        entry("world-axes",
              "largest angle between a true and a computed world axis, both seen in the body (rows of the matrix)",
              "rad", "Gray, Rubinoff, Sohon 1952, rows l m n"),
        entry("rows", "largest element of R R^T - 1, R as it comes: lengths and angles of the rows", "1",
              "Gray, Rubinoff, Sohon 1952 section 5"),
        entry("normality", "the six identities of normality: lengths of rows and columns, squared, less 1", "1",
              "Gray, Rubinoff, Sohon 1952 eq. 1"),
        entry("perpendicularity", "the six identities of orthogonality: products of rows and of columns, pairwise", "1",
              "Gray, Rubinoff, Sohon 1952 eq. 2"),
        entry("cofactors", "the nine identities l1 = m2 n3 - m3 n2: each cosine less its cofactor", "1",
              "Gray, Rubinoff, Sohon 1952 eq. 3"),
    };
}

const std::vector<Entry>& entries() {
    static const std::vector<Entry> all = build_entries();
    return all;
}

}  // namespace

std::vector<Entry> measure_entries() { return entries(); }

const Entry& measure_entry(MeasureId id) { return entries()[static_cast<std::size_t>(id)]; }

std::optional<MeasureId> measure_named(const std::string& name) {
    for (std::size_t i = 0; i < entries().size(); ++i)
        if (entries()[i].name == name) return static_cast<MeasureId>(i);
    return std::nullopt;
}

Measurer::Measurer(const Problem& problem, const std::string& attitude)
    : dynamics_(problem.dynamics()), matrix_(attitude.rfind("dcm", 0) == 0), torques_(problem.torques) {
    if (dynamics_) inertia_ = problem.body->inertia;
}

Measured Measurer::operator()(const Row& row, const TrueState& truth) const {
    Measured m;
    m.fill(not_there);
    const auto set = [&](MeasureId id, double value) { m[static_cast<std::size_t>(id)] = value; };

    set(MeasureId::geodesic, geodesic_angle(truth.q_NB, row.q_NB));
    set(MeasureId::axis_111, direction_angle(truth.q_NB, row.q_NB, {1, 1, 1}));
    set(MeasureId::axis_z, direction_angle(truth.q_NB, row.q_NB, {0, 0, 1}));
    set(MeasureId::rate, norm(row.w_NB_B - truth.w_NB_B));
    set(MeasureId::constraint, row.defect);

    Axes computed = axes_of(row.q_NB);
    if (matrix_ && row.state.size() == 9)
        for (std::size_t i = 0; i < 3; ++i) computed.axis[i] = {row.state[i], row.state[3 + i], row.state[6 + i]};
    const Axes exact = axes_of(truth.q_NB);
    double sine = 0, angle = 0, defect = 0;
    for (int i = 0; i < 3; ++i) {
        const double across = norm(cross(exact.axis[i], computed.axis[i]));
        sine = std::max(sine, across);
        angle = std::max(angle, std::atan2(across, dot(exact.axis[i], computed.axis[i])));
        for (int j = i; j < 3; ++j)
            defect = std::max(defect, std::fabs(dot(computed.axis[i], computed.axis[j]) - (i == j ? 1 : 0)));
    }
    set(MeasureId::axes, std::asin(std::min(1.0, sine)));
    set(MeasureId::axes_unfolded, angle);
    set(MeasureId::orthogonality, defect);

    // the same matrix by its rows, as Gray holds it
    Mat3<double> R_NB, true_R_NB;
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) {
            R_NB(i, j) = computed.axis[j][i];
            true_R_NB(i, j) = exact.axis[j][i];
        }
    double row_angle = 0;
    for (int i = 0; i < 3; ++i) {
        const Vec3<double> a = true_R_NB.row(i), b = R_NB.row(i);
        row_angle = std::max(row_angle, std::atan2(norm(cross(a, b)), dot(a, b)));
    }
    const CosineIdentities<double> identities = cosine_identities(R_NB);
    set(MeasureId::world_axes, row_angle);
    set(MeasureId::rows, row_defect(R_NB));
    set(MeasureId::normality, identities.normality);
    set(MeasureId::perpendicularity, identities.orthogonality);
    set(MeasureId::cofactors, identities.cofactors);

    const Vec3<double> error = rotation_error(truth.q_NB, row.q_NB);
    const double rate = norm(truth.w_NB_B);
    const Vec3<double> along = rate > 0 ? truth.w_NB_B / rate : Vec3<double>{};
    const double phase = dot(error, along);
    set(MeasureId::phase, phase);
    set(MeasureId::cross_track, norm(error - phase * along));

    if (dynamics_) {
        const Quaternion<double>& q = truth.q_NB;
        const Vec3<double> L_B = inertia_ * truth.w_NB_B;
        set(MeasureId::energy, row.energy - (0.5 * dot(truth.w_NB_B, L_B) + torques_.potential(q)));
        set(MeasureId::momentum, norm(row.L_N - to_world(q, L_B)));
    }
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
