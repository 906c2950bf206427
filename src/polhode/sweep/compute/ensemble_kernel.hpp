// The body of ensemble_lanes_N.cpp. Before it is included, POLHODE_LANES is the width and POLHODE_KERNEL the stem of
// the names it defines. A file that is compiled for instructions which not every processor has also defines `polhode`
// as a name of its own, so that none of its functions can be taken for those of other files by the linker.
#include "polhode/arithmetic/lanes.hpp"
#include "polhode/ensemble/ensemble.hpp"

#define POLHODE_JOIN_(a, b) a##b
#define POLHODE_JOIN(a, b) POLHODE_JOIN_(a, b)

// Plain pointers: the types of the caller and of this file may be those of two namespaces, with one layout. Bodies that
// were followed to their end: all, or the first of them where `attention` did not want it to go on.
extern "C" long long POLHODE_JOIN(POLHODE_KERNEL, _follow)(const void* shape, const void* columns, long long count,
                                                           const void* rows, const void* out, const void* attention) {
    using namespace polhode;
    const auto& s = *static_cast<const ensemble::Shape*>(shape);
    const auto& c = *static_cast<const ensemble::Columns*>(columns);
    const auto& r = *static_cast<const ensemble::Rows*>(rows);
    const auto& o = *static_cast<const ensemble::Out*>(out);
    const auto* a = static_cast<const ensemble::Attention*>(attention);
    using L = Lanes<double, POLHODE_LANES>;
    long long i = 0;
    for (; i + 4 * POLHODE_LANES <= count; i += 4 * POLHODE_LANES)
        if (!ensemble::follow<L, 4>(s, c, i, r, o, a)) return i;
    for (; i < count; i += POLHODE_LANES)
        if (!ensemble::follow<L>(s, c, i, r, o, a)) return i;
    return count;
}

// Ten chains hide the latency of the instruction on every processor of today.
extern "C" double POLHODE_JOIN(POLHODE_KERNEL, _peak)(long long turns) {
    using L = polhode::Lanes<double, POLHODE_LANES>;
    const L x(0.999999), c(1e-7);
    L a0(1.0), a1(1.1), a2(1.2), a3(1.3), a4(1.4), a5(1.5), a6(1.6), a7(1.7), a8(1.8), a9(1.9);
    for (long long i = 0; i < turns; ++i) {
        a0 = fma(a0, x, c), a1 = fma(a1, x, c), a2 = fma(a2, x, c), a3 = fma(a3, x, c), a4 = fma(a4, x, c);
        a5 = fma(a5, x, c), a6 = fma(a6, x, c), a7 = fma(a7, x, c), a8 = fma(a8, x, c), a9 = fma(a9, x, c);
    }
    const L sum = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9;
    double total = 0;
    for (int i = 0; i < POLHODE_LANES; ++i) total += sum[i];
    return total;
}
