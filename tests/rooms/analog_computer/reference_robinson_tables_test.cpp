// Tables I and II of Robinson 1958: the drift the machines showed after ten revolutions, read again from the volts that
// were written down.
#include "polhode/sweep/analog/analog_monte_carlo.hpp"
#include "support/analog_support.hpp"

namespace reference_robinson_tables_test {

namespace {

using namespace analog_test;

struct Run {
    std::string input;
    double time;
    Vec3<double> drift;  // deg
    double printed;      // deg, or NaN
};

double volts(const reference::TableRow& row, int m, int n) { return row.number("v50_a" + std::to_string(10 * m + n)); }

// Small-angle drift of a matrix near identity, in units of 50 V = 1
Vec3<double> drift_of(const reference::TableRow& row) {
    const double f = reference::degrees(0.5 / 50);
    return {{f * (volts(row, 2, 3) - volts(row, 3, 2)), f * (volts(row, 3, 1) - volts(row, 1, 3)),
             f * (volts(row, 1, 2) - volts(row, 2, 1))}};
}

// The drift about the input axis at exactly 40 pi s: the clock of the runs was off by up to a few tenths of a second.
Moments at_ten_revolutions(const std::string& table, const std::string& time_column, const std::string& input) {
    std::vector<double> drifts;
    for (const auto& row : rows_of(table)) {
        if (row.text("input") != input) continue;
        std::string time = row.text(time_column);
        if (time.empty()) time = row.text("time_s_printed");
        const double slope = reference::degrees(0.5);
        drifts.push_back(drift_of(row)[static_cast<int>(input[0] - 'P')] -
                         (std::strtod(time.c_str(), nullptr) - ten_revolutions) * slope);
    }
    return moments_of(drifts);
}

// robinson_drift_at_10_revolutions.csv
TEST(ReferenceRobinsonTables, MeanDriftAtTenRevolutions) {
    int judged = 0;
    for (const auto& row : rows_of("robinson_drift_at_10_revolutions.csv")) {
        const std::string& method = row.text("method");
        const bool quaternion = method == "quaternion";
        const std::string table =
            quaternion ? "robinson_table1_quaternion_drift.csv" : "robinson_table2_dircos_drift.csv";
        const std::string time = quaternion                     ? "time_s"
                                 : method == "direction_cosine" ? "time_s_printed"
                                                                : "time_s_conjecture";
        const Moments m = at_ten_revolutions(table, time, row.text("input"));
        EXPECT_EQ(m.count, row.integer("runs")) << method;
        // two decimals printed
        EXPECT_NEAR(m.mean, row.number("mean_drift_about_input_axis_deg"), 0.0051) << method << row.text("input");
        EXPECT_NEAR(m.deviation, row.number("std_of_runs_deg"), 0.0051) << method << row.text("input");
        EXPECT_NEAR(m.mean / 3600, row.number("implied_relative_rate_error"), 6e-6) << method;
        ++judged;
    }
    EXPECT_EQ(judged, 9);
}

// The printed drift column of Table I is 57.2958 times the length of the small-angle drift, no arcsine.
TEST(ReferenceRobinsonTables, PrintedDriftColumn) {
    int judged = 0;
    for (const auto& row : rows_of("robinson_table1_quaternion_drift.csv")) {
        const Vec3<double> d = drift_of(row);
        EXPECT_NEAR(norm(d), row.number("drift_deg_recomputed"), 0.0051);
        if (!row.text("cells_corrected").empty() || row.text("drift_deg_printed").empty()) continue;
        EXPECT_NEAR(norm(d), row.number("drift_deg_printed"), 0.035) << row.text("ocr_row");
        ++judged;
    }
    EXPECT_EQ(judged, 19);
}

// The cosine machine drifted about twice as far as the quaternion machine.
TEST(ReferenceRobinsonTables, CosinesDriftTwiceAsFar) {
    double quaternion = 0, cosines = 0;
    for (const char* input : {"P", "Q", "R"}) {
        quaternion += at_ten_revolutions("robinson_table1_quaternion_drift.csv", "time_s", input).mean / 3;
        cosines += at_ten_revolutions("robinson_table2_dircos_drift.csv", "time_s_printed", input).mean / 3;
    }
    EXPECT_NEAR(quaternion, -5.0, 0.05);
    EXPECT_NEAR(cosines, -10.7, 0.06);
    EXPECT_NEAR(cosines / quaternion, 2.1, 0.1);
}

// The emulated machine with the gains that Table I implies shows the drift of Table I, axis by axis.
TEST(ReferenceRobinsonTables, GainsExplainTheBias) {
    // e1 turns under every input, so three means fix the gains of the others against it: here all share 1.44e-3 and
    // the rest is put on the second integrator of each axis
    const double implied[3] = {1.44e-3, 1.79e-3, 0.92e-3};  // P, Q, R
    AnalogSettings s = ideal();
    const double g1 = 1.2e-3;
    s.gains = {1 - g1, 1 - (2 * implied[2] - g1), 1 - (2 * implied[1] - g1), 1 - (2 * implied[0] - g1)};
    const double seen[3] = {-5.19, -6.46, -3.32};
    for (int axis = 0; axis < 3; ++axis) {
        Vec3<double> rate{};
        rate[axis] = 0.5;
        OneMachine m(s);
        m.run(rate, ten_revolutions, 0.05);
        EXPECT_NEAR(reference::degrees(m.drift()[axis]), seen[axis], 0.03);
    }
}

}  // namespace

}  // namespace reference_robinson_tables_test
