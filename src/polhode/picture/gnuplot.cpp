#include "polhode/picture/gnuplot.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>
#include <utility>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/base/stop_question.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/system/file.hpp"
#include "polhode/system/host/process.hpp"

namespace polhode {

TemporaryFolder::TemporaryFolder() {
    std::error_code error;
    std::filesystem::path base = std::filesystem::temp_directory_path(error);
    if (error) base = "/tmp";
    path_ = system::make_temporary_folder(base.string(), "polhode");
    if (path_.empty()) throw OutputError((base / "polhode-XXXXXX").string(), std::strerror(errno));
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
// Its exit code.
int wait_for(long child) {
    for (auto pause = std::chrono::milliseconds(1);; pause = std::min(2 * pause, std::chrono::milliseconds(20))) {
        const system::EndedProgram seen = system::look_after(child);
        if (seen.ended) return seen.code;
        if (seen.error != 0) throw PlotError(std::string("gnuplot was lost: ") + std::strerror(seen.error));
        const bool stop = stop_pictures && stop_pictures();
        if (stop || stop_asked()) {
            system::kill_program(child);
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
    const auto [child, error] = system::start_program({"gnuplot", "-d", script_path}, messages);
    if (error == ENOENT)
        throw PlotError(
            "pictures are drawn by gnuplot, which is not installed (or not on PATH); on Debian and Ubuntu: "
            "sudo apt install gnuplot-nox");
    if (error != 0) throw PlotError(std::string("gnuplot could not be started: ") + std::strerror(error));

    const int code = wait_for(child);
    if (code == 0) return;
    if (code == 127)
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
