// The formats of trajectories in the whole program, collected from format_list.def.
#include "polhode/output/output_format.hpp"

namespace polhode {

const std::vector<OutputFormat>& output_formats() {
    static const std::vector<OutputFormat> all = [] {
        std::vector<OutputFormat> formats;
// The function is defined in the file of the format and needs no header.
#define POLHODE_FORMAT(describe)        \
    {                                   \
        extern OutputFormat describe(); \
        formats.push_back(describe());  \
    }
#include "polhode/catalogue/format_list.def"
#undef POLHODE_FORMAT
        return formats;
    }();
    return all;
}

}  // namespace polhode
