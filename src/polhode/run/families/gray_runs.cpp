#include "polhode/run/families/gray_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/body/inertia.hpp"
#include "polhode/integrate/runge_kutta.hpp"
#include "polhode/integrate/tableaus.hpp"
#include "polhode/method/constraint_kind.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/rotation/rotation.hpp"
#include "polhode/run/arithmetic_kind.hpp"
#include "polhode/run/fixed_grid.hpp"
#include "polhode/run/forced_motion.hpp"

namespace polhode {

namespace {

// ---- rows 3 and 2 integrated and corrected, or all nine left alone ----
template <class T, bool Dynamics>
class GrayMotion : public ForcedMotion<T> {
 public:
    static constexpr int N = Dynamics ? 12 : 9;
    using State = Vec<T, N>;

    GrayMotion(const Problem& problem, const GraySettings& settings, const ResolvedMethod& m, RowEmitter& rows)
        : ForcedMotion<T>(problem), settings_(settings), procedure_(settings.procedure<T>()), m_(m), rows_(rows) {
        const Mat3<double> R_NB = start_matrix(problem);
        for (int i = 0; i < 9; ++i) y_[i] = static_cast<T>(settings.scale * R_NB.m[i / 3][i % 3]);
        if constexpr (Dynamics) {
            const BodyModel& body = *problem.body;
            inertia_ = body.inertia;
            diagonal_ = body.diagonal;
            if (diagonal_)
                principal_ = PrincipalInertia<double>({inertia_(0, 0), inertia_(1, 1), inertia_(2, 2)}).as<T>();
            else
                tensor_ = TensorInertia<double>(inertia_).as<T>();
            for (int i = 0; i < 3; ++i) y_[9 + i] = static_cast<T>(problem.start.rate[i]);
        }
    }

    void piece(double begin, double length, bool) {
        using namespace integrate;
        const T t = static_cast<T>(begin), h = static_cast<T>(length);
        with_tableau(m_.integrator, [&](auto tableau) { y_ = runge_kutta_step<decltype(tableau)>(*this, t, y_, h); });
    }
    void settle(double t) {
        if (settings_.corrected) set_matrix(procedure_.corrected(matrix(y_)));
        if (!is_finite(y_))
            throw ComputationFailed(t, "a number is no longer finite; the motion diverged (step too large)");
    }
    void emit(double t) {
        Row row;
        row.t = t;
        Mat3<double> R_NB;
        for (int i = 0; i < 9; ++i) R_NB.m[i / 3][i % 3] = numbers_[i] = static_cast<double>(y_[i]) / settings_.scale;
        row.q_NB = matrix_to_quaternion(R_NB);
        row.w_NB_B = cast<double>(rate(static_cast<T>(t), y_));
        row.defect = row_defect(R_NB);
        maker_.add_invariants(row, Dcm<double>{R_NB});
        row.state = numbers_;
        rows_.statistics().evaluations = evaluations_;
        rows_.emit(row);
    }

    // y': rows turn backwards, r_i' = r_i x w (the row equations of section 3); the rate by Euler's equations.
    State operator()(T t, const State& y) {
        ++evaluations_;
        const Mat3<T> A = matrix(y);
        const Vec3<T> w = rate(t, y);
        State d{};
        for (int i = settings_.corrected ? 1 : 0; i < 3; ++i) {
            const Vec3<T> slope = cross(A.row(i), w);
            for (int j = 0; j < 3; ++j) d[3 * i + j] = slope[j];
        }
        if constexpr (Dynamics) {
            Vec3<T> dw;
            if (torques_.empty()) {
                dw = diagonal_ ? principal_.acceleration(w) : tensor_.acceleration(w);
            } else {
                Mat3<T> R_NB = static_cast<T>(1 / settings_.scale) * A;
                if (settings_.corrected) {
                    const Vec3<T> first = cross(R_NB.row(1), R_NB.row(2));
                    for (int j = 0; j < 3; ++j) R_NB(0, j) = first[j];
                }
                const Vec3<T> torque = torques_(t, Dcm<T>{R_NB}, w);
                dw = diagonal_ ? principal_.acceleration(w, torque) : tensor_.acceleration(w, torque);
            }
            for (int i = 0; i < 3; ++i) d[9 + i] = dw[i];
        }
        return d;
    }

 private:
    static Mat3<T> matrix(const State& y) {
        Mat3<T> A;
        for (int i = 0; i < 9; ++i) A.m[i / 3][i % 3] = y[i];
        return A;
    }
    void set_matrix(const Mat3<T>& A) {
        for (int i = 0; i < 9; ++i) y_[i] = A.m[i / 3][i % 3];
    }
    Vec3<T> rate(T t, const State& y) const {
        if constexpr (Dynamics)
            return {y[9], y[10], y[11]};
        else
            return (*rates_)(t);
    }

    using ForcedMotion<T>::torques_, ForcedMotion<T>::maker_, ForcedMotion<T>::rates_;
    GraySettings settings_;
    GrayProcedure<T> procedure_;
    const ResolvedMethod& m_;
    RowEmitter& rows_;
    bool diagonal_ = true;
    PrincipalInertia<T> principal_;
    TensorInertia<T> tensor_;
    Mat3<double> inertia_;
    State y_{};
    double numbers_[9] = {};
    long evaluations_ = 0;
};

// ---- three equations, the other six cosines by identities (section 4) ----
// The identities are solved for the rotation near the last one: a turn d changes the cosine (i, j) by (r_i x d)_j, and
// Newton's iteration on d satisfies all 21 at once. Which root of the quadratic identities is taken is thereby decided
// by continuity. Where the three rows of (r_i x d)_j become dependent there is no root to continue: every choice of
// three has such surfaces; for l1, l2, m2 they are n2 l3 = 0.
template <bool Dynamics>
class ThreeEquations : public ForcedMotion<double> {
 public:
    static constexpr int N = Dynamics ? 6 : 3;
    using State = Vec<double, N>;

    ThreeEquations(const Problem& problem, const std::array<int, 3>& equations, const ResolvedMethod& m,
                   RowEmitter& rows)
        : ForcedMotion<double>(problem), equations_(equations), m_(m), rows_(rows), R_NB_(start_matrix(problem)) {
        for (int n = 0; n < 3; ++n) y_[n] = cosine(R_NB_, n);
        if constexpr (Dynamics) {
            inertia_ = TensorInertia<double>(problem.body->inertia);
            for (int i = 0; i < 3; ++i) y_[3 + i] = problem.start.rate[i];
        }
    }

    void piece(double t, double h, bool) {
        using namespace integrate;
        piece_begin_ = t;
        // a turn at the present rate shows whether the surface lies within this step
        const double now = determinant(slopes(R_NB_));
        predicted_ = turned(R_NB_, h * rate(t, y_));
        if (!(now * determinant(slopes(predicted_)) > 0)) fail();
        with_tableau(m_.integrator, [&](auto tableau) {
            using Tableau = decltype(tableau);
            if constexpr (few_gray_stages<Tableau>) y_ = runge_kutta_step<Tableau>(*this, t, y_, h);
        });
        R_NB_ = completed(y_, predicted_);
    }
    void settle(double t) {
        if (!is_finite(y_)) throw ComputationFailed(t, "a number is no longer finite; the motion diverged");
    }
    void emit(double t) {
        Row row;
        row.t = t;
        for (int i = 0; i < 9; ++i) numbers_[i] = R_NB_.m[i / 3][i % 3];
        row.q_NB = matrix_to_quaternion(R_NB_);
        row.w_NB_B = rate(t, y_);
        row.defect = row_defect(R_NB_);
        maker_.add_invariants(row, Dcm<double>{R_NB_});
        row.state = numbers_;
        rows_.statistics().evaluations = evaluations_;
        rows_.emit(row);
    }

    State operator()(double t, const State& y) {
        ++evaluations_;
        const Mat3<double> R = completed(y, R_NB_);
        const Vec3<double> w = rate(t, y);
        State d{};
        const Vec3<double> three = slopes(R) * w;
        for (int n = 0; n < 3; ++n) d[n] = three[n];
        if constexpr (Dynamics) {
            const Vec3<double> dw = inertia_.acceleration(w, torques_(t, Dcm<double>{R}, w));
            for (int i = 0; i < 3; ++i) d[3 + i] = dw[i];
        }
        return d;
    }

 private:
    double cosine(const Mat3<double>& R, int n) const {
        const int e = equations_[static_cast<std::size_t>(n)];
        return R.m[e / 3][e % 3];
    }
    // Row n: how the n-th chosen cosine answers to a small turn of the body about its three axes, (r_i x d)_j.
    Mat3<double> slopes(const Mat3<double>& R) const {
        Mat3<double> s;
        for (int n = 0; n < 3; ++n) {
            const int e = equations_[static_cast<std::size_t>(n)], i = e / 3, j = e % 3, a = (j + 1) % 3,
                      b = (j + 2) % 3;
            s(n, b) = R(i, a);
            s(n, a) = -R(i, b);
        }
        return s;
    }
    static Mat3<double> turned(const Mat3<double>& R, const Vec3<double>& d) { return R * to_matrix(exp_rotation(d)); }
    Mat3<double> completed(const State& y, Mat3<double> R) const {
        for (int round = 0; round < 40; ++round) {
            Vec3<double> off;
            double worst = 0;
            for (int n = 0; n < 3; ++n) {
                off[n] = y[n] - cosine(R, n);
                worst = std::max(worst, std::fabs(off[n]));
            }
            if (worst <= 4e-16) return R;
            const Mat3<double> s = slopes(R);
            if (!(std::fabs(determinant(s)) > 1e-12)) fail();
            const Vec3<double> d = inverse(s) * off;
            if (!(norm(d) < 0.5)) fail();
            R = turned(R, d);
            // nothing but rounding is left to gain
            if (norm(d) < 1e-15) return R;
        }
        fail();
    }
    [[noreturn]] void fail() const {
        const auto& names = gray_cosine_names();
        const auto name = [&](std::size_t n) { return names[static_cast<std::size_t>(equations_[n])]; };
        throw ComputationFailed(
            piece_begin_,
            fmt::format(
                "the three equations {}, {}, {} do not determine the attitude here: their determinant is {:.2g} "
                "and the motion reaches its zero within a step; rows 3 and 2 together (leave `equations` out) "
                "have no such place",
                name(0), name(1), name(2), determinant(slopes(R_NB_))));
    }
    Vec3<double> rate(double t, const State& y) const {
        if constexpr (Dynamics)
            return {y[3], y[4], y[5]};
        else
            return (*rates_)(t);
    }

    std::array<int, 3> equations_;
    const ResolvedMethod& m_;
    RowEmitter& rows_;
    TensorInertia<double> inertia_;
    Mat3<double> R_NB_, predicted_;
    State y_{};
    double piece_begin_ = 0;
    double numbers_[9] = {};
    long evaluations_ = 0;
};

template <class Motion>
void run(Motion& motion, const Problem& problem, const ResolvedMethod& m, RowEmitter& rows) {
    const double end = rows.span().duration;
    Switches switches(problem.dynamics() ? switching_times(problem.torques, end) : switching_times(*problem.rates, end),
                      end);
    timed(rows, [&] {
        switches.enter(0, motion);
        motion.emit(0);
        run_fixed_grid(motion, m, rows, switches);
    });
}

template <class T>
void run_rows(const Problem& problem, const GraySettings& settings, const ResolvedMethod& m, RowEmitter& rows) {
    if (problem.dynamics()) {
        GrayMotion<T, true> motion(problem, settings, m, rows);
        run(motion, problem, m, rows);
    } else {
        GrayMotion<T, false> motion(problem, settings, m, rows);
        run(motion, problem, m, rows);
    }
}

}  // namespace

void run_gray(const RunJob& job) {
    const Problem& problem = job.problem;
    const ResolvedMethod& m = job.resolved;
    RowEmitter rows(job.span, job.observer, job.statistics);
    const GraySettings settings = gray_settings_of(job.method);
    if (!settings.equations)
        return with_float_or_double(job.method.arithmetic,
                                    [&](auto number) { run_rows<decltype(number)>(problem, settings, m, rows); });
    if (problem.dynamics()) {
        ThreeEquations<true> motion(problem, *settings.equations, m, rows);
        run(motion, problem, m, rows);
    } else {
        ThreeEquations<false> motion(problem, *settings.equations, m, rows);
        run(motion, problem, m, rows);
    }
}

}  // namespace polhode
