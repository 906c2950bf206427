// Attitude messages: see exchange_reader.hpp.
#include "exchange_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr const char* formats[] = {"aem", "apm", "acm"};
    read_as_one_of(formats, data, size);
    return 0;
}
