# Writes version.cpp, and only where something changed, so that nothing is compiled again without need.
set(revision "unknown")
if(GIT)
    execute_process(COMMAND ${GIT} -C ${SOURCE} describe --always --dirty --match "v[0-9]*"
                    OUTPUT_VARIABLE described RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT failed)
        set(revision "${described}")
    endif()
endif()
set(text "#include \"polhode/base/version.hpp\"

namespace polhode {

std::string version() { return \"${VERSION}\"; }
std::string revision() { return \"${revision}\"; }

}  // namespace polhode
")
set(before "")
if(EXISTS ${OUTPUT})
    file(READ ${OUTPUT} before)
endif()
if(NOT text STREQUAL before)
    file(WRITE ${OUTPUT} "${text}")
endif()
