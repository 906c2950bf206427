# Optional parts of the program, each a file beside it that is loaded when it is asked for (src/polhode/files/optional_part.hpp).
# What they need is never needed by the program itself.
#
#   libpolhode_mpi.so    sweeps over many machines, where MPI is installed
#   libpolhode_cuda.so   sweeps on GPUs, where nvcc is
if(NOT POLHODE_BUILD_APP OR CMAKE_CROSSCOMPILING)
    return()
endif()

set(POLHODE_WITH_MPI OFF CACHE STRING "The part for MPI: AUTO (where MPI is found), ON (required), OFF")
set(POLHODE_WITH_CUDA OFF CACHE STRING "The part for CUDA: AUTO (where nvcc is found and works), ON (required), OFF")
set_property(CACHE POLHODE_WITH_MPI POLHODE_WITH_CUDA PROPERTY STRINGS AUTO ON OFF)
# What `make parts` builds. Each part belongs to it, and to everything that is built without a name.
add_custom_target(polhode_parts)

# ---- MPI -------------------------------------------------------------------------------------------------------------
if(POLHODE_WITH_MPI)
    set(MPI_CXX_SKIP_MPICXX ON)
    if(POLHODE_WITH_MPI STREQUAL "AUTO")
        find_package(MPI QUIET COMPONENTS CXX)
    else()
        find_package(MPI REQUIRED COMPONENTS CXX)
    endif()
    if(MPI_CXX_FOUND)
        add_library(polhode_mpi MODULE ${PROJECT_SOURCE_DIR}/src/polhode/parts/mpi/mpi_part.cpp)
        target_include_directories(polhode_mpi PRIVATE ${PROJECT_SOURCE_DIR}/src)
        target_compile_definitions(polhode_mpi PRIVATE POLHODE_VERSION="${PROJECT_VERSION}")
        target_compile_options(polhode_mpi PRIVATE -Wall -Wextra -Wpedantic -Wshadow)
        target_link_options(polhode_mpi PRIVATE -Wl,--as-needed)
        target_link_libraries(polhode_mpi PRIVATE MPI::MPI_CXX)
        # Lies beside the program.
        set_target_properties(polhode_mpi PROPERTIES CXX_VISIBILITY_PRESET hidden
                                                     LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
        add_dependencies(polhode_parts polhode_mpi)
        if(POLHODE_INSTALL)
            install(TARGETS polhode_mpi LIBRARY DESTINATION lib/polhode OPTIONAL)
        endif()
    else()
        message(STATUS "MPI is not installed: sweeps run on one machine (or with --shard)")
    endif()
endif()

# ---- CUDA ------------------------------------------------------------------------------------------------------------
file(GLOB cuda_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/polhode/parts/cuda/*.cu)
# A build with sanitizers would test nothing of it.
if(NOT POLHODE_WITH_CUDA OR NOT cuda_sources OR POLHODE_SANITIZE)
    return()
endif()
find_program(POLHODE_NVCC nvcc HINTS /usr/local/cuda/bin $ENV{CUDA_HOME}/bin $ENV{CUDA_PATH}/bin)
# Machine code for the H100 and H200; cards from Ampere on translate the rest when the part is loaded.
set(POLHODE_CUDA_TARGETS "-gencode;arch=compute_80,code=compute_80;-gencode;arch=compute_90,code=sm_90"
    CACHE STRING "Which GPUs the part for CUDA is compiled for: options of nvcc")
# One arithmetic on the card as well: products and sums are fused only where the source says so.
set(cuda_flags -std=c++20 ${POLHODE_CUDA_TARGETS} -O3 --fmad=false --expt-relaxed-constexpr -diag-suppress 20012
    -Xcompiler -fPIC,-fvisibility=hidden,-ffp-contract=off)
if(POLHODE_X86_FMA)
    list(APPEND cuda_flags -Xcompiler -mfma)
endif()
if(POLHODE_NVCC AND NOT DEFINED POLHODE_NVCC_WORKS)
    # A toolkit may be too old for the compiler beside it, or for these cards.
    file(WRITE ${PROJECT_BINARY_DIR}/CMakeFiles/nvcc_works.cu "__global__ void f() {}\n")
    execute_process(COMMAND ${POLHODE_NVCC} ${cuda_flags} -c ${PROJECT_BINARY_DIR}/CMakeFiles/nvcc_works.cu
                            -o ${PROJECT_BINARY_DIR}/CMakeFiles/nvcc_works.o
                    RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
    if(failed)
        message(STATUS "${POLHODE_NVCC} does not work here: ${said}")
        set(POLHODE_NVCC_WORKS OFF CACHE INTERNAL "")
    else()
        set(POLHODE_NVCC_WORKS ON CACHE INTERNAL "")
    endif()
endif()
if(NOT POLHODE_NVCC OR NOT POLHODE_NVCC_WORKS)
    if(NOT POLHODE_WITH_CUDA STREQUAL "AUTO")
        message(FATAL_ERROR "POLHODE_WITH_CUDA is ON, but there is no nvcc that works")
    endif()
    message(STATUS "There is no nvcc that works: sweeps run on processors only")
    return()
endif()

# By hand, because CMake up to 3.25 knows no CUDA with C++20.
set(cuda_objects "")
foreach(source IN LISTS cuda_sources)
    get_filename_component(name ${source} NAME_WE)
    set(object ${PROJECT_BINARY_DIR}/CMakeFiles/polhode_cuda_${name}.o)
    add_custom_command(OUTPUT ${object}
        COMMAND ${POLHODE_NVCC} ${cuda_flags} "-DPOLHODE_VERSION=\"${PROJECT_VERSION}\"" -I${PROJECT_SOURCE_DIR}/include
                -I${PROJECT_SOURCE_DIR}/src -MD -MF ${object}.d -MT ${object} -c ${source} -o ${object}
        DEPENDS ${source} DEPFILE ${object}.d COMMENT "Compiling ${name}.cu for the GPU" VERBATIM)
    list(APPEND cuda_objects ${object})
endforeach()
set(cuda_part ${PROJECT_BINARY_DIR}/libpolhode_cuda.so)
add_custom_command(OUTPUT ${cuda_part}
    COMMAND ${POLHODE_NVCC} ${POLHODE_CUDA_TARGETS} -cudart static -shared ${cuda_objects} -o ${cuda_part}
    DEPENDS ${cuda_objects} COMMENT "Linking libpolhode_cuda.so" VERBATIM)
add_custom_target(polhode_cuda ALL DEPENDS ${cuda_part})
add_dependencies(polhode_parts polhode_cuda)
if(POLHODE_INSTALL)
    install(PROGRAMS ${cuda_part} DESTINATION lib/polhode OPTIONAL)
endif()
