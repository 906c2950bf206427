#include "polhode/files/optional_part.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <map>

#include "polhode/base/version.hpp"

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

std::string last_error() {
    const char* text = ::dlerror();
    return text ? text : "no reason was given";
}

}  // namespace

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
    std::error_code none;
    const fs::path program = fs::read_symlink("/proc/self/exe", none);
    if (!none) {
        const fs::path folder = program.parent_path();
        folders.push_back(folder.string());
        folders.push_back((folder.parent_path() / "lib/polhode").string());
    }
    return folders;
}

OptionalPart OptionalPart::load(const std::string& name, std::uint32_t interface_number, std::uint32_t size,
                                const std::vector<std::string>& folders) {
    OptionalPart part;
    const std::string file = "libpolhode_" + name + ".so";
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
    // Global, because implementations of MPI load parts of their own that look for its symbols. Never closed: libraries
    // like these leave threads and handlers behind.
    void* library = ::dlopen(part.file_.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (!library) {
        part.reason_ = "the part for " + name + " cannot be loaded: " + last_error();
        return part;
    }
    const std::string function = "polhode_part_" + name;
    const auto entry = reinterpret_cast<const PartHead* (*)()>(::dlsym(library, function.c_str()));
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
