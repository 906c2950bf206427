#include "polhode/files/optional_part.hpp"

#include <cstdlib>
#include <filesystem>
#include <map>

#include "polhode/base/version.hpp"
#include "polhode/system/loading.hpp"
#include "polhode/system/program_file.hpp"

namespace polhode {

namespace {

namespace fs = std::filesystem;

// What has to be installed where the program is built.
std::string needs_of(const std::string& name) {
    static const std::map<std::string, std::string> known = {
        {"mpi", "MPI (in Debian: libopenmpi-dev and openmpi-bin)"},
        {"cuda", "NVIDIA's CUDA toolkit (nvcc)"},
    };
    const auto found = known.find(name);
    return found == known.end() ? "" : found->second;
}

}  // namespace

std::string part_file(const std::string& name) { return system::library_file_name("polhode_" + name); }

std::vector<std::string> part_folders() {
    std::vector<std::string> folders;
    if (const char* set = std::getenv("POLHODE_PARTS")) {
        const std::string all = set;
        for (std::size_t begin = 0; begin <= all.size();) {
            const std::size_t end = std::min(all.find(':', begin), all.size());
            if (end > begin) folders.push_back(all.substr(begin, end - begin));
            begin = end + 1;
        }
    }
    const fs::path program = system::program_file();
    if (!program.empty()) {
        const fs::path folder = program.parent_path();
        folders.push_back(folder.string());
        folders.push_back((folder.parent_path() / "lib/polhode").string());
    }
    return folders;
}

OptionalPart OptionalPart::load(const std::string& name, std::uint32_t interface_number, std::uint32_t size,
                                const std::vector<std::string>& folders) {
    OptionalPart part;
    const std::string file = part_file(name);
    std::string looked;
    for (const std::string& folder : folders) {
        std::error_code none;
        const fs::path path = fs::path(folder) / file;
        looked += (looked.empty() ? "" : ", ") + folder;
        if (!fs::exists(path, none)) continue;
        part.file_ = path.string();
        break;
    }
    if (part.file_.empty()) {
        const std::string needs = needs_of(name);
        part.reason_ = "this Polhode was built without its part for " + name + " (" + file + " is not in " +
                       (looked.empty() ? "any folder" : looked) + ")";
        if (!needs.empty()) part.reason_ += "; install " + needs + " and build again with 'make'";
        return part;
    }
    const system::LoadedLibrary library = system::load_library(part.file_);
    if (!library.handle) {
        part.reason_ = "the part for " + name + " cannot be loaded: " + library.reason;
        return part;
    }
    const std::string function = "polhode_part_" + name;
    const auto entry = reinterpret_cast<const PartHead* (*)()>(system::symbol_of(library, function));
    if (!entry) {
        part.reason_ = part.file_ + " is no part of Polhode: it has no function " + function;
        return part;
    }
    const PartHead* head = entry();
    if (!head || head->interface != interface_number || head->size != size || version() != head->program) {
        part.reason_ = part.file_ + " belongs to another version of Polhode (" +
                       (head && head->program ? head->program : "unknown") + "; this is " + version() +
                       "); build both together";
        return part;
    }
    part.head_ = head;
    return part;
}

}  // namespace polhode
