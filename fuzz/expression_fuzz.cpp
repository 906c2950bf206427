// Any text is either refused with an ExpressionError or gives a number, in double, float and dual numbers.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "polhode/input/expression.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace polhode;
    static const std::vector<std::string> names = {"t", "qw", "wx"};
    try {
        const Expression f(std::string_view(reinterpret_cast<const char*>(data), size), names);
        const double in_double[] = {0.5, -1.0, 3.0};
        const float in_float[] = {0.5f, -1.0f, 3.0f};
        const Dual<double> in_dual[] = {{0.5, 1.0}, {-1.0, 0.0}, {3.0, 0.0}};
        const double value = f(in_double);
        (void)f(in_float);
        // The value beside a derivative is the value itself (or NaN both times).
        const double beside = f(in_dual).value;
        if (!(value == beside) && (value == value || beside == beside)) __builtin_trap();
    } catch (const ExpressionError& e) {
        if (e.position > size) __builtin_trap();
    }
    return 0;
}
