# Writes a text file into one C++ file as a function that returns it, so that the program needs no path.
#
#   cmake -DINPUT=report.css -DHEADER=polhode/output/report_style.hpp -DFUNCTION=report_style -DOUTPUT=report_style.cpp -P embed_text.cmake
file(READ ${INPUT} text)
file(WRITE ${OUTPUT} "#include \"${HEADER}\"\n\nnamespace polhode {\n\nstd::string ${FUNCTION}() { return R\"polhode(${text})polhode\"; }\n\n}  // namespace polhode\n")
