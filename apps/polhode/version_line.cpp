#include "version_line.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "polhode/base/version.hpp"
#include "polhode/files/optional_part.hpp"
#include "polhode/system/loading.hpp"
#include "studio_page.hpp"

namespace polhode::app {

namespace {

// A part counts where its file would be found; whether it works on this machine is told when it is asked for.
bool part_is_there(const std::string& name) {
    std::error_code none;
    for (const std::string& folder : part_folders())
        if (std::filesystem::exists(std::filesystem::path(folder) / part_file(name), none)) return true;
    return false;
}

}  // namespace

std::string version_line() {
    std::vector<std::string> inside;
#ifdef POLHODE_WITH_HDF5
    inside.push_back("HDF5");
#endif
    if (!studio_page().empty()) inside.push_back("the studio");
    if (system::can_load_libraries()) {
        if (part_is_there("mpi")) inside.push_back("the part for MPI");
        if (part_is_there("cuda")) inside.push_back("the part for CUDA");
    } else {
        inside.push_back("all libraries linked in (no optional parts)");
    }
    return fmt::format("polhode {} ({}){}{}", version(), revision(), inside.empty() ? "" : " with ",
                       fmt::join(inside, ", "));
}

}  // namespace polhode::app
