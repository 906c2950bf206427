# polhode._core, the compiled part of the Python package (python/), in BUILD/python/polhode beside copies of its Python
# files, so that PYTHONPATH=build/python uses it where it was built.
set(Python_FIND_VIRTUALENV STANDARD)
find_package(Python 3.9 REQUIRED COMPONENTS Interpreter Development.Module)
find_package(pybind11 2.10 REQUIRED CONFIG)
file(GLOB python_module CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/module/*.cpp)
# not with link-time optimisation, which takes minutes and gains nothing here
pybind11_add_module(polhode_python NO_EXTRAS ${python_module})
set_target_properties(polhode_python PROPERTIES CXX_VISIBILITY_PRESET hidden)
set(python_exports ${PROJECT_SOURCE_DIR}/python/module/exports.map)
target_link_options(polhode_python PRIVATE $<$<CONFIG:Release>:-s> LINKER:--version-script=${python_exports}
                    LINKER:--gc-sections)
set_property(TARGET polhode_python APPEND PROPERTY LINK_DEPENDS ${python_exports})
target_link_libraries(polhode_python PRIVATE polhode polhode_own_flags)
target_include_directories(polhode_python PRIVATE ${PROJECT_SOURCE_DIR}/src)
# Rotations are small functions that are called often, and closed forms go in lanes; the rest only hands things over, and
# is compiled quickly and together.
target_compile_options(polhode_python PRIVATE $<$<CONFIG:Release>:-O1>)
set(python_hot rotation.cpp arrays.cpp free_body_kernel_4.cpp free_body_kernel_8.cpp)
list(TRANSFORM python_hot PREPEND ${PROJECT_SOURCE_DIR}/python/module/)
set_source_files_properties(${python_hot} PROPERTIES COMPILE_OPTIONS -O3)
set(python_closed_forms ${PROJECT_SOURCE_DIR}/python/module/exact.cpp)
set_source_files_properties(${python_closed_forms} PROPERTIES COMPILE_OPTIONS "-O2;-DPOLHODE_PLAIN_INLINE")
if(POLHODE_UNITY)
    set_target_properties(polhode_python PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    set_source_files_properties(${python_hot} ${python_closed_forms} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    polhode_allow_unity(polhode_python)
endif()
if(POLHODE_X86_FMA)
    target_compile_options(polhode_python PRIVATE -mavx2)
    set_source_files_properties(${PROJECT_SOURCE_DIR}/python/module/free_body_kernel_8.cpp PROPERTIES
        COMPILE_OPTIONS "-O3;-mavx512f;-mavx512dq;-mavx512vl;-mavx512bw")
endif()
set(python_package ${PROJECT_BINARY_DIR}/python/polhode)
set_target_properties(polhode_python PROPERTIES OUTPUT_NAME _core LIBRARY_OUTPUT_DIRECTORY ${python_package})
file(GLOB python_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/polhode/*.py
                                         ${PROJECT_SOURCE_DIR}/python/polhode/*.pyi
                                         ${PROJECT_SOURCE_DIR}/python/polhode/py.typed)
# the studio's page travels in the package once `make studio` has built it
if(EXISTS ${PROJECT_BINARY_DIR}/studio.html)
    list(APPEND python_files ${PROJECT_BINARY_DIR}/studio.html)
endif()
foreach(source IN LISTS python_files)
    get_filename_component(name ${source} NAME)
    add_custom_command(OUTPUT ${python_package}/${name}
        COMMAND ${CMAKE_COMMAND} -E copy ${source} ${python_package}/${name} DEPENDS ${source} VERBATIM)
    list(APPEND python_copies ${python_package}/${name})
endforeach()
add_custom_target(polhode_python_files ALL DEPENDS ${python_copies})
add_dependencies(polhode_python polhode_python_files)
# what the registry names, for editors and mypy
add_custom_command(TARGET polhode_python POST_BUILD
    COMMAND ${Python_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/python/stubs.py ${python_package}
    COMMENT "Making stubs from the registry" VERBATIM)
set_property(TARGET polhode_python APPEND PROPERTY LINK_DEPENDS ${PROJECT_SOURCE_DIR}/python/stubs.py)
