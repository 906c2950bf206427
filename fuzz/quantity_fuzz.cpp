// Any text with any of the units of the registry is left alone, refused with a reason, or gives a finite number; and
// what it gives in one unit it gives again from there.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "polhode/base/full_precision.hpp"
#include "polhode/base/quantity.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace polhode;
    const std::string text(reinterpret_cast<const char*>(data), size);
    for (const char* unit :
         {"rad/s", "deg", "s", "m", "kg", "N m", "kg m^2", "1/s", "Hz", "rad/s/sqrt(Hz)", "V", "%"}) {
        const Quantity q = read_quantity(text, unit);
        if (!q.written && (q.number != 0 || !q.problem.empty())) __builtin_trap();
        if (!q.problem.empty() || !q.written) continue;
        if (!std::isfinite(q.number)) __builtin_trap();
        if (read_quantity(full_precision(q.number) + " " + unit, unit).number != q.number) __builtin_trap();
    }
    return 0;
}
