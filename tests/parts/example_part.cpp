// Built several times: as it should be, and spoilt in the ways that EXAMPLE_... say.
#include "parts/example_part.hpp"

#ifndef EXAMPLE_PROGRAM
#define EXAMPLE_PROGRAM POLHODE_VERSION
#endif
#ifndef EXAMPLE_INTERFACE
#define EXAMPLE_INTERFACE polhode::ExamplePart::interface_number
#endif
#ifndef EXAMPLE_FUNCTION
#define EXAMPLE_FUNCTION polhode_part_example
#endif

namespace {

const polhode::ExamplePart part = {{EXAMPLE_INTERFACE, sizeof(polhode::ExamplePart), EXAMPLE_PROGRAM},
                                   [](int n) { return 2 * n; }};

}  // namespace

POLHODE_PART_FUNCTION const polhode::PartHead* EXAMPLE_FUNCTION() { return &part.head; }
