#include "polhode/output/output_size.hpp"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "polhode/run/simulate.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

namespace {

constexpr double worth_saying = 2e9;  // bytes

std::string size_in_words(double bytes) {
    char text[48];
    const bool large = bytes >= 1e12;
    std::snprintf(text, sizeof text, "%.3g %s", bytes / (large ? 1e12 : 1e9), large ? "TB" : "GB");
    return text;
}

// Of the disk on which the file will be.
std::optional<double> free_bytes(const std::string& path) {
    std::error_code error;
    std::filesystem::path place = std::filesystem::absolute(path, error);
    while (!error && !std::filesystem::exists(place, error) && place.has_relative_path()) place = place.parent_path();
    return system::free_bytes_at(place.string());
}

}  // namespace

double rows_of(const RunSpan& run) {
    constexpr double chosen = 1000;  // about that many where nobody says how often
    return run.sample > 0 ? std::floor(run.duration / run.sample) + 2 : chosen;
}

double columns_in(const Problem& problem, const Method& method) {
    const Columns columns = columns_of(problem, method);
    return 8 + (columns.dynamics ? 4 : 0) + static_cast<double>(columns.state.size());
}

std::string size_warning(double usual_bytes, double least_bytes, const std::string& path) {
    if (usual_bytes < worth_saying) return "";
    std::error_code error;
    const std::filesystem::file_status there = std::filesystem::status(path, error);
    if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there) &&
        !std::filesystem::is_directory(there))
        return "";  // a device or a pipe holds nothing
    const std::optional<double> free = free_bytes(path);
    const std::string said = "the rows take about " + size_in_words(usual_bytes);
    if (free && *free < least_bytes)
        throw InputError({path, 0, ""}, said + ", and " + size_in_words(*free) +
                                            " are free there; choose a longer run.sample, or another disk");
    return said + " in " + path + (free ? "; " + size_in_words(*free) + " are free there" : "");
}

}  // namespace polhode
