// The core inside a kernel: the sample on one GPU thread, beside the same on the host. Without a GPU only the host's
// numbers are printed; that it compiles is then what is checked.
#include <cstdio>
#include <cstring>

#include "core_sample.hpp"

struct Result {
    polhode::Vec<double, 7> d;
    polhode::Vec<float, 7> f;
};

__global__ void kernel(Result* result) {
    result->d = core_sample<double>(2000);
    result->f = core_sample<float>(2000);
}

int main() {
    const Result host{core_sample<double>(2000), core_sample<float>(2000)};
    for (int i = 0; i < 7; ++i) std::printf("%a %a\n", host.d[i], static_cast<double>(host.f[i]));
    Result* device = nullptr;
    if (cudaMallocManaged(&device, sizeof(Result)) != cudaSuccess) {
        std::fprintf(stderr, "no GPU here: compiled only\n");
        return 0;
    }
    kernel<<<1, 1>>>(device);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    const bool same =
        std::memcmp(&host.d, &device->d, sizeof host.d) == 0 && std::memcmp(&host.f, &device->f, sizeof host.f) == 0;
    std::fprintf(stderr, same ? "GPU and host agree in every bit\n" : "GPU and host differ\n");
    cudaFree(device);
    return same ? 0 : 1;
}
