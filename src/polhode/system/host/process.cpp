#include "polhode/system/host/process.hpp"

#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

extern char** environ;

namespace polhode::system {

long process_number() { return ::getpid(); }

std::string machine_name() {
    char name[256] = "";
    return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

int processors() { return static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN)); }

int processors_allowed() {
    cpu_set_t set;
    CPU_ZERO(&set);
    return ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : std::max(1, processors());
}

void end_at_once(int code) { ::_exit(code); }

bool keep_memory_present() { return ::mlockall(MCL_CURRENT | MCL_FUTURE) == 0; }

bool go_before_others(int priority) {
    sched_param wanted{};
    wanted.sched_priority = priority;
    return ::sched_setscheduler(0, SCHED_FIFO, &wanted) == 0;
}

StartedProgram start_program(const std::vector<std::string>& words, const std::string& messages) {
    std::vector<std::string> copies = words;
    std::vector<char*> arguments;
    for (std::string& word : copies) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t child = 0;
    StartedProgram started;
    if (messages.empty()) {
        started.error = ::posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ);
        started.number = child;
        return started;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    // The child must not inherit that broken pipes are ignored, and Ctrl-C is for us to answer.
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    started.error = ::posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
    started.number = child;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return started;
}

EndedProgram look_after(long number) {
    int status = 0;
    const pid_t child = static_cast<pid_t>(number), ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) return {true, 0, WIFEXITED(status) ? WEXITSTATUS(status) : -1};
    return {false, ended < 0 && errno != EINTR ? errno : 0, -1};
}

void kill_program(long number) {
    const pid_t child = static_cast<pid_t>(number);
    int status = 0;
    ::kill(child, SIGKILL);
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
}

}  // namespace polhode::system
