#include "polhode/picture/gnuplot.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>
#include <utility>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/stop_question.hpp"
#include "polhode/base/text_table.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_file.hpp"

extern char** environ;

namespace polhode {

TemporaryFolder::TemporaryFolder() {
    std::error_code error;
    std::filesystem::path base = std::filesystem::temp_directory_path(error);
    if (error) base = "/tmp";
    std::string pattern = (base / "polhode-XXXXXX").string();
    if (!mkdtemp(pattern.data())) throw OutputError(pattern, std::strerror(errno));
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string picture_format(const std::string& path) {
    const std::string end = std::filesystem::path(path).extension().string();
    if (end == ".svg" || end == ".png" || end == ".pdf") return end.substr(1);
    throw InputError({"--plot", 0, ""},
                     "'" + path + "' is no kind of picture that can be drawn; the name must end in .svg, .png or .pdf");
}

std::string gnuplot_string(const std::string& text) {
    std::string quoted = "'";
    for (const char c : without_control_characters(text)) {
        quoted += c;
        if (c == '\'') quoted += c;
    }
    return quoted + "'";
}

namespace {

thread_local std::function<bool()> stop_pictures;

// Drawing takes from a tenth of a second to minutes; somebody who asks the program to end does not wait for it.
int wait_for(pid_t child) {
    int status = 0;
    for (auto pause = std::chrono::milliseconds(1);; pause = std::min(2 * pause, std::chrono::milliseconds(20))) {
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child) return status;
        if (ended < 0 && errno != EINTR) throw PlotError(std::string("gnuplot was lost: ") + std::strerror(errno));
        const bool stop = stop_pictures && stop_pictures();
        if (stop || stop_asked()) {
            ::kill(child, SIGKILL);
            while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
            }
            if (stop) throw PlotStopped();
            throw PlotError("interrupted");
        }
        std::this_thread::sleep_for(pause);
    }
}

}  // namespace

StopPictures::StopPictures(std::function<bool()> stop) : before_(std::exchange(stop_pictures, std::move(stop))) {}
StopPictures::~StopPictures() { stop_pictures = std::move(before_); }

void run_gnuplot(const TemporaryFolder& folder, const std::string& script) {
    if (stop_asked()) throw PlotError("interrupted");
    write_file(folder.file("script.gp"), "cd " + gnuplot_string(folder.path()) + "\n" + script);
    const std::string script_path = folder.file("script.gp"), messages = folder.file("messages.txt");

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

    std::string program = "gnuplot", no_start_file = "-d", script_argument = script_path;
    char* arguments[] = {program.data(), no_start_file.data(), script_argument.data(), nullptr};
    pid_t child = 0;
    const int error = posix_spawnp(&child, "gnuplot", &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error == ENOENT)
        throw PlotError(
            "pictures are drawn by gnuplot, which is not installed (or not on PATH); on Debian and Ubuntu: "
            "sudo apt install gnuplot-nox");
    if (error != 0) throw PlotError(std::string("gnuplot could not be started: ") + std::strerror(error));

    const int status = wait_for(child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        throw PlotError("gnuplot could not be started; on Debian and Ubuntu: sudo apt install gnuplot-nox");
    // Its last line says what is wrong: "FILE" line 12: Can't plot with an empty x range! The file means nothing to
    // anyone.
    std::ifstream stream(messages);
    std::string said = "it gave no reason";
    for (std::string line; std::getline(stream, line);)
        if (line.find_first_not_of(" ^\t") != std::string::npos) said = line;
    if (said.find(script_path) != std::string::npos)
        if (const std::size_t colon = said.find(": ", said.find(script_path) + script_path.size());
            colon != std::string::npos)
            said.erase(0, colon + 2);
    throw PlotError("gnuplot could not draw the picture: " + without_control_characters(said));
}

}  // namespace polhode
