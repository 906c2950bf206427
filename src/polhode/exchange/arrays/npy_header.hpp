// The head of an NPY array (numpy.lib.format, versions 1 to 3).
#pragma once

#include "polhode/exchange/arrays/number_array.hpp"

namespace polhode {

// `begin`: where the array's bytes begin in the source, or in `held`. `size`: how many there are. Throws InputError.
NumberArray parse_npy(ByteSource& source, std::uint64_t begin, std::uint64_t size, const std::string& name,
                      std::shared_ptr<const std::string> held = nullptr);

// Magic, version 1, and a header for doubles in C order, padded to 64 bytes. `shape`: "21, 4" or "21,".
std::string npy_header(const std::string& shape);

}  // namespace polhode
