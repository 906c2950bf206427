// Robinson's conventions and numbers (1958): conversions, composition and rates to their printed digits. The tables
// have 15 significant digits of numbers up to pi: 5e-15 of rounding there, the rest is ours.
#include <cmath>

#include "core/arithmetic/reference_rows.hpp"
#include "core/rotation/attitudes.hpp"

namespace polhode {
namespace robinson_test {

using reference_rows::Row;

constexpr double printed = 6e-15;

double radians(double degrees) { return degrees * pi<double>() / 180; }

// psi about z, then theta about the new y, then phi about the newest x: zyx
EulerAngles<double> angles(const Row& row, const std::string& prefix = "") {
    return {radians(row[prefix + "psi_deg"]), radians(row[prefix + "theta_deg"]), radians(row[prefix + "phi_deg"]),
            euler_sequence("zyx")};
}
RobinsonParameters<double> parameters(const Row& row, const std::string& prefix = "e") {
    return {row[prefix + "1"], row[prefix + "2"], row[prefix + "3"], row[prefix + "4"]};
}
PassiveMatrix<double> matrix(const Row& row, const std::string& suffix = "") {
    PassiveMatrix<double> p;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) p.A_BN(i, j) = row["a" + std::to_string(i + 1) + std::to_string(j + 1) + suffix];
    return p;
}
double difference(const RobinsonParameters<double>& a, const RobinsonParameters<double>& b) {
    const Vec<double, 4> x{a.e1, a.e2, a.e3, a.e4}, y{b.e1, b.e2, b.e3, b.e4};
    return min(norm(x - y), norm(x + y));  // e and -e are the same attitude
}
double difference(const PassiveMatrix<double>& a, const PassiveMatrix<double>& b) {
    const Mat3<double> d = a.A_BN - b.A_BN;
    return max(norm(d.row(0)), max(norm(d.row(1)), norm(d.row(2))));
}

// Every way from each of the four forms of a row to each of the others.
TEST(Robinson, Conversions) {
    int rows = 0;
    for (const auto& row : reference_rows::read("robinson_conversions.csv")) {
        const Quaternion<double> q = from_robinson(parameters(row));
        const Dcm<double> d = from_passive(matrix(row));
        const AxisAngle<double> a{{row["axis_x"], row["axis_y"], row["axis_z"]}, row["mu_rad_for_e1_ge_0"]};
        for (const auto& e : {to_robinson(to_quaternion(angles(row))), to_robinson(to_quaternion(d)),
                              to_robinson(to_quaternion(a)), to_robinson(q)})
            EXPECT_LE(difference(e, parameters(row)), printed);
        for (const auto& A : {to_passive(convert<Dcm>(angles(row))), to_passive(convert<Dcm>(q)),
                              to_passive(convert<Dcm>(a)), to_passive(d)})
            EXPECT_LE(difference(A, matrix(row)), printed);
        // the angles from the matrix and from the four parameters: at theta = 89.9 deg phi and psi lose three digits
        for (const auto& e : {convert(q, angles(row)), convert(d, angles(row)), convert(a, angles(row))})
            EXPECT_LE(norm(e.params() - angles(row).params()), printed / abs(cos(angles(row).B)));
        for (const auto& r : {convert<AxisAngle>(q), convert<AxisAngle>(d), convert<AxisAngle>(angles(row))}) {
            EXPECT_NEAR(r.angle, a.angle, printed);
            EXPECT_LE(norm(r.angle * r.axis - a.angle * a.axis), 2 * printed);
        }
        // trace = 1 + 2 cos mu (eq. 11)
        const Mat3<double> A = matrix(row).A_BN;
        EXPECT_NEAR(A(0, 0) + A(1, 1) + A(2, 2), 1 + 2 * cos(a.angle), 2 * printed);
        ++rows;
    }
    EXPECT_EQ(rows, 12);
}

// First, then second: q_total = q_first q_second, written in the order in which the turns are made (eqs. 59-66); the
// passive matrices and H multiply the other way round.
TEST(Robinson, Composition) {
    int rows = 0;
    for (const auto& row : reference_rows::read("robinson_composition.csv")) {
        const auto first = from_robinson(parameters(row, "e_first_"));
        const auto second = from_robinson(parameters(row, "e_second_"));
        const auto total = parameters(row, "e_total_");
        EXPECT_LE(difference(to_robinson(to_quaternion(angles(row, "first_"))), parameters(row, "e_first_")), printed);
        EXPECT_LE(difference(to_robinson(to_quaternion(angles(row, "second_"))), parameters(row, "e_second_")),
                  printed);
        EXPECT_LE(difference(to_robinson(compose(first, second)), total), printed);
        const auto zyx = compose(angles(row, "first_"), angles(row, "second_"));
        EXPECT_LE(difference(to_robinson(to_quaternion(zyx)), total), printed);
        const auto A = to_passive(convert<Dcm>(second)).A_BN * to_passive(convert<Dcm>(first)).A_BN;
        EXPECT_LE(difference(to_robinson(to_quaternion(from_passive(PassiveMatrix<double>{A}))), total), printed);
        const RobinsonH<double> H{to_robinson_h(convert<CayleyKlein>(second)).H *
                                  to_robinson_h(convert<CayleyKlein>(first)).H};
        EXPECT_LE(difference(to_robinson(to_quaternion(from_robinson_h(H))), total), printed);
        ++rows;
    }
    EXPECT_EQ(rows, 7);
}

TEST(Robinson, Rates) {
    int rows = 0;
    for (const auto& row : reference_rows::read("robinson_rates.csv")) {
        const EulerAngles<double> a = angles(row);
        const Vec3<double> w{row["P"], row["Q"], row["R"]};
        const Quaternion<double> q = to_quaternion(a);
        const Dcm<double> d = convert<Dcm>(a);
        // derivatives of the angles are as large as 1/cos theta
        const double bound = 2 * printed / abs(cos(a.B));
        const Vec3<double> da{row["psidot"], row["thetadot"], row["phidot"]};
        EXPECT_LE(norm(derivative(a, w) - da), bound * (1 + norm(da)));
        EXPECT_LE(norm(rate(a, da) - w), bound);
        const auto de = to_robinson(Quaternion<double>{}.with(derivative(q, w)));
        EXPECT_LE(difference(de, {row["e1dot"], row["e2dot"], row["e3dot"], row["e4dot"]}), printed);
        const auto dq =
            from_robinson(RobinsonParameters<double>{row["e1dot"], row["e2dot"], row["e3dot"], row["e4dot"]});
        EXPECT_LE(norm(rate(q, dq.params()) - w), 4 * printed);
        const auto dA = to_passive(d.with(derivative(d, w)));
        EXPECT_LE(difference(dA, matrix(row, "dot")), 2 * printed);
        EXPECT_LE(norm(rate(d, from_passive(matrix(row, "dot")).params()) - w), 4 * printed);
        // on the fixed axes (eq. 104)
        EXPECT_LE(norm(to_world(q, w) - Vec3<double>{row["P0"], row["Q0"], row["R0"]}), 2 * printed);
        ++rows;
    }
    EXPECT_EQ(rows, 5);
}

// The table of section II: four axis-angle pairs, one attitude; the first two give e, the last two -e.
TEST(Robinson, FourFoldAmbiguity) {
    const double turn = radians(30);
    const AxisAngle<double> same[] = {{{1, 0, 0}, turn},
                                      {{-1, 0, 0}, -turn},
                                      {{1, 0, 0}, turn - two_pi<double>()},
                                      {{-1, 0, 0}, two_pi<double>() - turn}};
    const Quaternion<double> q = to_quaternion(same[0]);
    for (int i = 0; i < 4; ++i) {
        const Quaternion<double> p = to_quaternion(same[i]);
        EXPECT_LE(norm((i < 2 ? p : -p).params() - q.params()), 4e-16);
        EXPECT_LE(angle_between(convert<Dcm>(same[i]), q), 1e-15);
        // all come back as the first
        const auto back = convert<AxisAngle>(p);
        EXPECT_NEAR(back.angle, turn, 1e-15);
        EXPECT_EQ(back.axis[0], 1);
    }
}

// Half a turn, which eqs. 16 and 17 leave open: all sign combinations of the axis, and each largest component.
TEST(Robinson, HalfTurnsInAllSigns) {
    for (int x = -2; x <= 2; ++x)
        for (int y = -2; y <= 2; ++y)
            for (int z = -2; z <= 2; ++z) {
                if (x == 0 && y == 0 && z == 0) continue;
                for (const double w : {0.0, 1e-300, 1e-17, 1e-9, -1e-9, -1e-3}) {
                    const Quaternion<double> q = normalise(Quaternion<double>{w, 1.0 * x, 1.0 * y, 1.0 * z});
                    const Quaternion<double> back = to_quaternion(convert<Dcm>(q));
                    EXPECT_GE(back.w, 0);
                    EXPECT_LE(angle_between(back, q), 1e-15) << w << " " << x << " " << y << " " << z;
                    EXPECT_NEAR(norm_squared(back), 1, 1e-15);
                }
            }
}

// H = [[e1 + i e2, e3 + i e4], [-e3 + i e4, e1 - i e2]] (eq. 23), and P' = H P H^dagger is r' = A r (eqs. 24-31)
TEST(Robinson, CayleyKleinMatrix) {
    const RobinsonParameters<double> e{0.5, -0.1, 0.7, 0.4999};
    const auto H = to_robinson_h(convert<CayleyKlein>(from_robinson(e))).H;
    EXPECT_EQ(H.a11.re, e.e1);
    EXPECT_EQ(H.a11.im, e.e2);
    EXPECT_EQ(H.a12.re, e.e3);
    EXPECT_EQ(H.a12.im, e.e4);
    EXPECT_EQ(H.a21.re, -e.e3);
    EXPECT_EQ(H.a21.im, e.e4);
    EXPECT_EQ(H.a22.re, e.e1);
    EXPECT_EQ(H.a22.im, -e.e2);
    const Vec3<double> r{1, -2, 3};
    const Vec3<double> moved = detail::pauli_vector(H * detail::pauli(r) * adjoint(H));
    EXPECT_LE(norm(moved - to_passive(convert<Dcm>(from_robinson(e))).A_BN * r), 4e-15);
}

}  // namespace robinson_test
}  // namespace polhode
