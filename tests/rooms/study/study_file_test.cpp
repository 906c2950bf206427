#include "polhode/study/study_file.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/output_support.hpp"

namespace study_file_test {

using namespace polhode;

namespace {

const std::string scenarios = POLHODE_SOURCE_DIR "/scenarios/";

const std::string good = R"(title = "two and two"
[study]
measure = "axes"
at = "max"
repeats = 1
[[problem]]
scenario = "gyroscope-cusp.toml"
set = ["run.duration=0.5"]
[[problem]]
name = "benchmark"
scenario = "tn-d-5302-benchmark.toml"
[[method]]
integrator = "rk4"
steps = [0.01, 0.005]
[[method]]
integrator = "dop853"
tolerances = { from = 1e-4, to = 1e-10, count = 4 }
[[method]]
integrator = "exact"
)";

std::string complaint(const std::string& text) {
    try {
        read_study(text, "study.toml", scenarios);
    } catch (const InputError& e) {
        return e.what();
    }
    return "";
}

std::string with(const std::string& old, const std::string& replacement) {
    std::string text = good;
    const std::size_t at = text.find(old);
    if (at == std::string::npos) throw std::runtime_error("not there: " + old);
    return text.replace(at, old.size(), replacement);
}

}  // namespace

TEST(StudyFile, IsReadAsItIsWritten) {
    const Study s = read_study(good, "study.toml", scenarios);
    EXPECT_EQ(s.title, "two and two");
    EXPECT_EQ(s.measure, MeasureId::axes);
    EXPECT_TRUE(s.largest);
    EXPECT_EQ(s.repeats, 1);
    ASSERT_EQ(s.problems.size(), 2u);
    EXPECT_EQ(s.problems[0].name, "gyroscope-cusp");
    EXPECT_DOUBLE_EQ(s.problems[0].scenario.run.duration, 0.5);
    EXPECT_EQ(s.problems[1].name, "benchmark");
    ASSERT_EQ(s.methods.size(), 3u);
    EXPECT_EQ(s.methods[0].varied, StudyMethod::Varied::step);
    EXPECT_EQ(s.methods[0].values, (std::vector<double>{0.01, 0.005}));
    EXPECT_EQ(s.methods[1].varied, StudyMethod::Varied::tolerance);
    EXPECT_EQ(s.methods[1].values, (std::vector<double>{1e-4, 1e-6, 1e-8, 1e-10}));
    EXPECT_EQ(s.methods[2].varied, StudyMethod::Varied::nothing);
    EXPECT_EQ(points_of(s).size(), 2u * (2 + 4 + 1));
}

TEST(StudyFile, TheShippedOnesAreSound) {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(scenarios + "studies")) {
        ++files;
        EXPECT_TRUE(is_study_file(entry.path().string()));
        const Study s = read_study_file(entry.path().string());
        EXPECT_FALSE(s.title.empty()) << entry.path();
        EXPECT_GT(points_of(s).size(), 5u) << entry.path();
    }
    EXPECT_GE(files, 3);
    EXPECT_FALSE(is_study_file(scenarios + "gyroscope-cusp.toml"));
}

// Each slip is told with its place, what was read and what would do.
TEST(StudyFile, BadOnesAreRefused) {
    const struct {
        std::string text;
        std::vector<const char*> says;
    } bad[] = {
        {"", {"study.toml", "nothing in it"}},
        {"[study]\nmeasure = \"axes\"\n", {"[[problem]]", "scenario"}},
        {"[[problem]]\nscenario = \"gyroscope-cusp.toml\"\n", {"[[method]]", "integrator"}},
        {with("measure = \"axes\"", "measure = \"axis\""), {"study.toml:3", "study.measure", "'axis-z'", "axes"}},
        {with("measure = \"axes\"", "mesure = \"axes\""), {"study.toml:3", "mesure", "measure"}},
        {with("at = \"max\"", "at = \"largest\""), {"study.toml:4", "study.at", "'end'", "'max'"}},
        {with("repeats = 1", "repeats = 0"), {"study.toml:5", "study.repeats", "0", "between 1 and 1000"}},
        {with("repeats = 1", "repeats = \"three\""), {"study.toml:5", "study.repeats", "three"}},
        {with("repeats = 1", "threads = -1"), {"study.toml:5", "study.threads", "-1"}},
        {with("scenario = \"gyroscope-cusp.toml\"", "scenario = \"no-such-file.toml\""), {"no-such-file.toml"}},
        {with("scenario = \"gyroscope-cusp.toml\"", "file = \"gyroscope-cusp.toml\""),
         {"study.toml:7", "file", "scenario"}},
        {with("scenario = \"gyroscope-cusp.toml\"\n", ""), {"problem[0].scenario", "missing"}},
        {with("set = [\"run.duration=0.5\"]", "set = \"run.duration=0.5\""), {"study.toml:8", "list of strings"}},
        {with("set = [\"run.duration=0.5\"]", "set = [\"run.durration=0.5\"]"), {"durration", "duration"}},
        {with("integrator = \"rk4\"", "integrator = \"rk5\""), {"study.toml:13", "rk5", "rk4"}},
        {with("steps = [0.01, 0.005]", "steps = []"), {"study.toml:14", "method[0].steps", "empty"}},
        {with("steps = [0.01, 0.005]", "steps = [0.01, -0.005]"), {"study.toml:14", "-0.005", "> 0"}},
        {with("steps = [0.01, 0.005]", "steps = 0.01"), {"study.toml:14", "0.01", "steps"}},
        {with("steps = [0.01, 0.005]", "steps = [0.01]\nstep = 0.1"), {"study.toml:15", "twice"}},
        {with("steps = [0.01, 0.005]", "steps = [0.01]\ntolerances = [1e-6]"), {"study.toml:15", "exclude"}},
        {with("steps = [0.01, 0.005]", "tolerances = [1e-6]"), {"study.toml:14", "fixed step"}},
        {with("steps = [0.01, 0.005]", "stepps = [0.01, 0.005]"), {"study.toml:14", "stepps", "step"}},
        {with("count = 4", "count = 0"), {"study.toml:17", "count", "between 1 and"}},
        {with("count = 4", "cuont = 4"), {"study.toml:17", "cuont", "count"}},
        {with("from = 1e-4, ", ""), {"study.toml:17", "from", "missing"}},
        {with("[[method]]\nintegrator = \"exact\"", "[[methods]]\nintegrator = \"exact\""), {"methods", "method"}},
        {good + "[[problem]\n", {"study.toml:20"}},
        {"[problem]\nscenario = \"gyroscope-cusp.toml\"\n[[method]]\nintegrator = \"exact\"\n", {"[[problem]]"}},
    };
    for (const auto& b : bad) {
        const std::string message = complaint(b.text);
        EXPECT_FALSE(message.empty()) << "accepted:\n" << b.text;
        for (const char* words : b.says)
            EXPECT_NE(message.find(words), std::string::npos) << words << "\n in " << message;
    }
}

TEST(StudyWords, MethodsInOneWord) {
    EXPECT_EQ(method_of_word("rk4", "").integrator, "rk4");
    const Method taylor = method_of_word("taylor:12", "");
    EXPECT_EQ(taylor.integrator_values.integer("order"), 12);
    EXPECT_EQ(method_of_word("adams-bashforth:order=3", "").integrator_values.integer("order"), 3);
    const Method all = method_of_word("rotation-vector:rate=\"end\"+normalise/dcm", "");
    EXPECT_EQ(all.integrator, "rotation-vector");
    EXPECT_EQ(all.integrator_values.text("rate"), "end");
    EXPECT_EQ(all.constraint, "normalise");
    EXPECT_EQ(all.attitude, "dcm");
    for (const char* wrong : {"rk5", "rk4:3", "taylor:many", "rk4+normal", "rk4/quaternions", ""})
        EXPECT_THROW(method_of_word(wrong, "--methods"), InputError) << wrong;
}

TEST(StudyWords, ValuesListedOrSpread) {
    EXPECT_EQ(values_of_words("0.01,0.005", "--steps"), (std::vector<double>{0.01, 0.005}));
    EXPECT_EQ(values_of_words("1e-4:1e-12:5", "--steps"), (std::vector<double>{1e-4, 1e-6, 1e-8, 1e-10, 1e-12}));
    EXPECT_EQ(values_of_words("0.3:0.1:1", "--steps"), (std::vector<double>{0.3}));
    const auto halves = values_of_words("0.008:0.00025:6", "--steps");
    ASSERT_EQ(halves.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(halves[i], 0.008 / std::pow(2, i), 1e-3 * halves[i]);
    for (const char* wrong : {"", "0", "-1", "a", "1:2", "1:2:3:4", "1:2:0.5", "1:2:99999", "nan", "0.1,,0.2"})
        EXPECT_THROW(values_of_words(wrong, "--steps"), InputError) << wrong;
}

TEST(StudyWords, TolerancesGoToThoseThatCanKeepThem) {
    StudyWords words;
    words.scenario = scenarios + "gyroscope-cusp.toml";
    words.methods = "rk4,dop853,exact";
    words.steps = "0.001,0.0005";
    words.tolerances = "1e-6,1e-8";
    const Study s = study_of_words(words);
    EXPECT_EQ(s.methods[0].varied, StudyMethod::Varied::step);
    EXPECT_EQ(s.methods[1].varied, StudyMethod::Varied::tolerance);
    EXPECT_EQ(s.methods[2].varied, StudyMethod::Varied::nothing);
    words.tolerances = "";
    EXPECT_EQ(study_of_words(words).methods[1].varied, StudyMethod::Varied::step);
    words.measure = "geodesics";
    EXPECT_THROW(study_of_words(words), InputError);
}

}  // namespace study_file_test
