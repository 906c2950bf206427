// Gray's matrix from a scenario: what may be combined, bodies under torque, and three equations out of nine.
#include "polhode/run/families/gray_runs.hpp"

#include "support/reference_support.hpp"

namespace gray_runs_test {

namespace {

using namespace reference;

const char* const turning =
    "[rates]\nkind = \"constant\"\nvalue = [0.4, 1.0, -0.7]\n"
    "[start]\nattitude = { euler = \"zyx\", angles_deg = [20, 40, -30] }\n";
std::string method(const std::string& lines) { return "[method]\n" + lines + "step = 0.01\n"; }
const char* const ten_seconds = "[run]\nduration = 10\nsample = 10\n";

double error_of(const Result& r, const std::string& problem) {
    const Result truth = run_text(problem + "[method]\nintegrator = \"reference\"\n" + ten_seconds);
    return static_cast<double>(angle(wide(truth.last().q_NB), wide(r.last().q_NB)));
}

void expect_refused(const std::string& text, const std::string& part) {
    try {
        run_text(text);
        ADD_FAILURE() << "not refused: " << text;
    } catch (const polhode::InputError& e) {
        EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
    }
}

TEST(GrayRuns, EveryFixedStepFormulaHasItsOrder) {
    const std::pair<const char*, double> formulas[] = {{"euler", 1e-1},  {"midpoint", 1e-3}, {"heun", 1e-3},
                                                       {"rk4", 5e-9},    {"merson", 1e-9},   {"dopri5", 1e-11},
                                                       {"dop853", 1e-13}};
    for (const auto& [name, bound] : formulas)
        for (const char* constraint : {"gray-1", "gray-2"}) {
            const Result r = run_text(turning +
                                      method(std::string("attitude = \"dcm-gray\"\nintegrator = \"") + name +
                                             "\"\nconstraint = \"" + constraint + "\"\n") +
                                      ten_seconds);
            EXPECT_LT(error_of(r, turning), bound) << name << ' ' << constraint;
            EXPECT_LT(r.last().defect, 1e-6) << name;
            EXPECT_EQ(r.last().state.size(), 9u);
        }
}

TEST(GrayRuns, PlainMatrixTakesTheConstraintsToo) {
    const auto with = [](const char* attitude) {
        return run_text(turning +
                        method(std::string("attitude = \"") + attitude +
                               "\"\nintegrator = \"rk4\"\nconstraint = \"gray-2\"\n") +
                        ten_seconds)
            .last()
            .state;
    };
    EXPECT_EQ(with("dcm"), with("dcm-gray"));
}

// M = 1/2 only shifts exponents: the cosines are the same to rounding whatever M is.
TEST(GrayRuns, ScaleDoesNotChangeTheCosines) {
    const auto with = [](const std::string& scale) {
        return run_text(turning +
                        method("attitude = { kind = \"dcm-gray\", scale = " + scale +
                               " }\nintegrator = \"rk4\"\nconstraint = \"gray-1\"\n") +
                        ten_seconds)
            .last()
            .state;
    };
    const auto half = with("0.5"), whole = with("1.0"), odd = with("0.3");
    for (std::size_t i = 0; i < 9; ++i) {
        EXPECT_EQ(half[i], whole[i]);
        EXPECT_NEAR(half[i], odd[i], 1e-13);
    }
}

TEST(GrayRuns, BodiesUnderTorqueMoveInIt) {
    const std::string top =
        "[body]\ninertia = [[2.0, 0.1, 0.0], [0.1, 2.0, 0.0], [0.0, 0.0, 3.0]]\n"
        "[start]\nattitude = { euler = \"zyx\", angles_deg = [20, 40, -30] }\nrate = [0.3, 0.1, 4.0]\n"
        "[[torque]]\nkind = \"gravity\"\nmass = 1.0\nat = [0.05, 0.0, 0.1]\ng = 9.8\n";
    for (const char* constraint : {"none", "gray-1", "gray-2"}) {
        const Result r = run_text(top +
                                  method(std::string("attitude = \"dcm-gray\"\nintegrator = \"rk4\"\nconstraint = \"") +
                                         constraint + "\"\n") +
                                  ten_seconds);
        EXPECT_LT(error_of(r, top), 2e-6) << constraint;
        EXPECT_LT(r.statistics.energy_drift, 1e-5) << constraint;
        EXPECT_NEAR(r.last().L_N[2], r.rows[0].L_N[2], 1e-6) << "the weight has no moment about the vertical";
    }
}

TEST(GrayRuns, FloatComputesInFloat) {
    const Result r = run_text(turning +
                              method("attitude = \"dcm-gray\"\nintegrator = \"rk4\"\nconstraint = "
                                     "\"gray-1\"\narithmetic = \"float\"\n") +
                              ten_seconds);
    EXPECT_GT(error_of(r, turning), 1e-8);
    EXPECT_LT(error_of(r, turning), 1e-4);
}

// ---- three equations, the rest by identities ----
std::string three(const std::string& equations) {
    return method("attitude = { kind = \"dcm-gray\", equations = \"" + equations + "\" }\nintegrator = \"rk4\"\n");
}

// Of the 84 ways to choose three, six are dependent everywhere; each of the others gives the motion, away from its
// singular surfaces.
TEST(GrayRuns, EveryIndependentChoiceOfThreeEquationsWorks) {
    const char* const names[9] = {"l1", "m1", "n1", "l2", "m2", "n2", "l3", "m3", "n3"};
    const std::string slow =
        "[rates]\nkind = \"constant\"\nvalue = [0.04, 0.1, -0.07]\n"
        "[start]\nattitude = { quaternion = [0.8, 0.36, 0.288, 0.384] }\n";
    const std::string tenth = "[run]\nduration = 0.1\nsample = 0.1\n";
    const Result truth = run_text(slow + "[method]\nintegrator = \"exact\"\n" + tenth);
    int dependent = 0, good = 0;
    for (int a = 0; a < 9; ++a)
        for (int b = a + 1; b < 9; ++b)
            for (int c = b + 1; c < 9; ++c) {
                const std::string chosen = std::string(names[a]) + " " + names[b] + " " + names[c];
                try {
                    const Result r = run_text(slow + three(chosen) + tenth);
                    EXPECT_LT(static_cast<double>(angle(wide(truth.last().q_NB), wide(r.last().q_NB))), 1e-10)
                        << chosen;
                    EXPECT_LT(r.last().defect, 1e-14) << "the identities hold by construction";
                    ++good;
                } catch (const polhode::InputError&) {
                    ++dependent;
                }
            }
    EXPECT_EQ(dependent, 6);
    EXPECT_EQ(good, 78);
}

// "a set of independent equations": only away from the surface n2 l3 = 0. The run ends there, and says where.
TEST(GrayRuns, ThreeEquationsFailAtTheirSingularSurface) {
    // pitch rises through zero, where l3 = -sin(pitch) = 0: at 20 degrees and 20 degrees a second after one second
    const std::string pitching =
        "[rates]\nkind = \"constant\"\nvalue = [0.0, 0.3490658503988659, 0.0]\n"
        "[start]\nattitude = { euler = \"zyx\", angles_deg = [30, -20, 25] }\n";
    try {
        run_text(pitching + three("l1, l2, m2") + ten_seconds);
        ADD_FAILURE() << "passed the surface";
    } catch (const polhode::ComputationFailed& e) {
        EXPECT_NEAR(e.time, 1.1, 0.2) << e.what();
        EXPECT_NE(e.cause.find("l1, l2, m2"), std::string::npos) << e.cause;
    }
    EXPECT_EQ(run_text(pitching + method("attitude = \"dcm-gray\"\nintegrator = \"rk4\"\nconstraint = \"gray-2\"\n") +
                       ten_seconds)
                  .last()
                  .t,
              10)
        << "rows 3 and 2 have no such place";
}

TEST(GrayRuns, RefusesWhatDoesNotGoTogether) {
    expect_refused(turning + three("l1 m1 n1") + ten_seconds, "one subscript");
    expect_refused(turning + three("m1 m2 m3") + ten_seconds, "one letter");
    expect_refused(turning + three("l1 l2") + ten_seconds, "three cosines");
    expect_refused(turning + three("l1 l2 l2") + ten_seconds, "different");
    expect_refused(turning + three("l1 l2 k3") + ten_seconds, "'k3'");
    expect_refused(
        turning + method("attitude = \"quaternion\"\nintegrator = \"rk4\"\nconstraint = \"gray-1\"\n") + ten_seconds,
        "rows of a matrix");
    expect_refused(
        turning + method("attitude = \"dcm-gray\"\nintegrator = \"rk4\"\nconstraint = \"normalise\"\n") + ten_seconds,
        "'gray-1' and 'gray-2'");
    expect_refused(turning + std::string("[method]\nattitude = \"dcm-gray\"\nintegrator = \"dop853\"\n") + ten_seconds,
                   "fixed length");
    expect_refused(turning + std::string("[method]\nattitude = \"dcm-gray\"\n") + ten_seconds, "fixed length");
    expect_refused(
        turning + method("attitude = { kind = \"dcm-gray\", scale = 2.0 }\nintegrator = \"rk4\"\n") + ten_seconds,
        "above 1");
    expect_refused(
        turning + method("attitude = { kind = \"euler-zyx\", clamp_deg = 90 }\nintegrator = \"rk4\"\n") + ten_seconds,
        "below 90");
}

}  // namespace

}  // namespace gray_runs_test
