// NASA TN D-5302: the benchmark motion with RK4 and Merson on Euler angles and quaternions, and every constraint.
#include "support/reference_support.hpp"

namespace reference_nasa_test {

namespace {

using namespace reference;
using polhode::Quaternion;
using polhode::Vec3;

std::string benchmark(double b0, const std::string& method, double cycles, const std::string& start = "") {
    // one cycle a second, so that seconds are the report's cycles
    return "[rates]\nkind = \"benchmark\"\nb0_deg = " + digits(b0) + "\ncycles_per_second = 1.0\n" + start +
           "[method]\n" + method + "[run]\nduration = " + digits(cycles) + "\nsample = " + digits(cycles) + "\n";
}

// (0, B0, 0), eq. 6 at t = 0, taken by the method bit for bit
std::string angles_at_start(double b0) {
    return "[start]\nattitude = { euler = \"xyz\", angles_deg = " + list({0, b0, 0}) + " }\n";
}

// Attitude error of eq. 3: asin of the largest |exact axis x computed axis|, axes as they come; and the same unfolded.
// After whole cycles the exact axes are those of the start.
struct Errors {
    double folded = 0, unfolded = 0, signed_phase = 0;
};
Errors errors_of(const Quaternion<double>& q, double b0) {
    const double c = std::cos(radians(b0)), s = std::sin(radians(b0));
    const Vec3<double> exact[3] = {{c, 0, -s}, {0, 1, 0}, {s, 0, c}};
    Errors e;
    double largest = 0;
    for (int i = 0; i < 3; ++i) {
        Vec3<double> unit{};
        unit[i] = 1;
        const Vec3<double> computed = to_world(q, unit);
        const double sine = norm(cross(exact[i], computed));
        largest = std::max(largest, sine);
        e.unfolded = std::max(e.unfolded, std::atan2(sine, dot(exact[i], computed)));
    }
    e.folded = std::asin(std::min(1.0, largest));
    const Vec3<double> second = to_world(q, {0, 1, 0});
    e.signed_phase = std::atan2(-second[0], second[1]);
    return e;
}

// What the reference numbers promise for a double program: 1e-9 relative or 1e-13 absolute times cycles.
double tolerance(double value, double cycles) { return std::max(1e-9 * std::fabs(value), 1e-13 * cycles); }

TEST(ReferenceNasa, QuaternionRungeKutta) {
    int judged = 0;
    for (const TableRow& row : table_of("nasa-quaternion-rk4.csv")) {
        const double b0 = row.number("B0_deg"), n = row.number("steps_per_cycle"), cycles = row.number("cycles");
        const Result r = run_text(benchmark(
            b0,
            "attitude = \"quaternion\"\nintegrator = \"rk4\"\nconstraint = \"none\"\nstep = " + digits(1 / n) + "\n",
            cycles));
        const std::string name =
            "B0 " + row.text("B0_deg") + ", " + row.text("steps_per_cycle") + " a cycle, " + row.text("cycles");
        EXPECT_EQ(r.statistics.accepted, std::lround(n * cycles)) << name;
        EXPECT_EQ(r.statistics.evaluations, 4 * std::lround(n * cycles)) << name;
        const Quaternion<double>& q = r.last().q_NB;
        const double e[4] = {q.w, q.x, q.y, q.z};
        for (int i = 0; i < 4; ++i) {
            const double want = row.number("e" + std::to_string(i));
            // each component carries the rounding of n x cycles steps of numbers near 1
            EXPECT_NEAR(e[i], want, std::max(tolerance(want, cycles), 1.1e-16 * n * cycles)) << name << " e" << i;
        }
        const Errors errors = errors_of(q, b0);
        const double rounding = 1.1e-16 * n * cycles;
        const auto close = [&](double got, const char* column) {
            EXPECT_NEAR(got, row.number(column), std::max(tolerance(row.number(column), cycles), 2 * rounding))
                << name << ' ' << column;
        };
        close(errors.folded, "attitude_error_rad");
        close(errors.signed_phase, "signed_phase_error_rad");
        close(r.last().defect, "constraint_error");
        ++judged;
    }
    EXPECT_EQ(judged, 21);
}

TEST(ReferenceNasa, EulerRungeKutta_Long) {
    int judged = 0, chaotic = 0;
    for (const TableRow& row : table_of("nasa-euler-rk4.csv")) {
        const double b0 = row.number("B0_deg"), n = row.number("steps_per_cycle"), cycles = row.number("cycles");
        const Result r =
            run_text(benchmark(b0, "attitude = \"euler-xyz\"\nintegrator = \"rk4\"\nstep = " + digits(1 / n) + "\n",
                               cycles, angles_at_start(b0)));
        const std::string name =
            "B0 " + row.text("B0_deg") + ", " + row.text("steps_per_cycle") + " a cycle, " + row.text("cycles");
        const Errors errors = errors_of(r.last().q_NB, b0);
        const double seen = row.number("double_minus_ref_abs");
        if (seen > 1e-11) {
            // a passage so near the singular place that rounding decides: only the size means something
            EXPECT_GT(errors.unfolded, 1e-3 * row.number("attitude_error_unfolded_rad")) << name;
            ++chaotic;
            continue;
        }
        // near the singular place rounding grows: another double program was off by `seen`
        const auto close = [&](double got, const char* column) {
            const double want = row.number(column);
            EXPECT_NEAR(got, want, std::max(tolerance(want, cycles), 50 * seen)) << name << ' ' << column;
        };
        close(errors.folded, "attitude_error_rad");
        close(errors.unfolded, "attitude_error_unfolded_rad");
        ASSERT_EQ(r.last().state.size(), 3u);
        // the angles may be near a singular place, where they turn fast: 1/cos(B) times the attitude's tolerance
        const double stretch = 1 / std::cos(radians(std::min(b0, 89.0)));
        const char* angles[3] = {"A_rad", "B_rad", "C_rad"};
        for (int i = 0; i < 3; ++i) {
            const double want = row.number(angles[i]);
            EXPECT_NEAR(r.last().state[static_cast<std::size_t>(i)], want,
                        stretch * std::max(tolerance(want, cycles), 50 * seen))
                << name << ' ' << angles[i];
        }
        ++judged;
    }
    EXPECT_EQ(judged + chaotic, 126);
    EXPECT_LE(chaotic, 14);
}

TEST(ReferenceNasa, EulerMersonWithHalvingAndDoubling) {
    int judged = 0;
    for (const TableRow& row : table_of("nasa-euler-merson.csv")) {
        const double b0 = row.number("B0_deg"), cycles = row.number("cycles");
        const double e_max = 2 * pi * row.number("e_max_cycles");
        const double e_min = row.text("e_min_over_e_max") == "1/32" ? e_max / 32 : e_max;
        const Result r =
            run_text(benchmark(b0,
                               "attitude = \"euler-xyz\"\nintegrator = \"merson\"\ne_max = " + digits(e_max) +
                                   "\ne_min = " + digits(e_min) + "\nlargest_step = 0.25\nstep = 0.0625\n",
                               cycles, angles_at_start(b0)));
        const std::string name = "B0 " + row.text("B0_deg") + ", e_max " + row.text("e_max_cycles") + ", e_min/e_max " +
                                 row.text("e_min_over_e_max");
        const Errors errors = errors_of(r.last().q_NB, b0);
        ++judged;
        if (row.text("double_same_steps") != "yes") {
            EXPECT_NEAR(static_cast<double>(r.statistics.accepted) / row.number("accepted"), 1, 0.1) << name;
            continue;
        }
        EXPECT_EQ(r.statistics.accepted, row.integer("accepted")) << name;
        EXPECT_EQ(r.statistics.rejected, row.integer("rejected")) << name;
        EXPECT_EQ(r.statistics.evaluations, row.integer("derivative_evals")) << name;
        const double seen = row.number("double_minus_ref_abs");
        const auto close = [&](double got, const char* column) {
            const double want = row.number(column);
            EXPECT_NEAR(got, want, std::max(tolerance(want, cycles), 50 * seen)) << name << ' ' << column;
        };
        close(errors.folded, "attitude_error_rad");
        close(errors.unfolded, "attitude_error_unfolded_rad");
    }
    EXPECT_EQ(judged, 90);
}

// The constraint of a row of nasa-quaternion-constraints.csv as it stands in a scenario; its gain is K = value/h or M =
// value/(h w)^2, h = 1/n s and w = 2 pi rad/s.
std::string constraint_of(const TableRow& row) {
    const std::string& method = row.text("method");
    const double n = row.number("steps_per_cycle"), value = row.number("gain_value");
    const std::string K = digits(value * n), M = digits(value * n * n / (4 * pi * pi));
    if (method == "norm-state-exact") return "\"normalise\"";
    if (method == "norm-state-binomial") return "\"normalise-binomial\"";
    if (method == "norm-deriv-scaled") return "\"normalized\"";
    if (method == "norm-substituted") return "{ kind = \"normalized\", reading = \"substituted\" }";
    if (method == "algebraic") return "{ kind = \"algebraic\", gain = " + K + " }";
    if (method == "algebraic-stage") return "{ kind = \"algebraic\", gain = " + K + ", evaluate = \"stage\" }";
    if (method == "derivative") return "{ kind = \"derivative\", gain = " + M + " }";
    if (method == "derivative-lag1") return "{ kind = \"derivative\", gain = " + M + ", reading = \"lag1\" }";
    return "\"none\"";
}

TEST(ReferenceNasa, EveryConstraint_Long) {
    int judged = 0;
    std::map<std::string, int> methods;
    for (const TableRow& row : table_of("nasa-quaternion-constraints.csv")) {
        const std::string constraint = constraint_of(row);
        const double b0 = row.number("B0_deg"), n = row.number("steps_per_cycle"), cycles = row.number("cycles");
        const Result r = run_text(benchmark(
            b0, "integrator = \"rk4\"\nconstraint = " + constraint + "\nstep = " + digits(1 / n) + "\n", cycles));
        const std::string name = constraint + ", " + row.text("steps_per_cycle") + " a cycle, " + row.text("cycles");
        // the error is fed back, not evaluated anew: four evaluations a step whatever the constraint
        EXPECT_EQ(r.statistics.evaluations, 4 * std::lround(n * cycles)) << name;
        const Errors errors = errors_of(r.last().q_NB, b0);
        const auto close = [&](double got, const char* column) {
            const double want = row.number(column);
            EXPECT_NEAR(got, want, std::max(tolerance(want, cycles), 2.2e-16 * n * cycles)) << name << ' ' << column;
        };
        close(errors.folded, "attitude_error_rad");
        close(errors.signed_phase, "signed_phase_error_rad");
        // |q|^2 of numbers near 1 that were normalised: their rounding, whatever the number of steps
        if (constraint == "\"normalise\"" || constraint == "\"normalise-binomial\"")
            EXPECT_NEAR(r.last().defect, row.number("constraint_error"), 5e-16) << name;
        else
            close(r.last().defect, "constraint_error");
        ++judged;
        ++methods[row.text("method")];
    }
    EXPECT_EQ(judged, 420);
    EXPECT_EQ(methods.size(), 9u);
}

// The closed forms of a steady turn at x = w h/2 rad of half angle a step: what a constraint settles at, and how the
// attitude drifts (lag of plain RK4: x^5/60 a step).
TEST(ReferenceNasa, SettledErrorsAndDrifts) {
    const double n = 80, x = pi / n, lag = n * std::pow(x, 5) / 60;
    const auto settled = [&](const std::string& constraint) {
        return run_text(
            benchmark(30, "integrator = \"rk4\"\nconstraint = " + constraint + "\nstep = " + digits(1 / n) + "\n", 50));
    };
    const auto phase = [&](const Result& r) { return errors_of(r.last().q_NB, 30).signed_phase / (50 * lag); };
    // x^2 = 1.5e-3 is the size of what the leading terms leave out
    const double near = 5e-3;
    const Result algebraic = settled("{ kind = \"algebraic\", gain_fraction = 0.5 }");
    EXPECT_NEAR(algebraic.last().defect / (std::pow(x, 6) / 72), 1, near);
    EXPECT_NEAR(phase(algebraic), -1, near);
    const Result start = settled("{ kind = \"derivative\", gain_fraction = 0.5 }");
    EXPECT_NEAR(start.last().defect / (std::pow(x, 6) / 72), 1, near);
    EXPECT_NEAR(phase(start), 2.0 / 3, near);
    const Result lag1 = settled("{ kind = \"derivative\", gain_fraction = 0.5, reading = \"lag1\" }");
    EXPECT_NEAR(lag1.last().defect / (std::pow(x, 6) / 72), 1, near);
    EXPECT_NEAR(phase(lag1), -4.0 / 9, near);
    const Result stage = settled("{ kind = \"derivative\", gain_fraction = 0.5, reading = \"stage\" }");
    EXPECT_NEAR(stage.last().defect / (std::pow(x, 6) / 72), 1, near);
    EXPECT_NEAR(phase(stage), 7.0 / 3, 2 * near);
}

// Beyond its limit the algebraic constraint alternates between two bounded values, of alternating sign; the literal
// reading of the derivative constraint diverges beyond 8/3, where the other one still holds.
TEST(ReferenceNasa, BeyondTheLimits) {
    const auto at = [&](const std::string& constraint, double n, double cycles) {
        return run_text(benchmark(
            30, "integrator = \"rk4\"\nconstraint = " + constraint + "\nstep = " + digits(1 / n) + "\n", cycles));
    };
    EXPECT_NEAR(std::fabs(at("{ kind = \"algebraic\", gain_fraction = 1.1 }", 20, 100).last().defect), 0.502, 0.002);
    const double M = 4 * 20 * 20 / (4 * pi * pi);
    EXPECT_LT(at("{ kind = \"derivative\", gain = " + digits(M) + " }", 20, 20).last().defect, 3e-7);
    EXPECT_THROW(at("{ kind = \"derivative\", gain = " + digits(M) + ", reading = \"lag1\" }", 20, 100),
                 polhode::ComputationFailed);
}

}  // namespace

}  // namespace reference_nasa_test
