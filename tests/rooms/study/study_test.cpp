#include "polhode/study/study.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <nlohmann/json.hpp>

#include "polhode/picture/plot.hpp"
#include "polhode/study/study_file.hpp"
#include "polhode/study/study_log.hpp"
#include "polhode/study/study_report.hpp"
#include "support/output_support.hpp"

namespace study_test {

using namespace polhode;
using polhode::test::Folder;

namespace {

const std::string scenarios = POLHODE_SOURCE_DIR "/scenarios/";

Study small_study() {
    Study s = read_study(R"(title = "small"
[study]
repeats = 1
[[problem]]
scenario = "gyroscope-cusp.toml"
set = ["run.duration=0.5"]
[[method]]
integrator = "rk4"
steps = [0.002, 0.001, 0.0005]
[[method]]
integrator = "dop853"
tolerances = [1e-6, 1e-9]
)",
                         "study.toml", scenarios);
    return s;
}

// The CPU time is the one number that another run does not repeat.
std::string without_times(const std::string& csv) {
    std::string text;
    for (const std::string& line : test::lines(csv)) {
        std::size_t begin = 0;
        for (int i = 0; i < 9; ++i) begin = line.find(',', begin) + 1;
        text += line.substr(0, begin) + line.substr(line.find(',', begin)) + "\n";
    }
    return text;
}

}  // namespace

// Claimed orders are measured orders. The last pair of steps is in the asymptotic range: 0.15 is what the next term of
// the error leaves there.
TEST(Study, OrdersAreThoseThatAreClaimed) {
    const struct {
        const char* word;
        const char* steps;
        double order;
    } claims[] = {
        {"euler", "0.0001,0.00005,0.000025", 1},
        {"heun", "0.0005,0.00025,0.000125", 2},
        {"midpoint", "0.0005,0.00025,0.000125", 2},
        {"rk4", "0.001,0.0005,0.00025", 4},
        {"merson", "0.001,0.0005,0.00025", 4},
        {"dopri5", "0.001,0.0005,0.00025", 5},
        {"dop853", "0.004,0.002", 8},
        {"adams-bashforth:2", "0.0002,0.0001,0.00005", 2},
        {"adams-bashforth:4", "0.0002,0.0001", 4},
        {"rotation-vector", "0.001,0.0005,0.00025", 2},
        {"taylor:6", "0.01,0.005", 6},
        {"taylor:8", "0.0125,0.00625", 8},
    };
    for (const auto& c : claims) {
        StudyWords words;
        words.scenario = scenarios + "gyroscope-cusp.toml";
        words.settings = {"run.duration=0.5"};
        words.methods = c.word;
        words.steps = c.steps;
        Study study = study_of_words(words);
        study.repeats = 1;
        const StudyResult result = run_study(study, {}, {});
        ASSERT_TRUE(result.points.back().order.has_value()) << c.word << ": " << result.points.back().failure;
        EXPECT_NEAR(*result.points.back().order, c.order, 0.15) << c.word;
    }
}

TEST(Study, GivesTheSameForAnyNumberOfThreads) {
    Study study = small_study();
    study.threads = 1;
    const std::string one = study_csv(study, run_study(study, {}, {}));
    study.threads = 4;
    EXPECT_EQ(without_times(study_csv(study, run_study(study, {}, {}))), without_times(one));
}

TEST(Study, APointThatFailsDoesNotStopTheOthers) {
    // Euler angles through their singular place, and a method that does not run on this problem at all
    Study study = read_study(R"([study]
repeats = 1
[[problem]]
scenario = "tn-d-5302-benchmark.toml"
set = ["rates.b0_deg=90.0"]
[[problem]]
scenario = "gyroscope-cusp.toml"
set = ["run.duration=0.1"]
[[method]]
integrator = "rk4"
attitude = "euler-xyz"
steps = [0.05]
[[method]]
integrator = "magnus"
order = 4
steps = [0.01]
[[method]]
integrator = "rk4"
steps = [0.01]
)",
                             "study.toml", scenarios);
    const StudyResult result = run_study(study, {}, {});
    ASSERT_EQ(result.points.size(), 6u);
    EXPECT_FALSE(result.interrupted);
    EXPECT_NE(result.points[0].failure.find("gimbal lock"), std::string::npos) << result.points[0].failure;
    EXPECT_EQ(result.points[2].failure, "") << "rk4 on the benchmark";
    EXPECT_EQ(result.points[5].failure, "") << "rk4 on the gyroscope";
    EXPECT_NE(result.points[4].failure.find("magnus"), std::string::npos) << "it takes given rates only";
    EXPECT_EQ(result.points[1].failure, "") << "magnus on the benchmark";
    const std::string table = study_table(study, result);
    EXPECT_NE(table.find("failed"), std::string::npos);
    const auto points = read_study_csv("/nowhere/there.csv");
    EXPECT_TRUE(points.empty());
}

TEST(Study, MeasuresTheLargestErrorOnTheWay) {
    Study study = small_study();
    const StudyResult end = run_study(study, {}, {});
    study.largest = true;
    const StudyResult largest = run_study(study, {}, {});
    for (std::size_t i = 0; i < end.points.size(); ++i) {
        EXPECT_GE(largest.points[i].error, end.points[i].error) << i;
        EXPECT_NE(largest.points[i].key, end.points[i].key) << "another question, another answer";
        EXPECT_EQ(largest.points[i].evaluations, end.points[i].evaluations) << "rows are not the method's cost";
    }
}

TEST(StudyLog, StoppedAndResumedGivesTheSameFile) {
    const Folder folder;
    const Study study = small_study();
    const std::string straight = folder.file("straight.csv"), stopped = folder.file("stopped.csv");
    {
        StudyLog log(straight, study, {});
        log.finish(run_study(study, {}, {.point = [&](const StudyPoint& p) { log.add(p); }}));
    }
    std::atomic<int> done = 0;
    {
        StudyLog log(stopped, study, {});
        StudyObserver observer;
        observer.point = [&](const StudyPoint& p) {
            log.add(p);
            ++done;
        };
        observer.stop = [&] { return done >= 2; };
        Study one_thread = study;
        one_thread.threads = 1;
        const StudyResult result = run_study(one_thread, {}, observer);
        EXPECT_TRUE(result.interrupted);
        // not finished: as if it had been killed, and in the middle of a row
    }
    std::string text = test::contents(stopped);
    EXPECT_EQ(test::lines(text).size(), 3u) << "header and two rows are there at once";
    text += "0123456789abcdef,gyroscope-cusp,rk4,0.00";
    std::ofstream(stopped, std::ios::binary) << text;

    const auto finished = read_study_csv(stopped);
    ASSERT_EQ(finished.size(), 2u) << "the row that was cut off does not count";
    int again = 0;
    {
        StudyLog log(stopped, study, finished);
        log.finish(run_study(study, finished, {.point = [&](const StudyPoint& p) {
                                 log.add(p);
                                 ++again;
                             }}));
    }
    EXPECT_EQ(again, 3) << "only what was missing";
    EXPECT_EQ(without_times(test::contents(stopped)), without_times(test::contents(straight)));
    // the two points taken over keep even their times
    EXPECT_NE(test::contents(stopped).find(test::lines(text)[1].substr(0, 16)), std::string::npos);
}

TEST(StudyLog, AnotherQuestionIsNotAnswered) {
    const Folder folder;
    Study study = small_study();
    const std::string file = folder.file("study.csv");
    {
        StudyLog log(file, study, {});
        log.finish(run_study(study, {}, {}));
    }
    study.measure = MeasureId::axis_z;
    int run = 0;
    run_study(study, read_study_csv(file), {.point = [&](const StudyPoint&) { ++run; }});
    EXPECT_EQ(run, 5);
}

TEST(StudyLog, RefusesFilesOfAnotherKindAndDamagedRows) {
    const Folder folder;
    std::ofstream(folder.file("trajectory.csv")) << "t,qw,qx,qy,qz,wx,wy,wz\n0,1,0,0,0,0,0,1\n";
    EXPECT_THROW(read_study_csv(folder.file("trajectory.csv")), InputError);
    std::ofstream(folder.file("damaged.csv"))
        << study_csv_header() << "0123456789abcdef,p,rk4,0.1,,1e-3,,40,100,1e-6,10,0,\n"
        << "short,row\n"
        << "0123456789abcdef,p,rk4,0.1,,one,,40,100,1e-6,10,0,\n"
        << "0123456789abcdef,p,rk4,0.1,,,,40,100,1e-6,10,0,\"failed, as it \"\"must\"\"\"\n";
    const auto points = read_study_csv(folder.file("damaged.csv"));
    ASSERT_EQ(points.size(), 2u);
    EXPECT_EQ(points[0].error, 1e-3);
    EXPECT_EQ(points[1].failure, "failed, as it \"must\"");
}

TEST(StudyReport, TableAndJsonHoldTheSame) {
    const Study study = small_study();
    const StudyResult result = run_study(study, {}, {});
    const std::string table = study_table(study, result);
    const auto json = nlohmann::json::parse(study_json(study, result));
    EXPECT_EQ(json.at("status"), "complete");
    EXPECT_EQ(json.at("measure"), "geodesic");
    ASSERT_EQ(json.at("problems").size(), 1u);
    const auto& curves = json.at("problems")[0].at("curves");
    ASSERT_EQ(curves.size(), 2u);
    EXPECT_EQ(curves[0].at("points").size(), 3u);
    EXPECT_NEAR(curves[0].at("order").get<double>(), 4, 0.15);
    EXPECT_GT(curves[0].at("flops_per_step").get<double>(), 100);
    EXPECT_EQ(
        curves[0].at("points")[0].at("flops").get<double>(),
        curves[0].at("flops_per_step").get<double>() * curves[0].at("points")[0].at("steps_accepted").get<double>());
    EXPECT_NE(table.find("rk4, order 3.98"), std::string::npos) << table;
    EXPECT_NE(table.find("dop853"), std::string::npos);
    EXPECT_FALSE(json.at("problems")[0].at("truth").is_null());
}

TEST(StudyReport, DrawsAPicture) {
    const Folder folder;
    const Study study = small_study();
    const StudyResult result = run_study(study, {}, {});
    const std::string file = folder.file("study.svg");
    try {
        plot_study(study, result, file);
    } catch (const PlotError& e) {
        GTEST_SKIP() << "no picture without gnuplot: " << e.what();  // the only thing that may be missing here
    }
    const std::string picture = test::contents(file);
    EXPECT_NE(picture.find("<svg"), std::string::npos);
    EXPECT_NE(picture.find("(order 4.0)"), std::string::npos) << "the legend gives the observed order";
    EXPECT_THROW(plot_study(study, result, folder.file("study.bmp")), InputError);
}

}  // namespace study_test
