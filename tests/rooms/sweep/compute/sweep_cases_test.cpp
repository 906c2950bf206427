// Files of cases as a sweep reads them: what a column is called, what its cells are, and where a wrong one stands.
#include <gtest/gtest.h>

#include <fstream>

#include "polhode/sweep/compute/sweep_runs.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "support/output_support.hpp"

namespace sweep_cases_test {

using namespace polhode;

namespace {

const std::string scenario = R"([body]
inertia = [1.0, 2.0, 2.5]
[start]
rate = [0.1, 1.0, 0.2]
[method]
integrator = "rk4"
step = 0.1
[run]
duration = 1.0
)";

class SweepCases : public ::testing::Test {
 protected:
    Sweep cases(const std::string& csv, const std::string& more = "") const {
        std::ofstream(folder.file("cases.csv"), std::ios::binary) << csv;
        return read_sweep(scenario + "[[vary]]\nkind = \"file\"\nfile = \"cases.csv\"\n" + more,
                          folder.file("sweep.toml"), {}, folder.path() + "/");
    }
    std::string complaint(const std::string& csv, const std::string& more = "") const {
        try {
            cases(csv, more);
        } catch (const InputError& e) {
            const std::string what = e.what(), in = folder.path() + "/";
            return what.rfind(in, 0) == 0 ? what.substr(in.size()) : what;
        }
        return "";
    }
    std::string failure(const Sweep& sweep, std::uint64_t run) const {
        SweepRuns runs(sweep);
        std::vector<double> outcomes(sweep.outcomes.size());
        std::string reason;
        EXPECT_TRUE(runs.run(run, outcomes.data(), reason, nullptr, {}));
        return reason;
    }
    const test::Folder folder;
};

TEST_F(SweepCases, ATitleThatIsNoNameBecomesOne) {
    const Sweep s = cases(
        "start.rate[0],Mass (kg),gr\xC3\xB6\xC3\x9F"
        "e,\"two\nlines\",mass [kg],Mass kg\n1,2,a,b,3,4\n",
        "columns = [\"start.rate[0]\", \"Mass (kg)\", \"gr\xC3\xB6\xC3\x9F"
        "e\", \"two\\nlines\", \"mass [kg]\", \"Mass kg\"]\n");
    EXPECT_EQ(s.inputs.names(),
              (std::vector<std::string>{"rate_0", "Mass_kg", "gr_e", "two_lines", "mass_kg", "Mass_kg_2"}));
    EXPECT_EQ(cases("start.rate[0],+,2nd\n1,2,3\n").inputs.names(),
              (std::vector<std::string>{"rate_0", "column_2", "column_3"}));
    // so that formulas can use it
    const Sweep f =
        cases("\"Mass (kg)\"\n2\n3\n", "[[vary]]\nkey = \"start.rate[0]\"\nkind = \"formula\"\nof = \"10*Mass_kg\"\n");
    std::vector<double> numbers(2);
    f.inputs.draw(1, numbers.data());
    EXPECT_EQ(numbers, (std::vector<double>{3, 30}));
    EXPECT_EQ(complaint("Mass (kg)\n2\n3\n"),
              "cases.csv:2: this row has 1 column, the header has 2: blanks separate them where there is no comma, "
              "semicolon or tab; a title with blanks stands in quotation marks then");
    // but a plain name that means something is not changed behind one's back
    EXPECT_EQ(complaint("start.rate[0],tilt\n1,2\n"),
              "cases.csv:1: the name \"tilt\" means something else in formulas; choose another title, say `names`, or "
              "leave the column out by `columns`");
}

TEST_F(SweepCases, AnItemOfAListIsAKey) {
    const Sweep s = cases("torque[0]\n\"{ kind = \"\"damping\"\", coefficient = 0.1 }\"\n",
                          "[[torque]]\nkind = \"constant\"\nvalue = [0, 0, 1]\n");
    EXPECT_EQ(s.inputs.inputs()[0].keys, (std::vector<std::string>{"torque[0]"}));
    EXPECT_EQ(complaint("rate[0]\n1\n").rfind("cases.csv:1: rate: unknown key", 0), 0u) << complaint("rate[0]\n1\n");
}

TEST_F(SweepCases, LabelsStayAsTheyAre) {
    const Sweep s = cases("start.rate[0],label\n1,007\n2,1.50\n3,\n4,true\n5,2026-01-01\n6,\"[a\"\n7,\"x\ny\"\n");
    ASSERT_NE(s.inputs.choices(1), nullptr);
    EXPECT_EQ(*s.inputs.choices(1), (std::vector<std::string>{"007", "1.50", "", "true", "2026-01-01", "[a", "x\ny"}));
    EXPECT_TRUE(s.warnings.empty());
}

TEST_F(SweepCases, AWrongValueIsToldInItsLine) {
    const Sweep s = cases(
        "# flown in May\n"
        "body.inertia[0],method.integrator,run.duration\n"
        "1,rk4,1\n"
        "\n"
        "300,rk4,1\n"
        "1,rk44,1\n"
        "1,rk4,-1\n"
        "1,rk44,2\n");
    EXPECT_EQ(failure(s, 0), "");
    EXPECT_EQ(failure(s, 1).rfind("cases.csv:5: body.inertia: ", 0), 0u) << failure(s, 1);
    EXPECT_EQ(failure(s, 2).rfind("cases.csv:6: method.integrator: unknown", 0), 0u) << failure(s, 2);
    EXPECT_EQ(failure(s, 3).rfind("cases.csv:7: run.duration: expected a number greater than 0", 0), 0u)
        << failure(s, 3);
    EXPECT_EQ(failure(s, 4).rfind("cases.csv:8: method.integrator: unknown", 0), 0u) << failure(s, 4);
    ASSERT_EQ(s.warnings.size(), 1u);
    EXPECT_NE(s.warnings[0].find("cases.csv:6: method.integrator: unknown"), std::string::npos) << s.warnings[0];
    // a tree that was used for one case says nothing of it in the next
    SweepRuns runs(s);
    std::vector<double> outcomes(s.outcomes.size());
    std::string reason;
    for (const std::uint64_t run : {1, 2, 0, 3, 0}) {
        runs.run(run, outcomes.data(), reason, nullptr, {});
        EXPECT_EQ(reason, failure(s, run));
    }
}

TEST_F(SweepCases, WithKeysInTheSweepTheLineIsThatOfTheCaseToo) {
    const Sweep s = cases("a,b\n1,1\n1,-1\n", "keys = [\"start.rate[0]\", \"run.duration\"]\n");
    EXPECT_EQ(failure(s, 1).rfind("cases.csv:3: run.duration: ", 0), 0u) << failure(s, 1);
    const Sweep list = cases("a,b\n1,1\n300,1\n", "keys = [\"body.inertia[0]\", \"run.duration\"]\n");
    EXPECT_EQ(failure(list, 1).rfind("cases.csv:3: body.inertia: ", 0), 0u) << failure(list, 1);
    EXPECT_EQ(complaint("a,b\n1,1\n1,1\n", "keys = [\"start.rate[0]\", \"run.durration\"]\n")
                  .rfind("sweep.toml:10: run.durration: unknown key", 0),
              0u)
        << complaint("a,b\n1,1\n1,1\n", "keys = [\"start.rate[0]\", \"run.durration\"]\n");
}

// Twice the same words in different lines are no sign that the numbers are to blame.
TEST_F(SweepCases, WhatNoCaseCuresIsTheFaultOfTheFile) {
    EXPECT_EQ(complaint("start.rate[0],run.duration\n1,-1\n2,-1\n3,-1\n").rfind("cases.csv:2: run.duration: ", 0), 0u);
    EXPECT_EQ(complaint("start.rate[0],method.integrator\n1,rk4\n2,7\n"),
              "cases.csv:3: column 2 (method.integrator): '7' is a number, but the column begins with the text 'rk4'; "
              "in quotation marks it is a text too");
}

TEST_F(SweepCases, AFormulaOfNumbersAmongTextsIsRefused) {
    const std::string formula = "[[vary]]\nkey = \"start.rate[0]\"\nkind = \"formula\"\nof = ";
    const std::string told = ": the formula cannot use 'mass': it is a column of texts, for " +
                             folder.file("cases.csv") + ":3 has '1.2x' among its numbers";
    EXPECT_EQ(complaint("mass\n1\n1.2x\n", formula + "\"2*mass\"\n"), "sweep.toml:16: vary[1].of" + told);
    EXPECT_EQ(complaint("mass\n1\n1.2x\n", "[[outcome]]\nname = \"m\"\nof = \"2*mass\"\n"),
              "sweep.toml:15: outcome[0].of" + told);
    EXPECT_EQ(complaint("mass\n1\n1.2x\n", "[keep]\nover_time = [\"2*mass\"]\n"),
              "sweep.toml:14: keep.over_time[0]" + told);
    EXPECT_EQ(complaint("mass,spin\n1,3\n1.2x,4\n", formula + "\"2*spin\"\n"), "");
    EXPECT_EQ(complaint("mass\nlight\nheavy\n", formula + "\"2*mass\"\n"), "") << "places in the list may be meant";
}

}  // namespace

}  // namespace sweep_cases_test
