// What a ZIP file holds, by its directory (PKWARE APPNOTE 6.3, with the 64-bit fields that NumPy writes).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "polhode/exchange/byte_source.hpp"

namespace polhode {

struct ZipEntry {
    std::string name;
    int method = 0;  // 0: as it is, 8: DEFLATE
    std::uint32_t crc = 0;
    std::uint64_t packed = 0, size = 0;
    std::uint64_t data = 0;  // where its bytes begin
};

// Throws InputError where it is no ZIP file, or damaged.
std::vector<ZipEntry> zip_entries(ByteSource& source);

// Checks the sum of bytes that are stored as they are. Throws InputError.
void check_stored(ByteSource& source, const ZipEntry& entry);
// The bytes of a packed entry, checked. Throws InputError.
std::string unpacked(ByteSource& source, const ZipEntry& entry);

}  // namespace polhode
