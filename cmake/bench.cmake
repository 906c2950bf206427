# One program for each bench/NAME_bench.cpp. The libraries to compare with are used where they are found; each source
# asks POLHODE_BENCH_WITH_... whether they are. The tests include this too, for the smoke run.
include_guard(GLOBAL)
find_package(Eigen3 QUIET)
find_package(Boost QUIET)
find_package(GSL QUIET)

function(polhode_bench name)
    add_executable(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE polhode polhode_own_flags)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/bench)
    if(POLHODE_X86_FMA)
        target_compile_options(${name} PRIVATE -mavx2)
    endif()
    if(NOT POLHODE_BUILD_BENCH)
        # The tests only see whether it runs and both sides come to the same state.
        target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
        target_compile_definitions(${name} PRIVATE POLHODE_PLAIN_INLINE)
    endif()
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
endfunction()

# One body, one step: Eigen, odeint and GSL beside the core.
if(POLHODE_BUILD_BENCH AND TARGET Eigen3::Eigen AND TARGET Boost::headers AND TARGET GSL::gsl)
    polhode_bench(one_body_bench ${PROJECT_SOURCE_DIR}/bench/one_body_bench.cpp)
    target_link_libraries(one_body_bench PRIVATE Eigen3::Eigen Boost::headers GSL::gsl)
endif()

# Many bodies: lanes, threads, sweeps and cards, beside what a user would write.
polhode_bench(ensemble_bench ${PROJECT_SOURCE_DIR}/bench/ensemble_bench.cpp)
add_library(bench_ensemble_peers OBJECT ${PROJECT_SOURCE_DIR}/bench/ensemble_peers.cpp)
target_include_directories(bench_ensemble_peers PRIVATE ${PROJECT_SOURCE_DIR}/bench ${PROJECT_SOURCE_DIR}/include)
target_compile_options(bench_ensemble_peers PRIVATE -O3 -march=native -ffp-contract=fast -fno-math-errno
                                                    -Wno-maybe-uninitialized -Wno-uninitialized)
if(POLHODE_X86_FMA)
    target_compile_options(bench_ensemble_peers PRIVATE -mprefer-vector-width=512)
endif()
target_link_libraries(bench_ensemble_peers PRIVATE polhode_own_flags)
target_link_libraries(ensemble_bench PRIVATE bench_ensemble_peers)

# A step through a scenario beside the same step through the core.
polhode_bench(scenario_bench ${PROJECT_SOURCE_DIR}/bench/scenario_bench.cpp
              ${PROJECT_SOURCE_DIR}/bench/scenario_default.cpp
              ${PROJECT_SOURCE_DIR}/bench/scenario_inside.cpp
              ${PROJECT_SOURCE_DIR}/bench/scenario_series.cpp
              ${PROJECT_SOURCE_DIR}/bench/scenario_torques.cpp)

# What "default" says of its error, on bodies at random beside the reference solution.
polhode_bench(default_hunt ${PROJECT_SOURCE_DIR}/bench/default_hunt.cpp)

# From readings to attitude.
polhode_bench(estimate_bench ${PROJECT_SOURCE_DIR}/bench/estimate_bench.cpp)
polhode_bench(estimate_accuracy ${PROJECT_SOURCE_DIR}/bench/estimate_accuracy.cpp)

# A body beside a clock beside a loop that only sleeps.
if(POLHODE_BUILD_BENCH)
    polhode_bench(live_bench ${PROJECT_SOURCE_DIR}/bench/live_bench.cpp)
endif()

# Work against precision. A peer is a library of its own, compiled as a user of it would: for this machine, and free to
# fuse products and sums.
polhode_bench(accuracy_bench ${PROJECT_SOURCE_DIR}/bench/accuracy_bench.cpp
              ${PROJECT_SOURCE_DIR}/bench/polhode_contenders.cpp)
set(left_out "")
function(polhode_peer name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK;INCLUDE;OPTIONS")
    string(TOUPPER ${name} upper)
    add_library(bench_${name} OBJECT ${PROJECT_SOURCE_DIR}/bench/peers_${name}.cpp)
    target_compile_options(bench_${name} PRIVATE -O3 -march=native -ffp-contract=fast ${arg_OPTIONS})
    target_include_directories(bench_${name} SYSTEM PRIVATE ${arg_INCLUDE})
    target_link_libraries(bench_${name} PRIVATE ${arg_LINK} polhode_own_flags)
    target_link_libraries(accuracy_bench PRIVATE bench_${name} ${arg_LINK})
    target_compile_definitions(accuracy_bench PRIVATE POLHODE_BENCH_WITH_${upper}=1)
endfunction()
if(TARGET Boost::headers)
    # g++ takes the buffers that odeint fills later for forgotten ones
    polhode_peer(odeint LINK Boost::headers OPTIONS -Wno-maybe-uninitialized -Wno-uninitialized)
else()
    list(APPEND left_out Boost.odeint)
endif()
if(TARGET GSL::gsl)
    polhode_peer(gsl LINK GSL::gsl)
else()
    list(APPEND left_out GSL)
endif()
find_path(POLHODE_SUNDIALS_INCLUDE cvode/cvode.h DOC "Folder that holds cvode/cvode.h")
set(sundials_libraries "")
foreach(part cvode arkode nvecserial sunnonlinsolfixedpoint)
    find_library(POLHODE_SUNDIALS_${part} sundials_${part} DOC "SUNDIALS ${part}")
    list(APPEND sundials_libraries ${POLHODE_SUNDIALS_${part}})
endforeach()
if(POLHODE_SUNDIALS_INCLUDE AND POLHODE_SUNDIALS_cvode AND POLHODE_SUNDIALS_arkode)
    polhode_peer(sundials LINK ${sundials_libraries} INCLUDE ${POLHODE_SUNDIALS_INCLUDE})
else()
    list(APPEND left_out SUNDIALS)
endif()
find_path(POLHODE_MUJOCO_INCLUDE mujoco/mujoco.h DOC "Folder that holds mujoco/mujoco.h")
find_library(POLHODE_MUJOCO_LIBRARY mujoco DOC "MuJoCo")
if(POLHODE_MUJOCO_INCLUDE AND POLHODE_MUJOCO_LIBRARY)
    polhode_peer(mujoco LINK ${POLHODE_MUJOCO_LIBRARY} INCLUDE ${POLHODE_MUJOCO_INCLUDE})
else()
    list(APPEND left_out MuJoCo)
endif()
find_path(POLHODE_SIMBODY_INCLUDE Simbody.h PATH_SUFFIXES simbody DOC "Folder that holds Simbody.h")
find_library(POLHODE_SIMBODY_LIBRARY SimTKsimbody DOC "Simbody")
find_library(POLHODE_SIMBODY_MATH SimTKmath DOC "Simbody's mathematics")
find_library(POLHODE_SIMBODY_COMMON SimTKcommon DOC "Simbody's common library")
if(POLHODE_SIMBODY_INCLUDE AND POLHODE_SIMBODY_LIBRARY AND POLHODE_SIMBODY_MATH AND POLHODE_SIMBODY_COMMON)
    # Loaded when the benchmark runs: its symbols clash with those of SUNDIALS.
    add_library(bench_simbody MODULE ${PROJECT_SOURCE_DIR}/bench/peers_simbody.cpp)
    target_include_directories(bench_simbody SYSTEM PRIVATE ${POLHODE_SIMBODY_INCLUDE})
    target_compile_options(bench_simbody PRIVATE -O2 -march=native)
    target_link_libraries(bench_simbody PRIVATE ${POLHODE_SIMBODY_LIBRARY} ${POLHODE_SIMBODY_MATH} ${POLHODE_SIMBODY_COMMON})
    set_target_properties(bench_simbody PROPERTIES CXX_STANDARD 17 LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
    target_compile_definitions(accuracy_bench PRIVATE POLHODE_BENCH_WITH_SIMBODY="$<TARGET_FILE:bench_simbody>")
    target_link_libraries(accuracy_bench PRIVATE ${CMAKE_DL_LIBS})
    add_dependencies(accuracy_bench bench_simbody)
else()
    list(APPEND left_out Simbody)
endif()
if(left_out)
    list(JOIN left_out ", " left_out)
    message(NOTICE "Benchmarks without ${left_out}: not installed")
endif()
