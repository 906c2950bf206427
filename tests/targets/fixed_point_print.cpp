// The words of the sample on the machine that builds.
#include <cstdio>

#include "fixed_point_sample.hpp"

int main() {
    fixed_point_sample::run_all([](std::int64_t word) { std::fputs(fixed_point_sample::Digits(word).text, stdout); });
}
