// Taylor series in float, and over numbers that count their operations.
#include "polhode/run/families/taylor_series.hpp"

namespace polhode::taylor_series {

template void follow_series<float>(const RunJob& job);
template void follow_series<Counting<double>>(const RunJob& job);

}  // namespace polhode::taylor_series
