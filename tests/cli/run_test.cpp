#include <gtest/gtest.h>
#include <pty.h>
#include <signal.h>
#include <sys/resource.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace run_test {

using namespace polhode::test;

namespace {

const std::string spin = R"(title = "A spin about z"
[rates]
kind = "constant"
value = [0.0, 0.0, 1.0]
[method]
integrator = "rk4"
step = 0.01
[run]
duration = 1.0
sample = 0.1
)";
const std::string compare = spin + "[[compare]]\nname = \"heun\"\nintegrator = \"heun\"\nstep = 0.01\n";
// A minute of work or more, so that it can be stopped.
const std::string free_body = R"(title = "long"
[body]
inertia = [1.0, 2.0, 3.0]
[start]
rate = [0.01, 2.0, 0.01]
[method]
integrator = "rk4"
step = 1e-4
[run]
duration = 100000.0
sample = 0.1
)";

}  // namespace

TEST(Run, CsvOnStandardOutputAsTheContractSays) {
    const Folder scratch;
    const Outcome o = run({"run", scratch.write("s.toml", spin), "--csv", "-", "--quiet"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.err, "");
    const auto lines = lines_of(o.out);
    ASSERT_EQ(lines.size(), 12u) << "header, t = 0, ten samples";
    EXPECT_EQ(lines[0].rfind("t,qw,qx,qy,qz,wx,wy,wz", 0), 0u) << lines[0];
    EXPECT_EQ(lines[1].rfind("0,1,0,0,0,0,0,1", 0), 0u) << lines[1];
    EXPECT_EQ(lines.back().rfind("1,", 0), 0u) << lines.back();
}

TEST(Run, ScenarioFromStandardInput) {
    const Folder scratch;
    const Outcome file = run({"run", scratch.write("s.toml", spin), "--csv", "-", "--quiet"});
    const Outcome o = run({"run", "-", "--csv", "-", "--quiet"}, spin);
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.out, file.out);
    EXPECT_EQ(run({"check", "-"}, spin).code, 0);
    const Outcome bad = run({"run", "-"}, "[body]\ninertia = [1, 2]\n[run]\nduration = 1\n");
    EXPECT_EQ(bad.code, 2);
    EXPECT_NE(bad.err.find("standard input:2: body.inertia"), std::string::npos) << bad.err;
    EXPECT_EQ(run({"run", "-"}, "").code, 2);
}

TEST(Run, FormatsAreChosenByName) {
    const Folder scratch;
    const std::string file = scratch.write("s.toml", spin), rows = scratch.file("rows.csv");
    const Outcome o = run({"run", file, "--write", "csv=" + rows, "--csv", "-", "--quiet"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(read_text(rows), o.out);
    EXPECT_NE(run({"list", "format"}).out.find("csv"), std::string::npos);
    for (const char* wrong : {"csv", "csv=", "=a.csv", "scv=a.csv"}) {
        const Outcome refused = run({"run", file, "--write", wrong});
        EXPECT_EQ(refused.code, 2) << wrong;
        EXPECT_NE(refused.err.find("--write"), std::string::npos) << refused.err;
    }
}

TEST(Run, TableGoesToTheErrorStreamWhenRowsGoToStandardOutput) {
    const Folder scratch;
    const std::string file = scratch.write("s.toml", spin);
    const Outcome with_rows = run({"run", file, "--csv", "-"});
    EXPECT_NE(with_rows.err.find("A spin about z"), std::string::npos);
    EXPECT_EQ(with_rows.out.rfind("t,qw", 0), 0u);
    const Outcome without = run({"run", file});
    EXPECT_NE(without.out.find("A spin about z"), std::string::npos);
    EXPECT_EQ(without.err, "");
    const Outcome quiet = run({"run", file, "--quiet"});
    EXPECT_EQ(quiet.out + quiet.err, "");
}

TEST(Run, JsonIsOneObject) {
    const Folder scratch;
    const Outcome o = run({"run", scratch.write("s.toml", compare), "--json"});
    ASSERT_EQ(o.code, 0) << o.err;
    const auto json = nlohmann::json::parse(o.out);
    EXPECT_TRUE(json.is_object());
    EXPECT_EQ(json.at("methods").size(), 2u);
}

TEST(Run, SetReachesKeys) {
    const Folder scratch;
    const Outcome o = run({"run", scratch.write("s.toml", spin), "--set", "run.sample=0.5", "--set",
                           "method.attitude=\"dcm\"", "--csv", "-", "--quiet"});
    ASSERT_EQ(o.code, 0) << o.err;
    const auto lines = lines_of(o.out);
    EXPECT_EQ(lines.size(), 4u);
    EXPECT_NE(lines[0].find("a11"), std::string::npos) << lines[0];
}

TEST(Run, SeveralMethodsWriteOneFileEach) {
    const Folder scratch;
    const Outcome o = run({"run", scratch.write("s.toml", compare), "--csv", scratch.file("out.csv"), "--quiet"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(lines_of(read_text(scratch.file("out.csv"))).size(), 12u);
    EXPECT_EQ(lines_of(read_text(scratch.file("out-heun.csv"))).size(), 12u);
    EXPECT_NE(read_text(scratch.file("out.csv")), read_text(scratch.file("out-heun.csv")));
}

TEST(Run, OnlyTheFirstOfSeveralMethodsGoesToStandardOutput) {
    const Folder scratch;
    const Outcome o = run({"run", scratch.write("s.toml", compare), "--csv", "-", "--quiet"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(lines_of(o.out).size(), 12u);
    EXPECT_NE(o.err.find("'rk4' only"), std::string::npos) << "a note says that there is more: " << o.err;
}

TEST(Run, FolderHoldsEverything) {
    const Folder scratch;
    const Outcome o = run({"run", scratch.write("s.toml", spin), "--out", scratch.file("out/deep")});
    ASSERT_EQ(o.code, 0) << o.err;
    for (const std::string name : {"trajectory.csv", "summary.json", "provenance.json", "scenario.toml"})
        EXPECT_FALSE(read_text(scratch.file("out/deep/" + name)).empty()) << name;
    EXPECT_EQ(read_text(scratch.file("out/deep/scenario.toml")), spin);
}

TEST(Run, PictureIsDrawn) {
    const Folder scratch;
    const Outcome o = run({"run", scratch.write("s.toml", spin), "--plot", scratch.file("p.svg"), "--quiet"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_NE(read_text(scratch.file("p.svg")).find("<svg"), std::string::npos);
    const Outcome bad = run({"run", scratch.file("s.toml"), "--plot", scratch.file("p.bmp")});
    EXPECT_EQ(bad.code, 2);
    EXPECT_NE(bad.err.find("svg"), std::string::npos) << bad.err;
}

const std::string racket = R"(title = "A tennis racket"
[body]
inertia = [0.001375, 0.015625, 0.0165]
[start]
rate = [0.0, 12.0, 0.05]
[run]
duration = 5.0
sample = 0.05
)";

TEST(Run, AFreeBodyShowsItsPolhode) {
    // make test installs it; who runs this program alone may be without, and the picture is what is looked at
    if (std::system("command -v gnuplot >/dev/null 2>&1") != 0) GTEST_SKIP() << "gnuplot is not installed";
    const Folder scratch;
    const Outcome o = run({"run", scratch.write("s.toml", racket), "--out", scratch.file("out")});
    ASSERT_EQ(o.code, 0) << o.err;
    for (const std::string name : {"overview.svg", "polhode.svg"}) {
        const std::string svg = read_text(scratch.file("out/" + name));
        EXPECT_NE(svg.find("Polhode: the momentum in the body"), std::string::npos) << name;
        EXPECT_NE(svg.find("Herpolhode: the rate on the invariable plane"), std::string::npos) << name;
        EXPECT_NE(o.out.find(name), std::string::npos) << o.out;
    }
    EXPECT_EQ(read_text(scratch.file("out/overview.svg")).find("Conservation"), std::string::npos);
    const Outcome all = run({"run", scratch.file("s.toml"), "--all", "--plot", scratch.file("all.svg")});
    ASSERT_EQ(all.code, 0) << all.err;
    EXPECT_NE(read_text(scratch.file("all.svg")).find("Conservation"), std::string::npos);
    // where the rate is given there is no momentum
    const Outcome rates = run({"run", scratch.write("r.toml", spin), "--out", scratch.file("rates")});
    ASSERT_EQ(rates.code, 0) << rates.err;
    EXPECT_FALSE(std::filesystem::exists(scratch.file("rates/polhode.svg")));
}

TEST(Run, TheTableIsShortAndAllOfItIsThere) {
    const Folder scratch;
    const std::string file = scratch.write("s.toml", racket);
    const Outcome few =
        run({"run", file, "--set", "method.integrator=rk4", "--set", "method.step=0.01", "--against", "exact"});
    const Outcome all = run(
        {"run", file, "--set", "method.integrator=rk4", "--set", "method.step=0.01", "--against", "exact", "--all"});
    ASSERT_EQ(few.code + all.code, 0) << few.err << all.err;
    for (const char* what : {"time per step", "cross-track", "energy drift, J"}) {
        EXPECT_EQ(few.out.find(what), std::string::npos) << what;
        EXPECT_NE(all.out.find(what), std::string::npos) << what;
    }
    for (const char* what : {"geodesic", "polhode period, s", "3.06196", "turns over", "more measures with --all"})
        EXPECT_NE(few.out.find(what), std::string::npos) << what << few.out;
    const Outcome json = run({"run", file, "--json"});
    EXPECT_NEAR(nlohmann::json::parse(json.out)["free"]["polhode_period_s"].get<double>(), 3.06195710652378846, 1e-13);
}

TEST(Run, Hdf5FileIsWritten) {
    const Folder scratch;
    const Outcome o = run({"run", scratch.write("s.toml", spin), "--hdf5", scratch.file("t.h5"), "--quiet"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(read_text(scratch.file("t.h5")).substr(1, 3), "HDF");
}

TEST(Run, BadInputEndsWith2) {
    const Folder scratch;
    const Outcome missing = run({"run", scratch.file("nothing.toml")});
    EXPECT_EQ(missing.code, 2);
    EXPECT_NE(missing.err.find("nothing.toml"), std::string::npos) << missing.err;
    const Outcome folder = run({"run", scratch.path()});
    EXPECT_EQ(folder.code, 2) << folder.err;
    const Outcome key = run({"run", scratch.write("s.toml", spin), "--set", "method.stepp=1"});
    EXPECT_EQ(key.code, 2);
    EXPECT_NE(key.err.find("id you mean 'step'?"), std::string::npos) << key.err;
}

TEST(Run, FailureEndsWith3AndKeepsTheRowsBefore) {
    // w' = w^2 grows beyond all bounds at t = 1.
    const Folder scratch;
    const std::string file = scratch.write("s.toml", R"([body]
inertia = [1.0, 1.0, 1.0]
[start]
rate = [1.0, 0.0, 0.0]
[[torque]]
kind = "formula"
value = ["wx*wx", "0", "0"]
[method]
integrator = "rk4"
step = 0.001
[run]
duration = 2.0
sample = 0.1
)");
    const Outcome o = run({"run", file, "--csv", scratch.file("out.csv")});
    EXPECT_EQ(o.code, 3) << o.err;
    EXPECT_NE(o.err.find("t = 1.0"), std::string::npos) << o.err;
    EXPECT_NE(o.err.find("saved"), std::string::npos) << o.err;
    const auto lines = lines_of(read_text(scratch.file("out.csv")));
    EXPECT_GE(lines.size(), 11u) << "everything up to t = 0.9 at least";
    EXPECT_EQ(read_text(scratch.file("out.csv")).find("nan"), std::string::npos);
}

TEST(Run, InterruptSavesWhatWasComputed) {
    for (const int signal : {SIGINT, SIGTERM}) {
        const Folder scratch;
        Running program({"run", scratch.write("s.toml", free_body), "--csv", scratch.file("out.csv")});
        EXPECT_TRUE(program.reaches([&] { return size_of(scratch.file("out.csv")) > 4000; }));
        ASSERT_EQ(kill(program.id(), signal), 0);
        const Outcome o = program.wait();
        EXPECT_EQ(o.code, 3) << o.err;
        EXPECT_NE(o.err.find("interrupted at t = "), std::string::npos) << o.err;
        const std::string csv = read_text(scratch.file("out.csv"));
        const auto lines = lines_of(csv);
        EXPECT_GT(lines.size(), 10u);
        EXPECT_EQ(csv.back(), '\n') << "the last row is whole";
        EXPECT_NE(o.out.find("long"), std::string::npos) << "the table is shown all the same";
    }
}

TEST(Run, ReaderThatEndsEarlyStopsTheRunQuietly) {
    const Folder scratch;
    const std::string command = std::string(POLHODE_PROGRAM) + " run " + scratch.write("s.toml", free_body) +
                                " --csv - --quiet 2>" + scratch.file("err") + " | head -n 3 >" + scratch.file("out");
    EXPECT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(lines_of(read_text(scratch.file("out"))).size(), 3u);
    EXPECT_EQ(read_text(scratch.file("err")), "");
}

TEST(Run, FullDiskNamesTheFile) {
    const Folder scratch;
    const Outcome o = run({"run", scratch.write("s.toml", spin), "--csv", "/dev/full"});
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find("/dev/full"), std::string::npos) << o.err;
    EXPECT_NE(o.err.find("No space left"), std::string::npos) << o.err;
    const Outcome out = Running({"run", scratch.file("s.toml"), "--csv", "-"}, "", ".", "/dev/full").wait();
    EXPECT_EQ(out.code, 2);
    EXPECT_NE(out.err.find("standard output"), std::string::npos) << out.err;
    const Outcome place = run({"run", scratch.file("s.toml"), "--csv", scratch.file("no/such/folder.csv")});
    EXPECT_EQ(place.code, 2);
    EXPECT_NE(place.err.find("folder.csv"), std::string::npos) << place.err;
}

TEST(Run, ABarShowsOnATerminalAndNowhereElse) {
    const Folder scratch;
    const std::string file = scratch.write("s.toml", free_body);
    int terminal = -1;
    const pid_t id = forkpty(&terminal, nullptr, nullptr, nullptr);
    ASSERT_GE(id, 0);
    if (id == 0) {
        execl(POLHODE_PROGRAM, POLHODE_PROGRAM, "run", file.c_str(), nullptr);
        _exit(127);
    }
    // Reads until the end; an interrupt brings it about once there was some progress.
    std::string seen;
    char buffer[4096];
    bool stopped = false;
    for (ssize_t n; (n = read(terminal, buffer, sizeof buffer)) > 0;) {
        seen.append(buffer, static_cast<size_t>(n));
        if (!stopped && seen.find(" left") != std::string::npos) stopped = kill(id, SIGINT) == 0;
    }
    close(terminal);
    int status = 0;
    waitpid(id, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 3);
    EXPECT_NE(seen.find("rk4  ["), std::string::npos) << seen.substr(0, 300);
    EXPECT_NE(seen.find(" left"), std::string::npos);

    // A bar is drawn many times before there are so many rows; a log has lines (progress_bar_test.cpp), and these late.
    Running quiet({"run", file, "--csv", scratch.file("out.csv")});
    EXPECT_TRUE(quiet.reaches([&] { return size_of(scratch.file("out.csv")) > 4000; }));
    kill(quiet.id(), SIGINT);
    EXPECT_EQ(quiet.wait().err.find_first_of("\r["), std::string::npos);
}

TEST(Run, MemoryDoesNotGrowWithTheLengthOfAStreamedRun) {
    // The largest process among the children so far stays below 100 MB (DESIGN: 1e8 steps in under 100 MB); here 2e7
    // steps with 2e5 rows. Sanitizers keep memory of their own.
#ifndef POLHODE_SANITIZED
    const Folder scratch;
    const Outcome o = run({"run", scratch.write("s.toml", spin), "--csv", "/dev/null", "--quiet", "--set",
                           "run.duration=200000", "--set", "run.sample=1"});
    EXPECT_EQ(o.code, 0) << o.err;
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    EXPECT_LT(usage.ru_maxrss, 100 * 1024);
#endif
}

}  // namespace run_test
