# One program for each fuzz/NAME_fuzz.cpp, with libFuzzer. Configure with clang and POLHODE_SANITIZE=
# fuzzer-no-link,address,undefined, so that the library is checked too.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "POLHODE_BUILD_FUZZ needs clang; the compiler is ${CMAKE_CXX_COMPILER_ID}")
endif()
file(GLOB fuzz_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fuzz/*_fuzz.cpp)
foreach(source IN LISTS fuzz_sources)
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE polhode_studio polhode polhode_own_flags)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
endforeach()
