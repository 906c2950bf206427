#include "polhode/sweep/compute/ensemble_lanes.hpp"

#include <stdexcept>

#include "polhode/base/cpu_clock.hpp"

extern "C" {
long long polhode_lanes_2_follow(const void*, const void*, long long, const void*, const void*, const void*);
long long polhode_lanes_4_follow(const void*, const void*, long long, const void*, const void*, const void*);
double polhode_lanes_2_peak(long long);
double polhode_lanes_4_peak(long long);
#if defined(POLHODE_WITH_AVX512)
long long polhode_lanes_8_follow(const void*, const void*, long long, const void*, const void*, const void*);
double polhode_lanes_8_peak(long long);
#endif
}

namespace polhode {

namespace {

struct Kernel {
    LaneWidth width;
    long long (*follow)(const void*, const void*, long long, const void*, const void*, const void*);
    double (*peak)(long long);
};

// The wider ones first.
const std::vector<Kernel>& kernels() {
    static const std::vector<Kernel> all = [] {
        std::vector<Kernel> k;
#if defined(POLHODE_WITH_AVX512)
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
            k.push_back({{8, "AVX-512"}, polhode_lanes_8_follow, polhode_lanes_8_peak});
#endif
#if defined(__AVX2__)
        k.push_back({{4, "AVX2"}, polhode_lanes_4_follow, polhode_lanes_4_peak});
        k.push_back({{2, "SSE"}, polhode_lanes_2_follow, polhode_lanes_2_peak});
#elif defined(__aarch64__)
        k.push_back({{2, "NEON"}, polhode_lanes_2_follow, polhode_lanes_2_peak});
        k.push_back({{4, "NEON, two registers"}, polhode_lanes_4_follow, polhode_lanes_4_peak});
#else
        k.push_back({{2, "plain"}, polhode_lanes_2_follow, polhode_lanes_2_peak});
        k.push_back({{4, "plain"}, polhode_lanes_4_follow, polhode_lanes_4_peak});
#endif
        return k;
    }();
    return all;
}

const Kernel& kernel(int lanes) {
    for (const Kernel& k : kernels())
        if (lanes == 0 || k.width.lanes == lanes) return k;
    throw std::invalid_argument("no such number of lanes on this processor");
}

}  // namespace

const std::vector<LaneWidth>& lane_widths() {
    static const std::vector<LaneWidth> all = [] {
        std::vector<LaneWidth> w;
        for (const Kernel& k : kernels()) w.push_back(k.width);
        return w;
    }();
    return all;
}

long long follow_ensemble(const ensemble::Shape& shape, const ensemble::Columns& columns, long long count,
                          const ensemble::Rows& rows, const ensemble::Out& out, int lanes,
                          const ensemble::Attention* attention) {
    return kernel(lanes).follow(&shape, &columns, count, &rows, &out, attention);
}

double fma_peak(int lanes) {
    const Kernel& k = kernel(lanes);
    const long long turns = 10000000;
    const double begin = thread_cpu_seconds();
    const double sum = k.peak(turns);
    const double seconds = thread_cpu_seconds() - begin;
    return sum > 0 ? 10.0 * static_cast<double>(turns) * k.width.lanes / seconds : 0;
}

}  // namespace polhode
