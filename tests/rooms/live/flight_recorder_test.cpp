// A record whose disk is full, and one whose name is that of what is flown.
#include <signal.h>
#include <sys/resource.h>

#include <filesystem>

#include "flights.hpp"
#include "polhode/files/output_error.hpp"

namespace flight_recorder_test {

using namespace polhode;
using namespace flights;

namespace {

const std::string body = R"([method]
integrator = "rk4"
step = 0.01
[body]
inertia = [1.0, 1.3, 0.7]
[start]
rate = [0.3, -0.2, 4.0]
[run]
duration = 1000.0
sample = 0.1
)";

// No file of this process grows beyond so many bytes: the system's answer is the one of a full disk.
class FilesUpTo {
 public:
    explicit FilesUpTo(rlim_t bytes) : before_(signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &limit_);
        const rlimit less{bytes, limit_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &less);
    }
    ~FilesUpTo() {
        setrlimit(RLIMIT_FSIZE, &limit_);
        signal(SIGXFSZ, before_);
    }
    FilesUpTo(const FilesUpTo&) = delete;
    FilesUpTo& operator=(const FilesUpTo&) = delete;

 private:
    rlimit limit_{};
    void (*before_)(int);
};

HeldStimulus push(std::uint64_t n) {
    HeldStimulus stimulus;
    stimulus.torque_B = {0.1 * static_cast<double>(n % 7), 1.0 / 3.0, 0};
    return stimulus;
}

}  // namespace

// What was flown up to the last time that it could be written is there and replays.
TEST(FlightRecorder, AFullDiskLeavesTheFlightBeforeIt) {
    const test::Folder folder;
    const Scenario scenario = read_scenario(body, "test.toml");
    LiveBody flown(scenario, 0, LiveBody::Stimuli::taken);
    FlightRecorder recorder(scenario, flown, folder.file("flight"));
    const auto fly = [&](std::uint64_t steps) {
        for (; flown.steps() < steps; recorder.made(flown.steps())) {
            ASSERT_TRUE(recorder.stimulus(flown.steps(), push(flown.steps())));
            ASSERT_TRUE(flown.step(push(flown.steps()), false));
        }
    };
    fly(200);
    recorder.flush();
    fly(300);
    {
        const FilesUpTo few(std::filesystem::file_size(folder.file("flight.csv")) + 100);
        EXPECT_THROW(recorder.flush(), OutputError);
    }
    const std::string record = folder.file("flight.toml");
    EXPECT_EQ(read_scenario_file(record).run.duration, 2);
    LiveBody again(scenario, 2, LiveBody::Stimuli::taken);
    std::vector<Rows> rows(1);
    again.set_row_sink([&](std::size_t, const Row& row) { rows[0].push_back(bits_of(row)); });
    while (again.step(push(again.steps()), false)) {
    }
    again.finish();
    EXPECT_EQ(rows.front().size(), 21u);
    EXPECT_TRUE(rows_by_run(read_scenario_file(record)) == rows);
    EXPECT_TRUE(replayed(record) == rows);
}

// A reset after a few steps: no two readings of the sensors fit into the flight before it.
TEST(FlightRecorder, FlightsTooShortForTheirSensorsRepeatWithoutThem) {
    const test::Folder folder;
    const Scenario scenario = read_scenario(body + "[readings]\nsample_hz = 4.0\n", "test.toml");
    for (const std::uint64_t steps : {24u, 25u}) {
        const std::string record = folder.file("flight-" + std::to_string(steps) + ".toml");
        const std::vector<Rows> rows = flown(scenario, steps, record);
        const Scenario again = read_scenario_file(record);
        EXPECT_EQ(again.problem.readings != nullptr, steps == 25) << "0.25 s";
        EXPECT_TRUE(rows_by_run(again) == rows);
        EXPECT_TRUE(replayed(record) == rows);
    }
}

TEST(FlightRecorder, WhoIsAbandonedIsNotWaitedFor) {
    const test::Folder folder;
    const Scenario scenario = read_scenario(body, "test.toml");
    const LiveBody flown(scenario, 0, LiveBody::Stimuli::taken);
    FlightRecorder recorder(scenario, flown, folder.file("flight"));
    std::uint64_t n = 0;
    while (recorder.stimulus(n, push(n))) ++n;
    EXPECT_FALSE(recorder.begin_again(n));
    recorder.abandon();
    EXPECT_TRUE(recorder.stimulus(n, push(n)));
    EXPECT_TRUE(recorder.begin_again(n));
}

TEST(FlightRecorder, WhatIsFlownIsNotOverwritten) {
    const test::Folder folder;
    std::filesystem::create_directory(folder.file("sub"));
    folder.write("pushes.csv", "t,x,y,z\n0,0,0,1\n1,0,0,0\n");
    const std::string named = folder.write("mine.toml", body + "[[input]]\nkind = \"file\"\nfile = \"pushes.csv\"\n");
    const Scenario scenario = read_scenario_file(named);
    const LiveBody flown(scenario, 0, LiveBody::Stimuli::taken);
    const auto why = [&](const std::string& path) -> std::string {
        try {
            const FlightRecorder recorder(scenario, flown, path);
            return "";
        } catch (const InputError& e) {
            return e.what();
        }
    };
    for (const char* path : {"mine", "mine.toml", "sub/../mine"})
        EXPECT_NE(why(folder.file(path)).find("is the scenario itself"), std::string::npos) << why(folder.file(path));
    EXPECT_NE(why(folder.file("pushes")).find("a file that the scenario reads"), std::string::npos);
    EXPECT_NE(why(folder.file("sub/")).find("expected the name of a file"), std::string::npos);
    EXPECT_NE(why("").find("expected the name of a file"), std::string::npos);
    EXPECT_EQ(why(folder.file("flight")), "");
    EXPECT_EQ(read_scenario_file(named).text, scenario.text);
}

}  // namespace flight_recorder_test
