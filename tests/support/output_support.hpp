// What the tests of files need: the contents of a file, rows, and a process with little disk.
#pragma once

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "polhode/run/simulate.hpp"
#include "polhode/scenario/scenario.hpp"
#include "support/folder.hpp"

namespace polhode::test {

inline std::string contents(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
}

inline std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> all;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        all.push_back(text.substr(begin, end - begin));
        if (end == std::string::npos) break;
        begin = end + 1;
    }
    return all;
}

// A body turning steadily about its z axis at `rate`, seen at time t.
inline Row turning(double t, double rate = 1.0) {
    Row row;
    row.t = t;
    row.q_NB = {std::cos(rate * t / 2), 0, 0, std::sin(rate * t / 2)};
    row.w_NB_B = {0, 0, rate};
    row.energy = 0.5 * rate * rate;
    row.L_N = {0, 0, rate};
    return row;
}

inline Scenario steady_scenario() {
    Scenario s;
    s.file = "steady.toml";
    s.text = "title = \"Steady turn\"\n";
    s.title = "Steady turn";
    s.problem.body.emplace();
    s.problem.body->inertia = Mat3<double>::identity();
    s.problem.body->principal_moments = {1, 1, 1};
    s.problem.start.rate = {0, 0, 1};
    s.run.duration = 1;
    s.run.sample = 0.1;
    Method m;
    m.name = "first";
    m.integrator = "rk4";
    m.step = 0.01;
    s.methods.push_back(m);
    return s;
}

// Runs `work` in a child process that may write files of at most `bytes`, as on a disk that is full. Returns its exit
// code: what `work` returned.
inline int with_small_disk(long bytes, const std::function<int()>& work) {
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit limit{static_cast<rlim_t>(bytes), static_cast<rlim_t>(bytes)};
        setrlimit(RLIMIT_FSIZE, &limit);
        int code = 99;
        try {
            code = work();
        } catch (...) {
            code = 98;
        }
        _exit(code);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace polhode::test
