# `find_package(polhode 0.2)` gives polhode::core, headers, and polhode::polhode, a shared library with the headers of
# include/polhode/library. What is private (src/polhode) stays here.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/polhode)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/polhode DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp")
install(TARGETS polhode_core EXPORT polhode)
if(POLHODE_BUILD_LIBRARY)
    install(TARGETS polhode_shared EXPORT polhode LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
    if(POLHODE_BUILD_APP)
        install(TARGETS polhode_app RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
        install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/polhode)
        install(FILES ${PROJECT_BINARY_DIR}/completion/polhode.bash RENAME polhode
                DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
        install(FILES ${PROJECT_BINARY_DIR}/completion/polhode.zsh RENAME _polhode
                DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
        install(FILES ${PROJECT_BINARY_DIR}/completion/polhode.fish
                DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
    endif()
endif()
install(EXPORT polhode NAMESPACE polhode:: FILE polhode-targets.cmake DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/polhode-config.cmake.in
    ${PROJECT_BINARY_DIR}/polhode-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/polhode-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/polhode-config.cmake ${PROJECT_BINARY_DIR}/polhode-config-version.cmake
        DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
