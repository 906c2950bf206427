// The formats of trajectories in the whole program: a line each.
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
        POLHODE_FORMAT(csv_format)
#if defined(POLHODE_WITH_HDF5)
        POLHODE_FORMAT(hdf5_format)
#endif
#undef POLHODE_FORMAT
        return formats;
    }();
    return all;
}

}  // namespace polhode
