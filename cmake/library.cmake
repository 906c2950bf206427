# polhode, a static library of the rooms in cmake/rooms.cmake, for the program and the tests; polhode::polhode, the shared
# library that others link; and two that only the program needs, the report on the founding documents
# (polhode_reproduce) and the studio's server (polhode_studio).
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Threads REQUIRED)
find_package(FastFloat REQUIRED)
find_package(Boost 1.74 REQUIRED)  # headers only, for HTTP and WebSocket (net)
find_path(POLHODE_TOMLPLUSPLUS toml++/toml.h REQUIRED DOC "Folder that holds toml++/toml.h")
find_path(POLHODE_UTF8PROC_INCLUDE utf8proc.h REQUIRED DOC "Folder that holds utf8proc.h")
find_library(POLHODE_UTF8PROC_LIBRARY utf8proc REQUIRED DOC "The library utf8proc")
if(POLHODE_WITH_HDF5)
    # The C library alone; CMake's own module wants a C compiler and links what the library itself links already.
    find_path(POLHODE_HDF5_INCLUDE hdf5.h REQUIRED PATH_SUFFIXES hdf5/serial DOC "Folder that holds hdf5.h")
    find_library(POLHODE_HDF5_LIBRARY hdf5 REQUIRED PATH_SUFFIXES hdf5/serial DOC "The HDF5 library")
endif()

# What the build knows and the source does not: version and revision, the scenarios of the gallery, and the
# style sheet of reports.
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
set(report_css ${PROJECT_SOURCE_DIR}/src/polhode/output/report.css)
add_custom_command(OUTPUT ${generated}/report_style.cpp
    COMMAND ${CMAKE_COMMAND} -DINPUT=${report_css} -DHEADER=polhode/output/report_style.hpp -DFUNCTION=report_style
            -DOUTPUT=${generated}/report_style.cpp -P ${PROJECT_SOURCE_DIR}/cmake/embed_text.cmake
    DEPENDS ${report_css} ${PROJECT_SOURCE_DIR}/cmake/embed_text.cmake
    COMMENT "Embedding the style of reports")

# ---- the rooms -------------------------------------------------------------------------------------------------------
add_library(polhode STATIC ${generated}/version.cpp ${generated}/gallery_files.cpp ${generated}/report_style.cpp)
add_library(polhode_reproduce STATIC)
add_library(polhode_studio STATIC)
# What every room is compiled with.
add_library(polhode_room_flags INTERFACE)
target_include_directories(polhode_room_flags INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_include_directories(polhode_room_flags SYSTEM INTERFACE ${POLHODE_TOMLPLUSPLUS} ${POLHODE_UTF8PROC_INCLUDE})
target_link_libraries(polhode_room_flags INTERFACE polhode::core polhode_own_flags fmt::fmt Threads::Threads
                                                   nlohmann_json::nlohmann_json FastFloat::fast_float)
if(POLHODE_X86_FMA)
    target_compile_options(polhode_room_flags INTERFACE -mavx2)
endif()
if(POLHODE_WITH_HDF5)
    target_compile_definitions(polhode_room_flags INTERFACE POLHODE_WITH_HDF5=1)
    target_include_directories(polhode_room_flags SYSTEM INTERFACE ${POLHODE_HDF5_INCLUDE})
endif()

# Of files compiled together g++ takes each for a header, whose types other files could see.
function(polhode_allow_unity target)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# Files of a room that are compiled in one way, as a target whose objects go into `library`: together, as far as they do not
# stand apart.
function(polhode_objects target library options)
    if(NOT ARGN)
        return()
    endif()
    add_library(${target} OBJECT ${ARGN})
    target_link_libraries(${target} PRIVATE polhode_room_flags)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE ${options})
    if(POLHODE_UNITY)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
        polhode_allow_unity(${target})
    endif()
    target_sources(${library} PRIVATE $<TARGET_OBJECTS:${target}>)
endfunction()

function(polhode_make_room room)
    cmake_parse_arguments(PARSE_ARGV 1 arg "FAST;MIDDLING;FIRST;PLAINLY;READS" "LIBRARY;WITH" "O3;O2;PLAIN;Og;APART")
    if(NOT arg_LIBRARY)
        set(arg_LIBRARY polhode)
    endif()
    if(room MATCHES "hdf5$" AND NOT POLHODE_WITH_HDF5)
        return()
    endif()
    set(folder ${PROJECT_SOURCE_DIR}/src/polhode/${room})
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
    # What collects a list stands alone, so that a list with one line more replaces that object and nothing else
    # (tests/extend).
    file(GLOB lists CONFIGURE_DEPENDS ${folder}/*_list.cpp)
    foreach(list O3 O2 PLAIN Og APART)
        list(TRANSFORM arg_${list} PREPEND ${folder}/)
    endforeach()
    list(REMOVE_ITEM sources ${arg_O3} ${arg_O2} ${arg_PLAIN} ${arg_Og})
    if(POLHODE_UNITY)
        set_source_files_properties(${lists} ${arg_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
    if(arg_FAST)
        set(level -O2)
    elseif(arg_MIDDLING)
        set(level -O1)
    else()
        set(level -Og)
    endif()
    string(REPLACE / _ target polhode_room_${room})
    set(plain -DPOLHODE_PLAIN_INLINE)
    set(inlining "")
    if(arg_PLAINLY)
        set(inlining ${plain})
    endif()
    set(followed "")
    if(arg_READS AND POLHODE_BUILD_FUZZ)
        set(followed -fsanitize=fuzzer-no-link)
    endif()
    if(arg_WITH AND POLHODE_UNITY)
        string(REPLACE / _ host polhode_room_${arg_WITH})
        get_target_property(host_level ${host} POLHODE_LEVEL)
        if(NOT host_level STREQUAL "${level}${inlining}")
            message(FATAL_ERROR "rooms ${room} (${level}) and ${arg_WITH} (${host_level}) are compiled in different ways")
        endif()
        target_sources(${host} PRIVATE ${sources})
        add_custom_target(${target} DEPENDS ${host})
    else()
        polhode_objects(${target} ${arg_LIBRARY} "$<$<CONFIG:Release>:${level}>;${inlining};${followed}" ${sources})
        if(sources)
            set_target_properties(${target} PROPERTIES POLHODE_LEVEL "${level}${inlining}")
        endif()
    endif()
    polhode_objects(${target}_O3 ${arg_LIBRARY} $<$<CONFIG:Release>:-O3> ${arg_O3})
    polhode_objects(${target}_O2 ${arg_LIBRARY} $<$<CONFIG:Release>:-O2> ${arg_O2})
    polhode_objects(${target}_PLAIN ${arg_LIBRARY} "$<$<CONFIG:Release>:${level}>;${plain}" ${arg_PLAIN})
    polhode_objects(${target}_Og ${arg_LIBRARY} "$<$<CONFIG:Release>:-Og>;${plain}" ${arg_Og})
endfunction()
# Rooms are listed by what they include and made the dearest first: ninja starts what it reads first, and a long
# compilation at the end would leave the other processors idle.
set(first_rooms "")
set(fast_rooms "")
set(other_rooms "")
macro(polhode_room)
    string(REPLACE ";" " " room "${ARGV}")
    if(room MATCHES " FIRST")
        list(APPEND first_rooms "${room}")
    elseif(room MATCHES " FAST")
        list(APPEND fast_rooms "${room}")
    else()
        list(APPEND other_rooms "${room}")
    endif()
endmacro()
include(cmake/rooms.cmake)
foreach(room IN LISTS first_rooms fast_rooms other_rooms)
    separate_arguments(words UNIX_COMMAND "${room}")
    polhode_make_room(${words})
endforeach()
target_link_libraries(polhode_room_net PRIVATE Boost::headers)
# Stacks are changed on purpose: the check that a jump goes up the same one would end the program.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/polhode/system/host/fiber.cpp PROPERTIES
    COMPILE_OPTIONS -U_FORTIFY_SOURCE)

# Numbers of a state are stored one by one: a register of four that reads them back waits until all are in the cache.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/polhode/inside/inside_instances.cpp
                            ${PROJECT_SOURCE_DIR}/src/polhode/inside/flat_instances.cpp
                            ${PROJECT_SOURCE_DIR}/src/polhode/run/inside/flat_steps.cpp
                            ${PROJECT_SOURCE_DIR}/src/polhode/run/inside/inside_run.cpp
                            PROPERTIES COMPILE_OPTIONS "-fno-tree-vectorize;-funroll-loops")

# One kernel, compiled for registers of several widths and chosen when the program runs (sweep/compute/ensemble_lanes.cpp)
file(GLOB lanes ${PROJECT_SOURCE_DIR}/src/polhode/sweep/compute/ensemble_lanes_*.cpp)
set_source_files_properties(${lanes} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
                            COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
if(POLHODE_X86_FMA)
    # Two lanes are there to be compared with: nobody chooses them beside AVX2, so they are compiled quickly.
    set_source_files_properties(${PROJECT_SOURCE_DIR}/src/polhode/sweep/compute/ensemble_lanes_2.cpp PROPERTIES
        COMPILE_OPTIONS $<$<CONFIG:Release>:-O1> COMPILE_DEFINITIONS POLHODE_PLAIN_INLINE)
    target_compile_definitions(polhode_room_sweep_compute PRIVATE POLHODE_WITH_AVX512=1)
    set_source_files_properties(${PROJECT_SOURCE_DIR}/src/polhode/sweep/compute/ensemble_lanes_8.cpp PROPERTIES
        COMPILE_OPTIONS "$<$<CONFIG:Release>:-O3>;-mavx512f;-mavx512dq;-mavx512vl;-mavx512bw;$<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized>;$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>"
        SKIP_PRECOMPILE_HEADERS ON)
endif()

add_dependencies(polhode polhode_version)
target_include_directories(polhode PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
target_link_libraries(polhode PUBLIC polhode::core
                              PRIVATE fmt::fmt Threads::Threads ${CMAKE_DL_LIBS} ${POLHODE_UTF8PROC_LIBRARY}
                                      $<BUILD_INTERFACE:polhode_own_flags>)
if(POLHODE_WITH_HDF5)
    target_compile_definitions(polhode PUBLIC POLHODE_WITH_HDF5=1)
    target_link_libraries(polhode PRIVATE ${POLHODE_HDF5_LIBRARY})
endif()
foreach(library polhode_reproduce polhode_studio)
    target_link_libraries(${library} PUBLIC polhode PRIVATE polhode_own_flags fmt::fmt)
    set_target_properties(${library} PROPERTIES LINKER_LANGUAGE CXX)
endforeach()
set_target_properties(polhode polhode_reproduce polhode_studio PROPERTIES
    POSITION_INDEPENDENT_CODE ON ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

# ---- as others see it ------------------------------------------------------------------------------------------------
# The functions of include/polhode/library and what they need of the static library. Everything else stays inside: rooms
# may change without a new version.
add_library(polhode_shared SHARED $<TARGET_OBJECTS:polhode_room_face>)
add_library(polhode::polhode ALIAS polhode_shared)
set(exports ${PROJECT_SOURCE_DIR}/src/polhode/face/exports.map)
target_link_libraries(polhode_shared PUBLIC polhode::core PRIVATE polhode)
target_link_options(polhode_shared PRIVATE LINKER:--version-script=${exports} LINKER:--gc-sections)
set_target_properties(polhode_shared PROPERTIES
    LINKER_LANGUAGE CXX LINK_DEPENDS ${exports} EXPORT_NAME polhode OUTPUT_NAME polhode
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
if(POLHODE_SANITIZE)
    set_target_properties(polhode_shared PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
