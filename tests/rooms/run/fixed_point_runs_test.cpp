// Fixed-point words from a scenario: scaling, starts, overflow, and how near quaternion and Taylor come to the truth.
#include "polhode/run/machines/fixed_point_runs.hpp"

#include "support/reference_support.hpp"

namespace fixed_point_runs_test {

namespace {

using namespace reference;

std::string machine(long bits, const std::string& more = "") {
    return "arithmetic = { kind = \"fixed-point\", fraction_bits = " + std::to_string(bits) + more + " }\n";
}
std::string method(const std::string& attitude, const std::string& integrator, const std::string& constraint,
                   const std::string& arithmetic, double step = 0.01) {
    return "[method]\nattitude = \"" + attitude + "\"\nintegrator = \"" + integrator + "\"\nconstraint = \"" +
           constraint + "\"\n" + arithmetic + "step = " + digits(step) + "\n";
}
std::string span(double duration, double sample) {
    return "[run]\nduration = " + digits(duration) + "\nsample = " + digits(sample) + "\n";
}
const char* const constant =
    "[rates]\nkind = \"constant\"\nvalue = [0.5, 1.0, -0.75]\n"
    "[start]\nattitude = { euler = \"zyx\", angles_deg = [20, 40, -30] }\n";
const char* const free_body = "[body]\ninertia = [1.0, 2.0, 2.5]\n[start]\nrate = [0.1, 2.0, 0.1]\n";

double error_of(const Result& r, const std::string& problem) {
    const Result truth = run_text(problem + "[method]\nintegrator = \"exact\"\n" + span(r.last().t, r.last().t));
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

// Every attitude and formula, from the shortest word to the longest: the error is the formula's or the word's. A
// thousand steps that round a handful of times by half a unit, M = 1/2, drift by at most some thousand units.
TEST(FixedPointRuns, ErrorsAreThoseOfTheFormulaOrOfTheWord_Long) {
    for (const long bits : {8L, 12L, 16L, 24L, 32L, 40L, 48L, 56L, 62L}) {
        const double unit = std::ldexp(1.0, -static_cast<int>(bits));
        const auto judge = [&](const std::string& attitude, const std::string& integrator,
                               const std::string& constraint, double formula, const std::string& problem) {
            const Result r = run_text(problem + method(attitude, integrator, constraint, machine(bits)) + span(10, 10));
            // what rounding the rate to a word turns in ten seconds, 1000 half units about three axes, comes besides
            EXPECT_LT(error_of(r, problem), formula + 6000 * unit + 1e-13)
                << attitude << ' ' << integrator << ' ' << constraint << ' ' << bits;
            EXPECT_LT(std::fabs(r.last().defect), 8 * formula + 4000 * unit + 1e-14) << attitude << ' ' << bits;
        };
        judge("quaternion", "rk4", "normalise-binomial", 1e-9, constant);
        judge("quaternion", "heun", "normalise-binomial", 1e-3, constant);
        if (bits >= 16) {
            // shorter words grow beyond M = 1 in a thousand uncorrected steps
            judge("quaternion", "rk4", "none", 1e-9, constant);
            judge("quaternion", "merson", "none", 1e-9, constant);
            judge("quaternion", "taylor", "none", 1e-15, constant);
            judge("dcm", "rk4", "none", 1e-8, constant);
        }
        judge("dcm-gray", "rk4", "gray-1", 1e-8, constant);
        judge("dcm-gray", "rk4", "gray-2", 1e-8, constant);
        judge("dcm-gray", "midpoint", "gray-2", 1e-3, constant);
        if (bits >= 24) {
            // A free body near its middle axis multiplies early errors by exp(0.89 t), 7600 in ten seconds; those of
            // the doubles in which start and moments are handed over too.
            judge("quaternion", "rk4", "normalise-binomial", 1e-6 + 2e5 * unit, free_body);
            judge("quaternion", "taylor", "normalise-binomial", 1e-11 + 2e5 * unit, free_body);
            judge("dcm-gray", "rk4", "gray-1", 1e-6 + 2e5 * unit, free_body);
        }
    }
}

TEST(FixedPointRuns, LongerWordsAreBetterUntilTheFormulaLimits_Long) {
    double before = 1;
    for (const long bits : {16L, 24L, 32L, 40L}) {
        const double e = error_of(
            run_text(constant + method("quaternion", "taylor", "none", machine(bits)) + span(10, 10)), constant);
        EXPECT_LT(e, before / 20) << bits;
        before = e;
    }
}

TEST(FixedPointRuns, EnergyAndMomentumAreThoseOfTheWords) {
    const Result r = run_text(free_body + method("quaternion", "rk4", "normalise-binomial", machine(40)) + span(10, 1));
    EXPECT_EQ(r.rows.size(), 11u);
    EXPECT_NEAR(r.last().energy, r.rows[0].energy, 1e-6);
    EXPECT_GT(r.statistics.momentum_drift, 0);
    EXPECT_LT(r.statistics.momentum_drift, 1e-6);
}

// Rates that change, and switch inside a step.
TEST(FixedPointRuns, RatesOverTimeAreSampledInTheStages) {
    const std::string coning =
        "[rates]\nkind = \"euler-rates\"\nsequence = \"zyx\"\nangles = [\"pi/6\", \"2*pi*t\", \"0.6*pi*t\"]\n";
    for (const char* integrator : {"rk4", "taylor"}) {
        const Result r =
            run_text(coning + method("quaternion", integrator, "none", machine(44), 1. / 360) + span(2, 2));
        EXPECT_LT(error_of(r, coning), 3e-8) << integrator;
    }
    const std::string table =
        "[rates]\nkind = \"table\"\ntimes = [0.0, 0.3337, 1.0]\n"
        "x = [0.1, 0.5, 0.0]\ny = [0.2, -0.4, 0.0]\nz = [0.3, 0.1, 0.0]\ninterpolation = \"hold\"\n";
    const Result held = run_text(table + method("quaternion", "rk4", "none", machine(40)) + span(1, 1));
    const Result plain = run_text(table + method("quaternion", "rk4", "none", "", 0.001) + span(1, 1));
    EXPECT_LT(static_cast<double>(angle(wide(held.last().q_NB), wide(plain.last().q_NB))), 1e-9);
    // and a last step shorter than the others
    const Result cut = run_text(constant + method("quaternion", "rk4", "none", machine(40)) + span(1.0037, 1.0037));
    EXPECT_LT(error_of(cut, constant), 1e-9);
}

// ---- the start ----
std::string matrix_start(const std::vector<double>& a) {
    std::string text = "[start]\nattitude = { matrix = [";
    for (std::size_t i = 0; i < 9; ++i) text += (i % 3 == 0 ? (i ? "], [" : "[") : ", ") + digits(a[i]);
    return text + "]] }\n";
}
const char* const resting = "[rates]\nkind = \"constant\"\nvalue = [0.0, 0.0, 0.0]\n";

TEST(FixedPointRuns, AStartMatrixIsTakenWordForWord) {
    const double s = std::sin(0.7), c = std::cos(0.7);
    const std::vector<double> R{c, -s, 0, s, c, 0, 0, 0, 1};
    for (const long bits : {8L, 15L, 23L, 39L, 52L}) {
        const double unit = std::ldexp(1.0, 1 - static_cast<int>(bits));
        // words that a machine of that length might hold: off from the rotation by its rounding
        std::vector<double> words;
        for (const double x : R) words.push_back(std::floor(x / unit + 0.5) * unit);
        const Result r = run_text(resting + matrix_start(words) + method("dcm-gray", "euler", "none", machine(bits)) +
                                  span(0.02, 0.01));
        for (std::size_t i = 0; i < 9; ++i) {
            EXPECT_EQ(r.rows[0].state[i], words[i]) << bits;
            EXPECT_EQ(r.last().state[i], words[i]) << "nothing turns it";
        }
    }
}

TEST(FixedPointRuns, AStartMatrixFinerThanItsErrorIsRefused) {
    const double s = std::sin(0.7), c = std::cos(0.7);
    const std::vector<double> coarse{0.765, -0.644, 0, 0.644, 0.765, 0, 0, 0, 1};
    const auto run_with = [&](const std::vector<double>& R, const std::string& m) {
        return run_text(resting + matrix_start(R) + m + span(0.02, 0.01));
    };
    EXPECT_NO_THROW(run_with(coarse, method("dcm-gray", "rk4", "gray-1", machine(10))));
    EXPECT_THROW(run_with(coarse, method("dcm-gray", "rk4", "gray-1", machine(18))), polhode::InputError);
    EXPECT_THROW(run_with(coarse, method("dcm-gray", "rk4", "gray-1", "")), polhode::InputError)
        << "in double it is refused as before";
    EXPECT_THROW(run_with(coarse, method("quaternion", "rk4", "none", machine(10))), polhode::InputError);
    const std::vector<double> seven{std::round(c * 1e7) / 1e7,
                                    -std::round(s * 1e7) / 1e7,
                                    0,
                                    std::round(s * 1e7) / 1e7,
                                    std::round(c * 1e7) / 1e7,
                                    0,
                                    0,
                                    0,
                                    1};
    EXPECT_NO_THROW(run_with(seven, method("dcm", "rk4", "none", machine(20))));
    expect_refused(resting + matrix_start(seven) + method("dcm", "rk4", "none", machine(31)) + span(0.02, 0.01),
                   "not orthonormal within the rounding of words of 31 fraction bits");
}

// ---- overflow ----
const char* const about_y = "[rates]\nkind = \"constant\"\nvalue = [0.0, 1.0, 0.0]\n";

TEST(FixedPointRuns, OverflowEndsTheRunWithTimeAndVariable) {
    // forward Euler, uncorrected: a33 = cos t sqrt(1 + h^2)^(t/h) passes 2 when it is at a crest
    std::vector<double> times;
    polhode::RunObserver observer;
    observer.row = [&](const polhode::Row& r) { times.push_back(r.t); };
    const auto s = polhode::read_scenario(
        about_y + method("dcm-gray", "euler", "none", machine(20), 0.1) + span(100, 0.1), "test.toml");
    polhode::Statistics statistics;
    try {
        polhode::simulate(s.problem, s.methods[0], s.run, observer, statistics);
        ADD_FAILURE() << "no overflow";
    } catch (const polhode::ComputationFailed& e) {
        EXPECT_NE(e.cause.find("overflow of a"), std::string::npos) << e.cause;
        EXPECT_NE(e.cause.find("20 fraction bits"), std::string::npos) << e.cause;
        ASSERT_FALSE(times.empty());
        EXPECT_NEAR(times.back(), e.time, 1e-9) << "every row before it has been handed over";
        // half a turn grows by exp(pi h/2) each: sizes 1, 1.37, ... double is passed in the sixth half turn at the
        // latest
        EXPECT_GT(e.time, 9);
        EXPECT_LT(e.time, 20);
    }
}

TEST(FixedPointRuns, WrapAndSaturateGoOnAndSayHowOften) {
    for (const char* mode : {"wrap", "saturate"}) {
        const Result r = run_text(
            about_y +
            method("dcm-gray", "euler", "none", machine(20, std::string(", overflow = \"") + mode + "\""), 0.1) +
            span(100, 100));
        EXPECT_EQ(r.last().t, 100);
        ASSERT_EQ(r.statistics.notes.size(), 1u) << mode;
        EXPECT_NE(r.statistics.notes[0].find("left the range"), std::string::npos);
        for (const double x : r.last().state) EXPECT_LE(std::fabs(x), 2);
    }
    // unity in a machine without it: sign-magnitude would give 0, two's complement gives -1
    const Result wrapped = run_text(
        resting + method("dcm", "euler", "none", machine(15, ", scale = 1.0, overflow = \"wrap\"")) + span(0.01, 0.01));
    EXPECT_EQ(wrapped.rows[0].state[0], -1);
    const Result held =
        run_text(resting + method("dcm", "euler", "none", machine(15, ", scale = 1.0, overflow = \"saturate\"")) +
                 span(0.01, 0.01));
    EXPECT_EQ(held.rows[0].state[0], 1 - std::ldexp(1.0, -15));
    EXPECT_THROW(run_text(resting + method("dcm", "euler", "none", machine(15, ", scale = 1.0")) + span(0.01, 0.01)),
                 polhode::ComputationFailed);
}

TEST(FixedPointRuns, ARateBeyondOneRadianAStepIsCaught) {
    try {
        run_text(std::string("[rates]\nkind = \"formula\"\nvalue = [\"0\", \"0\", \"t\"]\n") +
                 method("quaternion", "rk4", "none", machine(31), 0.5) + span(10, 0.5));
        ADD_FAILURE() << "no overflow";
    } catch (const polhode::ComputationFailed& e) {
        EXPECT_NE(e.cause.find("overflow of wz"), std::string::npos) << e.cause;
        EXPECT_NEAR(e.time, 2, 0.51);
    }
}

// ---- the rest of the machine ----
TEST(FixedPointRuns, TruncatingIsWorseThanRounding) {
    const auto error = [](const std::string& more) {
        return error_of(run_text(constant + method("quaternion", "rk4", "none", machine(24, more)) + span(10, 10)),
                        constant);
    };
    EXPECT_GT(error(", rounding = \"truncate\""), 3 * error(""));
}

TEST(FixedPointRuns, OtherScalesHoldTheSameAttitude) {
    for (const char* scale : {"0.25", "0.4", "0.9"}) {
        const Result r =
            run_text(constant + method("dcm-gray", "rk4", "gray-1", machine(39, std::string(", scale = ") + scale)) +
                     span(10, 10));
        EXPECT_LT(error_of(r, constant), 3e-7) << scale;
        EXPECT_LT(r.last().defect, 1e-9) << scale;
    }
    // the scale may stand with the attitude too, but not differ
    const std::string both =
        "[method]\nattitude = { kind = \"dcm-gray\", scale = 0.25 }\nintegrator = \"rk4\"\nstep = 0.01\n";
    EXPECT_NO_THROW(run_text(constant + both + machine(31) + span(1, 1)));
    expect_refused(constant + both + machine(31, ", scale = 0.5") + span(1, 1), "given twice");
}

TEST(FixedPointRuns, ParametersMayStandBesideTheName) {
    const Result r = run_text(constant +
                              std::string("[method]\nattitude = \"dcm-gray\"\nintegrator = \"rk4\"\n"
                                          "arithmetic = \"fixed-point\"\nfraction_bits = 15\nstep = 0.01\n") +
                              span(1, 1));
    // words of 15 bits and M = 1/2: cosines are multiples of 2^-14
    for (const double x : r.last().state) EXPECT_EQ(std::ldexp(x, 14), std::round(std::ldexp(x, 14)));
    bool finer = false;
    for (const double x : r.last().state) finer |= std::ldexp(x, 13) != std::round(std::ldexp(x, 13));
    EXPECT_TRUE(finer);
}

TEST(FixedPointRuns, LongWordsSayThatColumnsAreRounded) {
    const Result r = run_text(constant + method("quaternion", "rk4", "none", machine(60)) + span(1, 1));
    ASSERT_EQ(r.statistics.notes.size(), 1u);
    EXPECT_NE(r.statistics.notes[0].find("53 bits"), std::string::npos);
}

TEST(FixedPointRuns, RefusesWhatWordsCannotHold) {
    const std::string words = machine(31);
    expect_refused(constant + method("quaternion", "rk4", "none", machine(7)) + span(1, 1), "from 8 to 62");
    expect_refused(constant + method("quaternion", "rk4", "none", machine(63)) + span(1, 1), "from 8 to 62");
    expect_refused(constant + method("quaternion", "rk4", "none", machine(31, ", scale = 1.5")) + span(1, 1),
                   "above 1");
    expect_refused(constant + method("mrp", "rk4", "none", words) + span(1, 1), "fractions");
    expect_refused(constant + method("quaternion", "dop853", "none", words) + span(1, 1), "count time in steps");
    expect_refused(constant + method("quaternion", "rk4", "normalise", words) + span(1, 1), "normalise-binomial");
    expect_refused(constant + method("dcm", "taylor", "none", words) + span(1, 1), "taylor");
    expect_refused(constant + std::string("[method]\n") + words + span(1, 1), "count time in steps");
    expect_refused(free_body + std::string("[[torque]]\nkind = \"constant\"\nvalue = [0.1, 0, 0]\n") +
                       method("quaternion", "rk4", "none", words) + span(1, 1),
                   "torque");
    expect_refused(constant + method("quaternion", "rk4", "none", machine(31, ", overflow = \"trip\"")) + span(1, 1),
                   "Did you mean 'trap'");
}

}  // namespace

}  // namespace fixed_point_runs_test
