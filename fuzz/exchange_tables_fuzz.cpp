// Tables of rows: see exchange_reader.hpp.
#include "exchange_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr const char* formats[] = {"csv", "tum", "euroc", "table"};
    read_as_one_of(formats, data, size);
    return 0;
}
