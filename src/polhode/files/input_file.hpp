// The bytes of a file that somebody named. Only plain files are read, and pipes that were handed to the program when it
// began (/dev/stdin, and /dev/fd/63 of `<(command)`): a device never ends, and a pipe with a name may never begin.
// Whatever else it is, is found out without waiting.
#pragma once

#include <cstddef>
#include <string>

namespace polhode {

struct InputBytes {
    std::string bytes;
    std::string fault;     // why there are none: "it is a directory, not a file"; "" where all went well
    bool missing = false;  // there is no such file
    bool cut_off = false;  // there are more than `most` bytes; those after them were not read
};

// No table of numbers is larger than this many bytes.
constexpr std::size_t largest_table = std::size_t{1} << 31;

InputBytes read_input_file(const std::string& path, std::size_t most = largest_table);

// Why a file of this name is not read, without opening more than it takes to know: "" where it may be.
std::string unreadable_kind(const std::string& path);

}  // namespace polhode
