#include "polhode/integrate/projection.hpp"

#include "body_runs.hpp"
#include "polhode/exact/free_body.hpp"
#include "polhode/integrate/dmv.hpp"
#include "polhode/integrate/taylor.hpp"
#include "polhode/integrate/taylor_psi.hpp"

namespace polhode {
namespace projection_test {

using namespace body_runs;
using integrate::DiscreteMoserVeselov;
using integrate::FreeBodyProjection;
using integrate::HeavyBodyProjection;
using integrate::TaylorBody;
using integrate::TaylorPsi;

// What an error of 1e-9 does to (D, G), and that the projection undoes it to second order.
TEST(Projection, PutsAStateBackOnBothInvariants) {
    for (const V& moments : {V{{1, 2, 3}}, V{{3, 1, 2}}, V{{2, 3, 1}}, V{{2, 1, 3}}})
        for (const V& w : {V{{0.6, 0.9, -0.7}}, V{{0.1, -1.2, 0.1}}, V{{-1.2, 0.1, 0.2}}, V{{0.3, 0.1, 1.5}}}) {
            const V m = momentum_of(w, moments), wrong = m + V{{1e-9, -2e-9, 3e-9}};
            const FreeBodyProjection<double> on(moments, m);
            const V fixed = on(wrong);
            EXPECT_GT(std::abs(on.D(wrong) - on.D(m)), 1e-12);
            // D once more disturbed by the scaling of G: (1e-9)(1e-9), and rounding of terms up to 20
            EXPECT_NEAR(dot(fixed, fixed), dot(m, m), 1e-14);
            const auto energy = [&](const V& x) { return kinetic_energy(State{{}, x}, moments); };
            EXPECT_GT(std::abs(energy(wrong) - energy(m)), 1e-11);
            EXPECT_LT(std::abs(on.D(fixed) - on.D(m)), 3e-9 * std::abs(on.D(m)) + 1e-15);
            // the same for rates
            const FreeBodyProjection<double> on_rate = FreeBodyProjection<double>::of_rate(moments, w);
            const V rate = on_rate(rate_of(wrong, moments)), m_rate = momentum_of(rate, moments);
            EXPECT_NEAR(dot(m_rate, m_rate), dot(m, m), 2e-14);
            EXPECT_NEAR(on_rate.D(w), on.D(m), 1e-14);
        }
}

TEST(Projection, SymmetricBodiesKeepOnlyG) {
    for (const V& moments : {V{{2, 2, 3}}, V{{1, 2, 2}}, V{{2, 2, 2}}}) {
        const V m{{0.5, -0.4, 1.1}};
        const FreeBodyProjection<double> on(moments, m);
        const V fixed = on(1.000001 * m);
        EXPECT_NEAR(norm(fixed) / norm(m), 1, 2e-12);  // (1e-6)^2
        EXPECT_LT(norm(cross(fixed, m)), 1e-15);       // scaled, direction kept
    }
    // exactly about the middle axis: the gradient of D is zero
    const V m{{0, 2, 0}};
    EXPECT_EQ(FreeBodyProjection<double>({{1, 2, 3}}, m)(m), m);
}

// Taylor with (q, w).
struct TaylorWith {
    enum Which { none = 0, D = 1, G = 2, both = 3 };
    TaylorBody<double> series;
    FreeBodyProjection<double> projection;
    int which;
    TaylorWith(int order, const V& w0, int which_)
        : series(free_moments, {}, order),
          projection(FreeBodyProjection<double>::of_rate(free_moments, w0)),
          which(which_) {}
    double error_after(const V& w0, double t, long steps) {
        const Quaternion<double> q0{0.5, 0.5, -0.5, 0.5};
        Quaternion<double> q = q0;
        V w = w0;
        for (long i = 0; i < steps; ++i) {
            series.expand(q, w, t / static_cast<double>(steps));
            q = normalise(series.attitude_at(1.0));
            w = series.rate_at(1.0);
            if (which & D) w = projection.on_D(w);
            if (which & G) w = projection.on_sphere(w);
        }
        return angle_between(q, exact::FreeBody<double>(free_moments, q0, w0).state_at(t).q_NB);
    }
};

const V near_separatrix{{0x1p-10, 1, 0x1p-10}};

double psi_error(const V& w0, double t, long steps, bool projected) {
    State s = body_state<double>({0.5, 0.5, -0.5, 0.5}, w0, free_moments);
    const FreeBodyProjection<double> projection(free_moments, s.m);
    const TaylorPsi<double> method =
        projected ? TaylorPsi<double>(free_moments, 20, projection) : TaylorPsi<double>(free_moments, 20);
    const exact::FreeBody<double> truth(free_moments, s.q, w0);
    for (long i = 0; i < steps; ++i) s = method.step(s, 0, t / static_cast<double>(steps));
    return angle_between(s.q, truth.state_at(t).q_NB);
}

// D does the work near the separatrix (6e-15 with both, 6e-10 without).
TEST(Projection, NearTheSeparatrix) {
    const auto off = [](int which) {
        return TaylorWith(20, near_separatrix, which).error_after(near_separatrix, 100, 333);
    };
    EXPECT_GT(off(TaylorWith::none), 1e-11);
    EXPECT_GT(off(TaylorWith::G), 1e-11);
    EXPECT_LT(off(TaylorWith::D), 1e-12);
    EXPECT_LT(off(TaylorWith::both), 1e-14);
    EXPECT_GT(psi_error(near_separatrix, 100, 333, false), 1e-11);
    EXPECT_LT(psi_error(near_separatrix, 100, 333, true), 1e-14);
    // the same invariants serve any free-body method: here the matched Moser-Veselov step
    State s = body_state<double>({0.5, 0.5, -0.5, 0.5}, near_separatrix, free_moments);
    const exact::FreeBody<double> truth(free_moments, s.q, near_separatrix);
    const FreeBodyProjection<double> projection(free_moments, s.m);
    const DiscreteMoserVeselov<double> dmv(free_moments, 10);
    const auto J = dmv.matched_moments(s.m, 0.25);
    for (int i = 0; i < 400; ++i) {
        s = dmv.free_step(s, 0.25, J);
        s.m = projection(s.m);
    }
    EXPECT_LT(angle_between(normalise(s.q), truth.state_at(100).q_NB), 1e-13);
}

// Measured before at t = 1e5 s (1.6e4 turns; condition limit 5e-11): 1.2e-11 there; without projection 1e-9
// and more. And the growth is linear: ten times the time, at most some ten times the error.
TEST(Projection, LongTime_Long) {
    const V w{{0.625, 0.875, -0.75}};
    const double none = TaylorWith(16, w, TaylorWith::none).error_after(w, 1e5, 256410);
    const double both = TaylorWith(16, w, TaylorWith::both).error_after(w, 1e5, 500000);
    EXPECT_GT(none, 1e-9);
    EXPECT_LT(both, 1.2e-11);
    const double psi = psi_error(w, 1e5, 256410, true);
    EXPECT_LT(psi, 1.2e-11);
    EXPECT_GT(psi_error(w, 1e5, 256410, false), 3 * psi);
}

// A million seconds, 1.6e5 turns; the rounding of the data alone moves the end by 5e-10 rad. Measured: 1.6e-11 with
// Taylor 20, 3.6e-11 with Taylor-psi 20.
TEST(Projection, AMillionSeconds_Long) {
    const V w{{0.625, 0.875, -0.75}};
    EXPECT_LT(TaylorWith(20, w, TaylorWith::both).error_after(w, 1e6, 2564103), 1.2e-10);
    EXPECT_LT(psi_error(w, 1e6, 2564103, true), 1.2e-10);
}

// ---- heavy bodies ----

const V top_moments{{5.76875e-4, 5.76875e-4, 9.375e-5}}, weight_on_axis{{0, 0, 0.0294}};
const V lump_moments{{1.0, 1.3, 0.6}}, weight_beside{{0.05, 0.02, 0.5}};

double energy_of(const V& I, const V& arm, const Quaternion<double>& q, const V& w) {
    return 0.5 * dot(w, momentum_of(w, I)) + dot(arm, to_body(q, V{{0, 0, 1}}));
}
double vertical_of(const V& I, const V& rotor, const Quaternion<double>& q, const V& w) {
    return dot(momentum_of(w, I) + rotor, to_body(q, V{{0, 0, 1}}));
}

TEST(HeavyProjection, PutsAStateBackOnBothInvariants) {
    const Quaternion<double> q = normalise(Quaternion<double>{0.9, 0.3, 0.2, 0.1});
    const V w0{{0.1, 0.2, 8.0}}, off{{0.1 + 1e-6, 0.2 - 2e-6, 8.0 + 3e-6}}, none{};
    const auto E = [&](const V& w) { return energy_of(lump_moments, weight_beside, q, w); };
    const auto Lz = [&](const V& w) { return vertical_of(lump_moments, none, q, w); };
    const HeavyBodyProjection<double> both(lump_moments, weight_beside, none, -1, q, w0);
    // one Newton step: what is left is the square of what was off
    EXPECT_NEAR(E(both(q, off)), E(w0), 1e-10);
    EXPECT_NEAR(Lz(both(q, off)), Lz(w0), 1e-14);
    EXPECT_GT(std::fabs(E(off) - E(w0)), 1e-6);
    const HeavyBodyProjection<double> energy(lump_moments, weight_beside, none, -1, q, w0, true, false);
    EXPECT_NEAR(E(energy(q, off)), E(w0), 1e-10);
    EXPECT_GT(std::fabs(Lz(energy(q, off)) - Lz(w0)), 1e-8);
    const HeavyBodyProjection<double> vertical(lump_moments, weight_beside, none, -1, q, w0, false, true);
    EXPECT_NEAR(Lz(vertical(q, off)), Lz(w0), 1e-14);
    EXPECT_GT(std::fabs(E(vertical(q, off)) - E(w0)), 1e-8);
    // the change is made of w and of the vertical, and of nothing else
    const V change = both(q, off) - off, g = to_body(q, V{{0, 0, 1}});
    EXPECT_LT(std::fabs(dot(change, cross(off, g))), 1e-9 * norm(change) * norm(off));
}
TEST(HeavyProjection, LeavesTheSpinAlone) {
    const Quaternion<double> q = normalise(Quaternion<double>{0.9, 0.3, 0.2, 0.1});
    const V w0{{3.0, 1.0, 0.0}}, rotor{{0, 0, top_moments[2] * 125.66}};
    const HeavyBodyProjection<double> p(top_moments, weight_on_axis, rotor, 2, q, w0);
    const V off{{3.0 + 1e-7, 1.0 - 1e-7, 0.0}}, back = p(q, off);
    EXPECT_EQ(back[2], 0);
    EXPECT_NEAR(energy_of(top_moments, weight_on_axis, q, back), energy_of(top_moments, weight_on_axis, q, w0), 1e-16);
    EXPECT_NEAR(vertical_of(top_moments, rotor, q, back), vertical_of(top_moments, rotor, q, w0), 1e-17);
}
// Asleep, the energy does not tell how the axis moves: its rounding must not be turned into motion.
TEST(HeavyProjection, DoesNotDisturbASleepingTop) {
    const Quaternion<double> q{1, 0, 0, 0};
    const V w0{{1e-6, 0, 0}}, rotor{{0, 0, top_moments[2] * 125.66}};
    const HeavyBodyProjection<double> p(top_moments, weight_on_axis, rotor, 2, q, w0);
    const V w{{0.9e-6, 0.3e-6, 0}};
    EXPECT_EQ(p(q, w), w);
}
// With the low-order bits of the state the invariants are held to far more than one word.
TEST(HeavyProjection, InTwoWords) {
    const Quaternion<double> q = normalise(Quaternion<double>{0.9, 0.3, 0.2, 0.1});
    const V w0{{0.1, 0.2, 8.0}}, none{};
    const HeavyBodyProjection<double> p(lump_moments, weight_beside, none, -1, q, w0);
    Carried<double, 3> w{w0, {{1e-17, -1e-18, 4e-16}}};
    p(Carried<double, 4>{q.params(), {}}, w);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(w.value[i], w0[i]);
    // E - E0 = w.I dw and Lz - Lz0 = g.I dw, of which 3e-15 and 2e-16 were there before
    EXPECT_LT(std::fabs(dot(momentum_of(w0, lump_moments), w.carry)), 1e-27);
    EXPECT_LT(std::fabs(dot(momentum_of(to_body(q, V{{0, 0, 1}}), lump_moments), w.carry)), 1e-28);
}

}  // namespace projection_test
}  // namespace polhode
