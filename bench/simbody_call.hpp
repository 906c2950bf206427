// What passes between the benchmark and the library that holds Simbody.
#pragma once

namespace bench {

struct SimbodyCall {
    double moments[3], mass, at[3], g, start[7], duration, accuracy;
};
using SimbodyRun = int(const SimbodyCall*, double* state, long* steps);

}  // namespace bench
