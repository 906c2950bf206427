// The tables of the runs of a sweep in the whole program: a line each.
#include "polhode/sweep/results/sweep_run_table.hpp"

namespace polhode {

const std::vector<SweepRunTableFormat>& sweep_run_table_formats() {
    static const std::vector<SweepRunTableFormat> all = [] {
        std::vector<SweepRunTableFormat> formats;
// The function is defined in the file of the format and needs no header.
#define POLHODE_SWEEP_TABLE(describe)          \
    {                                          \
        extern SweepRunTableFormat describe(); \
        formats.push_back(describe());         \
    }
        POLHODE_SWEEP_TABLE(sweep_csv_format)
#if defined(POLHODE_WITH_HDF5)
        POLHODE_SWEEP_TABLE(sweep_hdf5_format)
#endif
#undef POLHODE_SWEEP_TABLE
        return formats;
    }();
    return all;
}

}  // namespace polhode
