#include "polhode/system/program_file.hpp"

#include <filesystem>

namespace polhode::system {

std::string program_file() {
    std::error_code none;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", none);
    return none ? "" : program.string();
}

}  // namespace polhode::system
