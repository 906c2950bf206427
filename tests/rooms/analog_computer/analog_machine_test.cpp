#include "polhode/analog_computer/analog_machine.hpp"

#include "polhode/arithmetic/philox.hpp"
#include "support/analog_support.hpp"

namespace analog_machine_test {

namespace {

using namespace analog_test;
using analog::ErrorCurve;
using reference::degrees;

ErrorCurve curve_of(std::string name) {
    for (char& c : name)
        if (c == '_') c = '-';
    ErrorCurve curve = ErrorCurve::none;
    EXPECT_TRUE(analog_error_named(name, curve)) << name;
    return curve;
}

// robinson_emulator_cases.csv: every error voltage given, final volts to 1e-6 V
TEST(AnalogMachineSet, DeterministicCases_Long) {
    const auto cases = emulator_cases();
    ASSERT_EQ(cases.size(), 12u);
    for (const EmulatorCase& c : cases) {
        AnalogSettings s = ideal(c.quaternion ? AnalogCircuit::quaternion : AnalogCircuit::direction_cosines);
        s.scaling.volts_per_unit = c.S;
        s.scaling.full_scale_rate = c.full_scale;
        s.scaling.K = c.K, s.scaling.C = c.C;
        s.scaling.k1 = c.K1, s.scaling.C1 = c.C1, s.scaling.k2 = c.K2, s.scaling.C2 = c.C2;
        s.curve = curve_of(c.error_mode);
        s.errors = c.eps;
        s.gains = c.gains;
        s.offsets = c.offsets;
        OneMachine m(s);
        std::vector<double> start = c.y0;
        for (double& v : start) v *= c.S;
        m.start(start);
        // at 0.01 s the step error of RK4 is below 1e-8 V
        m.run(c.PQR, c.T, 0.01);
        for (std::size_t i = 0; i < c.final_volts.size(); ++i)
            EXPECT_NEAR(m.volts(static_cast<int>(i)), c.final_volts[i], 1e-6) << c.name << " " << i;
        for (std::size_t i = 0; i < c.readout.size(); ++i)
            EXPECT_NEAR(m.reading(static_cast<int>(i) / 3 + 1, static_cast<int>(i) % 3 + 1), c.readout[i], 2e-6)
                << c.name << " reading " << i;
        ASSERT_EQ(c.drift.size(), 3u);
        for (int i = 0; i < 3; ++i)
            EXPECT_NEAR(m.drift()[i], c.drift[static_cast<std::size_t>(i)], 1e-7) << c.name << " drift " << i;
    }
}

// Item 30 of the method: l(t) = 1/sqrt(1 + (1/l0^2 - 1) exp(-K t)), Figure 5 (robinson_correction_decay.csv)
TEST(AnalogMachineSet, LengthDecaysAsTheLawSays_Long) {
    int judged = 0;
    for (const auto& row : rows_of("robinson_correction_decay.csv")) {
        const bool quaternion = row.text("method") == "quaternion K";
        AnalogSettings s = quaternion ? ideal() : ideal_cosines();
        s.scaling.K = s.scaling.k1 = row.number("gain");
        const double l0 = row.number("l0"), t = row.number("t_s");
        OneMachine m(s);
        std::vector<double> start = analog_start(s.scaling, Quaternion<double>{1, 0, 0, 0});
        for (double& v : start) v *= l0;
        m.start(start);
        if (t > 0) m.run({}, t, 0.001);
        EXPECT_NEAR(m.length_error() + 1, row.number("l_exact"), 1e-9) << row.text("method") << " " << t;
        ++judged;
    }
    EXPECT_EQ(judged, 33);
}

// Gain bias: -3600 g degrees in ten revolutions about the input axis; in general -(g_a + g_b)/2 of the two integrators
// that turn; half in half the time.
TEST(AnalogMachineSet, SummersOfLowGainDriftInProportion_Long) {
    const Vec3<double> axes[3] = {{{0.5, 0, 0}}, {{0, 0.5, 0}}, {{0, 0, 0.5}}};
    // which integrators turn under P, Q, R
    const int quaternion[3][2] = {{0, 3}, {0, 2}, {0, 1}};
    const int cosines[3][2] = {{4, 5}, {0, 2}, {0, 1}};
    for (const AnalogCircuit circuit : {AnalogCircuit::quaternion, AnalogCircuit::direction_cosines})
        for (int axis = 0; axis < 3; ++axis) {
            AnalogSettings s = ideal(circuit);
            s.gain_error = circuit == AnalogCircuit::quaternion ? 1.44e-3 : 2.9e-3;
            const double whole = degrees(OneMachine(s).run(axes[axis], ten_revolutions, 0.05).drift()[axis]);
            EXPECT_NEAR(whole, -3600 * s.gain_error, 0.01);
            const double part = degrees(OneMachine(s).run(axes[axis], ten_revolutions / 2, 0.05).drift()[axis]);
            // five revolutions are whole turns for the cosines; the quaternion comes back with the other sign
            EXPECT_NEAR(part, whole / 2, 1e-3);

            s.gain_error = 0;
            const auto& turning = circuit == AnalogCircuit::quaternion ? quaternion : cosines;
            for (int i = 0; i < s.scaling.size(); ++i) {
                s.gains.assign(static_cast<std::size_t>(s.scaling.size()), 1.0);
                s.gains[static_cast<std::size_t>(i)] = 1 - 1e-3;
                const double drift = degrees(OneMachine(s).run(axes[axis], ten_revolutions, 0.05).drift()[axis]);
                const bool turns = i == turning[axis][0] || i == turning[axis][1];
                EXPECT_NEAR(drift, turns ? -1.8 : 0, 0.01) << axis << " integrator " << i;
            }
        }
}

// "Only amplifiers between the P, Q, R products and the integrators matter; those in the correction loops do not."
TEST(AnalogMachineSet, CorrectionAmplifiersDoNotMatterInvertersDo) {
    AnalogSettings s = ideal();
    s.correction_gain = 1 - 5e-3;
    EXPECT_NEAR(degrees(OneMachine(s).run({{0.5, 0, 0}}, ten_revolutions, 0.05).drift()[0]), 0, 1e-4);
    s.correction_gain = 1;
    // -P low by g: half of each product's pot is short, the rate is low by g/2
    s.inverter_gain = 1 - 1e-3;
    EXPECT_NEAR(degrees(OneMachine(s).run({{0.5, 0, 0}}, ten_revolutions, 0.05).drift()[0]), -1.8, 0.01);
}

// Zero-input drift: rate vector P_m (o4, o3, o2)/S and P_m (-o32, o31, -o21)/S; five times as fast at five times the
// full-scale rate. 6.4 mV make the 7.3e-3 deg/s of the zero-input runs in Table I.
TEST(AnalogMachineSet, OffsetsDriftAtRest) {
    const double t = 10;
    for (const double full_scale : {1.0, 5.0}) {
        AnalogSettings s = ideal();
        s.scaling.full_scale_rate = {{full_scale, full_scale, full_scale}};
        s.offsets = {0, 0.002, -0.001, 0.0015};  // o1 goes into the length
        const Vec3<double> q = OneMachine(s).run({}, t, 0.05).drift();
        const double rate = full_scale / 50 * t;
        // the second-order part of so small an angle is below 1e-5 of it
        EXPECT_NEAR(q[0], 0.0015 * rate, 2e-5 * rate * 0.002);
        EXPECT_NEAR(q[1], -0.001 * rate, 2e-5 * rate * 0.002);
        EXPECT_NEAR(q[2], 0.002 * rate, 2e-5 * rate * 0.002);

        s = ideal_cosines();
        s.scaling.full_scale_rate = {{full_scale, full_scale, full_scale}};
        s.offsets = {0.001, 0.002, -0.0005, 0, 0, 0.0015};
        const Vec3<double> c = OneMachine(s).run({}, t, 0.05).drift();
        EXPECT_NEAR(c[0], -0.0015 * rate, 1e-3 * rate * 0.002);
        EXPECT_NEAR(c[1], -0.0005 * rate, 1e-3 * rate * 0.002);
        EXPECT_NEAR(c[2], -0.002 * rate, 1e-3 * rate * 0.002);
    }
    AnalogSettings s = ideal();
    s.offsets = {0, 0, 0, 0.0064};
    EXPECT_NEAR(degrees(OneMachine(s).run({}, ten_revolutions, 0.05).drift()[0]), 0.92, 0.005);
}

// robinson_lag_eigenvalues.csv: without correction the vector grows and turns as the root of T s^2 + s - i w says.
TEST(AnalogMachineSet, LagWithoutCorrectionGrowsAsItsRoot) {
    int judged = 0;
    for (const auto& row : rows_of("robinson_lag_eigenvalues.csv")) {
        const bool quaternion = row.text("method") == "quaternion";
        AnalogSettings s = quaternion ? ideal() : ideal_cosines();
        s.scaling.K = s.scaling.k1 = s.scaling.k2 = 0;
        s.lag = row.number("T_lag_s");
        const double Q = row.number("Q_rad_s"), w = quaternion ? Q / 2 : Q;
        OneMachine m(s);
        const double step = std::min(0.01, s.lag);
        // the other root, near -1/T, dies out first
        m.run({{0, Q, 0}}, 30 * s.lag, step);
        const int other = 2;  // e3, or a31
        const double length = std::hypot(m.volts(0), m.volts(other)), angle = std::atan2(m.volts(other), m.volts(0));
        const double t = 2.0;
        m.run({{0, Q, 0}}, t, step);
        const double growth = std::log(std::hypot(m.volts(0), m.volts(other)) / length) / t;
        const double turned = std::atan2(m.volts(other), m.volts(0)) - angle;
        const double rate = (turned < 0 ? turned + 2 * reference::pi : turned) / t;
        // the numbers have nine digits; the step error of RK4 for exp(-t/T) is gone with that root
        EXPECT_NEAR(growth, row.number("growth_rate_exact_per_s"), 2e-9 + 1e-7 * growth) << s.lag;
        EXPECT_NEAR(rate / w - 1, row.number("relative_rate_error_exact"), 3e-8) << s.lag << " " << row.text("method");
        ++judged;
    }
    EXPECT_EQ(judged, 16);
}

// robinson_lag_with_correction.csv: on the lagging shaft the correction makes the drift a constant; beside it, it
// grows.
TEST(AnalogMachineSet, LagWithCorrection_Long) {
    int judged = 0;
    for (const auto& row : rows_of("robinson_lag_with_correction.csv")) {
        const bool quaternion = row.text("method") == "quaternion";
        AnalogSettings s = quaternion ? ideal() : ideal_cosines();
        s.lag = row.number("T_lag_s");
        s.scaling.lagged_correction = row.integer("correction_product_on_lagged_shaft") == 1;
        const double t = row.number("revolutions_at_0.5_rad_s") * 4 * reference::pi;
        OneMachine m(s);
        m.run({{0, 0.5, 0}}, t, 0.01);
        // half a unit of the last printed digit: 5e-7 deg and 5e-9
        EXPECT_NEAR(degrees(m.drift()[1]), row.number("drift_deg"), 6e-7) << s.lag;
        EXPECT_NEAR(m.length_error(), row.number("length_minus_1"), 5.1e-9) << s.lag;
        ++judged;
    }
    EXPECT_EQ(judged, 16);
}

// Figure 3: near ten revolutions the drift about the input axis is a line of slope 28.648 deg/s through zero at 40 pi
// s; biased, the same line shifted.
TEST(AnalogMachineSet, DriftAgainstTimeIsALine) {
    for (const double g : {0.0, 1.44e-3}) {
        AnalogSettings s = ideal();
        s.gain_error = g;
        OneMachine m(s);
        m.run({{0.5, 0, 0}}, 125.4, 0.05);
        const double first = degrees(m.drift()[0]);
        m.run({{0.5, 0, 0}}, 0.5, 0.05);
        const double second = degrees(m.drift()[0]);
        EXPECT_NEAR((second - first) / 0.5, 28.6479 * (1 - g), 1e-3);
        EXPECT_NEAR(first + (ten_revolutions - 125.4) * (second - first) / 0.5, -3600 * g, 0.01);
    }
}

// A machine alone and among seven others: the same bits.
TEST(AnalogMachineSet, AloneAndAmongOthers) {
    AnalogSettings s = ideal();
    s.curve = ErrorCurve::correlated_knots;
    s.gain_spread = 1e-3;
    s.offset_spread = 0.002;
    s.servo_sigma = 0.02;
    const AnalogPlan plan(s);
    analog::Machine<double, 8> many(plan.circuit);
    std::vector<double> knots(static_cast<std::size_t>(plan.knots_per_machine()) * 8);
    const auto start = analog_start(s.scaling, Quaternion<double>{1, 0, 0, 0});
    for (int l = 0; l < 8; ++l) {
        fill_machine(many, l, plan, 100 + static_cast<std::uint64_t>(l), knots.data());
        start_machine(many, l, start);
    }
    const auto in = plan.inputs({{0.3, -0.2, 0.4}});
    for (int n = 0; n < 200; ++n) many.step(0.1, in, in, in);
    for (int l = 0; l < 8; ++l) {
        OneMachine one(s, 100 + static_cast<std::uint64_t>(l));
        for (int n = 0; n < 200; ++n) one.machine.step(0.1, in, in, in);
        for (int i = 0; i < 4; ++i) EXPECT_EQ(one.volts(i), many.state[i][l]) << l;
    }
    EXPECT_NE(many.state[0][0], many.state[0][1]);
}

// Appendix C, figures 17 to 19: 12 servos of three pots, 45 readings each from -95 to +95 V. Without the bad servo
// 84.13 % of the readings lie below 0.053 V; a servo whose pots all read high shifts the median.
TEST(AnalogMachineSet, MultiplierTestGivesItsSpread) {
    AnalogSettings s = ideal_cosines();
    s.curve = ErrorCurve::correlated_knots;
    // 45 readings at the knots themselves would see the knots' own spread, sqrt(1.5) sigma; a sweep reads anywhere
    std::vector<double> readings;
    for (std::uint64_t set = 0; set < 40; ++set) {
        OneMachine m(s, 1000 + set);
        for (int k = 0; k < 36; ++k)
            for (int r = 0; r < 45; ++r) {
                const double place = 44 * RandomStream{set, static_cast<unsigned>(k)}.uniform(static_cast<unsigned>(r));
                const int cell = std::min(static_cast<int>(place), 43);
                const double* f = m.machine.knots + k * 45;
                readings.push_back(f[cell] + (place - cell) * (f[cell + 1] - f[cell]));
            }
    }
    std::sort(readings.begin(), readings.end());
    const auto quantile = [&](double p) { return readings[static_cast<std::size_t>(p * double(readings.size()))]; };
    // 64800 readings, about two to a knot: standard error of the quantile about 0.053 x 1.5/sqrt(40000) = 4e-4
    EXPECT_NEAR(quantile(0.8413), 0.053, 0.0016);
    EXPECT_NEAR(quantile(0.5), 0, 0.0016);
    // one servo in twelve with + 0.1 V on its three pots bends the curve at its upper end
    std::vector<double> with_bad = readings;
    for (std::size_t i = 0; i < with_bad.size(); i += 12) with_bad[i] += 0.1;
    std::sort(with_bad.begin(), with_bad.end());
    EXPECT_GT(with_bad[with_bad.size() / 2], quantile(0.5) + 0.003);
    EXPECT_GT(with_bad[with_bad.size() * 98 / 100], quantile(0.98) + 0.01);
}

// Servo 1 of the report: an error common to the pots of a shaft.
TEST(AnalogMachineSet, PotsOfAShaftCanShareAnError) {
    AnalogSettings s = ideal();
    s.curve = ErrorCurve::correlated_constant;
    s.sigma = 0;
    s.servo_sigma = 0.05;
    const OneMachine m(s);
    const auto& c = m.plan.circuit;
    for (int k = 1; k < c.channels; ++k)
        for (int n = 0; n < k; ++n)
            EXPECT_EQ(m.machine.a[k][0] == m.machine.a[n][0], c.channel[k].shaft == c.channel[n].shaft) << k << n;
}

TEST(AnalogMachineSet, SquaresCanBeExact) {
    for (AnalogSettings s : {ideal(), ideal_cosines()}) {
        s.curve = ErrorCurve::uncorrelated_constant;
        s.squaring_error = false;
        const OneMachine m(s);
        int exact = 0;
        for (int k = 0; k < m.plan.circuit.channels; ++k) exact += m.machine.a[k][0] == 0;
        EXPECT_EQ(exact, s.scaling.circuit == AnalogCircuit::quaternion ? 4 : 9);
    }
}

// The start and back; the readings of an ideal machine are 50 times the passive matrix.
TEST(AnalogMachineSet, StartsWhereItIsPut) {
    const Quaternion<double> q = normalise(Quaternion<double>{0.3, -0.5, 0.7, 0.2});
    const Mat3<double> A = to_matrix(q).transposed();
    for (const AnalogSettings& s : {ideal(), ideal_cosines()}) {
        OneMachine m(s);
        m.start(analog_start(s.scaling, q));
        m.machine.read_out(m.plan.inputs({}));
        EXPECT_LT(reference::angle(reference::wide(m.attitude()), reference::wide(q)), 1e-15);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) EXPECT_NEAR(m.reading(i + 1, j + 1), 50 * A(i, j), 1e-12);
    }
}

}  // namespace

}  // namespace analog_machine_test
