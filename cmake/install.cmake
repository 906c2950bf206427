# `find_package(polhode 0.2)` gives polhode::core, headers, and polhode::polhode, a shared library with the headers of
# include/polhode/library. What is private (src/polhode) stays here.
#
# The components are those of the packages (package.cmake): program, library, development, python, documentation. The
# last two belong to packages only: `make install` leaves Python to its wheel and the manual where it is.
include(CMakePackageConfigHelpers)
set(library_dir ${CMAKE_INSTALL_LIBDIR})
if(library_dir STREQUAL "lib" AND CMAKE_LIBRARY_ARCHITECTURE AND EXISTS /etc/debian_version)
    # where Debian has libraries, in its packages and below /usr/local (multiarch); another CMAKE_INSTALL_LIBDIR is taken
    set(library_dir lib/${CMAKE_LIBRARY_ARCHITECTURE})
endif()
set(package_dir ${library_dir}/cmake/polhode)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/polhode DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
        FILES_MATCHING PATTERN "*.hpp")
install(TARGETS polhode_core EXPORT polhode)
if(POLHODE_BUILD_LIBRARY)
    install(TARGETS polhode_shared EXPORT polhode LIBRARY DESTINATION ${library_dir}
            COMPONENT library NAMELINK_COMPONENT development)
    if(POLHODE_BUILD_APP)
        install(TARGETS polhode_app RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
        install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/polhode COMPONENT program)
        install(FILES ${PROJECT_BINARY_DIR}/completion/polhode.bash RENAME polhode COMPONENT program
                DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
        install(FILES ${PROJECT_BINARY_DIR}/completion/polhode.zsh RENAME _polhode COMPONENT program
                DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
        install(FILES ${PROJECT_BINARY_DIR}/completion/polhode.fish COMPONENT program
                DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
        install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program OPTIONAL)
    endif()
    if(POLHODE_BUILD_PYTHON)
        install(TARGETS polhode_python LIBRARY DESTINATION lib/python3/dist-packages/polhode COMPONENT python
                EXCLUDE_FROM_ALL)
        # with what was made beside the copies of its files: stubs, the studio's page
        install(DIRECTORY ${PROJECT_BINARY_DIR}/python/polhode DESTINATION lib/python3/dist-packages COMPONENT python
                EXCLUDE_FROM_ALL FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed" PATTERN "studio.html"
                PATTERN "__pycache__" EXCLUDE)
    endif()
endif()
install(EXPORT polhode NAMESPACE polhode:: FILE polhode-targets.cmake DESTINATION ${package_dir} COMPONENT development)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/polhode-config.cmake.in
    ${PROJECT_BINARY_DIR}/polhode-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/polhode-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/polhode-config.cmake ${PROJECT_BINARY_DIR}/polhode-config-version.cmake
        DESTINATION ${package_dir} COMPONENT development)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)
# The manual as pages (`make site`)
install(DIRECTORY ${PROJECT_BINARY_DIR}/site/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/polhode/html
        COMPONENT documentation EXCLUDE_FROM_ALL OPTIONAL)

include(cmake/package.cmake)
