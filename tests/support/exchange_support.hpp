// Reads files and texts of other programs as `polhode import` does, and holds what came out.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "polhode/exchange/import.hpp"

namespace polhode::test {

inline std::string sample_path(const std::string& name) { return std::string(POLHODE_TEST_DATA) + "/formats/" + name; }

inline std::string bytes_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    std::ostringstream all;
    all << file.rdbuf();
    return all.str();
}
inline std::string sample(const std::string& name) { return bytes_of_file(sample_path(name)); }

inline ImportedFile imported(const std::string& path, const std::string& from = "", const ImportRequest& request = {}) {
    ImportedFile file;
    import_file(path, from, request, file);
    return file;
}

// From bytes, as the file `name`.
inline ImportedFile imported_bytes(const std::string& bytes, const std::string& format,
                                   const ImportRequest& request = {}) {
    ImportedFile file;
    const auto source = source_of(bytes, "bad." + format);
    ImportGate gate(request, file, source->name());
    find_format(format)->read(*source, request, gate);
    gate.finish();
    return file;
}

// The rows that all samples hold (free-symmetric.csv).
inline const ImportedFile& sample_rows() {
    static const ImportedFile rows = imported(sample_path("free-symmetric.csv"));
    return rows;
}

}  // namespace polhode::test
