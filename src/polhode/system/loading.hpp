// Libraries that are loaded while the program runs. The program that has all libraries linked in loads none
// (apps/polhode/static/no_loading.cpp stands there in place of loading.cpp).
#pragma once

#include <string>

namespace polhode::system {

struct LoadedLibrary {
    void* handle = nullptr;  // never closed: libraries with threads and handlers of their own leave them behind
    std::string reason;      // why there is no handle
};

bool can_load_libraries();

// With its symbols open to libraries that it loads itself: implementations of MPI look for them.
LoadedLibrary load_library(const std::string& file);

// Null where the library has no such symbol.
void* symbol_of(const LoadedLibrary& library, const std::string& name);

// "libpolhode_mpi.so" for "polhode_mpi", as this system names them
std::string library_file_name(const std::string& stem);

}  // namespace polhode::system
