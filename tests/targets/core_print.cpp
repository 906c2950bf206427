// Prints the sample's numbers so that their bits can be compared.
#include <cstdio>

#include "core_sample.hpp"

int main() {
    const auto d = core_sample<double>(2000);
    const auto f = core_sample<float>(2000);
    for (int i = 0; i < 7; ++i) std::printf("%a %a\n", d[i], static_cast<double>(f[i]));
    return 0;
}
