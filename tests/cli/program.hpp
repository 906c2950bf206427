// Runs the program as a user does and holds what came back.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/folder.hpp"

namespace polhode::test {

struct Outcome {
    int code = -1;  // exit code; 128 + signal where it was killed
    std::string out, err;
};

// A program that is running.
class Running {
 public:
    explicit Running(const std::vector<std::string>& words, const std::string& input = "",
                     const std::string& folder = ".", const std::string& out_to = "") {
        int in[2], out[2], err[2];
        if (pipe(in) || pipe(out) || pipe(err)) throw std::runtime_error("no pipe");
        id_ = fork();
        if (id_ < 0) throw std::runtime_error("no new process");
        if (id_ == 0) {
            dup2(in[0], 0);
            dup2(out_to.empty() ? out[1] : open(out_to.c_str(), O_WRONLY | O_CREAT, 0644), 1);
            dup2(err[1], 2);
            for (const int end : {in[0], in[1], out[0], out[1], err[0], err[1]}) close(end);
            if (chdir(folder.c_str()) != 0) _exit(127);
            // nohup, and shells that start something in the background, leave signals ignored
            for (const int number : {SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGXCPU, SIGPIPE}) ::signal(number, SIG_DFL);
            std::vector<char*> arguments{const_cast<char*>(program())};
            for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
            arguments.push_back(nullptr);
            execv(program(), arguments.data());
            _exit(127);
        }
        close(out[1]);
        close(err[1]);
        // Input of the tests fits into a pipe, whose other end is kept open: the program may be gone before it reads.
        if (write(in[1], input.data(), input.size()) != static_cast<ssize_t>(input.size()) && !input.empty())
            throw std::runtime_error("the input does not fit");
        close(in[1]);
        close(in[0]);
        out_ = out[0];
        err_ = err[0];
    }

    static const char* program() { return POLHODE_PROGRAM; }
    pid_t id() const { return id_; }

    // Waits until something has happened that a running program does; false where it has ended before. The minutes are
    // for a program that hangs: on a busy machine anything else may take many times as long as alone.
    template <class Condition>
    bool reaches(const Condition& condition) const {
        const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(5);
        while (!condition()) {
            siginfo_t about{};
            const bool ended =
                waitid(P_PID, static_cast<id_t>(id_), &about, WEXITED | WNOHANG | WNOWAIT) != 0 || about.si_pid == id_;
            if (ended || std::chrono::steady_clock::now() > until) return condition();
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return true;
    }

    Outcome wait() {
        Outcome outcome;
        pollfd ends[2] = {{out_, POLLIN, 0}, {err_, POLLIN, 0}};
        std::string* texts[2] = {&outcome.out, &outcome.err};
        while (ends[0].fd >= 0 || ends[1].fd >= 0) {
            poll(ends, 2, -1);
            for (int i = 0; i < 2; ++i) {
                if (ends[i].fd < 0 || !ends[i].revents) continue;
                char buffer[65536];
                const ssize_t count = read(ends[i].fd, buffer, sizeof buffer);
                if (count > 0) {
                    texts[i]->append(buffer, static_cast<size_t>(count));
                } else {
                    close(ends[i].fd);
                    ends[i].fd = -1;
                }
            }
        }
        int status = 0;
        waitpid(id_, &status, 0);
        outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        return outcome;
    }

 private:
    pid_t id_ = -1;
    int out_ = -1, err_ = -1;
};

inline Outcome run(const std::vector<std::string>& words, const std::string& input = "",
                   const std::string& folder = ".") {
    return Running(words, input, folder).wait();
}

inline std::string read_text(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// 0 where there is no such file.
inline std::uintmax_t size_of(const std::string& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    return error ? 0 : size;
}

inline std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

}  // namespace polhode::test
