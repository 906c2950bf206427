// Who wants a sweep to end is answered wherever it is, and what was finished is kept.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <random>
#include <thread>

#include "program.hpp"
#include "sweep_results.hpp"

namespace sweep_signals_test {

using namespace polhode::test;

namespace {

const std::string body = R"(
[body]
inertia = [1.0, 1.5, 2.0]
[start]
rate = [0.1, 1.0, 0.2]
[[vary]]
key = "start.rate[0]"
kind = "uniform"
low = 0.1
high = 0.4
[[outcome]]
name = "tilt"
of = "tilt"
)";
std::string sweep(int runs, const std::string& method, const std::string& duration, const std::string& more = "") {
    return body + "[sweep]\nruns = " + std::to_string(runs) + "\n" + more + "[method]\n" + method +
           "\n[run]\nduration = " + duration + "\n";
}

const std::string machines = R"(
[rates]
kind = "constant"
value = [0.1, 0.2, 0.15]
[method]
attitude = "quaternion"
integrator = "rk4"
arithmetic = { kind = "analog" }
step = 0.1
[[vary]]
key = "method.arithmetic.seed"
kind = "grid"
from = 0
to = 63
count = 64
[[outcome]]
name = "qw"
of = "qw"
)";

// The number in front of " of": "137 of 200 runs are safe".
long safe_runs(const std::string& said) {
    const std::size_t end = said.find(" runs are safe");
    const std::size_t stopped = said.rfind("stopped: ", end);
    if (end == std::string::npos || stopped == std::string::npos) return -1;
    std::string digits;
    for (std::size_t i = stopped + 9; i < said.find(" of ", stopped); ++i)
        if (isdigit(static_cast<unsigned char>(said[i]))) digits += said[i];
    return digits.empty() ? -1 : std::stol(digits);
}

}  // namespace

// A group of bodies would take hours; the machine is as busy as it likes, but not for an hour.
TEST(SweepSignals, NobodyWaitsForAGroupOfBodies) {
    const Folder scratch;
    const std::vector<std::string> sweeps = {
        sweep(64, "integrator = \"rk4\"\nstep = 1e-6", "1e5"),
        sweep(64, "integrator = \"taylor\"\norder = 20\nstep = 1e-6", "1e5"),
        sweep(64, "integrator = \"rk4\"\nstep = 1e-6", "1e5",
              "[[torque]]\nkind = \"formula\"\nvalue = [\"sin(t)\", \"0\", \"0\"]\n"),
        sweep(64, "integrator = \"exact\"", "1e5", "") +
            "sample = 0.11\n[[outcome]]\nname = \"m\"\nof = \"wx\"\ntake = \"mean\"\n",
        machines + "[run]\nduration = 1e8\n"};
    int number = 0;
    for (const std::string& text : sweeps)
        for (const int signal : {SIGINT, SIGTERM}) {
            const std::string out = scratch.file("o" + std::to_string(number++));
            Running running({"sweep", scratch.write("c.toml", text), "--out", out, "--threads", "2"});
            ASSERT_TRUE(running.reaches([&] { return size_of(out + "/journal.bin") > 0; })) << text;
            std::this_thread::sleep_for(std::chrono::milliseconds(60));
            kill(running.id(), signal);
            const Outcome o = running.wait();
            EXPECT_EQ(o.code, 3) << o.err << text;
            EXPECT_NE(o.err.find("--resume goes on"), std::string::npos) << o.err;
        }
}

// At random moments, again and again, until it is done: the results are those of a sweep that nobody stopped.
TEST(SweepSignals, AtAnyMomentNothingThatIsFinishedIsLost_Long) {
    const Folder scratch;
    const std::vector<std::string> sweeps = {
        sweep(200, "integrator = \"rk4\"\nstep = 1e-3", "30"),
        sweep(60, "integrator = \"rk4\"\nstep = 1e-3", "3",
              "[[torque]]\nkind = \"formula\"\nvalue = [\"0.01*sin(t)\", \"0\", \"0\"]\n"),
        sweep(1500, "integrator = \"rk4\"\nstep = 1e-3", "4") + "[keep]\nruns = false\nover_time = [\"tilt\"]\n"};
    std::mt19937 random(4);
    int number = 0;
    for (const std::string& text : sweeps) {
        const std::string file = scratch.write("c.toml", text), straight = scratch.file("s" + std::to_string(number)),
                          stopped = scratch.file("p" + std::to_string(number++));
        ASSERT_EQ(run({"sweep", file, "--out", straight, "--quiet", "--no-pictures"}).code, 0);
        long safe = 0;
        int code = 3, signals = 0;
        for (int attempt = 0; code == 3; ++attempt) {
            ASSERT_LT(attempt, 200);
            Running running({"sweep", file, "--out", stopped, "--resume", "--no-pictures"});
            if (attempt < 12) {
                std::this_thread::sleep_for(std::chrono::milliseconds(random() % 150));
                kill(running.id(), random() % 2 ? SIGINT : SIGTERM);
                ++signals;
            }
            const Outcome o = running.wait();
            code = o.code;
            // before it is read what it is to do with signals they end it at once
            if (code > 128 && attempt < 12) code = 3;
            ASSERT_TRUE(code == 0 || code == 3) << o.err;
            if (const long now = safe_runs(o.err); now >= 0) {
                EXPECT_GE(now, safe) << o.err;
                safe = now;
            }
        }
        EXPECT_GT(signals, 0);
        EXPECT_EQ(results_in(stopped), results_in(straight)) << text;
    }
}

TEST(SweepSignals, OneRunAloneKeepsItsRows) {
    const Folder scratch;
    const std::string csv = scratch.file("run.csv");
    Running running({"sweep",
                     scratch.write("c.toml", sweep(64, "integrator = \"rk4\"\nstep = 1e-5", "1e5") + "sample = 0.01\n"),
                     "--run", "3", "--csv", csv});
    ASSERT_TRUE(running.reaches([&] { return size_of(csv) > 4000; }));
    kill(running.id(), SIGTERM);
    const Outcome o = running.wait();
    EXPECT_EQ(o.code, 3);
    EXPECT_NE(o.err.find("it was stopped; the rows before are there"), std::string::npos) << o.err;
    const std::string text = read_text(csv);
    EXPECT_EQ(text.back(), '\n');
    EXPECT_GT(lines_of(text).size(), 10u);
}

TEST(SweepSignals, ALogHearsHowManyRunsAreSafe) {
    const Folder scratch;
    // one block, whose runs are short and many
    const std::string file = scratch.write("c.toml", sweep(100000, "integrator = \"rk4\"\nstep = 1e-3", "1"));
    const std::string out = scratch.file("out");
    Running running(
        {"sweep", file, "--out", out, "--set", "sweep.block=131072", "--threads", "1", "--backend", "scalar"});
    ASSERT_TRUE(running.reaches([&] { return size_of(out + "/journal.bin") > 0; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    kill(running.id(), SIGINT);
    const Outcome o = running.wait();
    ASSERT_EQ(o.code, 3) << o.err;
    const long safe = safe_runs(o.err);
    ASSERT_GE(safe, 0) << o.err;
    // the other runs, and no more, are left
    const Outcome plan =
        run({"sweep", file, "--out", out, "--set", "sweep.block=131072", "--resume", "--dry-run", "--json"});
    EXPECT_EQ(plan.code, 0) << plan.err;
    EXPECT_NE(plan.out.find("\"runs_left\": " + std::to_string(100000 - safe) + ","), std::string::npos) << plan.out;
}

}  // namespace sweep_signals_test
