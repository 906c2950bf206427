#include "polhode/run/engine_instances.hpp"

namespace polhode::engine {

template <class T>
void run_axis_angle(const Job& job) {
    run_from(job, AxisAngle<T>{});
}
template void run_axis_angle<double>(const Job&);
template void run_axis_angle<float>(const Job&);

}  // namespace polhode::engine
