// Constraints in scenarios: what they are with which gain, and with what they do not go.
#include "polhode/method/constraint_choice.hpp"

#include "support/reference_support.hpp"

namespace constraint_choice_test {

namespace {

using namespace reference;

std::string scenario(const std::string& method,
                     const std::string& problem = "[rates]\nkind = \"benchmark\"\nb0_deg = 30.0\n") {
    return problem + "[method]\n" + method + "[run]\nduration = 1.0\nsample = 0.5\n";
}

std::string refusal(const std::string& method,
                    const std::string& problem = "[rates]\nkind = \"benchmark\"\nb0_deg = 30.0\n") {
    try {
        polhode::read_scenario(scenario(method, problem), "test.toml");
    } catch (const polhode::InputError& e) {
        return e.what();
    }
    return "";
}

TEST(ConstraintChoice, GainAsAFractionOfItsLimit) {
    const auto defect = [](const std::string& constraint) {
        return run_text(scenario("integrator = \"rk4\"\nstep = 0.05\nconstraint = { " + constraint + " }\n"))
            .last()
            .defect;
    };
    EXPECT_EQ(defect("kind = \"algebraic\", gain_fraction = 0.25"), defect("kind = \"algebraic\", gain = 5.0"));
    const double turn = 2 * pi / 20;
    EXPECT_NEAR(defect("kind = \"derivative\", gain_fraction = 0.5") /
                    defect("kind = \"derivative\", gain = " + digits(4 / (turn * turn))),
                1, 1e-8);
    EXPECT_NEAR(defect("kind = \"derivative\", gain_fraction = 0.5, reading = \"lag1\"") /
                    defect("kind = \"derivative\", reading = \"lag1\", gain = " + digits(4 / (3 * turn * turn))),
                1, 1e-8);
    // twice the rate allows a quarter of the gain
    EXPECT_NEAR(defect("kind = \"derivative\", gain_fraction = 0.5, rate_max = " + digits(4 * pi)) /
                    defect("kind = \"derivative\", gain = " + digits(1 / (turn * turn))),
                1, 1e-8);
}

// Where the rate varies, the largest counts.
TEST(ConstraintChoice, LargestGivenRate) {
    const std::string ramp =
        "[rates]\nkind = \"table\"\ntimes = [0.0, 1.0]\nx = [0.0, 0.0]\ny = [0.0, 0.0]\nz = [0.0, 4.0]\n";
    const auto end = [&](const std::string& gain) {
        return run_text(scenario("integrator = \"rk4\"\nstep = 0.001\nconstraint = { kind = \"derivative\", " + gain +
                                     " }\n",
                                 ramp))
            .last()
            .q_NB;
    };
    // 0.999 s is the last beginning of a step
    const double turn = 0.001 * 4 * 0.999;
    EXPECT_EQ(end("gain_fraction = 0.5"), end("gain = " + digits(0.5 * 8 / (turn * turn))));
}

TEST(ConstraintChoice, SaysWhatDoesNotGoTogether) {
    const std::string algebraic = "constraint = { kind = \"algebraic\", gain = 1.0 }\n";
    const auto expect = [](const std::string& said, const std::string& part) {
        EXPECT_NE(said.find(part), std::string::npos) << '"' << said << "\" should say \"" << part << '"';
    };
    expect(refusal("integrator = \"rk4\"\nstep = 0.1\nattitude = \"euler-xyz\"\n" + algebraic),
           "'algebraic' corrects the equations of 'quaternion' or 'cayley-klein', not of 'euler-xyz'");
    expect(refusal("integrator = \"dop853\"\ntolerance = 1e-9\n" + algebraic), "belongs to a fixed step");
    expect(refusal("integrator = \"merson\"\ne_max = 1e-9\n" + algebraic), "belongs to a fixed step");
    expect(refusal("integrator = \"taylor\"\nstep = 0.1\n" + algebraic), "which 'taylor' does not have");
    expect(refusal("integrator = \"exact\"\n" + algebraic), "which 'exact' does not have");
    expect(refusal(algebraic), "which 'default' does not have");
    expect(refusal("integrator = \"adams-bashforth\"\nstep = 0.1\n" + algebraic), "'adams-bashforth' does not have");
    expect(refusal("integrator = \"rotation-vector\"\nstep = 0.1\n" + algebraic), "'rotation-vector' does not have");
    expect(refusal("integrator = \"rk4\"\nstep = 0.1\nconstraint = \"algebraic\"\n"), "needs its gain");
    expect(refusal("integrator = \"rk4\"\nstep = 0.1\nconstraint = { kind = \"algebraic\", gain = 1.0, gain_fraction = "
                   "0.5 }\n"),
           "keep one");
    expect(refusal(
               "integrator = \"rk4\"\nstep = 0.1\nconstraint = { kind = \"algebraic\", gain_fraction = 0.5, evaluate = "
               "\"stage\" }\n"),
           "no limit of its own");
    expect(refusal("integrator = \"euler\"\nstep = 0.1\nconstraint = { kind = \"derivative\", gain_fraction = 0.5 }\n"),
           "polhode stability");
    expect(refusal("integrator = \"rk4\"\nstep = 0.1\nconstraint = \"two-vector\"\n"), "equations of 'dcm-two-vector'");
    expect(refusal("integrator = \"rk4\"\nstep = 0.1\nattitude = \"dcm\"\nconstraint = \"two-vector\"\n"),
           "equations of 'dcm-two-vector'");
    expect(refusal("integrator = \"rk4\"\nstep = 0.1\nconstraint = { kind = \"derivative\", gain_fraction = 0.5 }\n",
                   "[body]\ninertia = [1.0, 2.0, 2.5]\n[start]\nrate = [0.1, 1.0, 0.2]\n"),
           "'rate_max' in rad/s");
    expect(
        refusal("integrator = \"taylor\"\nstep = 0.1\nattitude = { kind = \"quaternion\", rate_form = \"world\" }\n"),
        "does not integrate the quaternion's rate equations");
    expect(refusal("integrator = \"rk4\"\nstep = 0.1\nattitude = { kind = \"quaternion\", rate_from = \"world\" }\n"),
           "rate_form");
}

// What is part of the differential equation goes with every integrator that integrates one.
TEST(ConstraintChoice, ContinuousLawsGoWithAdaptiveSteps) {
    for (const char* method :
         {"integrator = \"dop853\"\ntolerance = 1e-12\n", "integrator = \"dopri5\"\ntolerance = 1e-12\n",
          "integrator = \"merson\"\ne_max = 1e-9\n", "integrator = \"dop853\"\nstep = 0.01\n",
          "integrator = \"adams-bashforth\"\nstep = 0.001\n"}) {
        const Result r = run_text(
            scenario(std::string(method) + "constraint = { kind = \"algebraic\", gain = 1.0, evaluate = \"stage\" }\n",
                     "[rates]\nkind = \"constant\"\nvalue = [0.0, 0.0, 0.5]\n"
                     "[start]\nattitude = { quaternion = [0.9, 0.0, 0.0, 0.0] }\n"));
        // |q|^2 = u, u' = 2 K u (1 - u)
        const double u = 1 / (1 + (1 / 0.81 - 1) * std::exp(-2.0));
        EXPECT_NEAR(1 - r.last().defect, u, 1e-8) << method;
    }
}

// In dynamics the attitude is corrected and the rate is not touched.
TEST(ConstraintChoice, LeavesTheRateAlone) {
    const std::string body = "[body]\ninertia = [1.0, 2.0, 2.5]\n[start]\nrate = [0.1, 1.0, 0.2]\n";
    const Result plain = run_text(scenario("integrator = \"rk4\"\nstep = 0.05\n", body));
    for (const char* constraint :
         {"{ kind = \"algebraic\", gain = 5.0 }", "\"normalized\"", "{ kind = \"derivative\", gain = 100.0 }"}) {
        const Result r = run_text(
            scenario(std::string("integrator = \"rk4\"\nstep = 0.05\nconstraint = ") + constraint + "\n", body));
        EXPECT_EQ(r.last().w_NB_B, plain.last().w_NB_B) << constraint;
        EXPECT_NE(r.last().q_NB, plain.last().q_NB) << constraint;
    }
}

}  // namespace

}  // namespace constraint_choice_test
