# polhode::polhode, a static library.
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Threads REQUIRED)
find_path(POLHODE_TOMLPLUSPLUS toml++/toml.h REQUIRED DOC "Folder that holds toml++/toml.h")

file(GLOB library_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/polhode/library/*.cpp)
if(POLHODE_WITH_HDF5)
    # The C library alone; CMake's own module wants a C compiler and links what the library itself links already.
    find_path(POLHODE_HDF5_INCLUDE hdf5.h REQUIRED PATH_SUFFIXES hdf5/serial DOC "Folder that holds hdf5.h")
    find_library(POLHODE_HDF5_LIBRARY hdf5 REQUIRED PATH_SUFFIXES hdf5/serial DOC "The HDF5 library")
else()
    list(FILTER library_sources EXCLUDE REGEX "hdf5")
endif()

# What the build knows and the source does not: version and revision, and the scenarios of the gallery.
set(generated ${PROJECT_BINARY_DIR}/generated)
find_package(Git QUIET)
add_custom_target(polhode_version
    COMMAND ${CMAKE_COMMAND} -DVERSION=${PROJECT_VERSION} -DGIT=${GIT_EXECUTABLE} -DSOURCE=${PROJECT_SOURCE_DIR}
            -DOUTPUT=${generated}/version.cpp -P ${PROJECT_SOURCE_DIR}/cmake/version.cmake
    BYPRODUCTS ${generated}/version.cpp
    COMMENT "Looking at the revision")
file(GLOB gallery_scenarios CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scenarios/*.toml
                                              ${PROJECT_SOURCE_DIR}/scenarios/*.csv
                                              ${PROJECT_SOURCE_DIR}/scenarios/reproduce/*.toml
                                              ${PROJECT_SOURCE_DIR}/scenarios/reproduce/*.csv
                                              ${PROJECT_SOURCE_DIR}/scenarios/sweeps/*.toml
                                              ${PROJECT_SOURCE_DIR}/scenarios/sweeps/*.csv
                                              ${PROJECT_SOURCE_DIR}/scenarios/studies/*.toml)
add_custom_command(OUTPUT ${generated}/gallery_files.cpp
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}/scenarios -DOUTPUT=${generated}/gallery_files.cpp
            -P ${PROJECT_SOURCE_DIR}/cmake/gallery.cmake
    DEPENDS ${gallery_scenarios} ${PROJECT_SOURCE_DIR}/cmake/gallery.cmake
    COMMENT "Collecting the gallery")

add_library(polhode STATIC ${library_sources} ${generated}/version.cpp ${generated}/gallery_files.cpp)
add_library(polhode::polhode ALIAS polhode)
add_dependencies(polhode polhode_version)
target_include_directories(polhode PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                                   PRIVATE ${PROJECT_SOURCE_DIR}/src/polhode/library)
target_include_directories(polhode SYSTEM PRIVATE ${POLHODE_TOMLPLUSPLUS})
target_link_libraries(polhode PUBLIC polhode::core
                              PRIVATE fmt::fmt Threads::Threads $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>
                                      $<BUILD_INTERFACE:polhode_own_flags>)
if(POLHODE_X86_FMA)
    target_compile_options(polhode PRIVATE -mavx2)
    # Ensembles in wider registers, chosen when the program runs (ensemble_lanes.cpp)
    target_compile_definitions(polhode PRIVATE POLHODE_WITH_AVX512=1)
    set_source_files_properties(${PROJECT_SOURCE_DIR}/src/polhode/library/ensemble_lanes_8.cpp PROPERTIES
        COMPILE_OPTIONS "-mavx512f;-mavx512dq;-mavx512vl;-mavx512bw;$<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized>;$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>")
endif()
# What reads, writes and reports is not computed often: the time of the compiler matters more. Bits do not depend on it.
set(unhurried ${library_sources})
list(FILTER unhurried INCLUDE REGEX
     "/(reproduce.*|study.*|.*_(report|plot|page|entries)|plot|gnuplot|registry|method_presets|sweep_(file|plan|folder|campaign|ranks)|budget[a-z_]*|scenario|summary|summary_(table|json)|comparison|provenance|gallery|analog_diagram|analog_netlist|studio_server)\\.cpp$")
set_property(SOURCE ${unhurried} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-O1>)
if(POLHODE_SANITIZE)
    # Compiled to be watched, not used: here too. The other builds show that every file includes what it needs.
    target_precompile_headers(polhode PRIVATE <fmt/format.h> <algorithm> <cmath> <functional> <map>
                                              <memory> <optional> <stdexcept> <string> <vector>)
    # whose instructions are others
    set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/polhode/library/ensemble_lanes_8.cpp
                 PROPERTY SKIP_PRECOMPILE_HEADERS ON)
endif()
foreach(lanes 2 4 8)
    set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/polhode/library/ensemble_lanes_${lanes}.cpp APPEND PROPERTY
        COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
endforeach()
if(POLHODE_WITH_HDF5)
    target_compile_definitions(polhode PUBLIC POLHODE_WITH_HDF5=1)
    target_include_directories(polhode SYSTEM PRIVATE ${POLHODE_HDF5_INCLUDE})
    target_link_libraries(polhode PRIVATE ${POLHODE_HDF5_LIBRARY})
endif()
set_target_properties(polhode PROPERTIES POSITION_INDEPENDENT_CODE ON
                                         ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
