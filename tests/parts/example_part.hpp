// A part that does next to nothing, for tests/library/optional_part_test.cpp.
#pragma once

#include "polhode/parts/part.hpp"

namespace polhode {

struct ExamplePart {
    static constexpr const char* part_name = "example";
    static constexpr std::uint32_t interface_number = 7;

    PartHead head;
    int (*twice)(int);
};

}  // namespace polhode
