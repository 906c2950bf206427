# Debian packages by CPack, from the components of install.cmake; tools/package makes them.
#
#   polhode           the program, scenarios, man pages, completions
#   libpolhode0       the shared library
#   libpolhode-dev    headers, CMake files, the library's name for the linker
#   python3-polhode   the Python package
#   polhode-doc       the manual as pages
if(NOT POLHODE_TOP_LEVEL OR NOT POLHODE_BUILD_APP)
    return()
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_CONTACT "The Polhode developers <noreply@polhode.invalid>")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL program library development documentation)
if(POLHODE_BUILD_PYTHON)
    list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip)
# Which packages its programs need, asked from the system's own records.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)

function(polhode_package component name section summary text)
    string(TOUPPER ${component} key)
    set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${name} PARENT_SCOPE)
    set(CPACK_DEBIAN_${key}_PACKAGE_SECTION ${section} PARENT_SCOPE)
    set(CPACK_DEBIAN_${key}_DESCRIPTION "${summary}\n${text}" PARENT_SCOPE)
    # What Debian's policy asks of every package; the same file serves as its record of changes and of rights.
    install(FILES ${PROJECT_BINARY_DIR}/package/copyright ${PROJECT_BINARY_DIR}/package/changelog.gz
            DESTINATION share/doc/${name} COMPONENT ${component} EXCLUDE_FROM_ALL)
endfunction()
set(about "Polhode computes how rigid bodies turn: tops, satellites, gyroscopes, by exact solutions and by many\nintegrators, and says how right each result is.")
polhode_package(program polhode science "how rigid bodies turn: the program" "${about}")
polhode_package(library libpolhode0 libs "how rigid bodies turn: the shared library" "${about}")
polhode_package(development libpolhode-dev libdevel "how rigid bodies turn: headers"
    "${about}\nThis package has the headers of the core and of the library, and files for CMake.")
polhode_package(python python3-polhode python "how rigid bodies turn: the Python package" "${about}")
polhode_package(documentation polhode-doc doc "how rigid bodies turn: the manual" "${about}\nThis package has the manual as pages.")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "gnuplot-nox | gnuplot")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS polhode-doc)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_GENERATE_SHLIBS ON)
# The name of the package is that of the library (libpolhode.so.0); what was linked to one version of 0.x runs with the
# same one or a later one.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libpolhode0 (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
if(POLHODE_BUILD_PYTHON)
    # A compiled module belongs to one version of Python.
    math(EXPR next_minor "${Python_VERSION_MINOR} + 1")
    set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
        "python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), python3 (<< ${Python_VERSION_MAJOR}.${next_minor}), python3-numpy")
endif()
include(CPack)
