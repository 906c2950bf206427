// The words of the sample on this machine.
#include <cstdio>

#include "estimator_sample.hpp"

int main() {
    static estimator_sample::Estimators e;
    std::uint32_t spent[2];
    estimator_sample::run_all(
        e, [](std::uint32_t word) { std::fputs(estimator_sample::HexDigits(word).text, stdout); }, [] { return 0u; },
        spent);
}
