#include "polhode/output/output_format.hpp"

namespace polhode {

const OutputFormat* find_format(const std::string& name) {
    for (const OutputFormat& format : output_formats())
        if (format.entry.name == name) return &format;
    return nullptr;
}

std::vector<Entry> format_entries() {
    std::vector<Entry> entries;
    for (const OutputFormat& format : output_formats()) entries.push_back(format.entry);
    return entries;
}

}  // namespace polhode
