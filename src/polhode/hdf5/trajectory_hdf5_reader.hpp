// HDF5 trajectories read back, ours and those of others with the same names: t, q_NB (n x 4), w_NB_B (n x 3), energy,
// L_N (n x 3).
#pragma once

#include "polhode/exchange/byte_source.hpp"
#include "polhode/exchange/imported.hpp"

namespace polhode {

// By the source's name: HDF5 opens files itself. Throws InputError.
void read_hdf5(ByteSource& source, const ImportRequest& request, ImportGate& gate);

}  // namespace polhode
