// Dimension scales (The HDF Group, HDF5 Dimension Scale Specification): the attributes by which xarray, netCDF and
// Panoply find the times of a dataset's rows.
#pragma once

#include <hdf5.h>

#include <string>
#include <vector>

namespace polhode {

// The rows of each set are those of `scale`. False where HDF5 refuses.
bool attach_scale(hid_t scale, const std::string& name, const std::vector<hid_t>& sets);

}  // namespace polhode
