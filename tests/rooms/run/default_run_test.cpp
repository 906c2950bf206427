// integrator = "default" with a tolerance: which method it takes, and that its error is within what was asked for and
// within what it says.
#include <cmath>

#include "support/reference_support.hpp"

namespace default_run_test {

namespace {

using namespace reference;

// no axis of this body is a principal one
const std::string body =
    "[body]\ninertia = [[2.0, 0.3, 0.1], [0.3, 2.5, -0.2], [0.1, -0.2, 3.0]]\n[start]\n"
    "attitude = { rotation_vector = [0.4, -0.3, 0.8] }\nrate = [0.6, 0.3, -0.9]\n";
const std::string weight = "[[torque]]\nkind = \"gravity\"\nmass = 1.0\ng = 1.0\nat = [0.2, 0.1, 0.6]\n";
const std::string damping = "[[torque]]\nkind = \"damping\"\ncoefficient = 0.02\n";
const std::string turning =
    "[[torque]]\nkind = \"gravity-gradient\"\norbit_rate = 0.3\ntowards = [0.6, 0.8, 0.0]\norbit_normal = [0.0, 0.0, "
    "1.0]\n";
const std::string thruster =
    "[[torque]]\nkind = \"thruster\"\nforce = [0.1, 0.2, 0.3]\nat = [0.4, 0.0, 0.1]\nstart = 2.3\nstop = 5.1\n";
const std::string formula = "[[torque]]\nkind = \"formula\"\nvalue = [\"0.1*sin(t)\", \"-0.02*wy\", \"0\"]\n";

// Against the 32-digit solution, at every row.
void keeps_its_word(const std::string& torques, double asked, const std::string& method) {
    const std::string run = "[run]\nduration = 12.0\nsample = 1.5\n";
    const Result a = run_text(body + torques + "[method]\nintegrator = \"default\"\ntolerance = " + digits(asked) +
                              "\n" + run),
                 b = run_text(body + torques + "[method]\nintegrator = \"reference\"\n" + run);
    ASSERT_EQ(a.rows.size(), b.rows.size());
    double off = 0;
    for (std::size_t i = 0; i < a.rows.size(); ++i)
        off = std::max(off, static_cast<double>(angle(wide(a.rows[i].q_NB), wide(b.rows[i].q_NB))));
    EXPECT_LE(off, asked) << torques << asked;
    EXPECT_LE(off, a.statistics.estimated_error) << torques << asked;
    EXPECT_LE(a.statistics.estimated_error, asked) << torques << asked;
    EXPECT_EQ(a.statistics.chosen.substr(0, method.size()), method) << torques << asked;
}

}  // namespace

TEST(DefaultRun, AGradientThatTurnsIsASeriesWhereMuchIsAsked_Long) {
    keeps_its_word(thruster + turning, 1e-4, "dop853");
    for (const double asked : {1e-5, 1e-7, 1e-9, 1e-11, 1e-12}) {
        const std::string method = asked >= 1e-10 ? "Adams-Moulton" : "Taylor series";
        keeps_its_word(turning, asked, method);
        keeps_its_word(weight + turning + damping, asked, method);
        // steps end where it is switched on and off
        keeps_its_word(thruster + turning, asked, "Taylor series");
    }
}

TEST(DefaultRun, KeepsItsWordForTorquesOfEachKind_Long) {
    for (const double asked : {1e-3, 1e-5, 1e-8, 1e-11}) {
        keeps_its_word(weight + damping, asked, "Adams-Moulton");
        keeps_its_word(weight + damping + thruster, asked, "Taylor series");
        keeps_its_word(formula, asked, "dop853");
        keeps_its_word(turning + formula, asked, "dop853");
        keeps_its_word(weight, asked, "Adams-Moulton");
    }
}

}  // namespace default_run_test
