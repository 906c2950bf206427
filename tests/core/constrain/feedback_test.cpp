#include "polhode/constrain/feedback.hpp"

#include <complex>

#include "core/rotation/attitudes.hpp"
#include "polhode/integrate/runge_kutta.hpp"

namespace polhode {
namespace feedback_test {

using constrain::Feedback;
using constrain::FeedbackSettings;
using constrain::Law;

// One RK4 step of q' = q (0, w)/2 with a law
template <class R>
R stepped(Feedback<R>& feedback, const R& r, const Vec3<double>& w, double h) {
    feedback.begin_step(r);
    const auto f = [&](double, const Vec<double, R::size>& p) {
        const R at = r.with(p);
        return feedback.slope(at, derivative(feedback.entering(at), w));
    };
    return r.with(integrate::runge_kutta_step<integrate::Rk4>(f, 0.0, r.params(), h));
}

using Complex = std::complex<double>;
Complex p(Complex z) { return 1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0))); }

// Constant rate and held error make an algebraic step one complex factor: p(i x + h K eps).
TEST(Feedback, AlgebraicStepIsOneComplexFactor) {
    const double x = 0.3, h = 0.1, K = 4, w = 2 * x / h;
    Quaternion<double> q{0.9, 0, 0, 0};
    Complex e = 0.9;
    Feedback<Quaternion<double>> feedback(FeedbackSettings{Law::algebraic, K, 0});
    for (int n = 0; n < 5; ++n) {
        q = stepped(feedback, q, {0, 0, w}, h);
        e *= p(Complex(h * K * (1 - std::norm(e)), x));
        EXPECT_NEAR(q.w, e.real(), 1e-15);
        EXPECT_NEAR(q.z, e.imag(), 1e-15);
    }
}

// D_n = G q_n + M eps_n D_(n-1): a second implementation in complex numbers, every reading.
TEST(Feedback, DerivativeReadings) {
    const double x = 0.25, M = 7;  // time in steps
    const Complex G(0, x);
    for (const Law law : {Law::derivative_start, Law::derivative_lag1, Law::derivative_stage}) {
        Quaternion<double> q{0.98, 0, 0, 0};
        Feedback<Quaternion<double>> feedback(FeedbackSettings{law, M, 0});
        Complex e = 0.98, D = 0;
        bool have = false;
        for (int n = 0; n < 6; ++n) {
            q = stepped(feedback, q, {0, 0, 2 * x}, 1.0);
            const double eps = 1 - std::norm(e);
            Complex forcing = 0;
            if (law == Law::derivative_start) {
                D = G * e + (have ? M * eps * D : 0.0);
                forcing = M * eps * D;
            } else if (law == Law::derivative_lag1) {
                const Complex before = have ? D : G * e;
                forcing = M * eps * before;
                D = G * e + M * eps * before;
            }
            Complex k[4];
            const double c[4] = {0, 0.5, 0.5, 1};
            for (int i = 0; i < 4; ++i) {
                const Complex at = i == 0 ? e : e + c[i] * k[i - 1];
                if (law == Law::derivative_stage) {
                    k[i] = G * at + (have ? M * eps * D : 0.0);
                    D = k[i];
                    have = true;
                } else {
                    k[i] = G * at + forcing;
                }
            }
            have = true;
            e += (k[0] + 2.0 * k[1] + 2.0 * k[2] + k[3]) / 6.0;
            EXPECT_NEAR(q.w, e.real(), 1e-14) << static_cast<int>(law) << " step " << n;
            EXPECT_NEAR(q.z, e.imag(), 1e-14) << static_cast<int>(law) << " step " << n;
        }
    }
}

TEST(Feedback, NormalizedReadings) {
    const double x = 0.2;
    const Complex e(0.95, 0);
    const double eps = 1 - std::norm(e);
    for (const Law law : {Law::normalized_scaled, Law::normalized_substituted}) {
        Feedback<Quaternion<double>> feedback(FeedbackSettings{law, 0, 0});
        const Quaternion<double> q = stepped(feedback, Quaternion<double>{0.95, 0, 0, 0}, {0, 0, 2 * x}, 1.0);
        const Complex want = law == Law::normalized_scaled ? e * p(Complex(0, x * (1 + eps / 2)))
                                                           : e + (p(Complex(0, x)) - 1.0) * e * (1 + eps / 2);
        EXPECT_NEAR(q.w, want.real(), 1e-15);
        EXPECT_NEAR(q.z, want.imag(), 1e-15);
    }
}

// The eight numbers of U obey the same laws as the four of q.
TEST(Feedback, CayleyKleinFollowsTheQuaternion) {
    const Vec3<double> w{0.3, -1.1, 2.0};
    for (const Law law : {Law::algebraic, Law::algebraic_stage, Law::normalized_scaled, Law::normalized_substituted,
                          Law::derivative_start, Law::derivative_lag1, Law::derivative_stage}) {
        const FeedbackSettings settings{law, 3, 0};
        Feedback<Quaternion<double>> fq(settings);
        Feedback<CayleyKlein<double>> fu(settings);
        Quaternion<double> q{0.7, 0.5, -0.4, 0.2};
        CayleyKlein<double> U = convert<CayleyKlein>(q);
        for (int n = 0; n < 10; ++n) {
            q = stepped(fq, q, w, 0.1);
            U = stepped(fu, U, w, 0.1);
        }
        EXPECT_LT(norm(to_quaternion(U).params() - q.params()), 1e-14) << static_cast<int>(law);
    }
}

// Robinson 1958 item after eq. 82: d(i.i)/dt = 2 k1 i.i (1 - i.i) and d(i.j)/dt = [k1 (1 - i.i) + k1 (1 - j.j) - k2
// i.i] i.j, exactly, at any rate.
RC_GTEST_PROP(Feedback, TwoVectorErrorsDecay, ()) {
    const TwoVector<double> r{attitudes::vector(), attitudes::vector()};
    const double k1 = 1.5, k2 = 0.7;
    Feedback<TwoVector<double>> feedback(FeedbackSettings{Law::two_vector, k1, k2});
    const auto d = r.with(feedback.slope(r, derivative(r, attitudes::vector())));
    const double ii = dot(r.i_B, r.i_B), jj = dot(r.j_B, r.j_B), ij = dot(r.i_B, r.j_B);
    // products of numbers up to 3: a dozen roundings
    RC_ASSERT(std::abs(2 * dot(r.i_B, d.i_B) - 2 * k1 * ii * (1 - ii)) <= 2e-14);
    RC_ASSERT(std::abs(dot(r.i_B, d.j_B) + dot(d.i_B, r.j_B) - (k1 * (1 - ii) + k1 * (1 - jj) - k2 * ii) * ij) <=
              2e-14);
}

// With k2 = 2 k1 the correction of nine cosines is k1 (1 - R R^T) R.
RC_GTEST_PROP(Feedback, ThreeVectorIsTheGradient, ()) {
    Dcm<double> d;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) d.R_NB(i, j) = attitudes::component();
    const Mat3<double> E = Mat3<double>::identity() - d.R_NB * d.R_NB.transposed();
    const Vec<double, 9> want = Dcm<double>{1.3 * (E * d.R_NB)}.params();
    RC_ASSERT(norm(constrain::correction(d, 1.3, 2.6) - want) <= 1e-14);
}

TEST(Feedback, KnowsWhatIsHeld) {
    EXPECT_TRUE(constrain::is_held(Law::algebraic));
    EXPECT_TRUE(constrain::is_held(Law::derivative_stage));
    EXPECT_FALSE(constrain::is_held(Law::algebraic_stage));
    EXPECT_FALSE(constrain::is_held(Law::two_vector));
    EXPECT_FALSE(constrain::is_held(Law::none));
}

}  // namespace feedback_test
}  // namespace polhode
