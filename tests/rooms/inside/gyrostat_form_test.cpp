// The closed form of a gyrostat as runs and truth use it: the table of reference numbers through rows of "exact", with
// the rotor's speed and angle, energy and momentum; and which bodies have none.
#include "polhode/inside/gyrostat_form.hpp"

#include <gtest/gtest.h>

#include "polhode/truth/truth.hpp"
#include "support/inside_rows.hpp"
#include "support/inside_support.hpp"

namespace gyrostat_form_test {

using namespace polhode;
using namespace polhode::test;

TEST(GyrostatForm, RowsOfExactAreTheTable) {
    const nlohmann::json data = inside_data("inside-gyrostat.json");
    for (const nlohmann::json& c : data.at("cases")) {
        SCOPED_TRACE(c.at("name").get<std::string>());
        Problem p = body_of(c);
        auto inside = std::make_shared<Inside>();
        inside->rotors.push_back(rotor_of(c.at("rotor"), "wheel"));
        p.inside = inside;
        std::string why;
        const auto form = GyrostatForm::of(p, why);
        ASSERT_TRUE(form) << why;
        const auto truth = exact_truth(p, why);
        ASSERT_TRUE(truth) << why;
        EXPECT_EQ(truth->description(), "closed form: gyrostat");
        for (const nlohmann::json& sample : c.at("samples")) {
            const double t = sample.at("t");
            const double condition = std::stod(sample.at("attitude_condition").get<std::string>());
            const TrueState s = truth->at(t);
            double off = 0;
            for (int i = 0; i < 4; ++i)
                off =
                    std::max(off, std::fabs(s.q_NB.params()[i] -
                                            std::stod(sample.at("q")[static_cast<std::size_t>(i)].get<std::string>())));
            // half the angle; ten roundings of the condition, as every closed form
            EXPECT_LE(2 * off, 10 * (1.1e-16 * condition + 2e-16)) << "t = " << t;
            if (!sample.contains("rotor_angle")) continue;  // late ones have none
            const double angle = std::stod(sample.at("rotor_angle").get<std::string>());
            EXPECT_NEAR(form->rotor_angle(0, t), angle, 10 * 1.1e-16 * (condition + std::fabs(angle)) + 1e-15);
        }
    }
}

const std::string dual_spin = R"(
[body]
inertia = [2.0, 2.5, 3.25]
[start]
attitude = { quaternion = [0.75, -0.25, 0.5, 0.375], normalise = true }
rate = [0.25, -0.5, 1.0]
[[rotor]]
kind = "free"
name = "wheel"
axis = [0.0, -2.0, 0.0]
moment = 0.5
speed = 3.0
angle = true
[run]
duration = 40.0
sample = 5.0
)";

// Two computations that share nothing but the start.
TEST(GyrostatForm, ExactAndReferenceGiveTheSameRows_Long) {
    for (const std::string kind : {"free", "held"}) {
        std::string text = dual_spin;
        text.replace(text.find("\"free\""), 6, "\"" + kind + "\"");
        const InsideRows exact = run_inside(text + "[method]\nintegrator = \"exact\"\n");
        const InsideRows reference = run_inside(text + "[method]\nintegrator = \"reference\"\n");
        ASSERT_EQ(exact.rows.size(), 9u);
        ASSERT_EQ(reference.rows.size(), 9u);
        EXPECT_EQ(exact.statistics.chosen, "closed form: gyrostat");
        for (std::size_t i = 0; i < exact.rows.size(); ++i) {
            const Row &a = exact.rows[i], &b = reference.rows[i];
            for (int k = 0; k < 4; ++k) EXPECT_NEAR(a.q_NB.params()[k], b.q_NB.params()[k], 2e-14);
            for (int k = 0; k < 3; ++k) EXPECT_NEAR(a.w_NB_B[k], b.w_NB_B[k], 2e-14);
            for (int k = 0; k < 3; ++k) EXPECT_NEAR(a.L_N[k], b.L_N[k], 2e-15);
            EXPECT_NEAR(a.energy, b.energy, 4e-14);
            EXPECT_NEAR(a.work, b.work, 4e-14);
            for (std::size_t k = 0; k < exact.columns.size(); ++k)
                EXPECT_NEAR(exact.states[i][k], reference.states[i][k], 2e-13) << exact.columns[k];
        }
    }
}

TEST(GyrostatForm, DefaultTakesIt) {
    EXPECT_EQ(run_inside(dual_spin).statistics.chosen, "closed form: gyrostat");
    // two along one axis add up
    const std::string second = "[[rotor]]\nkind = \"held\"\naxis = [0.0, 1.0, 0.0]\nmoment = 0.25\nspeed = -1.0\n";
    EXPECT_EQ(run_inside(dual_spin + second).statistics.chosen, "closed form: gyrostat");
}

TEST(GyrostatForm, WhoHasNone) {
    const auto why_not = [](const std::string& more, const std::vector<std::string>& settings = {}) {
        std::string why;
        EXPECT_FALSE(GyrostatForm::of(read_scenario(dual_spin + more, "inside", settings).problem, why));
        return why;
    };
    EXPECT_NE(why_not("", {"rotor[0].axis=[0.0, 1.0, 0.5]"}).find("one principal axis"), std::string::npos);
    EXPECT_NE(why_not("", {"rotor[0].friction=0.1"}).find("friction"), std::string::npos);
    EXPECT_NE(why_not("[[rotor]]\nkind = \"held\"\naxis = [1.0, 0.0, 0.0]\nmoment = 0.25\nspeed = 1.0\n")
                  .find("one principal axis"),
              std::string::npos);
    EXPECT_NE(why_not("[[state]]\nname = \"x\"\nstart = 0.0\nderivative = \"wx\"\n").find("states"), std::string::npos);
    EXPECT_NE(why_not("[[torque]]\nkind = \"constant\"\nvalue = [0.1, 0.0, 0.0]\n").find("torque"), std::string::npos);
}

}  // namespace gyrostat_form_test
