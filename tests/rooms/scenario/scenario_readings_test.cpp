#include "polhode/scenario/scenario_readings.hpp"

#include "support/folder.hpp"
#include "support/reference_support.hpp"

namespace scenario_readings_test {

namespace {

using namespace reference;
using polhode::Scenario;

std::string top(const std::string& readings, const std::string& methods) {
    return "[body]\ninertia = [5.76875e-4, 5.76875e-4, 9.375e-5]\n[start]\nmotion = \"cusp\"\nspin_hz = 20.0\ntilt_deg "
           "= "
           "60.0\n[[torque]]\nkind = \"gravity\"\nmass = 0.3\nat = [0.0, 0.0, 0.01]\ng = 9.8\n" +
           readings + methods + "[run]\nduration = 0.5\nsample = 0.01\n";
}
const std::string exact = "[method]\nname = \"truth\"\nintegrator = \"exact\"\n";
std::string c(const std::string& preset = "gyrosoft-c-average", const std::string& more = "") {
    return "[[compare]]\nname = \"C\"\npreset = \"" + preset + "\"\n" + more;
}
Scenario read(const std::string& text) { return polhode::read_scenario(text, "s.toml"); }
std::string complaint(const std::string& text) {
    try {
        read(text);
    } catch (const polhode::InputError& e) {
        return e.what();
    }
    return "accepted";
}
double error(const Scenario& s, std::size_t method = 1) {
    return static_cast<double>(angle(wide(run(s).last().q_NB), wide(run(s, method).last().q_NB)));
}

TEST(ScenarioReadings, AreTheRatesOfTheExactMotion) {
    const Scenario s = read(top("[readings]\nsample_hz = 100\n", exact));
    ASSERT_TRUE(s.problem.readings);
    const auto& table = std::get<polhode::TableRates<double>>(s.problem.readings->model().rates);
    EXPECT_EQ(table.history().rows(), 51u);
    polhode::RatesFunction<double> rate(s.problem.readings->model());
    const Result truth = run(s);
    for (std::size_t i = 0; i < truth.rows.size(); ++i)
        EXPECT_LT(norm(rate(truth.rows[i].t) - truth.rows[i].w_NB_B), 1e-12) << i;
}

// Readings of a method are its rows.
TEST(ScenarioReadings, OfAMethodOfTheScenario) {
    const Scenario s = read(top("[readings]\nsample_hz = 1000\nof = \"coarse\"\n",
                                "[method]\nname = \"coarse\"\nintegrator = \"rk4\"\nstep = 1e-3\n"));
    polhode::RatesFunction<double> rate(s.problem.readings->model());
    const Result rows = run(s);
    for (const KeptRow& row : rows.rows) EXPECT_LT(norm(rate(row.t) - row.w_NB_B), 1e-12);
}

// Energy and momentum of a method that has readings only are what they say about the body.
TEST(ScenarioReadings, RowsKnowEnergyAndMomentum) {
    const Scenario s = read(top("[readings]\nsample_hz = 2000\n", exact + c()));
    const Result truth = run(s), C = run(s, 1);
    for (std::size_t i = 0; i < truth.rows.size(); ++i) {
        EXPECT_NEAR(C.rows[i].energy, truth.rows[i].energy, 1e-4);
        EXPECT_NEAR(C.rows[i].L_N[2], truth.rows[i].L_N[2], 1e-4);
    }
    EXPECT_NEAR(C.statistics.energy_start, truth.statistics.energy_start, 1e-15);
    EXPECT_GT(C.statistics.energy_drift, 0);
    EXPECT_LT(C.statistics.energy_drift, 1e-4);
    EXPECT_TRUE(polhode::columns_of(s.problem, s.methods[1]).dynamics);
}

// The error of a reading's method is that of its rule, not of a different grid: the same from rates by formula.
TEST(ScenarioReadings, HeldReadingsAreFoundAtTheirOwnTimes) {
    const std::string readings = "[readings]\nsample_hz = 2000\ninterpolation = \"";
    for (const char* preset : {"gyrosoft-c", "gyrosoft-c-end", "gyrosoft-c-average"}) {
        const double held = error(read(top(readings + "hold\"\n", exact + c(preset))));
        const double linear = error(read(top(readings + "linear\"\n", exact + c(preset))));
        EXPECT_NEAR(held, linear, 1e-9) << preset;
        EXPECT_GT(linear, 1e-5);
    }
}

// Steps that stop at every row make a three-reading rule into three rules of one reading; across the rows it is itself.
TEST(ScenarioReadings, RowsAcrossOrStop) {
    const std::string readings = "[readings]\nsample_hz = 6000\n";
    const double across = error(read(top(readings, exact + c("gyrosoft-c-j-cycle"))));
    const double stop = error(read(top(readings, exact + c("gyrosoft-c-j-cycle", "rows = \"stop\"\n"))));
    EXPECT_GT(std::fabs(across - stop), 0.1 * across);
}

TEST(ScenarioReadings, OfGivenRatesToo) {
    // the exact solution of readings is the motion that was read; the default integrates what was read
    const std::string rates =
        "[rates]\nkind = \"coning\"\nangle_deg = 5.0\nfrequency_hz = 2.0\nsample_hz = 100\nnoise = { "
        "kind = \"uniform\", amplitude = 0.01 }\n";
    const std::string methods = "[method]\nintegrator = \"exact\"\n[[compare]]\nintegrator = \"default\"\n" + c();
    const Scenario s = read(rates + methods + "step = 0.01\n[run]\nduration = 1.0\nsample = 0.1\n");
    const Scenario pure = read(
        "[rates]\nkind = \"coning\"\nangle_deg = 5.0\nfrequency_hz = 2.0\n[method]\nintegrator = "
        "\"exact\"\n[run]\nduration = 1.0\nsample = 0.1\n");
    EXPECT_EQ(run(s).last().q_NB, run(pure).last().q_NB);
    EXPECT_GT(error(s, 1), 1e-5);
    // default and method C see the same readings: they differ by the coning in a step alone
    EXPECT_LT(static_cast<double>(angle(wide(run(s, 1).last().q_NB), wide(run(s, 2).last().q_NB))),
              0.5 * error(s, 1) + 1e-3);
}

// The whole chain through a file: readings written by one run are method C's input in the next.
TEST(ScenarioReadings, ThroughAFile) {
    const Scenario s = read(top("[readings]\nsample_hz = 2000\n", exact + c()));
    polhode::RunSpan span = s.run;
    span.sample = 5e-4;
    const polhode::test::Folder folder;
    const std::string path = folder.file("readings.csv");
    {
        std::ofstream file(path);
        file << "t,wx,wy,wz\n";
        for (const KeptRow& r : run(s.problem, s.methods[0], span).rows)
            file << digits(r.t) << ',' << digits(r.w_NB_B[0]) << ',' << digits(r.w_NB_B[1]) << ','
                 << digits(r.w_NB_B[2]) << '\n';
    }
    const Scenario from_file =
        read("[rates]\nkind = \"file\"\nfile = \"" + path +
             "\"\n[start]\nattitude = { rotation_vector = [-1.0471975511965976, 0, 0] }\n" +
             "[method]\npreset = \"gyrosoft-c-average\"\n[run]\nduration = 0.5\nsample = 0.01\n");
    const Result direct = run(s, 1), again = run(from_file);
    // times i/2000 and i h differ in the last bit
    EXPECT_LT(static_cast<double>(angle(wide(direct.last().q_NB), wide(again.last().q_NB))), 1e-12);
}

TEST(ScenarioReadings, Complaints) {
    const auto has = [](const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    has(complaint(top("", exact + c())), "add a table [readings]");
    has(complaint(top("[readings]\n", exact)), "sample_hz: missing");
    has(complaint(top("[readings]\nsample_hz = 100\nof = \"truht\"\n", exact)), "Did you mean 'truth'?");
    has(complaint(top("[readings]\nsample_hz = 100\nof = \"C\"\n", exact + c())),
        "is no method of this scenario that moves");
    has(complaint(top("[readings]\nsample_hz = 1\n", exact)), "not two readings fit");
    has(complaint(top("[readings]\nsample_hz = 1e12\n", exact)), "more samples than memory holds");
    has(complaint(top("[readings]\nsample_hz = 100\nnois = 1\n", exact)), "Did you mean 'noise'?");
    has(complaint("[rates]\nkind = \"constant\"\nvalue = [0, 0, 1]\nnoise = { kind = \"uniform\", amplitude = 1.0 "
                  "}\n[run]\nduration = 1\n"),
        "sample_hz");
    has(complaint("[rates]\nkind = \"constant\"\nvalue = [0, 0, 1]\n[readings]\nsample_hz = 3\n[run]\nduration = 1\n"),
        "[readings] are those of a [body]");
    has(complaint(top("[readings]\nsample_hz = 2000\n",
                      "[method]\nintegrator = \"rotation-vector\"\nrate = \"increment-previous\"\nstep = 0.001\n")),
        "looks back over given rates");
}

}  // namespace

}  // namespace scenario_readings_test
