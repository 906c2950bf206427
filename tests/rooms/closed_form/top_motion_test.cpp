#include "polhode/closed_form/top_motion.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "support/gyroscope_rows.hpp"

namespace polhode {
namespace top_motion_test {

using testing_data::CsvRow;
using testing_data::rows_of;
constexpr double pi = std::numbers::pi;
constexpr double degree = pi / 180;

const Top printed{5.76875e-4, 9.375e-5, 0.3 * 9.8 * 0.01};  // GyroSoft's defaults with the printed I1
const Top exact_I1{5.775e-4, 9.375e-5, 0.3 * 9.8 * 0.01};
const Top figure8{0.002, 0.0008, 1.0 * 9.8 * 0.04};

Top parameter_set(const std::string& name) {
    return name == "figure8" ? figure8 : name == "default_exact_I1" ? exact_I1 : printed;
}

Quaternion<double> tilted(double tilt) { return {std::cos(tilt / 2), -std::sin(tilt / 2), 0, 0}; }

// The tables print 12 (initial conditions) or 10 digits; inputs such as wy0 are printed too, hence a few units of that.
void expect_row(const CsvRow& row, const TopMotion& m, double digits) {
    const auto near = [&](double got, const char* column) {
        const double value = std::stod(row.at(column));
        EXPECT_NEAR(got, value, digits * std::max(std::abs(value), 1e-2)) << column;
    };
    EXPECT_EQ(name_of(m.kind), row.at("classified_as"));
    near(m.tilt_min / degree, "theta_min_deg");
    near(m.tilt_max / degree, "theta_max_deg");
    near(m.precession_at_tilt_min, "phidot_at_theta_min");
    near(m.precession_at_tilt_max, "phidot_at_theta_max");
    near(m.nutation_period, "nutation_period_s");
    near(m.mean_precession, "mean_precession_rad_s");
}

TEST(TopMotion, AllInitialConditionsOfGyroSoft) {
    const std::vector<CsvRow> rows = rows_of("gyrosoft_initial_conditions.csv");
    ASSERT_EQ(rows.size(), 42u);
    for (const CsvRow& row : rows) {
        SCOPED_TRACE(row.at("param_set") + " " + row.at("theta0_deg") + " " + row.at("motion"));
        const TopMotion m =
            top_motion(parameter_set(row.at("param_set")), tilted(std::stod(row.at("theta0_deg")) * degree),
                       {std::stod(row.at("wx0")), std::stod(row.at("wy0")), 40 * pi});
        expect_row(row, m, 1e-11);
        for (const auto& [got, column] : {std::pair{m.energy, "energy_J"}, {m.L_vertical, "LZ"}, {m.L_axis, "L3"}}) {
            const double value = std::stod(row.at(column));
            EXPECT_NEAR(got, value, 1e-11 * std::max(std::abs(value), 1e-4)) << column;
        }
    }
}

TEST(TopMotion, AllReleasesOfTheClassification) {
    const std::vector<CsvRow> rows = rows_of("gyrosoft_release_classification.csv");
    ASSERT_EQ(rows.size(), 14u);
    for (const CsvRow& row : rows) {
        SCOPED_TRACE(row.at("phidot0_rad_s"));
        const double phidot = std::stod(row.at("phidot0_rad_s"));
        expect_row(row, top_motion(printed, tilted(60 * degree), {0, -phidot * std::sin(60 * degree), 40 * pi}), 1e-9);
    }
}

// Boundaries of the release rule at 60 degrees: 4.991099, 13.614703, -40.844108 rad/s (seed, section (d))
TEST(TopMotion, ReleaseRuleChangesWhereTheSeedSays) {
    const auto kind = [](double phidot) {
        return top_motion(printed, tilted(60 * degree), {0, -phidot * std::sin(60 * degree), 40 * pi}).kind;
    };
    EXPECT_EQ(kind(4.99109), TopKind::wave);
    EXPECT_EQ(kind(2 * printed.Mgl / (printed.I3 * 40 * pi)), TopKind::cusp);
    EXPECT_EQ(kind(4.99111), TopKind::loop);
    EXPECT_EQ(kind(13.61470), TopKind::loop);
    EXPECT_EQ(kind(13.61471), TopKind::wave);
    EXPECT_EQ(kind(-40.84410), TopKind::loop);
    EXPECT_EQ(kind(-40.84412), TopKind::wave);
}

// Seed, section (d): cases 1 to 3 and Ganapathi's figure 6, to their printed digits
TEST(TopMotion, CasesOfTheSeeds) {
    const TopMotion falls = top_motion(printed, tilted(1 * degree), {0, 0, 2 * pi});
    EXPECT_NEAR(falls.tilt_max / degree, 171.798, 5e-4);
    EXPECT_NEAR(falls.nutation_period, 1.71969, 5e-6);
    EXPECT_EQ(falls.kind, TopKind::cusp);

    const Top heavy{5.76875e-4, 9.375e-5, 0.3 * 20 * 0.01};
    const TopMotion arcs = top_motion(heavy, tilted(55 * degree), {0, 0, 40 * pi});
    EXPECT_NEAR(arcs.tilt_max / degree, 85.5363, 5e-5);
    EXPECT_NEAR(arcs.nutation_period, 0.345822, 5e-7);
    EXPECT_NEAR(arcs.mean_precession, 5.19985, 5e-6);

    const TopMotion back = top_motion(printed, tilted(55 * degree), {0, 0, -40 * pi});
    EXPECT_NEAR(back.mean_precession, -2.61757, 5e-6);
    const TopMotion loop = top_motion(printed, tilted(55 * degree), {0, -4, -40 * pi});
    EXPECT_EQ(loop.kind, TopKind::loop);
    EXPECT_NEAR(loop.tilt_max / degree, 90.7545, 5e-5);
    EXPECT_NEAR(loop.precession_at_tilt_max, -8.707, 5e-4);
    EXPECT_EQ(top_motion(printed, tilted(55 * degree), {0, 4, -40 * pi}).kind, TopKind::wave);

    const TopMotion rockets = top_motion({2, 8, 1}, tilted(30 * degree), {0, 0, 3});
    EXPECT_NEAR(rockets.tilt_max / degree, 30.20075, 5e-6);
    EXPECT_NEAR(rockets.nutation_period, 0.5267715, 5e-8);
    EXPECT_NEAR(rockets.mean_precession, 0.04179246, 5e-9);
}

// cos(tilt) at the turning points with 25 digits: exact-heavy-top.json, case ref-lt-wave
TEST(TopMotion, TurningPointsOfTheReferenceTop) {
    const TopMotion m = top_motion({1.2, 0.8, 1.5}, {0.9, 0.0, 0.4, 0.1}, {-0.3, 0.1, 6.0});
    EXPECT_NEAR(std::cos(m.tilt_max), 0.6675247798641854435460004, 1e-15);
    EXPECT_NEAR(std::cos(m.tilt_min), 0.7053262818238544222882243, 1e-15);
}

TEST(TopMotion, PrecessionExtremeBetweenTheEnds) {
    // At phidot0 = -45 the axis precesses more slowly on the way than at either end: the extreme is where
    // a u^2 - 2 b u + a = 0, found here by looking.
    const TopMotion m = top_motion(printed, tilted(60 * degree), {0, 45 * std::sin(60 * degree), 40 * pi});
    double slowest = -1e9;
    const double L3 = m.L_axis;
    for (double tilt = m.tilt_min; tilt < m.tilt_max; tilt += 1e-5) {
        const double s = std::sin(tilt);
        slowest = std::max(slowest, (m.L_vertical - L3 * std::cos(tilt)) / (printed.I1 * s * s));
    }
    EXPECT_GT(slowest, m.precession_at_tilt_min + 1);
    EXPECT_NEAR(m.precession_max, slowest, 1e-6);
    EXPECT_EQ(m.precession_min, m.precession_at_tilt_max);
}

TEST(TopMotion, SleepingAndItsLimit) {
    EXPECT_NEAR(sleeping_limit(printed), 87.86, 5e-3);
    EXPECT_NEAR(sleeping_limit(printed) / (2 * pi), 13.98, 5e-3);
    EXPECT_EQ(sleeping_limit({1, 1, -1}), 0.0);
    const TopMotion stable = top_motion(printed, tilted(0), {0, 0, 88});
    EXPECT_EQ(stable.kind, TopKind::sleeping);
    EXPECT_TRUE(stable.stable);
    EXPECT_FALSE(top_motion(printed, tilted(0), {0, 0, 87.8}).stable);
    EXPECT_TRUE(top_motion({printed.I1, printed.I3, -printed.Mgl}, tilted(0), {0, 0, 1}).stable);

    // A slightly disturbed sleeping top nutates with the period of the linear theory, to the square of the tilt.
    const TopMotion disturbed = top_motion(printed, tilted(1e-6), {0, 1e-5, 120});
    EXPECT_NEAR(disturbed.nutation_period / top_motion(printed, tilted(0), {0, 0, 120}).nutation_period, 1, 1e-10);
}

TEST(TopMotion, PendulumsWithoutSpin) {
    // Plane pendulum from the horizontal: period 4 K(1/sqrt 2)/n0, K = 1.854074677301371918 (DLMF 19.20.2); the tilt
    // passes the bottom twice in that time.
    const TopMotion swing = top_motion({1, 1, 1}, tilted(pi / 2), {0, 0, 0});
    EXPECT_EQ(swing.kind, TopKind::pendulum);
    EXPECT_NEAR(swing.nutation_period, 2 * 1.854074677301371918, 1e-14);
    EXPECT_NEAR(swing.tilt_min, pi / 2, 1e-15);
    EXPECT_EQ(swing.tilt_max, pi);
    EXPECT_EQ(swing.mean_precession, 0.0);
    // Conical pendulum: phidot^2 = Mgl/(I1 |cos|)
    const double tilt = 2.5, phidot = std::sqrt(-1 / std::cos(tilt));
    EXPECT_EQ(top_motion({1, 1, 1}, tilted(tilt), {0, -phidot * std::sin(tilt), 0}).kind, TopKind::circle);
    EXPECT_EQ(top_motion({1, 1, 1}, tilted(tilt), {0, -2 * phidot, 0}).kind, TopKind::spherical_pendulum);
}

TEST(TopMotion, ThroughTheVertical) {
    const TopMotion m = top_motion(printed, tilted(0), {4, 0, 40 * pi});
    EXPECT_EQ(m.kind, TopKind::through_vertical);
    EXPECT_EQ(m.tilt_min, 0.0);
    // At the vertical the precession tends to L3/(2 I1).
    EXPECT_NEAR(m.precession_at_tilt_min, printed.I3 * 40 * pi / (2 * printed.I1), 1e-13);
    EXPECT_EQ(top_motion({1, 1, 0}, tilted(1), {1, 2, 3}).kind, TopKind::free);
}

TEST(TopMotion, ExactlyOnItsWayToTheVerticalTakesForEver) {
    // Spin zero, energy of the upright position: w^2 I1/2 + cos = 1 at the horizontal with Mgl = I1 = 1, w^2 = 2; tilt
    // of 90 degrees by a quaternion whose squares are exactly equal.
    const TopMotion m = top_motion({1, 1, 1}, {1, 1, 0, 0}, {std::sqrt(2.0), 0, 0});
    EXPECT_TRUE(m.nutation_period > 30) << m.nutation_period;  // sqrt(2) is rounded: infinite but for the last bit
}

// Starts that strain plain formulas: 1e-4 and 1e-8 rad from either pole, near the sleeping limit, very fast, very slow.
// Expected values: mpmath with 60 digits (roots of the cubic, complete elliptic integrals of the first and third kind).
TEST(TopMotion, StrainedStarts) {
    struct Row {
        Top top;
        Quaternion<double> q;
        Vec3<double> w;
        double period, mean;
    };
    const Row rows[] = {
        {{1.2, 0.8, 1.5},
         {0.99999999875, 4.999999997916667e-05, 0.0, 0.0},
         {0.0001, 0.0001, 1.6770509831248421},
         23.0745885944749198,
         0.730525314010044218},
        {{1.2, 0.8, 1.5},
         {4.999999997916667e-05, 0.99999999875, 0.0, 0.0},
         {0.001, 0.0001, 1.6770509831248421},
         2.51327416819448817,
         0.690982942032870365},
        {{1.2, 0.8, 1.5},
         {0.99999999875, 4.999999997916667e-05, 0.0, 0.0},
         {0.0001, 0.0001, 3.3507478642834347},
         207.224873102379397,
         1.10224263228732044},
        {{1.2, 0.8, 1.5},
         {4.999999997916667e-05, 0.99999999875, 0.0, 0.0},
         {0.001, 0.0001, 3.3507478642834347},
         1.98791133840129078,
         0.463432467813232304},
        {{1.2, 0.8, 1.5},
         {0.99999999875, 4.999999997916667e-05, 0.0, 0.0},
         {0.0001, 0.0001, 3.357456068215934},
         62.7922285633628045,
         1.06912111306224162},
        {{1.2, 0.8, 1.5},
         {4.999999997916667e-05, 0.99999999875, 0.0, 0.0},
         {0.001, 0.0001, 3.357456068215934},
         1.98592442091344954,
         0.462777538565312521},
        {{1.2, 0.8, 1.5},
         {0.99999999875, 4.999999997916667e-05, 0.0, 0.0},
         {0.0001, 0.0001, 10.062305898749052},
         0.993458826101311058,
         0.191824305976764236},
        {{1.2, 0.8, 1.5},
         {4.999999997916667e-05, 0.99999999875, 0.0, 0.0},
         {0.001, 0.0001, 10.062305898749052},
         0.888576580298137961,
         0.181431936199358909},
        {{1.2, 0.8, 1.5},
         {0.99999999875, 4.999999997916667e-05, 0.0, 0.0},
         {0.0001, 0.0001, 335.4101966249684},
         0.028100663992477563,
         0.00559030970498330083},
        {{1.2, 0.8, 1.5},
         {4.999999997916667e-05, 0.99999999875, 0.0, 0.0},
         {0.001, 0.0001, 335.4101966249684},
         0.0280978540663035384,
         0.00559003019637597077},
        {{1.2, 0.8, 1.5},
         {1.0, 5e-09, 0.0, 0.0},
         {1e-08, 1e-08, 1.6770509831248421},
         42.0993858523718673,
         0.653020358027001999},
        {{1.2, 0.8, 1.5},
         {5e-09, 1.0, 0.0, 0.0},
         {0.001, 1e-08, 1.6770509831248421},
         2.51327416308421574,
         0.690982940903691122},
        {{1.2, 0.8, 1.5},
         {1.0, 5e-09, 0.0, 0.0},
         {1e-08, 1e-08, 3.3507478642834347},
         575.783888135204884,
         1.11163518273629656},
        {{1.2, 0.8, 1.5},
         {5e-09, 1.0, 0.0, 0.0},
         {0.001, 1e-08, 3.3507478642834347},
         1.98791133542702439,
         0.463432467462312011},
        {{1.2, 0.8, 1.5},
         {1.0, 5e-09, 0.0, 0.0},
         {1e-08, 1e-08, 3.357456068215934},
         62.8161509963231725,
         1.0691395243005714},
        {{1.2, 0.8, 1.5},
         {5e-09, 1.0, 0.0, 0.0},
         {0.001, 1e-08, 3.357456068215934},
         1.98592441794772058,
         0.462777538216075245},
        {{1.2, 0.8, 1.5},
         {1.0, 5e-09, 0.0, 0.0},
         {1e-08, 1e-08, 10.062305898749052},
         0.993458826579610161,
         0.191824306081305226},
        {{1.2, 0.8, 1.5},
         {5e-09, 1.0, 0.0, 0.0},
         {0.001, 1e-08, 10.062305898749052},
         0.888576580078772356,
         0.181431936194071687},
        {{1.2, 0.8, 1.5},
         {1.0, 5e-09, 0.0, 0.0},
         {1e-08, 1e-08, 335.4101966249684},
         0.0281006639924901167,
         0.00559030970498621742},
        {{1.2, 0.8, 1.5},
         {5e-09, 1.0, 0.0, 0.0},
         {0.001, 1e-08, 335.4101966249684},
         0.02809785406629923,
         0.00559003019637637125},
        {{0.000576875, 9.375e-05, 0.0294},
         {0.8660254037844387, -0.49999999999999994, 0.0, 0.0},
         {0.0, 0.0, 6283.185307179586},
         0.00615363409416065225,
         0.0499122098464748008},
        {{0.000576875, 9.375e-05, 0.0294},
         {0.8660254037844387, -0.49999999999999994, 0.0, 0.0},
         {0.0, 0.0, 628318.5307179586},
         0.0000615333336341051998,
         0.000499109902755995923},
        {{0.000576875, 9.375e-05, 0.0294},
         {0.8660254037844387, -0.49999999999999994, 0.0, 0.0},
         {0.0, 0.0, 62831853.071795866},
         6.15333333333634105e-7,
         4.99109901536305719e-6},
        {{0.000576875, 9.375e-05, 0.0294},
         {0.8660254037844387, -0.49999999999999994, 0.0, 0.0},
         {0.1, 0.2, 0.006283185307179587},
         0.604089647912687779,
         -5.32319052368191891},
        {{0.000576875, 9.375e-05, 0.0294},
         {0.8660254037844387, -0.49999999999999994, 0.0, 0.0},
         {0.1, 0.2, 6.283185307179586e-06},
         0.604090389132764515,
         -5.32312133717361404},
    };
    for (const Row& row : rows) {
        const TopMotion m = top_motion(row.top, row.q, row.w);
        EXPECT_NEAR(m.nutation_period / row.period, 1, 1e-12);
        EXPECT_NEAR(m.mean_precession / row.mean, 1, 1e-10);
    }
}

RC_GTEST_PROP(TopMotion, SeenFromBelowIsTheSameTop, ()) {
    const auto one = [] { return (*rc::gen::inRange(-100000, 100001)) / 3e4; };
    const double a = one(), b = one(), c = one(), d = one() + 4;
    const Vec3<double> w{one(), one(), one()};
    const Top top{1 + std::abs(one()), 1.0, 0.5 + std::abs(one())};
    const Quaternion<double> q = normalise(Quaternion<double>{d, a, b, c});
    const TopMotion m = top_motion(top, q, w);
    // Turned by half a turn about body x: z points the other way, and so do y and z components of the rate.
    const TopMotion n =
        top_motion({top.I1, top.I3, -top.Mgl}, q * Quaternion<double>{0, 1, 0, 0}, {w[0], -w[1], -w[2]});
    RC_ASSERT(m.kind == n.kind);
    RC_ASSERT(std::abs(m.tilt_min - (pi - n.tilt_max)) < 1e-7);  // sqrt of a rounding error at a pole
    RC_ASSERT(std::abs(m.tilt_max - (pi - n.tilt_min)) < 1e-7);
    RC_ASSERT(std::abs(m.energy - n.energy) < 1e-12);
    RC_ASSERT(m.nutation_period == n.nutation_period || std::abs(m.nutation_period / n.nutation_period - 1) < 1e-6);
}

RC_GTEST_PROP(TopMotion, KindAgreesWithTheSignsOfThePrecession, ()) {
    const auto one = [] { return (*rc::gen::inRange(-100000, 100001)) / 3e4; };
    const double a = one(), b = one(), c = one(), d = one() + 4;
    const Vec3<double> w{one(), one(), 3 * one()};
    const Top top{1 + std::abs(one()), 1.0, 0.5 + std::abs(one())};
    const TopMotion m = top_motion(top, {d, a, b, c}, w);
    const double size = std::max(std::abs(m.precession_min), std::abs(m.precession_max));
    if (m.kind == TopKind::loop)
        RC_ASSERT(m.precession_min < 0 && m.precession_max > 0);
    else
        RC_ASSERT(m.precession_min >= -1e-6 * size || m.precession_max <= 1e-6 * size);
    RC_ASSERT(m.tilt_min <= m.tilt_max);
    RC_ASSERT(m.mean_precession >= m.precession_min - 1e-9 * size);
    RC_ASSERT(m.mean_precession <= m.precession_max + 1e-9 * size);
}

}  // namespace top_motion_test
}  // namespace polhode
