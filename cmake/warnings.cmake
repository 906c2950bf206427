# Warnings and sanitizers of our own builds; never passed on to users.
add_library(polhode_own_flags INTERFACE)
target_compile_options(polhode_own_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # g++ 12 sees overlaps and overflows in std::string that are not there (GCC bugs 105651, 105329), and takes coefficients
    # beyond the degree of a series, which nobody reads, for forgotten ones.
    target_compile_options(polhode_own_flags INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds
                                                       -Wno-maybe-uninitialized)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # std::stable_sort of libstdc++ uses what libstdc++ itself calls deprecated.
    target_compile_options(polhode_own_flags INTERFACE -Wno-deprecated-declarations)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ looks for memory to use again from 128 MB on, which takes it up to a tenth of its time: let it have a quarter of
    # what there is for each processor.
    cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY)
    cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
    math(EXPR share "${memory} * 1024 / ${processors} / 4")
    if(share GREATER 1048576)
        set(share 1048576)
    endif()
    if(share GREATER 131072)
        target_compile_options(polhode_own_flags INTERFACE "SHELL:--param ggc-min-heapsize=${share}")
    endif()
endif()
if(POLHODE_WERROR)
    target_compile_options(polhode_own_flags INTERFACE -Werror)
endif()
if(POLHODE_SANITIZE)
    # No recovery: the first fault ends the test.
    set(sanitizer_flags -fsanitize=${POLHODE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(polhode_own_flags INTERFACE ${sanitizer_flags})
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        # Our own code is watched, not what it includes: half the objects' size and a fifth of the compiler's time. The
        # library's own assertions look at indices in its place.
        target_compile_options(polhode_own_flags INTERFACE
            -fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/not-sanitized.txt)
        target_compile_definitions(polhode_own_flags INTERFACE _GLIBCXX_ASSERTIONS)
    endif()
    find_program(POLHODE_MOLD mold DOC "A quicker linker, for what is only tested")
    if(POLHODE_MOLD)
        target_link_options(polhode_own_flags INTERFACE -fuse-ld=mold)
    endif()
    target_compile_definitions(polhode_own_flags INTERFACE POLHODE_SANITIZED=1)
    target_link_options(polhode_own_flags INTERFACE ${sanitizer_flags})
endif()
