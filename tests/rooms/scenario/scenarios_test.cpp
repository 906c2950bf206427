// The gallery: every scenario is well formed, runs and stays finite (gallery_numbers_test.cpp: and keeps its promises).
#include <algorithm>
#include <filesystem>
#include <functional>

#include "polhode/closed_form/free_motion.hpp"
#include "polhode/measure/comparison.hpp"
#include "polhode/scenario/gallery.hpp"
#include "support/reference_support.hpp"

namespace scenarios_test {

namespace {

using namespace reference;
using polhode::Scenario;
using polhode::Vec3;

std::vector<std::string> names() {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(POLHODE_SOURCE_DIR "/scenarios"))
        if (entry.path().extension() == ".toml") found.push_back(entry.path().stem().string());
    std::sort(found.begin(), found.end());
    return found;
}
Scenario read(const std::string& name, const std::vector<std::string>& settings = {}) {
    return polhode::read_scenario_file(POLHODE_SOURCE_DIR "/scenarios/" + name + ".toml", settings);
}

class Gallery : public testing::TestWithParam<std::string> {};

TEST_P(Gallery, IsAWellFormedExample) {
    std::ifstream file(POLHODE_SOURCE_DIR "/scenarios/" + GetParam() + ".toml");
    int lines = 0;
    bool title = false, source = false;
    for (std::string line; std::getline(file, line);) {
        if (++lines == 1) {
            EXPECT_EQ(line.rfind("# ", 0), 0u) << "opens with what will be seen";
        }
        title |= line.rfind("title = \"", 0) == 0;
        source |= line.find("# Source: ") == 0;
        EXPECT_LE(line.size(), 120u) << line;
    }
    EXPECT_LT(lines, 80);
    EXPECT_TRUE(title);
    EXPECT_TRUE(source) << "says where the experiment comes from";
    EXPECT_NE(polhode::find_in_gallery(GetParam()), nullptr) << "polhode new knows it";
}

TEST_P(Gallery, RunsAndStaysFinite) {
    const Scenario s = read(GetParam());
    for (std::size_t m = 0; m < s.methods.size(); ++m) {
        const Result r = run(s, m);
        // a body on a table may come to an end of its own, and says so
        const bool ended = s.problem.inside && s.problem.inside->contact && r.last().t < s.run.duration;
        if (ended)
            EXPECT_NE(r.statistics.notes.back().find("the run ends"), std::string::npos);
        else
            EXPECT_EQ(r.last().t, s.run.duration) << s.methods[m].name;
        for (const KeptRow& row : r.rows) {
            const double sum = row.q_NB.w + row.q_NB.x + row.q_NB.y + row.q_NB.z + row.w_NB_B[0] + row.w_NB_B[1] +
                               row.w_NB_B[2] + row.energy;
            ASSERT_TRUE(std::isfinite(sum)) << s.methods[m].name << " at " << row.t;
        }
        // |q| as the method holds it: plain RK4 at 80 steps a turn loses 4e-9, everything else far less; words of a
        // fraction machine lose up to a thousand units over a few thousand steps
        const polhode::Method& method = s.methods[m];
        const double unit = method.arithmetic == "fixed-point"
                                ? std::ldexp(1.0, -static_cast<int>(method.arithmetic_values.integer("fraction_bits")))
                                : 0;
        // what Gray's corrections leave of forward Euler's error, (3/4) (h w)^4
        const double left = method.integrator == "euler" && method.constraint.rfind("gray", 0) == 0 ? 5e-5 : 0;
        // an analog computer holds its length to some tenths of a percent
        const double analog = method.arithmetic == "analog" ? 5e-3 : 0;
        // where constraints are studied, the length that is lost without them, or beyond their limit, is the point
        const bool studied = GetParam() == "tn-d-5302-algebraic" || GetParam() == "tn-d-5302-normalized" ||
                             GetParam() == "tn-d-5302-derivative" || GetParam() == "robinson-length-correction";
        EXPECT_NEAR(norm_squared(r.last().q_NB), 1, 1e-6 + 1000 * unit + left + analog + (studied ? 0.6 : 0))
            << method.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Scenarios, Gallery, testing::ValuesIn(names()), [](const auto& param) {
    std::string name = param.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace

}  // namespace scenarios_test
