// A file of somebody else's, whatever its format: found out, read, checked, handed over.
#pragma once

#include <string>
#include <vector>

#include "polhode/exchange/byte_source.hpp"
#include "polhode/exchange/imported.hpp"
#include "polhode/output/output_format.hpp"

namespace polhode {

// The format named, or, where `from` is empty, the one that the first bytes can only belong to. Throws InputError.
const OutputFormat& format_to_read(ByteSource& source, const std::string& from);

// Throws InputError. What the file says and its rows go to `sink` as they are read.
void import_file(const std::string& path, const std::string& from, ImportRequest request, ImportSink& sink);
// The same from what was opened before: a pipe can be read once.
void import_source(ByteSource& source, const std::string& from, ImportRequest request, ImportSink& sink);

// All rows in memory, for what must look at them twice.
struct ImportedFile : ImportSink {
    ImportedHead about;
    std::vector<ImportedRow> rows;
    std::vector<std::string> notes;

    void head(const ImportedHead& h) override { about = h; }
    void row(const ImportedRow& r) override { rows.push_back(r); }
    void note(const std::string& text) override { notes.push_back(text); }
};

}  // namespace polhode
