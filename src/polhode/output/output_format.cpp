#include "polhode/output/output_format.hpp"

namespace polhode {

const OutputFormat* find_format(const std::string& name) {
    for (const OutputFormat& format : output_formats())
        if (format.entry.name == name) return &format;
    return nullptr;
}

std::vector<Entry> format_entries() {
    std::vector<Entry> entries;
    for (const OutputFormat& format : output_formats()) {
        Entry entry = format.entry;
        entry.summary += !format.open ? "; read" : !format.read ? "; written" : "; read and written";
        if (!format.keeps.empty()) entry.summary += "; keeps " + format.keeps;
        if (!format.loses.empty()) entry.summary += "; loses " + format.loses;
        entries.push_back(std::move(entry));
    }
    return entries;
}

std::vector<std::string> written_formats() {
    std::vector<std::string> names;
    for (const OutputFormat& format : output_formats())
        if (format.open) names.push_back(format.entry.name);
    return names;
}

}  // namespace polhode
