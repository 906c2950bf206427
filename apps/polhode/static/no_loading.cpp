// In the program with all libraries linked in, in place of src/polhode/system/loading.cpp: a static program could load
// only what was made with its own libc, so it loads nothing and says so. The C library's own names are answered too,
// for HDF5 asks them for filters of others.
#include "polhode/system/loading.hpp"

namespace polhode::system {

bool can_load_libraries() { return false; }

LoadedLibrary load_library(const std::string&) {
    return {nullptr, "this program has all its libraries linked in and loads none"};
}

void* symbol_of(const LoadedLibrary&, const std::string&) { return nullptr; }

std::string library_file_name(const std::string& stem) { return "lib" + stem + ".so"; }

}  // namespace polhode::system

// What the linker puts in place of dlopen and its like (--wrap)
extern "C" {
void* __wrap_dlopen(const char*, int) { return nullptr; }
void* __wrap_dlsym(void*, const char*) { return nullptr; }
int __wrap_dlclose(void*) { return 0; }
char* __wrap_dlerror() {
    static char text[] = "this program has all its libraries linked in and loads none";
    return text;
}
}
