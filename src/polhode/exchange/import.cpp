#include "polhode/exchange/import.hpp"

#include "polhode/base/readable.hpp"
#include "polhode/exchange/table_of_others.hpp"
#include "polhode/files/input_file.hpp"

namespace polhode {

namespace {

std::vector<std::string> read_formats() {
    std::vector<std::string> names;
    for (const OutputFormat& format : output_formats())
        if (format.read) names.push_back(format.entry.name);
    return names;
}

bool has_ending(const std::string& path, const std::string& ending) {
    return path.size() > ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

}  // namespace

const OutputFormat& format_to_read(ByteSource& source, const std::string& from) {
    if (!from.empty()) {
        const OutputFormat* format = find_format(from);
        if (format && format->read) return *format;
        const std::vector<std::string> known = read_formats();
        const std::string near = nearest_name(from, known);
        throw InputError({"--from", 0, ""}, "'" + without_control_characters(from) +
                                                "' is not a format that is read; known: " + listed(known) +
                                                (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
    const std::string front(source.at(0, 4096));
    for (const OutputFormat& format : output_formats())
        if (format.read && format.recognises && format.recognises(front)) return format;
    // of plain rows of numbers only the name can tell, and only where the ending belongs to one format; or what was
    // said of the table before
    if (has_ending(source.name(), ".tum")) return *find_format("tum");
    if (!front.empty() && !read_input_file(table_words_file(source.name()), 1).missing) return *find_format("table");
    throw InputError({source.name(), 0, ""},
                     front.empty()
                         ? std::string("the file is empty")
                         : "its first bytes do not say what it is; name the format: --from " + listed(read_formats()));
}

void import_source(ByteSource& source, const std::string& from, ImportRequest request, ImportSink& sink) {
    const OutputFormat& format = format_to_read(source, from);
    if (format.entry.name == "table") request.says = remembered_words(source.name(), request.says);
    ImportGate gate(request, sink, source.name());
    format.read(source, request, gate);
    gate.finish();
}

void import_file(const std::string& path, const std::string& from, ImportRequest request, ImportSink& sink) {
    import_source(*open_source(path), from, std::move(request), sink);
}

}  // namespace polhode
