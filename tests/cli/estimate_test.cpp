#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace polhode::test {
namespace estimate_test {

const char* const turned = POLHODE_SOURCE_DIR "/scenarios/logs/turned.csv";

TEST(Estimate, WritesARowForEachRow) {
    const Folder folder;
    const std::string to = folder.file("attitude.csv");
    const Outcome o = run({"estimate", turned, "--to", to, "--quiet"});
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.out + o.err, "");
    std::ifstream file(to);
    std::string line;
    std::getline(file, line);
    EXPECT_EQ(line.rfind("t,qw,qx,qy,qz,wx,wy,wz,sd_heading,sd_tilt,bias_x,bias_y,bias_z,mag_weight,rest", 0), 0u)
        << line;
    int rows = 0;
    while (std::getline(file, line)) ++rows;
    EXPECT_EQ(rows, 1000);
}

TEST(Estimate, SaysAsJsonWhatItFound) {
    for (const char* estimator : {"filter", "smoother", "small", "gyro"}) {
        const Outcome o = run({"estimate", turned, "--estimator", estimator, "--json"});
        ASSERT_EQ(o.code, 0) << o.err;
        const auto json = nlohmann::json::parse(o.out);
        EXPECT_EQ(json.at("estimator"), estimator);
        EXPECT_EQ(json.at("estimated_rows"), 1000);
        EXPECT_LT(json.at("evaluation").at("total_deg").get<double>(), 12) << estimator;
        EXPECT_EQ(json.contains("constants"),
                  estimator == std::string("filter") || estimator == std::string("smoother"));
    }
}

// The same attitude in another world, and a reference that is turned with it.
TEST(Estimate, WorldsAreTurned) {
    const auto first_row = [](const std::string& world) {
        const Outcome o = run({"estimate", turned, "--world", world, "--to", "-", "--quiet"});
        EXPECT_EQ(o.code, 0) << o.err;
        std::istringstream lines(o.out);
        std::string line;
        for (int i = 0; i < 900; ++i) std::getline(lines, line);
        std::vector<double> numbers;
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');) numbers.push_back(std::strtod(cell.c_str(), nullptr));
        return numbers;
    };
    const auto enu = first_row("ENU"), ned = first_row("NED");
    const double s = std::sqrt(0.5);
    // (0, s, s, 0) times (w, x, y, z)
    EXPECT_NEAR(ned[1], -s * enu[2] - s * enu[3], 1e-12);
    EXPECT_NEAR(ned[2], s * enu[1] + s * enu[4], 1e-12);
    EXPECT_NEAR(ned[5], enu[5], 0) << "rates are in body axes";
}

TEST(Estimate, RefusesInWords) {
    struct Case {
        std::vector<std::string> words;
        std::string expected;
    };
    for (const Case& c :
         {Case{{"estimate", "nowhere.csv"}, "nowhere.csv"},
          Case{{"estimate", turned, "--estimator", "fitler"}, "did you mean 'filter'?"},
          Case{{"estimate", turned, "--world", "NEU"}, "--world: 'NEU' is not a world"},
          Case{{"estimate", turned, "--offline", "--gyro-only"}, "'smoother' was asked for too"},
          Case{{"estimate", turned, "--gyro-only", "--form", "centred4"}, "'centred4' is not a way to integrate"},
          Case{{"estimate", turned, "--iterations", "3"},
               "--iterations: goes with --offline; the estimator is 'filter'"},
          Case{{"estimate", turned, "--patience", "3"}, "--patience: goes with --from"},
          Case{{"estimate", "--from", "-", "--offline", "--patience", "3"}, "--patience: goes with rows as they come"},
          Case{{"estimate", turned, "--topic", "/imu"}, "--topic: goes with an MCAP file; "},
          Case{{"estimate", turned, "--offline", "--topic", "/imu"}, "--topic: goes with an MCAP file; "},
          Case{{"estimate", "nowhere.csv", "--link", "json:9"}, "polhode: nowhere.csv: cannot be read: No such file"},
          Case{{"estimate", "/", "--link", "json:9"}, "polhode: /: cannot be read: Is a directory"},
          Case{{"allan", turned, "--until", "3.1"}, "10 readings until --until 3.1 s are too few"},
          Case{{"estimate", turned, "--holds", "means"}, "did you mean 'mean'?"},
          Case{{"estimate", turned, "--plot", "x.gif"}, "x.gif"},
          Case{{"estimate", turned, "--sensors", "nowhere.toml"}, "nowhere.toml"},
          Case{{"align", turned, "--columns", "qw=nothing"}, "no column 'nothing'"},
          Case{{"calibrate", turned}, "after the first 50 s"},
          Case{{"calibrate", turned, "--gravity", "981"}, "--gravity"},
          Case{{"allan", turned, "--until", "3.1"}, "too few"}}) {
        const Outcome o = run(c.words);
        EXPECT_EQ(o.code, 2) << o.out;
        EXPECT_NE(o.err.find(c.expected), std::string::npos) << o.err;
    }
}

TEST(Estimate, ToolsSpeakJson) {
    EXPECT_EQ(nlohmann::json::parse(run({"inspect", turned, "--json"}).out).at("gaps"), 0);
    EXPECT_NEAR(nlohmann::json::parse(run({"align", turned, "--json"}).out).at("offset_s").get<double>(), -0.005, 1e-3);
    EXPECT_EQ(nlohmann::json::parse(run({"allan", turned, "--until", "6", "--json"}).out).at("signals").size(), 6u);
}

// What was left out is told by those who align, too.
TEST(Estimate, AlignTellsWhatIsStrange) {
    const Folder folder;
    std::ifstream file(turned);
    std::string text, line, before;
    for (int i = 0; std::getline(file, line); ++i, before = line) text += (i == 500 ? before + "\n" : "") + line + "\n";
    const Outcome o = run({"align", folder.write("twice.csv", text)});
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_NE(o.err.find("1 rows have the time of the row before and are left out, the first in line 501"),
              std::string::npos)
        << o.err;
}

// A wrong row ends a log with its place and exit code 2; the rows before it are written as they would have been.
TEST(Estimate, RowsBeforeAWrongOneAreWritten) {
    const Folder folder;
    std::ifstream file(turned);
    std::string text, line;
    for (int i = 0; i < 300 && std::getline(file, line); ++i) text += line + "\n";
    const auto rows_of = [&](std::vector<std::string> words, const std::string& log, int code, const char* said) {
        const std::string name = folder.file("log.csv"), to = folder.file("out.csv");
        std::ofstream(name) << log;
        std::filesystem::remove(to);
        words.insert(words.begin(), {"estimate", name, "--to", to});
        const Outcome o = run(words);
        EXPECT_EQ(o.code, code) << o.err;
        EXPECT_NE(o.err.find(said), std::string::npos) << o.err;
        std::ifstream written(to);
        return std::string((std::istreambuf_iterator<char>(written)), {});
    };
    const std::string last = line.substr(line.find(','));
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {}, {"--estimator", "small"}, {"--six-axis"}, {"--link", "json:9", "--speed", "0"}, {"--gyro-only"}}) {
        const std::string good = rows_of(words, text, 0, "");
        for (const char* wrong : {"1e300", "9e9", "x"}) {
            const std::string spoilt = rows_of(
                words, text + "1000," + wrong + last.substr(last.find(',', 1)) + "\n" + line + "\n", 2, ": gyr_x: ");
            EXPECT_EQ(spoilt, good) << wrong;
        }
    }
    // what looks at the whole log looks at the rows before
    EXPECT_EQ(rows_of({"--offline"}, text + "abc" + last + "\n", 2, ":301: t: expected a number, read 'abc'"),
              rows_of({"--offline"}, text, 0, ""));
}

// What calibrate writes, estimate reads.
TEST(Estimate, ToolsDraw) {
    if (std::system("command -v gnuplot >/dev/null 2>&1") != 0) GTEST_SKIP() << "gnuplot is not installed";
    const Folder folder;
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"inspect"}, {"align"}, {"allan", "--until", "6"}, {"calibrate", "--magnetometer"}}) {
        const std::string picture = folder.file(words[0] + ".svg");
        std::vector<std::string> all{words[0], turned, "--plot", picture};
        all.insert(all.end(), words.begin() + 1, words.end());
        const Outcome o = run(all);
        EXPECT_EQ(o.code, 0) << words[0] << ": " << o.err;
        std::ifstream file(picture);
        const std::string svg((std::istreambuf_iterator<char>(file)), {});
        EXPECT_NE(svg.find("</svg>"), std::string::npos) << words[0];
        EXPECT_NE(svg.find("<path"), std::string::npos) << words[0];
    }
    EXPECT_EQ(run({"allan", turned, "--plot", "x.gif"}).code, 2);
}

TEST(Estimate, ASensorsFileGoesRound) {
    const Folder folder;
    const std::string sensors = folder.file("sensors.toml");
    const std::string log = POLHODE_TEST_DATA "/estimation-made-log.csv";
    ASSERT_EQ(run({"calibrate", log, "--magnetometer", "--to", sensors}).code, 0);
    const Outcome o = run({"estimate", log, "--sensors", sensors, "--json"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_LT(nlohmann::json::parse(o.out).at("evaluation").at("total_deg").get<double>(), 1);
}

// A log with some columns named and scaled otherwise.
std::string with_unit(const std::string& path, const std::string& sensor, const std::string& unit, double factor) {
    std::ifstream file(path);
    std::string all, line;
    std::vector<bool> chosen;
    while (std::getline(file, line)) {
        if (line.starts_with("#")) continue;
        std::istringstream cells(line);
        std::string out, cell;
        for (size_t k = 0; std::getline(cells, cell, ','); ++k) {
            if (chosen.size() <= k) {
                chosen.push_back(cell.starts_with(sensor));
                if (chosen[k]) cell += " (" + unit + ")";
            } else if (chosen[k]) {
                std::ostringstream number;
                number << std::setprecision(17) << factor * std::strtod(cell.c_str(), nullptr);
                cell = number.str();
            }
            out += (k ? "," : "") + cell;
        }
        all += out + "\n";
    }
    return all;
}

// The sensors file of a log in other units stands beside that log, in its units; what is found out is said in the
// manual's.
TEST(Estimate, ASensorsFileIsInTheUnitsOfItsLog) {
    const Folder folder;
    const std::string log = POLHODE_TEST_DATA "/estimation-made-log.csv", gauss = folder.file("gauss.csv");
    std::ofstream(gauss) << with_unit(log, "mag_", "gauss", 0.01);
    std::vector<nlohmann::json> found;
    for (const std::string& name : {log, gauss}) {
        const std::string sensors = folder.file("sensors.toml");
        ASSERT_EQ(run({"calibrate", name, "--magnetometer", "--to", sensors}).code, 0);
        const Outcome o = run({"estimate", name, "--sensors", sensors, "--json"});
        ASSERT_EQ(o.code, 0) << o.err;
        found.push_back(nlohmann::json::parse(o.out));
    }
    for (const char* key : {"total_deg", "heading_deg"})
        EXPECT_NEAR(found[0].at("evaluation").at(key).get<double>(), found[1].at("evaluation").at(key).get<double>(),
                    1e-6);
    EXPECT_NEAR(found[0].at("constants").at("field_up").get<double>(),
                found[1].at("constants").at("field_up").get<double>(), 1e-6);
    EXPECT_EQ(found[1].at("constants").at("field_unit"), "uT");
    EXPECT_NE(run({"estimate", gauss}).out.find("hard iron, uT"), std::string::npos);
}

// An accelerometer that speaks in every fourth row only is four times slower, and the gyro beside it is not.
TEST(Estimate, AllanTakesEachSensorAtItsOwnPace) {
    const Folder folder;
    const std::string fast = folder.file("fast.csv"), slow = folder.file("slow.csv");
    std::ofstream all(fast), sparse(slow);
    for (std::ofstream* f : {&all, &sparse}) *f << "t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z\n";
    for (int i = 0; i < 4000; ++i) {
        const double a = std::sin(1.0 * i * i), b = std::cos(0.7 * i * i);
        for (std::ofstream* f : {&all, &sparse}) {
            *f << 0.01 * i << ',' << 1e-3 * a << ',' << 1e-3 * b << ',' << 1e-3 * a * b << ',';
            if (f == &all || i % 4 == 0)
                *f << 0.1 * b << ',' << 0.1 * a << ',' << 9.8 + 0.1 * a * b << '\n';
            else
                *f << ",,\n";
        }
    }
    all.close();
    sparse.close();
    const auto fast_one = nlohmann::json::parse(run({"allan", fast, "--json"}).out).at("signals"),
               slow_one = nlohmann::json::parse(run({"allan", slow, "--json"}).out).at("signals");
    EXPECT_EQ(slow_one[0], fast_one[0]);
    EXPECT_EQ(slow_one[3].at("readings"), 1000);
    EXPECT_NEAR(slow_one[3].at("step_s").get<double>(), 0.04, 1e-9);
    EXPECT_NEAR(slow_one[3].at("points")[0].at("tau_s").get<double>(), 0.04, 1e-9);
}

// What is not known is not said as a number.
TEST(Estimate, NoNumberStandsForWhatWasNotTold) {
    EXPECT_TRUE(nlohmann::json::parse(run({"align", turned, "--json"}).out).at("clock_rate_ppm").is_null());
    const auto coverage = [](const char* estimator) {
        const Outcome o = run({"estimate", turned, "--estimator", estimator, "--json"});
        return nlohmann::json::parse(o.out).at("evaluation").contains("coverage");
    };
    EXPECT_TRUE(coverage("filter"));
    EXPECT_FALSE(coverage("gyro"));
    EXPECT_FALSE(coverage("small"));
}

std::string first_lines(const std::string& path, int many) {
    std::ifstream file(path);
    std::string all, line;
    for (int i = 0; i < many && std::getline(file, line); ++i) all += line + "\n";
    return all;
}

// A stream that is recorded gives the same bits as the file; so does one that comes line by line.
TEST(Estimate, RowsFromStandardInputGiveTheBitsOfTheFile) {
    const Folder folder;
    const std::string some = first_lines(turned, 250);
    std::ofstream(folder.file("some.csv")) << some;
    for (const char* estimator : {"filter", "small"}) {
        const Outcome whole =
            run({"estimate", folder.file("some.csv"), "--estimator", estimator, "--to", "-", "--quiet"});
        ASSERT_EQ(whole.code, 0) << whole.err;
        for (const std::vector<std::string>& words :
             {std::vector<std::string>{"estimate", "-"}, {"estimate", "--from", "-"}}) {
            std::vector<std::string> all = words;
            for (const char* more : {"--estimator", estimator, "--to", "-", "--quiet"}) all.push_back(more);
            const Outcome piped = run(all, some);
            EXPECT_EQ(piped.code, 0) << piped.err;
            EXPECT_EQ(piped.out, whole.out) << estimator;
        }
    }
}

TEST(Estimate, StreamsAreRefusedInWords) {
    const auto refused = [](const std::vector<std::string>& words, const std::string& why, const std::string& in = "") {
        const Outcome o = run(words, in);
        EXPECT_EQ(o.code, 2) << o.err;
        EXPECT_NE(o.err.find(why), std::string::npos) << o.err;
    };
    refused({"estimate"}, "expected a log, or --from udp:PORT");
    refused({"estimate", turned, "--from", "-"}, "leave one of them out");
    refused({"estimate", "--from", "udp:ninety"}, "expected udp:PORT");
    refused({"estimate", "--from", "serial:/dev/null"}, "is no serial port");
    refused({"estimate", "--from", "serial:/dev/null:12345"}, "is no speed of a serial port");
    refused({"estimate", "--from", "udp:0", "--offline"}, "needs the whole log");
    refused({"estimate", "-"}, "the log is empty");
    refused({"estimate", turned, "--axes", "FLD"}, "--axes");
}

// Forward, right, down in place of forward, left, up: half a turn about the first axis.
TEST(Estimate, BodyAxesAreTurned) {
    const Outcome flu = run({"estimate", turned, "--to", "-", "--quiet"}),
                  frd = run({"estimate", turned, "--to", "-", "--quiet", "--axes", "FRD"});
    ASSERT_EQ(frd.code, 0) << frd.err;
    const auto last = [](const std::string& text) {
        std::vector<double> cells;
        std::istringstream line(text.substr(text.rfind('\n', text.size() - 2) + 1));
        for (std::string cell; std::getline(line, cell, ',');) cells.push_back(std::stod(cell));
        return cells;
    };
    const std::vector<double> a = last(flu.out), b = last(frd.out);
    // q (0, 1, 0, 0) = (-x, w, z, -y)
    EXPECT_NEAR(b[1], -a[2], 1e-15);
    EXPECT_NEAR(b[2], a[1], 1e-15);
    EXPECT_NEAR(b[3], a[4], 1e-15);
    EXPECT_NEAR(b[4], -a[3], 1e-15);
    EXPECT_NEAR(b[6], -a[6], 1e-15);
}

// A scenario's sensors, logged and estimated: the log holds what the scenario's own estimator was given.
TEST(Estimate, AMadeLogGivesWhatTheScenarioGives) {
    const Folder folder;
    const char* const scenario = POLHODE_SOURCE_DIR "/scenarios/strapped-sensors.toml";
    const Outcome made = run({"run", scenario, "--log", folder.file("made.csv"), "--csv", folder.file("rows.csv"),
                              "--quiet", "--set", "run.duration=8"});
    ASSERT_EQ(made.code, 0) << made.err;
    const Outcome o = run({"estimate", folder.file("made.csv"), "--to", folder.file("attitude.csv"), "--json"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(nlohmann::json::parse(o.out).at("estimated_rows"), 801);
    std::ifstream filter(folder.file("rows-filter.csv")), attitude(folder.file("attitude.csv"));
    std::string in_run, in_log;
    std::getline(filter, in_run);
    std::getline(attitude, in_log);
    int rows = 0;
    while (std::getline(filter, in_run) && std::getline(attitude, in_log)) {
        std::istringstream a(in_run), b(in_log);
        std::string x, y;
        for (int k = 0; k < 5 && std::getline(a, x, ',') && std::getline(b, y, ','); ++k)
            EXPECT_NEAR(std::stod(x), std::stod(y), 1e-12) << rows;
        ++rows;
    }
    EXPECT_EQ(rows, 801);
    const Outcome none = run({"run", POLHODE_SOURCE_DIR "/scenarios/wingnut.toml", "--log", folder.file("no.csv")});
    EXPECT_EQ(none.code, 2);
    EXPECT_NE(none.err.find("no [readings]"), std::string::npos) << none.err;
}

}  // namespace estimate_test
}  // namespace polhode::test
