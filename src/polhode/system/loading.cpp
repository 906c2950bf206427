#include "polhode/system/loading.hpp"

#include <dlfcn.h>

namespace polhode::system {

bool can_load_libraries() { return true; }

LoadedLibrary load_library(const std::string& file) {
    LoadedLibrary library;
    library.handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (!library.handle) {
        const char* text = ::dlerror();
        library.reason = text ? text : "no reason was given";
    }
    return library;
}

void* symbol_of(const LoadedLibrary& library, const std::string& name) { return ::dlsym(library.handle, name.c_str()); }

std::string library_file_name(const std::string& stem) { return "lib" + stem + ".so"; }

}  // namespace polhode::system
