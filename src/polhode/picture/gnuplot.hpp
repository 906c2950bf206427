// Runs gnuplot on a script in a private temporary folder and hands back the picture it drew.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace polhode {

// No picture could be made (gnuplot missing, or it refused); says what to do. Everything else of a run is unaffected.
class PlotError : public std::runtime_error {
 public:
    using std::runtime_error::runtime_error;
};

// "svg", "png" or "pdf" by the end of the name. Throws InputError for any other.
std::string picture_format(const std::string& path);

// A folder under the system's temporary place that only this user can read; it disappears with the object.
class TemporaryFolder {
 public:
    TemporaryFolder();  // throws OutputError
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    std::string file(const std::string& name) const { return path_ + "/" + name; }
    const std::string& path() const { return path_; }

 private:
    std::string path_;
};

// A text as a gnuplot string: between single quotes, where nothing but the quote itself has a meaning. Control
// characters become spaces.
std::string gnuplot_string(const std::string& text);

// Runs `gnuplot FOLDER/script.gp` with FOLDER as its current directory, without a shell and without the user's own
// start file. Throws PlotError with gnuplot's own words when it fails, or with how to install it when it is missing.
void run_gnuplot(const TemporaryFolder& folder, const std::string& script);

// As long as it lives, pictures that the same thread is drawing are given up when `stop` says so: gnuplot is ended, and
// PlotStopped thrown.
class StopPictures {
 public:
    explicit StopPictures(std::function<bool()> stop);
    ~StopPictures();
    StopPictures(const StopPictures&) = delete;
    StopPictures& operator=(const StopPictures&) = delete;

 private:
    std::function<bool()> before_;
};
struct PlotStopped : std::runtime_error {
    PlotStopped() : std::runtime_error("it was stopped while a picture was drawn") {}
};

}  // namespace polhode
