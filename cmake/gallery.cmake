# Writes the scenarios, and the tables they read, into one C++ file, so that `polhode new` and `polhode reproduce` need
# no path. With SCENARIOS_ONLY without what neither a page nor anybody in it can run: sweeps, studies, reports.
file(GLOB files ${SOURCE}/*.toml ${SOURCE}/*.csv)
if(NOT SCENARIOS_ONLY)
    file(GLOB more ${SOURCE}/reproduce/*.toml ${SOURCE}/reproduce/*.csv ${SOURCE}/sweeps/*.toml ${SOURCE}/sweeps/*.csv
         ${SOURCE}/studies/*.toml)
    list(APPEND files ${more})
endif()
list(SORT files)
set(cpp "#include \"polhode/scenario/gallery.hpp\"\n\nnamespace polhode::detail {\n\n")
string(APPEND cpp "const std::vector<GalleryFile>& gallery_files() {\n")
string(APPEND cpp "    static const std::vector<GalleryFile> files{\n")
foreach(file IN LISTS files)
    file(RELATIVE_PATH name ${SOURCE} ${file})
    file(READ ${file} text)
    string(APPEND cpp "        {\"${name}\", R\"polhode(${text})polhode\"},\n")
endforeach()
string(APPEND cpp "    };\n    return files;\n}\n\n}  // namespace polhode::detail\n")
file(WRITE ${OUTPUT} "${cpp}")
